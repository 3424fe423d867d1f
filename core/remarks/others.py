"""Remarks on embeddings, linear maps, activations, norms and steps that change nothing."""

from __future__ import annotations

from core import ops
from core.passing import reads_encoder
from core.remarks.base import Remarks, Subject, from_itself, is_cross, products, say
from core.sharing import shared_reads
from core.text import QT_TRANSLATE_NOOP

# Linear maps

_HEAD_COLUMNS = QT_TRANSLATE_NOOP("Explain", "Head {head} takes columns {first} to {last} of {matrix}.")
_READ_BY = QT_TRANSLATE_NOOP("Explain", "Heads {heads} of the queries read it.")
_READ_IN_TURN = QT_TRANSLATE_NOOP("Explain", "Heads {heads} of the queries read it: in turn, a mistake.")
_FROM_DECODER = QT_TRANSLATE_NOOP(
    "Explain", "In cross-attention queries come from the decoder: {count} × {size}."
)
_FROM_ENCODER = QT_TRANSLATE_NOOP(
    "Explain", "In cross-attention keys and values come from memory, the encoder's output: {count} × {size}."
)
_JOINED = QT_TRANSLATE_NOOP("Explain", "Column {column} is column {within} of head {head}.")
_COUNTED_OFF = QT_TRANSLATE_NOOP(
    "Explain",
    "The numbers are only counted off, row by row. A mistake: different words are mixed.",
)
_ONE_HEAD = QT_TRANSLATE_NOOP(
    "Explain", "A single head: there is nothing to join, it is passed on unchanged."
)


_BEFORE_LOGITS = QT_TRANSLATE_NOOP(
    "Explain", "Divided by √d_model, because W_E turns the vectors into logits without being divided itself."
)
_AND_BIAS = QT_TRANSLATE_NOOP("Explain", "The bias {bias} is added.")


def linear(subject: Subject) -> Remarks:
    """Speak about row times column plus bias."""
    yield products(subject)
    step = subject.step
    if len(step.inputs) > 2:
        yield say(_AND_BIAS, bias=step.inputs[2].rpartition(".")[2])


def scale_output(subject: Subject) -> Remarks:  # noqa: ARG001 - one signature for all
    """Say why the output is scaled."""
    yield say(_BEFORE_LOGITS)


def project(subject: Subject) -> Remarks:
    """Speak about the projection and the block of the head."""
    yield from linear(subject)
    heads, size = subject.step.axes[0].size, subject.step.axes[-1].size
    count = subject.step.axes[1]
    if is_cross(subject.step) and count.name == "query":
        yield say(_FROM_DECODER, count=count.size, size=size)
    elif reads_encoder(subject.trace.program, subject.step.part):
        yield say(_FROM_ENCODER, count=count.size, size=size)
    else:
        yield from from_itself(subject)
    operation = subject.step.operation
    if isinstance(operation, ops.Project) and operation.reshape:
        yield say(_COUNTED_OFF)
    elif heads > 1:
        head = subject.index[0]
        matrix = subject.step.inputs[1].rpartition(".")[2]
        yield say(_HEAD_COLUMNS, head=head + 1, first=head * size + 1, last=(head + 1) * size, matrix=matrix)
    yield from _read_by(subject)


def _read_by(subject: Subject) -> Remarks:
    """Say which heads of the queries share a key or value."""
    reads = shared_reads(subject.trace.program, subject.step)
    heads = [place for place, read in enumerate(reads) if read == subject.index[0]]
    if len(heads) < 2:
        return
    in_turn = heads != list(range(heads[0], heads[-1] + 1))
    numbers = ", ".join(str(head + 1) for head in heads) if in_turn else f"{heads[0] + 1}–{heads[-1] + 1}"
    yield say(_READ_IN_TURN if in_turn else _READ_BY, heads=numbers)


def join(subject: Subject) -> Remarks:
    """Say which head a column comes from."""
    operation = subject.step.operation
    if operation.trivial or not isinstance(operation, ops.JoinHeads):
        yield say(_ONE_HEAD)
        return
    if operation.reshape:
        yield say(_COUNTED_OFF)
        return
    size = subject.step.axes[-1].size // operation.heads
    column = subject.index[-1]
    yield say(_JOINED, column=column + 1, within=column % size + 1, head=column // size + 1)


# Embeddings

_LOOKUP = QT_TRANSLATE_NOOP(
    "Explain",
    "{word} is word {number} of the vocabulary: a row with a single 1 there, times {matrix}, "
    "is row {number} of {matrix}.",
)
_TIMES_ROOT = QT_TRANSLATE_NOOP(
    "Explain", "Times √d_model, so that the words are not drowned by the positions that are added."
)
_WORD_AND_PLACE = QT_TRANSLATE_NOOP("Explain", "What the word is, plus where it stands.")
_WORD_PLACE_AND_TYPE = QT_TRANSLATE_NOOP("Explain", "What the word is, where it stands, and its type.")
_WORD_AND_TYPE = QT_TRANSLATE_NOOP("Explain", "What the word is, plus its type.")
_TYPE = QT_TRANSLATE_NOOP("Explain", "{word} has type {kind}: it takes that row of {matrix}, counted from 0.")
_BIASED = QT_TRANSLATE_NOOP("Explain", "What the distance of the two words counts is added to their score.")
_RESIDUAL = QT_TRANSLATE_NOOP("Explain", "What came in is added again to what the part made of it.")


def lookup(subject: Subject) -> Remarks:
    """Tell the lookup as a one-hot product."""
    operation = subject.step.operation
    if isinstance(operation, ops.TokenLookup):
        number = operation.ids[subject.index[0]] + 1
        matrix = subject.step.inputs[0].rpartition(".")[2]
        yield say(_LOOKUP, word=subject.label(0), number=number, matrix=matrix)


def token_type(subject: Subject) -> Remarks:
    """Say which type the word has, and that it takes that row."""
    operation = subject.step.operation
    if isinstance(operation, ops.TypeLookup):
        kind, matrix = operation.ids[subject.index[0]], subject.step.inputs[0].rpartition(".")[2]
        yield say(_TYPE, word=subject.label(0), kind=kind, matrix=matrix)


def scale_embedding(subject: Subject) -> Remarks:  # noqa: ARG001 - one signature for all
    """Say why embeddings are scaled."""
    yield say(_TIMES_ROOT)


def add(subject: Subject) -> Remarks:
    """Speak about what is added."""
    if subject.step.layer != "embed":
        yield say(_BIASED if subject.step.name.endswith(".biased") else _RESIDUAL)
        return
    added = [name.rpartition(".")[2] for name in subject.step.inputs[1:]]
    both = len(added) > 1
    yield say(_WORD_PLACE_AND_TYPE if both else _WORD_AND_TYPE if added == ["types"] else _WORD_AND_PLACE)


# Feed-forward and norm

_GATE = QT_TRANSLATE_NOOP(
    "Explain", "The hidden number {hidden}, let through {gate} times: the gate was made by W_G."
)


def gate(subject: Subject) -> Remarks:
    """Say what is let through."""
    opened, hidden = (subject.number(name, subject.index) for name in subject.step.inputs)
    yield say(_GATE, gate=opened, hidden=hidden)


# Steps that change nothing

_OFF = QT_TRANSLATE_NOOP("Explain", "{step} is switched off: passed on unchanged.")
_ABSENT = QT_TRANSLATE_NOOP("Explain", "This model has no {step}: passed on unchanged.")
_NO_MASK = QT_TRANSLATE_NOOP("Explain", "Nothing is masked: passed on unchanged.")
_MASKED_LATER = QT_TRANSLATE_NOOP(
    "Explain", "Not masked here: the weights are masked after softmax instead. A mistake."
)
_NO_SCALE = QT_TRANSLATE_NOOP("Explain", "The scores are not scaled: passed on unchanged.")
_NO_QUERY_SCALE = QT_TRANSLATE_NOOP("Explain", "The queries are not scaled: passed on unchanged.")
_SCALED_BEFORE = QT_TRANSLATE_NOOP(
    "Explain", "The queries were scaled before the product, and so are the scores: passed on unchanged."
)
_NO_OUTPUT = QT_TRANSLATE_NOOP("Explain", "There is no output matrix W_O: passed on unchanged.")
_NO_SUM = QT_TRANSLATE_NOOP("Explain", "No positions are added: passed on unchanged.")
_IDENTITIES = {
    "masked": _NO_MASK,
    "scaled": _NO_SCALE,
    "q_scaled": _NO_QUERY_SCALE,
    "out": _NO_OUTPUT,
    "sum": _NO_SUM,
}


def identity(subject: Subject) -> Remarks:
    """Say what is switched off, or what the model never had."""
    last = subject.step.name.rpartition(".")[2]
    otherwise = _ABSENT if isinstance(subject.step.operation, ops.Absent) else _OFF
    template = _IDENTITIES.get(last)
    queries = subject.trace.program.maker(f"{subject.step.part}.q_scaled")
    if last == "masked" and f"{subject.step.part}.masked_weights" in subject.trace:
        template = _MASKED_LATER
    if last == "scaled" and queries is not None and not isinstance(queries.operation, ops.Identity):
        template = _SCALED_BEFORE
    yield say(template) if template else say(otherwise, step=subject.step.name)
