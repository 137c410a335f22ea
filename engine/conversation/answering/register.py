"""Whether a sentence of an answer is a friend's or a service's: "How can I help you today?" is said at a counter.

A small model has read much of the second and falls into it, or refuses ("I can't assist with that") where somebody is
only sad. A text head that was trained on sentences of both (`resources/prompts/register.toml`) tells them apart.
"""

import tomllib
from dataclasses import dataclass
from importlib import resources

from engine.decisions import TextHead, load_text_head
from engine.embedding import Embedder, EmbeddingError, in_space

HEAD = "register"
LABELS = ("friend", "service")
SURELY = 0.6
"""Share from which a sentence is a service's."""


@dataclass(frozen=True, slots=True)
class RegisterClassifier:
    """Reads sentences with a head over `embedder`."""

    embedder: Embedder
    head: TextHead

    def is_service(self, sentence: str) -> bool:
        """False where it cannot be told."""
        try:
            return self.share(sentence) >= SURELY
        except EmbeddingError:
            return False

    def share(self, sentence: str) -> float:
        """How likely, 0–1. Raises EmbeddingError."""
        texts = [" ".join(sentence.split())]
        return float(self.head.shares(texts, self.embedder.embed(texts))[0, LABELS.index("service")])


def open_register_classifier(embedder: Embedder | None) -> RegisterClassifier | None:
    """The classifier over `embedder`; None without one, or where the head was trained for another."""
    head = load_text_head(HEAD)
    fitting = in_space(embedder, head.space)
    return None if fitting is None else RegisterClassifier(fitting, head)


def sentences_of_both() -> list[tuple[str, str]]:
    """What the head is trained on: (sentence, label)."""
    text = resources.files("resources").joinpath("prompts/register.toml").read_text(encoding="utf-8")
    known = tomllib.loads(text)
    return [(sentence, label) for label in LABELS for sentence in known[label]]
