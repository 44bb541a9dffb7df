"""Say before a match what its signs and words mean, for who does not know the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

if TYPE_CHECKING:
    from paizhuo.cli.demo_names import Names

_GISTS: Final = {
    "zhao_pengyou": (
        "Everybody plays for themselves, a level each, from 2 up to the ace and past it.",
        "Who shows most cards of the own level is the maker: that rank and suit are trumps.",
        "The maker takes the kitty, buries as many cards, and calls cards: who plays one of",
        "them becomes the maker's friend. Everybody else is an opponent and collects card",
        "points; enough of them win the deal. Winners go up, losers are passive: they may",
        "not bid until they have won again. Each trick is led with one card or with sets of",
        "identical ones; others follow suit, and the highest play of the same shape wins.",
    ),
}
"""What games are about, where that is not told by what happens."""


def legend(names: Names, game: str) -> list[Text]:
    """Return lines: what the game is about, its suits, and what counts."""
    gist = _GISTS.get(game)
    return [Text(" ".join(gist), "dim"), names.signs()] if gist else []
