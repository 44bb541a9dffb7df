"""Write docs/errors.md from the tables of reasons, or with `--check` prove that it is current."""

import argparse
import sys
from pathlib import Path

from paizhuo.errors import render_errors_markdown

PAGE = Path(__file__).parents[1] / "docs" / "errors.md"


def main() -> int:
    """Write or compare; 1 where the page is not what the reasons say."""
    parser = argparse.ArgumentParser(description="Write docs/errors.md.")
    parser.add_argument("--check", action="store_true", help="change nothing, compare only")
    text = render_errors_markdown()
    if not parser.parse_args().check:
        PAGE.write_text(text)
        return 0
    if PAGE.read_text() == text:
        return 0
    print("docs/errors.md is not what the reasons say: run `make gen`")
    return 1


if __name__ == "__main__":
    sys.exit(main())
