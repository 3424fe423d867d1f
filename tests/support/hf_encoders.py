"""The encoders of Hugging Face transformers, and encoders with decoders, as ours: BERT, BART, Marian, T5."""

from core.architecture.options import (
    Architecture,
    Attention,
    Decoder,
    Embedding,
    FeedForward,
    MaskKind,
    Norm,
    NormKind,
    NormPlace,
    PositionKind,
    Positions,
    Scale,
    Stack,
    Unembedding,
    WaveLayout,
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


class Bert(Model):
    def architecture(self):
        c = self.config
        size = c["hidden_size"] // c["num_attention_heads"]
        return Architecture(
            Stack.ENCODER,
            layers=c["num_hidden_layers"],
            d_model=c["hidden_size"],
            embedding=Embedding(types=c["type_vocab_size"], norm=True),
            positions=Positions(PositionKind.LEARNED, length=c["max_position_embeddings"]),
            attention=Attention(c["num_attention_heads"], size, size, bias=True),
            feed_forward=FeedForward(d_ff=c["intermediate_size"], activation=ACTIVATIONS[c["hidden_act"]]),
            norm=Norm(epsilon=c["layer_norm_eps"]),
        )

    def parameters(self):
        w = self.weights
        made = {
            f"embed.{ours}": w[f"embeddings.{theirs}_embeddings.weight"]
            for ours, theirs in (("W_E", "word"), ("W_P", "position"), ("W_T", "token_type"))
        }
        made |= self.norm("embeddings.LayerNorm", "embed.norm")
        for i in range(self.config["num_hidden_layers"]):
            theirs, ours = f"encoder.layer.{i}", f"encoder.{i}"
            for name, letter in (("query", "Q"), ("key", "K"), ("value", "V")):
                made |= self.linear(f"{theirs}.attention.self.{name}", f"{ours}.attn", letter)
            made |= self.linear(f"{theirs}.attention.output.dense", f"{ours}.attn", "O")
            made |= self.norm(f"{theirs}.attention.output.LayerNorm", f"{ours}.norm1")
            made |= self.linear(f"{theirs}.intermediate.dense", f"{ours}.ffn", "1")
            made |= self.linear(f"{theirs}.output.dense", f"{ours}.ffn", "2")
            made |= self.norm(f"{theirs}.output.LayerNorm", f"{ours}.norm2")
        return made

    def stages(self):
        made = {
            "embeddings.word_embeddings": "embed.tokens",
            "embeddings.token_type_embeddings": "embed.types",
            "embeddings.position_embeddings": "embed.positions",
            **norm_stages("embeddings.LayerNorm", "embed.norm"),
        }
        for i in range(self.config["num_hidden_layers"]):
            theirs, ours = f"encoder.layer.{i}", f"encoder.{i}"
            part = f"{theirs}.attention.self"
            made |= attention_stages(part, f"{ours}.attn")
            made |= {
                f"{part}.{name}": side_by_side(f"{ours}.attn.{name[0]}") for name in ("query", "key", "value")
            }
            made |= norm_stages(f"{theirs}.attention.output.LayerNorm", f"{ours}.norm1")
            made |= norm_stages(f"{theirs}.output.LayerNorm", f"{ours}.norm2")
            made |= {
                part: f"{ours}.attn.concat",  # the module ends before the output map
                f"{theirs}.attention.output.dense.input": f"{ours}.attn.concat",
                f"{theirs}.attention.output.dense": f"{ours}.attn.out",
                f"{theirs}.intermediate.dense": f"{ours}.ffn.hidden",
                f"{theirs}.intermediate.intermediate_act_fn": f"{ours}.ffn.activated",
                f"{theirs}.output.dense.input": f"{ours}.ffn.activated",
                f"{theirs}.output.dense": f"{ours}.ffn.out",
                theirs: f"{ours}.norm2",
            }
        return made


class Bart(Model):
    """BART, and Marian: without norms of the embeddings, with waves for positions."""

    def architecture(self):
        c = self.config
        sizes = {name: c["d_model"] // c[f"{name}_attention_heads"] for name in ("encoder", "decoder")}
        return Architecture(
            Stack.ENCODER_DECODER,
            layers=c["encoder_layers"],
            d_model=c["d_model"],
            embedding=Embedding(scaled=c["scale_embedding"], norm=self.has_norms),
            positions=self.positions(),
            attention=Attention(
                c["encoder_attention_heads"],
                sizes["encoder"],
                sizes["encoder"],
                bias=True,
                mask=MaskKind.CAUSAL,
            ),
            feed_forward=FeedForward(
                d_ff=c["encoder_ffn_dim"], activation=ACTIVATIONS[c["activation_function"]]
            ),
            decoder=Decoder(
                c["decoder_layers"],
                c["decoder_attention_heads"],
                sizes["decoder"],
                sizes["decoder"],
                c["decoder_ffn_dim"],
            ),
            unembedding=Unembedding(bias=True),
        )

    @property
    def has_norms(self):
        return self.config["model_type"] == "bart"

    def positions(self):
        if not self.has_norms:
            return Positions(PositionKind.SINUSOIDAL, layout=WaveLayout.BLOCKS)
        rows = self.config["max_position_embeddings"] + 2
        return Positions(PositionKind.LEARNED, length=rows, offset=2, shared=False)

    def parameters(self):
        w = self.weights
        made = {"embed.W_E": w["model.shared.weight"], "unembed.b_U": w["final_logits_bias"][0]}
        for stack, sequence, attentions in PAIRS:
            if self.has_norms:
                made[f"{sequence}.embed.W_P"] = w[f"model.{stack}.embed_positions.weight"]
                made |= self.norm(f"model.{stack}.layernorm_embedding", f"{sequence}.embed.norm")
            for i in range(self.config[f"{stack}_layers"]):
                made |= fairseq_layer(self, f"model.{stack}.layers.{i}", f"{stack}.{i}", attentions)
        return made

    def stages(self):
        made = {"lm_head": lambda trace: trace["logits"].values - self.weights["final_logits_bias"][0]}
        for stack, sequence, attentions in PAIRS:
            embed = "scaled" if self.config["scale_embedding"] and self.has_norms else "tokens"
            made[f"model.{stack}.embed_tokens"] = f"{sequence}.embed.{embed}"
            made[f"model.{stack}.embed_positions"] = f"{sequence}.embed.positions"
            if self.has_norms:
                made |= norm_stages(f"model.{stack}.layernorm_embedding", f"{sequence}.embed.norm")
            for i in range(self.config[f"{stack}_layers"]):
                made |= fairseq_stages(f"model.{stack}.layers.{i}", f"{stack}.{i}", attentions)
                made[f"model.{stack}.layers.{i}"] = f"{stack}.{i}.norm{len(attentions) + 1}"
        return made


PAIRS = (
    ("encoder", "source", {"self_attn": "attn"}),
    ("decoder", "target", {"self_attn": "self_attn", "encoder_attn": "cross_attn"}),
)
"""Stacks, their sequences, and the attention parts of their layers by the library's names."""


class T5(Model):
    def architecture(self):
        c = self.config
        return Architecture(
            Stack.ENCODER_DECODER,
            layers=c["num_layers"],
            d_model=c["d_model"],
            positions=Positions(
                PositionKind.T5,
                buckets=c["relative_attention_num_buckets"],
                farthest=c["relative_attention_max_distance"],
            ),
            attention=Attention(c["num_heads"], c["d_kv"], c["d_kv"], scale=Scale.NONE, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=c["d_ff"], activation=ACTIVATIONS[c["dense_act_fn"]], bias=False),
            norm=Norm(NormKind.RMS, NormPlace.PRE, epsilon=c["layer_norm_epsilon"], final=True),
            decoder=Decoder(layers=c["num_decoder_layers"]),
            unembedding=Unembedding(scaled=True),
        )

    def sublayers(self):
        """Their sublayer, ours, its number and its kind."""
        counts = {"encoder": self.config["num_layers"], "decoder": self.config["num_decoder_layers"]}
        kinds = {
            "encoder": ("SelfAttention", "DenseReluDense"),
            "decoder": ("SelfAttention", "EncDecAttention", "DenseReluDense"),
        }
        for stack, count in counts.items():
            for i in range(count):
                for place, kind in enumerate(kinds[stack]):
                    yield f"{stack}.block.{i}.layer.{place}", f"{stack}.{i}", place + 1, kind

    def attention_part(self, ours, kind):
        own = "attn" if ours.startswith("encoder") else "self_attn"
        return f"{ours}.{own if kind == 'SelfAttention' else 'cross_attn'}"

    def parameters(self):
        made = {"embed.W_E": self.weights["shared.weight"]}
        for stack in ("encoder", "decoder"):
            made |= self.norm(f"{stack}.final_layer_norm", f"{stack}.norm")
            first = f"{stack}.block.0.layer.0.SelfAttention"
            made[f"{stack}.W_R"] = self.weights[f"{first}.relative_attention_bias.weight"]
        for theirs, ours, number, kind in self.sublayers():
            made |= self.norm(f"{theirs}.layer_norm", f"{ours}.norm{number}")
            if kind == "DenseReluDense":
                made |= self.linear(f"{theirs}.{kind}.wi", f"{ours}.ffn", "1")
                made |= self.linear(f"{theirs}.{kind}.wo", f"{ours}.ffn", "2")
                continue
            for letter in "qkvo":
                part = self.attention_part(ours, kind)
                made |= self.linear(f"{theirs}.{kind}.{letter}", part, letter.upper())
        return made

    def stages(self):
        made = {"lm_head": "logits"}
        for stack, sequence in (("encoder", "source"), ("decoder", "target")):
            made[f"{stack}.embed_tokens"] = f"{sequence}.embed.tokens"
            made |= norm_stages(f"{stack}.final_layer_norm", f"{stack}.norm")
            table = f"{stack}.block.0.layer.0.SelfAttention.relative_attention_bias"
            made[f"{table}.input"] = _buckets(f"{stack}.position_bias")
            made[table] = _heads_last(f"{stack}.position_bias")
        for theirs, ours, number, kind in self.sublayers():
            made |= norm_stages(f"{theirs}.layer_norm", f"{ours}.norm{number}")
            if kind != "DenseReluDense":
                part = self.attention_part(ours, kind)
                made |= attention_stages(f"{theirs}.{kind}", part) | {f"{theirs}.{kind}.o": f"{part}.out"}
                continue
            made |= {
                f"{theirs}.{kind}.wi": f"{ours}.ffn.hidden",
                f"{theirs}.{kind}.act": f"{ours}.ffn.activated",
                f"{theirs}.{kind}.wo.input": f"{ours}.ffn.activated",
                f"{theirs}.{kind}.wo": f"{ours}.ffn.out",
                f"{theirs}.{kind}": f"{ours}.ffn.out",
                theirs.rpartition(".layer.")[0]: f"{ours}.add{number}",
            }
        return made


def _buckets(name):
    """The row of the table that each pair of places reads."""

    def made(trace):
        operation, (_, queries, keys) = trace.program.step(name).operation, trace[name].shape
        return [[operation.bucket(query, key) for key in range(keys)] for query in range(queries)]

    return made


def _heads_last(name):
    return lambda trace: trace[name].values.transpose(1, 2, 0)
