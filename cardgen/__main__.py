"""Entry point of the `cardgen` command and of `python -m cardgen`."""

from __future__ import annotations

import gc
import os
import signal
import sys


def main() -> None:
    """Run the command line and exit with its code; 130 after Ctrl-C."""
    # A run is short and makes few cycles: collecting costs a tenth of a cold start and frees nothing.
    gc.disable()
    try:
        _open_streams()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, _End())
        from .cli.main import run

        code = run()
    except KeyboardInterrupt:
        # Before the command line is there, or while it ends.
        code = 130
    # Nor does the end of the run look through all there is for cycles: a twentieth of a cold run.
    gc.freeze()
    sys.exit(code)


class _End:
    """Ends the process on a signal by SystemExit, so that temporary files are removed as after Ctrl-C."""

    #: What plays games takes such a signal for Ctrl-C: see `gaming.lab.running.StopRequest`.
    ends_process = True

    def __call__(self, number: int, frame: object) -> None:
        """Exit with 128 plus the number of the signal."""
        sys.exit(128 + number)


def _open_streams() -> None:
    """Open the standard streams that the caller has closed (`cardgen list >&-`), on the null device.

    Otherwise the next file that is opened would take the number of a closed stream.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), "r" if name == "stdin" else "w"))


if __name__ == "__main__":
    main()
