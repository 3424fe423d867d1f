"""A second implementation of the forward pass, in plain Python: lists, loops and `math.fsum`.

Only the seeded numbers come from NumPy.
It reads the fields of a scenario and nothing else of `core`: neither its operations nor its programs.
"""

import math
from dataclasses import replace

import numpy as np

NOWHERE = -math.inf


def forward(scenario):
    """Every tensor by name: nested lists, as in a trace, workings included."""
    run = _Forward(scenario)
    stacks = {
        "attention": run.attention_alone,
        "encoder-only": run.encoder,
        "decoder-only": run.decoder,
        "encoder-decoder": run.encoder_decoder,
    }
    stacks[scenario.architecture.stack.value]()
    return run.made


def dot(left, right):
    return math.fsum(a * b for a, b in zip(left, right, strict=True))


def linear(rows, matrix, bias=None):
    columns = list(zip(*matrix, strict=True))
    offsets = [0.0] * len(columns) if bias is None else bias
    return [
        [dot(row, column) + offset for column, offset in zip(columns, offsets, strict=True)] for row in rows
    ]


def activation(kind, x):
    if kind == "relu":
        return x if x > 0 else 0.0
    if kind == "relu2":
        return x**2 if x > 0 else 0.0
    if kind == "gelu":
        return x / 2 * (1 + math.erf(x / math.sqrt(2)))
    if kind == "silu":
        return x / (1 + math.exp(-x))
    return x / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


class _Forward:
    def __init__(self, scenario):
        self.scenario = scenario
        self.options = scenario.architecture
        self.parameters = {name: parameter.values.tolist() for name, parameter in scenario.parameters.items()}
        self.given = {name: values.tolist() for name, values in scenario.given.items()}
        self.made = {}
        self.biases = {}

    def put(self, name, values, angle=None, **workings):
        """Keep a result and its workings; a typed-in tensor takes the place of both."""
        if angle is not None:
            workings["angle"] = angle
        if name in self.given:
            self.made[name] = self.given[name]
        else:
            self.made[name] = values
            self.made |= {f"{name}.{working}": numbers for working, numbers in workings.items()}
        return self.made[name]

    def embedding(self, words, prefix):
        options = self.options
        if options.input.value == "embeddings":
            return self.put(f"{prefix}.sum", None)
        ids = [self.scenario.vocabulary.index(word) for word in words]
        tokens = self.put(f"{prefix}.tokens", [self.parameters["embed.W_E"][number] for number in ids])
        if options.embedding.scaled:
            tokens = self.put(
                f"{prefix}.scaled", [[x * math.sqrt(options.d_model) for x in row] for row in tokens]
            )
        has_both = options.stack.value == "encoder-decoder"
        table = f"{prefix}.W_P" if has_both and not options.positions.shared else "embed.W_P"
        waves = [
            [self.position(table, row, column) for column in range(options.d_model)]
            for row in range(len(words))
        ]
        table = (
            options.positions.kind.value in {"learned", "sinusoidal"} and "embed.positions" not in options.off
        )
        alike = {"similarity": [[dot(row, other) for other in waves] for row in waves]} if table else {}
        positions = self.put(f"{prefix}.positions", waves, **alike)
        total = tokens
        if "embed.positions" not in options.off:  # typed-in ones are switched off as well
            total = added(total, positions)
        if options.embedding.types:
            sequence = "target" if words is self.scenario.tokens.get("target") else "source"
            kinds = self.scenario.types.get(sequence, [0] * len(words))
            rows = [self.parameters["embed.W_T"][kind] for kind in kinds]
            total = added(total, self.put(f"{prefix}.types", rows))
        total = self.put(f"{prefix}.sum", total)
        has_norm = options.embedding.norm and options.stack.value != "attention"
        if has_norm and options.norm.kind.value != "none":
            return self.norm(f"{prefix}.norm", total)
        return total

    def position(self, table, row, column):
        options = self.options.positions
        off = "embed.positions" in self.options.off
        if options.kind.value == "learned" and not off:
            return self.parameters[table][row + options.offset][column]
        if options.kind.value != "sinusoidal" or off:
            return 0.0
        if options.layout.value == "blocks":
            order = [*range(0, self.options.d_model, 2), *range(1, self.options.d_model, 2)]
            column = order[column]
        angle = row / options.base ** (2 * (column // 2) / self.options.d_model)
        return math.cos(angle) if column % 2 else math.sin(angle)

    def mask(self, name, queries, keys, padding):
        """Rows of allowed looks, or None where every look is allowed."""
        causal = self.options.attention.mask.value == "causal"
        window = 0 if "cross" in name else self.options.attention.window
        if self.options.stack.value == "encoder-decoder":
            causal = causal and name == "decoder.mask"
        custom = self.scenario.masks.get(name)
        if "mask" in self.options.off and (causal or window):
            causal, window = False, 0
            if not padding and custom is None:
                self.put(name, [[1.0 for _ in keys] for _ in queries])
                return self.made[name] if name in self.given else None
        if not causal and not window and not padding and custom is None:
            return None
        shift = len(keys) - len(queries)
        allowed = [
            [
                float(
                    (not causal or len(keys) - key >= len(queries) - query)
                    and key not in padding
                    and (not window or abs(query + shift - key) < window)
                    and (custom is None or custom[query][key])
                )
                for key in range(len(keys))
            ]
            for query in range(len(queries))
        ]
        return self.put(name, allowed)

    def turned(self, heads):
        """RoPE: rows with pairs of columns turned, and the angles."""
        options, off = self.options.positions, "embed.positions" in self.options.off
        if off:
            return (heads,)
        count = options.rotated or self.options.attention.d_k
        half = count // 2
        pairs = [
            (p, p + half) if options.pairing.value == "half" else (2 * p, 2 * p + 1) for p in range(half)
        ]
        angles = [
            [row / options.base ** (2 * p / count) for p in range(half)] for row in range(len(heads[0]))
        ]
        made = [[list(row) for row in head] for head in heads]
        for head in made:
            for row, of_row in zip(head, angles, strict=True):
                for (i, j), angle in zip(pairs, of_row, strict=True):
                    x, y = row[i], row[j]
                    row[i] = x * math.cos(angle) - y * math.sin(angle)
                    row[j] = y * math.cos(angle) + x * math.sin(angle)
        return made, angles

    def position_bias(self, stack, queries, keys):
        """ALiBi or T5: numbers to be added to the scores of every self-attention of a stack."""
        options, heads = self.options.positions, self.options.attention.heads
        shift = len(keys) - len(queries)
        places = [[i + shift - j for j in range(len(keys))] for i in range(len(queries))]
        if options.kind.value == "alibi":
            made = [[[-alibi_slope(h, heads) * abs(d) for d in row] for row in places] for h in range(heads)]
        elif options.kind.value == "t5":
            table = self.parameters[f"{stack}.W_R"]
            rows = [[table[t5_bucket(d, options, stack != "decoder")] for d in row] for row in places]
            made = [[[cell[h] for cell in row] for row in rows] for h in range(heads)]
        else:
            return
        self.biases[stack] = self.put(f"{stack}.position_bias", made)

    def attention(self, prefix, x_queries, x_keys, mask):
        options = self.options.attention
        sizes = {"q": options.d_k, "k": options.d_k, "v": options.d_v}
        parts = {}
        for letter, x in (("q", x_queries), ("k", x_keys), ("v", x_keys)):
            computed = None
            if x is not None:
                flat = linear(
                    x,
                    self.parameters[f"{prefix}.W_{letter.upper()}"],
                    self.parameters.get(f"{prefix}.b_{letter.upper()}"),
                )
                size = sizes[letter]
                count = options.heads if letter == "q" else options.kv_heads or options.heads
                computed = [[row[head * size : (head + 1) * size] for row in flat] for head in range(count)]
                if options.split.value == "reshape":
                    computed = counted_off([cell for row in flat for cell in row], len(flat), size)
            parts[letter] = self.put(f"{prefix}.{letter}", computed)
        q, k, v = self.asked(prefix, "q", parts["q"]), self.asked(prefix, "k", parts["k"]), parts["v"]
        k, v = ([shared[self.key_head(head)] for head in range(options.heads)] for shared in (k, v))
        scores = [[[dot(row, key) for key in k[head]] for row in q[head]] for head in range(options.heads)]
        scores = self.put(f"{prefix}.scores", scores)
        divided = [[[self.scaled(x) for x in row] for row in head] for head in scores]
        before = options.scale_place.value == "before"
        scaled = self.put(f"{prefix}.scaled", scores if before else divided)
        if options.soft_cap:
            scaled = self.put(f"{prefix}.capped", [capped(head, options.soft_cap) for head in scaled])
        bias = self.biases.get(prefix.partition(".")[0]) if "cross" not in prefix else None
        if bias is not None:
            sums = [added(head, more) for head, more in zip(scaled, bias, strict=True)]
            scaled = self.put(f"{prefix}.biased", scaled if "embed.positions" in self.options.off else sums)
        weights = self.weights(prefix, scaled, mask)
        heads = [
            [[dot(row, column) for column in zip(*values, strict=True)] for row in of_head]
            for of_head, values in zip(weights, v, strict=True)
        ]
        heads = self.put(f"{prefix}.heads", heads)
        joined = [[cell for head in heads for cell in head[query]] for query in range(len(heads[0]))]
        if options.join.value == "reshape":
            flat = [cell for head in heads for row in head for cell in row]
            joined = counted_off(flat, 1, len(joined[0]))
            joined = [head[0] for head in joined]
        concat = self.put(f"{prefix}.concat", joined)
        if not options.output:
            return self.put(f"{prefix}.out", concat)
        out = linear(concat, self.parameters[f"{prefix}.W_O"], self.parameters.get(f"{prefix}.b_O"))
        return self.put(f"{prefix}.out", out)

    def asked(self, prefix, letter, heads):
        """What becomes of queries or keys before they meet."""
        if self.options.attention.qk_norm.value != "none":
            heads = self.head_norm(f"{prefix}.{letter}_norm", heads)
        if self.options.positions.kind.value == "rope" and "cross" not in prefix:
            heads = self.put(f"{prefix}.{letter}_rotated", *self.turned(heads))
        if letter == "q" and self.options.attention.scale_place.value == "before":
            divided = [[[self.scaled(x) for x in row] for row in head] for head in heads]
            heads = self.put(f"{prefix}.q_scaled", divided)
        return heads

    def head_norm(self, name, heads):
        """Rows of every head brought to one size: centred and by their spread, or by their mean square."""
        if name in self.options.off:
            return self.put(name, heads)
        epsilon, gain = self.options.attention.qk_epsilon, self.parameters[f"{name}.gain"]
        centred = self.options.attention.qk_norm.value == "layer_norm"
        means = [[math.fsum(row) / len(row) if centred else 0.0 for row in head] for head in heads]
        moved = [
            [[x - mean for x in row] for row, mean in zip(*pair, strict=True)]
            for pair in zip(heads, means, strict=True)
        ]
        squares = [[math.fsum(x * x for x in row) / len(row) for row in head] for head in moved]
        made = [
            [
                [g * x / math.sqrt(square + epsilon) for x, g in zip(row, gain, strict=True)]
                for row, square in zip(*pair, strict=True)
            ]
            for pair in zip(moved, squares, strict=True)
        ]
        if centred:
            return self.put(name, made, mean=means, deviation=moved, variance=squares)
        return self.put(name, made, mean_square=squares)

    def key_head(self, head):
        options = self.options.attention
        count = options.kv_heads or options.heads
        if options.sharing.value == "tiled":
            return head % count
        return head // (options.heads // count)

    def scaled(self, score):
        scale = "none" if "scale" in self.options.off else self.options.attention.scale
        sizes = {"d_k": self.options.attention.d_k, "d_model": self.options.d_model}
        sizes["heads"] = self.options.attention.heads
        if str(scale).startswith("sqrt_"):
            return score / math.sqrt(sizes[scale.removeprefix("sqrt_")])
        return score if scale == "none" else score * scale

    def weights(self, prefix, scores, mask):
        options = self.options.weights
        kind = options.mask_as.value
        number = options.mask_number if kind == "large_negative" else NOWHERE
        masked = scores
        if kind == "scores_times_zero" and mask:
            masked = [times_mask(head, mask) for head in scores]
        elif kind != "after_softmax":
            masked = [
                [masked_row(row, mask and mask[query], number) for query, row in enumerate(head)]
                for head in scores
            ]
        masked = self.put(f"{prefix}.masked", masked)
        known = mask if kind == "-inf" else None
        weights = self.softmax(f"{prefix}.weights", masked, known)
        if kind == "after_softmax" and mask:
            weights = self.put(f"{prefix}.masked_weights", [times_mask(head, mask) for head in weights])
        return weights

    def softmax(self, name, heads, mask):
        options = self.options.weights
        base = math.e if options.base.value == "e" else float(options.base.value)
        more = (options.temperature, base, options.nowhere.value)
        if options.over.value == "columns":
            turned = [list(zip(*head, strict=True)) for head in heads]
            looks = list(zip(*mask, strict=True)) if mask else None
            made = [
                [softmax_row(row, looks and looks[key], *more[:2]) for key, row in enumerate(head)]
                for head in turned
            ]
            parts = [[[row[part] for row in head] for head in made] for part in range(4)]
            whole = [[list(map(list, zip(*head, strict=True))) for head in parts[part]] for part in (0, 2)]
            return self.put(name, whole[0], max=parts[1], exp=whole[1], sum=parts[3])
        rows = [
            [softmax_row(row, mask and mask[query], *more) for query, row in enumerate(head)]
            for head in heads
        ]
        columns = [[[row[part] for row in head] for head in rows] for part in range(4)]
        return self.put(name, columns[0], max=columns[1], exp=columns[2], sum=columns[3])

    def norm(self, name, rows, *, on=True):
        options = self.options.norm
        if options.kind.value == "none" or not on or name in self.options.off:
            return self.put(name, rows)
        ones, zeros = [1.0] * len(rows[0]), [0.0] * len(rows[0])
        gain, bias = (
            self.parameters.get(f"{name}.{word}", plain) for word, plain in (("gain", ones), ("bias", zeros))
        )
        if options.kind.value == "rms_norm":
            squares = [math.fsum(x * x for x in row) / len(row) for row in rows]
            return self.put(name, self.stretched(rows, squares, gain, zeros), mean_square=squares)
        means = [math.fsum(row) / len(row) for row in rows]
        deviations = [[x - mean for x in row] for row, mean in zip(rows, means, strict=True)]
        count = len(rows[0]) - (options.variance.value == "sample")
        variances = [math.fsum(x * x for x in row) / count if count else math.nan for row in deviations]
        normed = self.stretched(deviations, variances, gain, bias)
        return self.put(name, normed, mean=means, deviation=deviations, variance=variances)

    def stretched(self, rows, squares, gain, bias):
        """Each row divided by its spread, times gain, plus bias."""
        epsilon, outside = self.options.norm.epsilon, self.options.norm.epsilon_place.value == "outside"
        spreads = [math.sqrt(x) + epsilon if outside else math.sqrt(x + epsilon) for x in squares]
        return [
            [g * x / spread + b for x, g, b in zip(row, gain, bias, strict=True)]
            for row, spread in zip(rows, spreads, strict=True)
        ]

    def feed_forward(self, prefix, x):
        options, known = self.options.feed_forward, self.parameters

        def mapped(name, rows, letter):
            made = linear(rows, known[f"{prefix}.W_{letter}"], known.get(f"{prefix}.b_{letter}"))
            return self.put(f"{prefix}.{name}", made)

        def bent(rows):
            made = [[activation(options.activation.value, cell) for cell in row] for row in rows]
            return self.put(f"{prefix}.activated", made)

        if options.kind.value == "mlp":
            return mapped("out", bent(mapped("hidden", x, "1")), "2")
        opened, hidden = bent(mapped("gate", x, "G")), mapped("hidden", x, "1")
        gated = [[a * b for a, b in zip(*rows, strict=True)] for rows in zip(opened, hidden, strict=True)]
        return mapped("out", self.put(f"{prefix}.gated", gated), "2")

    def sublayer(self, layer, number, x, part, apply, entered):
        """Post: norm(x + f(x)); pre: x + f(norm(x)); both: x + norm(f(norm(x))).

        Parallel: x + f(norm(entered)), where `entered` came into the layer.

        Switched off: norm(x) and x.
        """
        add, norm, behind = f"{layer}.add{number}", f"{layer}.norm{number}", f"{layer}.post_norm{number}"
        place = self.options.norm.place.value
        off = apply is None or f"{layer}.{part}" in self.options.off
        there = apply is not None
        if place == "post":
            made = self.put(add, x if off else self.residual(add, x, apply(x)))
            return self.norm(norm, made, on=there)
        read = self.norm(norm, entered if place == "parallel" else x, on=not off)
        made = read if off else apply(read)
        if place == "both":
            made = self.norm(behind, made, on=not off)
        return self.put(add, x if off else self.residual(add, x, made))

    def residual(self, add, x, made):
        return added(x, made) if self.options.residual and add not in self.options.off else made

    def layers(self, stack, *rest, **more):
        """The layers of one stack, by its own sizes."""
        whole, self.options = self.options, of_stack(self.options, stack)
        made = self.layers_of(stack, *rest, **more)
        self.options = whole
        return made

    def layers_of(self, stack, part, sequence, embed="embed", memory=None):
        words, padding = self.scenario.tokens[sequence], self.scenario.padding
        x = self.embedding(words, embed)
        mask = self.mask(f"{stack}.mask", words, words, padding.get(sequence, ()))
        self.position_bias(stack, words, words)
        if memory is not None:
            source = self.scenario.tokens["source"]
            cross = self.mask(f"{stack}.cross_mask", words, source, padding.get("source", ()))
        for number in range(self.options.layers):
            layer, entered = f"{stack}.{number}", x
            x = self.sublayer(
                layer,
                1,
                x,
                part,
                lambda read, layer=layer: self.attention(f"{layer}.{part}", read, read, mask),
                entered,
            )
            if memory is not None:
                x = self.sublayer(
                    layer,
                    2,
                    x,
                    "cross_attn",
                    lambda read, layer=layer: self.attention(f"{layer}.cross_attn", read, memory, cross),
                    entered,
                )
            feeds = self.options.feed_forward.kind.value != "none"
            feed = (lambda read, layer=layer: self.feed_forward(f"{layer}.ffn", read)) if feeds else None
            x = self.sublayer(layer, 2 if memory is None else 3, x, "ffn", feed, entered)
        return self.norm(f"{stack}.norm", x, on=self.options.norm.final)

    def attention_alone(self):
        tokens = self.scenario.tokens
        keys, queries = tokens["source"], tokens.get("target", tokens["source"])
        x_keys = x_queries = None
        if self.options.input.value != "q, k, v":
            if "target" in tokens:
                x_keys, x_queries = (
                    self.embedding(tokens[name], f"{name}.embed") for name in ("source", "target")
                )
            else:
                x_keys = x_queries = self.embedding(keys, "embed")
        mask = self.mask("attn.mask", queries, keys, self.scenario.padding.get("source", ()))
        self.position_bias("attn", queries, keys)
        self.attention("attn", x_queries, x_keys, mask)

    def encoder(self):
        self.layers("encoder", "attn", "source")

    def encoder_decoder(self):
        memory = self.layers("encoder", "attn", "source", "source.embed")
        self.output(self.layers("decoder", "self_attn", "target", "target.embed", memory))

    def decoder(self):
        self.output(self.layers("decoder", "self_attn", "target"))

    def output(self, x):
        bias = self.parameters.get("unembed.b_U")
        if self.options.unembedding.tied:
            matrix = list(zip(*self.parameters["embed.W_E"], strict=True))
        else:
            matrix = self.parameters["unembed.W_U"]
        if self.options.unembedding.scaled:
            root = math.sqrt(self.options.d_model)
            x = self.put("unembed.scaled", [[cell / root for cell in row] for row in x])
        logits = self.put("logits", linear(x, matrix, bias))
        if self.options.unembedding.soft_cap:
            logits = self.put("capped", capped(logits, self.options.unembedding.soft_cap))
        rows = [softmax_row(row, None, self.options.temperature) for row in logits]
        columns = [[row[part] for row in rows] for part in range(4)]
        shares = self.put("probabilities", columns[0], max=columns[1], exp=columns[2], sum=columns[3])
        if self.options.decoding.kind.value == "sample":
            self.decoding(shares)

    def decoding(self, shares):
        """Top-k, then top-p, each shared out anew, then a word a row."""
        options = self.options.decoding
        if options.top_k:
            rows = [top_k_row(row, options.top_k) for row in shares]
            columns = list(zip(*rows, strict=True))
            shares = self.put("top_k", columns[0], rank=columns[1], kept=columns[2], sum=columns[3])
        else:
            shares = self.put("top_k", shares)
        if options.top_p < 1:
            columns = list(zip(*(top_p_row(row, options.top_p) for row in shares), strict=True))
            shares = self.put("top_p", columns[0], ahead=columns[1], kept=columns[2], sum=columns[3])
        else:
            shares = self.put("top_p", shares)
        seeds = np.random.SeedSequence([options.seed, *b"drawn"])
        numbers = np.random.Generator(np.random.PCG64(seeds)).random(len(shares)).tolist()
        columns = list(zip(*map(drawn_row, shares, numbers), strict=True))
        self.put("drawn", columns[0], cumulated=columns[1], uniform=numbers, point=columns[2])


def of_stack(options, stack):
    """The options of a decoder beside an encoder, where it has sizes of its own."""
    own, attention = options.decoder, options.attention
    if stack != "decoder" or options.stack.value != "encoder-decoder":
        return options
    d_k, d_v = own.d_k, own.d_v
    if own.heads and not d_k:
        d_k = options.d_model // own.heads
    if d_k and not d_v:
        d_v = d_k
    return replace(
        options,
        layers=own.layers or options.layers,
        attention=replace(
            attention,
            heads=own.heads or attention.heads,
            d_k=d_k or attention.d_k,
            d_v=d_v or attention.d_v,
        ),
        feed_forward=replace(options.feed_forward, d_ff=own.d_ff or options.feed_forward.d_ff),
    )


def added(left, right):
    return [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(left, right, strict=True)]


def by_probability(row):
    """The words from the most probable on; of equals, the first in the vocabulary comes first."""
    return sorted(range(len(row)), key=lambda word: (-row[word], word))


def shared_out(row, stays):
    kept = [share if word in stays else 0.0 for word, share in enumerate(row)]
    total = math.fsum(kept)
    return [share / total for share in kept], kept, total


def top_k_row(row, count):
    """What is left of a row, the ranks, what is kept and its sum."""
    order = by_probability(row)
    ranks = [1.0 + order.index(word) for word in range(len(row))]
    shares, *kept = shared_out(row, order[:count])
    return shares, ranks, *kept


def top_p_row(row, mass):
    """What is left of a row, what is more probable than each word, what is kept and its sum."""
    order = by_probability(row)
    ahead = [math.fsum(row[other] for other in order[: order.index(word)]) for word in range(len(row))]
    shares, *kept = shared_out(row, [word for word in order if ahead[word] < mass])
    return shares, ahead, *kept


def drawn_row(row, number):
    """1 for the word whose part of the line holds the number, the ends of the parts, and the number there."""
    ends = [math.fsum(row[: word + 1]) for word in range(len(row))]
    point = number * ends[-1]
    chosen = next(word for word, end in enumerate(ends) if end > point)
    return [float(word == chosen) for word in range(len(row))], ends, point


def capped(rows, cap):
    return [[cap * math.tanh(x / cap) for x in row] for row in rows]


def alibi_slope(head, heads):
    power = 2 ** int(math.log2(heads))
    if head < power:
        return 2 ** (-8 * (head + 1) / power)
    return 2 ** (-8 * (2 * (head - power) + 1) / (2 * power))


def t5_bucket(distance, options, both_ways):
    count, first = options.buckets, 0
    if both_ways:
        count //= 2
        if distance < 0:
            first, distance = count, -distance
    distance = max(distance, 0)
    exact = max(count // 2, 1)
    if distance < exact:
        return first + min(distance, count - 1)
    wider = math.log(distance / exact) / math.log(options.farthest / exact) * (count - count // 2)
    return first + min(count // 2 + int(wider), count - 1)


def counted_off(numbers, rows, size):
    """Numbers in their order as blocks of rows: what a plain reshape does."""
    lines = [numbers[at : at + size] for at in range(0, len(numbers), size)]
    return [lines[at : at + rows] for at in range(0, len(lines), rows)]


def times_mask(rows, mask):
    return [[x * look for x, look in zip(*pair, strict=True)] for pair in zip(rows, mask, strict=True)]


def masked_row(row, allowed, number=NOWHERE):
    if allowed is None:
        return row
    return [score if look else number for score, look in zip(row, allowed, strict=True)]


def softmax_row(row, allowed, temperature=1.0, base=math.e, nowhere="zeros"):
    """Weights, largest, powers and their sum; a row that may look nowhere gives zeros, or even weights."""
    looks = [True] * len(row) if allowed is None else allowed
    largest = max(row)
    powers = [
        base ** ((score - largest) / temperature) if look and score > NOWHERE else 0.0
        for score, look in zip(row, looks, strict=True)
    ]
    total = math.fsum(powers)
    otherwise = 1 / len(row) if nowhere == "uniform" else 0.0
    weights = [power / total if any(looks) else otherwise for power in powers]
    return weights, largest, powers, total
