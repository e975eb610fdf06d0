"""JSON Schema of a pack's files, for completion in editors."""

from __future__ import annotations

from dataclasses import is_dataclass
from types import NoneType
from typing import Any, get_args, get_origin

from generator.pack.model import PackFile
from generator.pack.record import Key, Limits, choices, is_record, is_union, keys, limited
from generator.pack.scoremodel import UNSAID, ScoreFile

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
FILES: dict[str, type[Any]] = {"pack": PackFile, "score": ScoreFile}
"""The files that have a schema: pack.yaml and score.yaml."""

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}

Schema = dict[str, Any]


def schema(kind: str | None = None) -> Schema:
    """Return the schema of pack.yaml or score.yaml; None: one schema that fits either."""
    definitions: dict[str, Schema] = {}
    if kind is not None:
        whole = _record(FILES[kind], definitions)
    else:
        whole = {"title": "A file of a playsheet pack", "anyOf": [_type(of, definitions) for of in FILES.values()]}
    return {"$schema": _DRAFT, **whole, "$defs": definitions}


def _record(of: type[Any], definitions: dict[str, Schema]) -> Schema:
    made = keys(of)
    return {
        "title": of.__name__,
        "description": of.__doc__,
        "type": "object",
        "properties": {name: _property(found, definitions) for name, found in made.items()},
        "required": [name for name, found in made.items() if found.required],
        "additionalProperties": False,
    }


def _property(found: Key, definitions: dict[str, Schema]) -> Schema:
    made = {"description": found.description, **_type(found.type, definitions)}
    if not found.required and found.default is not UNSAID and not is_dataclass(found.default):
        made["default"] = found.default
    return made


def _type(of: Any, definitions: dict[str, Schema]) -> Schema:
    plain, limits = limited(of)
    made = _plain(plain, definitions)
    return made if limits is None else made | _limits(limits, made.get("type"))


def _plain(plain: Any, definitions: dict[str, Schema]) -> Schema:
    if is_record(plain):
        return _reference(plain, definitions)
    if is_union(plain):
        return {"anyOf": [_type(part, definitions) for part in get_args(plain)]}
    if chosen := choices(plain):
        return {"enum": list(chosen)}
    if plain is Any:
        return {}
    return _compound(get_origin(plain), get_args(plain), definitions) or {"type": _PLAIN[plain]}


def _compound(origin: Any, parts: tuple[Any, ...], definitions: dict[str, Schema]) -> Schema:
    if origin is tuple:
        items = [_type(part, definitions) for part in parts]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if origin is list:
        return {"type": "array", "items": _type(parts[0], definitions)}
    if origin is dict:
        names, values = (_type(part, definitions) for part in parts)
        return {"type": "object", "propertyNames": names, "additionalProperties": values}
    return {}


def _reference(of: type[Any], definitions: dict[str, Schema]) -> Schema:
    """Refer to a record, which is defined once."""
    if of.__name__ not in definitions:
        definitions[of.__name__] = {}
        definitions[of.__name__] = _record(of, definitions)
    return {"$ref": f"#/$defs/{of.__name__}"}


def _limits(limits: Limits, kind: str | None) -> Schema:
    """Return the limits in the words that JSON Schema has for each type."""
    what = {"string": "Length", "array": "Items", "object": "Properties"}.get(kind or "", "")
    made = {
        "minimum": limits.least,
        "exclusiveMinimum": limits.above,
        "maximum": limits.most,
        "pattern": f"^{limits.pattern}$" if limits.pattern else None,
        f"min{what}": limits.shortest or None,
        f"max{what}": limits.longest,
    }
    return {name: value for name, value in made.items() if value is not None}
