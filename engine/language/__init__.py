"""The local model: its port, llama.cpp in a supervised child process, models behind servers on this machine, the
token ledger, structured replies, budgets.

Every other room sees a model only through `LanguageModel` and the optional capabilities `PrefixCache`,
`Scoring` and `NativeEmbedding`; `ScriptedModel` is the double for tests that need fixed answers.
"""

from engine.language.budget import LayoutBudget, fit, fit_sections
from engine.language.errors import (
    AddressRefusedError,
    BadModelError,
    BrokenAnswerError,
    ContextOverflowError,
    GrammarError,
    LanguageError,
    ModelClosedError,
    ModelDiedError,
    ModelMemoryError,
    ModelNotServedError,
    NativeLibraryError,
    RequestRefusedError,
    ServerDownError,
    ServerError,
    ServerSlowError,
)
from engine.language.ledger import TokenLedger, answer_segment, context_hash
from engine.language.llama import LlamaModel, LlamaOptions
from engine.language.port import LanguageModel, NativeEmbedding, OnText, PrefixCache, Scoring, ignore_text
from engine.language.records import (
    Cancellation,
    Finish,
    GenerationRequest,
    GenerationResult,
    Lane,
    ModelInfo,
    Place,
    Role,
    Sampling,
    Segment,
)
from engine.language.remote import RemoteChoice, RemoteModel, is_this_machine, parse_choice
from engine.language.scripted import ScriptedModel
from engine.language.structured import (
    ParseCounts,
    Strategy,
    Structured,
    generate_structured,
    parse_structured,
    schema_of,
)

__all__ = [
    "AddressRefusedError",
    "BadModelError",
    "BrokenAnswerError",
    "Cancellation",
    "ContextOverflowError",
    "Finish",
    "GenerationRequest",
    "GenerationResult",
    "GrammarError",
    "Lane",
    "LanguageError",
    "LanguageModel",
    "LayoutBudget",
    "LlamaModel",
    "LlamaOptions",
    "ModelClosedError",
    "ModelDiedError",
    "ModelInfo",
    "ModelMemoryError",
    "ModelNotServedError",
    "NativeEmbedding",
    "NativeLibraryError",
    "OnText",
    "ParseCounts",
    "Place",
    "PrefixCache",
    "RemoteChoice",
    "RemoteModel",
    "RequestRefusedError",
    "Role",
    "Sampling",
    "Scoring",
    "ScriptedModel",
    "Segment",
    "ServerDownError",
    "ServerError",
    "ServerSlowError",
    "Strategy",
    "Structured",
    "TokenLedger",
    "answer_segment",
    "context_hash",
    "fit",
    "fit_sections",
    "generate_structured",
    "ignore_text",
    "is_this_machine",
    "parse_choice",
    "parse_structured",
    "schema_of",
]
