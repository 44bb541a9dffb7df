"""Keep tables and guests: in memory, in SQLite, later in a cluster.

`stores.base` says what the core may ask of a store; the other modules answer it.
"""
