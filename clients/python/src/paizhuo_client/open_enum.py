"""Enums that later servers may add to."""

from __future__ import annotations

import enum


class OpenEnum(enum.IntEnum):
    """An enum of the API: a number that this client does not know is read as UNSPECIFIED, 0."""

    @classmethod
    def _missing_(cls, value: object) -> OpenEnum | None:
        return cls(0) if isinstance(value, int) and value != 0 else None
