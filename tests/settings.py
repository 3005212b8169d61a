"""Owns the settings of a test run: those of the site, with secrets, files and Redis databases that only it uses."""

import atexit
import os
import shutil
import tempfile

from config.secrets import MAKERS
from tests.prepare import REDIS_DATABASES, number_redis

WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_folder = tempfile.mkdtemp(prefix="pllay-test-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)

for _name, _make in MAKERS.items():
    os.environ.setdefault(_name, _make())
os.environ["ENVIRONMENT"] = "development"
os.environ["TEST_DATABASE_FILE"] = f"{_folder}/test.sqlite3"
os.environ["BOTS_RUN_IN"] = "caller"
if _server := os.environ.get("REDIS_URL"):
    os.environ["REDIS_URL"] = number_redis(_server, WORKER * REDIS_DATABASES)

from config.settings import *  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if "pool" in DATABASES["default"]["OPTIONS"]:
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"
