"""Contents of the stage, made by hand: small ones to probe, and those of real steps."""

import numpy as np

from app.models.stage_content import Kind, MatrixView, Reading, Role, Sign, StageContent
from app.models.stage_places import Face
from core.expression.nodes import Cell, Line

WORDS = ("The", "cat", "sat", "on", "the", "mat", "and", "purred")


def counted(count):
    return tuple(str(number + 1) for number in range(count))


def view(tensor, values, *, symbol=None, role=Role.RESULT, kind=Kind.SIGNED, transposed=False, **more):
    """One matrix of a tensor with two axes; `transposed` shows it with its axes changed."""
    values = np.asarray(values, dtype=float)
    rows, columns = values.shape
    places = np.stack(np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij"), axis=-1)
    cells = tuple(np.moveaxis(places[..., ::-1] if transposed else places, -1, 0))
    masked = more.get("masked")
    seen = np.isfinite(values) if masked is None else np.isfinite(values) & ~masked
    limit = float(np.abs(values[seen]).max(initial=0.0)) or 1.0
    bars = {Kind.SIGNED: (-limit, limit), Kind.WEIGHTS: (0.0, 1.0)}
    standard = {
        "row_labels": counted(rows),
        "column_labels": counted(columns),
        "row_axis": "query",
        "column_axis": "key",
        "shape_text": f"{rows} × {columns}",
        "bar": bars.get(kind),
    }
    return MatrixView(
        tensor=tensor,
        symbol=symbol or tensor,
        role=role,
        kind=kind,
        values=values,
        places=places[..., ::-1] if transposed else places,
        reading=Reading(cells),
        **(standard | more),
    )


def alone(tensor="S", values=((0.0, 1.0, 2.0), (3.0, 4.0, 5.0)), **more):
    return StageContent((view(tensor, values, **more),))


def words(count):
    return tuple(WORDS[place % 8] for place in range(count))


def numbers(rows, columns, seed=0):
    return np.random.default_rng(seed).normal(0, 1.5, (rows, columns))


def scores(count=8, size=4, keys=None):
    """Q × Kᵀ = scores, and what the cell in row 5, column 1 is made from."""
    keys = count if keys is None else keys
    q, k = numbers(count, size), numbers(keys, size, 1)
    row, column = min(5, count - 1), min(1, keys - 1)
    items = (
        view("q", q, symbol="Q", role=Role.OPERAND, row_labels=words(count), column_axis="d_k"),
        Sign("×"),
        view(
            "k",
            k.T,
            symbol="K^T",
            role=Role.OPERAND,
            column_labels=words(keys),
            row_axis="d_k",
            transposed=True,
        ),
        Sign("="),
        view("scores", q @ k.T, row_labels=words(count), column_labels=words(keys)),
    )
    lit = (Line("q", (row, None)), Line("k", (column, None)))
    return StageContent(items), lit, Cell("scores", (row, column))


def projection(*, bias=False, count=8, size=8, columns=4):
    x, w, b = numbers(count, size), np.round(numbers(size, columns, 2), 2), numbers(1, columns, 3)
    items = [
        view("x", x, symbol="X", role=Role.OPERAND, row_labels=words(count), column_axis="d_model"),
        Sign("×"),
        view(
            "W", w, symbol="W_Q", role=Role.OPERAND, row_axis="d_model", column_axis="d_k", note="parameter"
        ),
    ]
    if bias:
        items += [Sign("+"), view("b", b, role=Role.OPERAND, row_labels=("",), row_axis="", note="parameter")]
    result = x @ w + (b if bias else 0)
    items += [Sign("="), view("Q", result, row_labels=words(count), column_axis="d_k")]
    lit = [Line("x", (2, None)), Line("W", (None, 3)), *([Cell("b", (0, 3))] if bias else [])]
    return StageContent(tuple(items)), tuple(lit), Cell("Q", (2, 3))


def softmax(count=8):
    labels = words(count)
    masked = np.triu(np.ones((count, count), dtype=bool), 1)
    scored = np.where(masked, -np.inf, numbers(count, count))
    largest = scored.max(axis=1, keepdims=True)
    powers = np.exp(scored - largest)
    total = powers.sum(axis=1, keepdims=True)
    both = {"row_labels": labels, "column_labels": labels, "masked": masked}
    lone = {"row_labels": labels, "column_labels": ("",), "column_axis": "", "row_names_shown": False}
    work = {"role": Role.WORKING, "kind": Kind.PLAIN}
    items = (
        view("masked", scored, role=Role.OPERAND, **both),
        view("w.max", largest, symbol="max", **work, **lone),
        view("w.exp", powers, symbol="exp", row_names_shown=False, **work, **both),
        view("w.sum", total, symbol="sum", **work, **lone),
        Sign("→"),
        view(
            "w",
            powers / total,
            symbol="weights",
            kind=Kind.WEIGHTS,
            row_names_shown=False,
            row_badges=("1.00 ✓",) * count,
            mask_text="masked: later words",
            **both,
        ),
    )
    return StageContent(items), (Cell("w.exp", (5, 1)), Cell("w.sum", (5, 0))), Cell("w", (5, 1))


def chain():
    """The worked example with two queries, weights framed."""
    q, k, v = np.array([[2.0], [0.0]]), np.array([[2.0], [1.0]]), np.array([[10.0], [4.0]])
    scored = q @ k.T
    weights = np.exp(scored) / np.exp(scored).sum(axis=1, keepdims=True)
    labels, none = ("first", "second"), ("",)
    typed = {"role": Role.OPERAND, "note": "typed in"}
    items = (
        view("q", q, symbol="Q", row_labels=labels, column_labels=none, column_axis="d_k", **typed),
        Sign("×"),
        view(
            "k",
            k.T,
            symbol="K^T",
            row_labels=none,
            row_axis="d_k",
            column_labels=labels,
            transposed=True,
            **typed,
        ),
        Sign("="),
        view("scores", scored, role=Role.OPERAND, column_labels=labels, row_labels=none * 2),
        Sign("→", "softmax"),
        view(
            "weights",
            weights,
            kind=Kind.WEIGHTS,
            row_labels=none * 2,
            column_labels=labels,
            caption="each row adds to 1",
        ),
        Sign("×"),
        view("v", v, symbol="V", row_labels=none * 2, row_axis="key", column_labels=none, **typed),
        Sign("="),
        view("out", weights @ v, symbol="output", role=Role.OPERAND, row_labels=none * 2, column_labels=none),
    )
    return StageContent(items, chain=True, framed=6)


class Letters:
    """Measures without Qt: every letter is 0.64 of its height wide."""

    def width(self, text, face, pixels):
        return len(text) * pixels * (0.7 if face is Face.BOLD else 0.64)
