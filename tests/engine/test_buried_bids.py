"""What the maker of Zhao Pengyou showed in a bid may be buried, and nobody else knows."""

from __future__ import annotations

import pytest

from engine.logged import view_of
from paizhuo.engine import Ruleset, Table

SAMPLES = 60


def bid_table() -> tuple[Table, int, str]:
    """Deal until somebody has bid and may bury; give the table, the maker and the card bid."""
    for seed in range(100):
        table = Table(Ruleset("zhao_pengyou", seats=5), seed=seed, draws=False)
        table.draw(table.to_draw)
        while view_of(table, None).phase == "auction":
            (decision,) = table.decisions
            bids = [one for one in table.legal(decision.seat).actions if one != "pass"]
            first = bids and not view_of(table, None).HasField("trump")
            table.act(decision.seat, bids[0] if first else "pass")
        if table.decisions and table.decisions[0].kind == "bury":
            trump = view_of(table, None).trump
            return table, table.decisions[0].seat, trump.rank + trump.suit
    raise AssertionError("nobody could bid")


@pytest.mark.parametrize("buried", [True, False])
def test_dealing_again_does_not_tell_whether_a_bid_is_buried(*, buried: bool) -> None:
    """To others it is now in the maker's hand, now buried, and nowhere else (ZP-2.15).

    It is so whether the maker has buried it or not.
    """
    table, maker, card = bid_table()
    hand = view_of(table, maker).seats[maker].hand.split("-")
    hand.sort(key=lambda other: (other == card) is not buried)
    table.act(maker, f"bury {'-'.join(hand[:8])}")
    held = hand[8:].count(card)
    places = set()
    for seed in range(SAMPLES):
        other = table.resample((maker + 1) % 5, seed)
        view = view_of(other, maker)
        (zone,) = [zone for zone in view.zones if zone.name == "buried"]
        in_hand = view.seats[maker].hand.split("-").count(card)
        in_kitty = zone.cards.split("-").count(card)
        assert in_hand + in_kitty >= 1
        places |= {"hand"} if in_hand else set()
        places |= {"buried"} if in_kitty else set()
    assert places == {"hand", "buried"}
    assert (held == 0) is buried
