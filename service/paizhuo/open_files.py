"""Share the files that the system lets this process open among connections and everything else."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final

from paizhuo import limits

_FILES_WANTED: Final = 4 * limits.CONNECTIONS_MAX
_SHARES: Final = 4
"""One for connections over HTTP, one for those that are being turned away there, one for those over
gRPC, one for the store and all else."""


def allow_many() -> None:
    """Let this process open as many files as it can use, as far as the system lets it."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - of Unix alone

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES_WANTED if hard == resource.RLIM_INFINITY else min(_FILES_WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def connections_max() -> int:
    """Return how many connections one port takes, so that files are left for the store."""
    if sys.platform == "win32":
        return limits.CONNECTIONS_MAX
    import resource  # noqa: PLC0415 - of Unix alone

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return limits.CONNECTIONS_MAX
    return max(1, min(limits.CONNECTIONS_MAX, soft // _SHARES))
