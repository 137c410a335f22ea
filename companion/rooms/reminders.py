"""Promises are deeds: what a message asks to be done is stored, with its day and hour, before the answer says so."""

import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache
from itertools import takewhile

from companion.rooms.due import (
    Named,
    after_midnight,
    named_in,
    places_of,
    rhythm_of,
    times_of,
    without,
    without_time,
)
from engine.conversation import (
    DAY_HALF,
    ERRAND,
    REMINDER_LEAD,
    ConversationRoom,
    Deed,
    Errand,
    TurnFacts,
    asks,
    clauses,
    content_words,
    has_mark,
    is_said,
    own_words,
    takes_leave,
)
from engine.dates import DateSpan, Times
from engine.decisions import EVERY, TENSE, Decisions, Rewriter, load_question, message_in_context
from engine.intent import HandoffItem, Intent, ItemKind, Rhythm, When
from engine.language import LanguageModel, Scoring
from engine.telling_time import again_in_words, day_of_week
from engine.trail import Step, StepKind

REMINDER = "reminder"
AHEAD, EVENING = "Ahead", "Evening"
BEFORE = 6
MOST_TOKENS = 40
NEAREST = 2
"""Things told before a sentence that say whom it means."""
MADE_UP = 0
"""Content words of a reminder that nobody said."""
DEICTIC = 3
"""Content words up to which a sentence may ask for a reminder of something that only was said before it."""
LOST = 1
"""Words of the sentence that a reminder may leave out where it takes others from before: its day, mostly."""
OFTEN, OFTENER = 3, 4.0
"""Requests in which a word of asking stands at least, and how much oftener than in other messages."""
SEVERAL = 2
_PARTS = re.compile(r"[,;:–—]\s+")


@dataclass(frozen=True, slots=True)
class _Judge:
    """What the model decides of a sentence with an hour, as `due.Judge` tells."""

    decisions: Decisions
    model: LanguageModel

    def is_ahead(self, sentence: str) -> bool:
        return self.decisions.decide(self.model, REMINDER_LEAD, sentence, hurried=True).option == AHEAD

    def is_evening(self, sentence: str) -> bool:
        return self.decisions.decide(self.model, DAY_HALF, sentence, hurried=True).option == EVENING


@dataclass(frozen=True, slots=True)
class Heard:
    """What is looked at: sentences of the person's own words, what was said before, and when."""

    sentences: tuple[str, ...]
    before: tuple[str, ...]
    said_at: datetime

    def nearest_to(self, sentence: str) -> list[str]:
        """What tells whom it means: the last things that they told before it, and the sentences beside it."""
        beside = list(takewhile(lambda one: one != sentence, self.sentences))
        told = [one for one in self.before if not has_mark(one)]
        return [*told[-NEAREST:], *beside]

    def times(self, text: str) -> Times:
        """What days and hours `text` names."""
        return times_of(text, self.said_at)

    def is_of_now(self, text: str) -> bool:
        """Whether `text` names no other day than the one that it is said on, and no hour."""
        times, today = self.times(text), self.said_at.date()
        return not times.hours and all(one.first == one.last == today for one in times.days)

    def places(self, text: str) -> list[tuple[int, int]]:
        """Where `text` names a time, of one day or of several that come again."""
        return places_of(text, self.said_at)


@dataclass(frozen=True, slots=True)
class Reminder:
    """Something to do: its note, when it is due, and the sentence that asked for it.

    `tells` says that nobody asked to be reminded: they told of what is coming ("interview tomorrow, kinda nervous").
    """

    text: str
    due: When | None
    quote: str
    tells: bool = False


class Reminders:
    """The doer that stores reminders; models under `least_parameters` are not asked."""

    name = "reminders"

    def __init__(self, intent: Intent, conversation: ConversationRoom, least_parameters: int) -> None:
        self._intent, self._conversation = intent, conversation
        self._least = least_parameters

    def listen(self, facts: TurnFacts) -> Heard | None:
        """Every sentence of theirs: a polite request is a question in form."""
        told = clauses(own_words(facts.utterance.text))
        if not told:
            return None
        trail = self._conversation.trail
        said = [step for step in trail.spoken_before(facts.utterance, BEFORE) if _is_said_by_them(step)]
        return Heard(tuple(told), tuple(step.text for step in said), self._conversation.clock.local())

    def decide(self, model: LanguageModel, heard: Heard) -> tuple[Reminder, ...] | None:
        """What is to be stored: what was asked for, and what is told to come on a day. Raises LanguageError."""
        if not isinstance(model, Scoring) or model.info.parameters < self._least:
            return None
        decisions, settings = self._conversation.decisions, self._conversation.settings
        found = []
        for sentence in heard.sentences:
            shares = decisions.decide(model, ERRAND, sentence, hurried=True).shares
            if has_mark(sentence):
                is_errand = shares[Errand.ASKS] >= settings.governing.request_from
            else:
                is_errand = 1 - shares[Errand.NONE] >= settings.governing.errand_from
            if is_errand:
                tells = shares[Errand.TELLS] > shares[Errand.ASKS]
                if tells and not content_words(without(sentence, heard.places(sentence))):
                    # "Until friday next week" only goes on with what was said before.
                    continue
                if tells and asks(decisions, model, sentence):
                    # "What do I hand in on friday" tells nothing, though it has no mark.
                    continue
                leaves = (takes_leave(decisions, model, one) for one in heard.sentences)
                if tells and heard.is_of_now(sentence) and any(leaves):
                    # "That's it for today. See you" comes on no day.
                    continue
                written = self._written(decisions, model, sentence, heard, tells=tells)
                if written.due is not None or not tells:
                    found.append(written)
        return tuple(found) or None

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

    def _written(
        self, decisions: Decisions, model: LanguageModel, sentence: str, heard: Heard, *, tells: bool
    ) -> Reminder:
        nearest, meant, timed = heard.nearest_to(sentence), sentence, sentence
        if nearest and points_back(without(sentence, heard.places(sentence))):
            told = [clause for one in nearest for clause in clauses(one)]
            meant = next((one for one in reversed(told) if heard.places(one)), told[-1])
            nearest = []
            timed = sentence if heard.places(sentence) else meant
        again = self._comes_again(decisions, model, timed, heard)
        named = named_in(
            timed,
            heard.said_at,
            asking_words(),
            _Judge(decisions, model),
            tells=tells or timed is not sentence,
            again=again,
        )
        text = self._grounded(decisions.rewriter(model, REMINDER), meant, nearest)
        if again is None or not again.days:
            named = _of_one_day(named, heard.times(timed), heard.times(text), tells=tells)
        # "Take out the bins every Tuesday" keeps its day: what comes again is for many.
        kept_beside = named if again is None else replace(named, day=None)
        text = without_time(text, kept_beside, heard.said_at, tells=tells)
        when = self._when(named, again)
        if when is None and not tells:
            when = (
                _said_before(heard, timed, text, nearest)
                if again is None
                else When(day=heard.said_at.date()).again(again)
            )
        return Reminder(text[:1].upper() + text[1:], when, sentence, tells)

    def _comes_again(
        self, decisions: Decisions, model: LanguageModel, sentence: str, heard: Heard
    ) -> Rhythm | None:
        """How soon it comes again, where it is for more than once: by the whole sentence, or the part with its time
        ("I take a tablet at eight, I mustn't forget, the doctor was quite stern with me").
        """
        parts = (part for part in _PARTS.split(sentence) if heard.places(part))
        for text in dict.fromkeys((sentence, *parts)):
            share = decisions.decide(model, TENSE, text, hurried=True).shares[EVERY]
            if share >= self._conversation.settings.governing.every_from:
                return rhythm_of(sentence, heard.said_at)
        return None

    def _when(self, named: Named, again: Rhythm | None) -> When | None:
        if named.day is None:
            return None
        when = When(day=named.day)
        if named.moment is not None:
            when = When(day=named.moment.date(), at=named.moment.time())
        if named.moment is not None and named.appointment:
            when = self._intent.appointment(named.moment, again=again is not None)
        return when if again is None else when.again(after_midnight(again, when.day))

    def _grounded(self, rewriter: Rewriter, sentence: str, nearest: Sequence[str]) -> str:
        """What is to be done, in words that were said: with whom it means where that was told before, else of the
        sentence alone.

        What is about something of before only is of a message that says no more than "remind me of that".
        """
        said, own = content_words(" ".join((sentence, *nearest))), content_words(sentence)

        @cache
        def written(before: tuple[str, ...]) -> str:
            lines = rewriter.write(message_in_context(sentence, before), MOST_TOKENS, hurried=True)
            return lines[0] if lines else ""

        def is_joined(told: AbstractSet[str]) -> bool:
            left_out = own - asking_words() - told
            # It takes the place of no word that stands in a note of the sentence alone.
            replaces = bool(left_out) and bool(left_out & content_words(written(())))
            return bool(told & (said - own)) and len(left_out) <= LOST and not replaces

        for before in ((*nearest,), ()) if nearest else ((),):
            note = written(before)
            told = content_words(note)
            fits = told & own if len(own) > DEICTIC else told & said
            is_of_it = fits and (not before or is_joined(told))
            if is_of_it and is_said(note, " ".join((sentence, *before)), MADE_UP):
                return note.rstrip(".")
        return telling_part(sentence)


def _said_before(heard: Heard, sentence: str, text: str, nearest: Sequence[str]) -> When | None:
    """The day of what a note takes from before its sentence, which names none ("remind me to air the bed before that"):
    the day that stands in the note, or in what the words are taken from.
    """
    taken = content_words(text) - content_words(sentence)
    if not taken or heard.places(sentence):
        return None
    of = [one for one in (text, *reversed(nearest)) if taken & content_words(one)]
    days = next(
        ({day.first for day in days} for one in of if (days := _single_days(heard.times(one)))), set()
    )
    return When(day=min(days)) if len(days) == 1 and min(days) >= heard.said_at.date() else None


def _single_days(times: Times) -> list[DateSpan]:
    return [one for one in times.days if one.first == one.last]


def _of_one_day(named: Named, said: Times, noted: Times, *, tells: bool) -> Named:
    """What is named where a sentence names several days: the one of its note, and none where that is not clear of what
    is only told ("she can't come on Thursday, she comes on Friday").
    """
    days, meant = ({one.first for one in times.days} for times in (said, noted))
    if len(days) < SEVERAL or named.moment is not None:
        return named
    if len(meant) == 1 and meant <= days:
        return replace(named, day=min(meant))
    return Named() if tells else named


def points_back(sentence: str) -> bool:
    """Whether it has no words but those of asking: what it is about was said before ("don't let me forget it")."""
    return not content_words(sentence) - asking_words()


@cache
def asking_words() -> frozenset[str]:
    """Content words that stand in requests to be reminded and hardly elsewhere, by the examples of `errand`."""
    examples = load_question(ERRAND).fitted_to
    asked = [content_words(text) for text, option in examples if option == Errand.ASKS]
    others = [content_words(text) for text, option in examples if option != Errand.ASKS]
    in_asked, in_others = (Counter(word for words in texts for word in words) for texts in (asked, others))
    rate = OFTENER * len(asked) / len(others)
    return frozenset(
        word for word, count in in_asked.items() if count >= OFTEN and count > rate * (in_others[word] + 0.5)
    )


def telling_part(sentence: str) -> str:
    """The part of a sentence that tells most: "I see the dentist on Monday at nine, please remind me of that"."""
    parts = [one.strip() for one in _PARTS.split(sentence) if one.strip()]
    tells = {one: len(content_words(one) - asking_words()) for one in parts}
    best = max(parts, key=lambda one: tells[one], default=sentence)
    rest = sum(tells.values()) - tells.get(best, 0)
    return best.rstrip(".") if rest <= DEICTIC else sentence


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


def _is_said_by_them(step: Step) -> bool:
    return step.kind is StepKind.UTTERANCE
