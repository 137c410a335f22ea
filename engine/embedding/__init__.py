"""Text to vectors: a port with two adapters.

`OnnxEmbedder` serves without torch (`models.md`, "sentences, ONNX"); `SentenceTransformerEmbedder` runs any model in
the sentence-transformers format in the worker process. `choosing` brings one of the person's choice to our scale.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
