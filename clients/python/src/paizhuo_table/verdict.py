"""What the server thinks of chosen cards: whether they may be played, and as what."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from paizhuo_client.errors import CallError
from paizhuo_client.model import Play, Reading, Situation
from paizhuo_client.snapshots import cards as split
from paizhuo_table import look as styles
from paizhuo_table.answers import cards_of
from paizhuo_table.canvas import styled
from paizhuo_table.refusal import short

if TYPE_CHECKING:
    from rich.text import Text

    from paizhuo_client.model import Action, Combination
    from paizhuo_table.scene import Scene
    from paizhuo_table.sitting import Seated

VARIANT_KEY: Final = "v"
"""The key that takes the next of several readings."""


class Judge:
    """Asks about chosen cards. What the rules are, the server alone knows."""

    def __init__(self, seated: Seated, scene: Scene) -> None:
        self._client = seated.client
        self._table = seated.table
        self._scene = scene

    async def judge(self, action: Action, decision_id: str) -> Text | None:
        """Say whether an action would be accepted, and what its cards count as.

        The scene's variants are then what else they may be played as. None where the server
        cannot be asked.
        """
        scene = self._scene
        refusal = await self._refusal(action, decision_id)
        if refusal is not None:
            scene.variants = ()
            if not refusal.reason:
                return None
            return styled(f"{scene.look.bad} ", styles.BAD).append_text(short(scene, refusal))
        if not scene.variants:
            scene.variants = await self._variants(action, decision_id)
        return accepted(scene, action)

    async def _refusal(self, action: Action, decision_id: str) -> CallError | None:
        """Return how an action would be refused."""
        try:
            await self._table.check(action, decision_id)
        except CallError as error:
            return error
        return None

    async def _variants(self, action: Action, decision_id: str) -> tuple[Action, ...]:
        """Return what cards may be played as; nothing where the game has no words for that."""
        answers, cards = self._scene.answers, cards_of(action)
        if answers is not None and not answers.is_sample:
            wanted = Counter(cards)
            listed = tuple(play for play in answers.plays if Counter(cards_of(play)) == wanted)
            if listed:
                return listed
        possible = [
            Play("-".join(cards), Reading(read.category, read.key, read.run, label))
            for read in await self._readings(cards)
            for label in read.labels[:1] or ("",)
        ]
        if len(possible) > 1:
            possible = [p for p in possible if await self._refusal(p, decision_id) is None]
        # Of readings that beat what lies on the table those of its category count first.
        category = self._standing()
        return tuple(sorted(possible, key=lambda play: _category(play) != category))

    async def _readings(self, cards: tuple[str, ...]) -> list[Combination]:
        """Return every reading of cards, the canonical one first; each label where one is named."""
        table, chosen = self._scene.snapshot.table, "-".join(cards)
        situation = Situation(table.game, len(table.seats), table.preset, table.options)
        try:
            found = list((await self._client.classify(situation, [chosen]))[0].readings)
            if any(len(read.labels) > 1 for read in found):
                # Whether a label may be named is for the rules to say; each is a play then.
                plays = self._client.plays(replace(situation, hand=chosen))
                found = [play async for play in plays if play.size == len(cards)]
        except CallError:
            return []
        return found

    def _standing(self) -> str:
        """Return the category of what is to be beaten; empty for a leader."""
        trick = self._scene.snapshot.view.trick
        if trick is None or trick.standing is None or trick.standing >= len(trick.plays):
            return ""
        combination = trick.plays[trick.standing].combination
        return combination.category if combination is not None and split(combination.cards) else ""


def accepted(scene: Scene, action: Action) -> Text:
    """Tell that an action would be accepted, as what, and which of the scene's variants it is."""
    words, variants = scene.words, scene.variants
    verdict = styled(f"{scene.look.good} ", styles.GOOD)
    at = variants.index(action) if action in variants else 0
    reading = getattr(action, "reading", None)
    if reading is None and variants:
        reading = getattr(variants[0], "reading", None)
    if reading is None:
        return verdict.append(words["checks_good"])
    named = scene.narrator.reading(reading, cards_of(action))
    verdict.append(words.say("checks_reading", reading=named) if named else words["checks_good"])
    if len(variants) > 1:
        verdict.append(f"  [{VARIANT_KEY}]", styles.STRONG).append(f" {at + 1}/{len(variants)}")
    return verdict


def _category(play: Play) -> str:
    return play.reading.category if play.reading is not None else ""
