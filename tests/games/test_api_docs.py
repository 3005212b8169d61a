"""The API's description: a valid schema that real answers fit, and a page for people."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator

from games.engine.rules import make_challenge
from games.models import Player, Table
from tests.games.playing import is_match_over, is_playing, match_of, play_until

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
SHORT = make_challenge("pllay", hand_limit=1)


@pytest.fixture
def schema(client: Client) -> dict[str, Any]:
    read: dict[str, Any] = client.get("/api/v1/schema/").json()
    return read


def check(schema: dict[str, Any], path: str, answer: Any, status: str = "200") -> None:
    """Raises unless an answer fits what the schema says of its address."""
    [operation] = schema["paths"][path].values()
    response = operation["responses"][status]["content"]["application/json"]["schema"]
    Draft202012Validator({**response, "components": schema["components"]}).validate(answer)


def test_the_schema_is_valid_openapi(schema: dict[str, Any]) -> None:
    validate_schema(schema)
    assert schema["openapi"].startswith("3.1")


def test_the_schema_names_every_address(schema: dict[str, Any]) -> None:
    names = {"rules-versions/", "rules-versions/{id}/", "tables/", "tables/{code}/", "matches/", "matches/{ident}/"}
    names |= {"matches/{ident}/transcript/", "matches/{ident}/review/", "verify/"}
    assert set(schema["paths"]) == {f"/api/v1/{name}" for name in names}


def test_real_answers_fit_the_schema(
    client_of: Callable[[Player], Client], schema: dict[str, Any], open_table: OpenTable, alice: Player, now: datetime
) -> None:
    client, running, ended = client_of(alice), open_table(alice), open_table(alice, rules=SHORT)
    check(schema, "/api/v1/tables/{code}/", client.get(f"/api/v1/tables/{running.code}/").json())
    play_until(running, is_playing, now)
    play_until(ended, is_match_over, now)
    for table in (running, ended):
        check(schema, "/api/v1/tables/{code}/", client.get(f"/api/v1/tables/{table.code}/").json())
    ident = match_of(ended).ident
    check(schema, "/api/v1/matches/{ident}/", client.get(f"/api/v1/matches/{ident}/").json())
    for name in ("rules-versions", "tables", "matches"):
        check(schema, f"/api/v1/{name}/", client.get(f"/api/v1/{name}/").json())


def test_refusals_fit_the_schema(client: Client, schema: dict[str, Any]) -> None:
    check(schema, "/api/v1/tables/", client.get("/api/v1/tables/").json(), "403")
    check(schema, "/api/v1/matches/{ident}/", client.get(f"/api/v1/matches/{'0' * 32}/").json(), "404")


def test_the_page_explains_every_address_and_every_shape(client: Client, schema: dict[str, Any]) -> None:
    page = client.get("/api/").content.decode()
    assert all(f"{next(iter(item)).upper()} {path}" in page for path, item in schema["paths"].items())
    shapes = [name for name, shape in schema["components"]["schemas"].items() if "properties" in shape]
    assert all(f'id="shape-{name}"' in page for name in shapes)


def test_every_link_within_the_page_leads_somewhere(client: Client) -> None:
    page = client.get("/api/").content.decode()
    targets = re.findall(r'href="#([^"]+)"', page)
    assert targets
    assert [target for target in targets if f'id="{target}"' not in page] == []


def test_every_field_and_every_parameter_is_explained(schema: dict[str, Any]) -> None:
    shapes = schema["components"]["schemas"].items()
    fields = {f"{name}.{key}": node for name, shape in shapes for key, node in shape.get("properties", {}).items()}
    operations = [operation for item in schema["paths"].values() for operation in item.values()]
    parameters = {
        f"{item['operationId']} {node['name']}": node for item in operations for node in item.get("parameters", ())
    }
    assert [name for name, node in {**fields, **parameters}.items() if not node.get("description")] == []


def test_the_page_asks_the_database_nothing_but_who_it_is(
    client: Client, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    client.get("/api/")
    with django_assert_max_num_queries(2):
        client.get("/api/")
