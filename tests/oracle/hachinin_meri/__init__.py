"""Hachinin Meri by definition: every module cites the rules (`HM-4.9`) that it writes down.

Bottom up: `cards` (suits, ranks, notation), `options` (set-up), `order` (which card beats which,
who wins a trick), `declaring` (who receives the Oki), `play` (what is legal, what lies face
down), `scoring` (combinations, points, when a match is over), `deal` (the cards from a key),
`round` (one deal), `match` (deals in a row, the class to drive in lockstep with the engine),
`perft`.
"""
