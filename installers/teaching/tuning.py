"""Teaches a starter model how the companion talks, or to rewrite small texts: `tasks.py tuning [MODEL] TASK`.

A low-rank adapter (LoRA, Hu et al. 2021) over the upper layers is fitted to what `talking` or `rewriting` beside this
file hold, which is all made up, in the layout of the product's prompts but without their examples.
It is written into `resources/adapters` as a GGUF file that llama.cpp lays over the weights for that and nothing else.
Every `HELD`-th text is kept back to tell how surprised the model is by what it was not fitted to. Half an hour on two
cores.

Needs torch and transformers (`worker` in `pyproject.toml`), and gguf (`dev`; MIT): the weights are read out of a GGUF.
"""

import argparse
import math
import random
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import gguf
import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers import AutoConfig, AutoModelForCausalLM

from companion.host.installed import adapter_of
from engine.language.llama.prompt import Tokenise
from engine.language.native import library
from engine.language.native.vocabulary import Vocabulary
from engine.models import standard_store
from installers.teaching.lessons import Read, rewriting, talking

HELD = 20
RANK, SCALE, RATE = 8, 2.0, 4e-4
LESSONS = {"talking": talking, "rewriting": rewriting}
TOGETHER = {"talking": 6, "rewriting": 12}
"""Texts that are read side by side behind their beginning."""
UPPER_SHARE = 0.43
"""Share of the layers, from above, that are fitted: the lower ones are read once."""
LINEAR = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
OTHERS = {
    "attn_norm.": "input_layernorm.",
    "ffn_norm.": "post_attention_layernorm.",
    "token_embd.": "model.embed_tokens.",
    "output_norm.": "model.norm.",
    "output.weight": "lm_head.weight",
}


def tokeniser_of(path: Path) -> Tokenise:
    """How the model of a GGUF file parts a text into tokens; its weights are not loaded."""
    library.start()
    parameters = library.C.llama_model_default_params()
    parameters.vocab_only = True
    vocabulary = Vocabulary(library.C.llama_model_load_from_file(str(path).encode(), parameters))
    return lambda text, special: tuple(vocabulary.encode(text, special=special))


class Adapted(nn.Module):
    """A linear layer and the two thin ones that are learned beside it."""

    def __init__(self, base: nn.Linear) -> None:
        super().__init__()
        self.base = base
        self.down = nn.Parameter(torch.randn(RANK, base.in_features) / math.sqrt(base.in_features))
        self.up = nn.Parameter(torch.zeros(base.out_features, RANK))

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        thin = functional.linear(given, self.down.to(given.dtype))
        return self.base(given) + SCALE * functional.linear(thin, self.up.to(given.dtype))


@dataclass
class Batch:
    """Some texts behind one beginning; each sees the beginning and itself. `hidden` enters the upper layers."""

    mask: torch.Tensor
    places: torch.Tensor
    answers: torch.Tensor
    wanted: torch.Tensor
    tokens: torch.Tensor
    hidden: torch.Tensor = field(default_factory=lambda: torch.empty(0))


def batch_of(beginning: Sequence[int], reads: Sequence[Read]) -> Batch:
    """Lay them side by side."""
    tokens, owner, places, next_is_answer = (
        list(beginning),
        [0] * len(beginning),
        [*range(len(beginning))],
        [],
    )
    next_is_answer = [False] * len(beginning)
    for number, read in enumerate(reads, 1):
        tokens += read.tokens
        owner += [number] * len(read.tokens)
        places += range(len(beginning), len(beginning) + len(read.tokens))
        next_is_answer += [*read.answered[1:], False]
    whose = torch.tensor(owner)
    sees = (whose[None] == whose[:, None]) | (whose[None] == 0)
    sees &= torch.ones_like(sees).tril()
    mask = torch.zeros(sees.shape, dtype=torch.bfloat16).masked_fill(~sees, float("-inf"))
    answers = torch.tensor(next_is_answer).nonzero()[:, 0]
    all_tokens = torch.tensor(tokens)
    return Batch(
        mask[None, None], torch.tensor(places)[None], answers, all_tokens[answers + 1], all_tokens[None]
    )


def weights_of(path: Path) -> dict[str, torch.Tensor]:
    """The weights of a GGUF file by the names that they have in transformers, as they are after quantisation."""
    known = {f"{known_as}.": f"{name}." for name, known_as in LINEAR.items()} | OTHERS
    found = {}
    for tensor in gguf.GGUFReader(path).tensors:
        name = tensor.name.replace("blk.", "model.layers.")
        for known_as, called in known.items():
            name = name.replace(known_as, called)
        values = gguf.dequantize(tensor.data, tensor.tensor_type)
        found[name] = torch.from_numpy(values.copy()).to(torch.bfloat16)
    return found


class Tuning:
    """The model with adapters in its upper layers."""

    def __init__(self, path: Path) -> None:
        config = AutoConfig.from_pretrained(path.parent, gguf_file=path.name)
        with torch.device("meta"):
            model = AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16, attn_implementation="sdpa")
        model.load_state_dict(weights_of(path), strict=False, assign=True)
        # Not among the weights: made from the configuration.
        model.model.rotary_emb = type(model.model.rotary_emb)(config)
        model.requires_grad_(requires_grad=False)
        self.model, self.inner = model, model.model
        self.first = round(len(self.inner.layers) * (1 - UPPER_SHARE))
        self.adapted: dict[str, Adapted] = {}
        for number in range(self.first, len(self.inner.layers)):
            for name, known_as in LINEAR.items():
                parent, _, leaf = name.partition(".")
                owner = getattr(self.inner.layers[number], parent)
                made = Adapted(getattr(owner, leaf))
                setattr(owner, leaf, made)
                self.adapted[f"blk.{number}.{known_as}.weight"] = made

    def parameters(self) -> list[nn.Parameter]:
        return [one for made in self.adapted.values() for one in (made.down, made.up)]

    def through(self, hidden: torch.Tensor, batch: Batch, layers: range) -> torch.Tensor:
        turned = self.inner.rotary_emb(hidden, batch.places)
        for number in layers:
            hidden = self.inner.layers[number](
                hidden, attention_mask=batch.mask, position_ids=batch.places, position_embeddings=turned
            )
        return hidden

    @torch.no_grad()
    def read_lower(self, batch: Batch) -> None:
        """What enters the upper layers: it never changes."""
        batch.hidden = self.through(self.inner.embed_tokens(batch.tokens), batch, range(self.first))

    def loss(self, batch: Batch) -> torch.Tensor:
        """Mean surprise (nats) of a token that the model is to write."""
        upper = range(self.first, len(self.inner.layers))
        hidden = self.through(batch.hidden, batch, upper)[:, batch.answers]
        logits = self.model.lm_head(self.inner.norm(hidden))[0].float()
        return functional.cross_entropy(logits, batch.wanted)

    def go_on_from(self, path: Path) -> None:
        """Begin with the adapter of that file. Raises KeyError where it is not one for these layers."""
        known = {one.name: one.data for one in gguf.GGUFReader(path).tensors}
        for name, made in self.adapted.items():
            for part, weights in (("lora_a", made.down), ("lora_b", made.up)):
                weights.data.copy_(torch.from_numpy(known[f"{name}.{part}"].astype(np.float32)))

    def mean_with(self, path: Path) -> None:
        """Halfway to the adapter of that file, which this one went on from: what a round gains, and less unlearned.

        Raises KeyError where it is not one for these layers.
        """
        known = {one.name: one.data for one in gguf.GGUFReader(path).tensors}
        for name, made in self.adapted.items():
            for part, weights in (("lora_a", made.down), ("lora_b", made.up)):
                weights.data.lerp_(torch.from_numpy(known[f"{name}.{part}"].astype(np.float32)), 0.5)

    def write(self, path: Path, architecture: str) -> None:
        """As a GGUF adapter, in half precision."""
        writer = gguf.GGUFWriter(path, architecture)
        writer.add_type("adapter")
        writer.add_string("adapter.type", "lora")
        writer.add_float32("adapter.lora.alpha", SCALE * RANK)
        for name, made in self.adapted.items():
            for part, weights in (("lora_a", made.down), ("lora_b", made.up)):
                writer.add_tensor(f"{name}.{part}", weights.detach().numpy().astype(np.float16))
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()


def tune(
    path: Path,
    task: str,
    written: Path,
    onto: Path | None = None,
    new: Collection[str] = (),
    *,
    halfway: bool = False,
) -> None:
    """Fit and write, telling how it goes; `halfway` writes the mean with the adapter that it went on from."""
    torch.manual_seed(7)
    torch.set_num_threads(2)
    chance = random.Random(7)  # noqa: S311 - nothing is secret
    batches: list[Batch] = []
    tests: list[Batch] = []
    for lessons in LESSONS[task](tokeniser_of(path), new):
        fitted = [one for at, one in enumerate(lessons.reads) if at % HELD]
        chance.shuffle(fitted)
        for into, some in ((batches, fitted), (tests, lessons.reads[::HELD])):
            parts = (some[at : at + TOGETHER[task]] for at in range(0, len(some), TOGETHER[task]))
            into.extend(batch_of(lessons.beginning, part) for part in parts)
    tuning = Tuning(path)
    if onto is not None:
        tuning.go_on_from(onto)
    print(
        len(batches),
        "batches,",
        sum(one.tokens.shape[1] for one in batches),
        "tokens, from layer",
        tuning.first,
    )
    began = time.monotonic()
    for batch in (*batches, *tests):
        tuning.read_lower(batch)
    print("read", round(time.monotonic() - began), "s", flush=True)
    optimiser = torch.optim.AdamW(tuning.parameters(), lr=RATE, weight_decay=0.01, betas=(0.9, 0.99))
    steps = len(batches)
    tell(tuning, tests, "before", began)
    # A second round gained nothing on what was held back, for either task.
    chance.shuffle(batches)
    for done, batch in enumerate(batches, 1):
        for group in optimiser.param_groups:
            warm = min(1.0, done / 20)
            group["lr"] = RATE * warm * (0.05 + 0.95 * (1 + math.cos(math.pi * done / steps)) / 2)
        loss = tuning.loss(batch)
        loss.backward()
        nn.utils.clip_grad_norm_(tuning.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad()
        if done % 10 == 0:
            print(done, steps, round(loss.item(), 3), round(time.monotonic() - began), "s", flush=True)
    tell(tuning, tests, "after", began)
    if halfway and onto is not None:
        tuning.mean_with(onto)
        tell(tuning, tests, "halfway", began)
    tuning.write(written, tuning.model.config.model_type)


@torch.no_grad()
def tell(tuning: Tuning, tests: Sequence[Batch], when: str, began: float) -> None:
    """Print the surprise by texts that were held back."""
    weights = [len(one.wanted) for one in tests]
    mean = sum(tuning.loss(one).item() * weight for one, weight in zip(tests, weights, strict=True))
    print(when, "held", round(mean / sum(weights), 4), round(time.monotonic() - began), "s", flush=True)


def main() -> None:
    """Read what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", nargs="?", default="qwen2.5-coder-1.5b")
    parser.add_argument("task", choices=LESSONS)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--onto", type=Path, help="an adapter to go on from, mostly with what is --new")
    parser.add_argument("--new", nargs="*", default=(), help="files of lessons, without .toml")
    parser.add_argument("--halfway", action="store_true", help="write the mean with what it went on from")
    asked = parser.parse_args()
    path = next(standard_store().path(asked.model).glob("*.gguf"))
    known = standard_store().sha256(asked.model)[path.name]
    tune(
        path,
        asked.task,
        asked.out or adapter_of(known, asked.task),
        asked.onto,
        asked.new,
        halfway=asked.halfway,
    )


if __name__ == "__main__":
    main()
