"""Scenario documents to spoil, and the message that follows."""

import copy
import json

import pytest

from core.formats import BadScenario, loads

BASE = {
    "format": "transformer-sandbox",
    "version": 1,
    "title": "Test",
    "notes": "",
    "seed": 7,
    "vocabulary": ["<start>", "the", "cat", "sat"],
    "features": ["a", "b"],
    "tokens": {"target": ["the", "cat", "sat"]},
    "padding": {"target": [0]},
    "architecture": {
        "stack": "decoder-only",
        "input": "tokens",
        "layers": 1,
        "d_model": 2,
        "positions": {"kind": "learned"},
        "attention": {"heads": 1, "d_k": 4, "d_v": 2, "bias": True, "scale": 0.5, "mask": "causal"},
        "feed_forward": {"kind": "none"},
        "norm": {"kind": "layer_norm", "place": "pre", "epsilon": 1e-5, "final": True},
        "residual": True,
        "unembedding": {"tied": False, "bias": True},
        "temperature": 2,
    },
    "parameters": {
        "embed.W_E": [[1, 2], [3, 4], [5, 6], [7, 8]],
        "embed.W_P": [[0, 1], [0, 2], [0, 3]],
        "decoder.0.self_attn.W_Q": [[1, 2, 3, 4], [5, 6, 7, 8]],
        "decoder.0.self_attn.b_V": [[0.5, -0.5]],
        "decoder.norm.gain": [1, 2],
        "unembed.W_U": {"init": "uniform", "low": -2, "high": 2, "decimals": 3},
    },
    "masks": {"decoder.mask": [[1, 1, 1], [0, True, 1], [1, 1, False]]},
    "given": {"decoder.0.self_attn.scores": [[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]},
}
QKV = {
    "format": "transformer-sandbox",
    "version": 1,
    "tokens": {"source": ["a", "b"], "target": ["q"]},
    "architecture": {"stack": "attention", "input": "q, k, v", "attention": {"d_k": 1, "d_v": 1}},
    "given": {"attn.q": [[[2]]], "attn.k": [[[2], [1]]], "attn.v": [[[10], [4]]]},
}
REMOVED = object()


def encoded(document):
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "surrogatepass")


def changed(path, value, base=BASE):
    """The base document with one entry changed; `path` is split at / ."""
    document = copy.deepcopy(base)
    *way, last = path.split("/")
    part = document
    for key in way:
        part = part[int(key)] if isinstance(part, list) else part[key]
    last = int(last) if isinstance(part, list) else last
    if value is REMOVED:
        del part[last]
    else:
        part[last] = value
    return document


def refusal(data, place="test.tsbx"):
    with pytest.raises(BadScenario) as caught:
        loads(data, place=place)
    message = str(caught.value)
    assert "{" not in message.replace("{…}", "")
    return message
