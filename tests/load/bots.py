"""How fast the bots are, and how much memory they take: `python tests/load/bots.py`."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from tests.load.bot_speed import main

    sys.exit(main())
