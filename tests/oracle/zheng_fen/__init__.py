"""Zheng Fen by definition: every module cites the rules (`Z4.9`) that it writes down.

Bottom up: `cards` (ids, notation, points), `options` (set-up), `meanings` (what a set is, by
trying everything that its jokers may stand for), `order` (what beats what, which reading
applies), `plays` (every play of a hand, built up instead of taken apart), `turns` (who is
asked, from the whole history of a trick), `deal` (the cards from a key), `piles` (whose points
they are in the end), `round` (one deal), `match` (a series of deals, the class to drive in
lockstep with the engine), `perft`.
"""
