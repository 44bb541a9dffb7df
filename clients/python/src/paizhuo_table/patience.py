"""Waiting for the server, and saying so where it takes long."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from paizhuo_table import look as styles
from paizhuo_table.canvas import styled
from paizhuo_table.scene import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from paizhuo_table.scene import Scene

TELL_AFTER_S: Final = 1.0
"""After how long somebody who waits is told for what."""


async def patiently(
    scene: Scene, redraw: Callable[[], None], work: Coroutine[object, object, object]
) -> None:
    """Wait for an answer; while that takes long, a notice says so."""
    waiting = Notice(styled(scene.words["no_answer_yet"], styles.DIM))

    def tell() -> None:
        scene.notice = waiting
        redraw()

    telling = asyncio.get_running_loop().call_later(TELL_AFTER_S, tell)
    try:
        await work
    finally:
        telling.cancel()
        if scene.notice is waiting:
            scene.notice = None
            redraw()
