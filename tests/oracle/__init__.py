"""Oracles: each game again, slow and obvious, written from its rules document alone.

They share no code with the engine and never look at it. Whatever the two agree on was
understood twice; whatever they disagree on is a bug of one or a hole in the rules.
"""
