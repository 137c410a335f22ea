"""A note for later, made of the sentence that asked for it or told of it: what there is to do, when, and how often.

The model writes what there is to do, and only in words that were said; the sentence itself tells when (`due.py`).
"""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import takewhile

from companion.rooms.due import (
    Named,
    after_midnight,
    interval_of,
    named_in,
    places_of,
    recurrence_of,
    times_of,
    without,
    without_time,
)
from engine.conversation import (
    ALONE,
    ANAPHORA,
    DAY_HALF,
    ERRAND,
    REMINDER_LEAD,
    Errand,
    between_commas,
    clauses,
    content_words,
    has_mark,
    is_said,
    reaches_past,
)
from engine.dates import DateSpan, Times
from engine.decisions import EVERY, TENSE, Decisions, load_question, message_in_context
from engine.intent import Intent, Recurrence, When
from engine.language import LanguageModel
from engine.telling_time import day_of_week
from engine.tongues import ENGLISH, language_of

REMINDER = "reminder"
"""The rewriting by which it is written what there is to do."""
AHEAD, EVENING = "Ahead", "Evening"
MOST_TOKENS = 40
NEAREST = 2
"""Things told before a sentence that say whom it means."""
MADE_UP = 0
"""Content words of a reminder that nobody said."""
DEICTIC = 3
"""Content words up to which a sentence may ask for a reminder of something that only was said before it."""
LOST = 1
"""Words of the sentence that a reminder may leave out where it takes others from before: its day, mostly."""
STANDS_ALONE = 0.85
"""Share of being of nothing that was said before from which a sentence takes no words of that: of 14 requests none that
points back has more than 0.76.
"""
OFTEN, OFTENER = 3, 4.0
"""Requests in which a word of asking stands at least, and how much oftener than in other messages."""
SEVERAL = 2


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


@dataclass(frozen=True, slots=True)
class _Meant:
    """What a `sentence` is about: the one that says what there is to do, the one that is `timed`, and what tells whom
    they mean. All of it may have been said before ("remind me of that").
    """

    sentence: str
    told: str
    timed: str
    nearest: tuple[str, ...]
    tells: bool


@dataclass(frozen=True, slots=True)
class ClockJudge:
    """What the model decides of a sentence with an hour, as `due.Judge` tells."""

    decisions: Decisions
    model: LanguageModel

    def is_ahead(self, sentence: str) -> bool:
        return self.decisions.decide(self.model, REMINDER_LEAD, sentence, hurried=True).option == AHEAD

    def is_evening(self, sentence: str) -> bool:
        return self.decisions.decide(self.model, DAY_HALF, sentence, hurried=True).option == EVENING


@dataclass(frozen=True, slots=True)
class NoteWriter:
    """Writes notes of the sentences of one message, with one model.

    `every_from` is the share from which something comes again.
    """

    heard: Heard
    model: LanguageModel
    decisions: Decisions
    intent: Intent
    every_from: float

    def written(self, sentence: str, *, tells: bool) -> Reminder:
        """The note of a sentence; `tells`: nobody asked to be reminded. Raises LanguageError."""
        meant = self._meant(sentence, tells=tells)
        again = self._comes_again(meant.timed)
        named = self._named(meant, again)
        note = self._to_do(meant)
        if again is None or not again.days:
            named = _of_one_day(named, self.heard.times(meant.timed), self.heard.times(note), tells=tells)
        # "Take out the bins every Tuesday" keeps its day: what comes again is for many.
        kept_beside = named if again is None else replace(named, day=None)
        text = without_time(note, kept_beside, self.heard.said_at, tells=tells)
        if named.of is not None and named.of not in {one.first for one in self.heard.times(text).days}:
            text = f"{text} ({day_of_week(named.of, language_of(sentence) or ENGLISH)})"
        due = self._when(named, again)
        if due is None and not tells:
            due = self._otherwise(meant, again, text)
        return Reminder(text[:1].upper() + text[1:], due, sentence, tells)

    def _meant(self, sentence: str, *, tells: bool) -> _Meant:
        """What was said before tells what a sentence means that has no words but those of asking."""
        heard = self.heard
        nearest, places = heard.nearest_to(sentence), heard.places(sentence)
        if not nearest or not points_back(without(sentence, places)):
            return _Meant(sentence, sentence, sentence, tuple(nearest), tells)
        before = [clause for one in nearest for clause in clauses(one)]
        told = next((one for one in reversed(before) if heard.places(one)), before[-1])
        return _Meant(sentence, told, sentence if places else told, (), tells)

    def _comes_again(self, sentence: str) -> Recurrence | None:
        """How soon it comes again, where it is for more than once: by the whole sentence, or the part with its time
        ("I take a tablet at eight, I mustn't forget, the doctor was quite stern with me").
        """
        interval = interval_of(sentence)
        if interval is not None and interval.count > 1:
            # Nothing is every other Saturday once.
            return recurrence_of(sentence, self.heard.said_at)
        parts = (part for part in between_commas(sentence) if self.heard.places(part))
        for text in dict.fromkeys((sentence, *parts)):
            share = self.decisions.decide(self.model, TENSE, text, hurried=True).shares[EVERY]
            if share >= self.every_from:
                return recurrence_of(sentence, self.heard.said_at)
        return None

    def _named(self, meant: _Meant, again: Recurrence | None) -> Named:
        """The day and hour that are named. A sentence that only was said before asked for nothing."""
        return named_in(
            meant.timed,
            self.heard.said_at,
            asking_words(),
            ClockJudge(self.decisions, self.model),
            tells=meant.tells or meant.timed is not meant.sentence,
            again=again,
        )

    def _to_do(self, meant: _Meant) -> str:
        """What is to be done, in words that were said: with whom it means where that was told before, else of the
        sentence alone.

        What is about something of before only is of a message that says no more than "remind me of that".
        """
        sentence, nearest = meant.told, meant.nearest
        said, own = content_words(" ".join((sentence, *nearest))), content_words(sentence)
        rewriter = self.decisions.rewriter(self.model, REMINDER)

        @cache
        def written(before: tuple[str, ...], text: str = sentence) -> str:
            lines = rewriter.write(message_in_context(text, before), MOST_TOKENS, hurried=True)
            return lines[0] if lines else ""

        def is_joined(told: AbstractSet[str]) -> bool:
            left_out = own - asking_words() - told
            # It takes the place of no word that stands in a note of the sentence alone.
            replaces = bool(left_out) and bool(left_out & content_words(written(())))
            return bool(told & (said - own)) and len(left_out) <= LOST and not replaces

        ways: list[tuple[str, ...]] = [nearest, ()] if nearest else [()]
        if reaches_past([written(nearest)], sentence, nearest):
            # "My boss shouted at me." – "At least I see my gran on Saturday." – "Remind me to bring her the pills".
            ways.insert(0, nearest[-1:])
        for before in ways:
            note = written(before)
            told = content_words(note)
            if before and told & (said - own) and self._stands_alone(sentence):
                continue
            fits = told & own if len(own) > DEICTIC else told & said
            is_of_it = fits and (not before or is_joined(told))
            if is_of_it and is_said(note, " ".join((sentence, *before)), MADE_UP):
                return note.rstrip(".")
        # A small model stumbles over a time in the midst of what is to be done ("erinner mich morgen um sieben an …").
        untimed = without(sentence, self.heard.places(sentence))
        note = written((), untimed) if untimed != sentence else ""
        if content_words(note) & own - asking_words() and is_said(note, untimed, MADE_UP):
            return note.rstrip(".")
        return telling_part(sentence)

    def _stands_alone(self, sentence: str) -> bool:
        """Whether it is of nobody and nothing that only was named before it."""
        shares = self.decisions.decide(self.model, ANAPHORA, sentence, hurried=True).shares
        return shares[ALONE] >= STANDS_ALONE

    def _when(self, named: Named, again: Recurrence | None) -> When | None:
        if named.day is None:
            return None
        when = When(day=named.day)
        if named.moment is not None:
            when = When(day=named.moment.date(), at=named.moment.time())
        if named.moment is not None and named.appointment:
            when = self.intent.appointment(named.moment, again=again is not None)
        return when if again is None else when.again(after_midnight(again, when.day))

    def _otherwise(self, meant: _Meant, again: Recurrence | None, text: str) -> When | None:
        """When that is due which was asked for and names no day: what comes again from today on, and what takes words
        from before on the day of those.
        """
        if again is not None:
            return When(day=self.heard.said_at.date()).again(again)
        return _said_before(self.heard, meant.timed, text, meant.nearest)


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
    if len(days) < SEVERAL or named.moment is not None or named.of is not None:
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
    parts = between_commas(sentence)
    tells = {one: len(content_words(one) - asking_words()) for one in parts}
    best = max(parts, key=lambda one: tells[one], default=sentence)
    rest = sum(tells.values()) - tells.get(best, 0)
    return best.rstrip(".") if rest <= DEICTIC else sentence
