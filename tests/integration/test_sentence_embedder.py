"""The real sentence model over torch, in the real worker process."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.embedding import (
    DimensionError,
    EmbeddingError,
    ModelDamagedError,
    ModelMissingError,
    OnnxEmbedder,
    SentenceTransformerEmbedder,
)
from engine.models import standard_folder
from engine.process import Worker
from tests.contracts.embedder import EmbedderContract

FOLDER = standard_folder() / "minilm-l6"
PEOPLE = ("My sister Ana", "Our neighbour", "The new colleague", "My grandfather", "A friend from Lisbon")
DEEDS = (
    "is allergic to peanuts.",
    "moved to Porto in 2019!",
    "asked me: when do you finish work?",
    "plays the cello every Thursday evening, mostly Bach and, when nobody listens, a little jazz",
    "lost 3 keys",
    "n'aime pas le café froid.",
    "said “never mind”, and left.",
    "is called 小林.",
    "writes `x = f(y)` on napkins",
    "will marry in June, in the garden of the house by the river where we all spent our summers.",
)
SENTENCES = [f"{person} {deed}" for person in PEOPLE for deed in DEEDS]


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


@pytest.fixture(scope="module")
def embedder(worker: Worker) -> Iterator[SentenceTransformerEmbedder]:
    made = SentenceTransformerEmbedder(FOLDER, worker)
    yield made
    made.close()


@pytest.fixture
def closable(worker: Worker) -> SentenceTransformerEmbedder:
    return SentenceTransformerEmbedder(FOLDER, worker)


class TestSentenceTransformerEmbedder(EmbedderContract):
    pass


def test_its_vectors_are_those_of_the_onnx_model(embedder: SentenceTransformerEmbedder) -> None:
    other = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    cosines = np.sum(embedder.embed(SENTENCES) * other.embed(SENTENCES), axis=1)
    other.close()
    assert len(cosines) == 50
    assert cosines.min() > 0.995


@pytest.mark.parametrize("dimension", [64, 256])
def test_vectors_can_be_cut(embedder: SentenceTransformerEmbedder, worker: Worker, dimension: int) -> None:
    short = SentenceTransformerEmbedder(FOLDER, worker, dimension=dimension)
    whole = embedder.embed(SENTENCES[:5])[:, :dimension]
    expected = whole / np.linalg.norm(whole, axis=1, keepdims=True)
    assert short.space == f"minilm-l6@{dimension}"
    assert short.embed(SENTENCES[:5]) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("dimension", [0, -1, 385, 768])
def test_more_than_the_model_gives_is_refused(worker: Worker, dimension: int) -> None:
    with pytest.raises(DimensionError, match="384"):
        SentenceTransformerEmbedder(FOLDER, worker, dimension=dimension)


def test_the_whole_vector_has_the_plain_name(worker: Worker) -> None:
    assert SentenceTransformerEmbedder(FOLDER, worker, space="minilm", dimension=384).space == "minilm"


def test_a_missing_file_is_named(tmp_path: Path, worker: Worker) -> None:
    with pytest.raises(ModelMissingError, match=r"modules\.json"):
        SentenceTransformerEmbedder(tmp_path, worker)


@pytest.mark.parametrize("content", ["", "{}", "[]", '[{"type": "models.Pooling", "path": ""}]'])
def test_a_damaged_description_is_told(tmp_path: Path, worker: Worker, content: str) -> None:
    (tmp_path / "modules.json").write_text(content)
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ModelDamagedError):
        SentenceTransformerEmbedder(tmp_path, worker)


def test_damaged_weights_are_told_and_the_worker_goes_on(
    tmp_path: Path, worker: Worker, embedder: SentenceTransformerEmbedder
) -> None:
    for path in FOLDER.iterdir():
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / "model.safetensors").unlink()
    (tmp_path / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(ModelDamagedError):
        SentenceTransformerEmbedder(tmp_path, worker).embed(["anything"])
    assert embedder.embed(["anything"]).shape == (1, 384)


def test_a_dead_worker_is_an_embedding_error() -> None:
    worker = Worker()
    worker.close()
    with pytest.raises(EmbeddingError):
        SentenceTransformerEmbedder(FOLDER, worker).embed(["anything"])


def test_the_program_loads_no_heavy_library() -> None:
    """Every module of the program but the worker's own is imported."""
    script = """
import json, pkgutil, sys, importlib
import companion, engine, ui
for package in (companion, engine, ui):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith(("__main__", "engine.embedding.sentence_task")):
            importlib.import_module(module.name)
heavy = ("torch", "sentence_transformers", "transformers", "chromadb", "sklearn", "scipy")
print(json.dumps([name for name in heavy if name in sys.modules]))
"""
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == []
