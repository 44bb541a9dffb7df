"""Fork writers that are killed, one after another, without paying for a new interpreter each.

Reads one line of JSON for each from standard input (file of the logs, durability, number of
tables, file for what was accepted) and says its process id, then that it has ended. Nothing
is open and no thread runs when it forks.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

from paizhuo.stores.sqlite import Durability
from stores.writer_process import main as write_until_killed


def run_writer(path: str, durability: str, tables: int, accepted: str) -> None:
    """Write; what was accepted goes where standard output went."""
    descriptor = os.open(accepted, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(descriptor, 1)
    asyncio.run(write_until_killed(Path(path), Durability(durability), tables))


def main() -> None:
    """Fork a writer for each line, and wait for its end."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                run_writer(*json.loads(line))
            finally:
                # Only what goes wrong leads here: a writer writes until it is killed.
                os._exit(1)
        print(child, flush=True)  # noqa: T201 - this is how it answers
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201 - the same


if __name__ == "__main__":
    main()
