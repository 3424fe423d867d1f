"""Every reference case is either reproduced or accounted for in `tests/data/README.md`."""

import json
import re

from tests.support.cases import DATA, REFERENCE, copied


def all_cases():
    groups = json.loads((REFERENCE / "cases.json").read_text("utf-8"))
    return {(group, name) for group, names in groups.items() for name in names}


def accounted_for():
    """Rows of the README's table: (group, case) → how far."""
    rows = re.findall(
        r"^\| `([^`]+)` \| (\w+) \| ([^|]+) \| ([^|]+) \|$",
        (DATA / "README.md").read_text("utf-8"),
        re.MULTILINE,
    )
    assert len({(group, name) for name, group, _, _ in rows}) == len(rows)
    return {(group, name): how_far for name, group, how_far, _ in rows}


def copied_cases():
    return {
        (folder.name, name)
        for folder in REFERENCE.iterdir()
        if folder.is_dir()
        for name in copied(folder.name)
    }


def test_there_are_180_cases():
    groups = [group for group, _ in all_cases()]
    assert {group: groups.count(group) for group in set(groups)} == {
        "torch": 39,
        "textbook": 16,
        "adversarial": 10,
        "onnx": 90,
        "minilm": 4,
        "hf": 21,
    }


def test_files_and_table_cover_every_case():
    assert copied_cases() | accounted_for().keys() == all_cases()


def test_exactly_the_cases_without_a_file_are_told_as_not_reproduced():
    nothing = {case for case, how_far in accounted_for().items() if how_far == "nothing, no file"}
    assert nothing == all_cases() - copied_cases()
