"""Say before a match what its signs and words mean, for who does not know the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

if TYPE_CHECKING:
    from paizhuo.cli.demo_names import Names

_HOW: Final = "A line is who, in which role, with how many cards in hand, and what they do then."
"""How to read what follows, for each game."""

_GISTS: Final = {
    "dou_dizhu": (
        "Who bids most is the landlord, takes the bottom cards, leads, and plays alone against",
        "the others, the peasants. Each play must be of the same kind as the one before, and",
        "higher, or a bomb. Who has no cards left first wins for their side. The stake is the",
        "unit times the bid, doubled by each bomb.",
    ),
    "zheng_fen": (
        "Everybody plays for themselves. Each play must be of the same kind as the one before,",
        "and higher, or a special: whoever plays highest takes all cards of the trick. What",
        "counts is in these: 100 points in a deal.",
    ),
    "hachinin_meri": (
        "Two teams of four, who sit alternately, play for nine tricks, a point each. A card is",
        "its suit and its rank, the court cards being Sun, Un, Sota, Robai, Rei and Kaba. The",
        "suit of the card turned up, Oki, is trump, and so is in every deal Tenka, the Robai of",
        "Pao. Who holds the Robai of the trump suit may declare it and take the Oki; else the",
        "dealer takes it. To lead a trump is Meri: everybody who has trumps gives one. Trumps on",
        "a plain lead lie face down until all have played; then the highest trump wins, else the",
        "highest card of the suit led. Some trumps that win over the next lower one also move",
        "points from team to team.",
    ),
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


_TOLD_BY: Final = {
    "hachinin_meri": (
        "The hands of all guests are shown, but the story is told as {who} sees it: what others",
        "lay face down is a number of cards until it is turned up.",
    ),
}
"""From whose seat a game is told in which cards lie face down."""


def legend(names: Names, game: str, who: str) -> list[Text]:
    """Return lines: what the game is about, its suits, what counts, and how to read the rest."""
    told = [Text(" ".join(gist), "dim")] if (gist := _GISTS.get(game)) else []
    how = " ".join((_HOW, *(line.format(who=who) for line in _TOLD_BY.get(game, ()))))
    return [*told, names.signs(), Text(how, "dim")]
