"""Benchmarks: what the design must not lose, measured in turns and told as ratios."""
