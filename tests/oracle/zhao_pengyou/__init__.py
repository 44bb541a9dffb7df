"""Zhao Pengyou by definition: every module cites the rules (`ZP-4.9`) that it writes down.

Bottom up: `cards` (faces, notation, points), `options` (set-up), `equipment` (packs and tables),
`trump` (effective suit and order), `components` (singles, sets, sequences and what of them cards
hold), `leads` (kinds and the canonical grouping), `check` (whether a group stands), `follow` (what
a follower owes, from all that he could play), `winner` (who takes a trick), `contest` (bids for
trumps), `calls` (friends), `scoring` (points, statuses, the end), `timeouts` (what an absent seat
does), `deal` (the cards from a key), `play` (the tricks of a deal), `match` (a series of deals, the
class to drive in lockstep with the engine).
"""
