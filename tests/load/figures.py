"""Hold what a load test measured, and sum it up."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Figures:
    """Hold how long answers and events took, in seconds, and for how long it was measured."""

    answers_s: list[float] = field(default_factory=list)
    events_s: list[float] = field(default_factory=list)
    duration_s: float = 0.0

    def summary(self) -> dict[str, float]:
        """Return actions a second, and milliseconds that answers and events took."""
        return {
            "actions": len(self.answers_s),
            "actions_per_s": round(len(self.answers_s) / self.duration_s, 1),
            "answer_p50_ms": _percentile_ms(self.answers_s, 50),
            "answer_p99_ms": _percentile_ms(self.answers_s, 99),
            "event_p50_ms": _percentile_ms(self.events_s, 50),
            "event_p99_ms": _percentile_ms(self.events_s, 99),
        }


def _percentile_ms(times_s: list[float], percent: int) -> float:
    """Return the time, in milliseconds, that so many percent of these do not exceed."""
    if not times_s:
        return 0.0
    ordered = sorted(times_s)
    place = -(-len(ordered) * percent // 100) - 1
    return round(ordered[place] * 1000, 2)
