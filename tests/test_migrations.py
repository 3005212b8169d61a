"""Migrations: every one can be taken back."""

from pathlib import Path

from tests.sites import database_environment, open_database, run_command


def test_every_migration_can_be_taken_back_and_made_again(tmp_path: Path) -> None:
    with open_database(tmp_path) as database:
        environment = database_environment(database)
        run_command(environment, "migrate", "--verbosity", "0")
        run_command(environment, "migrate", "games", "zero", "--verbosity", "0")
        run_command(environment, "prepare")
