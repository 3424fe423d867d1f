"""``import``: weights of a trained model become a scenario, or go into one. English; no Qt."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from app.usage import BadUsage, path_to_write, some_name
from core.architecture.options import ActivationKind, Choice, MaskKind, NormPlace, Stack
from core.errors import SandboxError
from core.locations import local_path
from core.scenario import Scenario

if TYPE_CHECKING:
    from core.importers.weights.plan import WeightPlan
    from core.importers.weights.stored import Stored

AnyChoice = TypeVar("AnyChoice", bound=Choice)
_HEADS_HELP = "number of heads, which no file of weights tells (1)"


def add_import_options(parser: argparse.ArgumentParser) -> None:
    """Add what `import` takes."""
    parser.add_argument("file", type=some_name, metavar="FILE", help="weights: .safetensors or .npz")
    parser.add_argument(
        "--out", type=path_to_write, metavar="X.tsbx", help="the scenario; without, nothing is written"
    )
    parser.add_argument("--replace", action="store_true", help="write also where there is a file already")
    parser.add_argument("--into", metavar="SCENARIO", help="a scenario whose model the weights go into")
    parser.add_argument("--partly", action="store_true", help="take what fits, and leave the rest")
    parser.add_argument("--heads", type=int, metavar="N", help=_HEADS_HELP)
    for name, choices, told in (
        ("stack", Stack, "how the parts are stacked (as the names tell)"),
        ("norm", NormPlace, "where the norms stand (pre where one stands behind the last layer, else post)"),
        ("activation", ActivationKind, "of the feed-forward network (relu)"),
        ("mask", MaskKind, "what the model hides (causal in decoders)"),
    ):
        values = [choice.value for choice in choices]
        parser.add_argument(f"--{name}", choices=values, help=told)


def import_weights(
    options: argparse.Namespace, load: Callable[[str], Scenario], write: Callable[[str], object]
) -> int:
    """Tell what becomes of each tensor, and write the scenario.

    Parameters
    ----------
    options : argparse.Namespace
        What `add_import_options` takes.
    load : callable
        Loads the scenario of `--into`.
    write : callable
        Takes lines for standard output.

    Raises
    ------
    BadUsage, SandboxError
        Nothing is written then.
    """
    from core.architecture.conventions import conventions_line
    from core.formats import save

    path = local_path(options.file)
    _check_usage(options)
    stored = _read(path, options.file)
    if options.into is not None:
        made, lines = _into(load(options.into), stored, options, path.name)
    else:
        made, lines = _as_new(stored, options, path.name)
    if options.out is not None:
        save(made, options.out)
    for line in lines:
        write(line)
    write(f"conventions: {conventions_line(made.architecture)}")
    write(f"{options.out}: written" if options.out is not None else "nothing is written: there is no --out")
    return 0


def _read(path: Path, file: str) -> Stored:
    from core.importers.weights.file import read_weights

    try:
        return read_weights(path)
    except SandboxError as error:
        text = str(error)
        raise BadUsage(text if path.name in text else f"{file}: {text}") from error


def _check_usage(options: argparse.Namespace) -> None:
    names = ("heads", "stack", "norm", "activation", "mask")
    of_new = [name for name in names if getattr(options, name) is not None]
    if options.into is not None and of_new:
        raise BadUsage(f"--{of_new[0]} is for a new model; with --into, the model of the scenario stays")
    if options.out is not None and options.out.exists() and not options.replace:
        raise BadUsage(f"{options.out}: there is a file already; choose another name, or say --replace")


def _into(
    scenario: Scenario, stored: Stored, options: argparse.Namespace, name: str
) -> tuple[Scenario, list[str]]:
    from core.edits.weights import ImportWeights
    from core.importers.weights.plan import weight_plan

    plan = weight_plan(scenario, stored)
    _check_whole(plan, options)
    made = ImportWeights(plan.numbers(), name).apply(scenario)
    made.program()
    return made, list(_told(plan))


def _as_new(stored: Stored, options: argparse.Namespace, name: str) -> tuple[Scenario, list[str]]:
    from core.importers.weights.model import found_model
    from core.importers.weights.shapes import Wishes

    wishes = Wishes(
        1 if options.heads is None else options.heads,
        _chosen(Stack, options.stack),
        _chosen(NormPlace, options.norm),
        _chosen(ActivationKind, options.activation) or ActivationKind.RELU,
        _chosen(MaskKind, options.mask),
    )
    found = found_model(stored, wishes)
    _check_whole(found.plan, options)
    return found.scenario(name), list(_told(found.plan))


def _chosen(kind: type[AnyChoice], value: str | None) -> AnyChoice | None:
    return next((choice for choice in kind if choice.value == value), None)


def _check_whole(plan: WeightPlan, options: argparse.Namespace) -> None:
    """Refuse a file of which something would be left out, unless that was said."""
    from core.importers.weights.plan import Fate

    left = [row for row in plan.rows if row.fate in {Fate.OTHER_SHAPE, Fate.NOT_HERE}]
    if not left or options.partly:
        return
    first = left[0]
    count = f"{len(left)} tensors do not fit, first" if len(left) > 1 else "one tensor does not fit:"
    raise BadUsage(
        f"{options.file}: {count} {first.stored} ({first.size}): {first.reason}; "
        "--partly leaves out what does not fit"
    )


def _told(plan: WeightPlan) -> Iterator[str]:
    """Yield a line for each tensor: its name here, its shape, and what became of it."""
    names = [row.name or "—" for row in plan.rows]
    width = max(map(len, names))
    for row, name in zip(plan.rows, names, strict=True):
        stored = f"{row.stored} ({row.size}) " if row.stored else ""
        yield f"{name:<{width}}  {row.needed or '—'}  {stored}{row.reason}"
