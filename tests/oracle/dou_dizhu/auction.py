"""The auction (D3), judged from its whole history of calls.

Positions count anticlockwise from the first bidder, who is 0. Calls are `pass`, `bid 1` to
`bid 3`, `call` and `rob`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracle.dou_dizhu.options import Options

PASS = "pass"
BIDS = ("bid 1", "bid 2", "bid 3")


class IllegalCallError(ValueError):
    """A call of the history was not allowed in its place."""


class Open(NamedTuple):
    """The auction goes on: `asked` may say one of `legal`."""

    asked: int
    legal: list[str]


class Won(NamedTuple):
    """The auction is over: the landlord's position, the bid, the robs (D3.7, D3.10.4)."""

    landlord: int
    bid: int
    robs: int


class AllPassed(NamedTuple):
    """Nobody called: a redeal (D3.6)."""


State = Open | Won | AllPassed


def auction(calls: Sequence[str], options: Options, players: int, redeals: int = 0) -> State:
    """Where the auction stands after these calls; `redeals` = all-pass deals just before."""
    for count, call in enumerate(calls):
        before = _judge(calls[:count], options, players, redeals)
        if not isinstance(before, Open) or call not in before.legal:
            message = f"call {count + 1}: {call}"
            raise IllegalCallError(message)
    return _judge(calls, options, players, redeals)


def _judge(calls: Sequence[str], options: Options, players: int, redeals: int) -> State:
    """The state after calls that are known to be legal."""
    must_open = not calls and 0 < options.max_redeals <= redeals  # D3.11
    if options.auction == "call_rob":
        state = _call_rob(calls, players)
    else:
        state = _bidding(calls, players, once=options.auction == "bid_once")
    if must_open and isinstance(state, Open):
        return Open(state.asked, [call for call in state.legal if call != PASS])
    return state


def _bidding(calls: Sequence[str], players: int, *, once: bool) -> State:
    """D3.2 to D3.6, and D3.9 if everybody calls `once`."""
    bids = [(BIDS.index(call) + 1, place) for place, call in enumerate(calls) if call != PASS]
    if not bids:
        if len(calls) == players:
            return AllPassed()
        return Open(len(calls), [PASS, *BIDS])
    highest, place = max(bids)
    over = (
        len(calls) == players if once else list(calls[-(players - 1) :]) == [PASS] * (players - 1)
    )
    if over or highest == 3:
        return Won(place % players, highest, 0)
    return Open(len(calls) % players, [PASS, *BIDS[highest:]])


def _call_rob(calls: Sequence[str], players: int) -> State:
    """D3.10."""
    if "call" not in calls:
        if len(calls) == players:
            return AllPassed()
        return Open(len(calls), [PASS, "call"])
    caller = list(calls).index("call")
    to_ask = list(range(caller + 1, players))  # who has not spoken yet
    answers = calls[caller + 1 :]
    if "rob" in answers[: len(to_ask)]:
        to_ask.append(caller)  # robbing back
    if len(answers) < len(to_ask):
        return Open(to_ask[len(answers)], [PASS, "rob"])
    robbers = [who for who, answer in zip(to_ask, answers, strict=True) if answer == "rob"]
    return Won([caller, *robbers][-1], 1, len(robbers))
