"""Guests keep their names and tokens, apart from every log, for all processes alike."""

from __future__ import annotations

import asyncio
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

import apsw
import pytest

from paizhuo.stores import memory_principals, sqlite_principals
from paizhuo.stores.base import PrincipalExists, StoreUnavailable
from paizhuo.stores.memory_principals import MemoryPrincipals
from paizhuo.stores.principals import (
    TOKEN_LIFETIME_MS,
    TOKEN_TOUCH_MS,
    TOKENS_MAX,
    Principal,
)
from paizhuo.stores.sqlite_principals import PRINCIPALS_SCHEMA, SqlitePrincipals

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from paizhuo.stores.principals import PrincipalStore

ANN = Principal("p-ann", "Ann 牌", 5)


class Clock:
    """Be a clock that stands until it is set."""

    def __init__(self) -> None:
        """Begin at 5."""
        self.ms = 5

    def __call__(self) -> int:
        """Return the time."""
        return self.ms


class Stores(NamedTuple):
    """Hold two views of the same guests, and the clock of both."""

    here: PrincipalStore
    there: PrincipalStore
    clock: Clock


@pytest.fixture(params=["memory", "sqlite"])
async def stores(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stores]:
    """Open the guests twice; a second connection is to SQLite what a second process is."""
    clock = Clock()
    if request.param == "memory":
        store = MemoryPrincipals(clock)
        yield Stores(store, store, clock)
        return
    here, there = (SqlitePrincipals(tmp_path / "principals.db", clock) for _ in range(2))
    yield Stores(here, there, clock)
    await here.aclose()
    await there.aclose()


async def create_ann(store: PrincipalStore) -> Principal:
    """Create the guest of these tests."""
    return await store.create("p-ann", "Ann 牌", b"token", b"recovery")


async def test_a_guest_is_known_by_the_token(stores: Stores) -> None:
    """Who was created is found by token and by id, from everywhere."""
    assert await create_ann(stores.here) == ANN
    assert await stores.there.authenticate(b"token") == ANN
    assert await stores.there.authenticate(b"other") is None
    assert await stores.there.authenticate(b"recovery") is None
    assert await stores.there.find(["p-ann", "p-bob", "p-ann"]) == {"p-ann": ANN}
    assert await stores.there.find([]) == {}


async def test_creating_again_changes_nothing(stores: Stores) -> None:
    """The same creation again returns the guest as he is by now."""
    await create_ann(stores.here)
    stores.clock.ms = 9
    await stores.here.rename("p-ann", "Anna")
    assert await create_ann(stores.there) == Principal("p-ann", "Anna", 5)


@pytest.mark.parametrize(
    ("principal_id", "token", "recovery"),
    [
        ("p-ann", b"t2", b"r2"),
        ("p-ann", b"token", b"r2"),
        ("p-ann", b"t2", b"recovery"),
        ("p-bob", b"token", b"r2"),
        ("p-bob", b"t2", b"recovery"),
    ],
)
async def test_nothing_is_taken_twice(
    stores: Stores, principal_id: str, token: bytes, recovery: bytes
) -> None:
    """A taken id, token or recovery code is refused, and nothing of the rest is kept."""
    await create_ann(stores.here)
    with pytest.raises(PrincipalExists):
        await stores.there.create(principal_id, "Bob", token, recovery)
    assert await stores.here.find(["p-ann", "p-bob"]) == {"p-ann": ANN}
    assert await stores.here.authenticate(b"t2") is None
    assert await stores.here.recover(b"r2", b"t3") is None


async def test_a_token_lives_while_used(stores: Stores) -> None:
    """Use renews a token; unused for its lifetime it is gone, also when used again later."""
    await create_ann(stores.here)
    for _ in range(3):
        stores.clock.ms += TOKEN_LIFETIME_MS - 1
        assert await stores.there.authenticate(b"token") == ANN
    stores.clock.ms += TOKEN_LIFETIME_MS
    assert await stores.here.authenticate(b"token") is None
    stores.clock.ms -= TOKEN_LIFETIME_MS
    assert await stores.there.authenticate(b"token") is None


async def test_the_last_use_is_recorded_once_an_hour(stores: Stores) -> None:
    """A use within the hour is not written down, the first one after it is."""
    await create_ann(stores.here)
    stores.clock.ms = 5 + TOKEN_TOUCH_MS - 1
    assert await stores.here.authenticate(b"token") == ANN
    stores.clock.ms = 5 + TOKEN_LIFETIME_MS - 1
    assert await stores.there.authenticate(b"token") == ANN
    stores.clock.ms += TOKEN_LIFETIME_MS - 1
    assert await stores.here.authenticate(b"token") == ANN


async def test_an_unrecorded_use_renews_nothing(stores: Stores) -> None:
    """A token may expire up to an hour before its lifetime after the last use."""
    await create_ann(stores.here)
    stores.clock.ms = 5 + TOKEN_TOUCH_MS - 1
    assert await stores.here.authenticate(b"token") == ANN
    stores.clock.ms = 5 + TOKEN_LIFETIME_MS
    assert await stores.there.authenticate(b"token") is None


async def test_a_recovery_code_gives_a_new_token(stores: Stores) -> None:
    """The code gives the same guest a new token, as often as wanted; the old one stays."""
    await create_ann(stores.here)
    assert await stores.there.recover(b"other", b"new") is None
    assert await stores.there.recover(b"recovery", b"new") == ANN
    assert await stores.there.recover(b"recovery", b"new") == ANN
    assert await stores.here.authenticate(b"new") == ANN
    assert await stores.here.authenticate(b"token") == ANN


async def test_recovering_with_another_guests_token_is_refused(stores: Stores) -> None:
    """A new token that somebody has already stays his."""
    await create_ann(stores.here)
    bob = await stores.here.create("p-bob", "Bob", b"bobs", b"bobs code")
    with pytest.raises(PrincipalExists):
        await stores.there.recover(b"recovery", b"bobs")
    assert await stores.here.authenticate(b"bobs") == bob


async def test_tokens_are_limited(stores: Stores) -> None:
    """Beyond the limit the least used token goes, never the new one."""
    await create_ann(stores.here)
    for number in range(TOKENS_MAX):
        stores.clock.ms += 1
        assert await stores.here.recover(b"recovery", b"%d" % number) == ANN
    assert await stores.there.authenticate(b"token") is None
    for number in range(TOKENS_MAX):
        assert await stores.there.authenticate(b"%d" % number) == ANN


async def test_a_revoked_token_is_gone(stores: Stores) -> None:
    """A revoked token is nobody's any more."""
    await create_ann(stores.here)
    assert await stores.there.revoke(b"token") is True
    assert await stores.here.revoke(b"token") is False
    assert await stores.here.authenticate(b"token") is None


async def test_names_change_and_go(stores: Stores) -> None:
    """A guest may change his name and have it erased; strangers have none."""
    await create_ann(stores.here)
    assert await stores.there.rename("p-ann", "Anna") == Principal("p-ann", "Anna", 5)
    assert await stores.here.rename("p-bob", "Bob") is None
    assert await stores.here.erase_name("p-ann") is True
    assert await stores.here.erase_name("p-bob") is False
    assert await stores.there.authenticate(b"token") == Principal("p-ann", "", 5)


async def test_a_secret_is_drawn_once(stores: Stores) -> None:
    """Everybody who asks for a secret gets the same 32 bytes; each name has its own."""
    sides = (stores.here, stores.there)
    drawn = await asyncio.gather(*(sides[number % 2].secret("server") for number in range(8)))
    assert len(set(drawn)) == 1
    assert len(drawn[0]) == 32
    assert await stores.there.secret("server") == drawn[0]
    assert await stores.here.secret("other") != drawn[0]


async def test_a_closed_store_says_so(stores: Stores) -> None:
    """After closing, calls raise `StoreUnavailable`."""
    await stores.here.aclose()
    with pytest.raises(StoreUnavailable):
        await stores.here.authenticate(b"token")


async def test_everything_outlives_the_process(tmp_path: Path) -> None:
    """Guests and secrets are there when the file is opened again."""
    clock = Clock()
    store = SqlitePrincipals(tmp_path / "principals.db", clock)
    await create_ann(store)
    secret = await store.secret("server")
    await store.aclose()
    store = SqlitePrincipals(tmp_path / "principals.db", clock)
    assert await store.authenticate(b"token") == ANN
    assert await store.secret("server") == secret
    await store.aclose()


async def test_an_erased_name_is_in_no_file(tmp_path: Path) -> None:
    """Once names are erased their bytes are in neither the database nor beside it."""
    store = SqlitePrincipals(tmp_path / "principals.db", Clock())
    guests = [(f"p-{number}", f"Wilhelmine-Erasable-{number:03}") for number in range(40)]
    for guest, name in guests:
        await store.create(guest, name, b"token " + guest.encode(), b"code " + guest.encode())

    def kept() -> list[str]:
        files = [path.read_bytes() for path in tmp_path.iterdir()]
        # The first bytes of what was freed are overwritten even by those who keep the rest.
        return [name for _, name in guests if any(name[8:].encode() in data for data in files)]

    assert len(kept()) == len(guests)
    for guest, _ in guests:
        assert await store.erase_name(guest) is True
    assert kept() == []
    await store.aclose()


async def test_other_processes_find_out_whose_names_changed(stores: Stores) -> None:
    """Behind a position each whose name was set or erased is told, once more if it was again."""
    for name in ("ann", "bob", "eve"):
        await stores.here.create(f"p-{name}", name, f"t-{name}".encode(), f"r-{name}".encode())
    begin, nobody = await stores.there.renamed(None)
    assert list(nobody) == []
    assert await stores.there.renamed(begin) == (begin, [])
    await stores.here.rename("p-ann", "Anna")
    await stores.here.erase_name("p-bob")
    await stores.here.erase_name("p-nobody")
    first, changed = await stores.there.renamed(begin)
    assert changed == ["p-ann", "p-bob"]
    await stores.here.erase_name("p-ann")
    second, changed = await stores.there.renamed(first)
    assert changed == ["p-ann"]
    assert second > first > begin
    assert await stores.there.renamed(second) == (second, [])
    assert (await stores.there.renamed(begin))[1] == ["p-bob", "p-ann"]
    assert (await stores.there.renamed(None))[0] == second


async def test_many_changed_names_are_told_in_parts(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many names change at once, going on from position to position tells all of them."""
    for module in (memory_principals, sqlite_principals):
        monkeypatch.setattr(module, "RENAMED_MAX", 3)
    everybody = [f"p-{place}" for place in range(8)]
    for name in everybody:
        await stores.here.create(name, name, f"t-{name}".encode(), f"r-{name}".encode())
        await stores.here.erase_name(name)
    told: list[str] = []
    position = 0
    while True:
        position, changed = await stores.there.renamed(position)
        if not changed:
            break
        assert len(changed) <= 3
        told.extend(changed)
    assert told == everybody


def test_a_file_of_the_first_schema_is_taken_over(tmp_path: Path) -> None:
    """A file that an earlier release wrote learns to tell whose names change."""
    path = tmp_path / "principals.db"
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute(PRINCIPALS_SCHEMA.scripts[0])
        connection.pragma("application_id", PRINCIPALS_SCHEMA.application_id)
        connection.pragma("user_version", 1)
        connection.execute("INSERT INTO principals VALUES ('p-ann', 'Ann', 5, x'00')")

    async def erase() -> tuple[int, object]:
        store = SqlitePrincipals(path, Clock())
        begin, _ = await store.renamed(None)
        assert await store.erase_name("p-ann")
        changed = await store.renamed(begin)
        await store.aclose()
        return changed

    assert asyncio.run(erase()) == (1, ["p-ann"])
