"""What an installation has to have, looked at piece by piece: for `--smoke` and `--self-test`. English."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTranslator
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QImageReader, QImageWriter, QTextLayout

from app.fonts import FAMILIES, base_font
from app.icons import application_icon
from app.language import LANGUAGES, qt_folders
from app.translation_file import Translated, translated_texts
from core.record import Record
from core.resources import resource_path

CALLS = 1000
FAMILY_OF_FORMULAS = "STIX"
READ, WRITTEN = {"png", "svg"}, {"png"}
CANCEL = {"ja": "キャンセル"}
"""What Qt itself has to say for Cancel, a language."""
_CONTEXT, _CANCEL = "QPlatformTheme", "Cancel"  # Qt's own words: not ours to translate


class Check(Record):
    """What was looked at, what was found, and what is wrong with it."""

    title: str
    found: str
    problems: tuple[str, ...] = ()


def check_binding() -> Check:
    """Look for what PySide6 6.12 does on Python 3.11: every call loses a reference to None, until it dies."""
    before = sys.getrefcount(None)
    probe = QObject()
    for _ in range(CALLS):
        probe.setObjectName("probe")
    lost = before - sys.getrefcount(None)
    problem = "this PySide6 drops references to None on this Python; see README.md for versions that do not"
    return Check("references to None", f"none lost in {CALLS} calls", (problem,) if lost > CALLS / 2 else ())


def check_fonts() -> Check:
    """Look whether the program's fonts are there, and whether any text would show a blank box."""
    missing = sorted({*FAMILIES, FAMILY_OF_FORMULAS} - {*QFontDatabase.families()})
    problems = [f"the font {family} is missing" for family in missing]
    known = [
        text for language in LANGUAGES for file in _files_of(language) for text in translated_texts(file)
    ]
    texts = [part for text in known for part in (text.source, text.translation)] + [*LANGUAGES.values()]
    blank = blank_characters(texts, base_font())
    if blank:
        problems.append("no font has " + ", ".join(f"{sign} (U+{ord(sign):04X})" for sign in blank[:20]))
    families = ", ".join((*FAMILIES, FAMILY_OF_FORMULAS))
    return Check("fonts", f"{families}; {len(texts)} texts without a blank box", tuple(problems))


def blank_characters(texts: Iterable[str], font: QFont) -> list[str]:
    """Return the characters for which neither the font nor any that Qt falls back to has a picture."""
    signs = sorted({sign for text in texts for sign in text})
    return [sign for sign in signs if not _is_unseen(sign) and _is_blank(sign, font)]


def _is_unseen(sign: str) -> bool:
    return sign.isspace() or unicodedata.category(sign) in {"Cc", "Cf", "Mn"}


def _is_blank(sign: str, font: QFont) -> bool:
    layout = QTextLayout(sign, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    runs = layout.glyphRuns()
    return not runs or any(0 in run.glyphIndexes() for run in runs)


def check_plugins() -> Check:
    """Look for the parts of Qt that it loads only when they are needed."""
    readable = {bytes(name.data()).decode() for name in QImageReader.supportedImageFormats()}
    writable = {bytes(name.data()).decode() for name in QImageWriter.supportedImageFormats()}
    problems = [f"{name} pictures cannot be read" for name in sorted(READ - readable)]
    problems += [f"{name} pictures cannot be written" for name in sorted(WRITTEN - writable)]
    picture = application_icon().pixmap(64, 64).toImage()
    if picture.isNull() or picture.pixelColor(picture.width() // 2, picture.height() // 2).alpha() == 0:
        problems.append("the icon of the program is empty")
    found = f"window system {QGuiApplication.platformName()}; pictures {', '.join(sorted(READ))}; icons"
    return Check("plugins of Qt", found, tuple(problems))


def check_translations(language: str | None = None) -> Check:
    """Look whether both translations are there, Qt's and ours; also whether the window speaks `language`."""
    translated = [key for key in LANGUAGES if key != "en"]
    problems = [problem for key in translated for problem in _problems_of(key)]
    found = [f"{len(translated_texts(_own_file(key)))} texts in {key}" for key in translated if not problems]
    if language in CANCEL and QCoreApplication.translate(_CONTEXT, _CANCEL) != CANCEL[language]:
        problems.append(f"Qt's own texts are not there in the language “{language}”")
    return Check("translations", f"Qt's own, and {', '.join(found)}", tuple(problems))


def _problems_of(key: str) -> list[str]:
    theirs, ours = QTranslator(), QTranslator()
    if not any(theirs.load(f"qtbase_{key}", str(folder)) for folder in qt_folders()):
        return [f"Qt's own translation qtbase_{key}.qm is missing"]
    told = theirs.translate(_CONTEXT, _CANCEL)
    problems = [] if told == CANCEL[key] else [f"Qt says “{told}” for Cancel, and not “{CANCEL[key]}”"]
    known = translated_texts(_own_file(key)) if ours.load(str(_own_file(key))) else ()
    if not known:
        return [*problems, f"the translation {key}.qm is missing or damaged"]
    lost = [text for text in known if not _is_found(ours, text)]
    if lost:
        problems.append(f"{len(lost)} texts are not found in {key}.qm, such as “{lost[0].source}”")
    return problems


def _is_found(translator: QTranslator, text: Translated) -> bool:
    return bool(translator.translate(text.context, text.source))


def _files_of(language: str) -> list[Path]:
    """Return the translations into a language that are there, ours first."""
    files = [_own_file(language), *(folder / f"qtbase_{language}.qm" for folder in qt_folders())]
    return [file for file in dict.fromkeys(files) if file.is_file()] if language != "en" else []


def _own_file(language: str) -> Path:
    return resource_path("translations", f"{language}.qm")
