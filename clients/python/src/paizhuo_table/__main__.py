"""Run the program: `paizhuo-table`, or `python -m paizhuo_table`."""

from __future__ import annotations

import sys

from paizhuo_table.needed import HOW_TO_INSTALL, is_installed


def main() -> None:
    """Run the program, or say what it lacks."""
    if not is_installed():
        sys.exit(f"paizhuo-table: {HOW_TO_INSTALL}")
    from paizhuo_table.program import main as run  # noqa: PLC0415 - it needs what was looked for

    run()


if __name__ == "__main__":
    main()
