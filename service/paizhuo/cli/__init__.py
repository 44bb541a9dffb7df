"""Be the program `paizhuo`: what it can do is told by `paizhuo --help`."""

from paizhuo.cli.app import main

__all__ = ["main"]
