"""What surfaces ask of the Personal Model.

A fact is named by its id, or by words that are looked up by a verifying search; where several are meant nothing is
changed, and the candidates are told. What other programs would have done stands among the questions, and is answered by
the same verbs.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from pydantic import Field

from companion.requests.border import offering
from companion.requests.room import Request, Requests, Setting, Spoken, by_name, record, several
from companion.service import COMMAND, Json
from engine.errors import InvalidInputError, NotFoundError
from engine.mind import Mind
from engine.person import (
    BY,
    OWNER,
    Action,
    Answer,
    ClaimSearch,
    Fact,
    FactStatus,
    Lens,
    MatchStatus,
    PersonalModel,
    Proposal,
    Question,
    SearchMode,
    Update,
)
from engine.trail import LoopStatus, Step, StepKind
from engine.vault import UnitOfWork

SHOWN_CANDIDATES = 5


class Remember(Request):
    """What the person states about themselves."""

    text: Spoken = Field(min_length=1, max_length=1000, description="In your own words.")
    lens: Lens | None = Field(default=None, description="Where it belongs.")
    topic: str = Field(default="", max_length=100, description="What it is about, in a word or two.")
    safety: bool = Field(default=False, description="It must never be overlooked.")
    private: bool = Field(default=False, description="Known, but never put before the model unasked.")


class Facts(Request):
    """Which facts are wanted; `status` None for all."""

    lens: Lens | None = Field(default=None, description="Of one lens alone.")
    status: FactStatus | None = Field(default=FactStatus.ACTIVE, description="How they stand.")


class Search(Request):
    """A claim to look up."""

    query: str = Field(min_length=1, max_length=2000, description="A question or a claim about you.")
    mode: SearchMode = Field(
        default=SearchMode.AUTO,
        description="How strictly: verify asks whether it is so; exact by its words alone.",
    )
    variants: tuple[str, ...] = Field(
        default=(),
        max_length=8,
        description="The same in other words, or in another language; repeatable, 8 at most.",
    )
    topic: str | None = Field(default=None, max_length=100, description="Of one topic alone.")
    limit: int = Field(default=8, ge=1, le=100, description="How many at most.")


class Named(Request):
    """A fact by its id or in words."""

    fact: str = Field(
        min_length=1, max_length=1000, description="Its id, or words that say which one you mean."
    )


class Correct(Named):
    """What is true instead."""

    text: Spoken = Field(min_length=1, max_length=1000, description="What is true instead.")


class KeepPrivate(Named):
    """Whether it is to be kept from every other program and person."""

    private: bool = Field(default=True, description="Whether it is private; no shows it again.")


class Questions(Request):
    """With `all` the settled ones too."""

    all: bool = Field(default=False, description="Settled ones too.")


class Settle(Request):
    """The answer to a question."""

    question: str = Field(min_length=1, max_length=64, description="The id of the question.")
    answer: Answer = Field(description="Yes or no, the fact that is right, or what is true.")


class Later(Request):
    """Not before `until`; None for the usual while."""

    question: str = Field(min_length=1, max_length=64, description="The id of the question.")
    until: datetime | None = Field(default=None, description="Not before this day.")


class Dismiss(Request):
    """Never ask this again."""

    question: str = Field(min_length=1, max_length=64, description="The id of the question.")


class TakeUp(Request):
    """One that was put off."""

    question: str = Field(min_length=1, max_length=64, description="The id of the question.")


class UndoChange(Request):
    """Which change; None for the last that can be taken back."""

    update: str | None = Field(
        default=None, max_length=64, description="The id of the change; without one, the last."
    )


class UpdatesOf(Request):
    """The turns that are meant."""

    loops: tuple[str, ...] = Field(
        min_length=1, max_length=500, description="The ids of the turns; may be repeated."
    )


REQUESTS = Requests()
CHANGE = record(
    update=str,
    action=str,
    outcome=str,
    reason=str,
    facts=list[Fact],
    question=Question | None,
    refs=list[str],
    undoable=bool,
)
"""A change with the facts as they are now; `refs` are what must stop shaping answers."""
CANDIDATES = record(candidates=list[Fact])
"""Where it is not clear which fact is meant: nothing was changed."""
STEP = record(id=str, episode=str, speaker=str, text=str, at=datetime, withdrawn=bool)
WHY = record(fact=Fact, steps=several(STEP), episodes=list[str], earlier=list[Fact])
QUESTION = record(question=Question)


@REQUESTS.verb("person.remember", "Tell it something about you.", gives=CHANGE, changes="facts")
def remember(setting: Setting, asked: Remember) -> Json:
    """A stated fact, with a note of the person's own words as its source."""
    # What is no claim about the person (a moment, a decision, a feeling) will be told apart here and go to memory.
    proposal = Proposal(
        Action.REMEMBER,
        asked.text,
        lens=asked.lens,
        topic=asked.topic,
        safety=asked.safety,
        private=asked.private,
    )
    return as_change(noted(setting.mind, asked.text, stating(setting.mind, proposal)))


@REQUESTS.verb("person.facts", "What is understood about you.", gives=record(facts=list[Fact]))
def facts(setting: Setting, asked: Facts) -> Json:
    """In the order of writing."""
    return {"facts": [_dump(fact) for fact in setting.mind.person.facts(asked.lens, asked.status)]}


@REQUESTS.verb(
    "person.search",
    "What is known about a claim: strong, weak or no match, with the reason.",
    gives=record(ClaimSearch),
)
def search(setting: Setting, asked: Search) -> Json:
    """What is known about a claim."""
    found = setting.mind.person.search(
        asked.query, asked.mode, asked.variants, topic=asked.topic, limit=asked.limit
    )
    return found.model_dump(mode="json")


@REQUESTS.verb(
    "person.correct",
    "Say what is true instead; the old version stays in its history, and shapes nothing any more.",
    gives=CHANGE | CANDIDATES,
    changes="facts",
)
def correct(setting: Setting, asked: Correct) -> Json:
    """The fact with its new words, in a new version."""

    def change(fact: Fact) -> Update:
        proposal = Proposal(Action.CORRECT, asked.text, fact_id=fact.id)
        return noted(setting.mind, asked.text, stating(setting.mind, proposal))

    return _with_fact(setting.mind.person, asked.fact, lambda fact: as_change(change(fact)))


@REQUESTS.verb(
    "person.forget", "Let a fact go: it shapes nothing any more.", gives=CHANGE | CANDIDATES, changes="facts"
)
def forget(setting: Setting, asked: Named) -> Json:
    """The fact is retired."""
    return _taken_back(setting, asked, Action.FORGET)


@REQUESTS.verb(
    "person.dispute",
    "Put a fact in doubt: it is not used until you have said whether it is right.",
    gives=CHANGE | CANDIDATES,
    changes="facts",
)
def dispute(setting: Setting, asked: Named) -> Json:
    """The fact is in doubt until a question is answered."""
    return _taken_back(setting, asked, Action.DISPUTE)


@REQUESTS.verb(
    "person.keep_private",
    "Keep a fact from every other program and person, or show it again.",
    gives=CHANGE | CANDIDATES,
    changes="facts",
)
def keep_private(setting: Setting, asked: KeepPrivate) -> Json:
    """The fact as it is, shown to the person alone; or to all again."""
    person = setting.mind.person

    def change(fact: Fact) -> Json:
        proposal = Proposal(Action.KEEP_PRIVATE, fact_id=fact.id, private=asked.private)
        return as_change(person.apply(proposal))

    return _with_fact(person, asked.fact, change)


@REQUESTS.verb(
    "person.why", "Where a fact comes from: your own words, and its earlier versions.", gives=WHY | CANDIDATES
)
def why(setting: Setting, asked: Named) -> Json:
    """Where a fact comes from."""
    person = setting.mind.person

    def told(fact: Fact) -> Json:
        reasons = person.why(fact.id)
        return {
            "fact": _dump(reasons.fact),
            "steps": [_step(step) for step in reasons.steps],
            "episodes": list(reasons.episode_ids),
            "earlier": [_dump(one) for one in reasons.earlier],
        }

    return _with_fact(person, asked.fact, told)


@REQUESTS.verb(
    "person.questions",
    "What it would like to know from you.",
    gives=record(questions=list[Question], replies=dict[str, str]),
)
def questions(setting: Setting, asked: Questions) -> Json:
    """Those that wait for an answer, or all."""
    mind = setting.mind
    offered = [offering.as_question(mind, one) for one in mind.intent.offers.all()]
    every = [one for one in (*mind.person.questions(), *offered) if asked.all or one.is_waiting]
    said = {one.id: _said(mind, one.reply_id) for one in every if one.reply_id is not None}
    replies = {each: text for each, text in said.items() if text}
    return {"questions": [one.model_dump(mode="json") for one in every], "replies": replies}


@REQUESTS.verb(
    "person.answer",
    "Answer a question: yes or no, which fact is right, or what is true.",
    gives=CHANGE,
    changes="facts",
)
def answer(setting: Setting, asked: Settle) -> Json:
    """Do what the answer says; words of the person are noted as its source."""
    person, given = setting.mind.person, asked.answer
    if asked.question.startswith(offering.PREFIX):
        if given.accept is None:
            raise InvalidInputError("answer", "must be a yes or a no", "Say whether I shall do it.")
        return offering.answered(setting, asked.question, accept=given.accept)
    if not given.text:
        return as_change(person.answer_question(asked.question, given))

    def change(step: Step, unit: UnitOfWork) -> Update:
        sourced = given.model_copy(update={"step_ids": (*given.step_ids, step.id), "quote": given.text})
        return person.answer_question(asked.question, sourced, unit)

    return as_change(noted(setting.mind, given.text, change))


@REQUESTS.verb("person.later", "Ask me later.", gives=QUESTION, changes="questions")
def later(setting: Setting, asked: Later) -> Json:
    """Keep the question, with a date."""
    if asked.question.startswith(offering.PREFIX):
        return offering.put_off(setting, asked.question, asked.until)
    return {"question": setting.mind.person.ask_later(asked.question, asked.until).model_dump(mode="json")}


@REQUESTS.verb("person.take_up", "Ask it after all.", gives=QUESTION, changes="questions")
def take_up(setting: Setting, asked: TakeUp) -> Json:
    """Take back that it was put off."""
    if asked.question.startswith(offering.PREFIX):
        return offering.taken_up(setting, asked.question)
    return {"question": setting.mind.person.take_up(asked.question).model_dump(mode="json")}


@REQUESTS.verb("person.dismiss", "Never ask me this again.", gives=CHANGE, changes="questions")
def dismiss(setting: Setting, asked: Dismiss) -> Json:
    """Settle the question as one that is not asked again."""
    if asked.question.startswith(offering.PREFIX):
        return offering.answered(setting, asked.question, accept=False)
    return as_change(setting.mind.person.dismiss(asked.question))


@REQUESTS.verb("person.undo", "Take a change back.", gives=CHANGE, changes="facts")
def undo(setting: Setting, asked: UndoChange) -> Json:
    """Take a change back."""
    person = setting.mind.person
    if asked.update is not None and asked.update.startswith(offering.PREFIX):
        return offering.answered(setting, asked.update, accept=None)
    update_id = asked.update or next((one.id for one in person.updates(100) if one.undoable), None)
    if update_id is None:
        raise NotFoundError("There is no change to take back.")
    return as_change(person.undo(update_id))


@REQUESTS.verb(
    "person.updates",
    "What was changed in each of some turns.",
    gives=record(updates=by_name(several(CHANGE))),
)
def updates(setting: Setting, asked: UpdatesOf) -> Json:
    """What was changed in each of the turns, oldest first; what was erased since is left out."""
    return {"updates": {loop: _changed_in(setting.mind, loop) for loop in asked.loops}}


def _changed_in(mind: Mind, loop_id: str) -> list[Json]:
    named = [
        step.details["update"]
        for step in mind.trail.steps_of(loop_id)
        if step.kind is StepKind.UPDATE and step.withdrawn_at is None and "update" in step.details
    ]
    found = []
    for update_id in named:
        try:
            found.append(as_change(mind.person.update(update_id)))
        except NotFoundError:
            continue
    return found


def find_fact(person: PersonalModel, named: str) -> tuple[Fact | None, tuple[Fact, ...]]:
    """The fact of that id, or the one that words mean; where that is not sure, the candidates."""
    try:
        return person.fact(named), ()
    except NotFoundError:
        found = person.named_by(named)
    if found.status is MatchStatus.NONE:
        raise NotFoundError("Nothing like that is known.", "See `companion facts list`.")
    if found.status is MatchStatus.STRONG and len(found.matches) == 1:
        return found.matches[0].fact, ()
    return None, found.facts[:SHOWN_CANDIDATES]


def _with_fact(person: PersonalModel, named: str, told: Callable[[Fact], Json]) -> Json:
    fact, candidates = find_fact(person, named)
    return {"candidates": [_dump(one) for one in candidates]} if fact is None else told(fact)


def _taken_back(setting: Setting, asked: Named, action: Action) -> Json:
    person = setting.mind.person
    return _with_fact(
        person, asked.fact, lambda fact: as_change(person.apply(Proposal(action, fact_id=fact.id)))
    )


def stating(mind: Mind, proposal: Proposal) -> Callable[[Step, UnitOfWork], Update]:
    """The change of `noted` that makes the proposal, with what was noted as its source."""

    def change(step: Step, unit: UnitOfWork) -> Update:
        return mind.person.apply(proposal.stated_in(step.id, step.text), unit)

    return change


def noted(mind: Mind, text: str, change: Callable[[Step, UnitOfWork], Update]) -> Update:
    """Write the words down as the person's own note, and the change that rests on them with it."""
    loop = mind.trail.open_loop(COMMAND, COMMAND, "remember")
    status = LoopStatus.INTERRUPTED
    try:
        with mind.vault.unit() as unit:
            step = mind.trail.record(
                loop, StepKind.NOTE, text, mind.conversation.person_speaker, details={BY: OWNER}, unit=unit
            )
            update = change(step, unit)
            unit.commit()
        status = LoopStatus.DONE
    finally:
        mind.trail.close_loop(loop.id, status)
    mind.trail.announce(step)
    mind.person.announce(update)
    return update


def as_change(update: Update) -> Json:
    """A change as surfaces get it."""
    return {
        "update": update.id,
        "action": update.action.value,
        "outcome": update.outcome.value,
        "reason": update.reason,
        "facts": [_dump(fact) for fact in update.after],
        "question": None if update.question is None else update.question.model_dump(mode="json"),
        "refs": sorted(update.refs),
        "undoable": update.undoable,
    }


def _dump(fact: Fact) -> dict[str, Any]:
    return fact.model_dump(mode="json")


def _said(mind: Mind, step_id: str) -> str:
    """What was said in a Step; nothing where that was taken back."""
    try:
        step = mind.trail.step(step_id)
    except NotFoundError:
        return ""
    return step.text if step.withdrawn_at is None else ""


def _step(step: Step) -> dict[str, Any]:
    return {
        "id": step.id,
        "episode": step.episode_id,
        "speaker": step.speaker,
        "text": step.text,
        "at": step.at.isoformat(),
        "withdrawn": step.withdrawn_at is not None,
    }
