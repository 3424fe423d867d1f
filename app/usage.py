"""What can be typed behind the program's name, and what a command line can be refused for."""

import argparse
from pathlib import Path

PROGRAM = "transformer-sandbox"
EXAMPLE = "example:"
FILE_HELP = "a scenario (.tsbx), its file:// address, or example:KEY"
COMMANDS_HELP = f"""\
commands:
  {PROGRAM} [FILE…]                             open the window, one for each file
  {PROGRAM} examples [--json]                   list the examples
  {PROGRAM} trace FILE [--step NAME]… [--json]  every named tensor, and the first NaN or ∞
  {PROGRAM} explain FILE 'NAME[i,…]'            the arithmetic behind one cell, indices counted from 0
  {PROGRAM} verify FILE…                        compute every cell again from its expression
  {PROGRAM} doctor FILE [--json]                the first number that is NaN or ∞, and why
  {PROGRAM} compare A B [--json]                what differs between two scenarios, and where first
  {PROGRAM} generate FILE --count N [--json]    the next words, as the file says or the options do:
             [--greedy | --temperature T --top-k K --top-p P --seed S] [--cache]
  {PROGRAM} import WEIGHTS --out X.tsbx         a scenario from .safetensors or .npz (see import --help)
  {PROGRAM} render FILE --out DIR [--step NAME]… [--size 1280x800] [--scale 1] [--language en|ja]
             [--theme light|dark|projector|high-contrast]    pictures of the window, also without a display
             [--pinned FILE [--show now|pinned|difference]]  beside another scenario, as if it were pinned

FILE is {FILE_HELP}. Exit status: 0; 1 = a verification failed; 2 = bad usage, a bad file,
or output that cannot be written; 141 = whoever read the output went away;
compare: 0 = the same numbers, 1 = others; doctor: 1 = there is one.
"""


class BadUsage(Exception):
    """What was typed behind the program's name cannot be understood, or not be done here."""


def some_name(text: str) -> str:
    """Return the name that was typed, for `argparse`; an empty one is refused in words."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the name is empty")
    return text


def path_to_write(text: str) -> Path:
    """Return where something is to be written, as `some_name` does."""
    return Path(some_name(text))
