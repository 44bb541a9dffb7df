"""What a process knows of names is what the store says, soon after it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import limits
from paizhuo.stores.memory_principals import MemoryPrincipals
from paizhuo.tables.names import Names

if TYPE_CHECKING:
    import pytest


async def store_of(*names: str) -> MemoryPrincipals:
    """Make a store where each is called like his id."""
    store = MemoryPrincipals(lambda: 0)
    for name in names:
        await store.create(name, name.upper(), f"t-{name}".encode(), f"r-{name}".encode())
    return store


async def test_names_are_learnt_once_and_anew_when_they_change() -> None:
    """What was learnt stays, through the first refresh too, until another process changes it."""
    store = await store_of("ann", "bob")
    here = Names(store)
    await here.learn(["ann", "bob", ""])
    await here.refresh()
    assert (here.get("ann"), here.get("bob"), here.get("")) == ("ANN", "BOB", "")
    await Names(store).erase("ann")
    await store.rename("bob", "Robert")
    assert here.get("ann") == "ANN"
    await here.refresh()
    assert (here.get("ann"), here.get("bob")) == ("", "Robert")


async def test_a_name_that_changed_before_the_first_refresh_is_not_missed() -> None:
    """Between learning and the first look at what changes nothing gets lost."""
    store = await store_of("ann")
    here = Names(store)
    await here.learn(["ann"])
    await store.erase_name("ann")
    await here.refresh()
    assert here.get("ann") == ""


async def test_who_comes_later_is_learnt() -> None:
    """A principal of a platform who was unknown when first seen has his name once he called."""
    store = await store_of()
    here = Names(store)
    await here.refresh()
    await here.learn(["p-7"])
    assert here.get("p-7") == ""
    await store.create("p-7", "Seven", b"t", b"r")
    await here.learn(["p-7"])
    assert here.get("p-7") == "Seven"


async def test_many_changes_are_all_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than are told at once are told one part after the other."""
    monkeypatch.setattr(limits, "NAMES_BATCH", 3)
    monkeypatch.setattr("paizhuo.stores.memory_principals.RENAMED_MAX", 3)
    everybody = [f"p-{place}" for place in range(10)]
    store = await store_of(*everybody)
    here = Names(store)
    await here.learn(everybody)
    await here.refresh()
    for name in everybody:
        await store.erase_name(name)
    await here.refresh()
    assert {here.get(name) for name in everybody} == {""}
