"""Owns the API's page for people: the OpenAPI schema, read into what a template can show."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator

Node = dict[str, Any]


@dataclass(frozen=True)
class Field:
    """One field of an answer, or one parameter of an address."""

    name: str
    type: str
    shape: str
    text: str


@dataclass(frozen=True)
class Answer:
    """What may come back: its status, and the name of its shape."""

    status: str
    type: str
    shape: str


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked."""

    id: str
    method: str
    path: str
    summary: str
    text: str
    parameters: tuple[Field, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Shape:
    """One kind of object in answers."""

    name: str
    text: str
    fields: tuple[Field, ...]


@cache
def read(language: str) -> dict[str, Any]:
    """Returns `operations` and `shapes` of the whole API, in a language."""
    with override(language):
        schema = _without_enums(SchemaGenerator().get_schema(request=None, public=True))
        operations = [
            _operation(method, path, node) for path, item in schema["paths"].items() for method, node in item.items()
        ]
        shapes = [_shape(name, node) for name, node in schema["components"]["schemas"].items() if "properties" in node]
    return {"operations": operations, "shapes": shapes}


def _without_enums(schema: Node) -> Node:
    """Puts lists of words where they are referred to: each is too small for a part of the page."""
    words = {
        f"#/components/schemas/{name}": node
        for name, node in schema["components"]["schemas"].items()
        if "properties" not in node
    }

    def replace(node: Any) -> Any:
        if isinstance(node, list):
            return [replace(item) for item in node]
        if isinstance(node, dict):
            return words.get(node.get("$ref", "")) or {key: replace(item) for key, item in node.items()}
        return node

    replaced: Node = replace(schema)
    return replaced


def _operation(method: str, path: str, node: Node) -> Operation:
    return Operation(
        id=node["operationId"],
        method=method.upper(),
        path=path,
        summary=node.get("summary", ""),
        text=node.get("description", ""),
        parameters=tuple(_field(item["name"], item["schema"], item) for item in node.get("parameters", ())),
        answers=tuple(_answer(status, item) for status, item in node["responses"].items()),
    )


def _answer(status: str, node: Node) -> Answer:
    schema: Node = next((item["schema"] for item in node.get("content", {}).values()), {})
    return Answer(status, _type(schema), _reference(schema))


def _shape(name: str, node: Node) -> Shape:
    fields = tuple(_field(key, item, item) for key, item in node["properties"].items())
    return Shape(name, node.get("description", ""), fields)


def _field(name: str, schema: Node, described: Node) -> Field:
    return Field(name, _type(schema), _reference(schema), described.get("description", ""))


def _type(schema: Node) -> str:
    """Says the type of a value in words."""
    if name := _reference(schema):
        return _("list of %(type)s") % {"type": name} if "items" in schema else name
    if options := schema.get("oneOf"):
        return _(" or ").join(_type(option) for option in options)
    if values := schema.get("enum"):
        return _(" or ").join(str(value) for value in values)
    if "items" in schema:
        return _("list of %(type)s") % {"type": _type(schema["items"])}
    kinds = schema.get("type", "object")
    format_ = f" ({schema['format']})" if "format" in schema else ""
    return _(" or ").join([kinds] if isinstance(kinds, str) else kinds) + format_


def _reference(schema: Node) -> str:
    """Returns the name of the shape a value has, or that the entries of a list have; else nothing."""
    for node in (schema, schema.get("items", {}), *schema.get("allOf", ()), *schema.get("oneOf", ())):
        if "$ref" in node:
            return str(node["$ref"].rsplit("/", 1)[1])
    return ""
