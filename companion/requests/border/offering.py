"""What other programs would have done: it waits for the person's yes, and until then it stands in no room.

What is accepted is done now, as the person's wish, with the program's name on what came of it; what is refused is not
asked again. `border.write` answers as the verb does where it is the program's own notes, with its name on them.

A window shows them among its questions: `as_question` is one in that form.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any

from pydantic import Field

from companion.requests import cognition, intent, mood
from companion.requests.border.items import LISTS, offer_items
from companion.requests.handoff import REQUESTS as CARRIED
from companion.requests.handoff import Listed
from companion.requests.moving import arriving
from companion.requests.room import Request, Requests, RoomRequest, Setting, read, record, several
from companion.service import Json
from engine.cognition import Origin
from engine.errors import CompanionError, InvalidInputError
from engine.intent import HandoffItem, ItemKind, Offer, OfferStatus
from engine.mind import Mind
from engine.person import Action, Lens, Question, QuestionReason, QuestionStatus

Client = Annotated[
    str,
    Field(
        min_length=1,
        max_length=64,
        pattern=r"^[a-z0-9][a-z0-9._-]*$",
        description="What the program calls itself.",
    ),
]
MOST_WAITING = 200
"""Of one program; a thousand of them would be asked of nobody."""
LONGEST_WORDS = 400
LATER = timedelta(days=7)
WAITS = "It waits for the person's yes, in the application under Questions."
NOTES = ("reasoning.", "outcomes.", "ideas.", "business.")
"""Verbs of what a program may write down by itself: no prompt holds it, and its name stands on it."""
ALONE = frozenset({"intent.context", "intention.set", "mood.reset_temperament"})
"""Verbs of which the latest offer is the one that counts."""
BRINGING_IN = "import.talks"
"""The verb that is a unit of its own, and brings nothing twice."""
PREFIX = "offer_"

WRITTEN: Mapping[str, RoomRequest] = {
    name: one
    for name, one in (
        intent.REQUESTS | CARRIED | cognition.REQUESTS | mood.REQUESTS | arriving.REQUESTS
    ).items()
    if one.outside == "offered"
}
"""Every verb that a program reaches through `border.write` alone."""
_SAID = {
    "goals.add": "take up a goal",
    "goals.update": "change a goal",
    "corrections.add": "correct what I do",
    "handoff.save": "carry something to the next time",
    "intention.set": "try to do one thing differently",
    "intent.context": "bear in mind what is going on",
    "models.create": "believe something",
    "models.evidence": "weigh something that I believe",
    "models.invalidate": "stop believing something",
    "predictions.predict": "foresee something",
    "predictions.resolve": "note what became of a prediction",
    "principles.create": "keep to a rule",
    "principles.evidence": "weigh a rule",
    "mood.reset_temperament": "let my mood rest where it did at first",
    BRINGING_IN: "take in what was said to another program",
}


class ListOffers(Request):
    """Which offers are wanted."""

    all: bool = Field(default=False, description="Settled ones too.")
    by: str = Field(default="", max_length=80, description="Of one program alone, such as mcp:claude-code.")


class Settle(Request):
    """One offer, or all that wait of one program."""

    offer: str = Field(default="", max_length=64, description="Its id.")
    by: str = Field(
        default="", max_length=80, description="All that wait of one program, such as import:elara."
    )


class Write(Request):
    """A change that a program asks for."""

    client: Client
    verb: str = Field(
        min_length=1, max_length=64, description="What it would have done, by the name of the request."
    )
    given: dict[str, Any] = Field(default_factory=dict, description="The parameters of that.")


class Left(Listed):
    """What a program leaves for its own next time."""

    session_number: int = Field(
        default=0, ge=0, le=2**31, description="The number that it counts its sessions by."
    )
    mood_and_mode: str = Field(default="", max_length=500, description="How it went, in its own words.")


class ClientHandoff(Request):
    """Whose handoff, and what is to be saved; None reads."""

    client: Client
    save: Left | None = Field(
        default=None, description="What is to be saved; without it what it left is read."
    )


REQUESTS = Requests()
OFFER = record(Offer, without=("cites",), words=str)
WAITING = record(state=str, message=str, offer=OFFER)
"""The answer to a change that is the person's to say."""


@REQUESTS.verb(
    "offers.list", "What other programs would have done.", gives=record(offers=several(OFFER)), outside="read"
)
def offers(setting: Setting, asked: ListOffers) -> Json:
    """Those that wait, or all."""
    book = setting.mind.intent.offers
    found = book.all() if asked.all else book.waiting()
    return {"offers": [told(setting.mind, one) for one in found if asked.by in {"", one.by}]}


@REQUESTS.verb(
    "offers.accept",
    "Do what another program offered, as your own wish.",
    gives=record(offers=several(OFFER)),
    changes="questions",
)
def accept(setting: Setting, asked: Settle) -> Json:
    """Do it. Raises what its room raises; then it waits still."""
    return {"offers": [_accepted(setting, one) for one in _named(setting.mind, asked)]}


@REQUESTS.verb(
    "offers.refuse",
    "Let be what another program offered; it is not asked again.",
    gives=record(offers=several(OFFER)),
    changes="questions",
)
def refuse(setting: Setting, asked: Settle) -> Json:
    """Let it be."""
    book = setting.mind.intent.offers
    refused = [book.settle(one.id, OfferStatus.REFUSED) for one in _named(setting.mind, asked)]
    return {"offers": [told(setting.mind, one) for one in refused]}


@REQUESTS.verb(
    "border.write",
    "A change that another program asks for.",
    gives=WAITING | dict[str, Any],
    changes="questions",
)
def write(setting: Setting, asked: Write) -> Json:
    """A program's notes are written with its name on them; anything else waits. Raises InvalidInputError."""
    known, by = WRITTEN.get(asked.verb), f"mcp:{asked.client}"
    if known is None:
        raise InvalidInputError(
            "verb", "is not for other programs", "The person does this in the application."
        )
    parameters = read(known.parameters, asked.given)
    if asked.verb.startswith(NOTES):
        return _done(setting, known, parameters, by)
    _subject(
        setting.mind, asked.verb, asked.given
    )  # what is not there can be neither changed nor asked about
    given = parameters.model_dump(mode="json", exclude_unset=True)
    alone = asked.verb in ALONE
    offer = setting.mind.intent.offers.make(by, asked.verb, given, most=MOST_WAITING, alone=alone)
    refused = offer.status is OfferStatus.REFUSED
    state, message = ("refused", "The person did not want this.") if refused else ("waits_for_person", WAITS)
    return {"state": state, "message": message, "offer": told(setting.mind, offer)}


@REQUESTS.verb(
    "border.handoff",
    "What a program leaves for its own next time.",
    gives=record(saved=list[dict[str, Any]], items=list[HandoffItem]),
    changes="questions",
    outside="direct",
)
def handoff(setting: Setting, asked: ClientHandoff) -> Json:
    """Kept for the client; what of it is new to the person is offered to them."""
    mind, by = setting.mind, f"mcp:{asked.client}"
    if asked.save is not None:
        given = asked.save
        texts: dict[ItemKind, tuple[str, ...]] = {what: getattr(given, name) for what, name in LISTS.items()}
        mind.intent.offers.leave(by, texts, session=given.session_number, mood_and_mode=given.mood_and_mode)
        offer_items(mind, by, texts, most=MOST_WAITING)
    saved = [one.model_dump(mode="json", exclude={"cites"}) for one in mind.intent.offers.left(by)]
    items = [one.model_dump(mode="json") for one in mind.intent.items.all()]
    return {"saved": saved, "items": items}


def told(mind: Mind, offer: Offer) -> dict[str, Any]:
    """An offer as surfaces get it; `words` say what would be done."""
    return {**offer.model_dump(mode="json", exclude={"cites"}), "words": words(mind, offer)}


def words(mind: Mind, offer: Offer) -> str:
    """What is asked, in a sentence with the program's own words quoted."""
    try:
        subject = _subject(mind, offer.verb, offer.given)
    except CompanionError:
        subject = ""
    kind, _, name = offer.by.partition(":")
    who = f"What was brought in from {name}" if kind == "import" else f"The program {name}"
    what = _SAID.get(offer.verb, WRITTEN[offer.verb].words.rstrip("."))
    shown = [f"“{subject}”"] if subject else []
    shown += [_detail(each, value) for each, value in offer.given.items() if value and each not in _NAMED]
    row = "; ".join(shown)[:LONGEST_WORDS]
    return f"{who} would have me {what}{': ' if row else ''}{row}. Shall I?"


def as_question(mind: Mind, offer: Offer) -> Question:
    """The same among the questions; it is never asked in conversation."""
    put_off = offer.status is OfferStatus.WAITING and offer.later_until is not None
    return Question(
        id=offer.id,
        person="",
        reason=QuestionReason.OFFERED,
        lens=Lens.JOURNEY if offer.verb.startswith(("goals.", "handoff.")) else Lens.WORLD,
        topic=offer.by.partition(":")[2],
        text=words(mind, offer),
        status=QuestionStatus.LATER if put_off else _STATUS[offer.status],
        action=Action.REMEMBER,
        outside_quota=True,
        created_at=offer.created_at,
        updated_at=offer.updated_at,
        later_until=offer.later_until,
        settled_at=None if offer.status is OfferStatus.WAITING else offer.updated_at,
    )


def answered(setting: Setting, offer_id: str, *, accept: bool | None) -> Json:
    """The person's yes or no to an offer, or None to take a no back; told as a change of what is known is."""
    book = setting.mind.intent.offers
    if accept:
        _accepted(setting, book.offer(offer_id))
    else:
        book.settle(offer_id, OfferStatus.WAITING if accept is None else OfferStatus.REFUSED)
    return {
        "update": offer_id,
        "action": Action.REMEMBER.value,
        "outcome": "undone" if accept is None else "committed",
        "reason": "You answered what another program offered.",
        "facts": [],
        "question": None,
        "refs": [],
        "undoable": accept is False,
    }


def put_off(setting: Setting, offer_id: str, until: datetime | None) -> Json:
    """Ask another time: on a day, or in a week."""
    mind = setting.mind
    offer = mind.intent.offers.put_off(offer_id, until or mind.clock.now() + LATER)
    return {"question": as_question(mind, offer).model_dump(mode="json")}


def taken_up(setting: Setting, offer_id: str) -> Json:
    """Ask it after all."""
    offer = setting.mind.intent.offers.put_off(offer_id, None)
    return {"question": as_question(setting.mind, offer).model_dump(mode="json")}


_NAMED = frozenset({"began", "goal", "model", "prediction", "principle", "sources"})
_STATUS = {
    OfferStatus.WAITING: QuestionStatus.OPEN,
    OfferStatus.ACCEPTED: QuestionStatus.ANSWERED,
    OfferStatus.REFUSED: QuestionStatus.DISMISSED,
    OfferStatus.REPLACED: QuestionStatus.WITHDRAWN,
}


def _named(mind: Mind, asked: Settle) -> list[Offer]:
    if bool(asked.offer) is bool(asked.by):
        raise InvalidInputError("offer", "or by is needed, and not both", "See `companion offers list`.")
    if asked.offer:
        return [mind.intent.offers.offer(asked.offer)]
    return [one for one in mind.intent.offers.waiting() if one.by == asked.by]


def _accepted(setting: Setting, offer: Offer) -> Json:
    """Done and settled in one unit: a change that its room refuses leaves the offer as it was."""
    mind, known = setting.mind, WRITTEN[offer.verb]
    if offer.verb == BRINGING_IN:
        known.answer(setting, read(known.parameters, offer.given))
        return told(mind, mind.intent.offers.settle(offer.id, OfferStatus.ACCEPTED))
    with mind.vault.unit() as unit:
        settled = mind.intent.offers.settle(offer.id, OfferStatus.ACCEPTED)
        _done(setting, known, read(known.parameters, offer.given), offer.by)
        unit.commit()
    return told(mind, settled)


def _done(setting: Setting, known: RoomRequest, asked: Any, by: str) -> Json:
    """Answer a verb, with the program's name on what came of it."""
    if "sources" in type(asked).model_fields:
        asked = asked.model_copy(update={"sources": tuple(dict.fromkeys((*asked.sources, by)))})
    begun, mind = setting.mind.clock.now(), setting.mind
    found = known.answer(setting, asked)
    rows = [row for value in found.values() for row in (value if isinstance(value, list) else [value])]
    for row in rows:
        if (
            isinstance(row, dict)
            and "created_at" in row
            and datetime.fromisoformat(row["created_at"]) >= begun
        ):
            if mind.intent.offers.credit(row["id"], by):
                row["cites"] = [by]
            if mind.cognition.credit(row["id"], by):
                row |= {"cites": [by], "origin": Origin.TOOL.value}
    return found


def _subject(mind: Mind, verb: str, given: Mapping[str, Any]) -> str:
    """The words of what would be changed. Raises what its room raises where that is not there."""
    room, thinks = verb.partition(".")[0], mind.cognition
    match room:
        case "goals" if "goal" in given:
            return mind.intent.goals.goal(given["goal"]).title
        case "models" if "model" in given:
            return thinks.models.model(given["model"]).statement
        case "predictions" if "prediction" in given:
            return thinks.predictions.prediction(given["prediction"]).statement
        case "principles" if "principle" in given:
            return thinks.principles.principle(given["principle"]).statement
    return ""


def _detail(name: str, value: Any) -> str:
    row = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{name.replace('_', ' ')}: “{row}”"
