"""What is on the table (ZP-1.2, ZP-7.8), who is how many (ZP-3.9), and which way all goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oracle.zhao_pengyou.cards import BLACK, RANKS, RED, SUITS

if TYPE_CHECKING:
    from oracle.zhao_pengyou.options import Options

PACKS = dict(zip(range(5, 13), (2, 2, 2, 3, 3, 3, 3, 4), strict=True))
RED_JOKERS = dict(zip(range(5, 13), (2, 2, 0, 2, 3, 0, 2, 2), strict=True))
BLACK_JOKERS = dict(zip(range(5, 13), (2, 2, 0, 0, 0, 0, 2, 0), strict=True))
HAND = dict(zip(range(5, 13), (20, 17, 14, 19, 17, 15, 14, 17), strict=True))
TEAM = dict(zip(range(5, 13), (2, 3, 3, 4, 4, 5, 5, 6), strict=True))
OPPONENTS = dict(zip(range(5, 13), (3, 3, 4, 4, 5, 5, 6, 6), strict=True))
CALLED = dict(zip(range(5, 13), (1, 2, 2, 3, 3, 4, 4, 5), strict=True))


class Equipment(NamedTuple):
    """The cards of a table; hand and kitty are numbers of cards."""

    packs: int
    red: int
    black: int
    hand: int
    kitty: int

    @property
    def pack(self) -> list[str]:
        """The canonical pack (ZP-2.4)."""
        plain = [f"{rank}{suit}" for suit in SUITS for rank in RANKS]
        return plain * self.packs + [RED] * self.red + [BLACK] * self.black

    def copies(self, card: str) -> int:
        """How many copies of a card there are."""
        return self.pack.count(card)


def equipment(players: int, options: Options) -> Equipment:
    """The equipment of so many players (ZP-1.2, ZP-7.8); the kitty is what is left (ZP-1.3)."""
    packs, hand = PACKS[players], HAND[players]
    if options.kitty_mode == "full_jokers":
        red = black = packs
    else:
        red, black = RED_JOKERS[players], BLACK_JOKERS[players]
    return Equipment(packs, red, black, hand, 52 * packs + red + black - players * hand)


def draw_order(players: int, start: int, options: Options) -> list[int]:
    """The seats in the order of drawing (ZP-1.7, ZP-7.2)."""
    step = 1 if options.draw_direction == "clockwise" else -1
    return [(start + step * k) % players for k in range(players)]


def play_order(players: int, start: int) -> list[int]:
    """The seats in the order of play: counter-clockwise, whatever the options (ZP-1.7)."""
    return [(start - k) % players for k in range(players)]
