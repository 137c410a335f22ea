"""The front of this room: what is open, what is due, what is not to be done again."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any

from engine.clock import Clock
from engine.embedding import Embedder
from engine.errors import InvalidInputError
from engine.events import EventBus
from engine.ids import NOTHING, Refs
from engine.intent.boot.greeter import Greeter, is_past
from engine.intent.boot.opening import chosen, opening
from engine.intent.corrections.book import CorrectionBook
from engine.intent.corrections.index import CorrectionIndex
from engine.intent.corrections.routing import route
from engine.intent.corrections.telling import at_length, fitting, in_brief, said
from engine.intent.events import HandoffWritten
from engine.intent.goals import GoalBook, is_stale
from engine.intent.handoff.carrying import is_late, is_overdue
from engine.intent.handoff.items import ItemBook
from engine.intent.handoff.lifecycle import Move, concerned, spoken_of
from engine.intent.handoff.writing import Feeling, Handoffs, document
from engine.intent.intention import IntentionBook
from engine.intent.keeping import Keeper
from engine.intent.offers import OfferBook
from engine.intent.quick import QuickBook
from engine.intent.records import (
    Goal,
    Greeting,
    HandoffItem,
    Intention,
    IntentionStatus,
    ItemKind,
    Kept,
    Routing,
    Said,
    When,
)
from engine.intent.store import IntentStore
from engine.intent.withdrawing import Withdrawing
from engine.intent.wording import wording
from engine.settings import IntentSettings
from engine.trail import LOCAL, EpisodeClosed, LoopStatus, Step, StepKind, StepRecorded, Trail
from engine.vault import UnitOfWork, Vault

Count = Callable[[str], int]
STEP = "step:"
EARLIER = 20  # Episodes that may lie between the last one with a handoff and now


class Intent:
    """What is open between one companion and one person. Implements `Personal` and `Own`; callable from any thread.

    It hears of Episodes and answers from `events`: a handoff is written when an Episode closes, and what stood in the
    prompt of a turn is counted when that turn is answered. Call `load` once after opening.
    """

    def __init__(
        self,
        vault: Vault,
        trail: Trail,
        embedder: Embedder | None,
        clock: Clock,
        events: EventBus,
        *,
        settings: IntentSettings,
        companion: str,
        person: str,
        zone: tzinfo | None = None,
    ) -> None:
        self._vault, self._trail, self._embedder = vault, trail, embedder
        self._clock, self._events, self._settings = clock, events, settings
        self._zone = zone
        store = IntentStore(vault, companion, person)
        index = CorrectionIndex(vault, store, embedder)
        self._keeper = keeper = Keeper(vault, store, clock, events)
        self.goals = GoalBook(keeper, settings)
        self.items = ItemBook(store, clock, settings)
        self.handoffs = Handoffs(vault, store, self.items, self._local_zone)
        self.corrections = CorrectionBook(keeper, index, settings)
        self.intentions = IntentionBook(keeper)
        self.quick = QuickBook(keeper)
        self.offers = OfferBook(keeper)
        self._greeter = Greeter(
            trail, self.goals, self.items, self.handoffs, self.intentions, self.quick, clock, settings
        )
        self._withdrawing = Withdrawing(vault, store, self.items, clock, index.take_out)
        self._opened: tuple[str, ...] = ()
        self._minded: dict[str, tuple[str, ...]] = {}
        events.subscribe(EpisodeClosed, self._on_closed)
        events.subscribe(StepRecorded, self._on_step)

    def load(self) -> None:
        """Write the handoff of an Episode whose process died between its end and that."""
        closed = next((one for one in self._trail.episodes(EARLIER) if is_past(one)), None)
        if closed is not None and self.handoffs.of(closed.id) is None:
            self._on_closed(EpisodeClosed(closed))

    def feel(self, feeling: Feeling) -> None:
        """Ask `feeling` for the line on mood and mode of each handoff."""
        self.handoffs.feeling = feeling

    def greeting(self) -> Greeting:
        """All that a greeting fits, as of now."""
        return self._greeter.greeting()

    @property
    def named(self) -> frozenset[str]:
        """The refs of what the opening that waits for its answer names."""
        return frozenset(f"{HandoffItem.kind}:{each}" for each in self._opened)

    def is_stale(self, goal: Goal) -> bool:
        """Whether nothing was done about an open goal for long ([E] §8.1)."""
        return is_stale(goal, self._clock.now(), self._settings)

    def is_overdue(self, item: HandoffItem) -> bool:
        """Whether an item was carried too often ([E] §5.2), or its hour is over."""
        return is_overdue(item, self._settings) or is_late(item, self._clock.local())

    def appointment(self, at: datetime, *, again: bool = False) -> When:
        """When what one has to be at at `at`, of the person's own time without a zone, is due: told of before it.

        Of what is nearer than that, and does not come `again`, half of the time is left for getting there.
        """
        lead = timedelta(minutes=self._settings.appointment_minutes)
        if not again:
            left = max(timedelta(0), at - self._clock.local().replace(tzinfo=None))
            lead = min(lead, left / 2)
        minutes = int(lead / timedelta(minutes=1))
        return When(day=at.date(), at=at.time(), lead_minutes=minutes)

    def export_markdown(self, hidden: Refs = NOTHING) -> Iterator[tuple[str, str]]:
        """What is open and does not rest on `hidden` as files, by the names of [E] §11.2; empty ones are left out."""
        latest = self.handoffs.latest()
        kept = {
            "elara-handoff.json": None if latest is None else document(latest.without(hidden)),
            "elara-corrections.json": _dumped(self.corrections.all(), hidden),
            "goals.json": _dumped(self.goals.all(), hidden),
            "handoff-items.json": _dumped(self.items.all(), hidden),
            "intentions.json": _dumped(self.intentions.all(), hidden),
            "offers.json": _dumped(self.offers.all(), hidden),
        }
        for name, value in kept.items():
            if value:
                yield f"intent/{name}", json.dumps(value, ensure_ascii=False, indent=1) + "\n"

    # What is written by hand

    def note_item(self, what: ItemKind, text: str, due: When | None = None) -> HandoffItem:
        """A plan, reminder, promise or unfinished thing that the person writes down. Raises InvalidInputError."""
        with self._vault.unit() as unit:
            item = self.items.add(unit, what, text, due=due)
            unit.commit()
        self._keeper.tell(item)
        return item

    def change_item(
        self, item_id: str, *, text: str | None = None, due: When | None = None, said: Step | None = None
    ) -> HandoffItem:
        """The person words an open item anew, or puts it off, by what they `said`. Raises IntentError,
        InvalidInputError.
        """
        within = _shown_by(() if said is None else (said,))
        with self._vault.unit() as unit:
            item = self.items.change(unit, item_id, text=text, due=due, within=within)
            unit.commit()
        self._keeper.tell(item)
        return item

    def keep_item(self, item_id: str, carried: int = 0) -> HandoffItem:
        """The person goes on with an open item for which there is no day; see `HandoffItems.keep`."""
        with self._vault.unit() as unit:
            item = self.items.keep(unit, item_id, carried)
            unit.commit()
        self._keeper.tell(item)
        return item

    def note_said(self, what: ItemKind, text: str, said: Step, due: When | None = None) -> HandoffItem:
        """What `said` asks for; it goes with that Step. Raises InvalidInputError."""
        ref = f"{STEP}{said.id}"
        with self._vault.unit() as unit:
            within = {ref: f"episode:{said.episode_id}"}
            item = self.items.add(unit, what, text, due=due, cites=(ref,), within=within)
            unit.commit()
        self._keeper.tell(item)
        return item

    def rest_on(self, unit: UnitOfWork, refs: Refs, said: Step) -> None:
        """Let what is open and was made of `refs` rest on `said`, too: it stays where those are withdrawn."""
        self.items.rest_on(unit, refs, _shown_by((said,)))

    def save_handoff(
        self, texts: Mapping[ItemKind, list[str]], began: Mapping[str, tuple[datetime, int]] | None = None
    ) -> list[HandoffItem]:
        """Merge items by kind into what is open; what is left out stays open.

        `began` says by its text since when an item is open, and how often it was carried. Raises InvalidInputError.
        """
        since = began or {}
        with self._vault.unit() as unit:
            merged = []
            for what, given in texts.items():
                for text in given:
                    first, carried = since.get(text, (None, 0))
                    merged.append(self.items.add(unit, what, text, first_seen=first, carried=carried))
            unit.commit()
        self._keeper.tell(*merged)
        return merged

    def fulfil(self, item_id: str, said: Step | None = None) -> HandoffItem:
        """The person says that it is done; what they `said` is its evidence. Raises IntentError."""
        return self._moved(item_id, Move.FULFIL, _shown_by(() if said is None else (said,)))

    def drop(self, item_id: str) -> HandoffItem:
        """The person does not want it any more. Raises IntentError."""
        return self._moved(item_id, Move.DROP)

    def reopen(self, item_id: str) -> HandoffItem:
        """Undo a settlement, also a proposed one. Raises IntentError."""
        return self._moved(item_id, Move.UNDO)

    def route_correction(self, text: str) -> Routing:
        """Whether "correct this" is about the person or about what the companion did: a proposal."""
        if not text.strip():
            raise InvalidInputError("text", "is empty")
        return route(text, self._embedder)

    # What a turn absorbs and reads

    def absorb_promises(
        self, unit: UnitOfWork, promises: object, answer: Step | None, heard: str = ""
    ) -> list[HandoffItem]:
        """Keep what the companion promised in `answer` (the reflect field `promises`); nothing without one.

        What only repeats the person's own words, `heard`, is no promise.
        """
        return [] if answer is None else self.items.absorb_promises(unit, promises, answer, heard)

    def fulfillable(self, exchange: Sequence[Step]) -> tuple[str, ...]:
        """What an exchange (utterance and answer) is about of what is open: the choices of the field `fulfilled`."""
        return tuple(concerned(self._settleable(), exchange, self._settings.promise_grounding))

    def spoken_of(self, said: str, until: date) -> dict[str, HandoffItem]:
        """What may be settled and has a word of what was said, by labels that `absorb_fulfilled` takes.

        What comes again is only there where it is due `until` a day: done on today's, it goes on to the next.
        """
        again = [item for item in self.items.open() if item.every and item.due and item.due <= until]
        return spoken_of([*self._settleable(), *again], said)

    def absorb_fulfilled(
        self, unit: UnitOfWork, labels: object, exchange: Sequence[Step]
    ) -> list[HandoffItem]:
        """Propose as fulfilled what the model names of what the exchange speaks of, which is the evidence."""
        known = concerned(self._settleable(), exchange)
        named = [known[each] for each in dict.fromkeys(_texts(labels)) if each in known]
        return [self.items.move(unit, item.id, Move.PROPOSE, _shown_by(exchange)) for item in named]

    def opening(self, count: Count) -> Said:
        """How to meet again and what is due, for the opening of an Episode."""
        greeting = self.greeting()
        told = opening(greeting, self._settings, count)
        named = {each.ref for each in chosen(greeting, self._settings)} & set(told.cites)
        self._opened = tuple(ref.removeprefix(f"{HandoffItem.kind}:") for ref in sorted(named))
        return told

    def standing(self, count: Count) -> Said:
        """The corrections most in use and the intention, for the stable part."""
        heading, budget = wording().corrections.heading, self._settings.boot_tokens
        intention = self.intentions.current()
        line = _intended(intention)
        left = budget - count(line)
        listed = said(heading, fitting(heading, self.corrections.all(), left, count, at_length))
        cites = (*listed.cites, intention.ref) if intention is not None and line else listed.cites
        text = "\n".join(part for part in (listed.text, line) if part)
        return Said(text=text, cites=cites) if count(text) <= budget else Said()

    def minding(self, utterance: Step | None, count: Count) -> Said:
        """The corrections that what is said now calls for, for the turn's block; none while it is typed."""
        if utterance is None:
            return Said()
        heading = wording().corrections.matched
        matched = [each.correction for each in self.corrections.match(utterance.text)]
        told = fitting(heading, matched, self._settings.matched_tokens, count, in_brief)
        self._minded = {utterance.loop_id: tuple(each.id for each, _ in told)} if told else {}
        return said(heading, told)

    # Derived

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Hide what stands on `refs` alone: promises go with the answers that they were made in."""
        return self._withdrawing.withdraw(unit, refs)

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let stand again what was hidden for `refs` alone."""
        return self._withdrawing.restore(unit, refs)

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete for good what was made from `refs`, with its words."""
        return self._withdrawing.erase(unit, refs)

    def citing(self, refs: Refs) -> Refs:
        """What `withdraw` or `erase` would reach. Writes nothing."""
        return self._withdrawing.citing(refs)

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> Refs:
        """Delete everything that is open with this person, or another one; returns the refs that went."""
        return self._withdrawing.forget_person(unit, person)

    def holdings(self, person: str | None = None) -> Refs:
        """The refs of all that `forget_person` would delete, hidden things included."""
        return self._withdrawing.holdings(person)

    def forget_companion(self, unit: UnitOfWork, companion: str) -> Refs:
        """Leave out how a companion felt as times together ended; what is open is the person's, and stays."""
        self._keeper.store.forget_feelings(unit, self._trail.of_companion(companion)[0])
        return NOTHING

    def kept_by(self, _companion: str) -> Refs:
        """Nothing: what is open is the person's."""
        return NOTHING

    def _settleable(self) -> list[HandoffItem]:
        """What is open and does not come again."""
        return [item for item in self.items.open() if item.every is None]

    def _moved(self, item_id: str, move: Move, shown: Mapping[str, str] | None = None) -> HandoffItem:
        with self._vault.unit() as unit:
            item = self.items.move(unit, item_id, move, shown)
            unit.commit()
        self._keeper.tell(item)
        return item

    def _on_closed(self, event: EpisodeClosed) -> None:
        if event.episode.origin == LOCAL:
            self._absorb_lost(event.episode.id)
            self.handoffs.write(event.episode)
            self._events.publish(HandoffWritten(event.episode.id))

    def _absorb_lost(self, episode_id: str) -> None:
        """What the Episode's last round left unanswered is unfinished."""
        last = next((loop for loop in self._trail.loops(EARLIER) if loop.episode_id == episode_id), None)
        if last is not None and last.status is LoopStatus.INTERRUPTED:
            with self._vault.unit() as unit:
                self.items.absorb_unanswered(unit, self._trail.steps_of(last.id))
                unit.commit()

    def _on_step(self, event: StepRecorded) -> None:
        """What stood before the model was read: count it once."""
        if event.step.kind is not StepKind.ANSWER:
            return
        opened, self._opened = self._opened, ()
        minded = self._minded.pop(event.step.loop_id, ())
        if not opened and not minded:
            return
        with self._vault.unit() as unit:
            self.items.surfaced(unit, opened, self._clock.local().date())
            self.corrections.activate(unit, minded, f"step:{event.step.id}")
            unit.commit()

    def _local_zone(self) -> tzinfo:
        return self._zone or self._clock.local().tzinfo or UTC


def _dumped(records: Sequence[Kept], hidden: Refs) -> list[dict[str, Any]]:
    return [record.model_dump(mode="json") for record in records if record.may_be_told(hidden)]


def _texts(given: object) -> list[str]:
    """The texts in what a model wrote."""
    return [each for each in given if isinstance(each, str)] if isinstance(given, list) else []


def _shown_by(steps: Sequence[Step]) -> dict[str, str]:
    """The refs of `steps`, which show that something is settled, with the Episode of each."""
    return {f"{STEP}{step.id}": f"episode:{step.episode_id}" for step in steps}


def _intended(intention: Intention | None) -> str:
    if intention is None or intention.status is IntentionStatus.REFLECTED:
        return ""
    return wording().intention.line.format(what=intention.what.rstrip("."))
