"""The real small model, loaded once for the folder, and conversations to try it with."""

import os
from pathlib import Path

import pytest
from platformdirs import user_data_path

from engine.language import GenerationRequest, LlamaModel, LlamaOptions, Place, Role, Sampling, Segment

NAME = "qwen2.5-coder-0.5b"
SHA256 = "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32"
OPTIONS = LlamaOptions(context_tokens=2048, background_tokens=1024)
NARROW = LlamaOptions(context_tokens=256, background_tokens=256)
KEY = b"k" * 32
GREEDY = Sampling(temperature=0, repeat_penalty=1.0)


@pytest.fixture(scope="session")
def model_path() -> Path:
    folder = Path(os.environ.get("COMPANION_MODELS") or user_data_path("companion") / "models") / NAME
    found = sorted(folder.glob("*.gguf"))
    assert found, f"no model in {folder}: install it with `companion models install {NAME}`"
    return found[0]


@pytest.fixture(scope="session")
def make_model(model_path):
    """Make real models that are closed at the end."""
    made = []

    def make(path=None, options=OPTIONS, key=KEY, sha256=SHA256):
        made.append(LlamaModel(path or model_path, NAME, sha256, options, state_key=key))
        return made[-1]

    yield make
    for model in made:
        model.close()


@pytest.fixture(scope="session")
def shared_model(make_model):
    model = make_model()
    model.load()
    return model


@pytest.fixture(scope="session")
def narrow_model(make_model):
    """A model whose context is soon full."""
    model = make_model(options=NARROW)
    model.load()
    return model


@pytest.fixture
def model(shared_model):
    """The loaded model with nothing read on its conversation lane that a test could rest on."""
    shared_model.generate(request(shared_model, told("Fresh."), max_tokens=0))
    return shared_model


def told(text: str, **kinds) -> Segment:
    return Segment(Role.SYSTEM, text, kinds.pop("place", Place.STABLE), **kinds)


def said(text: str, **kinds) -> Segment:
    return Segment(Role.USER, text, kinds.pop("place", Place.UTTERANCE), **kinds)


def request(model, *segments: Segment, max_tokens: int = 24, **more) -> GenerationRequest:
    more.setdefault("sampling", GREEDY)
    return GenerationRequest(tuple(map(model.encode, segments)), max_tokens, **more)


def long_text(model, tokens: int) -> str:
    """A text of `tokens` tokens or a few less."""
    words = ["Shelves:"]
    size = model.count(words[0])
    line = "item {} on shelf {};"
    while size < tokens - 12:
        words.append(line.format(len(words), len(words) * 7 % 31))
        size += model.count(" " + words[-1])
    return " ".join(words)
