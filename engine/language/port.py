"""The language port: a small base that every adapter has, and capabilities that some have.

Code asks for a capability with `isinstance(model, PrefixCache)` and has a written fallback for its absence.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from engine.language.records import (
    Cancellation,
    GenerationRequest,
    GenerationResult,
    ModelInfo,
    Segment,
)

OnText = Callable[[str], None]


def ignore_text(_: str) -> None:
    """The listener of a caller who only wants the result."""


class LanguageModel(Protocol):
    """A model that continues a conversation. One generation a lane at a time; callable from any thread."""

    @property
    def info(self) -> ModelInfo:
        """What is loaded. Raises LanguageError while nothing is."""

    def encode(self, segment: Segment) -> Segment:
        """The same segment with its `tokens`, chat markers included."""

    def count(self, text: str) -> int:
        """How many tokens `text` takes, without markers."""

    def generate(
        self,
        request: GenerationRequest,
        on_text: OnText = ignore_text,
        cancellation: Cancellation | None = None,
    ) -> GenerationResult:
        """Run `request`; `on_text` gets pieces of whole characters as they come, on the calling thread.

        Raises LanguageError when the answer is lost (a bad model, no memory, a dead child); the next call
        works.
        """

    def close(self) -> None:
        """Release the model. Idempotent."""


@runtime_checkable
class PrefixCache(Protocol):
    """Saves what a lane has read and puts it back without reading it again."""

    def save_prefix(self) -> bytes:
        """The conversation lane's state, fingerprinted; for the encrypted cache only, never a plain file."""

    def restore_prefix(self, state: bytes, *, own_words: bool = False) -> int:
        """Put a saved state back; returns how many tokens are now read, 0 where the state does not fit.

        `own_words` says that it was made as such.
        """

    def read_prefix(
        self,
        prompt: tuple[Segment, ...],
        cancellation: Cancellation | None = None,
        *,
        own_words: bool = False,
    ) -> bytes:
        """Read `prompt` in the background, giving way, and return its state for `restore_prefix`.

        Empty where it was cancelled or is longer than the background's context. What holds the program's `own_words`
        alone can be restored for any home; anything else only with the key that this model was opened with.
        """

    def forget_beyond(self, prompt: tuple[Segment, ...]) -> int:
        """Let go of all that any lane has read beyond what it shares with `prompt`.

        Returns how many tokens of it the conversation lane still holds.
        """

    def hold_back(self, seconds: float) -> None:
        """Let nothing but the conversation compute for so long from now; 0 ends it. Returns at once."""


@runtime_checkable
class Scoring(Protocol):
    """Reads the model's own probabilities."""

    def choose(
        self, prompt: tuple[Segment, ...], options: Sequence[str], *, hurried: bool = False
    ) -> list[float]:
        """Probability of each option's first token coming after `prompt`, normalised over the options.

        Leading segments of the stable place are a question of the program's own: they stay read, also where what was
        said is forgotten. `hurried`: an answer waits for it. Raises ValueError where two options begin alike.
        """

    def surprise(self, prompt: tuple[Segment, ...], last: int) -> list[float]:
        """Negative log-likelihood (nats) of each of the `last` tokens of `prompt` given all before it."""


@runtime_checkable
class QuestionCache(Protocol):
    """Reads a question before it is asked, and saves what of it is the program's own for later processes.

    What is read `for_state`, for `NativeEmbedding.hidden_state`, is kept apart from what is read for `Scoring`.
    """

    def read_question(self, prompt: tuple[Segment, ...], cancellation: Cancellation | None = None) -> None:
        """Have the beginning of a prompt for `Scoring` read, so that what goes on from it reads the rest alone.

        Its last message may be open. What was read by a cancellation stays; a gentle one lets it come to its end.
        """

    def keep_question(self, prompt: tuple[Segment, ...], *, for_state: bool = False) -> bytes:
        """The state of `prompt`, fingerprinted, for the encrypted cache only; empty where it is not read."""

    def has_question(
        self, prompt: tuple[Segment, ...], *, for_state: bool = False, hurried: bool = False
    ) -> bool:
        """Whether all of `prompt` is read still: there is room for some questions, and others may take its place."""

    def restore_question(self, state: bytes, *, for_state: bool = False) -> int:
        """Put a saved state back; returns how many tokens are now read, 0 where it does not fit."""


@runtime_checkable
class NativeEmbedding(Protocol):
    """The model's own hidden state as a vector."""

    def embed_native(self, text: str) -> list[float]:
        """Mean of the last layer over `text`, L2-normalised, `info.embedding_size` numbers."""

    def hidden_state(self, prompt: tuple[Segment, ...], *, hurried: bool = False) -> list[float]:
        """A layer of the upper middle where the answer to `prompt` would begin: `info.embedding_size` numbers, of no
        fixed length.

        The stable place and `hurried` are as in `Scoring.choose`.
        """
