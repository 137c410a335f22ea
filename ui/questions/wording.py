"""The words for questions: why they are asked, and how they stand."""

from PySide6.QtCore import QCoreApplication

from engine.person.records import Effort, Question, QuestionReason, QuestionStatus
from ui.facts.wording import day, lens_title
from ui.questions.model import Shelf
from ui.widgets.choices import Option
from ui.widgets.rows import Row

translate = QCoreApplication.translate


def reason_words(question: Question) -> str:
    """Why this is asked, in a sentence."""
    return {
        QuestionReason.GAP: translate("Questions", "It would help to know this."),
        QuestionReason.CONFLICT: translate("Questions", "Two things I know do not fit together."),
        QuestionReason.STALE: translate("Questions", "It was said a while ago and may have passed."),
        QuestionReason.ADAPTATION: translate("Questions", "I could suit you better."),
        QuestionReason.OFFERED: translate(
            "Questions", "It is not your word until you say yes, and changes nothing till then."
        ),
    }[question.reason]


def badge_of(question: Question) -> tuple[str, str]:
    """How a question stands, with the token of its colour."""
    if question.status is QuestionStatus.LATER and question.later_until is not None:
        return translate("Questions", "Not before {day}").format(day=day(question.later_until)), "muted"
    return {
        QuestionStatus.LATER: (translate("Questions", "Later"), "muted"),
        QuestionStatus.OPEN: (translate("Questions", "Open"), "accent"),
        QuestionStatus.ASKED: (translate("Questions", "Asked"), "warn"),
        QuestionStatus.ANSWERED: (translate("Questions", "Answered"), "good"),
        QuestionStatus.DISMISSED: (translate("Questions", "Not asked again"), "muted"),
        QuestionStatus.WITHDRAWN: (translate("Questions", "No longer needed"), "muted"),
    }[question.status]


def about_words(question: Question) -> str:
    """Lens and topic, and since when it stands."""
    where = f"{lens_title(question.lens)} · {question.topic}" if question.topic else lens_title(question.lens)
    return f"{where} · {day(question.settled_at or question.created_at)}"


def row_of(question: Question) -> Row:
    """A question as a row of the list."""
    return Row(question.id, question.text, about_words(question), *badge_of(question))


def key_of(question: Question) -> str:
    """What a question's row is found by."""
    return question.id


def effort_options() -> list[Option]:
    """The levels, with what each of them means."""
    return [
        Option(
            Effort.QUIET.value,
            translate("Questions", "Quiet"),
            translate("Questions", "Ask only what I cannot do without"),
        ),
        Option(
            Effort.BALANCED.value,
            translate("Questions", "Balanced"),
            translate("Questions", "Ask now and then, at a natural pause"),
        ),
        Option(
            Effort.ACTIVE.value,
            translate("Questions", "Active"),
            translate("Questions", "Ask more often, to know me sooner"),
        ),
    ]


def shelf_option(shelf: Shelf, count: int) -> Option:
    """A shelf with how many stand on it."""
    words, tip = {
        Shelf.WAITING: (
            translate("Questions", "Waiting"),
            translate("Questions", "Open, asked, and put off"),
        ),
        Shelf.ANSWERED: (translate("Questions", "Answered"), translate("Questions", "What you answered")),
        Shelf.DISMISSED: (
            translate("Questions", "Dismissed"),
            translate("Questions", "What is not asked again, and what is no longer needed"),
        ),
    }[shelf]
    return Option(shelf.value, f"{words}  {count}" if count else words, tip)


def empty_words(shelf: Shelf) -> tuple[str, str]:
    """What stands where no question is."""
    return {
        Shelf.WAITING: (
            translate("Questions", "There is nothing I need to ask."),
            translate(
                "Questions",
                "A question appears when things you said do not fit together, may have passed, or needs your word.",
            ),
        ),
        Shelf.ANSWERED: (translate("Questions", "Nothing answered yet."), ""),
        Shelf.DISMISSED: (translate("Questions", "Nothing dismissed."), ""),
    }[shelf]
