"""The process `playsheet`: a Ctrl-C ends it at once and in silence, from its very first moments on."""

from __future__ import annotations

import gc
import signal


def run() -> None:
    """Run the command, in a process that is over before collecting cyclic garbage would pay: that costs a tenth."""
    gc.set_threshold(100_000, 50, 50)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # loading the command takes a while; it has its own way afterwards
    from generator.cli import main

    main.run()


if __name__ == "__main__":
    run()
