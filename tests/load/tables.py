"""How live tables bear load, beside the floor M0: `python tests/load/tables.py --tables 1 --seconds 20`.

Runs a site and a floor of its own on the services of the environment (DATABASE_URL, REDIS_URL; SQLite and memory
without), or measures a running site: `--server URL`, whose environment this one must be.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from tests.load.table_speed import main

    sys.exit(main())
