"""The small parts: fields, table options, rationing, requests."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import pytest
from google.protobuf.internal import encoder

from paizhuo import limits
from paizhuo.auth.guests import RateLimit
from paizhuo.buckets import Buckets, Ration
from paizhuo.errors import ServiceError
from paizhuo.rpc.paging import decode_offset, encode_offset, page_size
from paizhuo.storage.v1.entry_pb2 import Entry
from paizhuo.tables import commands
from paizhuo.tables.entries import cause, hash_field, parse, wake_field
from paizhuo.tables.options import TABLE_OPTIONS, complete, spectating, timing
from paizhuo.tables.wire import bytes_field, number_field, text_field, varint
from paizhuo.v1 import rules_pb2, table_service_pb2

if TYPE_CHECKING:
    from google.protobuf.descriptor import FieldDescriptor


class Clock:
    """Stand still until told otherwise."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.time = 0.0

    def now_ms(self) -> int:
        """Return the time."""
        return int(self.time * 1000)

    def monotonic(self) -> float:
        """Return the time."""
        return self.time


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300, 1 << 21, 1_700_000_000_000, (1 << 63) - 1])
def test_numbers_are_encoded_as_protobuf_does(number: int) -> None:
    """Our varints are those of the library."""
    assert varint(number) == encoder._VarintBytes(number)  # type: ignore[attr-defined]


def test_fields_are_merged_into_a_message() -> None:
    """Fields that are appended as bytes are what the message says."""
    raw = number_field(1, 7) + text_field(3, "a/b") + bytes_field(4, b"") + number_field(5, 0)
    entry = Entry.FromString(raw)
    assert (entry.revision, entry.entry_id, entry.digest, entry.time_ms) == (7, "a/b", b"", 0)
    sealed = Entry.FromString(raw + hash_field(b"12345678") + wake_field(99))
    assert (sealed.revision, sealed.state_hash, sealed.wake_at_ms) == (7, b"12345678", 99)


def test_entries_of_others_are_told_from_ours() -> None:
    """An unknown format or an unknown kind needs a newer server; rubbish is no entry."""
    known = Entry(format=1)
    known.bot_removed.seat = 1
    assert parse(known.SerializeToString()) == known
    for bad, code in (
        (Entry(format=2, bot_removed=known.bot_removed), "NEWER_SERVER_NEEDED"),
        (Entry(format=1), "NEWER_SERVER_NEEDED"),
    ):
        with pytest.raises(ServiceError) as error:
            parse(bad.SerializeToString())
        assert error.value.code == code
    with pytest.raises(ServiceError) as error:
        parse(b"\xff")
    assert error.value.code == "TABLE_QUARANTINED"


def test_the_cause_of_an_entry_is_a_call_or_the_server() -> None:
    """An entry id names principal and request; the server's names neither."""
    assert cause("g-1/abc") == ("g-1", "abc")
    assert cause("system:bot:1-1-1") == ("", "")


@pytest.mark.parametrize(
    ("value", "is_good"),
    [
        ("server", True),
        ("0", True),
        ("10000", True),
        ("10001", False),
        ("-1", False),
        ("007", False),
        ("", False),
        ("٣", False),
    ],
)
def test_table_options_have_one_notation(value: str, is_good: bool) -> None:  # noqa: FBT001
    """A value is one of the names, or a number in range, written in the one way."""
    assert TABLE_OPTIONS[0].check(value) == is_good
    setting = rules_pb2.Setting(name="bot_delay_ms", value=value)
    if is_good:
        assert complete([setting])["bot_delay_ms"] == value
    else:
        with pytest.raises(ServiceError):
            complete([setting])


def test_the_operator_chooses_where_the_table_does_not() -> None:
    """A table that names no delay has the server's."""
    assert timing(complete([]), 600).bot_delay_ms == 600
    assert timing({"bot_delay_ms": "50"}, 600).bot_delay_ms == 50


@pytest.mark.parametrize("given", [{"bot_delay_ms": "0"}, {"bot_delay_ms": "5"}, {}], ids=str)
def test_no_bot_answers_as_fast_as_it_thinks(given: dict[str, str]) -> None:
    """However short the delay, a bot takes a least time, in which its thinking does not show."""
    assert timing(given, 0).bot_delay_ms == limits.BOT_DELAY_MS_MIN > 0


@pytest.mark.parametrize(
    ("given", "held_ms"),
    [("0", 0), ("1", limits.ABANDON_MS_MIN), ("4999", limits.ABANDON_MS_MIN), ("5001", 5001)],
)
def test_no_table_is_abandoned_within_seconds(given: str, held_ms: int) -> None:
    """However short the time, who lost a connection may come back; 0 closes no table."""
    assert timing({"abandon_after_ms": given}, 0).abandon_after_ms == held_ms


def test_spectators_never_live_further_behind_than_memory_reaches() -> None:
    """The longest delay fits into what is kept in memory, and into what may wait for a reader."""
    longest = complete([rules_pb2.Setting(name="spectator_delay_revisions", value="100")])
    assert spectating(longest).delay == limits.SPECTATOR_DELAY_MAX
    assert limits.SPECTATOR_DELAY_MAX < limits.RECENT_STEPS_MAX
    assert limits.SPECTATOR_DELAY_MAX < limits.WATCHER_BACKLOG_MAX


def test_a_table_without_spectator_options_is_open_to_everybody() -> None:
    """Defaults, and tables from before the options, hold nothing back."""
    assert spectating({}).is_free
    assert spectating(complete([])).is_free
    assert not spectating({"spectators": "nobody"}).is_free


def test_every_default_is_a_value() -> None:
    """The catalogue promises nothing that CreateTable would refuse."""
    for option in TABLE_OPTIONS:
        assert option.check(option.default)
        assert option.describe().default_value == option.default


def test_named_values_have_names_for_people() -> None:
    """The catalogue labels every name that a table option takes, in three languages."""
    for described in (option.describe() for option in TABLE_OPTIONS):
        assert [term.name for term in described.value_labels] == list(described.values)
        labels = [described.label, *(term.label for term in described.value_labels)]
        assert all(label.en and label.zh and label.ru for label in labels)


def test_guests_are_rationed() -> None:
    """A burst is let through, then so many a second, and no more are saved up than a burst."""
    clock = Clock()
    ration = RateLimit(clock, per_second=2, burst=3)
    assert [ration.take() for _ in range(4)] == [True, True, True, False]
    clock.time = 1
    assert [ration.take() for _ in range(3)] == [True, True, False]
    clock.time = 1000
    assert [ration.take() for _ in range(4)] == [True, True, True, False]


def test_rations_grow_again_and_are_forgotten() -> None:
    """A burst, then one after each interval; who has used nothing for long takes no room."""
    buckets = Buckets()
    ration = Ration("ann", burst=3, every_ms=100)
    for _ in range(3):
        assert buckets.wait_ms(ration, 1_000) == 0
        buckets.take(ration, 1_000)
    assert buckets.wait_ms(ration, 1_000) == 100
    assert buckets.wait_ms(ration, 1_099) == 1
    assert buckets.wait_ms(ration, 1_100) == 0
    assert buckets.wait_ms(Ration("bob", 3, 100), 1_000) == 0
    buckets.take(ration, 1_100)
    assert buckets.wait_ms(ration, 1_150) == 50
    # Another interval or burst takes the same ration as it stands.
    assert buckets.wait_ms(Ration("ann", 9, 100), 1_150) == 0
    for place in range(1_000):
        buckets.take(Ration(str(place), 3, 100), 2_000 + 1_000 * place)
    assert len(buckets._whole_ms) < 100


def test_offsets_belong_to_their_question() -> None:
    """A page token goes on where it ended, and with no other question."""
    token = encode_offset(b"question", 40)
    assert decode_offset(b"question", token) == 40
    assert decode_offset(b"question", "") == 0
    with pytest.raises(ServiceError):
        decode_offset(b"another", token)
    with pytest.raises(ServiceError):
        decode_offset(b"question", token[:-2])


def test_pages_have_a_size() -> None:
    """Zero is the default, a hundred the most."""
    assert [page_size(asked) for asked in (0, 1, 100)] == [50, 1, 100]
    with pytest.raises(ServiceError):
        page_size(101)


def test_no_mutating_request_holds_a_map() -> None:
    """Requests encode deterministically by themselves, so that a digest is one everywhere."""
    seen: list[str] = []

    def fields_of(descriptor: object) -> list[FieldDescriptor]:
        found: list[FieldDescriptor] = []
        for field in descriptor.fields:  # type: ignore[attr-defined]
            found.append(field)
            if field.message_type is not None:
                found += fields_of(field.message_type)
        return found

    for method in table_service_pb2.DESCRIPTOR.services_by_name["TableService"].methods:
        if "request_id" in method.input_type.fields_by_name:
            seen.append(method.name)
            for field in fields_of(method.input_type):
                is_map = field.message_type is not None and (
                    field.message_type.GetOptions().map_entry
                )
                assert not is_map, field.full_name
    assert len(seen) >= 7


def test_a_digest_ignores_its_request_id_and_what_is_unknown() -> None:
    """Two requests that ask the same have one digest, whatever a newer client adds."""
    ids = ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf7"]
    raws = [
        table_service_pb2.JoinTableRequest(request_id=name, table_id="t").SerializeToString()
        for name in ids
    ]
    raws.append(raws[0] + b"\xa2\x06\x03new")
    digests = set()
    for raw in raws:
        request = table_service_pb2.JoinTableRequest.FromString(raw)
        digests.add(commands.Join("g-1", request).digest)
    assert len(digests) == 1


def test_commands_have_the_parts_of_a_command() -> None:
    """Every command prepares and answers."""
    for name in ("Join", "Leave", "AddBot", "RemoveBot", "SetReady", "Act", "BotMove"):
        command = getattr(commands, name)
        assert inspect.isfunction(command.prepare)
        assert inspect.isfunction(command.answer)
