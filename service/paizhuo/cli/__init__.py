"""Be the program `paizhuo`: serve, demo, doctor, backup, restore, vectors, verify, simulate."""

from paizhuo.cli.app import main

__all__ = ["main"]
