"""The words for facts: where they come from, how sure they are, how long they last."""

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from engine.person.records import Action, Fact, FactStatus, Lens, Outcome, Question, Source, Volatility
from ui.facts.changes import Done
from ui.facts.records import Change

translate = QCoreApplication.translate
GENERAL = "general"
"""The topic of what belongs to none."""


def day(moment: datetime) -> str:
    """`3 May`, with its year where that is another one; in the person's locale and time zone."""
    local = moment.astimezone()
    form = "d MMMM" if local.year == datetime.now().astimezone().year else "d MMMM yyyy"
    return QLocale().toString(QDate(local.year, local.month, local.day), form)


def lens_title(lens: Lens) -> str:
    """A lens by its name."""
    return {
        Lens.IDENTITY: translate("Facts", "Identity"),
        Lens.WORLD: translate("Facts", "World"),
        Lens.PULSE: translate("Facts", "Pulse"),
        Lens.JOURNEY: translate("Facts", "Journey"),
    }[lens]


def lens_words(lens: Lens) -> str:
    """What a lens holds."""
    return {
        Lens.IDENTITY: translate("Facts", "Who you are: name, values, likes, what never to forget"),
        Lens.WORLD: translate("Facts", "People, places and work around you"),
        Lens.PULSE: translate("Facts", "How things are just now"),
        Lens.JOURNEY: translate("Facts", "Where you come from and where you are going"),
    }[lens]


def where_words(fact: Fact) -> str:
    """Where it stands among the rest: its lens, and its topic where it has one of its own."""
    topic = "" if fact.topic == GENERAL else fact.topic
    return " · ".join(part for part in (lens_title(fact.lens), topic) if part)


def source_words(fact: Fact) -> str:
    """Where it comes from; what was not told is said to be so."""
    return {
        Source.STATED: translate("Facts", "You said so"),
        Source.OBSERVED: translate("Facts", "Observed, not told"),
        Source.INFERRED: translate("Facts", "Inferred, not told"),
        Source.ASSUMED: translate("Facts", "A guess, not told"),
    }[fact.source]


def volatility_words(fact: Fact) -> str:
    """How soon it may no longer be so."""
    return {
        Volatility.PERMANENT: translate("Facts", "Lasting"),
        Volatility.SITUATIONAL: translate("Facts", "For the time being"),
        Volatility.EPHEMERAL: translate("Facts", "For the moment"),
    }[fact.volatility]


def confidence_words(fact: Fact) -> str:
    """How sure it is."""
    return translate("Facts", "{percent}% sure").format(percent=round(100 * fact.confidence))


def span_words(fact: Fact) -> str:
    """Since when it is so, or from when until when it was."""
    if fact.valid_until is None:
        return translate("Facts", "since {day}").format(day=day(fact.valid_from))
    return translate("Facts", "{start} to {end}").format(
        start=day(fact.valid_from), end=day(fact.valid_until)
    )


def known_words(fact: Fact) -> str:
    """Where a fact is from, since when it is so, how sure it is and how often it was of use, in a line or two."""
    told = [source_words(fact), span_words(fact), confidence_words(fact)]
    badge, _ = badge_of(fact)
    if fact.status is not FactStatus.ACTIVE or fact.private:
        told.append(badge)
    if fact.volatility is not Volatility.PERMANENT:
        told.append(volatility_words(fact).lower())
    line = " · ".join(told)
    if not fact.uses or fact.last_used_at is None:
        return line
    once, often = (
        translate("Facts", "Of use once, on {day}"),
        translate("Facts", "Of use {count} times, last on {day}"),
    )
    used = once if fact.uses == 1 else often
    return f"{line}\n{used.format(count=fact.uses, day=day(fact.last_used_at))}"


def badge_of(fact: Fact) -> tuple[str, str]:
    """What stands out about a fact, with the token of its colour; empty for one that simply is known."""
    if fact.status is FactStatus.DISPUTED:
        return translate("Facts", "In doubt"), "bad"
    if fact.status is FactStatus.PENDING:
        return translate("Facts", "Waits for your word"), "warn"
    if fact.status is FactStatus.RETIRED:
        return translate("Facts", "No longer"), "muted"
    if fact.private:
        return translate("Facts", "Private"), "accent"
    if fact.source is not Source.STATED:
        return {
            Source.OBSERVED: translate("Facts", "Observed"),
            Source.INFERRED: translate("Facts", "Inferred"),
            Source.ASSUMED: translate("Facts", "Guess"),
        }[fact.source], "warn"
    return "", "muted"


def done_words(done: Done) -> str:
    """What was just done, in a few words."""
    change = done.change
    text = change.fact.text if change.fact is not None else ""
    if change.outcome in _NOT_YET:
        return change_words(change)
    words = {
        "remember": translate("Facts", "Noted: {text}"),
        "correct": translate("Facts", "Corrected: {text}"),
        "forget": translate("Facts", "Forgotten: {text}"),
        "dispute": translate("Facts", "In doubt now: {text}"),
        "hide": translate("Facts", "Private now: {text}"),
        "show": translate("Facts", "No longer private: {text}"),
        "answer": translate("Facts", "Answered. {text}"),
        "dismiss": translate("Facts", "It will not be asked again."),
        "undo": translate("Facts", "Taken back."),
    }[done.verb]
    if done.verb == "remember" and change.outcome is Outcome.CONFIRMED:
        words = translate("Facts", "Known already: {text}")
    return words.format(text=text).strip()


def put_off_words(question: Question) -> str:
    """Until when a question was put off."""
    if question.later_until is None:
        return translate("Facts", "I will ask another time.")
    return translate("Facts", "I will not ask before {day}.").format(day=day(question.later_until))


_NOT_YET = frozenset({Outcome.DROPPED, Outcome.ASKED})


def change_words(change: Change) -> str:
    """What a turn changed, in a line."""
    text = change.fact.text if change.fact is not None else ""
    if change.outcome is Outcome.DROPPED:
        return translate("Facts", "Nothing was changed. {reason}").format(reason=change.reason)
    if change.outcome is Outcome.ASKED and change.question is not None:
        return translate("Facts", "Waits for your word: {text}").format(text=change.question.text)
    if not change.undoable:
        return translate("Facts", "Taken back: {text}").format(text=text)
    return {
        Action.REMEMBER: translate("Facts", "Noted: {text}"),
        Action.CORRECT: translate("Facts", "Corrected: {text}"),
        Action.FORGET: translate("Facts", "Forgotten: {text}"),
        Action.DISPUTE: translate("Facts", "In doubt now: {text}"),
        Action.KEEP_PRIVATE: translate("Facts", "Private now: {text}"),
    }[change.action].format(text=text)
