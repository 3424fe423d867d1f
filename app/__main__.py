"""The entry of the program: standard streams, then one command."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from app.cli import execute


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line `arguments` (those of the process by default) and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # none without a console; texts hold ∞ and Japanese
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        status = execute(sys.argv[1:] if arguments is None else arguments, print, _complain)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader (head, less) has seen enough
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


def _complain(line: str) -> None:
    print(line, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
