"""What other rooms add to a turn: they register here, and the conversation never imports them.

A room hands over prompt sections (with place, lifetime and budget), fields of the reflect schema (each with the
action that absorbs its value), what takes back what it derived, and nothing else. An optional room that is absent
has simply not registered.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.conversation.answering.asked import NOTHING_ASKED, Asked
from engine.conversation.reconstruction.records import CutOrder
from engine.errors import spare
from engine.language import LanguageModel, Place
from engine.memory import Feeling
from engine.tongues import ENGLISH
from engine.trail import Loop, MoodPoint, Step
from engine.vault import UnitOfWork
from engine.withdrawal import Derived, Refs

if TYPE_CHECKING:
    from engine.conversation.deeds import Doer  # it is told of turns by this module


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """What a section or an action may know of the turn it serves.

    `asked` is what it asks for, `language` (ISO 639-1) the one to answer in. `tells` is known with its reflection:
    whether the person said something that was worth keeping. The day of what is `dated` is kept already.
    """

    loop: Loop
    utterance: Step
    answer: Step | None = None
    tells: bool = False
    asked: Asked = NOTHING_ASKED
    language: str = ENGLISH
    dated: tuple[str, ...] = ()

    @property
    def spoken(self) -> tuple[Step, ...]:
        """What was said in the turn so far."""
        return (self.utterance,) if self.answer is None else (self.utterance, self.answer)

    @property
    def sources(self) -> tuple[str, ...]:
        """The same as refs."""
        return tuple(f"step:{step.id}" for step in self.spoken)


@dataclass(frozen=True, slots=True)
class Rendered:
    """A section's text with the refs that it rests on: by them a withdrawal finds it."""

    text: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PromptSection:
    """A section of the prompt.

    `order` sorts within a place; `render` returns the text or "", with what it cites where it says anything that
    can be withdrawn. It is called once for each new lifetime of the place: the stable prefix, the opening of an
    episode, or one turn's block. `budget` is in tokens and hard; where the stable part has no room for all of
    them, `cut` says which goes first.
    """

    name: str
    place: Place
    order: int
    budget: int
    render: Callable[[TurnFacts | None], str | Rendered]
    cut: CutOrder = CutOrder.OTHER

    def rendered(self, facts: TurnFacts | None) -> Rendered:
        """What it says now."""
        nothing: str | Rendered = ""
        said = spare(self.name, lambda: self.render(facts), nothing)
        given = Rendered(said) if isinstance(said, str) else said
        return Rendered(given.text.strip(), given.cites)


@dataclass(frozen=True, slots=True)
class ReflectField:
    """A field of the reflection: its JSON schema and what absorbs the value, inside the absorbing transaction.

    `schema` may be a function of the turn, where allowed values depend on what was said; an empty one leaves the
    field out of this reflection. `order` is the place in
    the generated object: what matters most comes first, since a small model may run out of tokens.
    Where the reflection is not asked for it, `decide` may give the value by a small decision of the model about the
    person's own words; None says nothing.
    """

    name: str
    order: int
    schema: Mapping[str, Any] | Callable[[TurnFacts], Mapping[str, Any]]
    absorb: Callable[[UnitOfWork, TurnFacts, Any], None]
    decide: Callable[[LanguageModel, str], Any] | None = None

    def schema_for(self, facts: TurnFacts) -> Mapping[str, Any]:
        return self.schema(facts) if callable(self.schema) else self.schema


Absorb = Callable[[UnitOfWork, TurnFacts, Any], None]


@dataclass(frozen=True, slots=True)
class PutRight:
    """A note that is put right: the refs of what was said wrongly and is to be withdrawn, the utterance that takes
    their place, and the note as it was `known` and as its `text` is now.
    """

    refs: Refs
    said: Step
    known: str
    text: str


CorrectionHook = Callable[[UnitOfWork, PutRight], None]
"""Called in the unit of the change; after it only where it stands, and is not put to the person first."""


def no_feeling() -> Feeling | None:
    """What is felt where no room feels."""
    return None


@dataclass
class Registry:
    """Everything that rooms have registered.

    `feeling` is how the companion feels now, where a room says so. `telling` is called once a reflection is durable,
    so that rooms may tell the house what it changed. `before_correction` is called before what was said wrongly is
    withdrawn, so that what is still wanted of it may rest on what puts it right.
    """

    sections: list[PromptSection] = field(default_factory=list)
    fields: list[ReflectField] = field(default_factory=list)
    derived: list[Derived] = field(default_factory=list)
    doers: list["Doer"] = field(default_factory=list)
    feeling: Callable[[], Feeling | None] = no_feeling
    telling: list[Callable[[], None]] = field(default_factory=list)
    before_correction: list[CorrectionHook] = field(default_factory=list)
    after_correction: list[CorrectionHook] = field(default_factory=list)

    @property
    def mood(self) -> MoodPoint | None:
        """What a Step of now is marked with."""
        felt = spare("the mood", self.feeling, None)
        return None if felt is None else felt.point

    def add_section(self, section: PromptSection) -> None:
        if any(section.name == known.name for known in self.sections):
            raise ValueError(f"a prompt section named {section.name!r} stands already")
        self.sections.append(section)
        self.sections.sort(key=lambda known: known.order)

    def add_field(self, reflect_field: ReflectField) -> None:
        if any(reflect_field.name == known.name for known in self.fields):
            raise ValueError(f"a reflect field named {reflect_field.name!r} stands already")
        self.fields.append(reflect_field)
        self.fields.sort(key=lambda known: known.order)

    def listen(self, name: str, absorb: Absorb) -> None:
        """Let `absorb` too have the value of the field `name`, after who registered it. Raises ValueError."""
        place = next((at for at, known in enumerate(self.fields) if known.name == name), None)
        if place is None:
            raise ValueError(f"there is no reflect field named {name!r}")
        known = self.fields[place]

        def both(unit: UnitOfWork, facts: TurnFacts, value: Any) -> None:
            known.absorb(unit, facts, value)
            absorb(unit, facts, value)

        self.fields[place] = replace(known, absorb=both)

    def tell(self) -> None:
        """Let every room tell what a reflection changed; each fails alone."""
        for told in self.telling:
            spare("the news of a room", told, None)

    def add_derived(self, room: Derived) -> None:
        """A room whose things are hidden or erased with what they were made from."""
        self.derived.append(room)

    def drop_derived(self, *rooms: Derived) -> None:
        """What these keep was erased."""
        self.derived = [each for each in self.derived if all(each is not one for one in rooms)]

    def sections_at(self, place: Place) -> list[PromptSection]:
        return [section for section in self.sections if section.place is place]

    def reflect_schema(self, facts: TurnFacts) -> dict[str, Any]:
        """The JSON schema of one reflection: every field required, in order, nothing else; without rooms that fail."""
        schemas = {
            known.name: spare(known.name, partial(known.schema_for, facts), None) for known in self.fields
        }
        given = {name: dict(schema) for name, schema in schemas.items() if schema}
        return {
            "type": "object",
            "properties": given,
            "required": list(given),
            "additionalProperties": False,
        }
