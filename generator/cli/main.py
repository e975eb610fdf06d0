"""The command `playsheet` and the process that it is; each of its commands has a module of its own."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

import click

COMMANDS = ("list", "build", "calibrate", "check", "score", "new", "schema")
"""The commands, each in the module of its name; it is loaded when it is asked for."""


class Commands(click.Group):
    """The group of all commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of the commands as help shows them."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; for a name that none has all are loaded, as one of them may be meant."""
        for name in [cmd_name] if cmd_name in COMMANDS else COMMANDS:
            if name not in self.commands:
                self.add_command(import_module(f"generator.cli.{name}").command)
        return super().get_command(ctx, cmd_name)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **values: Any
    ) -> click.Context:
        """Read the command line; the context's object is whether the outcome is asked for as JSON."""
        as_json = "--json" in args
        with _told_plainly(as_json):
            context = super().make_context(info_name, args, parent, **values)
        context.obj = as_json
        return context

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _told_plainly(bool(ctx.obj)):
            return super().invoke(ctx)


@contextmanager
def _told_plainly(as_json: bool) -> Iterator[None]:
    """Let wrong usage repeat nothing of the command line that would do something to a terminal; as JSON too."""
    try:
        yield
    except click.UsageError as error:
        from generator.problems import visible

        message = error.format_message()
        plain = "\n".join(map(visible, message.split("\n")))
        if as_json:
            _say_fault(plain)
        if plain != message:
            raise click.UsageError(plain, error.ctx) from None
        raise


def _say_fault(what: str, remedy: str = "") -> None:
    """Print what ended the run, outside any piece of work, as JSON."""
    from generator.cli.output import say_json
    from generator.cli.reporter import as_data
    from generator.problems import Location, Problem, Severity

    say_json({"problems": [as_data(Problem(Severity.ERROR, Location("playsheet"), what, remedy=remedy))]})


def _version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Print the version of the installed distribution."""
    if not asked:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        click.echo(f"playsheet {version('playsheet')}")
    except PackageNotFoundError:
        click.echo("playsheet, run from a checkout that isn't installed")
    context.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExamples:\n  playsheet list\n  playsheet build get-on-board --lang ru\n"
    "  playsheet score mysheet.yaml\n  playsheet new mygame",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def main() -> None:
    """Print sheets, cards and tiles of board games, and check filled-in score sheets."""
    from generator.cli.limits import limit_memory

    limit_memory()


def run() -> None:
    """Run as a process of its own, which is over before collecting cyclic garbage would pay: it costs a tenth."""
    from generator.cli import limits

    gc.set_threshold(100_000, 50, 50)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # no looking for them in every installed package
    limits.limit_time()
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):  # a terminal that lacks a letter shows its code
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    limits.end_when_stopped()
    try:
        main()
    except limits.Stopped as stopped:
        limits.end_undisturbed()
        _say_last(("\r\x1b[K" if sys.stderr.isatty() else "") + "stopped")
        sys.exit(stopped.status)
    except limits.TooLong:  # between two pieces of work; what stops one of them is told with its problems
        if "--json" in sys.argv:
            _say_fault(limits.TOO_LONG, limits.SIMPLER)
        _say_last(f"playsheet: error: {limits.TOO_LONG}; {limits.SIMPLER}")
        sys.exit(1)
    except OSError as error:  # a full disk behind ">"; what else can't be read or written is told where it is met
        _say_last(f"playsheet: error: the outcome can't be written: {error.strerror}")
        sys.exit(1)
    finally:
        gc.freeze()  # nor is there anything to look for at the end


def _open_what_is_closed() -> None:
    """Put something in the place of standard streams that are closed, lest files that are opened take it."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
    if sys.stdin is None:
        sys.stdin = os.fdopen(0, encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8")


def _say_last(line: str) -> None:
    with suppress(OSError):  # nobody hears it
        click.echo(line, err=True)


if __name__ == "__main__":
    run()
