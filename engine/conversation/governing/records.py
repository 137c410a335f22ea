"""What is understood of an utterance that may ask for a change, and what became of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.conversation.grounding import content_words
from engine.person import Action, Update


class Wanted(StrEnum):
    """What an utterance wants done with what is known ([P] §3.4); the words are the model's options."""

    REMEMBER = "remember"
    CORRECT = "correct"
    FORGET = "forget"
    DOUBT = "doubt"
    TELL = "tell"
    NONE = "none"

    @property
    def action(self) -> Action:
        """The governed change. Raises KeyError where nothing is to be changed."""
        return _ACTIONS[self]

    @property
    def takes_back(self) -> bool:
        """Whether it is about something that is known already."""
        return self in (Wanted.CORRECT, Wanted.FORGET, Wanted.DOUBT)


_ACTIONS = {
    Wanted.REMEMBER: Action.REMEMBER,
    Wanted.CORRECT: Action.CORRECT,
    Wanted.FORGET: Action.FORGET,
    Wanted.DOUBT: Action.DISPUTE,
}


@dataclass(frozen=True, slots=True)
class Target:
    """Something known that may be meant: the ref of a fact or a Step, its words, how near it is, 0–1, and the Steps in
    which a fact was said.
    """

    ref: str
    text: str
    support: float
    said_in: tuple[str, ...] = ()

    @property
    def fact_id(self) -> str | None:
        """The fact's id, None for a Step."""
        return self.ref.removeprefix("fact:") if self.ref.startswith("fact:") else None

    def shared_words(self, said: str) -> int:
        """How many content words of `said` stand in it."""
        return len(content_words(said) & content_words(self.text))

    def shares_word(self, said: str) -> bool:
        """Whether any does."""
        return self.shared_words(said) > 0


@dataclass(frozen=True, slots=True)
class Asking:
    """What the gate let through, with all that the model is to judge by.

    `clause` is the part of the person's own words that seems to ask, `words` goes on to where they end. `shares` are
    the gate's, by `Wanted`. `targets` is what may be meant, nearest first, `before` what was said last. `search` finds
    targets for other words, from any thread. `said_at` is by the clock of who says it.
    """

    clause: str
    words: str
    shares: Mapping[Wanted, float]
    targets: tuple[Target, ...] = ()
    before: tuple[str, ...] = ()
    search: Callable[[str], tuple[Target, ...]] = lambda _: ()
    said_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Understood:
    """What the utterance was found to want, with a share of 0–1.

    `text` is what is to stand from now on, `quote` the person's words it came from; `target` is what is meant, and
    where that is not clear, `unclear` are those that may be. `sure` is False for a text that needs the person's word.
    `beside` are other facts of the utterance that a corrected one came from, with what is to stand of them.
    """

    wanted: Wanted
    share: float = 1.0
    text: str = ""
    quote: str = ""
    target: Target | None = None
    unclear: tuple[Target, ...] = ()
    sure: bool = True
    beside: tuple[tuple[Target, str], ...] = ()


NOTHING = Understood(Wanted.NONE)


@dataclass(frozen=True, slots=True)
class Pending:
    """A change that waits for the person's word: which of `targets`, or yes to the `question_id` of the person room."""

    wanted: Wanted
    shown: str
    text: str = ""
    quote: str = ""
    step_id: str = ""
    targets: tuple[Target, ...] = ()
    question_id: str | None = None


@dataclass(frozen=True, slots=True)
class Governed:
    """What was done before the answer: the `kind` of line that tells the answer so, the `text` it is about, the line,
    and what it rests on.

    `hush` says that the exchange itself holds what was to be forgotten, so that it goes too; `withdrawn` are Steps
    that were taken back because no fact was ever made of them. `quote` is what of the utterance asked for it.
    """

    kind: str
    text: str = ""
    line: str = ""
    cites: tuple[str, ...] = ()
    update: Update | None = None
    pending: Pending | None = None
    hush: bool = False
    withdrawn: frozenset[str] = frozenset()
    quote: str = ""
