"""Lend a folder that goes away with the process, however that ends."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

REMOVE = 'read -r _; rm -rf -- "$0"'
"""Wait for the end of a pipe, which the system closes for a killed process too."""


@contextlib.contextmanager
def lent_folder() -> Iterator[Path]:
    """Lend a folder beside the sources, on the disk that is to be measured."""
    folder = tempfile.mkdtemp(prefix="paizhuo-bench-", dir=Path.cwd())
    # In a session of its own: Ctrl-C in a terminal would end it with the rest.
    remover = subprocess.Popen(
        ["sh", "-c", REMOVE, folder], stdin=subprocess.PIPE, start_new_session=True
    )
    try:
        yield Path(folder)
    finally:
        remover.communicate()
