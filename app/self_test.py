"""`--self-test`: looks at all that an installation needs, and prints what a teacher can mail. English.

It writes nothing but a temporary folder, and tells nothing of the user's files.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from app.checks import Check, check_binding, check_fonts, check_plugins, check_translations
from app.report import log_tail, system_lines, without_home, without_quoted
from app.smoke import Tour, Trial, Write
from core.examples import load_example
from core.proof import prove
from core.trace import run as run_program

EXAMPLE = "tiny-gpt"
"""A whole Transformer, which is proved in a moment."""
_TITLE_WIDTH = 20

logger = logging.getLogger(__name__)


def run(language: str | None, write: Write) -> int:
    """Check this installation and print the report.

    Parameters
    ----------
    language : str, optional
        Key of the window's language; the system's without.
    write : callable
        Takes lines for standard output.

    Returns
    -------
    int
        0, or 1 when something is wrong.
    """
    write(f"Transformer Sandbox: self-test, {datetime.now().astimezone().isoformat(timespec='seconds')}")
    with tempfile.TemporaryDirectory(prefix="transformer-sandbox-", ignore_cleanup_errors=True) as folder:
        checks, log = _checks(Path(folder), language)
        lines = [*system_lines(), "", *(line for check in checks for line in _told(check))]
        failed = sum(bool(check.problems) for check in checks)
        if failed:
            lines += ["", "The log:", *map(without_quoted, log_tail(log))]
    for line in lines:
        write(without_home(line))
    write("")
    write(f"{failed} of {len(checks)} checks failed." if failed else f"All {len(checks)} checks passed.")
    return int(bool(failed))


def _checks(folder: Path, language: str | None) -> tuple[list[Check], Path]:
    trial = Trial(folder, language)
    checks = [
        _tried("references to None", check_binding),
        _tried("fonts", check_fonts),
        _tried("plugins of Qt", check_plugins),
        _tried("translations", lambda: check_translations(language)),
        _tried("an example", lambda: _check_example(trial, folder)),
    ]
    trial.end()
    return checks, trial.log_path


def _tried(title: str, check: Callable[[], Check]) -> Check:
    """Return what a check found; one that breaks off is a problem, too."""
    try:
        return check()
    except Exception as error:
        logger.exception("the check of %s broke off", title)
        return Check(title, "", (f"the check broke off: {type(error).__name__}: {error}",))


def _check_example(trial: Trial, folder: Path) -> Check:
    """Open the window on an example, step through it, save it, open that, and prove every cell."""
    tour = Tour(trial.window, folder, trial.problems, [EXAMPLE])
    trial.walk(tour)
    proof = prove(run_program(load_example(EXAMPLE).program()))
    problems = list(trial.problems.found)
    if not proof.holds:
        problems.append(f"{len(proof.failures)} of {proof.cells} cells are not what their formula says")
    found = (
        f"{EXAMPLE}: {tour.steps} steps shown, saved and opened again; "
        f"{proof.cells} cells proved, largest difference {proof.largest:.3g}"
    )
    return Check("an example", found, tuple(problems))


def _told(check: Check) -> Iterator[str]:
    title = f"{check.title:<{_TITLE_WIDTH}}"
    if not check.problems:
        yield f"ok      {title}{check.found}"
    for problem in check.problems:
        yield f"FAILED  {title}{problem}"
