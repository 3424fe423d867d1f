"""The steps of a program by layer and part, as a Qt tree model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from enum import IntEnum
from itertools import groupby
from typing import Any

from msgspec import Struct, field
from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from app.models.changed_words import changed_text
from app.models.outline import PartBox, is_absent, is_off, part_title, parts, short_title, technical_name
from app.models.pinned_words import first_text, largest_text, said_difference, worst
from app.texts import translated
from core.compare import ColumnDifference, Differences
from core.program import Program, Step
from core.ripple import Changed
from core.text import Message

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class OutlineRole(IntEnum):
    """What a row tells beside its text."""

    NAME = Qt.ItemDataRole.UserRole + 1
    """Technical name: ``scores``; empty for layers and parts."""
    STEP = Qt.ItemDataRole.UserRole + 2
    """Name of the step to go to; empty for a layer of several parts."""
    OFF = Qt.ItemDataRole.UserRole + 3
    """True where the part or step is switched off."""
    TITLE = Qt.ItemDataRole.UserRole + 4
    """The words alone, without “off”."""
    STOP = Qt.ItemDataRole.UserRole + 5
    """True at a step where playing stops."""
    PART = Qt.ItemDataRole.UserRole + 6
    """Key of the part that the row stands for (`PartBox.key`); empty for layers, and steps within a part."""
    CHANGED = Qt.ItemDataRole.UserRole + 7
    """How many cells the last edit changed: ``12 of 64``; empty for none."""
    DIFFERENCE = Qt.ItemDataRole.UserRole + 8
    """How much it differs from the pinned run at most: ``Δ 0.42``; empty where it does not."""
    SHORT_DIFFERENCE = Qt.ItemDataRole.UserRole + 10
    """The same without saying that it is the first."""
    FIRST = Qt.ItemDataRole.UserRole + 9
    """True at the first step that differs from the pinned run, and at the rows that it stands below."""


class Node(Struct, eq=False):
    """One row: a layer, a part or a step."""

    title: Message
    target: str
    name: str = ""
    is_off: bool = False
    is_absent: bool = False
    """True for what is off because the model never had it."""
    part: str = ""
    parent: Node | None = None
    row: int = 0
    children: list[Node] = field(default_factory=list)

    def add(self, child: Node) -> None:
        """Append a row below this one."""
        child.parent, child.row = self, len(self.children)
        self.children.append(child)

    def steps(self) -> Iterator[str]:
        """Return the names of the steps that the row stands for."""
        return (node.target for node in self.walk() if node.name)

    def walk(self) -> Iterator[Node]:
        """Return this node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


def outline(program: Program) -> Node:
    """Return the root of the outline: layer ▸ part ▸ step.

    A part of a single step is that step; the steps of a layer with a single part, and of the output, stand
    in the layer itself.
    """
    root = Node(Message("", ""), "")
    for _layer, group in groupby(parts(program), key=lambda box: box.layer):
        boxes = tuple(group)
        if len(boxes) == 1 and len(boxes[0].steps) == 1:
            root.add(_single(program, boxes[0]))
            continue
        layer = Node(boxes[0].layer_title, "")
        root.add(layer)
        flat = boxes[0].layer == "output" or len(boxes) == 1
        for box in boxes:
            _add_part(program, layer, box, flat=flat)
    return root


def with_stop(title: str) -> str:
    """Return the words of a step where playing stops, for those who do not see its mark."""
    return QCoreApplication.translate("Outline", "{step}, playing stops here").format(step=title)


def with_changes(title: str, changed: str) -> str:
    """Return the words of a row of which cells changed, for those who do not see its badge."""
    return QCoreApplication.translate("Outline", "{step}, {changed} cells changed").format(
        step=title, changed=changed
    )


def _add_part(program: Program, layer: Node, box: PartBox, *, flat: bool) -> None:
    if len(box.steps) == 1:
        layer.add(_single(program, box))
        return
    place = layer
    if not flat or not box.steps:
        place = Node(box.title, box.target, is_off=box.is_off, is_absent=box.is_absent, part=box.key)
        layer.add(place)
    for step in box.steps:
        place.add(_leaf(step))


def _single(program: Program, box: PartBox) -> Node:
    step = box.steps[0]
    return _row(part_title(program, step), step, box.key)


def _leaf(step: Step) -> Node:
    return _row(short_title(step), step)


def _row(title: Message, step: Step, part: str = "") -> Node:
    return Node(title, step.name, technical_name(step), is_off(step), is_absent(step), part)


class OutlineModel(QAbstractItemModel):
    """Reset when steps came or went; otherwise only what changed, and where playing stops, is told anew.

    `count` tells how many cells of some steps the last edit changed, `differences` how they differ from the
    pinned run. Both are asked for the rows that are painted or read out.
    """

    def __init__(
        self,
        count: Callable[[Iterable[str]], Changed],
        differences: Callable[[], Differences | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._count = count
        self._differences = differences
        self._nodes: list[Node] = []
        self._ids: dict[Node, int] = {}
        self._root = Node(Message("", ""), "")
        self._stops: frozenset[str] = frozenset()

    def set_stops(self, steps: Set[str]) -> None:
        """Mark the steps where playing stops."""
        changed, self._stops = self._stops ^ steps, frozenset(steps)
        for index in map(self.index_of, changed):
            if index.isValid():
                self.dataChanged.emit(index, index)

    def set_program(self, program: Program) -> None:
        """Show another program."""
        self.beginResetModel()
        self._root = outline(program)
        self._nodes = list(self._root.walk())
        self._ids = {node: number for number, node in enumerate(self._nodes)}
        self.endResetModel()

    def show_off(self, program: Program) -> None:
        """Tell anew what is off, and what parts are called, where the same steps do something else."""
        fresh = list(outline(program).walk())
        for node, now in zip(self._nodes, fresh, strict=True):
            node.title, node.target = now.title, now.target
            node.is_off, node.is_absent = now.is_off, now.is_absent
        self._changed(_NOWHERE)

    def retranslate(self) -> None:
        """Tell that all texts are others."""
        self._changed(_NOWHERE)

    def index_of(self, step: str) -> QModelIndex:
        """Return the row of a step; a row that is not there is invalid."""
        for node in self._nodes:
            if node.name and node.target == step:
                return self._index(node)
        return QModelIndex()

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        """Return a row below `parent`."""
        children = self._node(parent).children
        if column != 0 or not 0 <= row < len(children):
            return QModelIndex()
        return self._index(children[row])

    def parent(self, index: Index = _NOWHERE) -> QModelIndex:  # type: ignore[override] # two meanings in Qt
        """Return the row above in the tree."""
        node = self._node(index).parent
        return QModelIndex() if node is None or node is self._root else self._index(node)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return how many rows stand below."""
        return len(self._node(parent).children)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: ARG002
        """One."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return words, technical name and state of a row."""
        if not index.isValid():
            return None
        node = self._node(index)
        stop = bool(node.name) and node.target in self._stops
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(node)
        if role == OutlineRole.CHANGED:
            return changed_text(self._count(node.steps()))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return with_stop(self._said(node)) if stop else self._said(node)
        if role in (OutlineRole.DIFFERENCE, OutlineRole.SHORT_DIFFERENCE, OutlineRole.FIRST):
            found, is_first = self._difference(node)
            if role == OutlineRole.FIRST:
                return is_first
            text = "" if found is None else largest_text(found)
            return first_text(text) if is_first and role == OutlineRole.DIFFERENCE else text
        if role == Qt.ItemDataRole.ToolTipRole:
            marked = self._said(node) if self._said(node) != _text(node) else ""
            return "\n".join(filter(None, (node.target, marked))) or None
        told = {
            OutlineRole.NAME: node.name,
            OutlineRole.STEP: node.target,
            OutlineRole.OFF: node.is_off,
            OutlineRole.TITLE: _title(node),
            OutlineRole.STOP: stop,
            OutlineRole.PART: node.part,
        }
        return told.get(role)  # type: ignore[call-overload] # any number may be asked for

    def _said(self, node: Node) -> str:
        """Return a row with what its badges say, in words: they may have no room."""
        changed = changed_text(self._count(node.steps()))
        said = with_changes(_text(node), changed) if changed else _text(node)
        found, is_first = self._difference(node)
        return said if found is None else said_difference(said, found, is_first=is_first)

    def _difference(self, node: Node) -> tuple[ColumnDifference | None, bool]:
        """Return how a row differs most from the pinned run, and whether the first difference is there."""
        known = self._differences()
        if known is None:
            return None, False
        names = list(node.steps())
        found = worst([known.step(step) for step in map(known.right.program.maker, names) if step])
        return found, known.first is not None and known.first.name in names

    def _node(self, index: Index) -> Node:
        return self._nodes[index.internalId()] if index.isValid() else self._root

    def _index(self, node: Node) -> QModelIndex:
        return self.createIndex(node.row, 0, self._ids[node])

    def _changed(self, parent: Index) -> None:
        count = self.rowCount(parent)
        if count:
            self.dataChanged.emit(self.index(0, 0, parent), self.index(count - 1, 0, parent))
        for row in range(count):
            self._changed(self.index(row, 0, parent))


def _title(node: Node) -> str:
    text = translated(node.title)
    return text[:1].upper() + text[1:]


def _text(node: Node) -> str:
    if not node.is_off:
        return _title(node)
    translate = QCoreApplication.translate
    words = translate("Outline", "{part} · none") if node.is_absent else translate("Outline", "{part} · off")
    return words.format(part=_title(node))
