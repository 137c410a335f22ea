"""The local model: its port, llama.cpp in a supervised child process, the token ledger, structured replies,
budgets.

Every other room sees a model only through `LanguageModel` and the optional capabilities `PrefixCache`,
`Scoring` and `NativeEmbedding`.
"""

from engine.language.llama import LlamaModel, LlamaOptions
from engine.language.port import LanguageModel, NativeEmbedding, OnText, PrefixCache, Scoring, ignore_text

__all__ = [
    "LanguageModel",
    "LlamaModel",
    "LlamaOptions",
    "NativeEmbedding",
    "OnText",
    "PrefixCache",
    "Scoring",
    "ignore_text",
]
