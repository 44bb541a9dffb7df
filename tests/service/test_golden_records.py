"""What old engines wrote is played again alike, for as long as their rules are listed."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from google.protobuf import proto
from google.protobuf.wrappers_pb2 import BytesValue

from paizhuo import engine
from paizhuo.stores.base import StoredEntry
from paizhuo.stores.memory_principals import MemoryPrincipals
from paizhuo.tables.entries import parse
from paizhuo.tables.index import fold
from paizhuo.tables.names import Names
from paizhuo.tables.replay import prepare_logged
from paizhuo.tables.state import TableState
from paizhuo.v1.catalogue_service_pb2 import Game
from paizhuo.v1.record_pb2 import Record

if TYPE_CHECKING:
    from paizhuo.storage.v1.entry_pb2 import TableCreated

FOLDER: Final = Path(__file__).parents[1] / "golden"
NAMES: Final = sorted(
    path.name.removesuffix(".record.binpb") for path in FOLDER.glob("*.record.binpb")
)


def read_record(name: str) -> tuple[bytes, Record]:
    """Read a golden record."""
    data = (FOLDER / f"{name}.record.binpb").read_bytes()
    return data, Record.FromString(data)


def read_log(name: str) -> list[StoredEntry]:
    """Read the whole log of the table that a golden record is of."""
    entries: list[StoredEntry] = []
    data = (FOLDER / f"{name}.log.binpb").read_bytes()
    stream = io.BytesIO(data)
    while stream.tell() < len(data):
        found = proto.parse_length_prefixed(BytesValue, stream)
        entries.append(StoredEntry(len(entries) + 1, found.value))
    return entries


def created(name: str) -> TableCreated:
    """Return how a golden table was created."""
    return parse(read_log(name)[0].data).table_created


def is_listed(record: Record) -> bool:
    """Say whether the engine still plays the rules of a record."""
    options = {setting.name: setting.value for setting in record.options}
    try:
        engine.Ruleset(record.game, record.seats, "seed", options, record.rules_revision)
    except engine.SetupError:
        return False
    return True


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    """Name a golden record whose rules are listed."""
    name = str(request.param)
    if not is_listed(read_record(name)[1]):
        pytest.skip("its revision of the rules is not listed any more")
    return name


def test_a_golden_log_replays_to_its_hashes(name: str) -> None:
    """Every entry of a log leads to the state whose hash it holds."""
    _, record = read_record(name)
    names = Names(MemoryPrincipals(lambda: 0))
    entries = read_log(name)
    state = TableState.start(record.table_id, parse(entries[0].data))
    ends = []
    for stored in entries:
        step = prepare_logged(state, parse(stored.data), stored.data, names)
        state.commit(step)
        if step.end is not None:
            ends.append((step.end.match, step.hash))
    assert state.revision == len(entries)
    assert ends[0] == (1, record.state_hash)


def test_a_golden_log_folds_to_an_index_row(name: str) -> None:
    """The index of an old log is derived as that of a new one."""
    _, record = read_record(name)
    folded = fold(record.table_id, read_log(name))
    assert folded.summary.game == record.game
    assert folded.ends[0].match == 1


def test_a_golden_record_holds(name: str) -> None:
    """Every deal of a record is dealt and played again as it was, to the same end."""
    data, record = read_record(name)
    assert record.HasField("end")
    assert engine.verify_record(data) == []
    assert engine.Table.replay(data).hash == record.state_hash


def test_a_golden_log_gives_its_record(name: str) -> None:
    """What is written down of an old log today is what was written down then."""
    data, record = read_record(name)
    entries = [entry.data for entry in read_log(name)]
    begun = created(name)
    options = {setting.name: setting.value for setting in begun.options}
    rules = engine.Ruleset(begun.game, begun.seats, begun.preset, options, record.rules_revision)
    again = Record.FromString(engine.record(rules, record.table_id, entries, 1, None))
    for field in ("table_id", "game", "rules_revision", "seats", "match", "state_hash"):
        assert getattr(again, field) == getattr(record, field)
    assert again.end == record.end
    assert again.deals == record.deals
    assert data


def test_every_preset_is_golden() -> None:
    """There is a record of every preset with every number of seats, of every game."""
    wanted = {
        (game, preset.name, seats)
        for game in engine.games()
        for preset in Game.FromString(engine.catalogue_game(game)).presets
        for seats in preset.seats
    }
    assert wanted - {(one.game, one.preset, one.seats) for one in map(created, NAMES)} == set()


def test_what_is_rare_is_golden() -> None:
    """Records hold auctions of all kinds, loose kickers, redeals, and entropy of persons."""
    auctions, kickers = set[str](), set[str]()
    attempts, mixed = set[int](), set[int]()
    for name in NAMES:
        options = {setting.name: setting.value for setting in created(name).options}
        if created(name).game == "dou_dizhu":
            auctions.add(options["auction"])
            kickers.add(options["kickers"])
        for stored in read_log(name):
            started = parse(stored.data).deal_started
            attempts.add(started.attempt)
            mixed.update(len(part) for part in started.entropy)
    assert auctions == {"bid123", "bid_once", "call_rob"}
    assert kickers == {"distinct", "loose", "rlcard"}
    assert attempts > {1, 2, 3}
    assert {0, 8, 16} <= mixed
