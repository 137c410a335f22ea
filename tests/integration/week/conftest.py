from collections.abc import Iterator

import pytest

from engine.embedding import OnnxEmbedder
from engine.models import standard_folder


@pytest.fixture(scope="session")
def embedder() -> Iterator[OnnxEmbedder]:
    made = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    yield made
    made.close()
