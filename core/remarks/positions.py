"""Remarks on positions that act inside attention."""

from __future__ import annotations

from core import ops
from core.expression.numbers import constant_text
from core.ops.positions import slopes
from core.remarks.base import Remarks, Subject, say
from core.text import QT_TRANSLATE_NOOP

_TURNED = QT_TRANSLATE_NOOP(
    "Explain",
    "{word} stands at position {position}, counted from 0: columns {first} and {second} are a pair, "
    "turned by {angle}. The length of the pair stays.",
)
_STAYS = QT_TRANSLATE_NOOP("Explain", "Only the first {columns} columns are turned: this one stays.")
_ANGLE = QT_TRANSLATE_NOOP(
    "Explain",
    "The angle of pair {pair} in radians: it grows with the position, more slowly from pair to pair.",
)
_DISTANCE = QT_TRANSLATE_NOOP(
    "Explain", "{query} and {key} stand {distance} apart; the slope of head {head} is {slope}."
)
_BUCKET = QT_TRANSLATE_NOOP(
    "Explain",
    "From {query} to {key} it is {steps}: bucket {bucket}, counted from 0, is that row of {matrix}; "
    "head {head} is the column.",
)


def rotate(subject: Subject) -> Remarks:
    """Say which columns are turned, and by how much."""
    step, operation = subject.step, subject.step.operation
    if not isinstance(operation, ops.Rotate):
        return
    if subject.working:
        yield say(_ANGLE, pair=subject.index[1] + 1)
        return
    _, row, column = subject.index
    if column >= operation.columns:
        yield say(_STAYS, columns=operation.columns)
        return
    number, first, second = operation.pair(column)
    angle = subject.number(step.working("angle"), (row, number))
    said = {"word": subject.label(1), "position": row, "first": first + 1, "second": second + 1}
    yield say(_TURNED, **said, angle=angle)


def distance_bias(subject: Subject) -> Remarks:
    """Say how far two words stand apart."""
    operation = subject.step.operation
    if isinstance(operation, ops.DistanceBias):
        head, query, key = subject.index
        distance = abs(query + operation.keys - operation.queries - key)
        said = {"query": subject.label(1), "key": subject.label(2), "distance": distance, "head": head + 1}
        yield say(_DISTANCE, **said, slope=constant_text(slopes(operation.heads)[head]))


def bucket_bias(subject: Subject) -> Remarks:
    """Say which bucket a distance falls into."""
    operation = subject.step.operation
    if isinstance(operation, ops.BucketBias):
        head, query, key = subject.index
        steps = key - query - operation.keys + operation.queries
        said = {"query": subject.label(1), "key": subject.label(2), "steps": constant_text(float(steps))}
        matrix = subject.step.inputs[0].rpartition(".")[2]
        yield say(_BUCKET, **said, bucket=operation.bucket(query, key), matrix=matrix, head=head + 1)
