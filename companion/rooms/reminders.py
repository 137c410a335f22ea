"""Promises are deeds: what a message asks to be done is stored, with its day and hour, before the answer says so."""

from collections.abc import Mapping
from datetime import date

from companion.rooms.due import weekdays_of, without
from companion.rooms.noting import REMINDER, Heard, NoteWriter, Reminder
from engine.conversation import (
    ERRAND,
    ConversationRoom,
    Deed,
    Errand,
    TurnFacts,
    asks,
    clauses,
    content_words,
    days_of,
    has_mark,
    own_words,
    takes_leave,
    tense_of,
)
from engine.decisions import EVERY, PAST
from engine.intent import HandoffItem, Intent, ItemKind
from engine.language import LanguageModel, Scoring
from engine.telling_time import again_in_words, day_of_week
from engine.tongues import unshouted
from engine.trail import StepKind

BEFORE = 6
"""Utterances and answers before a message that may say whom it means."""


class Reminders:
    """The doer that stores reminders; models under `least_parameters` are not asked."""

    name = "reminders"

    def __init__(self, intent: Intent, conversation: ConversationRoom, least_parameters: int) -> None:
        self._intent, self._conversation = intent, conversation
        self._least, self._governing = least_parameters, conversation.settings.governing

    def listen(self, facts: TurnFacts) -> Heard | None:
        """Every sentence of theirs, a polite request is a question in form; but those whose day is kept already."""
        told = [one for one in clauses(own_words(facts.utterance.text)) if one not in facts.dated]
        if not told:
            return None
        trail = self._conversation.trail
        before = trail.spoken_before(facts.utterance, BEFORE)
        said = tuple(unshouted(step.text) for step in before if step.kind is StepKind.UTTERANCE)
        return Heard(tuple(told), said, self._conversation.clock.local())

    def decide(self, model: LanguageModel, heard: Heard) -> tuple[Reminder, ...] | None:
        """What is to be stored: what was asked for, and what is told to come on a day. Raises LanguageError."""
        if not isinstance(model, Scoring) or model.info.parameters < self._least:
            return None
        decisions, every_from = self._conversation.decisions, self._governing.every_from
        noting = NoteWriter(heard, model, decisions, self._intent, every_from)
        found = []
        for sentence in heard.sentences:
            shares = decisions.decide(model, ERRAND, sentence, hurried=True).shares
            tells = shares[Errand.TELLS] > shares[Errand.ASKS]
            if not self._is_errand(sentence, shares) or (
                tells and self._tells_nothing(model, sentence, heard)
            ):
                continue
            note = noting.written(sentence, tells=tells)
            if (note.due is not None or not tells) and not _only_asks(note, sentence, heard):
                found.append(note)
        return tuple(found) or None

    def _is_errand(self, sentence: str, shares: Mapping[str, float]) -> bool:
        """Whether it asks for a reminder or tells what is coming; a question only where it surely asks."""
        if has_mark(sentence):
            return shares[Errand.ASKS] >= self._governing.request_from
        return 1 - shares[Errand.NONE] >= self._governing.errand_from

    def _tells_nothing(self, model: LanguageModel, sentence: str, heard: Heard) -> bool:
        """Whether what seems to tell of something coming does not."""
        decisions = self._conversation.decisions
        if not content_words(without(sentence, heard.places(sentence))):
            # "Until friday next week" only goes on with what was said before.
            return True
        if asks(decisions, model, sentence):
            # "What do I hand in on friday" tells nothing, though it has no mark.
            return True
        if self._is_of_no_day_ahead(model, sentence, heard):
            return True
        # "That's it for today. See you" comes on no day.
        leaves = (takes_leave(decisions, model, one) for one in heard.sentences)
        return heard.is_of_now(sentence) and any(leaves)

    def _is_of_no_day_ahead(self, model: LanguageModel, sentence: str, heard: Heard) -> bool:
        """Whether it tells of a day gone by, which might be one to come by its name ("she broke her wrist on Monday, so
        it's all on me"), or of what is so every week ("on Thursdays I go to choir").
        """
        days = days_of(sentence, heard.said_at)
        of_some_week = days != days_of(sentence, heard.said_at, "past") or weekdays_of(sentence).places
        if not of_some_week:
            return False
        return tense_of(self._conversation.decisions, model, [sentence]) in {PAST, EVERY}

    def do(self, facts: TurnFacts, heard: Heard, decided: tuple[Reminder, ...]) -> Deed | None:
        """Store them, citing what was said."""
        kept = [
            self._intent.note_said(ItemKind.REMINDER, one.text, facts.utterance, one.due) for one in decided
        ]
        whole = {" ".join(one.quote.split()) for one in decided} == {
            " ".join(one.split()) for one in heard.sentences
        }
        first, tells = kept[0].remind_at or kept[0].due, any(one.tells for one in decided)
        return Deed(
            REMINDER,
            "" if tells else "\n".join(map(told, kept)),
            "; ".join(item.text.rstrip(".!") for item in kept),
            first if len(kept) == 1 else None,
            every=(kept[0].every or "") if len(kept) == 1 else "",
            interval=kept[0].interval,
            days=kept[0].days,
            nth=kept[0].nth,
            told_on=heard.said_at.date(),
            cites=tuple(item.ref for item in kept),
            settles=whole and not tells,
            closes=tells,
        )


def _only_asks(note: Reminder, sentence: str, heard: Heard) -> bool:
    """Whether a note is still all of a question ("what did you have to remind me of?"), and nothing to do."""
    untimed = content_words(without(sentence, heard.places(sentence)))
    return has_mark(note.text) and untimed <= content_words(note.text)


def told(item: HandoffItem) -> str:
    """How the answer is told that an item is stored."""
    at, when = item.remind_at, ""
    if item.due is not None:
        hour = "" if at is None else f", {at:%H:%M}"
        when = f" for {_days_in_words(item, at or item.due)}{hour}"
    return f"[Done: saved as a reminder{when}: {item.text}.]"


def _days_in_words(item: HandoffItem, day: date) -> str:
    """`Tuesday 1 December 2026`; of what comes again `every day`, `every Tuesday and Friday`, `every month from …`."""
    if item.every is None:
        return day_of_week(day)
    return again_in_words(item.every, day, interval=item.interval, days=item.days, nth=item.nth)
