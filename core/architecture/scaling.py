"""Scores, or already the queries, are scaled: the one place that says how."""

from __future__ import annotations

from core.architecture.options import Architecture, Scale
from core.ops.attention import SCORES, ScaleByFactor, ScaleByRoot
from core.ops.elementary import Absent, Identity
from core.program import PartBuilder
from core.text import QT_TRANSLATE_NOOP


def scaling(
    part: PartBuilder, architecture: Architecture, name: str, read: str, *, title: str = "", of: str = SCORES
) -> str:
    """Append the scaling of `read`, or a step that changes nothing; return its name.

    Parameters
    ----------
    title : str, default=""
        Of what is scaled as it should be; without, that of the operation.
    of : str
        What is scaled, in the formula: scores or queries.
    """
    scale, root = architecture.scale, architecture.scale_root
    if root is not None:
        step = ScaleByRoot(*root)
        told = _MISTAKEN if isinstance(scale, Scale) and scale.is_mistake else title
        return part.add(name, step, read, title=told, formula=step.formula_of(of))
    if isinstance(scale, Scale):
        return part.add(name, Absent() if architecture.is_on("scale") else Identity(), read)
    factor = ScaleByFactor(scale)
    return part.add(name, factor, read, title=title, formula=factor.formula_of(of))


_MISTAKEN = QT_TRANSLATE_NOOP("Ops", "Scaled: divided by the root of another size than d_k, a mistake")
