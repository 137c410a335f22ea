"""What the voice adds to a turn: how far the last answer was heard, where somebody spoke in between."""

from engine.conversation import PromptSection, TurnFacts
from engine.language import Place
from engine.trail import Trail, cut_before

ORDER, TOKENS = 80, 48
LAST_WORDS = 12


def interrupted(trail: Trail) -> PromptSection:
    """A line of the block after an interruption: the model has read more of its answer than was ever heard."""

    def render(facts: TurnFacts | None) -> str:
        answer = None if facts is None else cut_before(trail, facts.loop.id)
        if answer is None:
            return ""
        words = answer.text.split()
        if not words:
            return "(Your last answer was interrupted before a word of it was heard.)"
        return f"(Your last answer was interrupted; the last words heard were: “{' '.join(words[-LAST_WORDS:])}”.)"

    return PromptSection("interruption", Place.BLOCK, ORDER, TOKENS, render)
