"""The JSON schema of a pack file: that of the models, and a variant's freedom to leave things out."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from .pack import Pack


def pack_schema() -> dict[str, Any]:
    """JSON schema (draft 2020-12) of a whole pack or a variant."""
    schema: dict[str, Any] = Pack.model_json_schema(by_alias=True)
    parts = schema["$defs"]
    parts["Entry"] = {"anyOf": [_quantity(parts["Entry"]), parts["Entry"]]}
    for name in ("SmallIndex", "LargeIndex", "Stripe"):
        parts[name] = {"anyOf": [{"type": "boolean"}, parts[name]]}
    parts["Suit"].pop("required", None)
    needed = schema.pop("required")
    schema["properties"] = {
        "extends": {"type": "string", "description": "The pack that this one is a variant of."},
        **schema["properties"],
    }
    schema["anyOf"] = [{"required": ["extends"]}, {"required": needed}]
    schema["title"] = "cardgen pack, format 1"
    return {"$schema": GenerateJsonSchema.schema_dialect, **schema}


def _quantity(entry: dict[str, Any]) -> dict[str, Any]:
    return {**entry["properties"]["quantity"], "title": "Quantity"}
