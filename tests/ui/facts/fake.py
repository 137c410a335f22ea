"""Facts and questions in memory, changed by the window's requests as the real room would."""

from datetime import UTC, datetime, timedelta
from typing import Any

from companion.service import Json
from engine.errors import NotFoundError
from engine.person.records import (
    Action,
    Answer,
    Fact,
    FactStatus,
    Lens,
    Outcome,
    Question,
    QuestionReason,
    QuestionStatus,
    Source,
    Volatility,
)

NOW = datetime(2026, 5, 3, 9, 12, tzinfo=UTC)


def fact(number: int, text: str, **changes: object) -> Fact:
    """A fact that the person stated `number` days ago."""
    at = NOW - timedelta(days=number)
    words: dict[str, Any] = {
        "id": f"f{number}",
        "person": "Mira",
        "lens": Lens.IDENTITY,
        "topic": "health",
        "text": text,
        "status": FactStatus.ACTIVE,
        "confidence": 0.95,
        "source": Source.STATED,
        "quote": "",
        "volatility": Volatility.PERMANENT,
        "valid_from": at,
        "source_step_ids": (f"s{number}",),
        "created_at": at,
        "updated_at": at,
    }
    return Fact.model_validate(words | changes)


def question(number: int, text: str, **changes: object) -> Question:
    """A question of `number` days ago."""
    at = NOW - timedelta(days=number)
    words: dict[str, Any] = {
        "id": f"q{number}",
        "person": "Mira",
        "reason": QuestionReason.GAP,
        "lens": Lens.WORLD,
        "topic": "work",
        "text": text,
        "status": QuestionStatus.OPEN,
        "created_at": at,
        "updated_at": at,
    }
    return Question.model_validate(words | changes)


def known_facts() -> list[Fact]:
    """What is understood about Mira, with everything that a fact can be."""
    return [
        fact(
            40,
            "Mira is allergic to peanuts.",
            quote="I'm allergic to peanuts, since I was four.",
            safety=True,
            uses=6,
            last_used_at=NOW - timedelta(days=1),
        ),
        fact(30, "Ana, Mira's sister, gets married on 12 June.", lens=Lens.WORLD, topic="family"),
        fact(
            22,
            "Mira prefers to be reminded in the morning, before work begins.",
            topic="habits",
            source=Source.INFERRED,
            confidence=0.55,
            volatility=Volatility.SITUATIONAL,
        ),
        fact(18, "Mira lives in Utrecht.", topic="home", status=FactStatus.DISPUTED),
        fact(3, "Mira lives in Delft.", topic="home", status=FactStatus.DISPUTED),
        fact(
            12,
            "Mira is tired from the move.",
            lens=Lens.PULSE,
            topic="energy",
            volatility=Volatility.EPHEMERAL,
            confidence=0.7,
        ),
        fact(
            9,
            "Mira wants to play the cello well enough for a string quartet.",
            lens=Lens.JOURNEY,
            topic="music",
        ),
        fact(7, "Mira sees a physiotherapist about her wrist.", topic="health", private=True),
        fact(
            60,
            "Mira works as a nurse.",
            lens=Lens.WORLD,
            topic="work",
            status=FactStatus.RETIRED,
            valid_until=NOW - timedelta(days=20),
            superseded_by="f20",
            retired_because="succeeded",
        ),
        fact(20, "Mira works as a garden designer.", lens=Lens.WORLD, topic="work"),
    ]


def asked_questions() -> list[Question]:
    """Questions in every state."""
    home = "Two things do not go together: “Mira lives in Utrecht.” and “Mira lives in Delft.” Which one is right?"
    return [
        question(
            3, home, reason=QuestionReason.CONFLICT, lens=Lens.IDENTITY, topic="home", about=("f18", "f3")
        ),
        question(
            2,
            "A while ago: “Mira is tired from the move.” Is that still so?",
            reason=QuestionReason.STALE,
            lens=Lens.PULSE,
            topic="energy",
            about=("f12",),
            status=QuestionStatus.ASKED,
            asked_at=NOW - timedelta(days=1),
        ),
        question(
            5,
            "Is it right that: Ana is Mira's elder sister?",
            action=Action.REMEMBER,
            proposed="Ana is Mira's elder sister.",
            proposed_id="p1",
            outside_quota=True,
            topic="family",
        ),
        question(
            8,
            "Would shorter answers help you in the evening?",
            reason=QuestionReason.ADAPTATION,
            lens=Lens.IDENTITY,
            topic="habits",
            status=QuestionStatus.LATER,
            later_until=NOW + timedelta(days=5),
        ),
        question(
            25,
            "What do you do for work now?",
            status=QuestionStatus.ANSWERED,
            settled_at=NOW - timedelta(days=20),
            answer_ids=("f20",),
        ),
        question(
            33,
            "Do you have pets?",
            topic="home",
            status=QuestionStatus.DISMISSED,
            settled_at=NOW - timedelta(days=31),
        ),
    ]


class PersonBook:
    """Answers `person.*`; `asked` keeps every request with its parameters."""

    def __init__(self, facts: list[Fact] | None = None, questions: list[Question] | None = None) -> None:
        self.facts = {one.id: one for one in (known_facts() if facts is None else facts)}
        self.replies: dict[str, str] = {}
        self.questions = {one.id: one for one in (asked_questions() if questions is None else questions)}
        self.asked: list[tuple[str, Json]] = []
        self.changed_in: dict[str, list[Json]] = {}
        self._before: dict[str, dict[str, Fact]] = {}
        self._dismissed: dict[str, str] = {}
        self._number = 0

    def answer(self, request: str, parameters: Json) -> Json:
        """One request, as `companion/requests/person.py` answers it."""
        self.asked.append((request, parameters))
        verb = request.rpartition(".")[2]
        return getattr(self, "_take_back" if verb == "undo" else f"_{verb}")(**parameters)

    def count(self, request: str) -> int:
        return sum(each == request for each, _ in self.asked)

    def _facts(self, status: str | None = "active", lens: str | None = None) -> Json:
        return {"facts": [one.model_dump(mode="json") for one in self.facts.values()]}

    def _questions(self, all: bool = False) -> Json:  # noqa: A002 - the request's name
        shown = [one.model_dump(mode="json") for one in self.questions.values()]
        return {"questions": shown, "replies": self.replies}

    def _search(self, query: str, limit: int = 8) -> Json:
        words = set(query.casefold().split())
        found = [one for one in self.facts.values() if words & set(one.text.casefold().strip(".").split())]
        matches = [
            {"fact": one.model_dump(mode="json"), "status": "strong_match", "support": 0.9, "rank": 0.9}
            for one in found
            if one.status is FactStatus.ACTIVE
        ]
        reason = "It is said in so many words." if matches else "Nothing that is known bears on it."
        return {"status": "strong_match" if matches else "no_match", "reason": reason, "matches": matches}

    def _why(self, fact: str) -> Json:
        one = self.facts[fact]
        step = {
            "id": "s1",
            "episode": "2026-03-24T08-30-00",
            "speaker": "Mira",
            "text": one.quote or one.text,
            "at": one.created_at.isoformat(),
            "withdrawn": False,
        }
        earlier = [each for each in self.facts.values() if each.superseded_by == fact]
        return {
            "fact": one.model_dump(mode="json"),
            "steps": [step],
            "episodes": ["2026-03-24T08-30-00"],
            "earlier": [each.model_dump(mode="json") for each in earlier],
        }

    def _remember(self, text: str, lens: str | None = None) -> Json:
        made = fact(0, text, id=f"n{self._number}", lens=lens or "identity", topic="told")
        return self._changed(made)

    def _correct(self, fact: str, text: str) -> Json:
        old = self._known(fact)
        new = old.model_copy(
            update={"id": f"{fact}'", "text": text, "status": FactStatus.ACTIVE, "created_at": NOW}
        )
        gone = old.model_copy(
            update={"status": FactStatus.RETIRED, "valid_until": NOW, "superseded_by": new.id}
        )
        return self._changed(gone, new)

    def _forget(self, fact: str) -> Json:
        return self._changed(
            self._known(fact).model_copy(update={"status": FactStatus.RETIRED, "valid_until": NOW})
        )

    def _dispute(self, fact: str) -> Json:
        doubted = self._known(fact).model_copy(update={"status": FactStatus.DISPUTED})
        asked = question(1, f"Is it right that: {doubted.text}", id="q-new", about=(fact,))
        self.questions[asked.id] = asked
        return self._changed(doubted) | {"question": asked.model_dump(mode="json")}

    def _keep_private(self, fact: str, private: bool = True) -> Json:
        return self._changed(self._known(fact).model_copy(update={"private": private}))

    def _answer(self, question: str, answer: Json) -> Json:
        asked, given = self.questions[question], Answer.model_validate(answer)
        self._settle(question, QuestionStatus.ANSWERED)
        kept = set(given.keep) | (set(asked.about) if given.accept else set())
        changed = [
            self.facts[each].model_copy(
                update={"status": FactStatus.ACTIVE}
                if each in kept
                else {"status": FactStatus.RETIRED, "valid_until": NOW}
            )
            for each in asked.about
        ]
        if given.text:
            changed.append(fact(0, given.text, id=f"n{self._number}"))
        return self._changed(*changed)

    def _dismiss(self, question: str) -> Json:
        self._settle(question, QuestionStatus.DISMISSED)
        told = self._changed()
        self._dismissed[told["update"]] = question
        return told

    def _later(self, question: str, until: str | None = None) -> Json:
        day = NOW + timedelta(days=7) if until is None else datetime.fromisoformat(until)
        put_off = {"status": QuestionStatus.LATER, "later_until": day, "updated_at": NOW}
        self.questions[question] = self.questions[question].model_copy(update=put_off)
        return {"question": self.questions[question].model_dump(mode="json")}

    def _take_up(self, question: str) -> Json:
        taken_up = {"status": QuestionStatus.OPEN, "later_until": None, "updated_at": NOW}
        self.questions[question] = self.questions[question].model_copy(update=taken_up)
        return {"question": self.questions[question].model_dump(mode="json")}

    def _take_back(self, update: str) -> Json:
        for key, before in self._before.pop(update).items():
            self.facts[key] = before
        if update in self._dismissed:
            self._settle(self._dismissed.pop(update), QuestionStatus.OPEN)
        return self._told(f"u{self._number}", Outcome.UNDONE, [])

    def _updates(self, loops: list[str]) -> Json:
        return {"updates": {loop: self.changed_in.get(loop, []) for loop in loops}}

    def _settle(self, question: str, status: QuestionStatus) -> None:
        settled = {"status": status, "settled_at": NOW, "updated_at": NOW}
        self.questions[question] = self.questions[question].model_copy(update=settled)

    def _known(self, fact_id: str) -> Fact:
        if fact_id not in self.facts:
            raise NotFoundError("There is no such fact.", "See `companion facts list`.")
        return self.facts[fact_id]

    def _changed(self, *after: Fact) -> Json:
        self._number += 1
        update = f"u{self._number}"
        self._before[update] = {one.id: self.facts[one.id] for one in after if one.id in self.facts}
        self.facts |= {one.id: one for one in after}
        return self._told(update, Outcome.COMMITTED, list(after))

    def _told(self, update: str, outcome: Outcome, after: list[Fact]) -> Json:
        return {
            "update": update,
            "outcome": outcome.value,
            "action": "remember",
            "reason": "You said so.",
            "undoable": outcome is not Outcome.UNDONE,
            "facts": [one.model_dump(mode="json") for one in after],
            "question": None,
            "refs": [],
        }
