"""Models as a benchmark takes them: by name, with options of its own, under the hash that the program knows them by."""

from engine.language import LlamaModel, LlamaOptions
from engine.models import standard_store


def starter(name: str, options: LlamaOptions) -> LlamaModel:
    """The installed model, not loaded yet; by its hash a calibration that is shipped for it is found."""
    store = standard_store()
    path = store.file(name, ".gguf")
    return LlamaModel(path, name, store.sha256(name)[path.name], options)
