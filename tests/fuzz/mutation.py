"""Mutation: plain data, lines and bytes with something changed, as slips, merges and broken programs change them."""

from __future__ import annotations

import copy
from typing import Any

from tests.fuzz.dice import Dice

Path = tuple[str | int, ...]

_TOKENS = (
    b"\0", b"\xff\xfe", b"\xc3", b"\xef\xbb\xbf", b"\xed\xa0\xbd", b"\n", b"\r", b"\t", b"  ", b'"', b"'", b"{",
    b"}", b"[", b"]",
    b":", b"- ", b",", b"#", b"&a ", b"*a", b"<<: *a", b"|", b">", b"%", b"!", b"---\n", b"...\n", b"9" * 30, b"-",
    b"e9",
    b"\xe2\x80\xa8", b"\xc2\x85", b"\xe2\x80\xae", b"null", b"true", b"\\", b"\\u", b"?",
)  # fmt: skip


def mutated(data: Any, dice: Dice, most: int = 3) -> Any:
    """Return a copy of plain data with one to `most` of its values, keys or branches changed."""
    data = copy.deepcopy(data)
    for _ in range(dice.randint(1, most)):
        paths = list(_paths(data, ()))
        path = dice.choice(paths)
        data = _changed(data, path, paths, dice)
    return data


def _paths(data: Any, path: Path) -> list[Path]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(inner for key, value in items for inner in _paths(value, (*path, key)))]


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def _changed(data: Any, path: Path, paths: list[Path], dice: Dice) -> Any:
    if not path:
        return data if dice.chance(0.9) else dice.value()
    holder, key = _at(data, path[:-1]), path[-1]
    value = holder[key]
    roll = dice.random()
    if roll < 0.25:
        holder[key] = _near(value, dice)
    elif roll < 0.45:
        holder[key] = dice.value()
    elif roll < 0.55:
        del holder[key]
    elif roll < 0.65:
        holder[key] = copy.deepcopy(_at(data, dice.choice(paths)))
    elif roll < 0.72:
        holder[key] = dice.choice([[value], {"id": value}, [value, value], {str(key): value}, str(value)[:2000]])
    elif isinstance(holder, dict):
        name = _near(str(key), dice) if dice.chance(0.5) else dice.text()
        holder[name] = holder.pop(key) if dice.chance(0.5) else copy.deepcopy(value)
    else:
        holder.insert(dice.randint(0, len(holder)), copy.deepcopy(value))
    return data


def _near(value: Any, dice: Dice) -> Any:
    """Return something close to a value: one off, another sign, a letter more or less."""
    if isinstance(value, bool) or value is None:
        return dice.choice([True, False, None, "yes", 0, 1])
    if isinstance(value, (int, float)):
        return dice.choice(
            [value + 1, value - 1, -value, value * 10, value / 2, str(value), f" {value} ", dice.number()]
        )
    if isinstance(value, str):
        at = dice.randint(0, len(value))
        return value[:at] + dice.choice(["", dice.text(), " ", value]) + value[at + dice.randint(0, 1) :]
    return dice.value()


def spoiled(content: bytes, dice: Dice, most: int = 4) -> bytes:
    """Return bytes with pieces cut out, doubled, moved or put in."""
    for _ in range(dice.randint(1, most)):
        start = dice.randint(0, len(content))
        end = min(len(content), start + dice.choice([0, 1, 2, 8, 40]))
        piece = dice.choice(
            [b"", content[start:end] * 2, dice.choice(_TOKENS), dice.edge().encode(), dice.text().encode()]
        )
        content = content[:start] + piece + content[end:]
    return content


def reordered(text: str, dice: Dice, extra: tuple[str, ...] = (), most: int = 4) -> str:
    """Return a text with lines cut out, doubled, swapped or put in, those of `extra` among them."""
    lines = text.splitlines(keepends=True)
    for _ in range(dice.randint(1, most)):
        at, other = dice.randrange(len(lines) + 1), dice.randrange(len(lines) + 1)
        roll = dice.random()
        if roll < 0.3 and extra:
            lines.insert(at, f"{dice.choice(extra)}\n")
        elif roll < 0.5:
            lines[at : at + 1] = []
        elif roll < 0.65:
            lines[at:at] = lines[other : other + dice.randint(1, 3)]
        elif roll < 0.8 and at < len(lines) and other < len(lines):
            lines[at], lines[other] = lines[other], lines[at]
        elif at < len(lines):
            lines[at] = spoiled(lines[at].encode(), dice, 2).decode("utf-8", "replace")
    return "".join(lines)
