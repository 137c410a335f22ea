"""The Conversation's view-model: its turns and what can be done with them. No Qt.

    QUEUED -> THINKING -> STREAMING -> DONE | STOPPED | INTERRUPTED
       |          |            |
       +----------+------------+-----> FAILED

One turn is answered at a time; what is sent meanwhile, or before the mind is ready, waits in its row as
QUEUED.
"""

import gc
from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise

from engine.conversation.records import Exchange, Recalled, Searched, TurnResult
from ui.conversation import operations
from ui.conversation.turns import PHASE_OF, Phase, Turn, turn_of
from ui.doors import Door, Fault, Loading
from ui.observable import Signal

PAGE = 60
STANDING = 1000
"""How many turns are read back before the collector is told that they stay."""


class Conversation:
    """Turns, oldest first, and the verbs of the place. `set_ready` says whether the mind can answer.

    `ready` is false only while something still loads; what is missing for good is told by the failed turn,
    with its remedy.
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self._turns: list[Turn] = []
        self._current: Turn | None = None
        self._queue: list[Turn] = []
        self._ready = False
        self._more = True
        self._unsettled = 0  # turns that were read back since the collector was told
        self._era = 0  # grows when all that was said is gone, with what was asked for before
        self.loading = Loading.IDLE
        self.fault: Fault | None = None
        self.inserted: Signal[[int, int]] = Signal()  # first row, count
        self.changed: Signal[[int]] = Signal()  # row
        self.progressed: Signal[[]] = Signal()  # busy, loading or fault may be new
        self.removed: Signal[[]] = Signal()  # rows are gone, all of them are to be read anew
        self.heard_of: Signal[[list[str]]] = Signal()  # loops that were answered or read back
        self.off_record = False
        self._going: set[Turn] = set()  # what is being taken back
        self.editing: Turn | None = None  # what is sent next takes the place of this one

    # Reading

    def __len__(self) -> int:
        return len(self._turns)

    def __getitem__(self, row: int) -> Turn:
        return self._turns[row]

    @property
    def current(self) -> Turn | None:
        """The turn being answered."""
        return self._current

    @property
    def busy(self) -> bool:
        return self._current is not None

    @property
    def waiting(self) -> int:
        """How many turns wait to be sent."""
        return len(self._queue)

    def first_of_day(self, row: int) -> bool:
        """Whether a day's separator stands above `row`."""
        return row == 0 or self._turns[row - 1].local_at.date() != self._turns[row].local_at.date()

    def last_row(self) -> int:
        return len(self._turns) - 1

    @property
    def has_earlier(self) -> bool:
        """Whether there may be turns before the first one here."""
        return self._more

    def loop_after(self, loop_id: str) -> str | None:
        """The loop of the next turn that is kept; None where none is."""
        kept = (turn.loop_id for turn in reversed(self._turns) if turn.loop_id and not turn.off_record)
        return next((after for after, before in pairwise(kept) if before == loop_id), None)

    def of_loops(self, loop_ids: Iterable[str]) -> list[Turn]:
        """The turns that were kept under these ids."""
        wanted = frozenset(loop_ids)
        kept = (turn for row in self._likely_rows() if (turn := self._turns[row]).loop_id in wanted)
        return list(islice(kept, len(wanted)))

    # History

    def load(self) -> None:
        """Read the latest page, or one page further back.

        Does nothing while one is being read or none is left.
        """
        if self.loading is Loading.LOADING or not self._more:
            return
        self.loading, self.fault = Loading.LOADING, None
        before = next((turn.loop_id for turn in self._turns if turn.loop_id), None)
        era = self._era

        def loaded(exchanges: list[Exchange]) -> None:
            if era == self._era:
                self._loaded(exchanges)

        operations.history(self._door, PAGE, before, loaded, self._not_loaded)
        self.progressed.emit()

    def _loaded(self, exchanges: list[Exchange]) -> None:
        self.loading = Loading.READY
        self._more = len(exchanges) >= PAGE
        # A page is older than all that is here, but for what was said while the first one was on its way.
        known = {turn.loop_id for turn in islice(self._turns, PAGE)}
        turns = [turn_of(exchange) for exchange in exchanges if exchange.loop_id not in known]
        self._turns[0:0] = turns
        self._let_stand(len(turns))
        if turns:
            self.inserted.emit(0, len(turns))
            self.heard_of.emit([turn.loop_id for turn in turns if turn.loop_id])
        self.progressed.emit()

    def _let_stand(self, count: int) -> None:
        """Turns that were read back stay: a full pass of the collector over 100,000 takes the main thread 200 ms."""
        self._unsettled += count
        if self._unsettled >= STANDING:
            self._unsettled = 0
            gc.collect(1)  # what is garbage by now would stay too
            gc.freeze()

    def _not_loaded(self, fault: Fault) -> None:
        self.loading, self.fault = Loading.FAILED, fault
        self.progressed.emit()

    def begin_anew(self) -> None:
        """Everything that was said is gone: show nothing of it, and read anew what there is."""
        self.stop()
        self._turns, self._queue, self._more, self.editing = [], [], True, None
        self._era += 1
        self.loading = Loading.IDLE
        self.removed.emit()
        self.load()

    # Speaking

    def set_ready(self, ready: bool) -> None:
        """Say whether the mind can answer; what waits is sent as soon as it can."""
        self._ready = ready
        self._send_next()

    def set_off_record(self, off_record: bool) -> None:
        """Say what follows off the record, or on it again: then all that was said so is gone, here too."""
        if off_record == self.off_record:
            return
        self.off_record = off_record
        if not off_record:
            self._leave_aside()
        self.progressed.emit()

    def _leave_aside(self) -> None:
        if any(turn.off_record for turn in self._turns):
            if self._current is not None and self._current.off_record:
                self.stop()
            self._queue = [turn for turn in self._queue if not turn.off_record]
            self._turns = [turn for turn in self._turns if not turn.off_record]
            operations.leave_aside(self._door)
            self.removed.emit()

    def edit(self, row: int) -> None:
        """What is sent next takes the place of `row`, where that can be; an answer that runs is stopped."""
        turn = self._turns[row]
        self.stop_turn(turn)
        self.editing = None if turn.off_record else turn
        self.progressed.emit()

    def give_up_editing(self) -> None:
        """What is sent next is said anew."""
        self.editing = None
        self.progressed.emit()

    def send(self, text: str, *, harder: bool = False, surface: str = "") -> None:
        """Say `text` now, or when its turn comes, in the place of what is edited. Blank text is nothing to say.

        `surface` is where it was said, empty for written here, which alone takes the place of something.
        """
        text = text.strip()
        if not text:
            return
        edited = None if surface else self.editing
        if edited is None:
            self._say(text, harder=harder, surface=surface)
            return
        self.editing = None
        if edited.replaceable and self._row_of(edited) is not None:
            self._replace(edited, text, harder=harder)
        else:
            self._say(text, harder=harder)
        self.progressed.emit()

    def _replace(self, turn: Turn, text: str, *, harder: bool) -> None:
        """Say `text`, once what was kept of `turn` is taken back; where that fails, nothing is said."""

        def taken_back() -> None:
            self._going.discard(turn)
            if self._row_of(turn) is None:  # all that was said is gone meanwhile
                return
            self._turns = [one for one in self._turns if one is not turn]
            self.removed.emit()
            self._say(text, harder=harder)

        def failed(fault: Fault) -> None:
            self._going.discard(turn)
            turn.remark = fault.words
            self.touch(turn)

        if turn in self._going:
            return
        self._going.add(turn)
        if turn.loop_id is None:
            taken_back()
        else:
            operations.take_back(self._door, turn.loop_id, taken_back, failed)

    def _say(self, text: str, *, harder: bool, surface: str = "") -> None:
        turn = Turn(text, off_record=self.off_record, harder=harder, surface=surface)
        self._turns.append(turn)
        self._queue.append(turn)
        self.inserted.emit(len(self._turns) - 1, 1)
        self._send_next()

    def draft(self, text: str, *, surface: str = "") -> None:
        """Say what is being typed, or said on that `surface`; it is not kept anywhere."""
        if self._ready:
            operations.draft(self._door, text, off_record=self.off_record, surface=surface)

    def stop(self) -> None:
        """Stop the running answer; without one, take back what waits."""
        if self._current is not None:
            operations.stop(self._door, lambda _: None)
            return
        waiting, self._queue = self._queue, []
        for turn in waiting:
            self._end(turn, Phase.STOPPED)
        self.progressed.emit()

    def stop_turn(self, turn: Turn) -> None:
        """Stop the answer to `turn`, or take it back where it waits; one that has ended stays as it is."""
        if turn is self._current:
            self.stop()
        elif turn in self._queue:
            self._queue.remove(turn)
            self._end(turn, Phase.STOPPED)
            self.progressed.emit()

    def retry(self, row: int) -> None:
        """Say the utterance of `row` again: in its own row if it was never heard, else as a new turn.

        A whole answer, poor as it may be, is taken back with its question: the new one stands in its place.
        """
        turn = self._turns[row]
        if not turn.can_retry:
            return
        if not turn.unanswered and turn.replaceable:
            self._replace(turn, turn.utterance, harder=turn.harder)
            return
        if turn.loop_id is not None:
            self._say(turn.utterance, harder=turn.harder)
            return
        turn.phase, turn.fault, turn.answer, turn.searches = Phase.QUEUED, None, "", ()
        self._queue.append(turn)
        self.touch(turn)
        self._send_next()

    def toggle_recalled(self, row: int) -> None:
        """Open or close what was recalled for `row`."""
        turn = self._turns[row]
        turn.expanded = bool(turn.recalled) and not turn.expanded
        self.touch(turn)

    def toggle_note(self, row: int) -> None:
        """Open or close what was noted of `row`."""
        turn = self._turns[row]
        turn.note_open = bool(turn.note) and not turn.note_open
        self.touch(turn)

    def _send_next(self) -> None:
        if self._ready and self._current is None and self._queue:
            turn = self._current = self._queue.pop(0)
            turn.phase = Phase.THINKING
            self.touch(turn)
            operations.say(
                self._door,
                turn.utterance,
                operations.Listener(
                    heard=lambda loop_id: self._heard(turn, loop_id),
                    searched=lambda searched: self._searched(turn, searched),
                    recalled=lambda recalled: self._recalled(turn, recalled),
                    text=lambda text: self._text(turn, text),
                ),
                success=lambda result: self._answered(turn, result),
                failure=lambda fault: self._failed(turn, fault),
                off_record=turn.off_record,
                harder=turn.harder,
                surface=turn.surface,
            )
        self.progressed.emit()

    def _heard(self, turn: Turn, loop_id: str) -> None:
        turn.loop_id = loop_id

    def _searched(self, turn: Turn, searched: Searched) -> None:
        turn.searches = (*turn.searches, searched)
        self.touch(turn)

    def _recalled(self, turn: Turn, recalled: tuple[Recalled, ...]) -> None:
        turn.recalled = recalled
        self.touch(turn)

    def _text(self, turn: Turn, text: str) -> None:
        first = turn.phase is Phase.THINKING
        turn.phase = Phase.STREAMING
        turn.append(text)
        self.touch(turn)
        if first:
            self.progressed.emit()

    def _answered(self, turn: Turn, result: TurnResult) -> None:
        turn.answer, turn.recalled, turn.loop_id = result.answer, result.recalled, result.loop_id
        turn.searches = result.searches
        self._end(turn, PHASE_OF[result.status])
        if not turn.off_record:
            self.heard_of.emit([result.loop_id])
        self._next_after(turn)

    def _failed(self, turn: Turn, fault: Fault) -> None:
        turn.fault = fault
        self._end(turn, Phase.FAILED)
        self._next_after(turn)

    def _next_after(self, turn: Turn) -> None:
        if self._current is turn:
            self._current = None
        self._send_next()

    def _end(self, turn: Turn, phase: Phase) -> None:
        turn.phase = phase
        self.touch(turn)

    def touch(self, turn: Turn) -> None:
        """Something that is shown of `turn` is new; one that is gone meanwhile is passed over."""
        row = self._row_of(turn)
        turn.revision += 1
        if row is not None:
            self.changed.emit(row)

    def _row_of(self, turn: Turn) -> int | None:
        return next((row for row in self._likely_rows() if self._turns[row] is turn), None)

    def _likely_rows(self) -> Iterator[int]:
        """All rows: first the last, then those just read back, which stand first. Nearly all changes are there."""
        last = max(0, len(self._turns) - PAGE)
        return chain(range(len(self._turns) - 1, last - 1, -1), range(last))
