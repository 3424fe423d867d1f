"""What lies in `resources` comes along in an installation."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOT_SHIPPED = {".ts"}


def test_every_kind_of_resource_is_installed():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    installed = {pattern.removeprefix("*") for pattern in settings["package-data"]["*"]}
    kinds = {path.suffix for path in (ROOT / "resources").rglob("*") if path.is_file()}
    assert kinds - NOT_SHIPPED <= installed
