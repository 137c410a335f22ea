"""Writes the weights of the gate before governed updates: `python tasks.py weights`."""

from pathlib import Path

import numpy as np

from engine.conversation.governing.prototypes import Prototypes, weights_name
from engine.embedding import OnnxEmbedder
from engine.models import standard_store

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "governing"


def main() -> None:
    """Fit, and put the weights in the place of those that were shipped."""
    embedder = OnnxEmbedder(standard_store().path("minilm-l6-onnx"))
    weights = Prototypes(embedder).fitted()
    for old in FOLDER.glob(f"weights-{embedder.space}-*.f32"):
        old.unlink()
    path = FOLDER / weights_name(embedder.space)
    path.write_bytes(weights.astype(np.float32).tobytes())
    print(f"{path.name}: {path.stat().st_size} bytes")
    embedder.close()


if __name__ == "__main__":
    main()
