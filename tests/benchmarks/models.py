"""The documents of the bench, and their arithmetic as bare NumPy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.architecture.presets import new_scenario, preset
from core.scenario import Scenario
from core.tensor import Array
from core.trace import Trace

W_Q = "decoder.0.self_attn.W_Q"
"""The matrix that is edited: everything after it changes."""


def decoder(tokens: int, d_model: int, heads: int, layers: int) -> Scenario:
    """Return a decoder as GPT-2 has it, with seeded numbers."""
    made = preset("gpt-2").architecture
    made = replace(
        made,
        layers=layers,
        d_model=d_model,
        attention=replace(made.attention, heads=heads, d_k=d_model // heads, d_v=d_model // heads),
        feed_forward=replace(made.feed_forward, d_ff=4 * d_model),
    )
    return new_scenario(made, {"target": tuple(f"w{number}" for number in range(tokens))})


class BareDecoder:
    """What an edit of the first W_Q makes necessary, in plain NumPy: the least that can be computed."""

    def __init__(self, scenario: Scenario, trace: Trace) -> None:
        self.layers = scenario.architecture.layers
        self.parts: Mapping[str, Array] = {name: one.values for name, one in scenario.parameters.items()}
        self.heads, rows, _ = trace["decoder.0.self_attn.q"].shape
        self.known = {name: trace[name].values for name in ("embed.sum", "decoder.0.norm1")}
        self.known |= {
            f"decoder.0.self_attn.{one}": trace[f"decoder.0.self_attn.{one}"].values for one in "kv"
        }
        self.epsilon = scenario.architecture.norm.epsilon
        self.masked = np.triu(np.full((rows, rows), -np.inf), 1)

    def run(self, w_q: Array) -> dict[str, Array]:
        """Compute everything behind W_Q."""
        made: dict[str, Array] = {}
        x = self.known["embed.sum"]
        for layer in range(self.layers):
            x = self._layer(f"decoder.{layer}", x, w_q if layer == 0 else None, made)
        x = self._norm("decoder.norm", x)
        logits = x @ self.parts["embed.W_E"].T
        power = np.exp(logits - logits.max(axis=-1, keepdims=True))
        made["probabilities"] = power / power.sum(axis=-1, keepdims=True)
        return made

    def _layer(self, name: str, x: Array, w_q: Array | None, made: dict[str, Array]) -> Array:
        parts, at = self.parts, f"{name}.self_attn"
        if w_q is not None:
            read, k, v = self.known[f"{name}.norm1"], self.known[f"{at}.k"], self.known[f"{at}.v"]
        else:
            read, w_q = self._norm(f"{name}.norm1", x), parts[f"{at}.W_Q"]
            k, v = (self._split(read @ parts[f"{at}.W_{one}"] + parts[f"{at}.b_{one}"]) for one in "KV")
        q = made[f"{at}.q"] = self._split(read @ w_q + parts[f"{at}.b_Q"])
        scores = q @ k.swapaxes(-1, -2)
        scaled = scores / np.sqrt(q.shape[-1])
        masked = made[f"{at}.masked"] = scaled + self.masked
        most = made[f"{at}.weights.max"] = masked.max(axis=-1)
        power = made[f"{at}.weights.exp"] = np.exp(masked - most[..., None])
        total = made[f"{at}.weights.sum"] = power.sum(axis=-1)
        weights = made[f"{at}.weights"] = power / total[..., None]
        heads = (weights @ v).swapaxes(0, 1).reshape(len(x), -1)
        x = x + heads @ parts[f"{at}.W_O"] + parts[f"{at}.b_O"]
        hidden = self._norm(f"{name}.norm2", x) @ parts[f"{name}.ffn.W_1"] + parts[f"{name}.ffn.b_1"]
        bent = 0.5 * hidden * (1 + np.tanh(np.sqrt(2 / np.pi) * (hidden + 0.044715 * hidden**3)))
        return x + bent @ parts[f"{name}.ffn.W_2"] + parts[f"{name}.ffn.b_2"]

    def _split(self, joined: Array) -> Array:
        return joined.reshape(len(joined), self.heads, -1).swapaxes(0, 1)

    def _norm(self, name: str, x: Array) -> Array:
        away = x - x.mean(axis=-1, keepdims=True)
        variance = (away**2).mean(axis=-1, keepdims=True)
        return (
            away / np.sqrt(variance + self.epsilon) * self.parts[f"{name}.gain"] + self.parts[f"{name}.bias"]
        )
