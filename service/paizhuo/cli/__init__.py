"""Be the program `paizhuo`: serve, demo, vectors, verify, simulate."""

from paizhuo.cli.app import main

__all__ = ["main"]
