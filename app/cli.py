"""The command line. English; Qt is imported only where a window is needed."""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from app import installation, screens, terminal
from app.json_output import json_text
from app.picture_options import PictureLook, add_picture_options, look_of, steps_named
from app.progress import Progress
from app.proving import proof_text
from app.usage import COMMANDS_HELP, EXAMPLE, FILE_HELP, BadUsage, path_to_write, some_name
from app.usage import PROGRAM as PROGRAM
from core.architecture.conventions import conventions_line
from core.errors import SandboxError
from core.examples import examples, load_example
from core.explanation import explain, find_tensor, parse_cell
from core.formats import load
from core.locations import local_path
from core.proof import columns, prove
from core.scenario import Scenario
from core.trace import Trace, run

Write = Callable[[str], object]


class _Asked(Exception):
    """Help or the version was asked for: a text, and nothing else is done."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadUsage(f"{message} (see {PROGRAM} --help)")

    def print_help(self, file: object = None) -> NoReturn:  # noqa: ARG002 - argparse's signature
        raise _Asked(self.format_help().rstrip())


class _ShowVersion(argparse.Action):
    """Looks the version up when it is asked for, and not before."""

    def __init__(self, option_strings: Sequence[str], dest: str, **texts: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, **texts)

    def __call__(self, *_: Any) -> NoReturn:
        raise _Asked(f"{PROGRAM} {version()}")


def execute(arguments: Sequence[str], write: Write, complain: Write) -> int:
    """Run one command.

    Parameters
    ----------
    arguments : sequence of str
        What stands behind the program's name.
    write, complain : callable
        Take lines for standard output and standard error.

    Returns
    -------
    int
        0; 1 = a verification failed; 2 = bad usage, a bad file, or output that cannot be written.
    """
    try:
        options = _parsed(list(arguments))
        handler: Callable[[argparse.Namespace, Write, Write], int] = options.handler
        if handler is not _open_window:  # the window does so when it has painted itself
            gc.enable()
        return handler(options, write, complain)
    except (BadUsage, SandboxError) as error:
        complain(f"{PROGRAM}: {_one_line(error)}")
        return 2
    except _Asked as asked:
        write(str(asked))
        return 0


def load_scenario(file: str) -> Scenario:
    """Load a path or ``example:KEY``.

    Raises
    ------
    BadUsage
        If the file cannot be read, or is no scenario.
    """
    if file.startswith(EXAMPLE):
        return load_example(file.removeprefix(EXAMPLE))
    if not file.strip():
        raise BadUsage("the name of the file is empty: FILE is " + FILE_HELP)
    path = local_path(file)
    meant = _command_meant(file)
    if meant and not path.exists():
        raise BadUsage(f"there is no file and no command “{file}”; did you mean {meant}?")
    try:
        return load(path)
    except OSError as error:
        raise BadUsage(f"{file}: {error.strerror or error}") from error
    except SandboxError as error:
        text = _one_line(error)
        if text.startswith(path.name):  # the place of a fault begins with the name alone
            text = f"{file}{text.removeprefix(path.name)}"
        raise BadUsage(text if file in text or str(path) in text else f"{file}: {text}") from error


def version() -> str:
    """Return the version of the program, which is written down in ``pyproject.toml`` alone."""
    import importlib.metadata  # 25 ms, which a start of the window need not take
    import tomllib

    try:
        return importlib.metadata.version(PROGRAM)
    except importlib.metadata.PackageNotFoundError:
        text = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
        return str(tomllib.loads(text)["project"]["version"])


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


# Parsing


def _parsed(arguments: list[str]) -> argparse.Namespace:
    """Parse a command, or what the window takes where the first word is no command.

    A file that is named like a command is meant where it is written with a dot or a separator.
    """
    first = _first_word(arguments)
    if first in _COMMANDS:
        return _command_parser().parse_args(arguments)
    options, rest = _window_parser().parse_known_args(arguments)
    if rest:
        meant = _command_meant(first)
        if meant:
            raise BadUsage(f"there is no command “{first}”; did you mean {meant}?")
        raise BadUsage(f"unexpected: {' '.join(rest)} (see {PROGRAM} --help)")
    return options


def _command_meant(word: str) -> str:
    import difflib  # and tomllib above: for these cases alone

    return next(iter(difflib.get_close_matches(word, _COMMANDS, n=1)), "")


def _first_word(arguments: Sequence[str]) -> str:
    words = iter(arguments)
    for word in words:
        if word == "--":
            return ""
        if word in {"--language", "--smoke", "--tour"}:
            next(words, None)
        elif not word.startswith("-"):
            return word
    return ""


def _common(parser: _Parser) -> None:
    parser.add_argument(
        "--language", choices=("en", "ja"), help="language of the window (default: the system's)"
    )
    parser.add_argument("--version", action=_ShowVersion, help="show the version and exit")


def _new_parser(**texts: Any) -> _Parser:
    return _Parser(
        prog=PROGRAM,
        description="Step through attention and Transformer blocks with every number in view.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        **texts,
    )


def _window_parser() -> _Parser:
    parser = _new_parser(epilog=COMMANDS_HELP)
    _common(parser)
    parser.add_argument(
        "--tour",
        type=path_to_write,
        metavar="DIR",
        help="where there is no display, write pictures to this folder",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("files", nargs="*", default=[], metavar="FILE", help=f"{FILE_HELP}; a window each")
    what.add_argument(
        "--smoke",
        type=path_to_write,
        metavar="FOLDER",
        help="check this installation: opens every example, steps through it, "
        "saves it into FOLDER, and quits",
    )
    what.add_argument(
        "--self-test",
        action="store_true",
        help="check this installation quickly, and print a report that can be mailed",
    )
    parser.set_defaults(handler=_open_window)
    return parser


def _command_parser() -> _Parser:
    parser = _new_parser()
    _common(parser)
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    for name, (handler, help_text) in _COMMANDS.items():
        command = commands.add_parser(name, help=help_text, description=help_text, allow_abbrev=False)
        command.set_defaults(handler=handler)
        _add_files(command, name)
        if name == "explain":
            command.add_argument(
                "cell", metavar="NAME[i,…]", help="a zero-based index per axis, in axis order"
            )
        if name == "trace":
            step: dict[str, Any] = {"type": some_name, "metavar": "NAME", "help": "only this tensor"}
            command.add_argument("--step", action="append", **step)
        if name == "render":
            add_picture_options(command)
        if name == "generate":
            from app.generating import add_generating_options  # nothing of it is needed for a window

            add_generating_options(command)
        if name in {"trace", "examples", "compare", "doctor", "generate"}:
            command.add_argument("--json", action="store_true", help="as JSON")
    return parser


def _add_files(command: _Parser, name: str) -> None:
    """Add the files that a command reads."""
    if name == "verify":
        command.add_argument("files", nargs="+", metavar="FILE", help=FILE_HELP)
    elif name == "compare":
        command.add_argument("left", metavar="A", help=FILE_HELP)
        command.add_argument("right", metavar="B", help=FILE_HELP)
    elif name == "import":
        from app.importing import add_import_options  # as above

        add_import_options(command)
    elif name != "examples":
        command.add_argument("file", metavar="FILE", help=FILE_HELP)


# Commands


def _list_examples(options: argparse.Namespace, write: Write, _complain: Write) -> int:
    known = [{"key": example.key, "title": str(example.title)} for example in examples()]
    if options.json:
        write(json_text(known))
        return 0
    width = max(len(example["key"]) for example in known)
    for example in known:
        write(f"{example['key']:<{width}}  {example['title']}")
    return 0


def _run(scenario: Scenario) -> Trace:
    trace = run(scenario.program())
    if trace.failure is not None:
        raise trace.failure.error
    return trace


def _show_trace(options: argparse.Namespace, write: Write, _complain: Write) -> int:
    from app.tracing import report  # for this command alone

    scenario = load_scenario(options.file)
    trace = _run(scenario)
    tensors = [find_tensor(trace, name) for name in dict.fromkeys(options.step or columns(trace))]
    report(conventions_line(scenario.architecture), trace, tensors, write, as_json=options.json)
    return 0


def _show_explanation(options: argparse.Namespace, write: Write, _complain: Write) -> int:
    name, index = parse_cell(options.cell)
    trace = _run(load_scenario(options.file))
    explanation = explain(trace, name, index, decimals=terminal.DECIMALS)
    write(explanation.text)
    exact = f"{terminal.cell_text(name, index)} = {explanation.value!r}"
    if explanation.proof is not None:
        exact += f", recomputed: {explanation.proof.recomputed!r}"
    write(exact)
    return 0


def _verify(options: argparse.Namespace, write: Write, complain: Write) -> int:
    status = 0
    for file in options.files:
        try:
            holds = _verify_file(file, write, Progress(file))
        except (BadUsage, SandboxError) as error:
            complain(f"{PROGRAM}: {_one_line(error)}")
            status = 2
        else:
            status = max(status, int(not holds))
    return status


def _verify_file(file: str, write: Write, progress: Progress) -> bool:
    trace = _run(load_scenario(file))
    try:
        proof = prove(trace, progress=progress.tell)
    finally:
        progress.end()
    for line in proof_text(file, proof):
        write(line)
    return proof.holds


def _generate(options: argparse.Namespace, write: Write, _complain: Write) -> int:
    from app.generating import generation_json, generation_text, with_options  # for this command alone

    scenario = with_options(load_scenario(options.file), options)
    if options.json:
        write(json_text(generation_json(scenario, options.count, with_cache=options.cache)))
        return 0
    for line in generation_text(scenario, options.count, with_cache=options.cache):
        write(line)
    return 0


def _doctor(options: argparse.Namespace, write: Write, _complain: Write) -> int:
    from app.doctoring import report  # for this command alone

    return report(_run(load_scenario(options.file)), write, as_json=options.json)


def _compare(options: argparse.Namespace, write: Write, _complain: Write) -> int:
    from app.comparing import comparison_json, comparison_text  # for this command alone
    from core.compare import compare

    scenarios = [load_scenario(file) for file in (options.left, options.right)]
    found = compare(*map(_run, scenarios))
    files = (options.left, options.right)
    if options.json:
        write(json_text(comparison_json(found, files, scenarios)))
    else:
        for line in comparison_text(found, files, scenarios):
            write(line)
    return int(not found.is_equal)


def _open_window(options: argparse.Namespace, write: Write, complain: Write) -> int:
    if options.self_test:
        gc.enable()
        return installation.test_self(options.language, write)
    if options.smoke is not None:
        gc.enable()
        return installation.check(options.smoke, options.language, write, complain)
    scenarios = [load_scenario(file) for file in options.files]
    for each in scenarios:
        _run(each)  # a file that cannot be shown is refused here, not in the window
    scenario = scenarios[0] if scenarios else None
    reason = screens.no_display()
    if reason:
        _walk_instead(reason, scenario, write)
        return _show_tour(options, scenario, write) if options.tour else 0
    try:
        unknown = screens.unknown_platform()
        if unknown:
            raise BadUsage(unknown)
        from app.application import run as run_window
    except ImportError as error:
        return _walk_instead(f"Qt cannot be used here ({_reason_without_qt(error)})", scenario, write)
    return run_window(files=options.files, language=options.language)


def _reason_without_qt(error: ImportError) -> str:
    """Return what of Qt is missing; any other import that fails is a fault of ours."""
    if error.name is None or error.name.split(".")[0] not in {"PySide6", "shiboken6", "pyqtgraph"}:
        raise error
    return _one_line(error)


def _show_tour(options: argparse.Namespace, scenario: Scenario | None, write: Write) -> int:
    """Write pictures where there is no display: of the file, or of all examples."""
    gc.enable()
    try:
        from app import render
    except ImportError as error:
        write(f"There are no pictures either: Qt cannot be used here ({_reason_without_qt(error)}).")
        return 0
    write("")
    write(f"Pictures of the window are written to {options.tour}:")
    if scenario is None:
        render.render_tour(options.tour, options.language or "", write)
    else:
        look = PictureLook(language=options.language or "")
        render.render(render.subject_of(options.files[0], scenario), options.tour, (), look, write)
    return 0


def _render(options: argparse.Namespace, write: Write, _complain: Write) -> int:
    scenario = load_scenario(options.file)
    steps = steps_named(_run(scenario), options.step or ())
    try:
        look = look_of(options)
        from app import render
    except ValueError as error:
        raise BadUsage(str(error)) from error
    except ImportError as error:
        raise BadUsage(f"Qt cannot be used here ({_reason_without_qt(error)})") from error
    file = options.pinned
    pinned = None if file is None else render.pinned_of(file, load_scenario(file))
    render.render(render.subject_of(options.file, scenario, pinned), options.out, steps, look, write)
    return 0


def _import(options: argparse.Namespace, write: Write, _complain: Write) -> int:
    from app.importing import import_weights

    return import_weights(options, load_scenario, write)


def _walk_instead(reason: str, scenario: Scenario | None, write: Write) -> int:
    write(f"{reason}, so there is no window: these are the steps and how each number is made.")
    write("")
    shown = scenario or load_example(examples()[0].key)
    for line in terminal.walk(shown, _run(shown)):
        write(line)
    return 0


_COMMANDS: dict[str, tuple[Callable[[argparse.Namespace, Write, Write], int], str]] = {
    "examples": (_list_examples, "List the examples."),
    "trace": (_show_trace, "Print every named tensor."),
    "explain": (_show_explanation, "Print the arithmetic behind one cell."),
    "verify": (_verify, "Compute every cell again from its expression."),
    "doctor": (_doctor, "Name the first number that is NaN or ∞, and tell why."),
    "generate": (_generate, "Put out the next words, one after another."),
    "compare": (_compare, "Tell what differs between two scenarios, and where first."),
    "import": (_import, "Make a scenario of the weights of a trained model, or put them into one."),
    "render": (_render, "Take pictures of the window, a step each, also without a display."),
}
