"""Be `python -m paizhuo`, the same as the program `paizhuo`."""

from paizhuo.cli import main

if __name__ == "__main__":
    main()
