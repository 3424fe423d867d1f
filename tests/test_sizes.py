"""Files of at most 450 lines, functions of at most 60."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILE_LINES = 450
FUNCTION_LINES = 60


def python_files():
    return sorted(path for folder in ("core", "app") for path in (ROOT / folder).rglob("*.py"))


def functions_of(source):
    tree = ast.parse(source)
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def lines_of(function):
    return function.end_lineno - function.lineno + 1


def test_there_are_files_to_measure():
    assert len(python_files()) > 30


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_functions_are_short(path):
    source = path.read_text("utf-8")
    assert len(source.splitlines()) <= FILE_LINES
    long = {each.name: lines_of(each) for each in functions_of(source) if lines_of(each) > FUNCTION_LINES}
    assert long == {}


def test_a_long_function_is_noticed():
    source = "def long():\n" + "    pass\n" * FUNCTION_LINES
    assert [lines_of(each) > FUNCTION_LINES for each in functions_of(source)] == [True]
