"""What the own seat may answer: with cards, or by a key without any."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from paizhuo_client.model import (
    ActionList,
    ActionShape,
    Bid,
    BidCards,
    Bury,
    CallsShape,
    Defend,
    Discard,
    Pass,
    Play,
    Verb,
)
from paizhuo_client.snapshots import cards as split

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from paizhuo_client.model import Action, LegalActions

CARD_ACTIONS: Final[Mapping[Verb, Callable[[str], Action]]] = {
    Verb.PLAY: Play,
    Verb.BID_CARDS: BidCards,
    Verb.DEFEND: Defend,
    Verb.BURY: Bury,
    Verb.DISCARD: Discard,
}
"""Verbs that are answered by choosing cards, with what makes an action of them."""

_PASSING: Final = "p"
_DIGIT_MAX: Final = 9


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer without cards, and the key that gives it."""

    key: str
    action: Action


@dataclass(frozen=True, slots=True)
class Answers:
    """Everything that answers the open decision."""

    choices: tuple[Choice, ...] = ()
    """Answers without cards."""
    plays: tuple[Action, ...] = ()
    """Answers with cards, one by one."""
    is_sample: bool = False
    """There are more than `plays`."""
    card_verb: Verb | None = None
    """The verb that chosen cards are put into; None where cards answer nothing."""
    shape: ActionShape | None = None
    """What the cards must look like, where they are not listed."""
    calls: CallsShape | None = None
    """What a list of calls must look like, where calls are asked for."""

    @classmethod
    def read(cls, legal: LegalActions) -> Answers:
        """Sort what the server says is legal."""
        bare: list[Action] = []
        plays: list[Action] = []
        card_verb: Verb | None = None
        shape: ActionShape | None = None
        calls: CallsShape | None = None
        is_sample = False
        for part in legal.verbs:
            if isinstance(part.form, CallsShape):
                calls = part.form
            takes_cards = part.verb in CARD_ACTIONS
            if takes_cards and card_verb is None:
                card_verb = part.verb
                shape = part.form if isinstance(part.form, ActionShape) else None
            if isinstance(part.form, ActionList):
                is_sample = is_sample or part.form.truncated
                (plays if takes_cards else bare).extend(part.form.actions)
        return cls(_with_keys(bare), tuple(plays), is_sample, card_verb, shape, calls)

    def by_key(self, key: str) -> Action | None:
        """Return the answer that a key gives."""
        return next((choice.action for choice in self.choices if choice.key == key), None)

    def with_cards(self, cards: tuple[str, ...]) -> Action | None:
        """Make an answer of chosen cards; None where cards answer nothing."""
        return None if self.card_verb is None else CARD_ACTIONS[self.card_verb]("-".join(cards))


def cards_of(action: Action | None) -> tuple[str, ...]:
    """Return the cards of an action, none for one without."""
    if action is None:
        return ()
    return split(getattr(action, "cards", "") or getattr(action, "card", ""))


def verb_name(action: Action) -> str:
    """Return the verb of an action, as the catalogue names it."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(action).__name__).lower()


def _with_keys(actions: list[Action]) -> tuple[Choice, ...]:
    """Give each answer a key: p passes, a digit bids, else a letter of the verb that is free."""
    taken: set[str] = {_PASSING}
    made = []
    for action in actions:
        if isinstance(action, Pass):
            key = _PASSING
        elif isinstance(action, Bid) and action.value <= _DIGIT_MAX:
            key = str(action.value)
        else:
            signs = verb_name(action).replace("_", "") + "abcdefghijklmnopqrstuvwxyz"
            key = next(sign for sign in signs if sign not in taken)
        taken.add(key)
        made.append(Choice(key, action))
    return tuple(made)
