"""Be a writer that is killed: append to many tables at once, and say what was accepted.

Each accepted append is one line on standard output, the table and the revision.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from paizhuo.stores.base import Appended
from paizhuo.stores.sqlite import Durability, SqliteLog
from stores.writing import summary_of, write_of


async def main(path: Path, durability: Durability, tables: int) -> None:
    """Append until killed."""
    log = SqliteLog(path, durability)

    async def grow(table_id: str) -> None:
        table = summary_of(table_id)
        row = await log.find_table(table_id)
        head = 0 if row is None else row.revision
        while True:
            ends = head // 5 if head and head % 5 == 0 else None
            write = write_of(table, head, "writer", wake_at_ms=head, ends=ends)
            verdict = await write.to(log)
            assert isinstance(verdict, Appended)
            head = verdict.revision
            # Written at once: what is in no pipe yet was not acknowledged to anybody.
            os.write(1, f"{table_id} {head}\n".encode())

    await asyncio.gather(*(grow(f"table-{number}") for number in range(tables)))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Durability(sys.argv[2]), int(sys.argv[3])))
