"""Tiny models of Hugging Face transformers, stage by stage, to 1e-10 of max(1, |value|)."""

import json
import re

import numpy as np
import pytest

from core.architecture.options import NormPlace
from core.generation import greedy
from tests.support.build import array, scenario, trace_of, words
from tests.support.cases import REFERENCE, furthest, tensor
from tests.support.hf import weights_of
from tests.support.hf_decoders import Bloom, Gpt2, GptNeoX, Llama, Opt, deinterleaved
from tests.support.hf_encoders import T5, Bart, Bert

TOLERANCE = 1e-10
FOLDER = REFERENCE / "hf"
FAMILIES = {
    "bart": Bart,
    "bert": Bert,
    "bloom": Bloom,
    "gemma": Llama,
    "gpt2": Gpt2,
    "gpt_neox": GptNeoX,
    "llama": Llama,
    "marian": Bart,
    "mistral": Llama,
    "opt": Opt,
    "qwen2": Llama,
    "t5": T5,
}
CASES = sorted(path.name for path in FOLDER.iterdir())
OLDER = [name for name in CASES if name.endswith("_v4")]
"""The same weights written by transformers 4: only the last tensors are told."""
WHOLE = [name for name in CASES if name not in OLDER]
ROUNDED = re.compile(r"\.gelu_impl$")
"""BLOOM's GELU with the constant 0.79788456 for √(2/π)."""


class Case:
    """One folder: what went in and came out, and the model as ours."""

    def __init__(self, name):
        folder = FOLDER / name
        self.record = json.loads((folder / "expected.json").read_text("utf-8"))
        self.config = json.loads((folder / "config.json").read_text("utf-8"))
        twin = folder if list(folder.glob("*.safetensors")) else FOLDER / name.removesuffix("_v4")
        self.model = FAMILIES[self.config["model_type"]](self.config, weights_of(twin))
        self.inputs = {
            key: told["data"] if isinstance(told, dict) else told
            for key, told in self.record["inputs"].items()
        }

    @property
    def rows(self):
        return range(len(self.inputs["input_ids"]))

    def expected(self, row):
        """Every stage of one row of the batch."""
        return {name: self.of_row(tensor(told), row) for name, told in self.record["stages"].items()}

    def of_row(self, values, row):
        """One row of a batch; what has no batch, or one for all, stays."""
        is_batch = values.ndim > 2 and len(values) in {1, len(self.rows)}
        return values[min(row, len(values) - 1)] if is_batch else values

    def outputs(self, row):
        """Every tensor that the library returns, of one row of the batch; lists are told apart by numbers."""
        made = {}
        for name, told in self.record["outputs"].items():
            several = {name: told} if isinstance(told, dict) else numbered(name, told)
            made |= {key: tensor(one)[row] for key, one in several.items()}
        return made

    def scenario(self, row, ids=None):
        """The model over one row of the batch; `ids` are those that the last sequence begins with."""
        architecture = self.model.architecture()
        vocabulary = words(self.config["vocab_size"])
        sequences = {"source": self.inputs["input_ids"][row], "target": self.inputs.get("decoder_input_ids")}
        if architecture.has_both:
            sequences["target"] = sequences["target"][row]
        else:
            sequences = {architecture.sequence: sequences["source"]}
        if ids is not None:
            sequences[architecture.sequence] = ids
        first = next(iter(sequences))
        seen = self.inputs.get("attention_mask")
        hidden = [] if seen is None or ids is not None else np.flatnonzero(np.equal(seen[row], 0)).tolist()
        kinds = self.inputs.get("token_type_ids", [()] * (row + 1))[row]
        return scenario(
            architecture,
            vocabulary=vocabulary,
            tokens={name: tuple(vocabulary[i] for i in known) for name, known in sequences.items()},
            padding={first: tuple(hidden)} if hidden else {},
            types={first: tuple(kinds)} if any(kinds) else {},
            parameters=self.model.parameters(),
        )

    def typed_in(self, made, row):
        """What the library does otherwise than any option says, in the place of our numbers."""
        stages, given = self.expected(row), {}
        for theirs, ours in self.model.stages().items():
            if ROUNDED.search(theirs) or self.is_single_precision(theirs):
                given[ours] = array(stages[theirs])
        if "position_ids" in self.inputs:
            given["embed.positions"] = array(stages["transformer.wpe"])
        return made.with_changes(given=given)

    def is_single_precision(self, theirs):
        """Marian keeps its table of waves in float32."""
        return self.config["model_type"] == "marian" and theirs.endswith("embed_positions")


def numbered(name, several):
    return {f"{name}.{number}": one for number, one in enumerate(several)}


def told(trace, ours):
    return np.asarray(ours(trace) if callable(ours) else trace[ours].values, dtype=float)


def apart(trace, stages, expected, tolerance=TOLERANCE):
    """How far each stage is from theirs, where it is further than the tolerance."""
    found = {name: furthest(told(trace, ours), expected[name]) for name, ours in stages.items()}
    return {name: by for name, by in found.items() if not by <= tolerance}


def returned(case, outputs):
    """Our tensor behind each of the tensors that the library returns."""
    architecture, made = case.model.architecture(), {}
    for stack, parts in architecture.stacks.items():
        layers = range(architecture.of_stack(stack).layers)
        prefix = f"{stack}_" if architecture.has_both else ""
        made |= numbered(f"{prefix}attentions", [f"{stack}.{i}.{parts[0]}.weights" for i in layers])
        made |= numbered(
            "cross_attentions", [f"{stack}.{i}.{part}.weights" for part in parts[1:] for i in layers]
        )
        made |= numbered(f"{prefix}hidden_states", between_layers(architecture, stack, len(parts)))
    made |= {"logits": "logits", "probabilities": "probabilities"} if architecture.has_output else {}
    last = {"encoder_last_hidden_state", "last_hidden_state"} & outputs.keys()
    return made | dict.fromkeys(last, "encoder.norm")


def between_layers(architecture, stack, attentions):
    """What goes into the first layer, comes out of each, and out of the norm behind the last."""
    sequence = "source" if stack == "encoder" else "target"
    embed = f"{sequence}.embed" if architecture.has_both else "embed"
    behind = f"{'norm' if architecture.norm.place is NormPlace.POST else 'add'}{attentions + 1}"
    layers = architecture.of_stack(stack).layers
    between = [f"{stack}.{i}.{behind}" for i in range(layers - 1)]
    return [f"{embed}.{'norm' if architecture.has_embedding_norm else 'sum'}", *between, f"{stack}.norm"]


@pytest.mark.parametrize("name", WHOLE)
def test_every_stage_is_that_of_the_library(name):
    case = Case(name)
    for row in case.rows:
        trace = trace_of(case.typed_in(case.scenario(row), row))
        stages, expected = case.model.stages(), case.expected(row)
        assert stages.keys() == expected.keys() - {"pooler.dense", "pooler.activation"}
        assert apart(trace, stages, expected) == {}


@pytest.mark.parametrize("name", WHOLE)
def test_what_the_library_returns_is_what_we_have(name):
    case = Case(name)
    for row in case.rows:
        trace = trace_of(case.typed_in(case.scenario(row), row))
        outputs = case.outputs(row)
        ours = returned(case, outputs)
        assert ours.keys() == outputs.keys() - {"pooler_output"}
        assert apart(trace, ours, outputs) == {}


@pytest.mark.parametrize("name", OLDER)
def test_older_configurations_of_the_same_weights_give_the_same_model(name):
    case = Case(name)
    twin = Case(name.removesuffix("_v4"))
    assert case.model.architecture() == twin.model.architecture()
    for row in case.rows:
        made = twin.typed_in(case.scenario(row), row)
        outputs = case.outputs(row)
        ours = {key: value for key, value in returned(case, outputs).items() if key in outputs}
        assert ours
        assert apart(trace_of(made), ours, outputs) == {}


@pytest.mark.parametrize("name", [name for name in WHOLE if Case(name).record.get("greedy")])
def test_greedy_words_and_the_logits_behind_them_are_those_of_the_library(name):
    case = Case(name)
    told = case.record["greedy"]
    row, prompt, new = told.get("encoder_row", 0), told["prompt_ids"], told["new_ids"]
    logits = tensor(told["step_logits"])
    made = case.scenario(row, prompt)
    assert greedy(made, len(new)) == tuple(made.vocabulary[i] for i in new)
    tolerance = 1e-6 if case.config["model_type"] in {"bloom", "marian"} else TOLERANCE
    for step, expected in enumerate(logits):
        trace = trace_of(case.scenario(row, [*prompt, *new[:step]]))
        assert furthest(trace["logits"].values[-1], expected) <= tolerance


@pytest.mark.parametrize(("name", "distance"), [("bloom_h4", 1e-8), ("marian", 1e-7)])
def test_what_is_typed_in_is_as_near_as_float32_allows(name, distance):
    """BLOOM's constant in its GELU has eight digits, Marian's table of waves is float32: ours are exact."""
    case = Case(name)
    expected, made = case.expected(0), case.scenario(0)
    given = case.typed_in(made, 0).given
    assert given
    for typed, stage in ((ours, theirs) for theirs, ours in case.model.stages().items() if ours in given):
        others = {name: values for name, values in given.items() if name != typed}
        trace = trace_of(made.with_changes(given=others))
        assert TOLERANCE < furthest(trace[typed].values, expected[stage]) < distance


def test_a_norm_that_adds_one_to_its_gain_is_a_matter_of_reading_weights():
    model = Case("gemma").model
    gain = model.weights["model.norm.weight"]
    np.testing.assert_array_equal(model.parameters()["decoder.norm.gain"], 1 + gain)
    assert np.abs(gain).max() > 0.1


def test_queries_keys_and_values_of_each_head_in_turn_are_told_apart():
    rows = np.arange(12.0)[:, None] * np.ones(2)
    assert [part[0].tolist() for part in deinterleaved(rows, 2)] == [
        [0, 1, 6, 7],
        [2, 3, 8, 9],
        [4, 5, 10, 11],
    ]


def test_weights_in_two_bytes_are_the_upper_half_of_four():
    weights = weights_of(FOLDER / "llama_bf16")
    for values in weights.values():
        np.testing.assert_array_equal(values * 64, np.round(values * 64))
        assert np.abs(values).max() < 4
