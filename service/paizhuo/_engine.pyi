"""The Rust engine, as Python sees it. `paizhuo.engine` is its only importer."""

from collections.abc import Mapping, Sequence
from typing import Any, final

__all__ = [
    "ActRequest",
    "Combination",
    "Decision",
    "EnginePanic",
    "FailedLead",
    "Lead",
    "Legal",
    "NotationError",
    "Prepared",
    "RuleError",
    "Ruleset",
    "SeatView",
    "SetupError",
    "SimulationReport",
    "Table",
    "bots",
    "catalogue_game",
    "catalogue_list",
    "commitment",
    "games",
    "reasons",
    "record",
    "run_vectors",
    "simulate",
    "verify_record",
]

class SetupError(ValueError):
    """A match that cannot be set up: unknown game, seats, preset, option or value."""

    reason: str
    rule: str
    facts: dict[str, str]
    refusal: bytes

class NotationError(ValueError):
    """Text that is no card, no action or no message."""

    reason: str
    rule: str
    facts: dict[str, str]
    refusal: bytes

class RuleError(Exception):
    """An action that the rules refuse. It changed nothing."""

    reason: str
    rule: str
    facts: dict[str, str]
    alternative: str | None
    refusal: bytes

class EnginePanic(Exception):
    """A broken invariant of the engine. The table must not be used any more."""

@final
class Combination:
    category: str
    key: str
    run: int
    size: int
    labels: tuple[str, ...]
    cards: str
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Decision:
    id: str
    seat: int
    kind: str
    verbs: tuple[str, ...]
    voluntary: bool
    sealed: bool

@final
class Lead:
    """What cards are as a lead of a trick game."""

    kind: str
    suit: str
    components: tuple[Combination, ...]

@final
class FailedLead:
    """A lead of several parts that does not stand."""

    kept: Combination
    beaten_by: int
    beating: str

@final
class Legal:
    actions: tuple[str, ...]
    truncated: bool
    message: bytes

@final
class SimulationReport:
    deals: int
    decisions: int
    seconds: float
    wins: tuple[int, ...]

@final
class Ruleset:
    game: str
    seats: int
    preset: str
    options: dict[str, str]
    revision: int
    asks_for_trump: bool
    hash: bytes
    def __new__(
        cls,
        game: str,
        seats: int,
        preset: str = "seed",
        options: Mapping[str, str | bool | int] | None = None,
        revision: int | None = None,
    ) -> Ruleset: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def classify(self, cards: str) -> list[Combination]: ...
    def classify_many(self, cards: Sequence[str]) -> list[list[Combination]]: ...
    def classify_packed(self, counts: Any) -> Any: ...
    def beats(self, play: str, standing: str, led_label: str | None = None) -> bool: ...
    def plays(self, hand: str, standing: str | None = None) -> list[Combination]: ...
    def lead_shape(self, cards: str, *, trump: str) -> Lead: ...
    def check_lead(self, cards: str, *, hands: Sequence[str], trump: str) -> FailedLead | None: ...
    def check_follow(
        self, *, lead: str, hand: str, cards: str, trump: str, **context: str | bool | int
    ) -> None: ...
    def trick_winner(
        self, *, plays: Sequence[str], trump: str, **context: str | bool | int
    ) -> int: ...
    def trick_plays(
        self, hand: str, *, trump: str, lead: str | None = None, limit: int = 10_000
    ) -> tuple[list[Combination], bool]: ...
    def classify_response(self, situation: bytes, cards: Sequence[str]) -> bytes: ...
    def compare_response(self, situation: bytes, cards: Sequence[str]) -> bytes: ...
    def plays_response(self, situation: bytes, offset: int, limit: int) -> tuple[bytes, int]: ...

@final
class ActRequest:
    """An encoded ActRequest, taken apart; NotationError for bytes that are none."""

    request_id: str
    table_id: str
    decision_id: str
    is_complete: bool
    has_action: bool
    goes_on: bool
    expected_revision: int | None
    validate_only: bool
    digest: bytes
    def __new__(cls, message: bytes) -> ActRequest: ...

@final
class Prepared:
    """The state after one entry, beside the present one; still good after `commit`.

    What the service must know of that state before it appends the entry is here too.
    `events` gives fields 4, as they stand in ActResponse and WatchTableResponse.
    """

    hash: bytes
    decisions: list[Decision]
    outline: tuple[int, bool, bool, bool, bool, int]
    match: int
    deal: int
    attempt: int
    needs_commit: bool
    needs_start: bool
    match_over: bool
    hides_trick: bool
    def sealed(self, wake_at_ms: int) -> bytes: ...
    def answer(self, revision: int, seat: int) -> bytes: ...
    def events(self, viewer: int | None, forgotten: bool = False) -> bytes: ...
    def view(self, viewer: int | None) -> bytes: ...

@final
class SeatView:
    """What one seat may know: all that a bot gets."""

    decision_id: str | None
    def choose(self, bot: str, seed: int) -> bytes: ...
    def volunteer(self, bot: str, seed: int) -> bytes | None: ...

@final
class Table:
    def __new__(
        cls,
        rules: Ruleset,
        seed: int | bytes | None = None,
        bots: Mapping[int, str] | None = None,
        *,
        draws: bool = True,
    ) -> Table: ...
    @staticmethod
    def logged(rules: Ruleset, table_id: str) -> Table: ...
    @staticmethod
    def replay(record: bytes, steps: int | None = None) -> Table: ...
    rules: Ruleset
    hash: bytes
    decisions: list[Decision]
    outline: tuple[int, bool, bool, bool, bool, int]
    match: int
    deal: int
    attempt: int
    needs_commit: bool
    needs_start: bool
    match_over: bool
    to_draw: int
    def willing(self) -> list[int]: ...
    def draws_until_willing(self, seats: Sequence[int]) -> int: ...
    def prepare(self, entry: bytes) -> Prepared: ...
    def prepare_act(
        self,
        request: ActRequest,
        seat: int,
        entry_id: str,
        revision: int,
        time_ms: int,
        entry_format: int,
    ) -> Prepared: ...
    def commit(self, prepared: Prepared) -> None: ...
    def act(self, seat: int, action: str | bytes) -> Prepared: ...
    def draw(self, count: int = 1) -> Prepared: ...
    def next_match(self) -> None: ...
    def legal(self, seat: int, limit: int = 512) -> Legal: ...
    def on_timeout(self, seat: int) -> bytes | None: ...
    def view(self, viewer: int | None) -> bytes: ...
    def seat_view(self, seat: int) -> SeatView: ...
    def clone(self) -> Table: ...
    def __copy__(self) -> Table: ...
    def __deepcopy__(self, _memo: dict[int, Any]) -> Table: ...
    def resample(self, viewer: int | None, seed: int) -> Table: ...
    def record(self, viewer: int | None = None, match: int = 0) -> bytes: ...

def games() -> list[str]: ...
def catalogue_list() -> bytes: ...
def catalogue_game(game: str) -> bytes: ...
def commitment(rules: Ruleset, table_id: str, deal: int, seed: bytes) -> bytes: ...
def record(
    rules: Ruleset, table_id: str, entries: Sequence[bytes], match: int, viewer: int | None
) -> bytes: ...
def verify_record(record: bytes) -> list[str]: ...
def bots() -> list[str]: ...
def reasons() -> list[tuple[str, str, str]]: ...
def run_vectors(paths: Sequence[str]) -> tuple[str, int]: ...
def simulate(
    game: str,
    seats: int,
    deals: int,
    seed: int,
    bots: Sequence[str] | None = None,
    threads: int = 1,
    preset: str = "seed",
    options: Mapping[str, str | bool | int] | None = None,
) -> SimulationReport: ...
