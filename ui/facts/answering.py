"""How a question is answered: by one side of a doubt, yes or no, or in the person's own words. No widgets."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication

from engine.person.records import Answer, Fact, Question, QuestionReason
from ui.facts.wording import source_words, span_words
from ui.shelf.records import Entry, Form, Kind, Side, Verb

translate = QCoreApplication.translate
Give = Callable[[Answer], None]
"""Settles the question with an answer."""


def sides_of(question: Question, about: Sequence[Fact], give: Give) -> list[Side]:
    """The facts of which not all can be so, each with the way to let it stand alone; none for any other question."""
    if not _is_between(question, about):
        return []
    return [
        Side(fact.text, f"{source_words(fact)} · {span_words(fact)}", _alone(fact, str(number), give))
        for number, fact in enumerate(about, start=1)
    ]


def answers_to(question: Question, about: Sequence[Fact], give: Give) -> list[Verb]:
    """The answers beside the sides."""
    if _is_between(question, about):
        both = Answer(keep=tuple(fact.id for fact in about))
        words = translate("Doubt", "Both are right"), translate("Doubt", "Keep them together")
        return [Verb(*words, lambda _: give(both), "b"), _in_words(give)]
    if question.action is None and not question.about:
        return [_in_words(give, translate("Doubt", "Answer…"))]
    yes = translate("Doubt", "Yes"), translate("Doubt", "It is so")
    no = translate("Doubt", "No"), translate("Doubt", "It is not so")
    closed = [
        Verb(*yes, lambda _: give(Answer(accept=True)), "y"),
        Verb(*no, lambda _: give(Answer(accept=False)), "n"),
    ]
    # What another program offers is taken or not: it is not worded anew.
    return closed if question.reason is QuestionReason.OFFERED else [*closed, _in_words(give)]


def _is_between(question: Question, about: Sequence[Fact]) -> bool:
    return question.action is None and len(about) > 1


def _alone(fact: Fact, letter: str, give: Give) -> Verb:
    words = translate("Doubt", "This is right"), translate("Doubt", "Keep this one alone")
    return Verb(*words, lambda _: give(Answer(keep=(fact.id,))), letter)


def _in_words(give: Give, words: str = "") -> Verb:
    entry = Entry("text", translate("Doubt", "What is true?"), Kind.LINES, needed=True)
    return Verb(
        words or translate("Doubt", "Say it in other words…"),
        translate("Doubt", "Write what is true"),
        lambda given: give(Answer(text=given["text"])),
        "o",
        Form(translate("Doubt", "Answer"), [entry]),
    )
