"""The worker's side of sentence models: the only module that imports sentence_transformers."""

from pathlib import Path

import numpy as np
import torch
from sentence_transformers import SentenceTransformer

from engine.embedding.port import ModelDamagedError
from engine.process import Frame, Header, physical_cores

BATCH = 32


class SentenceTask:
    """Turns texts into vectors; the models it has loaded stay until the worker ends."""

    def __init__(self) -> None:
        torch.set_num_threads(physical_cores())
        self._models: dict[str, SentenceTransformer] = {}

    def run(self, request: Header, _payload: bytes) -> Frame:
        """The vectors of `texts` as float32 rows of length 1, cut to `dimension`."""
        vectors = self._model(request["folder"]).encode(
            request["texts"],
            batch_size=BATCH,
            show_progress_bar=False,
            truncate_dim=request["dimension"],
            normalize_embeddings=True,
        )
        return {}, np.ascontiguousarray(vectors, np.float32).tobytes()

    def _model(self, folder: str) -> SentenceTransformer:
        if folder not in self._models:
            try:
                self._models[folder] = SentenceTransformer(folder, device="cpu", local_files_only=True)
            except Exception as error:
                # Each of the loaders beneath has errors of its own, without a common base.
                name = Path(folder).name
                raise ModelDamagedError(f"The sentence model {name} cannot be read.") from error
        return self._models[folder]
