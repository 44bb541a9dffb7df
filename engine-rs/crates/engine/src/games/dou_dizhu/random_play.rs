//! Uniformly random plays, picked without listing them.

