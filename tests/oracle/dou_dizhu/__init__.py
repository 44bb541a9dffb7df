"""Dou Dizhu by definition: every module cites the rules (`D4.9`) that it writes down.

Bottom up: `ranks` (cards as counts), `options` (set-up), `attachments` and `combinations`
(what a set is), `order` (what beats what, which reading applies), `enumeration` and `plays`
(every play, built up instead of taken apart), `auction`, `play`, `payment` (one question
each, answered from the whole history), `deal` (the cards from a key), `round` (one deal),
`match` (a series of deals, the class to drive in lockstep with the engine), `perft`.
"""
