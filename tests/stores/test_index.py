"""What lists, wake-ups and finished matches say follows the logs, and can be derived again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from paizhuo.stores.base import (
    PAGE_SIZE_MAX,
    Appended,
    BadPageToken,
    DueTable,
    EventLog,
    Folded,
    MatchFilter,
    Page,
    StoredEntry,
    Summary,
    TableFilter,
    TableRow,
)
from paizhuo.stores.codec import encode_page_token
from paizhuo.stores.rebuild import rebuild_index
from stores.writing import fill, fold, summary_of, write_of

if TYPE_CHECKING:
    from stores.conftest import Logs

EVERY = TableFilter()


async def ids_of(log: EventLog, chosen: TableFilter = EVERY, size: int = 100) -> list[str]:
    """Return the tables of a list, read page by page."""
    found: list[str] = []
    page = Page(size)
    while True:
        answer = await log.list_tables(chosen, page)
        assert len(answer.rows) <= size
        found.extend(row.summary.table_id for row in answer.rows)
        if not answer.next_token:
            return found
        page = Page(size, answer.next_token)


async def everything_of(log: EventLog) -> tuple[Any, ...]:
    """Return all that the index says."""
    return (
        await log.list_tables(EVERY, Page()),
        await log.ended(),
        await log.list_matches(MatchFilter(), Page()),
        await log.list_matches(MatchFilter(principal="ann"), Page()),
        await log.list_tables(TableFilter(principal="ann"), Page()),
        await log.due(1 << 60),
    )


async def test_a_row_follows_its_table(logs: Logs) -> None:
    """The row of a table holds the summary and the head of its last entry, whole."""
    first = summary_of("table", title="夜半の卓", detail=b"\0\xff", listed=True)
    later = replace(first, state="playing", principals=("ann", "bob"), seats_taken=2, deals=1)
    assert await write_of(first, 0, wake_at_ms=50).to(logs.here) == Appended(1)
    assert await logs.there.find_table("table") == TableRow(first, 1, 1001, 50)
    assert await write_of(later, 1).to(logs.there) == Appended(2)
    assert await logs.here.find_table("table") == TableRow(later, 2, 1002, 0)
    # The same object once more: only the head moves.
    assert await write_of(later, 2, wake_at_ms=70).to(logs.there) == Appended(3)
    assert await logs.here.find_table("table") == TableRow(later, 3, 1003, 70)


async def test_a_summary_that_returns_is_written(logs: Logs) -> None:
    """A summary object used before another process changed the row is written again."""
    plain = summary_of("table")
    assert await write_of(plain, 0).to(logs.here) == Appended(1)
    changed = replace(plain, state="playing", principals=("ann",))
    assert await write_of(changed, 1).to(logs.there) == Appended(2)
    assert await write_of(plain, 2).to(logs.here) == Appended(3)
    assert await logs.there.find_table("table") == TableRow(plain, 3, 1003, 0)
    assert await ids_of(logs.there, TableFilter(principal="ann")) == []


async def test_the_newest_table_comes_first(logs: Logs) -> None:
    """Tables are listed by creation, whatever happens to them later."""
    for name in ("a", "c", "b"):
        await fill(logs.here, summary_of(name), 1)
    assert await write_of(summary_of("a", state="playing"), 1).to(logs.there) == Appended(2)
    assert await ids_of(logs.there) == ["b", "c", "a"]


async def test_filters_choose(logs: Logs) -> None:
    """Each filter chooses by its field, and several choose what passes all of them."""
    tables = [
        summary_of("one", game="zheng_fen", listed=True, owner="ann"),
        summary_of("two", state="playing", principals=("ann", "bob")),
        summary_of("three", state="playing", listed=True, principals=("bob",)),
    ]
    for table in tables:
        await fill(logs.here, table, 2)
    wanted = {
        TableFilter(game="zheng_fen"): ["one"],
        TableFilter(game="none"): [],
        TableFilter(state="playing"): ["three", "two"],
        TableFilter(listed=True): ["three", "one"],
        TableFilter(listed=False): ["two"],
        TableFilter(principal="ann"): ["two", "one"],
        TableFilter(principal="bob", state="playing", listed=True): ["three"],
        TableFilter(principal="owner"): ["three", "two"],
        TableFilter(principal="nobody"): [],
    }
    for chosen, names in wanted.items():
        assert await ids_of(logs.there, chosen) == names


async def test_leaving_takes_a_table_off_the_list(logs: Logs) -> None:
    """A person finds the tables where he sits or that he owns, not those that he has left."""
    seated = summary_of("table", principals=("ann", "bob"))
    assert await write_of(seated, 0).to(logs.here) == Appended(1)
    assert await ids_of(logs.there, TableFilter(principal="ann")) == ["table"]
    assert await write_of(replace(seated, principals=("bob",)), 1).to(logs.there) == Appended(2)
    assert await ids_of(logs.here, TableFilter(principal="ann")) == []
    assert await ids_of(logs.here, TableFilter(principal="bob")) == ["table"]


async def test_pages_are_stable(logs: Logs) -> None:
    """Tables that come or change between two pages neither repeat nor hide others."""
    names = [f"{number:02}" for number in range(7)]
    for name in names:
        await fill(logs.here, summary_of(name), 1)
    first = await logs.there.list_tables(EVERY, Page(3))
    assert [row.summary.table_id for row in first.rows] == ["06", "05", "04"]
    for name in ("new 1", "new 2"):
        await fill(logs.here, summary_of(name), 1)
    assert await write_of(summary_of("05", state="playing"), 1).to(logs.here) == Appended(2)
    second = await logs.there.list_tables(EVERY, Page(3, first.next_token))
    assert [row.summary.table_id for row in second.rows] == ["03", "02", "01"]
    third = await logs.there.list_tables(EVERY, Page(3, second.next_token))
    assert [row.summary.table_id for row in third.rows] == ["00"]
    assert third.next_token == ""
    assert await ids_of(logs.there, size=1) == ["new 2", "new 1", *reversed(names)]


async def test_a_full_last_page_is_the_last(logs: Logs) -> None:
    """A page that ends with the last row has no token."""
    for name in ("a", "b"):
        await fill(logs.here, summary_of(name), 1)
    assert (await logs.there.list_tables(EVERY, Page(2))).next_token == ""
    assert (await logs.there.list_tables(TableFilter(game="none"), Page(2))).rows == ()


@pytest.mark.parametrize("token", ["x", "AAAA", "ä", "=" * 9, "A" * 18, "A" * 4000])
async def test_other_page_tokens_are_refused(logs: Logs, token: str) -> None:
    """What no list gave out is no page token."""
    with pytest.raises(BadPageToken):
        await logs.here.list_tables(EVERY, Page(1, token))
    with pytest.raises(BadPageToken):
        await logs.here.list_matches(MatchFilter(), Page(1, token))


async def test_a_position_before_the_first_is_refused(logs: Logs) -> None:
    """A token that is well formed, but points before the first position, is no page token."""
    with pytest.raises(BadPageToken):
        await logs.here.list_tables(EVERY, Page(1, encode_page_token(EVERY, -5)))


async def test_a_token_belongs_to_its_filter(logs: Logs) -> None:
    """A token does not go on with another filter, which would skip rows silently."""
    for name in ("a", "b"):
        await fill(logs.here, summary_of(name), 1)
    token = (await logs.here.list_tables(EVERY, Page(1))).next_token
    with pytest.raises(BadPageToken):
        await logs.here.list_tables(TableFilter(state="waiting"), Page(1, token))


@pytest.mark.parametrize("size", [0, -1, PAGE_SIZE_MAX + 1])
async def test_page_sizes_are_limited(logs: Logs, size: int) -> None:
    """A page has at least one row and at most a hundred."""
    with pytest.raises(ValueError, match="page size"):
        await logs.here.list_tables(EVERY, Page(size))


async def test_the_oldest_wish_is_due_first(logs: Logs) -> None:
    """Due are the tables whose time has come, the longest waiting first, as of their head."""
    for name, wake_at_ms in (("late", 300), ("soon", 100), ("never", 0), ("mid", 200)):
        table = summary_of(name)
        assert await write_of(table, 0, wake_at_ms=wake_at_ms).to(logs.here) == Appended(1)
    assert await logs.there.due(99) == []
    assert await logs.there.due(200) == [DueTable("soon", 100, 1), DueTable("mid", 200, 1)]
    assert await logs.there.due(1000, 1) == [DueTable("soon", 100, 1)]
    assert await write_of(summary_of("soon"), 1).to(logs.there) == Appended(2)
    assert await write_of(summary_of("mid"), 1, wake_at_ms=400).to(logs.here) == Appended(2)
    assert await logs.here.due(1000) == [DueTable("late", 300, 1), DueTable("mid", 400, 2)]


async def test_what_is_due_comes_batch_by_batch(logs: Logs) -> None:
    """Behind the last row of a batch the next one begins, also among equal times."""
    for name in "dbcae":
        await write_of(summary_of(name), 0, wake_at_ms=7 if name < "d" else 9).to(logs.here)
    found: list[DueTable] = []
    while batch := await logs.there.due(9, 2, found[-1] if found else None):
        found += batch
    assert [due.table_id for due in found] == list("abcde")


async def test_tables_of_the_future_are_found(logs: Logs) -> None:
    """Whose last entry is later than now, and who waits no longer than that, is ahead."""
    for name, wake_at_ms in (("later", 1_030), ("soon", 1_020), ("never", 0)):
        await write_of(summary_of(name), 0, wake_at_ms=wake_at_ms).to(logs.here)
    row = await logs.here.find_table("soon")
    assert row is not None
    time_ms = row.time_ms
    assert await logs.there.ahead(time_ms, 1_000) == []
    found = [DueTable("soon", 1_020, 1), DueTable("later", 1_030, 1)]
    assert await logs.there.ahead(time_ms - 1, 1_000) == found
    assert await logs.there.ahead(time_ms - 1, 1_000, 1) == found[:1]
    assert await logs.there.ahead(time_ms - 1, 1_020 - time_ms) == found[:1]
    assert await logs.there.ahead(time_ms - 1, 1_019 - time_ms) == []


async def play_matches(logs: Logs) -> list[tuple[str, int]]:
    """End matches at several tables from both sides; return them in order."""
    ann = summary_of("a", principals=("ann", "bob"))
    cleo = summary_of("b", game="zheng_fen", principals=("cleo",))
    order = []
    for expected, (summary, log, match) in enumerate(
        [(ann, logs.here, 1), (ann, logs.there, 2), (ann, logs.here, 3)]
    ):
        assert await write_of(summary, expected, ends=match).to(log) == Appended(expected + 1)
        order.append(("a", match))
        other = write_of(cleo, expected, ends=match if match != 2 else None)
        assert await other.to(logs.there) == Appended(expected + 1)
        if match != 2:
            order.append(("b", match))
    return order


async def test_finished_matches_have_one_order(logs: Logs) -> None:
    """Finished matches come in the order of their ending entries, the same for everybody."""
    order = await play_matches(logs)
    ended = await logs.here.ended()
    assert [(match.table_id, match.end.match) for match in ended] == order
    assert await logs.there.ended() == ended
    positions = [match.position for match in ended]
    assert positions == sorted(set(positions))
    assert await logs.there.ended(positions[1], 2) == ended[2:4]
    assert await logs.there.ended(positions[-1]) == []


async def test_finished_matches_are_listed(logs: Logs) -> None:
    """Lists of finished matches page from the last one back, chosen by who sat there."""
    await play_matches(logs)
    ended = await logs.here.ended()
    newest = tuple(reversed(ended))
    first = await logs.there.list_matches(MatchFilter(), Page(2))
    assert first.rows == newest[:2]
    rest = await logs.there.list_matches(MatchFilter(), Page(10, first.next_token))
    assert rest.rows == newest[2:]
    for chosen, table_id in (
        (MatchFilter(principal="bob"), "a"),
        (MatchFilter(game="zheng_fen"), "b"),
        (MatchFilter(table_id="b"), "b"),
    ):
        page = await logs.there.list_matches(chosen, Page())
        assert page.rows == tuple(match for match in newest if match.table_id == table_id)
    assert (await logs.there.list_matches(MatchFilter(principal="owner"), Page())).rows == ()


async def test_a_lost_append_ends_no_match(logs: Logs) -> None:
    """An ending entry that lost its race leaves no finished match behind."""
    table = summary_of("table")
    await fill(logs.here, table, 2)
    verdict = await write_of(table, 1, "other", ends=1).to(logs.there)
    assert not isinstance(verdict, Appended)
    assert await logs.here.ended() == []


async def test_a_rebuilt_index_is_the_same(logs: Logs) -> None:
    """Deriving the index from the logs again changes nothing that it says."""
    await play_matches(logs)
    await fill(logs.there, summary_of("plain", title="t", detail=b"\1", listed=True), 3)
    waking = summary_of("waking", principals=("ann",), deals=2, matches=1)
    assert await write_of(waking, 0, wake_at_ms=5).to(logs.here) == Appended(1)
    before = await everything_of(logs.here)
    assert await rebuild_index(logs.there, fold) == 4
    assert await everything_of(logs.here) == before


async def test_a_wrong_index_is_repaired(logs: Logs) -> None:
    """A rebuild puts right what the index says wrongly, at the positions of the logs."""
    await play_matches(logs)
    before = await everything_of(logs.here)

    def forget(table_id: str, entries: Any) -> Folded:
        right = fold(table_id, entries)
        wrong = replace(right.summary, state="wrong", principals=("eve",))
        return Folded(wrong, replace(right.head, wake_at_ms=7))

    await rebuild_index(logs.here, forget)
    assert await logs.there.ended() == []
    assert len(await logs.there.due(7)) == 2
    assert await ids_of(logs.there, TableFilter(principal="eve")) == ["b", "a"]
    await rebuild_index(logs.there, fold)
    assert await everything_of(logs.here) == before


async def test_a_rebuild_does_not_undo(logs: Logs) -> None:
    """A table that has moved on since it was folded keeps its newer row."""
    table = summary_of("table")
    await fill(logs.here, table, 2)
    folded = fold("table", await logs.here.read("table"))
    newer = replace(table, state="playing")
    assert await write_of(newer, 2).to(logs.there) == Appended(3)
    assert await logs.here.reindex("table", folded) is False
    assert await logs.here.reindex("table", None) is False
    assert await logs.there.find_table("table") == TableRow(newer, 3, 1003, 0)


async def test_table_ids_are_paged(logs: Logs) -> None:
    """The ids of all tables come sorted, batch by batch."""
    names = sorted(f"{number * 7919 % 31:02}" for number in range(31))
    for name in names:
        await fill(logs.here, summary_of(name), 2)
    found: list[str] = []
    while batch := await logs.there.table_ids(found[-1] if found else "", 7):
        found.extend(batch)
    assert found == names


def test_every_field_of_a_summary_is_kept_by_the_tests() -> None:
    """The fold of these tests derives every field, so that a forgotten column shows."""
    summary = Summary(
        "t", "g", "s", 4, 3, "o", 9, ("p", "q"), listed=True, title="n", deals=5, matches=2,
        detail=b"\0d",
    )  # fmt: skip
    write = write_of(summary, 0, wake_at_ms=3, ends=1)
    assert write.end is not None
    folded = fold("t", [StoredEntry(1, write.entry)])
    assert folded == Folded(summary, write.head, (write.end,))
