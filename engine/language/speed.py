"""How fast a model reads and writes on this machine, measured in a second or two, and the support that follows."""

import secrets
import time
from dataclasses import dataclass

from engine.language.port import LanguageModel
from engine.language.records import GenerationRequest, GenerationResult, Place, Role, Sampling, Segment

READ_TOKENS = 96
"""Of one piece: about what a turn reads anew."""

WRITE_TOKENS = 32
GREEDY = Sampling(temperature=0)

LEAST_SUPPORT, MOST_SUPPORT = 80, 400
AT_DEPTH = 2 / 3
"""Speed at a depth of 2,000 tokens against an empty context, where it is measured (docs/decisions/0010-budgets.md)."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Tokens a second."""

    read_per_second: float
    written_per_second: float


def measure_speed(model: LanguageModel, seconds: float = 1.0) -> Speed:
    """Read for about `seconds` and write for as long, with pieces that no cache knows.

    Raises LanguageError where the model cannot answer.
    """
    _ask(model, READ_TOKENS)  # the first one also waits for pages of the file
    read, spent = 0, 0.0
    started = time.monotonic()
    while not read or time.monotonic() - started < seconds:
        result = _ask(model, READ_TOKENS)
        read += result.prompt_tokens - result.reused_tokens
        spent += result.first_token_s or result.total_s
    return Speed(read / spent, _writing_speed(model, seconds))


def _writing_speed(model: LanguageModel, seconds: float) -> float:
    written, spent = 0, 0.0
    started = time.monotonic()
    while not written or time.monotonic() - started < seconds:
        result = _ask(model, WRITE_TOKENS, WRITE_TOKENS)
        # The first token came with the reading.
        written += max(1, len(result.tokens) - 1)
        spent += result.total_s - (result.first_token_s or 0.0)
    return written / spent


def _ask(model: LanguageModel, size: int, answer: int = 1) -> GenerationResult:
    segment = Segment(Role.USER, _fresh_text(model, size), Place.UTTERANCE)
    return model.generate(GenerationRequest((model.encode(segment),), answer, sampling=GREEDY))


def _fresh_text(model: LanguageModel, size: int) -> str:
    """About `size` tokens that begin unlike any other text."""
    words = [secrets.token_hex(4), "Count on, line after line, and do not stop:"]
    while model.count(" ".join(words)) < size:
        words += [f"{len(words)} ships and {secrets.randbelow(90) + 10} birds,"] * 2
    return " ".join(words)


def support_budget(read_per_second: float) -> int:
    """Tokens of a turn's support: what the model reads in a second of a long conversation, within bounds.

    `read_per_second` is measured in an empty context.
    """
    return int(min(max(AT_DEPTH * read_per_second, LEAST_SUPPORT), MOST_SUPPORT))
