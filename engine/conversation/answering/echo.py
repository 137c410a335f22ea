"""Keeps an answer from saying the person's own sentence again, or its own of before.

A small model parrots: "I lost my keys." — "You lost your keys." Nothing of an answer is shown while it only repeats; as
soon as it says something of its own, all of it is. One that goes on repeating is given up for a new try.
"""

from dataclasses import dataclass, field

from engine.language import Sampling
from engine.search import stems

OWN_SHARE = 0.34
"""Share of an answer's content words that must be its own."""
LEAST_WORDS = 2
"""Content words under which an answer ("You did!") repeats nothing."""
MOST_HELD = 9
"""Content words after which an answer that only repeats is given up."""


@dataclass
class EchoGuard:
    """Holds back the beginning of one answer to `said` until it says something of its own.

    `before` are its latest answers: what begins like one of them says nothing new either.
    """

    said: str
    before: tuple[str, ...] = ()
    text: str = ""
    held: str = ""
    released: bool = False
    _known: frozenset[str] = field(init=False)
    _said_before: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._known = frozenset(stems(self.said))
        self._said_before = tuple(" ".join(one.split()).casefold() for one in self.before)

    def take(self, piece: str) -> str:
        """What may be shown now that `piece` came."""
        self.text += piece
        self.held += piece
        if not self.released:
            # The word that is still being written counts once it ends.
            whole = self.text.rpartition(" ")[0] if self.text[-1:].isalnum() else self.text
            self.released = self._own_share(whole) >= OWN_SHARE and not self._was_said(self.text)
        return self.rest() if self.released else ""

    def rest(self) -> str:
        """All that is still held back."""
        held, self.held = self.held, ""
        return held

    @property
    def repeats(self) -> bool:
        """Whether the whole answer, as it stands, is little more than what was said."""
        if self.released:
            return False
        if self._was_said(self.text) and len(self.text.split()) > LEAST_WORDS:
            return True
        return len(stems(self.text)) >= LEAST_WORDS and self._own_share(self.text) < OWN_SHARE

    @property
    def is_hopeless(self) -> bool:
        """Whether it need not be waited for any longer."""
        return self.repeats and len(stems(self.text)) >= MOST_HELD

    def _was_said(self, text: str) -> bool:
        """Whether an earlier answer begins so, or this one with the whole of it."""
        plain = " ".join(text.split()).casefold()
        return bool(plain) and any(one.startswith(plain) for one in self._said_before)

    def _own_share(self, text: str) -> float:
        words = stems(text)
        return sum(word not in self._known for word in words) / len(words) if words else 0.0


def warmer(sampling: Sampling, attempt: int) -> Sampling:
    """How the try after `attempt` earlier ones is drawn: less surely each time."""
    if not attempt:
        return sampling
    return Sampling(
        temperature=sampling.temperature + 0.25 * attempt,
        top_p=0.95,
        top_k=0,
        min_p=sampling.min_p,
        repeat_penalty=sampling.repeat_penalty + 0.05 * attempt,
    )
