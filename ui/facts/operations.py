"""What is asked of the mind about facts and questions, typed."""

from collections.abc import Callable, Sequence
from datetime import datetime

from pydantic import TypeAdapter

from engine.person.records import Answer, Fact, Lens, Question
from ui.doors import Door, Json, OnFailure
from ui.facts.records import Change, Reasons, Verdict

LONGEST_CLAIM = 2000
_facts = TypeAdapter(list[Fact])
_questions = TypeAdapter(list[Question])
_replies = TypeAdapter(dict[str, str])
_changes = TypeAdapter(dict[str, list[Change]])
OnChange = Callable[[Change], None]


def facts(door: Door, success: Callable[[list[Fact]], None], failure: OnFailure) -> None:
    """Every fact, whatever its status, in the order of writing."""
    door.question(
        "person.facts",
        {"status": None},
        success=lambda result: success(_facts.validate_python(result["facts"])),
        failure=failure,
    )


def questions(
    door: Door,
    success: Callable[[list[Question]], None],
    failure: OnFailure,
    replied: Callable[[dict[str, str]], None] = lambda _: None,
) -> None:
    """Every question, settled ones too, in the order of opening; before them what was `replied`, by their ids."""

    def told(result: Json) -> None:
        replied(_replies.validate_python(result.get("replies", {})))
        success(_questions.validate_python(result["questions"]))

    door.question("person.questions", {"all": True}, success=told, failure=failure)


def search(door: Door, claim: str, success: Callable[[Verdict], None], failure: OnFailure) -> None:
    """What is known about a claim."""
    door.question(
        "person.search",
        {"query": claim[:LONGEST_CLAIM], "limit": 50},
        success=lambda result: success(Verdict.model_validate(result)),
        failure=failure,
    )


def why(door: Door, fact_id: str, success: Callable[[Reasons], None], failure: OnFailure) -> None:
    """Why a fact is believed."""
    door.question(
        "person.why",
        {"fact": fact_id},
        success=lambda result: success(Reasons.model_validate(result)),
        failure=failure,
    )


def changes_of(
    door: Door, loop_ids: Sequence[str], success: Callable[[dict[str, list[Change]]], None]
) -> None:
    """What was changed in each of these turns; nobody misses it where it cannot be told."""
    door.question(
        "person.updates",
        {"loops": list(loop_ids)},
        success=lambda result: success(_changes.validate_python(result["updates"])),
        failure=lambda _: None,
    )


def change(door: Door, request: str, parameters: Json, success: OnChange, failure: OnFailure) -> None:
    """One governed change."""
    door.change(
        request,
        parameters,
        success=lambda result: success(Change.model_validate(result)),
        failure=failure,
    )


def remember(door: Door, text: str, lens: Lens | None, success: OnChange, failure: OnFailure) -> None:
    """What the person states."""
    asked: Json = {"text": text} if lens is None else {"text": text, "lens": lens.value}
    change(door, "person.remember", asked, success, failure)


def correct(door: Door, fact_id: str, text: str, success: OnChange, failure: OnFailure) -> None:
    """What is true instead."""
    change(door, "person.correct", {"fact": fact_id, "text": text}, success, failure)


def forget(door: Door, fact_id: str, success: OnChange, failure: OnFailure) -> None:
    """Stop knowing it."""
    change(door, "person.forget", {"fact": fact_id}, success, failure)


def dispute(door: Door, fact_id: str, success: OnChange, failure: OnFailure) -> None:
    """Put it in doubt."""
    change(door, "person.dispute", {"fact": fact_id}, success, failure)


def keep_private(door: Door, fact_id: str, private: bool, success: OnChange, failure: OnFailure) -> None:
    """Keep it from every other program and person, or no longer."""
    change(door, "person.keep_private", {"fact": fact_id, "private": private}, success, failure)


def undo(door: Door, update_id: str, success: OnChange, failure: OnFailure) -> None:
    """Take a change back."""
    change(door, "person.undo", {"update": update_id}, success, failure)


def answer(door: Door, question_id: str, given: Answer, success: OnChange, failure: OnFailure) -> None:
    """Settle a question."""
    asked = {"question": question_id, "answer": given.model_dump(mode="json")}
    change(door, "person.answer", asked, success, failure)


def dismiss(door: Door, question_id: str, success: OnChange, failure: OnFailure) -> None:
    """Never ask this again."""
    change(door, "person.dismiss", {"question": question_id}, success, failure)


def take_up(door: Door, question_id: str, success: Callable[[Question], None], failure: OnFailure) -> None:
    """Ask it after all, as before it was put off."""
    door.change(
        "person.take_up",
        {"question": question_id},
        success=lambda result: success(Question.model_validate(result["question"])),
        failure=failure,
    )


def later(
    door: Door,
    question_id: str,
    until: datetime | None,
    success: Callable[[Question], None],
    failure: OnFailure,
) -> None:
    """Keep the question for another time: not before `until`, None for the usual while."""
    door.change(
        "person.later",
        {"question": question_id, "until": None if until is None else until.isoformat()},
        success=lambda result: success(Question.model_validate(result["question"])),
        failure=failure,
    )
