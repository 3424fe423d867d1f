"""Write every choice of every option into the schema of files: `make schema`, after one has been added."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from core.architecture.options import Architecture, Choice  # noqa: E402

SCHEMA = ROOT / "resources/scenario.schema.json"


def main() -> None:
    """Write the schema anew; only lists of choices change."""
    SCHEMA.write_text(with_choices(SCHEMA.read_text(encoding="utf-8")), encoding="utf-8")


def with_choices(schema: str) -> str:
    """The schema with the choices as they are now, everything else as it stands."""
    for part in fields(Architecture):
        options = getattr(Architecture(), part.name)
        for option in fields(options) if is_dataclass(options) else ():
            value = getattr(options, option.name)
            if isinstance(value, Choice):
                schema = _listed(schema, part.name, option.name, [choice.value for choice in type(value)])
    return schema


def _listed(schema: str, part: str, option: str, choices: list[str]) -> str:
    within = r"(?:(?!\n        \}).)*?"
    listed = re.compile(rf'("{part}": \{{\n{within}"{option}": \{{ "enum": )\[[^]]*\]', re.DOTALL)
    start = schema.index('"architecture": {\n')
    made = listed.sub(lambda found: found[1] + json.dumps(choices), schema[start:], count=1)
    return schema[:start] + made


if __name__ == "__main__":
    main()
