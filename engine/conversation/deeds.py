"""What a turn does before it is answered: whoever can do something for the person registers as a `Doer`.

Promises are deeds: what is to be remembered, forgotten or brought up again is stored before the answer speaks of it,
and the answer is told what was done. What no deed did, no answer may claim.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.conversation.registry import Rendered, TurnFacts
from engine.language import LanguageModel


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that was done, or put to the person.

    `kind` names it ("remember", "reminder"); `line` tells the model of it, in its own words for the block of the turn;
    `cites` are the refs it rests on. `hush` says that the exchange itself is to be forgotten with it. `settles` says
    that it is the whole of what the message wanted: nothing of it need be looked up. `handles` are quotes of the
    message that are dealt with by it, and claim nothing more.
    """

    kind: str
    line: str
    cites: tuple[str, ...] = ()
    hush: bool = False
    settles: bool = True
    handles: tuple[str, ...] = ()


class Doer(Protocol):
    """Does something for an utterance. `listen` and `do` run on the engine's thread, `decide` where the model is."""

    @property
    def name(self) -> str:
        """For the log; never what was said."""

    def listen(self, facts: TurnFacts) -> Any:
        """What the model is to decide about; None for nothing, a `Deed` where no model was needed."""

    def decide(self, model: LanguageModel, heard: Any) -> Any:
        """What is to be done, None for nothing. `heard` is what `listen` gave. Raises LanguageError."""

    def do(self, facts: TurnFacts, heard: Any, decided: Any) -> Deed | None:
        """Commit it. None where there was nothing to do after all."""


def told(deeds: Sequence[Deed]) -> Rendered:
    """What the answer is told of `deeds`, as a section of the turn's block."""
    lines = [deed.line for deed in deeds if deed.line]
    return Rendered("\n".join(lines), tuple(cite for deed in deeds for cite in deed.cites))
