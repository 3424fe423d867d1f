"""Operations: one family a file. Adding one touches its file and this list."""

from core.ops.activations import Activation, ActivationKind, GeluExact, GeluTanh, Relu, Silu
from core.ops.added_positions import LearnedPositions, NoPositions, SinusoidalPositions
from core.ops.attention import (
    ApplyMask,
    ColumnSoftmax,
    Mask,
    ScaleByFactor,
    ScaleByRoot,
    Scores,
    SharedHeads,
    SoftCap,
    Softmax,
    TimesMask,
    WeightedSum,
)
from core.ops.base import Operation
from core.ops.decoding import Draw, TopK, TopP
from core.ops.elementary import Absent, Add, Append, Identity, TypedIn
from core.ops.embedding import ScaleEmbedding, TokenLookup, TypeLookup
from core.ops.feed_forward import Gate
from core.ops.linear import JoinHeads, Linear, Project, ScaleOutput, TiedUnembedding
from core.ops.norm import NORMS, LayerNorm, RmsNorm
from core.ops.position_bias import BucketBias, DistanceBias
from core.ops.positions import PositionKind
from core.ops.rotary import Rotate

OPERATIONS: tuple[type[Operation], ...] = (
    Identity,
    Absent,
    TypedIn,
    Add,
    Append,
    TokenLookup,
    TypeLookup,
    ScaleEmbedding,
    Linear,
    ScaleOutput,
    TiedUnembedding,
    Project,
    JoinHeads,
    Scores,
    ScaleByRoot,
    ScaleByFactor,
    SoftCap,
    Mask,
    ApplyMask,
    TimesMask,
    Softmax,
    ColumnSoftmax,
    WeightedSum,
    *(type(kind.operation) for kind in ActivationKind),
    Gate,
    *(kind.operation for kind in NORMS if kind.operation is not None),
    *(kind.scheme for kind in PositionKind),
    TopK,
    TopP,
    Draw,
)

__all__ = [
    "OPERATIONS",
    "Absent",
    "Activation",
    "Add",
    "Append",
    "ApplyMask",
    "BucketBias",
    "ColumnSoftmax",
    "DistanceBias",
    "Draw",
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
    "ScaleOutput",
    "Scores",
    "SharedHeads",
    "Silu",
    "SinusoidalPositions",
    "SoftCap",
    "Softmax",
    "TiedUnembedding",
    "TimesMask",
    "TokenLookup",
    "TopK",
    "TopP",
    "TypeLookup",
    "TypedIn",
    "WeightedSum",
]
