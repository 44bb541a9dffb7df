"""A server opens its stores by the name of their durability."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paizhuo.stores.base import StoreUnavailable
from paizhuo.stores.opening import DURABILITIES, open_stores
from stores.writing import fill, summary_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("durability", DURABILITIES)
async def test_every_durability_opens(durability: str, tmp_path: Path) -> None:
    """Each name opens a log and a store of guests; all but memory outlive closing."""
    folder = tmp_path / "data"
    stores = open_stores(durability, folder, lambda: 0)
    await fill(stores.log, summary_of("table"), 2)
    secret = await stores.principals.secret("server")
    await stores.aclose()
    with pytest.raises(StoreUnavailable):
        await stores.log.read("table")
    with pytest.raises(StoreUnavailable):
        await stores.principals.secret("server")
    again = open_stores(durability, folder, lambda: 0)
    kept = durability != "memory"
    assert (len(await again.log.read("table")) == 2) is kept
    assert (await again.principals.secret("server") == secret) is kept
    assert folder.exists() is kept
    await again.aclose()


def test_an_unknown_durability_is_refused(tmp_path: Path) -> None:
    """A durability of another name is a mistake, and makes no file."""
    with pytest.raises(ValueError, match="eternal"):
        open_stores("eternal", tmp_path / "data", lambda: 0)
    assert list(tmp_path.iterdir()) == []
