"""The decoders of Hugging Face transformers as ours: GPT-2, BLOOM, GPT-NeoX, OPT, and Llama with its kin."""

import numpy as np

from core.architecture.options import (
    ActivationKind,
    Architecture,
    Attention,
    Embedding,
    FeedForward,
    FeedForwardKind,
    MaskKind,
    Norm,
    NormKind,
    NormPlace,
    Nowhere,
    Pairing,
    PositionKind,
    Positions,
    Stack,
    Unembedding,
    Weights,
)
from tests.support.hf import (
    ACTIVATIONS,
    Model,
    attention_stages,
    fairseq_layer,
    fairseq_stages,
    norm_stages,
    side_by_side,
)


class Gpt2(Model):
    def architecture(self):
        c = self.config
        size = c["n_embd"] // c["n_head"]
        return Architecture(
            Stack.DECODER,
            layers=c["n_layer"],
            d_model=c["n_embd"],
            positions=Positions(PositionKind.LEARNED, length=c["n_positions"]),
            attention=Attention(c["n_head"], size, size, bias=True, mask=MaskKind.CAUSAL),
            weights=Weights(nowhere=Nowhere.UNIFORM),  # finfo.min is added, not −∞
            feed_forward=FeedForward(
                d_ff=c["n_inner"] or 4 * c["n_embd"], activation=ACTIVATIONS[c["activation_function"]]
            ),
            norm=Norm(place=NormPlace.PRE, epsilon=c["layer_norm_epsilon"], final=True),
        )

    def parameters(self):
        w = self.weights
        made = {"embed.W_E": w["transformer.wte.weight"], "embed.W_P": w["transformer.wpe.weight"]}
        for i in range(self.config["n_layer"]):
            theirs, ours = f"transformer.h.{i}", f"decoder.{i}"
            for letter, matrix, bias in zip(
                "QKV",
                np.split(w[f"{theirs}.attn.c_attn.weight"], 3, axis=1),  # Conv1D: [in, out]
                np.split(w[f"{theirs}.attn.c_attn.bias"], 3),
                strict=True,
            ):
                made |= {f"{ours}.self_attn.W_{letter}": matrix, f"{ours}.self_attn.b_{letter}": bias}
            for part, name, letter in (
                ("attn.c_proj", "self_attn", "O"),
                ("mlp.c_fc", "ffn", "1"),
                ("mlp.c_proj", "ffn", "2"),
            ):
                made[f"{ours}.{name}.W_{letter}"] = w[f"{theirs}.{part}.weight"]
                made[f"{ours}.{name}.b_{letter}"] = w[f"{theirs}.{part}.bias"]
            made |= self.norm(f"{theirs}.ln_1", f"{ours}.norm1") | self.norm(
                f"{theirs}.ln_2", f"{ours}.norm2"
            )
        return made | self.norm("transformer.ln_f", "decoder.norm")

    def stages(self):
        made = {
            "transformer.wte": "embed.tokens",
            "transformer.wpe": "embed.positions",
            "lm_head": "logits",
            **norm_stages("transformer.ln_f", "decoder.norm"),
        }
        for i in range(self.config["n_layer"]):
            theirs, ours = f"transformer.h.{i}", f"decoder.{i}"
            made |= attention_stages(f"{theirs}.attn", f"{ours}.self_attn")
            made |= norm_stages(f"{theirs}.ln_1", f"{ours}.norm1")
            made |= norm_stages(f"{theirs}.ln_2", f"{ours}.norm2")
            made |= {
                f"{theirs}.attn.c_attn": _fused(ours),
                f"{theirs}.attn.c_proj.input": f"{ours}.self_attn.concat",
                f"{theirs}.attn.c_proj": f"{ours}.self_attn.out",
                f"{theirs}.mlp.c_fc": f"{ours}.ffn.hidden",
                f"{theirs}.mlp.act": f"{ours}.ffn.activated",
                f"{theirs}.mlp.c_proj.input": f"{ours}.ffn.activated",
                f"{theirs}.mlp.c_proj": f"{ours}.ffn.out",
                f"{theirs}.mlp": f"{ours}.ffn.out",
                theirs: f"{ours}.add2",
            }
        return made


def _fused(ours):
    """All queries, then all keys, then all values."""
    parts = [side_by_side(f"{ours}.self_attn.{letter}") for letter in "qkv"]
    return lambda trace: np.concatenate([part(trace) for part in parts], axis=-1)


def _interleaved(ours):
    """Queries, keys and values of the first head, then those of the next."""
    names = [f"{ours}.self_attn.{letter}" for letter in "qkv"]
    return lambda trace: np.concatenate(
        [trace[name].values[h] for h in range(trace[names[0]].shape[0]) for name in names], axis=-1
    )


def deinterleaved(weights, heads):
    """W or b of queries, keys and values from one whose rows are q, k and v of each head in turn."""
    parts = weights.reshape(heads, 3, -1, *weights.shape[1:])  # -> (head, q k v, size, …)
    return [parts[:, place].reshape(-1, *weights.shape[1:]).T for place in range(3)]


class Bloom(Model):
    def architecture(self):
        c = self.config
        size = c["hidden_size"] // c["n_head"]
        return Architecture(
            Stack.DECODER,
            layers=c["n_layer"],
            d_model=c["hidden_size"],
            embedding=Embedding(norm=True),
            positions=Positions(PositionKind.ALIBI),
            attention=Attention(c["n_head"], size, size, bias=True, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=4 * c["hidden_size"], activation=ActivationKind.GELU_TANH),
            norm=Norm(place=NormPlace.PRE, epsilon=c["layer_norm_epsilon"], final=True),
        )

    def parameters(self):
        w, heads = self.weights, self.config["n_head"]
        made = {
            "embed.W_E": w["transformer.word_embeddings.weight"],
            **self.norm("transformer.word_embeddings_layernorm", "embed.norm"),
            **self.norm("transformer.ln_f", "decoder.norm"),
        }
        for i in range(self.config["n_layer"]):
            theirs, ours = f"transformer.h.{i}", f"decoder.{i}"
            made |= interleaved_layer(self, f"{theirs}.self_attention", theirs, ours, heads)
        return made

    def stages(self):
        made = {
            "transformer.word_embeddings": "embed.tokens",
            "lm_head": "logits",
            **norm_stages("transformer.word_embeddings_layernorm", "embed.norm"),
            **norm_stages("transformer.ln_f", "decoder.norm"),
        }
        for i in range(self.config["n_layer"]):
            theirs, ours = f"transformer.h.{i}", f"decoder.{i}"
            part = f"{theirs}.self_attention"
            made |= attention_stages(part, f"{ours}.self_attn")
            made |= norm_stages(f"{theirs}.input_layernorm", f"{ours}.norm1")
            made |= norm_stages(f"{theirs}.post_attention_layernorm", f"{ours}.norm2")
            made |= {
                f"{part}.query_key_value": _interleaved(ours),
                f"{part}.dense": f"{ours}.self_attn.out",
                f"{part}.score_bias": _of_keys("decoder.position_bias"),
                f"{part}.scores_masked": _of_key_positions(f"{ours}.self_attn.masked"),
                part: f"{ours}.add1",  # the module adds the residual itself
                f"{theirs}.mlp.dense_h_to_4h": f"{ours}.ffn.hidden",
                f"{theirs}.mlp.gelu_impl": f"{ours}.ffn.activated",
                f"{theirs}.mlp.dense_4h_to_h.input": f"{ours}.ffn.activated",
                f"{theirs}.mlp.dense_4h_to_h": f"{ours}.ffn.out",
                f"{theirs}.mlp": f"{ours}.add2",  # and so does this one
                theirs: f"{ours}.add2",
            }
        return made


def interleaved_layer(model, attention, theirs, ours, heads):
    """Parameters of a layer of BLOOM or GPT-NeoX, whose parts have the same names but for the attention."""
    return {
        **interleaved_attention(model.weights, f"{attention}.query_key_value", ours, heads),
        **model.linear(f"{attention}.dense", f"{ours}.self_attn", "O"),
        **model.linear(f"{theirs}.mlp.dense_h_to_4h", f"{ours}.ffn", "1"),
        **model.linear(f"{theirs}.mlp.dense_4h_to_h", f"{ours}.ffn", "2"),
        **model.norm(f"{theirs}.input_layernorm", f"{ours}.norm1"),
        **model.norm(f"{theirs}.post_attention_layernorm", f"{ours}.norm2"),
    }


def interleaved_attention(weights, theirs, ours, heads):
    """W and b of queries, keys and values from one map that has them by heads."""
    made = {}
    for kind, name in (("W", "weight"), ("b", "bias")):
        parts = deinterleaved(weights[f"{theirs}.{name}"], heads)
        made |= {f"{ours}.self_attn.{kind}_{letter}": part for letter, part in zip("QKV", parts, strict=True)}
    return made


def _of_keys(name):
    """Slope · position of the key, from the last row of −slope · distance: equal after softmax."""
    return lambda trace: _slopes(trace[name].values) * np.arange(trace[name].shape[-1])


def _of_key_positions(name):
    """Masked scores with slope · position of the key in the place of −slope · distance."""

    def made(trace):
        masked, bias = trace[name].values, trace["decoder.position_bias"].values
        return masked + _slopes(bias) * np.arange(masked.shape[1])[:, None]

    return made


def _slopes(bias):
    return -bias[:, -1:, -2:-1]


class GptNeoX(Model):
    def architecture(self):
        c = self.config
        size = c["hidden_size"] // c["num_attention_heads"]
        told = c.get("rope_parameters") or c
        share = told.get("partial_rotary_factor", c.get("rotary_pct"))
        return Architecture(
            Stack.DECODER,
            layers=c["num_hidden_layers"],
            d_model=c["hidden_size"],
            positions=Positions(
                PositionKind.ROPE,
                base=self.rotary_base(),
                pairing=Pairing.HALF,
                rotated=int(size * share),
            ),
            attention=Attention(c["num_attention_heads"], size, size, bias=True, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=c["intermediate_size"], activation=ACTIVATIONS[c["hidden_act"]]),
            norm=Norm(place=NormPlace.PARALLEL, epsilon=c["layer_norm_eps"], final=True),
            unembedding=Unembedding(tied=False),
        )

    def parameters(self):
        w, heads = self.weights, self.config["num_attention_heads"]
        made = {
            "embed.W_E": w["gpt_neox.embed_in.weight"],
            "unembed.W_U": w["embed_out.weight"].T,
            **self.norm("gpt_neox.final_layer_norm", "decoder.norm"),
        }
        for i in range(self.config["num_hidden_layers"]):
            theirs, ours = f"gpt_neox.layers.{i}", f"decoder.{i}"
            made |= interleaved_layer(self, f"{theirs}.attention", theirs, ours, heads)
        return made

    def stages(self):
        made = {
            "gpt_neox.embed_in": "embed.tokens",
            "lm_head": "logits",
            **norm_stages("gpt_neox.final_layer_norm", "decoder.norm"),
        }
        for i in range(self.config["num_hidden_layers"]):
            theirs, ours = f"gpt_neox.layers.{i}", f"decoder.{i}"
            made |= attention_stages(f"{theirs}.attention", f"{ours}.self_attn", rotated=True)
            made |= norm_stages(f"{theirs}.input_layernorm", f"{ours}.norm1")
            made |= norm_stages(f"{theirs}.post_attention_layernorm", f"{ours}.norm2")
            made |= {
                f"{theirs}.attention.query_key_value": _interleaved(ours),
                f"{theirs}.attention.dense": f"{ours}.self_attn.out",
                f"{theirs}.mlp.dense_h_to_4h": f"{ours}.ffn.hidden",
                f"{theirs}.mlp.act": f"{ours}.ffn.activated",
                f"{theirs}.mlp.dense_4h_to_h.input": f"{ours}.ffn.activated",
                f"{theirs}.mlp.dense_4h_to_h": f"{ours}.ffn.out",
                f"{theirs}.mlp": f"{ours}.ffn.out",
                theirs: f"{ours}.add2",
            }
        return made


class Opt(Model):
    def architecture(self):
        c = self.config
        size = c["hidden_size"] // c["num_attention_heads"]
        return Architecture(
            Stack.DECODER,
            layers=c["num_hidden_layers"],
            d_model=c["hidden_size"],
            positions=Positions(PositionKind.LEARNED, length=c["max_position_embeddings"] + 2, offset=2),
            attention=Attention(c["num_attention_heads"], size, size, bias=True, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=c["ffn_dim"], activation=ACTIVATIONS[c["activation_function"]]),
            norm=Norm(place=NormPlace.PRE, final=True),
        )

    def parameters(self):
        w = self.weights
        made = {
            "embed.W_E": w["model.decoder.embed_tokens.weight"],
            "embed.W_P": w["model.decoder.embed_positions.weight"],
            **self.norm("model.decoder.final_layer_norm", "decoder.norm"),
        }
        for i in range(self.config["num_hidden_layers"]):
            theirs, ours = f"model.decoder.layers.{i}", f"decoder.{i}"
            made |= fairseq_layer(self, theirs, ours, {"self_attn": "self_attn"})
        return made

    def stages(self):
        made = {
            "model.decoder.embed_tokens": "embed.tokens",
            "model.decoder.embed_positions": "embed.positions",
            "lm_head": "logits",
            **norm_stages("model.decoder.final_layer_norm", "decoder.norm"),
        }
        for i in range(self.config["num_hidden_layers"]):
            theirs, ours = f"model.decoder.layers.{i}", f"decoder.{i}"
            made |= fairseq_stages(theirs, ours, {"self_attn": "self_attn"})
            made[f"{theirs}.self_attn.q_prescaled"] = _prescaled(f"{ours}.self_attn.q")
            made[theirs] = f"{ours}.add2"
        return made


def _prescaled(name):
    """Queries divided by √d_k before the product, as the library has it."""
    return lambda trace: trace[name].values / np.sqrt(trace[name].shape[-1])


class Llama(Model):
    """Llama, Mistral, Qwen2 and Gemma: what differs is told by the configuration."""

    def architecture(self):
        c = self.config
        heads, size = (
            c["num_attention_heads"],
            c.get("head_dim") or c["hidden_size"] // c["num_attention_heads"],
        )
        kind = c["model_type"]
        return Architecture(
            Stack.DECODER,
            layers=c["num_hidden_layers"],
            d_model=c["hidden_size"],
            embedding=Embedding(scaled=kind == "gemma"),
            positions=Positions(PositionKind.ROPE, base=self.rotary_base(), pairing=Pairing.HALF),
            attention=Attention(
                heads,
                size,
                size,
                kv_heads=c["num_key_value_heads"],
                bias=kind == "qwen2" or c.get("attention_bias", False),
                output_bias=kind != "qwen2",
                mask=MaskKind.CAUSAL,
                window=(kind == "mistral" and c["sliding_window"]) or 0,
            ),
            feed_forward=FeedForward(
                FeedForwardKind.GATED, c["intermediate_size"], ACTIVATIONS[c["hidden_act"]], bias=False
            ),
            norm=Norm(NormKind.RMS, NormPlace.PRE, epsilon=c["rms_norm_eps"], final=True),
            unembedding=Unembedding(tied=c["tie_word_embeddings"]),
        )

    def norm(self, theirs, ours):
        made = super().norm(theirs, ours)
        return (
            {name: 1 + gain for name, gain in made.items()} if self.config["model_type"] == "gemma" else made
        )

    def parameters(self):
        made = {
            "embed.W_E": self.weights["model.embed_tokens.weight"],
            **self.norm("model.norm", "decoder.norm"),
        }
        if not self.config["tie_word_embeddings"]:
            made["unembed.W_U"] = self.weights["lm_head.weight"].T
        for i in range(self.config["num_hidden_layers"]):
            theirs, ours = f"model.layers.{i}", f"decoder.{i}"
            for letter in "qkvo":
                made |= self.linear(f"{theirs}.self_attn.{letter}_proj", f"{ours}.self_attn", letter.upper())
            for name, letter in (("gate", "G"), ("up", "1"), ("down", "2")):
                made |= self.linear(f"{theirs}.mlp.{name}_proj", f"{ours}.ffn", letter)
            made |= self.norm(f"{theirs}.input_layernorm", f"{ours}.norm1")
            made |= self.norm(f"{theirs}.post_attention_layernorm", f"{ours}.norm2")
        return made

    def stages(self):
        scaled = self.config["model_type"] == "gemma"
        made = {
            "model.embed_tokens": "embed.scaled" if scaled else "embed.tokens",
            "lm_head": "logits",
            **norm_stages("model.norm", "decoder.norm"),
        }
        for i in range(self.config["num_hidden_layers"]):
            theirs, ours = f"model.layers.{i}", f"decoder.{i}"
            part = f"{theirs}.self_attn"
            made |= attention_stages(part, f"{ours}.self_attn", rotated=True)
            made |= {f"{part}.{letter}_proj": side_by_side(f"{ours}.self_attn.{letter}") for letter in "qkv"}
            made |= norm_stages(f"{theirs}.input_layernorm", f"{ours}.norm1")
            made |= norm_stages(f"{theirs}.post_attention_layernorm", f"{ours}.norm2")
            made |= {
                f"{part}.o_proj": f"{ours}.self_attn.out",
                f"{theirs}.mlp.gate_proj": f"{ours}.ffn.gate",
                f"{theirs}.mlp.act_fn": f"{ours}.ffn.activated",
                f"{theirs}.mlp.up_proj": f"{ours}.ffn.hidden",
                f"{theirs}.mlp.down_proj.input": f"{ours}.ffn.gated",
                f"{theirs}.mlp.down_proj": f"{ours}.ffn.out",
                f"{theirs}.mlp": f"{ours}.ffn.out",
                theirs: f"{ours}.add2",
            }
        return made
