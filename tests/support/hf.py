"""Models as Hugging Face transformers writes them, as scenarios of ours: configuration, weights and stages.

The file format of the weights is read here in a few lines of its own: a header in JSON, then the numbers.
"""

import json

import numpy as np

from core.architecture.options import (
    ActivationKind,
)

ACTIVATIONS = {
    "gelu": ActivationKind.GELU,
    "gelu_new": ActivationKind.GELU_TANH,
    "gelu_pytorch_tanh": ActivationKind.GELU_TANH,
    "relu": ActivationKind.RELU,
    "silu": ActivationKind.SILU,
    "swish": ActivationKind.SILU,
}


def weights_of(folder):
    """All tensors of a model as float64, whether one file holds them or several."""
    found = {}
    for path in sorted(folder.glob("*.safetensors")):
        data = path.read_bytes()
        size = int.from_bytes(data[:8], "little")
        header, numbers = json.loads(data[8 : 8 + size]), data[8 + size :]
        header.pop("__metadata__", None)
        for name, told in header.items():
            start, end = told["data_offsets"]
            found[name] = _numbers(told["dtype"], numbers[start:end]).reshape(told["shape"])
    return found


def _numbers(kind, data):
    if kind == "BF16":  # the upper half of a float32
        return (np.frombuffer(data, "<u2").astype("<u4") << 16).view("<f4").astype(np.float64)
    return np.frombuffer(data, {"F32": "<f4", "F64": "<f8", "F16": "<f2"}[kind]).astype(np.float64)


class Model:
    """What every family is told by: its architecture, its parameters, and our tensor behind each stage."""

    def __init__(self, config, weights):
        self.config = config
        self.weights = weights

    def architecture(self):
        raise NotImplementedError

    def parameters(self):
        """Our parameters by name."""
        raise NotImplementedError

    def stages(self):
        """Our tensor, or a function of the trace, by the name of their stage."""
        raise NotImplementedError

    def linear(self, theirs, ours, letter, *, bias=True):
        """``W_…`` and ``b_…`` from an nn.Linear, whose matrix is [out, in]."""
        made = {f"{ours}.W_{letter}": self.weights[f"{theirs}.weight"].T}
        if bias and f"{theirs}.bias" in self.weights:
            made[f"{ours}.b_{letter}"] = self.weights[f"{theirs}.bias"]
        return made

    def norm(self, theirs, ours):
        made = {f"{ours}.gain": self.weights[f"{theirs}.weight"]}
        if f"{theirs}.bias" in self.weights:
            made[f"{ours}.bias"] = self.weights[f"{theirs}.bias"]
        return made

    def rotary_base(self):
        told = self.config.get("rope_parameters") or self.config
        return float(told["rope_theta"])


def side_by_side(name):
    """The heads of q, k or v as one matrix again: what the projection itself made."""
    return lambda trace: np.concatenate(list(trace[name].values), axis=-1)


def read_by(name):
    """What went into a step."""
    return lambda trace: trace[trace.program.step(name).inputs[0]].values


def attention_stages(theirs, ours, *, rotated=False):
    """The stages within one attention part, by the names of the reference cases."""
    turned = "_rotated" if rotated else ""
    return {
        f"{theirs}.q": f"{ours}.q{turned}",
        f"{theirs}.k": f"{ours}.k{turned}",
        f"{theirs}.v": f"{ours}.v",
        f"{theirs}.scores_raw": f"{ours}.scores",
        f"{theirs}.scores_scaled": f"{ours}.scaled",
        f"{theirs}.scores_masked": f"{ours}.masked",
        f"{theirs}.attn_weights": f"{ours}.weights",
        f"{theirs}.head_out": f"{ours}.heads",
        f"{theirs}.concat": f"{ours}.concat",
        theirs: f"{ours}.out",
    }


def norm_stages(theirs, ours):
    return {f"{theirs}.input": read_by(ours), theirs: ours}


def fairseq_layer(model, theirs, ours, attentions):
    """A layer with the names that BART, Marian and OPT have."""
    made = {}
    for number, (name, part) in enumerate(attentions.items(), 1):
        for theirs_letter, letter in (("q", "Q"), ("k", "K"), ("v", "V"), ("out", "O")):
            made |= model.linear(f"{theirs}.{name}.{theirs_letter}_proj", f"{ours}.{part}", letter)
        made |= model.norm(f"{theirs}.{name}_layer_norm", f"{ours}.norm{number}")
    made |= model.linear(f"{theirs}.fc1", f"{ours}.ffn", "1") | model.linear(
        f"{theirs}.fc2", f"{ours}.ffn", "2"
    )
    return made | model.norm(f"{theirs}.final_layer_norm", f"{ours}.norm{len(attentions) + 1}")


def fairseq_stages(theirs, ours, attentions):
    made = {}
    for number, (name, part) in enumerate(attentions.items(), 1):
        made |= attention_stages(f"{theirs}.{name}", f"{ours}.{part}")
        made |= norm_stages(f"{theirs}.{name}_layer_norm", f"{ours}.norm{number}")
        made |= {
            f"{theirs}.{name}.{letter}_proj": side_by_side(f"{ours}.{part}.{letter}") for letter in "qkv"
        }
        made[f"{theirs}.{name}.out_proj"] = f"{ours}.{part}.out"
    return made | {
        f"{theirs}.fc1": f"{ours}.ffn.hidden",
        f"{theirs}.activation_fn": f"{ours}.ffn.activated",
        f"{theirs}.fc2.input": f"{ours}.ffn.activated",
        f"{theirs}.fc2": f"{ours}.ffn.out",
        **norm_stages(f"{theirs}.final_layer_norm", f"{ours}.norm{len(attentions) + 1}"),
    }
