"""Questions about long conversations in the LoCoMo format, asked of the product's own answering path.

Every turn is kept as a dated Step, a session an Episode, and nothing else is prepared. Each question is heard, looked
up, judged and answered as any other, and forgotten before the next. F1 over stemmed words as in the LoCoMo paper: of a
question with several answers the mean of each one's best. Category 5 asks for what was never said: there an answer has
to say that it is not known.
"""

import random
import re
import string
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.bootstrap import build_mind, open_vault
from companion.cli.bench.recall import locomo_conversations, said
from companion.host import InstalledModels
from companion.service import Json
from engine.clock import ManualClock
from engine.conversation import drive, prepare
from engine.language import LanguageModel
from engine.mind import Mind
from engine.models import standard_store
from engine.search import stems
from engine.trail import StepKind

SEVERAL, UNANSWERABLE = 1, 5
_ARTICLES = re.compile(r"\b(a|an|the|and)\b")
Question = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answered:
    """One question: how right its answer was (F1, 0–1; None where there is none), and whether it was refused."""

    category: int
    f1: float | None
    refused: bool
    seconds: float
    question: str
    answer: str
    expected: str


@dataclass(slots=True)
class QaFigures:
    """What was measured."""

    answered: list[Answered] = field(default_factory=list)

    def document(self) -> Json:
        """What `--json` prints; F1 in hundredths as in the paper, shares of one, seconds."""
        known = [one for one in self.answered if one.f1 is not None]
        unknown = [one for one in self.answered if one.category == UNANSWERABLE]
        groups = defaultdict(list)
        for one in known:
            groups[one.category].append(one.f1 or 0.0)
        return {
            "f1": _percent([one.f1 or 0.0 for one in known]),
            "f1_by_category": {str(name): _percent(found) for name, found in sorted(groups.items())},
            "refused_unanswerable": _share([one.refused for one in unknown]),
            "refused_answerable": _share([one.refused for one in known]),
            "seconds_a_question": round(
                sum(one.seconds for one in self.answered) / max(1, len(self.answered)), 2
            ),
            "questions": len(self.answered),
        }


def measure_qa(path: Path, model: str, *, limit: int, seed: int) -> QaFigures:
    """At most `limit` questions, drawn by `seed` over all conversations. Raises InvalidInputError for another file."""
    conversations = locomo_conversations(path)
    drawn = [(place, question) for place, one in enumerate(conversations) for question in one["qa"]]
    random.Random(seed).shuffle(drawn)  # noqa: S311 - which questions are asked is no secret
    figures = QaFigures()
    language = InstalledModels(standard_store()).load(model or None, lambda _: None)
    try:
        for place, conversation in enumerate(conversations):
            questions = [question for at, question in drawn[:limit] if at == place]
            if questions:
                figures.answered += asked_of(conversation, questions, language)
    finally:
        language.close()
    return figures


def asked_of(
    conversation: dict[str, Any], questions: list[Question], language: LanguageModel
) -> Iterator[Answered]:
    """The answers to questions about one conversation, from a mind that was told nothing else."""
    clock = ManualClock(datetime(1990, 1, 1, tzinfo=UTC))
    mind = build_mind(open_vault(None, None, clock), clock=clock)
    try:
        _tell(mind, clock, conversation)
        mind.attach_language(language)
        prepare(mind.conversation, language)
        for question in questions:
            clock.advance(timedelta(hours=6))
            yield _ask(mind, language, question)
    finally:
        mind.close()


def _tell(mind: Mind, clock: ManualClock, conversation: dict[str, Any]) -> None:
    for session in conversation["sessions"]:
        mind.trail.close_episode("session")
        clock.advance(datetime.fromisoformat(session["iso"]).replace(tzinfo=UTC) - clock.now())
        loop = mind.trail.open_loop("benchmark", "benchmark", "session")
        for turn in session["turns"]:
            text = f"{turn['speaker']}: {said(turn)}"
            mind.trail.record(loop, StepKind.UTTERANCE, text, mind.conversation.person_speaker)
    mind.trail.close_episode("session")
    mind.trail.catch_up()


def _ask(mind: Mind, language: LanguageModel, question: Question) -> Answered:
    began = time.perf_counter()
    turn = mind.begin(question["question"], "benchmark", "benchmark")
    answer = drive(turn, lambda: language).answer
    seconds = time.perf_counter() - began
    mind.conversation.erase(f"step:{step.id}" for step in mind.trail.steps_of(turn.loop_id) if step.text)
    mind.conversation.say_goodbye()
    category, expected = int(question["category"]), str(question.get("answer", ""))
    f1 = None if category == UNANSWERABLE else score(answer, expected, several=category == SEVERAL)
    return Answered(
        category, f1, turn.approach.asked.is_untold, seconds, question["question"], answer, expected
    )


def score(answer: str, expected: str, *, several: bool) -> float:
    """F1 of words; of `several` answers, parted by commas, the mean of the best that any part reaches."""
    if not several:
        return f1(answer, expected)
    given, wanted = answer.split(","), expected.split(",")
    return sum(max(f1(each, one) for each in given) for one in wanted) / len(wanted)


def f1(answer: str, expected: str) -> float:
    """The harmonic mean of precision and recall over stemmed words, without articles and punctuation."""
    given, wanted = _words(answer), _words(expected)
    common = sum(min(given.count(word), wanted.count(word)) for word in set(given))
    if not common:
        return 0.0
    precision, recall = common / len(given), common / len(wanted)
    return 2 * precision * recall / (precision + recall)


def _words(text: str) -> list[str]:
    plain = _ARTICLES.sub(" ", text.casefold().translate(str.maketrans("", "", string.punctuation)))
    return [next(iter(stems(word)), word) for word in plain.split()]


def _percent(shares: list[float]) -> float:
    return round(100 * sum(shares) / len(shares), 1) if shares else 0.0


def _share(found: list[bool]) -> float:
    return round(sum(found) / len(found), 3) if found else 0.0
