"""Has the compass written in the background lane, under a grammar, by whichever model is there."""

from typing import Any

from engine.calling import EngineCall, at_once
from engine.errors import CompanionError
from engine.identity.compass.book import CompassBook, Telling
from engine.identity.records import Compass, CompassBody, WordedBy
from engine.identity.wording import wording
from engine.language import (
    Cancellation,
    Finish,
    GenerationRequest,
    Lane,
    LanguageModel,
    Place,
    Role,
    Sampling,
    Segment,
    parse_structured,
)
from engine.search import sentences
from engine.settings import IdentitySettings
from engine.trail import StepKind

TELLING = Sampling(temperature=0.2, repeat_penalty=1.1, seed=7)
LONGEST_STEP = 300
FEW, MANY = 2, 4
"""Sentences of the story ([C] §5.2): what a small model is asked for, and a large one."""
AROUND = 40
"""Tokens of the JSON around the parts."""
LETTERS_A_TOKEN = 4


def tell_compass(
    book: CompassBook,
    model: LanguageModel,
    settings: IdentitySettings,
    *,
    engine: EngineCall = at_once,
    cancellation: Cancellation | None = None,
) -> Compass | None:
    """Make the compass anew where it is due; None where it is not, or where it was not finished.

    What a small model would tell of a time together was read in a played week: it takes the person's plans for its
    own, and what is to come for past. There the quotes that were kept at the close stand.
    """
    if model.info.parameters < settings.compass_parameters:
        return None
    telling: Telling | None = engine(lambda: book.plan(by_model=True))
    if telling is None:
        return None
    limit = compass_tokens(model, settings)
    try:
        result = model.generate(_request(book, telling, model, limit, settings), cancellation=cancellation)
    except CompanionError:
        return None
    if result.finish is Finish.CANCELLED:
        return None
    body = _body(book, telling, result.text)
    made: Compass | None = engine(lambda: book.keep(telling, body, limit, model.count))
    return made


def compass_tokens(model: LanguageModel, settings: IdentitySettings) -> int:
    """What this model may write: 500 tokens, a small one less."""
    small = model.info.parameters < settings.small_parameters
    return settings.compass_small_tokens if small else settings.compass_tokens


def _body(book: CompassBook, telling: Telling, written: str) -> CompassBody:
    """The parts without what nobody said; what did not come is told from what is known."""
    known = book.known(telling)
    parsed = parse_structured(written).value
    given = parsed if isinstance(parsed, dict) else {}
    said = {part: " ".join(str(given.get(part, "")).split()) for part in ("vibe", "story", "note")}
    story = book.around.grounded(said["story"], telling.talk)
    note = book.around.grounded(said["note"], telling.talk)
    if not story:
        return known
    topics = tuple(
        topic for each in _texts(given.get("topics")) if (topic := book.around.grounded(each, telling.talk))
    )
    return CompassBody(
        vibe=said["vibe"] or known.vibe,
        story=" ".join(sentences(story)[:MANY]),
        note=" ".join(sentences(note)[:1]),
        topics=topics or known.topics,
        worded_by=WordedBy.MODEL,
    )


def _texts(given: object) -> list[str]:
    return (
        [" ".join(str(each).split()) for each in given if str(each).strip()]
        if isinstance(given, list)
        else []
    )


def _request(
    book: CompassBook, telling: Telling, model: LanguageModel, limit: int, settings: IdentitySettings
) -> GenerationRequest:
    words, around = wording().compass, book.around
    small = limit < settings.compass_tokens
    instruction = words.instruction.format(
        name=around.display_name, person=around.person_name or "one person"
    )
    task = words.task.format(sentences=FEW if small else MANY, topics=settings.compass_topics)
    felt = f"\n\n({telling.feeling})" if telling.feeling else ""
    talk = "\n".join(
        f"{words.person if step.kind is StepKind.UTTERANCE else words.companion}: {step.text[:LONGEST_STEP]}"
        for step in telling.steps
    )
    prompt = (
        Segment(Role.SYSTEM, instruction, Place.STABLE),
        Segment(Role.USER, f"{talk}{felt}\n\n{task}", Place.UTTERANCE, cites=telling.cites),
    )
    return GenerationRequest(
        tuple(map(model.encode, prompt)), limit + AROUND, Lane.BACKGROUND, TELLING, _schema(limit, settings)
    )


def _schema(limit: int, settings: IdentitySettings) -> dict[str, Any]:
    """The vibe and the topics short, the story half of it, the note a quarter."""
    letters = limit * LETTERS_A_TOKEN
    topic = {"type": "string", "maxLength": 24}
    properties = {
        "vibe": {"type": "string", "maxLength": min(80, letters // 8)},
        "story": {"type": "string", "maxLength": letters // 2},
        "note": {"type": "string", "maxLength": letters // 4},
        "topics": {"type": "array", "items": topic, "maxItems": settings.compass_topics},
    }
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
