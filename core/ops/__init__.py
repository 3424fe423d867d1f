"""Operations: one family a file. Adding one touches its file and this list."""

from core.ops.attention import (
    ApplyMask,
    Mask,
    ScaleByFactor,
    ScaleByRoot,
    Scores,
    SoftCap,
    Softmax,
    WeightedSum,
)
from core.ops.base import Operation
from core.ops.elementary import Absent, Add, Identity, TypedIn
from core.ops.embedding import LearnedPositions, NoPositions, ScaleEmbedding, SinusoidalPositions, TokenLookup
from core.ops.feed_forward import Gate, GeluExact, GeluTanh, Relu, Silu
from core.ops.linear import JoinHeads, Linear, Project, TiedUnembedding
from core.ops.norm import LayerNorm, RmsNorm
from core.ops.positions import BucketBias, DistanceBias, Rotate

OPERATIONS: tuple[type[Operation], ...] = (
    Identity,
    Absent,
    TypedIn,
    Add,
    TokenLookup,
    ScaleEmbedding,
    NoPositions,
    SinusoidalPositions,
    LearnedPositions,
    Linear,
    TiedUnembedding,
    Project,
    JoinHeads,
    Scores,
    ScaleByRoot,
    ScaleByFactor,
    SoftCap,
    Mask,
    ApplyMask,
    Softmax,
    WeightedSum,
    Relu,
    GeluExact,
    GeluTanh,
    Silu,
    Gate,
    LayerNorm,
    RmsNorm,
    Rotate,
    DistanceBias,
    BucketBias,
)

__all__ = [
    "OPERATIONS",
    "Absent",
    "Add",
    "ApplyMask",
    "BucketBias",
    "DistanceBias",
    "Gate",
    "GeluExact",
    "GeluTanh",
    "Identity",
    "JoinHeads",
    "LayerNorm",
    "LearnedPositions",
    "Linear",
    "Mask",
    "NoPositions",
    "Operation",
    "Project",
    "Relu",
    "RmsNorm",
    "Rotate",
    "ScaleByFactor",
    "ScaleByRoot",
    "ScaleEmbedding",
    "Scores",
    "Silu",
    "SinusoidalPositions",
    "SoftCap",
    "Softmax",
    "TiedUnembedding",
    "TokenLookup",
    "TypedIn",
    "WeightedSum",
]
