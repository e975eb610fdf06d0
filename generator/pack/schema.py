"""JSON Schema of a pack's files, for completion in editors."""

from __future__ import annotations

from typing import Any

from generator.pack.model import PackFile, Strict
from generator.pack.scoremodel import ScoreFile

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
MODELS: dict[str, type[Strict]] = {"pack": PackFile, "score": ScoreFile}
"""The files that have a schema: pack.yaml and score.yaml."""


def schema(kind: str | None = None) -> dict[str, Any]:
    """Return the schema of pack.yaml or score.yaml; None: one schema that fits either."""
    if kind is not None:
        return {"$schema": _DRAFT, **MODELS[kind].model_json_schema(by_alias=True)}
    from pydantic import TypeAdapter

    return {
        "$schema": _DRAFT,
        "title": "A file of a playsheet pack",
        **TypeAdapter(PackFile | ScoreFile).json_schema(by_alias=True),
    }
