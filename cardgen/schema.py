"""The JSON schema of a pack file: that of the models, and a variant's freedom to leave things out."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from .pack import Pack

#: Words that turn a part of the face on or off, beside true and false.
_SWITCHES = ["on", "yes", "off", "no", "none"]


def pack_schema() -> dict[str, Any]:
    """JSON schema (draft 2020-12) of a whole pack or a variant."""
    schema: dict[str, Any] = _true_defaults(_model_schema())
    parts = schema["$defs"]
    parts["Entry"] = {"anyOf": [_quantity(parts["Entry"]), parts["Entry"]]}
    for name in ("SmallIndex", "LargeIndex", "Stripe"):
        parts[name] = {"anyOf": [{"type": "boolean"}, {"enum": _SWITCHES}, parts[name]]}
    parts["Suit"].pop("required", None)
    needed = schema.pop("required")
    schema["properties"] = {
        "extends": {"type": "string", "description": "The pack that this one is a variant of."},
        **schema["properties"],
    }
    schema["anyOf"] = [{"required": ["extends"]}, {"required": needed}]
    schema["title"] = "cardgen pack, format 1"
    return {"$schema": GenerateJsonSchema.schema_dialect, **schema}


@cache
def _model_schema() -> dict[str, Any]:
    """Made once: pydantic writes into what fields give it, so that a second one would differ."""
    return Pack.model_json_schema(by_alias=True)


def _true_defaults(part: Any) -> Any:
    """Without the defaults that are points or parsed colours: an editor would write them into a pack."""
    if isinstance(part, list):
        return [_true_defaults(item) for item in part]
    if not isinstance(part, dict):
        return part
    kept = {key: value for key, value in part.items() if key != "default" or _is_written(value)}
    return {key: _true_defaults(value) for key, value in kept.items()}


def _is_written(value: Any) -> bool:
    """Whether a default stands in a pack as it stands in the model."""
    if isinstance(value, list):
        return all(isinstance(item, str) for item in value)
    return isinstance(value, str | int)


def _quantity(entry: dict[str, Any]) -> dict[str, Any]:
    return {**entry["properties"]["quantity"], "title": "Quantity"}
