"""The real sentence model over onnxruntime."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.embedding import ModelDamagedError, ModelMissingError, OnnxEmbedder
from engine.models import standard_folder
from tests.contracts.embedder import EmbedderContract

FOLDER = standard_folder() / "minilm-l6-onnx"


@pytest.fixture(scope="module")
def embedder() -> Iterator[OnnxEmbedder]:
    made = OnnxEmbedder(FOLDER)
    yield made
    made.close()


@pytest.fixture
def closable() -> OnnxEmbedder:
    return OnnxEmbedder(FOLDER)


class TestOnnxEmbedder(EmbedderContract):
    pass


def test_a_repeated_query_is_remembered(embedder: OnnxEmbedder) -> None:
    first = embedder.embed(["a query that is asked again"])
    for n in range(40):
        embedder.embed([f"something else {n}"])
    assert (embedder.embed(["a query that is asked again"]) == first).all()
    assert len(embedder._remembered) <= 256


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json"])
def test_a_missing_file_is_named_with_a_remedy(tmp_path: Path, missing: str) -> None:
    for name in {"model.onnx", "tokenizer.json"} - {missing}:
        (tmp_path / name).symlink_to(FOLDER / name)
    with pytest.raises(ModelMissingError, match=missing) as caught:
        OnnxEmbedder(tmp_path)
    assert "models install" in caught.value.remedy


@pytest.mark.parametrize("damaged", ["model.onnx", "tokenizer.json"])
@pytest.mark.parametrize("content", [b"", b"not a model", b"{}"])
def test_a_damaged_file_is_named_with_a_remedy(tmp_path: Path, damaged: str, content: bytes) -> None:
    for name in {"model.onnx", "tokenizer.json"} - {damaged}:
        (tmp_path / name).symlink_to(FOLDER / name)
    (tmp_path / damaged).write_bytes(content)
    with pytest.raises(ModelDamagedError, match=damaged) as caught:
        OnnxEmbedder(tmp_path)
    assert "models install" in caught.value.remedy


def test_neither_torch_nor_sentence_transformers_is_imported() -> None:
    script = (
        "import sys, engine.trail; print([m for m in ('torch', 'sentence_transformers') if m in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout.strip() == "[]"
