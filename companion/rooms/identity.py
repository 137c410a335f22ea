"""Who the companion is takes part: in the stable part, where an episode opens, in a turn's block, and in a reflection.

The places are those of the layout table (`docs/architecture.md`); directives are cut last, growth before the rest.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.conversation import ConversationRoom, CutOrder, PromptSection, ReflectField, Rendered, TurnFacts
from engine.identity import Identity, IdentityError, Shorthand, wording
from engine.language import Place
from engine.memory import Node
from engine.vault import UnitOfWork

Line = tuple[str, str]
"""A line with the ref that it rests on."""
LEARNT, LEARNT_ORDER = "self", 66
"""After promises and what they fulfilled, before questions and the note."""
GREW, TONE, WORD = "grew", "tone", "word"


def add_identity(identity: Identity, conversation: ConversationRoom) -> None:
    """Register what the room adds to a turn; `identity.around` is set by then."""
    told = Telling(identity, conversation)
    settings = identity.settings
    add_directives(identity, conversation)
    stable = [
        ("components", 8, settings.components_tokens, told.components, CutOrder.EXTENSIONS),
        ("extensions", 10, settings.extensions_tokens, told.extensions, CutOrder.EXTENSIONS),
        ("expression", 12, settings.expression_tokens, told.expression, CutOrder.OTHER),
        ("vocabulary", 32, settings.vocabulary_tokens, told.vocabulary, CutOrder.ANCHORS),
        ("growth", 40, settings.growth_tokens, told.growth, CutOrder.GROWTH),
        ("compass", 50, settings.compass_told_tokens, told.compass, CutOrder.OTHER),
    ]
    registry = conversation.registry
    for name, order, budget, render, cut in stable:
        registry.add_section(PromptSection(name, Place.STABLE, order, budget, _alone(render), cut))
    # After what intent names, so that nothing is named twice.
    registry.add_section(
        PromptSection("open_loops", Place.OPENING, 50, settings.loops_tokens, _alone(told.open_loops))
    )
    registry.add_section(
        PromptSection("shorthand", Place.BLOCK, 25, settings.shorthand_tokens, told.shorthand)
    )
    registry.add_section(
        PromptSection("new_directives", Place.BLOCK, 5, settings.directives_tokens, told.new_directives)
    )
    registry.add_field(learnt_field(identity, conversation))


def add_directives(identity: Identity, conversation: ConversationRoom) -> None:
    """Let what the person wrote hold in `conversation`, off the record too."""
    told, budget = Telling(identity, conversation), identity.settings.directives_tokens
    conversation.registry.add_section(
        PromptSection("directives", Place.STABLE, 5, budget, _alone(told.directives), CutOrder.NEVER)
    )


class Telling:
    """What stands in the prompt, each section within its budget, citing what it rests on."""

    def __init__(self, identity: Identity, conversation: ConversationRoom) -> None:
        self._identity, self._conversation = identity, conversation
        self._settings, self._words = identity.settings, wording().identity
        self._told: set[tuple[str, int]] = set()

    def directives(self) -> Rendered:
        """What the person wrote, in their order."""
        lines = [
            (self._words.directive.format(number=number, text=one.text), one.ref)
            for number, one in enumerate(self._identity.directives.all(), 1)
        ]
        return self._listed(self._words.directives, lines, self._settings.directives_tokens)

    def new_directives(self, facts: TurnFacts | None) -> Rendered:
        """What the person wrote since the stable part was read: told once, with the next message."""
        stream = self._conversation.stream
        if stream is None:
            return Rendered("")
        fresh = [
            one
            for one in self._identity.directives.all()
            if one.at > stream.told_at and (one.id, one.version) not in self._told
        ]
        if facts is not None:
            self._told.update((one.id, one.version) for one in fresh)
        lines = [(self._words.changed.format(text=one.text), one.ref) for one in fresh]
        return self._listed("", lines, self._settings.directives_tokens)

    def components(self) -> Rendered:
        """What emerged, and what works now."""
        lines = [
            (self._words.component.format(text=" ".join(one.text.split())), f"node:{one.node}")
            for one in self._identity.components.all()
        ]
        return self._listed(self._words.components, lines, self._settings.components_tokens)

    def extensions(self) -> Rendered:
        """What became part of it by votes."""
        lines = self._nodes(self._identity.growth.extensions())
        return self._listed(self._words.extensions, lines, self._settings.extensions_tokens)

    def growth(self) -> Rendered:
        """How it is changing, the latest first."""
        lines = self._nodes(reversed(self._identity.growth.growing()))
        return self._listed(self._words.growth, lines, self._settings.growth_tokens)

    def expression(self) -> Rendered:
        """How it speaks with this person now."""
        node = self._identity.expression.node()
        state = self._identity.expression.read()
        said = [text for text in (state.base, *reversed(state.adjustments)) if text]
        if node is None or not said:
            return Rendered("")
        lines = [(self._words.adjustment.format(text=text), node.ref) for text in said]
        return self._listed(self._words.expression, lines, self._settings.expression_tokens)

    def vocabulary(self) -> Rendered:
        """Words that two share, the newest first."""
        lines = [self._shared(one) for one in reversed(self._identity.shorthands.all())]
        return self._listed(self._words.vocabulary, lines, self._settings.vocabulary_tokens)

    def compass(self) -> Rendered:
        """What we have been doing, as it stood when the last episode closed."""
        heading = wording().compass.heading
        room = self._settings.compass_told_tokens - self._count(f"{heading}\n") - 1
        text, cites = self._identity.compass.note(room, self._count)
        return Rendered(f"{heading}\n{text}" if text else "", cites)

    def open_loops(self) -> Rendered:
        """What is open besides what intent names: once, until it changes."""
        loops = self._identity.compass.untold()
        while loops:
            text = wording().compass.opening.format(text="; ".join(one.text.rstrip(".") for one in loops))
            refs = tuple(one.ref for one in loops)
            if self._count(text) <= self._settings.loops_tokens:
                self._identity.naming(refs)
                return Rendered(text, refs)
            loops = loops[:-1]
        return Rendered("")

    def shorthand(self, facts: TurnFacts | None) -> Rendered:
        """The shared words that are said now, opened up, with the feelings that they bring."""
        if facts is None:
            return Rendered("")
        lines = [
            (
                self._words.said.format(
                    term=one.term, meaning=one.meaning.rstrip("."), macros=_felt(one, self._words.said_macros)
                ),
                f"node:{one.node}",
            )
            for one in self._identity.shorthands.said_in(facts.utterance.text)
        ]
        return self._listed("", lines, self._settings.shorthand_tokens)

    def _shared(self, one: Shorthand) -> Line:
        macros = _felt(one, self._words.macros)
        text = self._words.shorthand.format(term=one.term, meaning=one.meaning, macros=macros)
        return text, f"node:{one.node}"

    def _nodes(self, nodes: Iterable[Node]) -> list[Line]:
        said = (node for node in nodes if not node.private)
        return [(self._words.extension.format(text=" ".join(node.text.split())), node.ref) for node in said]

    def _listed(self, heading: str, lines: Iterable[Line], budget: int) -> Rendered:
        """The heading with as many lines as fit; nothing where none does."""
        text, cites = heading, []
        for line, ref in lines:
            longer = f"{text}\n{line}" if text else line
            if self._count(longer) > budget:
                break
            text = longer
            cites.append(ref)
        return Rendered(text if cites else "", tuple(dict.fromkeys(cites)))

    def _count(self, text: str) -> int:
        return self._conversation.count(text)


def learnt_field(identity: Identity, conversation: ConversationRoom) -> ReflectField:
    """What the companion learnt of itself in an exchange: a vote, an adjustment, or a shared word; mostly nothing.

    Only a model that is large enough is asked: a small one fills every field.
    """

    def schema(_: TurnFacts) -> Mapping[str, Any]:
        model = conversation.language
        if model is None or model.info.parameters < identity.settings.reflect_parameters:
            return {}
        properties = {
            "kind": {"enum": [GREW, TONE, WORD]},
            "text": {"type": "string", "maxLength": 90},
            "meaning": {"type": "string", "maxLength": 90},
            "feeling": {"type": "string", "maxLength": 20},
        }
        item = {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }
        return {"type": "array", "items": item, "maxItems": 1}

    def absorb(unit: UnitOfWork, facts: TurnFacts, value: Any) -> None:
        for one in value if isinstance(value, list) else []:
            if isinstance(one, dict) and str(one.get("text", "")).strip():
                _learn(identity, unit, facts, one, votes=votes())

    def votes() -> bool:
        # The grammar lets a small model say it all the same: kept from this, it would say it as a tone.
        model = conversation.language
        return model is not None and model.info.parameters >= identity.settings.small_parameters

    return ReflectField(LEARNT, LEARNT_ORDER, schema, absorb)


def _learn(
    identity: Identity, unit: UnitOfWork, facts: TurnFacts, one: Mapping[str, Any], *, votes: bool
) -> None:
    """The model votes and never decides; a shared word must have been said, and its run is the episode.

    Of what a small model finds in itself nothing is one ("I learned something about shoe sizes"), and what it says of
    the person instead ("They have a negative attitude") must not stand as how the companion changes.
    """
    text, meaning = str(one["text"]).strip(), str(one.get("meaning", "")).strip()
    sources = facts.sources
    if one.get("kind") == GREW:
        if not votes or identity.growth.is_of_person(text):
            return
        try:
            identity.growth.nominate(text, sources, f"episode:{facts.loop.episode_id}", unit)
        except IdentityError:
            return
    elif one.get("kind") == TONE:
        identity.expression.adjust(text, sources, unit)
    elif one.get("kind") == WORD and meaning and text.casefold() in facts.utterance.text.casefold():
        identity.shorthands.learn(
            text, meaning, macros=[str(one.get("feeling", ""))], sources=sources, unit=unit
        )


def _felt(one: Shorthand, template: str) -> str:
    return template.format(text=", ".join(one.macros)) if one.macros else ""


def _alone(render: Callable[[], Rendered]) -> Callable[[TurnFacts | None], Rendered]:
    """A section that is the same for every turn."""
    return lambda _: render()
