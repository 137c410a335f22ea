"""What this room draws on beyond memory, handed in by who composes the mind, each with nothing as its default; and what
its books share: where they write, the time, and who hears of a change."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from engine.calling import never
from engine.clock import Clock
from engine.events import EventBus
from engine.identity.records import Ability, Evidence, Experience, IdentityChanged, Loop
from engine.memory import Memory
from engine.settings import IdentitySettings
from engine.vault import Vault


def nothing() -> tuple[()]:
    """Where no part of the mind gives it."""
    return ()


def no_evidence(_: str) -> tuple[()]:
    """Where nothing is looked up."""
    return ()


def no_feeling(_: str) -> str:
    """Where nothing is felt."""
    return ""


def as_it_stands(text: str, _: str) -> str:
    """Where nobody holds a text against what was said."""
    return text


@dataclass(frozen=True)
class Surroundings:
    """What stands around.

    `experiences` are the notes and questions that components emerge from; `names` those of people, `claims` what is
    known of them; `abilities` the real state of models, devices and tools; `loops` what is open; `resumes` whether the
    gap is so short that one just goes on; `feeling` a line on how an Episode (its id) felt; `facts` those that are
    told; `evidence` what supports a query; `grounded` takes out of a text what a talk does not hold. `display_name`
    and `person_name` are how the two are called.
    """

    experiences: Callable[[], Sequence[Experience]] = nothing
    names: Callable[[], Collection[str]] = nothing
    claims: Callable[[], Collection[str]] = nothing
    abilities: Callable[[], Sequence[Ability]] = nothing
    loops: Callable[[], Sequence[Loop]] = nothing
    resumes: Callable[[], bool] = never
    feeling: Callable[[str], str] = no_feeling
    facts: Callable[[], Sequence[Evidence]] = nothing
    evidence: Callable[[str], Sequence[Evidence]] = no_evidence
    grounded: Callable[[str, str], str] = as_it_stands
    display_name: str = "Companion"
    person_name: str = ""


@dataclass(frozen=True, slots=True)
class Keeper:
    """Handed to every book of the room."""

    vault: Vault
    memory: Memory
    clock: Clock
    events: EventBus
    settings: IdentitySettings

    def tell(self, *refs: str) -> None:
        """Say that these are durable and new, or others than they were."""
        for ref in refs:
            self.events.publish(IdentityChanged(ref))
