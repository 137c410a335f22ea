"""What becomes of open things by what the person says: what is done or is to go is settled at once, what else is off is
put to them.

The decision `todo_status` reads one thing to do beside one thing that was said. What surely is done is fulfilled before
the answer, which says so; it can be opened again. What surely was moved is due when the message says ("they've put the
exam off to the 16th"), before what is known is put right: it rests on what was said last of it, and does not go with
what was said wrongly. What is over in any way goes where they say so ("the flour man's sorted, drop that"). What else
seems done, or is called off or put off to no known day, the reflection only proposes as settled.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from companion.rooms.due import Judge, moved_again, moved_to, places_of, times_of
from engine.conversation import (
    FORGETS,
    UPDATE_WANTED,
    ConversationRoom,
    Deed,
    PutRight,
    TurnFacts,
    clauses,
    content_words,
    has_mark,
    own_words,
    points_by_time,
)
from engine.dates import HALF, find_hours
from engine.decisions import EVERY, TENSE, TODO_STATUS, with_todo
from engine.errors import NotFoundError
from engine.intent import HandoffItem, Intent, IntentMoveError, ItemKind, When
from engine.language import LanguageModel, Scoring
from engine.search import stems
from engine.settings import IntentSettings
from engine.telling_time import day_of_week
from engine.tongues import ENGLISH, language_of, languages_of
from engine.trail import Step
from engine.vault import UnitOfWork

STEP = "step:"
DONE, OFF, MOVED, OPEN = "Done", "Off", "Moved", "Open"
FULFILLED, DROPPED, POSTPONED = "fulfilled", "dropped", "postponed"
MOST_SETTLED, MOST_SPOKEN_OF = 2, 3
MAY_BE_MOVED = 0.2
"""Share of being moved from which being off counts for it, too, where another day is named."""
BEFORE = 6
"""Utterances and answers before a message that may name what it only points to."""
THEIRS = frozenset({ItemKind.PLAN, ItemKind.REMINDER})
"""What the person has to do: what the companion promised or left unfinished is not theirs."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """An open thing, the ways in which it is put, and what was said of it.

    `whole` is the message around words that only point to it by a time: it says who "she lands on Friday" is.
    """

    item: HandoffItem
    ways: tuple[str, ...]
    said: tuple[str, ...]
    whole: str = ""


class Settling:
    """Finds what a message speaks of, and decides with a model what has become of it.

    Models under `judge_parameters` are not asked. Reads on the engine's thread, decides where the model is.
    """

    def __init__(self, intent: Intent, conversation: ConversationRoom, settings: IntentSettings) -> None:
        self._intent, self._conversation, self._settings = intent, conversation, settings

    def spoken_of(self, text: str, *, is_due: bool = True) -> dict[str, Spoken]:
        """What is theirs to do and has a word of what `text` tells, those with the most first, by its label.

        What comes again is there once its day has come (`is_due`), or always.
        """
        told = [one for one in clauses(own_words(text)) if not has_mark(one)]
        until = self._conversation.clock.local().date() if is_due else date.max
        found = [
            (label, item)
            for label, item in self._intent.spoken_of(" ".join(told), until).items()
            if item.what in THEIRS
        ]
        return {
            label: self.spoken(item, said)
            for label, item in found[:MOST_SPOKEN_OF]
            if (said := [one for one in told if content_words(item.text) & content_words(one)])
        }

    def spoken(self, item: HandoffItem, said: Sequence[str]) -> Spoken:
        """`item` as it is held against what was said of it."""
        return Spoken(item, self._ways(item), tuple(said))

    def status(
        self, model: LanguageModel, spoken: Spoken, *, hurried: bool = False
    ) -> tuple[dict[str, float], str]:
        """The shares of what has become of it, by what tells most surely that it is not open, and the clause that does.

        Raises LanguageError.
        """
        decisions = self._conversation.decisions

        def shares(way: str, said: str) -> dict[str, float]:
            text = with_todo(way, spoken.whole or said)
            return dict(decisions.decide(model, TODO_STATUS, text, hurried=hurried).shares)

        decided = [(shares(way, said), said) for said in spoken.said for way in spoken.ways]
        return min(decided, key=lambda one: one[0][OPEN], default=({OPEN: 1.0}, ""))

    def can_decide(self, model: LanguageModel) -> bool:
        """Whether `model` is large enough to be asked."""
        least = self._conversation.settings.recall.judge_parameters
        return isinstance(model, Scoring) and model.info.parameters >= least

    def settled(self, model: LanguageModel, words: str) -> list[str] | None:
        """The labels of what is over by `words`: done, called off, or put off to no day that they name. They are asked
        before it counts.
        """
        if not self.can_decide(model):
            return None
        over = [
            label
            for label, one in self.spoken_of(words).items()
            if one.item.every is None and self._is_over(*self.status(model, one))
        ]
        return over[:MOST_SETTLED] or None

    def comes_again(self, model: LanguageModel, said: str) -> bool:
        """Whether what is `said` is of more than once. Raises LanguageError."""
        shares = self._conversation.decisions.decide(model, TENSE, said, hurried=True).shares
        return shares[EVERY] >= self._conversation.settings.governing.every_from

    def is_to_go(self, model: LanguageModel, said: str) -> bool:
        """Whether it is `said` that something is not to be kept any more. Raises LanguageError."""
        decisions = self._conversation.decisions
        return decisions.decide(model, UPDATE_WANTED, said, hurried=True).option == FORGETS

    def _is_over(self, shares: Mapping[str, float], said: str) -> bool:
        moved = shares.get(MOVED, 0.0) if places_of(said, self._conversation.clock.local()) else 0.0
        return 1 - shares[OPEN] - moved >= self._settings.settled_from

    def _ways(self, item: HandoffItem) -> tuple[str, ...]:
        """As it is noted, and the sentence that it was made of: the note leaves out the verb."""
        cited = [ref.removeprefix(STEP) for ref in item.cites if ref.startswith(STEP)][:1]
        noted = content_words(item.text)
        said: list[str] = []
        for step_id in cited:
            with suppress(NotFoundError):
                step = self._conversation.trail.step(step_id)
                said += clauses(own_words(step.text)) if step.withdrawn_at is None else ()
        return with_day(item), *sorted(said, key=lambda one: -len(noted & content_words(one)))[:1]


class Settlements:
    """The doer that settles at once what the person says is over: of one `kind`, what is done (`FULFILLED`) or what is
    to go (`DROPPED`).
    """

    def __init__(self, intent: Intent, settling: Settling, settings: IntentSettings, kind: str) -> None:
        self._intent, self._settling, self._settings, self._kind = intent, settling, settings, kind

    @property
    def name(self) -> str:
        """For the log; never what was said."""
        return f"what is {self._kind}"

    def listen(self, facts: TurnFacts) -> tuple[Spoken, ...] | None:
        """What the message speaks of."""
        return tuple(self._settling.spoken_of(facts.utterance.text).values()) or None

    def decide(self, model: LanguageModel, heard: Sequence[Spoken]) -> tuple[Spoken, ...] | None:
        """What of it surely is of this kind. Raises LanguageError."""
        if not self._settling.can_decide(model):
            return None
        return tuple(one for one in heard if self._becomes(model, one) == self._kind)[:MOST_SETTLED] or None

    def _becomes(self, model: LanguageModel, spoken: Spoken) -> str:
        """What becomes of it before the answer; "" for nothing."""
        shares, said = self._settling.status(model, spoken, hurried=True)
        least, done, off = self._settings.fulfilled_from, shares.get(DONE, 0.0), shares.get(OFF, 0.0)
        if done >= least:
            return FULFILLED
        if done + off < least or not self._settling.is_to_go(model, said):
            return ""
        return FULFILLED if done >= off else DROPPED

    def do(self, facts: TurnFacts, heard: Sequence[Spoken], decided: Sequence[Spoken]) -> Deed | None:
        """Settle it; of what is done, what was said is the evidence."""
        is_done = self._kind == FULFILLED
        settled: list[HandoffItem] = []
        for one in decided:
            with suppress(IntentMoveError, NotFoundError):
                settled.append(
                    self._intent.fulfil(one.item.id, facts.utterance)
                    if is_done
                    else self._intent.drop(one.item.id)
                )
        if not settled:
            return None
        texts = [item.text.rstrip(".!") for item in settled]
        whole = set(clauses(facts.utterance.text)) <= {each for one in decided for each in one.said}
        told = "ticked off" if is_done else "dropped"
        return Deed(
            self._kind,
            "\n".join(f"[Done: {told}: {text}.]" for text in texts),
            "; ".join(texts),
            cites=tuple(item.ref for item in settled),
            settles=whole,
            closes=not whole,
            gladdens=is_done,
        )


@dataclass(frozen=True, slots=True)
class Postponed:
    """Something to do that is `due` at another time by a `quote` of the message."""

    item: HandoffItem
    due: When
    quote: str


class Postponements:
    """The doer that moves what the person says is at another time; `judge` tells of an hour what it does not say.

    What comes again every week is on another weekday from then on, or once where only that is said.
    """

    name = "postponements"

    def __init__(
        self,
        intent: Intent,
        conversation: ConversationRoom,
        settling: Settling,
        settings: IntentSettings,
        judge: Callable[[LanguageModel], Judge],
    ) -> None:
        self._intent, self._conversation, self._settling = intent, conversation, settling
        self._settings, self._judge = settings, judge

    def listen(self, facts: TurnFacts) -> tuple[Spoken, ...] | None:
        """What has a word of a clause that names a time, or is pointed to by one."""
        said_at = self._conversation.clock.local()
        named = self._settling.spoken_of(facts.utterance.text, is_due=False).values()
        dated = [
            replace(one, said=tuple(each for each in one.said if places_of(each, said_at)))
            for one in named
            if one.item.due is not None
        ]
        found = tuple(one for one in dated if one.said)
        return found or tuple(self._pointed_to(facts.utterance, said_at)) or None

    def decide(self, model: LanguageModel, heard: Sequence[Spoken]) -> Postponed | None:
        """What of it surely was moved, and to when. Raises LanguageError."""
        if not self._settling.can_decide(model):
            return None
        said_at = self._conversation.clock.local()
        for one in heard:
            shares, quote = self._settling.status(model, one, hurried=True)
            if one.item.when is None or not self._is_moved(shares):
                continue
            if one.item.every is None:
                due = self._moved(one.item, one.item.when, quote, said_at, self._judge(model))
            else:
                every = self._settling.comes_again(model, quote)
                due = moved_again(quote, one.item.when, said_at, every=every)
            if due is not None:
                return Postponed(one.item, due, quote)
        return None

    def _is_moved(self, shares: Mapping[str, float]) -> bool:
        """Whether it is: what is no more on its day, and may be on the one that is named ("she can't on Sunday, she
        comes on Saturday"), is not called off.
        """
        moved, off = shares.get(MOVED, 0.0), shares.get(OFF, 0.0)
        return moved + (off if moved >= MAY_BE_MOVED else 0.0) >= self._settings.moved_from

    def do(self, facts: TurnFacts, heard: Sequence[Spoken], decided: Postponed) -> Deed | None:
        """Move it; what was said of it rests on the message from then on, too."""
        item, due, said_at = decided.item, decided.due, self._conversation.clock.local()
        ahead = ahead_of_it(item, said_at)
        text = on_another_day(item.text, item.due and item.due + ahead, due.day + ahead, said_at)
        if item.when is not None and due.at != item.when.at:
            text = at_another_hour(text, item.when, decided.quote)
        with suppress(IntentMoveError, NotFoundError):
            moved = self._intent.change_item(item.id, text=text, due=due, said=facts.utterance)
            return Deed(
                POSTPONED,
                "",
                moved.text.rstrip(".!"),
                due.day if due.at is None else datetime.combine(due.day, due.at),
                told_on=said_at.date(),
                every="" if due.anchor is not None else moved.every or "",
                cites=(moved.ref,),
                settles=False,
                closes=True,
                dates=(decided.quote,),
            )
        return None

    @staticmethod
    def _moved(item: HandoffItem, known: When, quote: str, said_at: datetime, judge: Judge) -> When | None:
        """When it is due since the message; what is due some days before what was moved stays so long before it."""
        ahead = ahead_of_it(item, said_at)
        if not ahead:
            return moved_to(quote, known, said_at, judge)
        moved = moved_to(quote, known.model_copy(update={"day": known.day + ahead}), said_at, judge)
        day = known.day if moved is None else moved.day - ahead
        return known.model_copy(update={"day": day}) if day != known.day and day >= said_at.date() else None

    def _pointed_to(self, utterance: Step, said_at: datetime) -> Iterator[Spoken]:
        """What is due on a day, where a clause says little more than a time: of what was spoken of before, else the
        only one that there is.
        """
        said = [
            clause
            for clause in clauses(own_words(utterance.text))
            if not has_mark(clause) and points_by_time(clause, said_at)
        ]
        dated = [one for one in self._intent.items.open() if one.what in THEIRS and one.due]
        if not said or not dated:
            return
        meant = [one for one in dated if content_words(one.text) & content_words(" ".join(said))]
        if not meant:
            before = self._conversation.trail.spoken_before(utterance, BEFORE)
            spoken = set(stems(" ".join(step.text for step in before)))
            meant = [one for one in dated if len(dated) == 1 or spoken & set(stems(one.text))]
        for item in meant[-MOST_SPOKEN_OF:]:
            yield replace(
                self._settling.spoken(item, said), whole=" ".join(own_words(utterance.text).split())
            )


def follow_correction(intent: Intent, _unit: UnitOfWork, change: PutRight) -> None:
    """What is to do and rests on what was said last is due on the new day, where the note that was put right names
    another than it did ("I must be there on Saturday now"). Within the unit of that change.
    """
    said_at = change.said.said_at
    days = {one.first for one in times_of(change.text, said_at).days if one.first == one.last}
    if len(days) != 1 or (day := min(days)) < said_at.date():
        return
    for item in intent.items.open():
        if item.when is None or item.every is not None or f"{STEP}{change.said.id}" not in item.cites:
            continue
        ahead = ahead_of_it(item, said_at)
        was = {one.first for one in times_of(change.known, item.created_at.astimezone(said_at.tzinfo)).days}
        if item.when.day + ahead in was - days:
            text = on_another_day(item.text, item.when.day + ahead, day, said_at)
            due = item.when.model_copy(update={"day": day - ahead})
            intent.change_item(item.id, text=text, due=due, said=change.said)


def ahead_of_it(item: HandoffItem, said_at: datetime) -> timedelta:
    """How long before the day that its text names it is due ("the day before"); none for most."""
    days = [one.first for one in times_of(item.text, said_at).days if one.first == one.last]
    later = [day - item.due for day in days if item.due is not None and day > item.due]
    return later[0] if len(later) == 1 else timedelta()


def on_another_day(text: str, known: date | None, day: date, said_at: datetime) -> str:
    """`text` with `day` where it names the `known` one."""
    for one in reversed(times_of(text, said_at).days):
        if one.first == one.last == known:
            text = text[: one.start] + day_of_week(day, language_of(text) or ENGLISH) + text[one.end :]
    return text


def at_another_hour(text: str, known: When, quote: str) -> str:
    """`text` with the one hour of the `quote` where it names the `known` one, in whichever half of the day."""
    named = find_hours(quote, languages_of(quote))
    if known.at is None or len(named) != 1:
        return text
    was = datetime.combine(known.day, known.at)
    for one in reversed(find_hours(text, languages_of(text))):
        if one.after is None and not (datetime.combine(known.day, one.at) - was) % HALF:
            text = text[: one.start] + quote[named[0].start : named[0].end] + text[one.end :]
    return text


def with_day(item: HandoffItem) -> str:
    """What is to do, with its day and hour: `Order the candles (Friday 4 December 2026, 17:00)`."""
    if item.due is None:
        return item.text
    # An appointment says its hour itself.
    is_told = item.due_time is None or bool(item.lead_minutes and find_hours(item.text))
    at = "" if is_told else f", {item.due_time:%H:%M}"
    return f"{item.text.rstrip('.')} ({day_of_week(item.due, language_of(item.text) or ENGLISH)}{at})"
