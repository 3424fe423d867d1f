"""The entry of the program: standard streams, then one command."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Iterator, Sequence

from core.tokens import plain

_READER_LEFT = 141
"""128 + SIGPIPE: what a shell tells of any program whose reader went away, as 130 tells of Ctrl+C."""


class CannotPrint(Exception):
    """Standard output takes nothing: the disk is full, or it is closed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line `arguments` (those of the process by default) and return the exit status."""
    gc.disable()  # what is made at the start stays: looking for garbage in it, again and again, took 80 ms
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    finally:
        gc.enable()


def _run(arguments: Sequence[str]) -> int:
    from app.cli import PROGRAM, execute

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # none without a console; texts hold ∞ and Japanese
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        status = execute(arguments, _print, _complain)
        _flush()
    except BrokenPipeError:  # the reader (head, less) has seen enough: nobody knows what was found
        _leave_output()
        return _READER_LEFT
    except CannotPrint as error:
        _leave_output()
        _complain(f"{PROGRAM}: the output cannot be written: {error}")
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def _print(line: str) -> None:
    if sys.stdout is None:
        raise CannotPrint("standard output is closed")
    with _refused():
        print(plain(line))


def _flush() -> None:
    if sys.stdout is not None:
        with _refused():
            sys.stdout.flush()


@contextlib.contextmanager
def _refused() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CannotPrint(error.strerror or str(error)) from error


def _leave_output() -> None:
    """Keep the interpreter from writing what is left when it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(line: str) -> None:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(plain(line), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
