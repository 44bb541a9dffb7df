"""Run the program: `python -m paizhuo_table`."""

from paizhuo_table.program import main

if __name__ == "__main__":
    main()
