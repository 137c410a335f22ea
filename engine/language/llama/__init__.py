"""llama.cpp behind the language port, in a supervised child process."""

from engine.language.llama.model import LlamaModel
from engine.language.llama.options import LlamaOptions

__all__ = ["LlamaModel", "LlamaOptions"]
