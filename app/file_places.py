"""Where files are looked for and proposed."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from PySide6.QtCore import QStandardPaths

from core.formats import SUFFIX


def start_folder(recent_files: Iterable[str]) -> Path:
    """Return where the last file was, as far as that is still there; else where documents are."""
    return next((folder for folder in _folders(recent_files) if _is_folder(folder)), Path.home())


def proposed_path(place: Path | None, name: str, recent_files: Iterable[str]) -> Path:
    """Return what Save as proposes: the document's own file, or a name where the last file was."""
    if place is not None and _is_folder(place.parent):
        return place
    return start_folder(recent_files) / (place.name if place is not None else file_name(name) + SUFFIX)


def way_out(path: Path, size: int, recent_files: Iterable[str]) -> Path:
    """Return a place where a file of `size` bytes that `path` did not take can really be written."""
    folders = dict.fromkeys((path.parent, *_folders(recent_files), Path.home(), Path(tempfile.gettempdir())))
    folder = next((each for each in folders if _takes(each, size)), Path.home())
    return _free_name(folder / path.name)


def file_name(title: str) -> str:
    """Make a file name of a title: path signs and what Windows refuses become dashes."""
    name = "".join("-" if sign in '<>:"/\\|?*' or ord(sign) < 32 else sign for sign in title)
    return name.strip(" .") or "scenario"


def _folders(recent_files: Iterable[str]) -> Iterator[Path]:
    yield from (Path(file).parent for file in recent_files)
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    if documents:
        yield Path(documents)


def _is_folder(folder: Path) -> bool:
    try:
        return folder.is_dir()
    except (OSError, ValueError):
        return False


def _takes(folder: Path, size: int) -> bool:
    """Try it: rights, quotas and room are seen in no other way."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"\n" * size)
    except (OSError, ValueError):
        return False
    return True


def _free_name(path: Path) -> Path:
    """Return the path, or the first of “name 2”, “name 3” … where there is no file yet."""
    numbered = (path.with_name(f"{path.stem} {number}{path.suffix}") for number in itertools.count(2))
    return next(each for each in itertools.chain((path,), numbered) if not each.exists())
