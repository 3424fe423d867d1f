"""What ``--json`` prints: tensors with all their digits, and nothing that steers a terminal."""

from __future__ import annotations

import json
import math
from typing import Any

from core.tensor import NamedTensor
from core.tokens import plain


def json_text(value: object) -> str:
    """Return JSON; what must not reach a terminal is written as an escape, which means the same."""
    text = json.dumps(value, ensure_ascii=False)
    if plain(text) == text:
        return text
    return "".join(sign if plain(sign) == sign else json.dumps(sign)[1:-1] for sign in text)


def json_tensor(tensor: NamedTensor) -> dict[str, Any]:
    """Return axes, shape and values of a tensor."""
    return {
        "axes": [axis.name for axis in tensor.axes],
        "shape": list(tensor.shape),
        "values": json_numbers(tensor.values.tolist()),
    }


def json_numbers(values: Any) -> Any:
    """Return nested lists of any depth with ±∞ and NaN as strings."""
    if isinstance(values, list):
        return [json_numbers(value) for value in values]
    if math.isfinite(values):
        return values
    return "nan" if math.isnan(values) else "inf" if values > 0 else "-inf"
