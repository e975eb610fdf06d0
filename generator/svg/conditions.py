"""Conditions: which elements are drawn in a language, and with what paper and this program can do."""

from __future__ import annotations

from collections.abc import Mapping


def meant(attributes: Mapping[str, str], language: str) -> bool:
    """Whether an element is drawn in this language, and needs nothing that paper or this program lacks."""
    if _CONDITIONS.isdisjoint(attributes):
        return True
    if attributes.get("requiredExtensions", "").strip():
        return False
    if any(feature in attributes.get("requiredFeatures", "") for feature in _LACKING):
        return False
    if "systemLanguage" not in attributes:
        return True
    spoken = (language or "en").lower()
    names = [name.strip().lower() for name in attributes["systemLanguage"].split(",")]
    return any(name and (f"{spoken}-".startswith(f"{name}-") or name.startswith(f"{spoken}-")) for name in names)


_CONDITIONS = frozenset(["systemLanguage", "requiredExtensions", "requiredFeatures"])
_LACKING = ("Extensibility", "Script", "Animation", "Filter", "Cursor", "ExternalResources")
