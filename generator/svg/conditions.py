"""Conditions: which elements are drawn in a language, and with what paper and this program can do."""

from __future__ import annotations

from collections.abc import Mapping


def meant(given: Mapping[str, str], language: str) -> bool:
    """Whether an element is drawn in this language, and needs nothing that paper or this program lacks."""
    if _CONDITIONS.isdisjoint(given):
        return True
    if given.get("requiredExtensions", "").strip():
        return False
    if any(feature in given.get("requiredFeatures", "") for feature in _LACKING):
        return False
    if "systemLanguage" not in given:
        return True
    spoken = (language or "en").lower()
    names = [name.strip().lower() for name in given["systemLanguage"].split(",")]
    return any(name and (f"{spoken}-".startswith(f"{name}-") or name.startswith(f"{spoken}-")) for name in names)


_CONDITIONS = frozenset(["systemLanguage", "requiredExtensions", "requiredFeatures"])
_LACKING = ("Extensibility", "Script", "Animation", "Filter", "Cursor", "ExternalResources")
