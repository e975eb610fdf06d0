"""The cache of templates: each compiled once in a run, and the program's own once for all runs.

What comes with the program is kept as Python keeps its modules: in `__pycache__`, beside the
template. Templates of packs are strangers' files and never kept; nothing is read or written
in their folders.
"""

from __future__ import annotations

import marshal
import os
import sys
from contextlib import suppress
from functools import cached_property
from glob import escape
from hashlib import sha256
from importlib.util import cache_from_source
from pathlib import Path
from types import CodeType

import jinja2
from jinja2.bccache import Bucket

from generator import sandbox


class TemplateCache(jinja2.BytecodeCache):
    """Code of templates by their path and text; that of templates in `folder` stays for later runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._codes: dict[str, CodeType] = {}

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the template's path."""
        return filename or name

    def get_source_checksum(self, source: str) -> str:
        """Return what changes when the template does, or what it is compiled by."""
        return sha256(f"{self._compiler}\n{source}".encode()).hexdigest()

    @cached_property
    def _compiler(self) -> str:
        """Python, Jinja and the sandbox, all modules of which have a say in what templates become."""
        modules = sorted(Path(sandbox.__file__).parent.glob("*.py"))
        rules = "\n".join(path.read_text(encoding="utf-8") for path in modules)
        return f"{sys.version}\n{jinja2.__version__}\n{rules}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template its code, when it was compiled before."""
        bucket.code = self._codes.get(_identity(bucket))
        if bucket.code is None and (path := self._path(bucket)):
            bucket.code = _read(path, _identity(bucket))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template's code."""
        if bucket.code is None:
            return
        self._codes[_identity(bucket)] = bucket.code
        if not sys.dont_write_bytecode and (path := self._path(bucket)):
            _write(path, _identity(bucket), bucket.code)

    def _path(self, bucket: Bucket) -> Path | None:
        """Return where a template's code stays for later runs, None for one that isn't the program's own."""
        if not Path(bucket.key).is_relative_to(self._folder):
            return None
        try:
            return Path(cache_from_source(bucket.key))
        except NotImplementedError:  # this Python keeps no compiled modules
            return None


def _identity(bucket: Bucket) -> str:
    """Return what tells one compilation from any other; code holds the path of its template."""
    return f"{bucket.key}\n{bucket.checksum}"


def _digest(identity: str, data: bytes) -> bytes:
    return sha256(identity.encode() + data).digest()


def _read(path: Path, identity: str) -> CodeType | None:
    """Return the code in a file, None when it is another's, broken or not there."""
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    digest, data = raw[:32], raw[32:]
    if digest != _digest(identity, data):
        return None
    code: CodeType = marshal.loads(data)  # noqa: S302 - as safe as a compiled module, which lies where it does
    return code


def _write(path: Path, identity: str, code: CodeType) -> None:
    """Keep code in a file, whole or not at all; where that can't be, it is compiled again next time."""
    data = marshal.dumps(code)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(exist_ok=True)
        for other in path.parent.glob(f".{escape(path.name)}.*"):  # of a run that was killed; of another, it is no loss
            other.unlink(missing_ok=True)
        part.write_bytes(_digest(identity, data) + data)
        part.replace(path)
    except OSError:
        return
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
