"""Print docs/errors.md, or with a path write it there: `python -m paizhuo.cli.errors_doc`."""

from __future__ import annotations

import sys
from pathlib import Path

from paizhuo.errors import render_errors_markdown


def main(arguments: list[str]) -> None:
    """Print or write the document."""
    text = render_errors_markdown()
    if arguments:
        Path(arguments[0]).write_text(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
