"""Entry point of the `cardgen` command and of `python -m cardgen`."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command line and exit with its code."""
    # A run is short and makes few cycles: collecting costs a tenth of a cold start and frees nothing.
    gc.disable()
    from .cli.main import run

    sys.exit(run())


if __name__ == "__main__":
    main()
