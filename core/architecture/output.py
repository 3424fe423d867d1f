"""The part that ends a decoder: logits, probabilities, and the word that is drawn."""

from __future__ import annotations

from core.architecture.options import Architecture, Decoding
from core.ops.attention import SoftCap, Softmax
from core.ops.base import Operation
from core.ops.decoding import Draw, TopK, TopP
from core.ops.elementary import Absent
from core.ops.linear import Linear, ScaleOutput, TiedUnembedding
from core.program import PartBuilder, ProgramBuilder
from core.text import QT_TRANSLATE_NOOP


def output(builder: ProgramBuilder, architecture: Architecture, x: str, first: int = 0) -> str:
    """Append ``logits`` and ``probabilities``; return the name of the latter (token, vocabulary).

    Where words are drawn, ``top_k``, ``top_p`` and ``drawn`` follow; `first` is the position of
    the first row.
    """
    part = builder.within("output", "output")
    bias = ("unembed.b_U",) if builder.has("unembed.b_U") else ()
    if architecture.unembedding.scaled:
        x = part.add("unembed.scaled", ScaleOutput(architecture.d_model), x)
    if architecture.unembedding.tied:
        logits = part.add("logits", TiedUnembedding(), x, "embed.W_E", *bias)
    else:
        formula = r"\mathrm{logits} = X W_U"
        logits = part.add(
            "logits", Linear(), x, "unembed.W_U", *bias, title=TiedUnembedding.title, formula=formula
        )
    if architecture.unembedding.soft_cap:
        logits = part.add("capped", SoftCap(architecture.unembedding.soft_cap), logits)
    probabilities = part.add(
        "probabilities",
        Softmax(architecture.temperature),
        logits,
        title=QT_TRANSLATE_NOOP("Ops", "Probabilities: which word comes next"),
        formula=r"\mathrm{softmax}(\mathrm{logits} / T)",
    )
    if architecture.decoding.draws:
        _decoding(part, architecture.decoding, probabilities, first)
    return probabilities


def _decoding(part: PartBuilder, options: Decoding, probabilities: str, first: int) -> None:
    """Append what is kept of the probabilities, and the word that is drawn."""
    few: Operation = TopK(options.top_k) if options.top_k else Absent()
    kept = part.add("top_k", few, probabilities, title="" if options.top_k else _ALL_KEPT)
    nucleus: Operation = TopP(options.top_p) if options.top_p < 1.0 else Absent()
    kept = part.add("top_p", nucleus, kept, title="" if options.top_p < 1.0 else _ALL_KEPT)
    part.add("drawn", Draw(options.seed, first), kept)


_ALL_KEPT = QT_TRANSLATE_NOOP("Ops", "Not in this model: all words are kept")
