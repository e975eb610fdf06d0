"""The command `playsheet` and the process that it is; each of its commands has a module of its own."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from importlib import import_module

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
    for stream in (sys.stdout, sys.stderr):  # a terminal that lacks a letter shows its code
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    limits.end_on_ctrl_c()
    try:
        main()
    except limits.Stopped:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is to be cleared away is on its way
        click.echo(("\r\x1b[K" if sys.stderr.isatty() else "") + "stopped", err=True)
        sys.exit(130)
    except limits.TooLong:  # between two pieces of work; what stops one of them is told with its problems
        click.echo(f"playsheet: error: {limits.TOO_LONG}; {limits.SIMPLER}", err=True)
        sys.exit(1)
    except OSError as error:  # a full disk behind ">"; what else can't be read or written is told where it is met
        click.echo(f"playsheet: error: the outcome can't be written: {error.strerror}", err=True)
        sys.exit(1)
    finally:
        gc.freeze()  # nor is there anything to look for at the end


if __name__ == "__main__":
    run()
