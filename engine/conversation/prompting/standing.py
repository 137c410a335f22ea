"""The bootstrap layer (who): what stands in every prompt of an episode, from the person's facts and from memory.

Of [C] §3's nine sections: who the companion is, its manner and the compass are registered by the room that owns them;
artifacts are recalled by topic, the session context is the opening.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.clock import Clock
from engine.conversation.prompting.layout import Persona
from engine.conversation.prompting.wording import Wording
from engine.conversation.reconstruction.records import CutOrder, Verdict
from engine.conversation.registry import PromptSection, Rendered, TurnFacts
from engine.language import Place
from engine.memory import Memory, NodeKind
from engine.person import PersonalModel, render_projection
from engine.settings import Settings
from engine.tongues import ENGLISH, NAMES

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Standing:
    """A section made of nodes of some kinds, the heaviest first."""

    name: str
    kinds: tuple[NodeKind, ...]
    order: int
    cut: CutOrder


YEAR_ORDER, YEAR_TOKENS = 10, 24
UNTOLD_ORDER, UNTOLD_TOKENS = 70, 40
LANGUAGE_ORDER, LANGUAGE_TOKENS = 99, 24
FACTS_ORDER = 20
OF_MEMORY = (Standing("anchors", (NodeKind.ANCHOR,), 30, CutOrder.ANCHORS),)


def year_section(clock: Clock, wording: Wording) -> PromptSection:
    """The year by the person's calendar: it stands here so that no opening needs to tell it."""

    def render(_: object) -> Rendered:
        return Rendered(wording.standing["year"].format(year=clock.local().year))

    return PromptSection("year", Place.STABLE, YEAR_ORDER, YEAR_TOKENS, render, CutOrder.NEVER)


def untold_section(wording: Wording) -> PromptSection:
    """That what they ask of their own life was never told, after their message: there it is not overlooked."""

    def render(turn: TurnFacts | None) -> Rendered:
        return Rendered(wording.verdict[Verdict.NONE] if turn is not None and turn.asked.is_untold else "")

    return PromptSection("untold", Place.ASIDE, UNTOLD_ORDER, UNTOLD_TOKENS, render)


def language_section(wording: Wording) -> PromptSection:
    """Which language to answer in, after a message in one that no examples show.

    Beside examples a small model takes it for an order to translate, and says the message again.
    """
    shown = {ENGLISH, *wording.speaking}

    def render(turn: TurnFacts | None) -> Rendered:
        if turn is None or turn.language in shown:
            return Rendered("")
        return Rendered(wording.language.format(language=NAMES[turn.language]))

    return PromptSection("language", Place.ASIDE, LANGUAGE_ORDER, LANGUAGE_TOKENS, render)


def facts_section(person: PersonalModel, persona: Persona, settings: Settings, count: Count) -> PromptSection:
    """The person's active facts within their budget ([P] §5.5); never cut."""
    budget = settings.person.prompt_tokens

    def render(_: object) -> Rendered:
        facts = person.projection(budget, count, persona.person)
        return Rendered(render_projection(facts, persona.person), tuple(fact.ref for fact in facts))

    return PromptSection("facts", Place.STABLE, FACTS_ORDER, budget, render, CutOrder.NEVER)


def memory_sections(
    memory: Memory, wording: Wording, settings: Settings, count: Count
) -> list[PromptSection]:
    """What the companion has with this person, as far as memory holds it."""
    budgets = settings.prompt.section_tokens
    return [
        PromptSection(
            one.name,
            Place.STABLE,
            one.order,
            budgets[one.name],
            _renderer(one, memory, wording.standing[one.name], budgets[one.name], count),
            one.cut,
        )
        for one in OF_MEMORY
    ]


def _renderer(
    of: Standing, memory: Memory, heading: str, budget: int, count: Count
) -> Callable[[object], Rendered]:
    def render(_: object) -> Rendered:
        nodes = [node for node in memory.nodes(of.kinds) if not node.private]
        text, cites = heading, []
        for node in memory.order_by_gravity(nodes):
            longer = f"{text}\n- {' '.join(node.text.split())}"
            if count(longer) > budget:
                break
            text = longer
            cites.append(node.ref)
        return Rendered(text if cites else "", tuple(cites))

    return render
