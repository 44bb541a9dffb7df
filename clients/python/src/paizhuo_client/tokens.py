"""Who the client is: guests, and tokens that a platform gives out."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TypeAlias

import grpc

from paizhuo_client.refusals import local_error

TokenSource: TypeAlias = Callable[[], str | Awaitable[str]]
"""Gives a token whenever a new one is needed: before the first call, and after one ran out."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest: keep it, and the same person comes back.

    The token lives for 90 days and is renewed by being used. The recovery code makes a new
    one, after years too; the client does that by itself when the server no longer takes the token.
    """

    principal: str
    """Name in the API; it never changes."""
    token: str = field(repr=False)
    """Secret."""
    recovery_code: str = field(repr=False, default="")
    """Secret."""

    def save(self, path: str | Path) -> None:
        """Write it into a file that only its owner can read; nobody finds half of it there."""
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        # Made with 0600, under a name that nobody else has.
        descriptor, beside = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(asdict(self), file)
            Path(beside).replace(target)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise

    @classmethod
    def find(cls, path: str | Path) -> Guest | None:
        """Read it from a file, None if there is none; raises as `load` does."""
        return cls.load(path) if Path(path).exists() else None

    @classmethod
    def load(cls, path: str | Path) -> Guest:
        """Read it from a file; raises OSError if there is none, ValueError if it is no guest."""
        text = Path(path).read_bytes()
        try:
            found = json.loads(text)
            return cls(found["principal"], found["token"], found["recovery_code"])
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path} holds no guest") from error


class Identity:
    """The token that calls carry, and how to get another one."""

    def __init__(self, token: str | TokenSource | Guest | None) -> None:
        self.guest = token if isinstance(token, Guest) else None
        self._file: str | Path | None = None
        self._source = token if callable(token) else None
        self._token = token if isinstance(token, str) else ""
        self._fetching = asyncio.Lock()

    def become(self, guest: Guest, file: str | Path | None = None) -> None:
        """Be this guest from now on, who is kept in that file."""
        self.guest, self._source, self._token = guest, None, ""
        self._file = file

    def recovered(self, guest: Guest) -> None:
        """Be the same guest with a new token, also in the file."""
        self.guest = guest
        if self._file is not None:
            guest.save(self._file)

    async def metadata(self) -> tuple[tuple[str, str], ...]:
        """Return what a call carries.

        Calls that need a token together wait for one; what the function raises goes to each.
        Raises `TokenInvalid` for what cannot be sent; spaces and line ends around it may stay.
        """
        if not self._token and self._source is not None:
            async with self._fetching:
                if not self._token:
                    found = self._source()
                    self._token = await found if inspect.isawaitable(found) else found
        token = (self.guest.token if self.guest is not None else self._token).strip()
        if not (token.isascii() and token.isprintable()):
            text = "the token has signs that no token has"
            raise local_error("TOKEN_INVALID", grpc.StatusCode.UNAUTHENTICATED, text)
        return (("authorization", f"Bearer {token}"),) if token else ()

    def refused(self, metadata: tuple[tuple[str, str], ...]) -> bool:
        """Note that the server did not take a token; True if another one can be had.

        Several calls may find that out together: for those that carried an older token the new
        one is there already.
        """
        if self._source is None or not metadata:
            return False
        if metadata[0][1] == f"Bearer {self._token.strip()}":
            self._token = ""
        return True
