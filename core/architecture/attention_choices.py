"""What an option of attention can be chosen to be; `core.architecture.options` hands all of it on."""

from __future__ import annotations

from core.architecture.choices import MISTAKE, Choice
from core.text import QT_TRANSLATE_NOOP


class Scale(Choice):
    """What the scores are divided by; a number of one's own is a `float` instead."""

    ROOT = (
        "sqrt_d_k",
        QT_TRANSLATE_NOOP("Options", "÷ √d_k"),
        QT_TRANSLATE_NOOP("Options", "Keeps the spread of the scores near 1: Vaswani et al. 2017, eq. 1."),
    )
    NONE = (
        "none",
        QT_TRANSLATE_NOOP("Options", "none"),
        QT_TRANSLATE_NOOP("Options", "As in T5 (Raffel et al. 2020), whose weights start smaller instead."),
    )
    ROOT_MODEL = (
        "sqrt_d_model",
        QT_TRANSLATE_NOOP("Options", "÷ √d_model (a mistake)"),
        QT_TRANSLATE_NOOP(
            "Options", "The width of the model in the place of one head's: every weight becomes too even."
        ),
        MISTAKE,
    )
    ROOT_HEADS = (
        "sqrt_heads",
        QT_TRANSLATE_NOOP("Options", "÷ √heads (a mistake)"),
        QT_TRANSLATE_NOOP(
            "Options",
            "The number of heads in the place of d_k: the likeliest word often stays, its share not.",
        ),
        MISTAKE,
    )


class ScalePlace(Choice):
    """What is scaled: the scores, or already the queries."""

    AFTER = (
        "after",
        QT_TRANSLATE_NOOP("Options", "scores, after Q Kᵀ"),
        QT_TRANSLATE_NOOP("Options", "Vaswani et al. 2017, eq. 1."),
    )
    BEFORE = (
        "before",
        QT_TRANSLATE_NOOP("Options", "queries, before Q Kᵀ"),
        QT_TRANSLATE_NOOP(
            "Options", "The same scores, smaller numbers on the way: tensor2tensor, nn.MultiheadAttention."
        ),
    )


class MaskKind(Choice):
    """Who may look where, before padding and custom masks."""

    NONE = (
        "none",
        QT_TRANSLATE_NOOP("Options", "none"),
        QT_TRANSLATE_NOOP(
            "Options", "Everyone sees everyone, as in an encoder: Vaswani et al. 2017, section 3.2.3."
        ),
    )
    CAUSAL = (
        "causal",
        QT_TRANSLATE_NOOP("Options", "causal: no later word"),
        QT_TRANSLATE_NOOP(
            "Options", "A word sees itself and those before it: Vaswani et al. 2017, section 3.2.3."
        ),
    )


class SoftmaxOver(Choice):
    """Along which axis softmax makes shares of 1."""

    ROWS = (
        "rows",
        QT_TRANSLATE_NOOP("Options", "rows, over the keys"),
        QT_TRANSLATE_NOOP("Options", "Each query shares 1 among the keys: Vaswani et al. 2017, eq. 1."),
    )
    COLUMNS = (
        "columns",
        QT_TRANSLATE_NOOP("Options", "columns (a mistake)"),
        QT_TRANSLATE_NOOP("Options", "The wrong axis: rows no longer add to 1, and a query may get nothing."),
        MISTAKE,
    )


class SoftmaxBase(Choice):
    """Which number is raised to the scores."""

    E = (
        "e",
        QT_TRANSLATE_NOOP("Options", "e"),
        QT_TRANSLATE_NOOP("Options", "The exponential function, as everywhere: Vaswani et al. 2017, eq. 1."),
    )
    TWO = (
        "2",
        QT_TRANSLATE_NOOP("Options", "2 (exact by hand)"),
        QT_TRANSLATE_NOOP(
            "Options", "Whole scores give powers to be had by hand; it is e with T = 1 / ln 2."
        ),
    )
    THREE = (
        "3",
        QT_TRANSLATE_NOOP("Options", "3 (exact by hand)"),
        QT_TRANSLATE_NOOP(
            "Options", "Whole scores give powers to be had by hand; it is e with T = 1 / ln 3."
        ),
    )

    @property
    def number(self) -> float:
        """The base; 0 stands for e."""
        return 0.0 if self is SoftmaxBase.E else float(self.value)


class MaskAs(Choice):
    """What becomes of scores that may not be looked at."""

    MINUS_INFINITY = (
        "-inf",
        QT_TRANSLATE_NOOP("Options", "score −∞"),
        QT_TRANSLATE_NOOP("Options", "Their weights are exactly 0: Vaswani et al. 2017, section 3.2.3."),
    )
    LARGE = (
        "large_negative",
        QT_TRANSLATE_NOOP("Options", "large negative score"),
        QT_TRANSLATE_NOOP(
            "Options",
            "As many libraries do; where real scores are lower still, the forbidden gets attention.",
        ),
    )
    TIMES_ZERO = (
        "scores_times_zero",
        QT_TRANSLATE_NOOP("Options", "score × 0 (a mistake)"),
        QT_TRANSLATE_NOOP("Options", "A score of 0 is no small score: e^0 = 1 gets its share."),
        MISTAKE,
    )
    AFTER = (
        "after_softmax",
        QT_TRANSLATE_NOOP("Options", "weight × 0 (a mistake)"),
        QT_TRANSLATE_NOOP("Options", "What was taken is not given to the others: rows add to less than 1."),
        MISTAKE,
    )


class Nowhere(Choice):
    """What a row that may look nowhere gets."""

    ZEROS = (
        "zeros",
        QT_TRANSLATE_NOOP("Options", "zeros"),
        QT_TRANSLATE_NOOP("Options", "Nothing is looked at: as scaled_dot_product_attention and ONNX."),
    )
    UNIFORM = (
        "uniform",
        QT_TRANSLATE_NOOP("Options", "the same share for all"),
        QT_TRANSLATE_NOOP("Options", "What a large negative number everywhere comes to: older BERT code."),
    )
    NAN = (
        "nan",
        QT_TRANSLATE_NOOP("Options", "NaN (0 / 0)"),
        QT_TRANSLATE_NOOP("Options", "What −∞ in every cell comes to: as nn.MultiheadAttention."),
    )


class HeadCut(Choice):
    """How one matrix becomes several heads, or several heads one matrix."""

    COLUMNS = (
        "columns",
        QT_TRANSLATE_NOOP("Options", "by columns"),
        QT_TRANSLATE_NOOP("Options", "Head h has columns h·d …: Vaswani et al. 2017, section 3.2.2."),
    )
    RESHAPE = (
        "reshape",
        QT_TRANSLATE_NOOP("Options", "reshape (a mistake)"),
        QT_TRANSLATE_NOOP("Options", "Numbers are counted off: a head holds parts of different words."),
        MISTAKE,
    )


class Memory(Choice):
    """Where cross-attention takes keys and values from."""

    ENCODER = (
        "encoder",
        QT_TRANSLATE_NOOP("Options", "encoder's output"),
        QT_TRANSLATE_NOOP("Options", "Vaswani et al. 2017, section 3.2.3."),
    )
    DECODER = (
        "decoder",
        QT_TRANSLATE_NOOP("Options", "decoder (a mistake)"),
        QT_TRANSLATE_NOOP("Options", "That is self-attention once more: nothing of the source is seen."),
        MISTAKE,
    )


class HeadSharing(Choice):
    """Which query heads read the same keys and values where there are fewer of those."""

    GROUPED = (
        "grouped",
        QT_TRANSLATE_NOOP("Options", "by neighbours"),
        QT_TRANSLATE_NOOP(
            "Options",
            "Query heads side by side read one key head: Ainslie et al. 2023, section 2.2.",
        ),
    )
    TILED = (
        "tiled",
        QT_TRANSLATE_NOOP("Options", "in turn (a mistake)"),
        QT_TRANSLATE_NOOP(
            "Options",
            "Keys tiled in the place of each repeated: weights made for one order are read in the other.",
        ),
        MISTAKE,
    )
