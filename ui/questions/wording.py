"""The words for questions: why they are asked, and how they stand."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from engine.person.records import Effort, Question, QuestionReason, QuestionStatus
from ui.facts.answering import answers_to, sides_of
from ui.facts.wording import day, lens_title
from ui.frame.groups import Group, Line
from ui.questions.model import Board, Questions
from ui.shelf.records import Blank, Side, Story, Verb
from ui.shelf.telling import Telling
from ui.widgets.choices import Option, counted
from ui.widgets.rows import Row

translate = QCoreApplication.translate


def telling(questions: Questions) -> Telling[Question]:
    """The words of the place; what was done with one is told where its change is."""
    return Telling(
        translate("Questions", "Questions"),
        translate("Questions", "What I would like to know, and why. You need not answer any of it."),
        row=row_of,
        story=lambda question: story_of(questions, question),
        done=lambda _: "",
        blank=lambda: blank_of(questions.board),
        boards=lambda: boards_of(questions),
    )


def reason_words(question: Question) -> str:
    """Why this is asked, in a sentence."""
    if question.is_of_conflict and len(question.about) == 1:
        return translate("Questions", "It was doubted, and until you say so I do not go by it.")
    return {
        QuestionReason.GAP: translate("Questions", "It would help to know this."),
        QuestionReason.CONFLICT: (
            translate("Questions", "Two things I know do not fit together.")
            if question.action is None
            else translate("Questions", "It would change what I know of you.")
        ),
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


def story_of(questions: Questions, question: Question) -> Story:
    """In full: what it is, why it is asked, and the answers to it; settled, what became of it."""
    reply = questions.reply(question)
    asks, asked = translate("Questions", "Why I ask"), translate("Questions", "Why I asked")
    why = asks if question.is_waiting else asked
    groups = [
        Group(why, [Line(reason_words(question))], plain=True),
        Group(translate("Questions", "You replied"), [Line(reply)] if reply else []),
        Group(
            translate("Questions", "Known from your answer"),
            [Line(one.text, translate("Questions", "See it"), f"fact:{one.id}") for one in questions.answers(question)],
        ),
    ]  # fmt: skip
    above = f"{about_words(question)} · {badge_of(question)[0]}"
    if not question.is_waiting:
        return Story(above, question.text, groups=groups)
    sides, verbs = decisions_of(questions, question)
    return Story(above, question.text, groups=groups, sides=sides, verbs=verbs)


def decisions_of(questions: Questions, question: Question) -> tuple[list[Side], list[Verb]]:
    """The sides of a question and its verbs: its answers, another time, and never."""
    about, give = questions.about(question), partial(questions.answer, question)
    return sides_of(question, about, give), [
        *answers_to(question, about, give),
        Verb(
            translate("Questions", "Later"),
            translate("Questions", "Keep this question for another time"),
            lambda _: questions.later(question),
            "l",
        ),
        Verb(
            translate("Questions", "Do not ask again"),
            translate("Questions", "Never ask this, nor anything like it"),
            lambda _: questions.dismiss(question),
            "x",
        ),
    ]


def effort_options() -> list[Option]:
    """The levels, with what each of them means, whoever tells it."""
    return [
        Option(
            Effort.QUIET.value,
            translate("Questions", "Seldom"),
            translate("Questions", "At most one question a week, in a talk alone."),
        ),
        Option(
            Effort.BALANCED.value,
            translate("Questions", "Now and then"),
            translate("Questions", "At most one question a day, in a talk, on Today or as a notification."),
        ),
        Option(
            Effort.ACTIVE.value,
            translate("Questions", "Often"),
            translate(
                "Questions", "One question each time we talk; on Today another as soon as one is seen to."
            ),
        ),
    ]


def boards_of(questions: Questions) -> list[Option]:
    """The boards, each with how many stand on it."""
    told = {
        Board.WAITING: (
            translate("Questions", "Waiting"),
            translate("Questions", "Open, asked, and put off"),
        ),
        Board.ANSWERED: (translate("Questions", "Answered"), translate("Questions", "What you answered")),
        Board.DISMISSED: (
            translate("Questions", "Dismissed"),
            translate("Questions", "What is not asked again, and what is no longer needed"),
        ),
    }
    return [
        Option(board, counted(words, questions.count(board)), tip) for board, (words, tip) in told.items()
    ]


def blank_of(board: str) -> Blank:
    """What stands where no question is."""
    return {
        Board.WAITING.value: Blank(
            translate("Questions", "There is nothing I need to ask."),
            translate(
                "Questions",
                "A question appears when things you said do not fit together, may have passed, or needs your word.",
            ),
        ),
        Board.ANSWERED.value: Blank(translate("Questions", "Nothing answered yet.")),
        Board.DISMISSED.value: Blank(translate("Questions", "Nothing dismissed.")),
    }[board]
