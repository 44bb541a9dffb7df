"""The terminal table: play at the tables of a paizhuo server from a terminal.

`paizhuo-table --server 127.0.0.1:50051` starts it (`paizhuo_table.program`). It knows no rule: what
may be done comes from the server, and every name of the game from the catalogue. `app` hears keys
and the server, `scene` holds what is to be drawn, `drawing` draws it into lines of text.
"""
