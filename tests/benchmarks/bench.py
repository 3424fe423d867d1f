"""What an edit, a start, a recomputation and a grid cost beside the least they could: `make bench`.

Every row is a ratio to a floor that does the same necessary work and nothing else; how each floor is made
is told at the head of its module. The rows are printed, medians and 95th percentiles, with the milliseconds
behind them (median / 95th percentile, ours · floor), and written as JSON: {name: {"median": ratio, "p95":
ratio}}. Ours and floor are measured in turn, so that other load meets both.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

import app  # noqa: F401 - before NumPy: it says how many threads BLAS may have

# isort: split
from edits import EDITS, incremental
from grids import grid_cell, grid_edit, grid_scroll
from measure import Row
from start import start

GOALS = {
    "edit-tiny": (2.0, 16.0),
    "edit-class": (2.0, 50.0),
    "start": (1.5, None),
    "grid-edit": (2.0, None),
    "grid-scroll": (2.0, None),
    "grid-cell": (2.0, None),
}
"""The largest median ratio, and the largest 95th percentile in milliseconds."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, help="write the ratios to this file")
    names = (*GOALS, "incremental")
    told = f"only this row: {', '.join(names)}"
    parser.add_argument("--only", action="append", choices=names, metavar="NAME", help=told)
    parser.add_argument("--profile", action="store_true", help="tell where the time of an edit goes")
    options = parser.parse_args()
    rows: dict[str, Callable[[], Row]] = {
        bench.name: lambda bench=bench: bench.run(profile=options.profile) for bench in EDITS
    }
    rows |= {
        "incremental": incremental,
        "grid-edit": grid_edit,
        "grid-scroll": grid_scroll,
        "grid-cell": grid_cell,
        "start": start,
    }
    _tell(f"{'':<12} {'median':>6} {'p95':>6}")
    ratios = {}
    for name, measured in rows.items():
        if options.only and name not in options.only:
            continue
        row = measured()
        ratios[name] = row.ratios
        _tell(f"{row}{_verdict(row)}")
    if options.out is not None:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(json.dumps(ratios, indent=1) + "\n", encoding="utf-8")


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _verdict(row: Row) -> str:
    ratio, limit = GOALS.get(row.name, (None, None))
    missed = []
    if ratio is not None and row.ratios["median"] > ratio:
        missed.append(f"goal {ratio:g}×")
    if limit is not None and row.ours.p95 > limit:
        missed.append(f"goal p95 {limit:g} ms")
    return f"  MISSED: {', '.join(missed)}" if missed else ""


if __name__ == "__main__":
    sys.exit(main())
