"""The form of a model, made from `core.architecture.form`: an option of the core has its field by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.texts import translated
from app.widgets.fields import ChoiceField, ChoiceOrNumberField, RealField, SizeField, ToggleField
from core.architecture.choices import Choice
from core.architecture.form import (
    OptionField,
    OptionGroup,
    Values,
    option_fields,
    option_groups,
    option_values,
    with_values,
)
from core.architecture.options import Architecture
from core.errors import SandboxError
from core.text import message

_LEFT = ("", "embedding", "positions", "feed_forward", "norm", "decoder", "unembedding")
"""Keys of the groups in the left column."""
_GAP = 12
"""Pixels above a heading that is not the first."""


class OptionForm(QWidget):
    """Shows the fields that a model reads; `changed` tells that `architecture` has another answer."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, Any] = {}
        self._base = Architecture()
        self._values: dict[str, Any] = {}
        self._headings: list[tuple[QLabel, OptionGroup]] = []
        # it scrolls, not shrinks
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        columns = QHBoxLayout(self)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(24)
        left = [group for group in option_groups() if group.key in _LEFT]
        right = [group for group in option_groups() if group.key not in _LEFT]
        self._columns = [self._column(each) for each in (left, right)]
        for column in self._columns:
            columns.addLayout(column, 1)
        for field in self.fields.values():
            field.changed.connect(self._on_changed)

    def show_architecture(self, architecture: Architecture) -> None:
        """Start from a model; nothing is emitted."""
        self._base = architecture
        self._values = option_values(architecture)
        for path, value in self._values.items():
            self.fields[path].write(value)
        self._arrange()

    def architecture(self) -> Architecture:
        """Return the model that is filled in.

        Raises
        ------
        SandboxError
            With the reason why there is none.
        """
        values = self._read()
        for path, entry in option_fields().items():
            if entry.applies(values):
                values[path] = self._values[path] = self.fields[path].read()
        return with_values(self._base, values)

    def _column(self, groups: Sequence[OptionGroup]) -> QFormLayout:
        rows = QFormLayout()
        rows.setHorizontalSpacing(12)
        rows.setVerticalSpacing(4)
        rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for group in groups:
            heading = QLabel(translated(group.title) if group.title else self.tr("Model"))
            heading.setProperty("kind", "strong")
            heading.setContentsMargins(0, _GAP if group is not groups[0] else 0, 0, 0)
            self._headings.append((heading, group))
            rows.addRow(heading)
            for entry in group.fields:
                title = translated(entry.title)
                field = self.fields[entry.path] = _field(entry, title)
                field.setObjectName(f"option.{entry.path}")
                field.setAccessibleName(f"{heading.text()}: {title}")
                if entry.about is not None:
                    _tell(field, translated(entry.about))
                if isinstance(field, ToggleField):
                    rows.addRow(field)
                else:
                    rows.addRow(title, field)
        return rows

    def _read(self) -> dict[str, Any]:
        """Return the values so far; choices and ticks, on which depends what applies, as they are now."""
        for path, field in self.fields.items():
            if isinstance(field, ChoiceField | ToggleField | SizeField):
                self._values[path] = field.read()
        return dict(self._values)

    def _on_changed(self) -> None:
        self._arrange()
        self.changed.emit()

    def _arrange(self) -> None:
        """Show the fields that apply now, and what follows from what."""
        values = self._read()
        for path, entry in option_fields().items():
            if entry.follows:
                self._follow(entry, values)
                values[path] = self._values[path] = self.fields[path].read()
        for path, entry in option_fields().items():
            self._show_row(self.fields[path], shown=entry.applies(values))
        for heading, group in self._headings:
            self._show_row(heading, shown=any(entry.applies(values) for entry in group.fields))

    def _show_row(self, widget: QWidget, *, shown: bool) -> None:
        for column in self._columns:
            if column.indexOf(widget) >= 0:
                column.setRowVisible(widget, shown)

    def _follow(self, entry: OptionField, values: Values) -> None:
        field = self.fields[entry.path]
        if entry.follows_title is None or not entry.can_follow(values):
            field.set_following("", None)
            return
        try:
            size = entry.followed(values)
        except SandboxError:
            size = None
        field.set_following(translated(entry.follows_title), size)


def _option_text(text: str) -> str:
    return translated(message("Options", text)) if text else ""


def _tell(field: QWidget, about: str) -> None:
    """Say what an option is about, beside what a choice says of each of its values."""
    if isinstance(field, ChoiceField):
        field.set_about(about)
    else:
        field.setToolTip(about)
        field.setAccessibleDescription(about)


def _field(entry: OptionField, title: str) -> Any:
    """Make the field of an option by its type."""
    kinds = [kind for kind in (entry.hint, *get_args(entry.hint)) if isinstance(kind, type)]
    choices = [
        (_option_text(choice.label), choice, _option_text(choice.about))
        for kind in kinds
        if issubclass(kind, Choice)
        for choice in kind
    ]
    zero = f"0 ({translated(entry.zero)})" if entry.zero is not None else ""
    if entry.own is not None:
        return ChoiceOrNumberField(choices, translated(entry.own))
    if choices:
        return ChoiceField(choices)
    if entry.hint is bool:
        return ToggleField(title)
    if entry.hint is int and entry.limits is not None:
        field = SizeField(int(entry.limits[0]), int(entry.limits[1]))
        field.setSpecialValueText(zero)
        return field
    return RealField(zero=zero)
