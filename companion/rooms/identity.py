"""Who the companion is takes part: directives in the stable part, cut last."""

from collections.abc import Callable

from engine.conversation import ConversationRoom, CutOrder, PromptSection, Rendered
from engine.identity import Identity
from engine.language import Place

Count = Callable[[str], int]
DIRECTIVES_ORDER = 5
"""Before everything that rooms say: what the person wants kept to is read first."""


def add_identity(identity: Identity, conversation: ConversationRoom) -> None:
    """Register what the room adds to a turn."""
    registry, settings, count = conversation.registry, identity.settings, conversation.count
    registry.add_section(
        PromptSection(
            "directives",
            Place.STABLE,
            DIRECTIVES_ORDER,
            settings.directives_tokens,
            lambda _: directives(identity, settings.directives_tokens, count),
            CutOrder.NEVER,
        )
    )


def directives(identity: Identity, budget: int, count: Count) -> Rendered:
    """What the person wrote, in their order, as far as the budget goes."""
    text, cites = "What they want you to keep to:", []
    for number, each in enumerate(identity.directives.all(), 1):
        longer = f"{text}\n{number}. {each.text}"
        if count(longer) > budget:
            break
        text = longer
        cites.append(each.ref)
    return Rendered(text if cites else "", tuple(cites))
