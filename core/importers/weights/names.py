"""Which of our parameters a stored tensor is: by our own names, or by those of PyTorch's modules.

`nn.MultiheadAttention` keeps its maps as they stand before the vector, ``(out, in)``, and those of q, k and v
in one matrix, behind each other; ours stand behind it, ``(in, out)``. Around it, the names are those of
`nn.TransformerEncoderLayer`, `nn.TransformerDecoderLayer`, their stacks and `nn.Transformer`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.architecture.options import Stack
from core.importers.weights.stored import Stored, StoredTensor
from core.record import Record
from core.tensor import Array, frozen
from core.text import QT_TRANSLATE_NOOP, Message, message

_OURS = re.compile(
    r"(?:(?:source|target)\.)?embed\.[\w.]+|unembed\.\w+|(?:attn|encoder|decoder)\.W_R"
    r"|(?:attn|(?:encoder|decoder)\.\d{1,3}\.(?:self_|cross_)?attn)\.(?:[Wb]_[A-Z]|[qkv]|[qk]_norm\.(?:gain|bias))"
    r"|(?:encoder|decoder)\.\d{1,3}\.ffn\.[Wb]_[A-Z0-9]"
    r"|(?:encoder|decoder)\.(?:\d{1,3}\.(?:post_)?norm\d|norm)\.(?:gain|bias)"
)
_TORCH = re.compile(
    r"(?P<outer>(?:[^.]+\.)*?)(?:(?P<stack>encoder|decoder)\.)?(?:layers\.(?P<layer>\d{1,3})\.)?"
    r"(?:(?P<attention>self_attn|multihead_attn)\.)?"
    r"(?P<leaf>in_proj_weight|in_proj_bias|[qkv]_proj_weight|out_proj\.(?:weight|bias)|bias_[kv]"
    r"|linear[12]\.(?:weight|bias)|norm[123]?\.(?:weight|bias))"
)
_NO_SUCH = QT_TRANSLATE_NOOP("Weights", "not a name of this program or of PyTorch's attention and layers")
_EXTRA_KEYS = QT_TRANSLATE_NOOP("Weights", "extra keys (add_bias_kv) are not among the options")
_NO_THIRDS = QT_TRANSLATE_NOOP("Weights", "it should hold the maps of q, k and v behind each other: {shape}")
_TWICE = QT_TRANSLATE_NOOP("Weights", "{name} is already taken from {other}")
_SEVERAL = QT_TRANSLATE_NOOP("Weights", "nothing tells which of the attentions of the model it is")


class Placed(Record, eq=False):
    """One of our tensors, and what of the file it is made of."""

    name: str
    """Ours."""
    stored: StoredTensor
    third: int | None = None
    """Which of three equal blocks of rows is taken: those of q, k and v."""
    is_turned: bool = False
    """Whether rows become columns."""

    @property
    def shape(self) -> tuple[int, ...]:
        """What it is in our model."""
        shape = self.stored.shape
        if self.third is not None:
            shape = (shape[0] // 3, *shape[1:])
        return shape[::-1] if self.is_turned else shape

    def values(self) -> Array:
        """Read the numbers.

        Raises
        ------
        SandboxError
            Where no parameter may hold one of them.
        """
        values = self.stored.values()
        if self.third is not None:
            rows = len(values) // 3
            values = values[self.third * rows : (self.third + 1) * rows]
        return frozen((values.T if self.is_turned else values).copy(order="C"))


class NotPlaced(Record, eq=False):
    """A stored tensor that is none of ours."""

    stored: StoredTensor
    reason: Message


class Naming(Record, eq=False):
    """What a file holds by our names, and what else."""

    placed: dict[str, Placed]
    others: tuple[NotPlaced, ...]


class _Torch(Record, eq=False):
    """A name of PyTorch's, taken apart."""

    stored: StoredTensor
    outer: str
    stack: str
    layer: int
    attention: str
    leaf: str
    has_layer: bool

    @property
    def attention_place(self) -> tuple[str, str, int, str] | None:
        """Tells attentions apart; None for what is none."""
        is_attention = self.leaf.startswith(("in_proj", "out_proj", "q_proj", "k_proj", "v_proj", "bias_"))
        return (self.outer, self.stack, self.layer, self.attention) if is_attention else None


def our_names(stored: Stored, stack: Stack | None = None, known: Iterable[str] = ()) -> Naming:
    """Find our names for what is in a file.

    Parameters
    ----------
    stored : mapping
        What the file holds.
    stack : Stack, optional
        That of the model; without, the one that the names tell (`stack_of`).
    known : iterable of str, default=()
        Further names that are ours: those of the model.
    """
    stack = stack or stack_of(stored)
    names, own = frozenset(known), [name for name in stored if _OURS.fullmatch(name)]
    own = list(dict.fromkeys((*own, *(name for name in stored if name in names))))
    placed = {name: Placed(name, stored[name]) for name in own}
    theirs = _torch_entries(stored, own)
    others = [
        NotPlaced(stored[name], message("Weights", _NO_SUCH))
        for name in stored
        if name not in placed and name not in theirs
    ]
    attentions = {entry.attention_place for entry in theirs.values()} - {None}
    for entry in theirs.values():
        prefix = _prefix(entry, stack, len(attentions))
        for made in _made(entry, prefix):
            if isinstance(made, Placed) and made.name in placed:
                other = placed[made.name].stored.name
                made = NotPlaced(entry.stored, message("Weights", _TWICE, name=made.name, other=other))  # noqa: PLW2901
            if isinstance(made, NotPlaced):
                others.append(made)
            else:
                placed[made.name] = made
    return Naming(placed, tuple(others))


def stack_of(stored: Stored) -> Stack:
    """Return how the parts of a model with these names are stacked."""
    entries = _torch_entries(stored, [name for name in stored if _OURS.fullmatch(name)]).values()
    stacks = {entry.stack for entry in entries if entry.stack}
    stacks |= {name.partition(".")[0] for name in stored if _OURS.fullmatch(name)} & {"encoder", "decoder"}
    crossed = any(entry.attention == "multihead_attn" for entry in entries) or any(
        ".cross_attn." in name for name in stored
    )
    if crossed or len(stacks) == 2:
        return Stack.ENCODER_DECODER
    if "decoder" in stacks:
        return Stack.DECODER
    in_layers = any(entry.has_layer or entry.attention_place is None for entry in entries)
    return Stack.ENCODER if stacks or in_layers else Stack.ATTENTION


def _torch_entries(stored: Stored, own: Iterable[str]) -> dict[str, _Torch]:
    ours = frozenset(own)
    found = {name: _TORCH.fullmatch(name) for name in stored if name not in ours}
    crossed = {
        (match["outer"], match["layer"])
        for match in found.values()
        if match and match["attention"] == "multihead_attn"
    }
    return {
        name: _Torch(
            stored[name],
            match["outer"],
            match["stack"] or ("decoder" if (match["outer"], match["layer"]) in crossed else ""),
            int(match["layer"] or 0),
            match["attention"] or "",
            match["leaf"],
            match["layer"] is not None,
        )
        for name, match in found.items()
        if match
    }


def _prefix(entry: _Torch, stack: Stack, attentions: int) -> str:
    """Return the layer, attention or stack of our model that it belongs to; empty: nobody can tell."""
    if stack is Stack.ATTENTION:
        return "attn" if attentions == 1 else ""
    own = {Stack.ENCODER: "encoder", Stack.DECODER: "decoder"}.get(stack, entry.stack or "encoder")
    if entry.attention_place is None:
        is_final = entry.leaf.startswith("norm.")
        return own if is_final else f"{own}.{entry.layer}"
    if not entry.attention and not entry.has_layer and stack is Stack.ENCODER_DECODER:
        return ""
    if entry.attention == "multihead_attn":
        return f"{own}.{entry.layer}.cross_attn"
    return f"{own}.{entry.layer}.{'attn' if own == 'encoder' else 'self_attn'}"


def _made(entry: _Torch, prefix: str) -> tuple[Placed | NotPlaced, ...]:
    """Return what of ours a tensor of PyTorch's becomes."""
    stored, leaf = entry.stored, entry.leaf
    if leaf in {"bias_k", "bias_v"}:
        return (NotPlaced(stored, message("Weights", _EXTRA_KEYS)),)
    if not prefix:
        return (NotPlaced(stored, message("Weights", _SEVERAL)),)
    kind = leaf.rpartition("_" if leaf.startswith("in_") else ".")[2]
    if leaf.startswith("in_proj"):
        return _thirds(stored, prefix, is_matrix=kind == "weight")
    if entry.attention_place is not None:
        name = f"{prefix}.{'b' if kind == 'bias' else 'W'}_{leaf[0].upper()}"
        return (Placed(name, stored, is_turned=kind != "bias"),)
    if leaf.startswith("linear"):
        number = leaf[len("linear")]
        letter = "b" if kind == "bias" else "W"
        return (Placed(f"{prefix}.ffn.{letter}_{number}", stored, is_turned=kind == "weight"),)
    return (Placed(f"{prefix}.{leaf.partition('.')[0]}.{'gain' if kind == 'weight' else 'bias'}", stored),)


def _thirds(stored: StoredTensor, prefix: str, *, is_matrix: bool) -> tuple[Placed | NotPlaced, ...]:
    """Return the maps of q, k and v, which lie behind each other."""
    if len(stored.shape) != 1 + is_matrix or stored.shape[0] % 3:
        expected = "3·d_model × d_model" if is_matrix else "3·d_model"
        return (NotPlaced(stored, message("Weights", _NO_THIRDS, shape=expected)),)
    letter = "W" if is_matrix else "b"
    return tuple(
        Placed(f"{prefix}.{letter}_{name}", stored, number, is_turned=is_matrix)
        for number, name in enumerate("QKV")
    )
