"""Fold the clocks of a table: from the `time` of its entries alone, never from connections.

A clock runs while a person is asked. A decision uses up `decision_ms` first, then the
bank of its seat, which is filled when a match begins. A pause stops all of them. What is
asked under seal runs out at once, when the last bank does: who runs out before the others
would show that he has not answered.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from paizhuo.engine import Decision


@dataclass(frozen=True, slots=True)
class Question:
    """Hold the clock of one open decision: since when it runs, and what it used before.

    One that was answered under seal is shown as running until the seal is broken, so that
    its clock does not tell of the answer; `spent_ms` is what it has really used.
    """

    seat: int
    since_ms: int
    used_ms: int = 0
    spent_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Clocks:
    """Hold every clock of a table, as of one entry. A `decision_ms` of 0 means none.

    `banks` is what each seat has left, without what an open decision uses of it. `is_sealed`
    says that its questions are answered under seal.
    """

    decision_ms: int
    bank_ms: int
    banks: tuple[int, ...]
    questions: Mapping[str, Question] = field(default_factory=dict)
    is_stopped: bool = False
    is_sealed: bool = False

    @classmethod
    def full(cls, decision_ms: int, bank_ms: int, seats: int) -> Clocks:
        """Set up the clocks of a table at which nobody is asked."""
        return cls(decision_ms, bank_ms, (bank_ms,) * seats)

    def refilled(self) -> Clocks:
        """Return the clocks when a match begins."""
        return replace(self, banks=(self.bank_ms,) * len(self.banks))

    def after(
        self,
        time_ms: int,
        asked: Iterable[Decision],
        *,
        is_stopped: bool,
        is_sealed: bool = False,
    ) -> Clocks:
        """Return the clocks after an entry; `asked` are the decisions that wait for persons.

        While answers are under seal, what does not wait any more was answered.
        """
        banks = list(self.banks)
        open_now = {decision.id: decision.seat for decision in asked}
        questions: dict[str, Question] = {}
        for name, question in self.questions.items():
            used_ms = self._used_ms(question, time_ms)
            spent_ms = question.spent_ms
            if name not in open_now and spent_ms is None:
                spent_ms = used_ms
            if name not in open_now and not is_sealed:
                beyond_ms = max(0, (spent_ms or 0) - self.decision_ms)
                banks[question.seat] = max(0, banks[question.seat] - beyond_ms)
            elif is_stopped == self.is_stopped:
                questions[name] = replace(question, spent_ms=spent_ms)
            else:
                questions[name] = Question(question.seat, time_ms, used_ms, spent_ms)
        for name, seat in open_now.items():
            if name not in questions:
                questions[name] = Question(seat, time_ms)
        marks = is_stopped, is_sealed
        if questions == self.questions and marks == (self.is_stopped, self.is_sealed):
            return self
        return Clocks(self.decision_ms, self.bank_ms, tuple(banks), questions, *marks)

    def looks_like(self, other: Clocks) -> bool:
        """Say whether everybody is shown the same as of other clocks of the same table."""
        if self is other:
            return True
        mine, theirs = (
            {name: replace(one, spent_ms=None) for name, one in clocks.questions.items()}
            for clocks in (self, other)
        )
        same = (self.banks, self.is_stopped, self.is_sealed) == (
            other.banks,
            other.is_stopped,
            other.is_sealed,
        )
        return same and mine == theirs

    def deadline_ms(self, decision_id: str) -> int | None:
        """Return when a decision runs out; None if it has no limit, or now stands still."""
        question = self.questions.get(decision_id)
        return None if question is None else self._deadline_ms(question)

    def seat_deadline_ms(self, seat: int) -> int | None:
        """Return when the first open decision of a seat runs out."""
        found = (
            self._deadline_ms(question)
            for question in self.questions.values()
            if question.seat == seat
        )
        return min((at_ms for at_ms in found if at_ms is not None), default=None)

    def _deadline_ms(self, question: Question) -> int | None:
        """Return when a clock runs out, if it runs."""
        if self.is_stopped:
            return None
        if self.is_sealed:
            return max(map(self._runs_out_ms, self.questions.values()))
        return self._runs_out_ms(question)

    def _runs_out_ms(self, question: Question) -> int:
        """Return when the time of a question is used up, and the bank of its seat."""
        left_ms = self.decision_ms + self.banks[question.seat] - question.used_ms
        return question.since_ms + left_ms

    def _used_ms(self, question: Question, time_ms: int) -> int:
        """Return what a decision has used."""
        return question.used_ms + (0 if self.is_stopped else time_ms - question.since_ms)
