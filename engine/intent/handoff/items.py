"""The book of items: added once, merged with what says the same, settled with evidence, opened again."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from engine.clock import Clock
from engine.ids import Refs, new_id
from engine.intent.errors import IntentMissingError, IntentMoveError
from engine.intent.handoff.carrying import carry
from engine.intent.handoff.lifecycle import Move, grounded, moved, repeats, same
from engine.intent.handoff.recurring import begun, is_same_recurrence, rolled
from engine.intent.records import NEVER, HandoffItem, ItemKind, ItemStatus, When
from engine.intent.store import IntentStore
from engine.intent.wording import wording
from engine.settings import IntentSettings
from engine.trail import Step, StepKind
from engine.vault import UnitOfWork
from engine.written import LONGEST, line

MOST_PROMISES = 4  # of one answer
LONGEST_QUOTE = 20  # words


class ItemBook:
    """Handoff items of one companion with one person. Every change needs the caller's unit of work."""

    def __init__(self, store: IntentStore, clock: Clock, settings: IntentSettings) -> None:
        self._store, self._clock, self._settings = store, clock, settings

    def all(self) -> list[HandoffItem]:
        """Every standing item in the order of making, settled ones too."""
        return self._today(self._store.all(HandoffItem))

    def open(self) -> list[HandoffItem]:
        """What is neither settled nor proposed as settled."""
        return self._today(self._store.all(HandoffItem, ItemStatus.OPEN.value))

    def dropped(self) -> list[HandoffItem]:
        """What the person did not want any more."""
        return self._store.all(HandoffItem, ItemStatus.DROPPED.value)

    def item(self, item_id: str) -> HandoffItem:
        """Raises IntentMissingError."""
        found = self._store.one(HandoffItem, item_id)
        if found is None:
            raise IntentMissingError("There is no such plan, reminder or promise.")
        (item,) = self._today([found])
        return item

    def add(
        self,
        unit: UnitOfWork,
        what: ItemKind,
        text: str,
        *,
        due: When | None = None,
        cites: Sequence[str] = (),
        within: Mapping[str, str] | None = None,
        first_seen: datetime | None = None,
        carried: int = 0,
    ) -> HandoffItem:
        """A new item, or the open one that says the same, which keeps its words and `first_seen`.

        `first_seen` and `carried` are those of a handoff that began elsewhere. Raises InvalidInputError for a text
        that is empty or too long.
        """
        wanted = line(text, "text")
        known = self._same(what, wanted, due)
        if known is None:
            new = self._new(what, wanted, due, cites)
            made = new.model_copy(update={"first_seen": first_seen or new.first_seen, "carried": carried})
        else:
            made = self._confirmed(unit, known, wanted, due, cites)
        self._store.put(unit, made, within)
        return made

    def absorb_promises(
        self, unit: UnitOfWork, promises: object, answer: Step, heard: str = ""
    ) -> list[HandoffItem]:
        """Keep what the companion promised in `answer`, citing it.

        `promises` is what a model wrote, so anything may stand there: what is no text, says what the answer's own
        words do not hold, or only repeats what the person said (`heard`), is passed over.
        """
        given = promises if isinstance(promises, list) else []
        texts = [
            text
            for text in given
            if isinstance(text, str) and self._is_said(text, answer) and not repeats(text, heard)
        ]
        ref, episode = f"step:{answer.id}", f"episode:{answer.episode_id}"
        return [
            self.add(unit, ItemKind.PROMISE, text, cites=(ref,), within={ref: episode})
            for text in texts[:MOST_PROMISES]
        ]

    def absorb_unanswered(self, unit: UnitOfWork, steps: Sequence[Step]) -> HandoffItem | None:
        """Keep what was said in a round that ended without an answer as unfinished, citing it."""
        said = [step for step in steps if step.kind is StepKind.UTTERANCE and step.withdrawn_at is None]
        if not said or any(step.kind is StepKind.ANSWER for step in steps):
            return None
        words, ref = said[0].text.split(), f"step:{said[0].id}"
        text = wording().handoff.unanswered.format(text=" ".join(words[:LONGEST_QUOTE])[: LONGEST // 2])
        within = {ref: f"episode:{said[0].episode_id}"}
        return self.add(unit, ItemKind.UNFINISHED, text, cites=(ref,), within=within)

    def move(
        self, unit: UnitOfWork, item_id: str, move: Move, evidence: Mapping[str, str] | None = None
    ) -> HandoffItem:
        """Settle or open an item; `evidence` are refs with the Episode of each. Raises IntentError."""
        shown = evidence or {}
        changed = moved(self.item(item_id), move, self._clock.now(), tuple(shown))
        if move is Move.UNDO:
            self._store.drop_evidence(unit, item_id)
        self._store.put(unit, changed, shown)
        return changed

    def change(
        self,
        unit: UnitOfWork,
        item_id: str,
        *,
        text: str | None = None,
        due: When | None = None,
        within: Mapping[str, str] | None = None,
    ) -> HandoffItem:
        """Word an open item anew, or give it a day and hour; None leaves the words, or takes the day away.

        What is put off counts as carried from that day on anew; what comes again goes on to be counted from the same
        day where nothing else is said of it. `within` are the refs of what says so, with the Episode of each: what was
        made of something said rests on them, too. Raises IntentError, InvalidInputError.
        """
        known = self.item(item_id)
        if known.status is not ItemStatus.OPEN:
            raise IntentMoveError(f"This is {known.status.value} already.")
        if known.when is not None and due == known.when.model_copy(update={"anchor": None}):
            due = known.when
        changes: dict[str, Any] = {"updated_at": self._clock.now(), **_fields(due)}
        if text is not None:
            changes["text"] = line(text, "text")
        if due is not None and due != known.when:
            changes["carried"] = 0
        if within and known.cites:
            changes["cites"] = tuple(dict.fromkeys((*known.cites, *within)))
        changed = known.model_copy(update=changes)
        self._store.put(unit, changed, within)
        return changed

    def rest_on(self, unit: UnitOfWork, refs: Refs, within: Mapping[str, str]) -> None:
        """Let open items that were made of `refs` rest on other refs, too: those of `within`, with the Episode of
        each.
        """
        for item in self.open():
            if refs & set(item.cites):
                cites = tuple(dict.fromkeys((*item.cites, *within)))
                self._store.put(unit, item.model_copy(update={"cites": cites}), within)

    def keep(self, unit: UnitOfWork, item_id: str, carried: int = 0) -> HandoffItem:
        """Go on with an open item as it is: it counts as carried from now on anew. Raises IntentError.

        Taken back, it counts as `carried` as often as before.
        """
        known = self.item(item_id)
        if known.status is not ItemStatus.OPEN:
            raise IntentMoveError(f"This is {known.status.value} already.")
        kept = known.model_copy(update={"carried": carried, "updated_at": self._clock.now()})
        self._store.put(unit, kept)
        return kept

    def carry(self, unit: UnitOfWork, day: date) -> list[HandoffItem]:
        """List every open item on `day`; returns them as they are then, first seen first."""
        listed = [carry(item, day) for item in self.open()]
        for item in listed:
            self._store.put(unit, item)
        return sorted(listed, key=lambda item: (item.first_seen, item.id))

    def surfaced(self, unit: UnitOfWork, item_ids: Iterable[str], day: date) -> None:
        """Note that items were brought up on `day`."""
        for item_id in item_ids:
            item = self._store.one(HandoffItem, item_id)
            if item is not None:
                self._store.put(unit, item.model_copy(update={"surfaced_on": day}))

    def _today(self, items: Iterable[HandoffItem]) -> list[HandoffItem]:
        """What comes again as it does next."""
        today = self._clock.local().date()
        return [rolled(item, today) for item in items]

    def _new(self, what: ItemKind, text: str, due: When | None, cites: Sequence[str]) -> HandoffItem:
        now = self._clock.now()
        return HandoffItem(
            id=new_id("h"),
            created_at=now,
            updated_at=now,
            cites=tuple(dict.fromkeys(cites)),
            what=what,
            text=text,
            first_seen=now,
            **_fields(due),
        )

    def _confirmed(
        self, unit: UnitOfWork, known: HandoffItem, text: str, due: When | None, cites: Sequence[str]
    ) -> HandoffItem:
        """What is said again rests on both; what a person writes down stands by itself from then on."""
        changes: dict[str, Any] = {"updated_at": self._clock.now(), **_fields(due or known.when)}
        if cites and known.cites:
            changes["cites"] = tuple(dict.fromkeys((*known.cites, *cites)))
        elif not cites:
            changes |= {"cites": (), "text": text}
            self._store.drop_citations(unit, known.id, known.cites)
        return known.model_copy(update=changes)

    def _same(self, what: ItemKind, text: str, due: When | None) -> HandoffItem | None:
        """What comes again is no other thing for another time: neither may take the other's place."""
        alike = (
            item
            for item in self.open()
            if item.what is what
            and (due is None or item.every is None or item.when is None or is_same_recurrence(item.when, due))
        )
        return next((item for item in alike if same(item.text, text, self._settings.same_words)), None)

    def _is_said(self, text: str, answer: Step) -> bool:
        fits = 0 < len(text.strip()) <= LONGEST
        return fits and grounded(text, answer.text) >= self._settings.promise_grounding


def _fields(when: When | None) -> dict[str, Any]:
    return NEVER if when is None else begun(when).fields
