"""Remarks on masks and attention."""

from __future__ import annotations

import math

from core import ops
from core.expression.names import short_name
from core.expression.nodes import Line
from core.expression.numbers import constant_text, number_text
from core.expression.value import line_values
from core.passing import origin, reads_encoder
from core.program import Step
from core.remarks.base import Remarks, Subject, from_itself, products, say
from core.text import QT_TRANSLATE_NOOP, Message
from core.trace import Trace

# What may not be seen, and why

_LATER = QT_TRANSLATE_NOOP("Explain", "{key} comes later than {query}")
_OUTSIDE = QT_TRANSLATE_NOOP("Explain", "{key} is outside the window of {query}")
_PADDING = QT_TRANSLATE_NOOP("Explain", "{key} is padding")
_BY_HAND = QT_TRANSLATE_NOOP("Explain", "the mask says that {query} may not look at {key}")
_MASK_ZERO = QT_TRANSLATE_NOOP("Explain", "{reason}: nothing is seen there, 0.")
_MASK_ONE = QT_TRANSLATE_NOOP("Explain", "{query} may look at {key}: 1.")
_MASKED_BY_NUMBER = QT_TRANSLATE_NOOP(
    "Explain",
    "{reason}: the score becomes {number}; its weight is 0 only while the others are far above.",
)
_TIMES_ZERO = QT_TRANSLATE_NOOP(
    "Explain",
    "{reason}: times 0. A mistake: to softmax 0 is a score like any other, with a share.",
)
_WEIGHT_TIMES_ZERO = QT_TRANSLATE_NOOP(
    "Explain",
    "{reason}: times 0. A mistake: the others do not get what it had, the row adds to {total}.",
)
_WEIGHT_KEPT = QT_TRANSLATE_NOOP(
    "Explain", "{query} may look at {key}: the weight is kept; the row adds to {total}."
)
_MASKED = QT_TRANSLATE_NOOP("Explain", "{reason}: the score is masked, −∞, and its weight will be exactly 0.")
_KEPT = QT_TRANSLATE_NOOP("Explain", "{query} may look at {key}: the score is kept.")
_COUNT_MASKED = QT_TRANSLATE_NOOP("Explain", "Masked scores: {count} of {total}.")
_WEIGHT_MASKED = QT_TRANSLATE_NOOP(
    "Explain", "{reason}: masked, and since e to the power −∞ is 0, it gets exactly 0."
)
_NOWHERE_EVEN = QT_TRANSLATE_NOOP(
    "Explain", "No key may be looked at: all get the same share, what is forbidden too."
)
_NOWHERE_NAN = QT_TRANSLATE_NOOP("Explain", "No key may be looked at: 0 / 0, NaN.")
_NOWHERE = QT_TRANSLATE_NOOP("Explain", "No key may be looked at: all weights are 0.")


def masked_because(subject: Subject, mask: str, query: int, key: int) -> Message | None:
    """Return why `query` may not look at `key`, or None where it may."""
    tensor = subject.trace[mask]
    if tensor.values[query, key] > 0:
        return None
    words = {"query": subject.told(tensor.axes[0], query), "key": subject.told(tensor.axes[1], key)}
    step = subject.trace.program.maker(mask)
    operation = step.operation if step else None
    if isinstance(operation, ops.Mask):
        if operation.causal and key > query + operation.keys - operation.queries:
            return say(_LATER, **words)
        if operation.window and abs(operation.distance(query, key)) >= operation.window:
            return say(_OUTSIDE, **words)
        if key in operation.padding:
            return say(_PADDING, key=words["key"])
    return say(_BY_HAND, **words)


def mask(subject: Subject) -> Remarks:
    """Say why a pair is seen or not."""
    query, key = subject.index
    reason = masked_because(subject, subject.step.name, query, key)
    if reason is None:
        yield say(_MASK_ONE, query=subject.label(0), key=subject.label(1))
    else:
        yield say(_MASK_ZERO, reason=reason)


def apply_mask(subject: Subject) -> Remarks:
    """Say why a score is masked or kept."""
    mask, operation = subject.step.inputs[1], subject.step.operation
    reason = masked_because(subject, mask, *subject.index[1:])
    if reason is None:
        yield say(_KEPT, query=subject.label(1), key=subject.label(2))
    elif isinstance(operation, ops.ApplyMask) and math.isfinite(operation.number):
        yield say(_MASKED_BY_NUMBER, reason=reason, number=constant_text(operation.number))
    elif isinstance(operation, ops.TimesMask):
        yield say(_TIMES_ZERO, reason=reason)
    else:
        yield say(_MASKED, reason=reason)
    seen = subject.trace[mask].values
    yield say(_COUNT_MASKED, count=int((seen == 0).sum()), total=seen.size)


def times_mask(subject: Subject) -> Remarks:
    """Speak about numbers times the mask: scores, or weights behind softmax."""
    if not subject.step.name.endswith("weights"):
        yield from apply_mask(subject)
        return
    reason = masked_because(subject, subject.step.inputs[1], *subject.index[1:])
    row = subject.trace[subject.step.name].values[subject.index[:2]]
    total = number_text(float(row.sum()), 2 if subject.decimals is None else subject.decimals)
    if reason is None:
        yield say(_WEIGHT_KEPT, query=subject.label(1), key=subject.label(2), total=total)
    else:
        yield say(_WEIGHT_TIMES_ZERO, reason=reason, total=total)


# Attention

_LARGEST = QT_TRANSLATE_NOOP(
    "Explain",
    "{score} is the largest score of the row: it is taken away first, which changes nothing "
    "and keeps the powers small.",
)
_LARGEST_LOGIT = QT_TRANSLATE_NOOP(
    "Explain",
    "{score} is the largest logit of the row: it is taken away first, which changes nothing "
    "and keeps the powers small.",
)
_TEMPERATURE = QT_TRANSLATE_NOOP(
    "Explain",
    "The temperature T = {temperature} divides the differences: a large T levels, a small T sharpens.",
)
_OTHER_BASE = QT_TRANSLATE_NOOP(
    "Explain", "{base} in the place of e is raised to the differences: whole ones are exact by hand."
)
_COLUMN_SHARE = QT_TRANSLATE_NOOP(
    "Explain", "A share of its column, over the queries. A mistake: rows no longer add to 1."
)
_ROW_ADDS = QT_TRANSLATE_NOOP("Explain", "The row adds to 1.")
_MAX = QT_TRANSLATE_NOOP("Explain", "The largest number of the row, at {key}.")
_MAX_NONE = QT_TRANSLATE_NOOP("Explain", "The largest number of the row.")
_EXPONENTIAL = QT_TRANSLATE_NOOP(
    "Explain", "e to the power (number − largest of the row): 1 for the largest, less for all others."
)
_SUM = QT_TRANSLATE_NOOP("Explain", "The exponentials of the row, added: what each of them is a share of.")
_NOT_A_ROW = QT_TRANSLATE_NOOP("Explain", "∞ or NaN stands in the row, so there are no shares: NaN.")


def softmax_reason(subject: Subject, key: int) -> Message | None:
    """Return why the softmax of `subject` leaves out `key`, or None."""
    if len(subject.step.inputs) < 2:
        return None
    return masked_because(subject, subject.step.inputs[1], subject.index[-2], key)


def looks_nowhere(subject: Subject, mask: str, query: int) -> bool:
    """Return whether the row `query` of a mask has no 1."""
    return not any(subject.trace[mask].values[query].tolist())


def nowhere_is_nan() -> Message:
    """Return why a row that may look nowhere is NaN."""
    return say(_NOWHERE_NAN)


def softmax(subject: Subject) -> Remarks:
    """Speak about a weight, a probability or a working."""
    step, operation = subject.step, subject.step.operation
    row = subject.index[: len(step.axes) - 1]
    if len(step.inputs) > 1 and looks_nowhere(subject, step.inputs[1], row[-1]):
        policy = operation.nowhere if isinstance(operation, ops.Softmax) else "zeros"
        yield say({"zeros": _NOWHERE, "uniform": _NOWHERE_EVEN, "nan": _NOWHERE_NAN}[policy])
        return
    if subject.working == "max":
        yield _maximum(subject)
    elif subject.working == "sum":
        yield say(_SUM)
    elif (reason := softmax_reason(subject, subject.index[-1])) is not None:
        yield say(_WEIGHT_MASKED, reason=reason)
    elif subject.working == "exp":
        yield say(_EXPONENTIAL)
    elif math.isnan(subject.value):
        yield say(_NOT_A_ROW)
    else:
        template = _LARGEST if step.axes[-1].name == "key" else _LARGEST_LOGIT
        yield say(template, score=subject.number(step.working("max"), row))
        if isinstance(operation, ops.Softmax):
            if operation.temperature != 1.0:
                yield say(_TEMPERATURE, temperature=constant_text(operation.temperature))
            if operation.base:
                yield say(_OTHER_BASE, base=constant_text(operation.base))
        yield say(_ROW_ADDS)


def column_softmax(subject: Subject) -> Remarks:
    """Say that the axis is wrong, and why a cell gets nothing."""
    reason = None if subject.working else softmax_reason(subject, subject.index[-1])
    if reason is not None:
        yield say(_WEIGHT_MASKED, reason=reason)
    yield say(_COLUMN_SHARE)


def _maximum(subject: Subject) -> Message:
    numbers = line_values(Line(subject.step.inputs[0], (*subject.index, None)), subject.trace)
    if subject.value not in numbers:
        return say(_MAX_NONE)
    return say(_MAX, key=subject.label(-1, numbers.index(subject.value)))


_SCORE_MEANS = QT_TRANSLATE_NOOP("Explain", "A large score says: what {query} asks fits what {key} offers.")


_COLUMN_PRODUCTS = QT_TRANSLATE_NOOP("Explain", "One product for each column (d_k = {count}), then the sum.")


_CROSS_SCORES = QT_TRANSLATE_NOOP(
    "Explain",
    "Queries come from the decoder, keys and values from memory: {queries} × {keys}.",
)


_HEAD_SHARED = QT_TRANSLATE_NOOP(
    "Explain", "Head {head} reads head {read} of {what}, which heads {first} to {last} share."
)
_HEAD_IN_TURN = QT_TRANSLATE_NOOP(
    "Explain",
    "Head {head} reads head {read} of {what}: in turn, a mistake. By groups it is head {right}.",
)


def shared_head(subject: Subject) -> Remarks:
    """Say which head of keys or values is read where several heads of queries share one."""
    operation = subject.step.operation
    if not isinstance(operation, ops.SharedHeads) or not operation.reads:
        return
    head, reads = subject.index[0], operation.reads
    group = len(reads) // (max(reads) + 1)
    name = origin(subject.trace.program, subject.step.inputs[1])
    what = name if subject.dotted else short_name(name)
    said = {"head": head + 1, "read": reads[head] + 1, "what": what}
    if any(read != place // group for place, read in enumerate(reads)):
        yield say(_HEAD_IN_TURN, **said, right=head // group + 1)
    else:
        first = reads[head] * group
        yield say(_HEAD_SHARED, **said, first=first + 1, last=first + group)


def scores(subject: Subject) -> Remarks:
    """Speak about a product of query and key."""
    axis = subject.trace[subject.step.inputs[0]].axes[-1]
    yield products(subject) if axis.size == 1 else say(_COLUMN_PRODUCTS, count=axis.size)
    if reads_encoder(subject.trace.program, subject.step.part):
        queries, keys = (axis.size for axis in subject.step.axes[1:])
        yield say(_CROSS_SCORES, queries=queries, keys=keys)
    yield from from_itself(subject)
    yield from shared_head(subject)
    yield say(_SCORE_MEANS, query=subject.label(1), key=subject.label(2))


_ROOT = QT_TRANSLATE_NOOP(
    "Explain",
    "Divided by the root of d_k = {d_k}, which keeps the spread of the scores near 1 whatever d_k is.",
)
_ROOT_ONE = QT_TRANSLATE_NOOP("Explain", "√1 = 1: with d_k = 1 the scaling changes nothing.")
_OTHER_ROOT = QT_TRANSLATE_NOOP(
    "Explain",
    "Divided by the root of {of} = {number}. A mistake: the size of a query, d_k, belongs under the root.",
)
_SOFT_CAP = QT_TRANSLATE_NOOP(
    "Explain", "Pressed between −{cap} and {cap}: numbers near 0 hardly change, large ones stop at the cap."
)
_FACTOR = QT_TRANSLATE_NOOP("Explain", "Each score times a factor of your own, {factor}.")
_QUERY_FACTOR = QT_TRANSLATE_NOOP("Explain", "Each query times a factor of your own, {factor}.")
_QUERY_FIRST = QT_TRANSLATE_NOOP(
    "Explain", "Done to the queries once, it need not be done to every score: the scores are the same."
)


def by_root(subject: Subject) -> Remarks:
    """Speak about √d_k."""
    operation = subject.step.operation
    if not isinstance(operation, ops.ScaleByRoot):
        return
    if operation.of != "d_k":
        yield say(_OTHER_ROOT, of=operation.of, number=operation.number)
    else:
        yield say(_ROOT_ONE) if operation.number == 1 else say(_ROOT, d_k=operation.number)
    if _is_of_queries(subject):
        yield say(_QUERY_FIRST)


def soft_cap(subject: Subject) -> Remarks:
    """Speak about the bound."""
    operation = subject.step.operation
    if isinstance(operation, ops.SoftCap):
        yield say(_SOFT_CAP, cap=constant_text(operation.cap))


def by_factor(subject: Subject) -> Remarks:
    """Speak about a factor of one's own."""
    operation = subject.step.operation
    if isinstance(operation, ops.ScaleByFactor):
        of_queries = _is_of_queries(subject)
        yield say(_QUERY_FACTOR if of_queries else _FACTOR, factor=constant_text(operation.factor))
        if of_queries:
            yield say(_QUERY_FIRST)


def _is_of_queries(subject: Subject) -> bool:
    """Return whether queries are scaled, and not scores."""
    return subject.step.name.endswith(".q_scaled")


_MIXED = QT_TRANSLATE_NOOP(
    "Explain", "Of the value of each key, as much as {query}'s weight says, then the sum."
)
_MIXED_MASKED = QT_TRANSLATE_NOOP("Explain", "Masked keys have weight 0 and take no part.")


def weighted_mask(trace: Trace, step: Step) -> str | None:
    """Return the mask behind the weights that `step` mixes by, or None."""
    maker = trace.program.maker(step.inputs[0])
    return (
        maker.inputs[1]
        if maker and isinstance(maker.operation, ops.Softmax) and len(maker.inputs) > 1
        else None
    )


def weighted(subject: Subject) -> Remarks:
    """Speak about the mixing of values."""
    mask = weighted_mask(subject.trace, subject.step)
    if mask is not None and looks_nowhere(subject, mask, subject.index[1]):
        yield say(_NOWHERE)
        return
    yield from shared_head(subject)
    yield say(_MIXED, query=subject.label(1))
    if mask is not None and bool((subject.trace[mask].values[subject.index[1]] == 0).any()):
        yield say(_MIXED_MASKED)
