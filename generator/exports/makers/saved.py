"""Saved objects of Tabletop Simulator: what its JSON says. Lengths are in units of its table, about an inch."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

Object = dict[str, Any]

ROUNDED, SQUARE = 0, 1
"""The shapes of cards, by their corners."""

BOX, ROUND = 0, 2
"""The shapes of tiles: rectangles and circles."""

THICKNESS = 0.1
MERGE_PIXELS = 5.0
"""How closely a token's edge follows its picture."""


def sheet(face: str, back: str, columns: int, rows: int, unique_backs: bool, shape: int) -> Object:
    """Return what says how a sheet of cards is cut: the addresses of its pictures, and its grid.

    With unique backs the back is a sheet too; a card that is hidden shows its back.
    """
    return {
        "FaceURL": face,
        "BackURL": back,
        "NumWidth": columns,
        "NumHeight": rows,
        "BackIsHidden": True,
        "UniqueBack": unique_backs,
        "Type": shape,
    }


def card(name: str, number: int, place: int, cut: Object, lying: bool) -> Object:
    """Return the card at a place (from 0) of the sheet of that number."""
    identity = {"CardID": number * 100 + place, "SidewaysCard": lying, "CustomDeck": {str(number): cut}}
    return _object("Card", name, identity, face_down=True)


def deck(name: str, cards: Sequence[Object]) -> Object:
    """Return a deck of two or more cards, face down, the first on top."""
    cuts = {number: cut for card in cards for number, cut in card["CustomDeck"].items()}
    contained = {
        "SidewaysCard": cards[0]["SidewaysCard"],
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": cuts,
        "ContainedObjects": list(cards),
    }
    return _object("DeckCustom", name, contained, face_down=True)


def tile(name: str, face: str, back: str, shape: int) -> Object:
    """Return a tile of one of the shapes above, as large as its picture asks for."""
    cut = {"Type": shape, "Thickness": THICKNESS, "Stackable": False, "Stretch": True}
    image = {"ImageURL": face, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0, "CustomTile": cut}
    return _object("Custom_Tile", name, {"CustomImage": image})


def token(name: str, face: str) -> Object:
    """Return a token that is cut out along what its picture shows; its other side shows the same."""
    shape = {"Thickness": THICKNESS, "MergeDistancePixels": MERGE_PIXELS, "StandUp": False, "Stackable": False}
    image = {"ImageURL": face, "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0, "CustomToken": shape}
    return _object("Custom_Token", name, {"CustomImage": image})


def bag(name: str, contained: Sequence[Object]) -> Object:
    """Return a bag from which one draws."""
    return _object("Bag", name, {"ContainedObjects": list(contained)})


def at(piece: Object, x: float, z: float) -> Object:
    """Return an object at a place on the table."""
    return {**piece, "Transform": {**piece["Transform"], "posX": x, "posZ": z}}


def text(title: str, objects: Sequence[Object], start: int) -> str:
    """Return the file of a saved object; its parts are numbered from `start`."""
    numbers = count(start)
    saved = {"SaveName": title, "GameMode": "", "ObjectStates": [_identified(piece, numbers) for piece in objects]}
    return json.dumps(saved, ensure_ascii=False, indent=2) + "\n"


def _object(kind: str, name: str, more: Mapping[str, Any], face_down: bool = False) -> Object:
    where = {"posX": 0.0, "posY": 1.5, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0 if face_down else 0.0}
    size = {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
    return {"Name": kind, "Transform": {**where, **size}, "Nickname": name, "Description": "", **more}


def _identified(piece: Object, numbers: Iterator[int]) -> Object:
    guid = f"{next(numbers) & 0xFFFFFF:06x}"
    contained = piece.get("ContainedObjects")
    inner = {} if contained is None else {"ContainedObjects": [_identified(part, numbers) for part in contained]}
    return {"GUID": guid, **piece, **inner}
