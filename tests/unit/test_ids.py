"""Names: derived where they must be the same, drawn where nobody may foresee them."""

from __future__ import annotations

import uuid

import pytest

from paizhuo import ids
from paizhuo.clock import SystemRandomness


def test_a_table_is_named_by_its_request() -> None:
    """Key, principal and request make the name; the spelling of the UUID does not matter."""
    request_id = str(uuid.uuid4())
    name = ids.make_table_id(b"key", "g-1", request_id)
    assert ids.is_table_id(name)
    assert name == ids.make_table_id(b"key", "g-1", request_id.upper())
    others = {
        ids.make_table_id(b"other", "g-1", request_id),
        ids.make_table_id(b"key", "g-2", request_id),
        ids.make_table_id(b"key", "g-1", str(uuid.uuid4())),
    }
    assert name not in others
    assert len(others) == 3


def test_the_secret_of_a_table_depends_on_key_and_table() -> None:
    """It is the same whenever the table is created again, and no two tables have one."""
    secret = ids.make_table_secret(b"key", "a" * 32)
    assert secret == ids.make_table_secret(b"key", "a" * 32)
    assert len(secret) == 32
    assert secret != ids.make_table_secret(b"key", "b" * 32)
    assert secret != ids.make_table_secret(b"other", "a" * 32)


@pytest.mark.parametrize("text", ["", "a", "A" * 32, "a" * 33, "a" * 31 + "1", "../" * 10 + "ab"])
def test_other_names_are_no_tables(text: str) -> None:
    """What the server cannot have made is no table, whatever it looks like."""
    assert not ids.is_table_id(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("00000000-0000-0000-0000-000000000000", True),
        ("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", True),
        ("f81d4fae7dec11d0a76500a0c91e6bf6", False),
        ("{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", False),
        ("f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n", False),
        ("g81d4fae-7dec-11d0-a765-00a0c91e6bf6", False),
        ("", False),
    ],
)
def test_request_ids_are_uuids(text: str, expected: bool) -> None:  # noqa: FBT001 - a case
    """A request id is a UUID in its usual form, in capitals or not."""
    assert ids.is_request_id(text) == expected


def test_a_recovery_code_may_be_typed_badly() -> None:
    """Small letters, missing dashes and letters taken for digits make no difference."""
    code = ids.make_recovery_code(SystemRandomness())
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert ids.hash_recovery_code(typed) == ids.hash_recovery_code(code)
    assert ids.hash_recovery_code(code[:-1]) != ids.hash_recovery_code(code)


def test_nothing_is_drawn_twice() -> None:
    """Principals, tokens and codes differ each time, and principals hold no slash."""
    randomness = SystemRandomness()
    for draw in (ids.make_principal_id, ids.make_token, ids.make_recovery_code):
        drawn = {draw(randomness) for _ in range(100)}
        assert len(drawn) == 100
        assert all("/" not in text for text in drawn)


def test_entries_are_named_by_who_writes_them() -> None:
    """A call's entry is named by principal and request, the server's by what it is about."""
    assert ids.call_entry_id("g-1", "ABC") == "g-1/abc"
    assert ids.system_entry_id("bot", "1-2-3") == "system:bot:1-2-3"
