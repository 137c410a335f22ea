"""One turn as a state machine that never waits for a token (`docs/architecture.md`, "The life of a turn").

    heard → (governed) → (searched) → prepared → answered
       └────────────────────┴──────────┴──── failed

Whoever drives it runs `hear`, `govern`, `governed`, `recall`, `judged`, `searched`, `prepare`, `finish` and
`fail` on the engine's thread and the generation wherever the model lives.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.clock import timed
from engine.conversation.answering.approach import Approach
from engine.conversation.answering.asked import ABOUT, About
from engine.conversation.answering.reactions import first_words
from engine.conversation.answering.superseding import Change
from engine.conversation.asking import ASKED
from engine.conversation.deeds import Deed, Doer
from engine.conversation.errors import EmptyUtteranceError, NoModelError, TurnOrderError
from engine.conversation.history import as_recalled, as_search, recall_details
from engine.conversation.prompting.exchanges import answered
from engine.conversation.reconstruction import Context, usual_level
from engine.conversation.reconstruction.searching import Call
from engine.conversation.records import Recalled, Timings, TurnResult, TurnState, TurnStatus
from engine.conversation.registry import TurnFacts
from engine.errors import spare
from engine.language import (
    Finish,
    GenerationRequest,
    GenerationResult,
    Place,
    Segment,
    context_hash,
)
from engine.person import Question
from engine.tongues import spoken_language, unshouted
from engine.trail import Loop, LoopStatus, Step, StepKind

if TYPE_CHECKING:
    from engine.conversation.room import ConversationRoom

REMEMBERED_FOR_LANGUAGE = 4
"""Utterances before a message that say in which language it is, where it is too short to."""


@dataclass
class Turn:
    """One utterance, its answer, and what the companion makes of it."""

    room: "ConversationRoom"
    text: str
    surface: str
    owner: str
    level: int | None = None
    state: TurnState = TurnState.NEW
    recalled: tuple[Recalled, ...] = ()
    stages: dict[str, float] = field(default_factory=dict)
    approach: Approach = field(init=False)
    """What is known of the message, and how it is answered by that."""
    _loop: Loop | None = None
    _answer: Step | None = None
    _context_hash: str = ""
    _read: tuple[Segment, ...] = ()
    _question: Question | None = None
    _closing: str = ""
    _began: float = 0.0
    unread: GenerationRequest | None = None
    """What the conversation has not read of a message that was answered without it."""

    def __post_init__(self) -> None:
        self.approach = Approach(self.room, unshouted(self.text))

    @property
    def loop_id(self) -> str:
        return self._facts().loop.id

    @property
    def episode_id(self) -> str:
        return self._facts().loop.episode_id

    def hear(self) -> None:
        """Commit the utterance as a Step before anything else happens.

        Raises EmptyUtteranceError for blanks; nothing is recorded then.
        """
        self._expect(TurnState.NEW)
        if not self.text.strip():
            raise EmptyUtteranceError("There is nothing to answer.")
        self._began = self.room.clock.monotonic()
        with self._timed("hear"):
            trail = self.room.trail
            before = trail.recent_steps(REMEMBERED_FOR_LANGUAGE, kinds=(StepKind.UTTERANCE,))
            self.approach.language = spoken_language(self.text, [step.text for step in before], first_words())
            self._loop = trail.open_loop(self.surface, self.owner, "utterance")
            self.approach.utterance = trail.record(
                self._loop,
                StepKind.UTTERANCE,
                self.text.strip(),
                self.room.person_speaker,
                mood=self.room.registry.mood,
            )
            if self.room.asker is not None:
                spare("the reply to a question", partial(self.room.asker.heard, self._facts()), None)
        self.state = TurnState.HEARD

    def govern(self) -> list[tuple[Doer, Any]]:
        """Who is to decide with the model what to do before the answer, and about what."""
        self._expect(TurnState.HEARD)
        waiting: list[tuple[Doer, Any]] = []
        with self._timed("govern"):
            for doer in self.room.registry.doers:
                heard = self.heard_by(doer)
                if isinstance(heard, Deed):
                    self._did(heard)
                elif heard is not None:
                    waiting.append((doer, heard))
        return waiting

    def heard_by(self, doer: Doer) -> Any:
        """What `doer` has to do with the utterance, after what was done so far."""
        return spare(doer.name, partial(doer.listen, self._facts()), None)

    def governed(self, doer: Doer, heard: Any, decided: Any) -> None:
        """Commit what was decided, or put it to the person: it stands before the answer begins."""
        self._expect(TurnState.HEARD)
        with self._timed("govern"):
            deed = spare(doer.name, partial(doer.do, self._facts(), heard, decided), None)
            if deed is not None:
                self._did(deed)

    def _did(self, deed: Deed) -> None:
        self.approach.deeds = (*self.approach.deeds, deed)
        self.room.note_deeds(self.loop_id, self.approach.deeds)

    @property
    def focus(self) -> int:
        """The level (0–5) it is recalled at: the one asked for, else what its surface usually has."""
        return usual_level(self.surface, self.room.settings.focus) if self.level is None else self.level

    def recall(self) -> tuple[str, ...] | None:
        """Reconstruct; returns the notes that the model is to hold the question against, None where it need not.

        Raises NoModelError.
        """
        self._expect(TurnState.HEARD)
        room, facts, approach = self.room, self._facts(), self.approach
        if room.language is None:
            raise NoModelError("There is no language model to answer with.")
        with self._timed("open"):
            stream = room.running.of_episode(facts.loop.episode_id, room.language)
        with self._timed("index"):
            spare("what was told last", room.index_the_last, None)
        with self._timed("recall"):
            found = room.context_for(facts, room.language, self.focus, approach.asked)
            approach.context = room.recollection.take_draft(found, stream)
        if approach.asked.is_surely_of_world:
            approach.drop_support()
        approach.notes = None
        # Who is told what was done, or all that is known, needs no judgement of what is remembered.
        if not (approach.is_settled or approach.asked.is_of_all):
            approach.hold_against()
        return approach.notes

    def recounted(self, lasting: Sequence[tuple[Step, str]]) -> None:
        """Take all that is known for what was recalled; `lasting` is worth keeping, and is not kept yet."""
        self._expect(TurnState.HEARD)
        self.approach.learn_all(lasting)

    def changed(self, changes: Sequence[Change]) -> tuple[str, ...]:
        """Take out of what was recalled what is over; returns the notes that the model is to judge then."""
        self._expect(TurnState.HEARD)
        self.approach.learn_changes(changes)
        return self.approach.notes or ()

    def judged(self, share: float, *, held_before: bool = False) -> None:
        """Take how likely the model finds the answer in the support; what is over by now may have `held_before`."""
        self._expect(TurnState.HEARD)
        self.approach.learn_verdict(share, held_before=held_before)

    def searched(self, call: Call) -> tuple[str, ...] | None:
        """Carry out a search of the model; returns the notes that it is to judge then, None where it need not."""
        self._expect(TurnState.HEARD)
        room, context, stream = self.room, self.approach.context, self.room.stream
        if context is None or stream is None:
            return None
        with self._timed("search"):
            look = partial(room.searching.carry_out, call, context, self._facts(), stream)
            searched = self.approach.context = spare("a search", look, context)
        if searched.items == context.items:
            return None
        self.approach.hold_against()
        return self.approach.notes

    def prepare(self) -> GenerationRequest:
        """Lay out the prompt and say what is to be generated. Raises NoModelError."""
        self._expect(TurnState.HEARD)
        approach = self.approach
        if approach.context is None:
            self.recall()
        room, facts, context = self.room, self._facts(), approach.context
        model, stream = room.language, room.stream
        if model is None or stream is None or context is None:
            raise NoModelError("There is no language model to answer with.")
        with self._timed("prompt"):
            before = room.recollection.before(context, stream, approach.over)
            # A small model does not look for the time in the opening: it stands beside what may ask for it.
            tells_time = approach.asked.about is About.WORLD and not approach.is_of_world
            stream.speak(approach.language)
            stream.begin_turn(facts, before, room.clock.local(), tells_time=tells_time)
            self._read = stream.ledger.segments
            self._context_hash = context_hash(self._read[:-1], model.info.sha256)
            self._keep_context(context)
        self.state = TurnState.PREPARED
        return GenerationRequest(
            prompt=self._read,
            max_tokens=self.room.settings.prompt.answer_tokens,
            sampling=approach.sampling(model),
            score_place=Place.UTTERANCE,
        )

    def refused(self) -> None:
        """Take that the answer which was written stands in no note: it is not known."""
        self._expect(TurnState.PREPARED)
        approach = self.approach
        if approach.context is not None:
            approach.drop_support()
            approach.asked, self.recalled = approach.asked.answered(by_what_was_told=False), ()

    def close(self, result: GenerationResult) -> str:
        """What is added after the answer and is still to be shown; mostly nothing.

        Deeds of a message that told something besides, or at a natural pause a question of our own. An answer that is
        told was shown with its deeds.
        """
        self._expect(TurnState.PREPARED)
        asker, whole = self.room.asker, result.finish is Finish.STOP
        if not whole:
            return ""
        if last := self.approach.ends:
            self._closing = f" {last}" if result.text.strip() else last
            return "" if self.approach.is_told else self._closing
        if asker is not None and result.text.strip() and not self.approach.deeds and not self.room.awaited:
            ask = partial(asker.next, self._facts(), result.text, self.approach.context)
            self._question = spare("a question", ask, None)
            self._closing = "" if self._question is None else f"\n\n{self._question.text}"
        return self._closing

    def finish(self, result: GenerationResult) -> TurnResult:
        """Commit the answer as it was generated, also where it was stopped in the middle."""
        self._expect(TurnState.PREPARED)
        stopped = result.finish is Finish.CANCELLED
        spoken = result.text or result.finish is Finish.STOP
        text = f"{result.text.strip()}{self._closing}" if spoken else ""
        with self._timed("record"):
            if text:
                self._record_answer(text, result, stopped=stopped)
            elif self.room.stream is not None:
                self.room.stream.take_back()
            self._close_loop(text, result)
        self.state = TurnState.ANSWERED
        return self._result(text, TurnStatus.STOPPED if stopped else TurnStatus.DONE, result)

    def _record_answer(self, text: str, result: GenerationResult, *, stopped: bool) -> None:
        room, stream = self.room, self.room.stream
        with room.vault.unit() as unit:
            self._answer = room.trail.record(
                self._facts().loop,
                StepKind.ANSWER,
                text,
                room.companion_speaker,
                tokens=len(result.tokens),
                mood=room.registry.mood,
                interrupted=stopped,
                details=self._answer_details() or None,
                unit=unit,
            )
            room.outstanding.add(self._facts().loop, self.approach.handled)
            unit.commit()
        room.trail.announce(self._answer)
        if self._question is not None and room.asker is not None:
            spare("that it was asked", partial(room.asker.asked, self._facts(), self._question), None)
        if stream is None:
            return
        segment = answered(room.language, result, self._answer, self._closing)
        self._read = (*self._read, segment)
        stream.end_turn(segment)
        if self._withdrawn():
            room.trail.withdraw(self._answer.id)

    def _answer_details(self) -> dict[str, Any]:
        """Which question of ours it ends with, and what the person wanted to know."""
        asked = {} if self._question is None else {ASKED: self._question.id}
        wanted = self.approach.asked
        return asked | ({ABOUT: wanted.about.value} if wanted.asks else {})

    def _close_loop(self, text: str, result: GenerationResult) -> None:
        """Note how it went: the surprise of what was said, what of it the answer used, what is to be forgotten."""
        room, facts = self.room, self._facts()
        heard = f"step:{facts.utterance.id}"
        self.note_surprise(result)
        room.trail.close_loop(facts.loop.id, LoopStatus.DONE if text else LoopStatus.INTERRUPTED)
        if any(deed.hush for deed in self.approach.deeds):
            # The exchange itself says what was to be forgotten.
            room.withdraw({heard})
        if self.approach.context is not None and text:
            room.recollection.note_used(self.approach.context, text, heard)

    def note_surprise(self, result: GenerationResult) -> None:
        """Keep how surprising the message was, as far as `result` measured it. Raises NotFoundError."""
        if result.surprise is not None:
            self.room.trail.set_surprise(self._facts().utterance.id, result.surprise, self._context_hash)

    def fail(self) -> None:
        """The answer is lost: close the round as interrupted and forget its part of the prompt.

        What was said stays. Harmless after the answer and before `hear`.
        """
        if self._loop is None or self._answer is not None or self.state is TurnState.FAILED:
            return
        self.room.outstanding.add(self._loop, self.approach.handled)
        self.room.trail.close_loop(self._loop.id, LoopStatus.INTERRUPTED)
        if self.state is TurnState.PREPARED and self.room.stream is not None:
            self.room.stream.take_back()
        self.state = TurnState.FAILED

    def _withdrawn(self) -> bool:
        """Whether any of it, or of what was recalled for it, was withdrawn meanwhile."""
        return any(cite in self.room.withdrawn for segment in self._read for cite in segment.cites)

    def _keep_context(self, context: Context) -> None:
        """Keep what stood before the model for a while, and which refs it had for good.

        Never their text: recalled text must not be recalled again.
        """
        facts = self._facts()
        self.approach.context = context = self.room.recollection.keep(context, facts, self._read)
        items = [item for item in context.items if item.in_prompt or item.held]
        self.recalled = tuple(map(as_recalled, items))
        details = recall_details(
            context, items, tuple(cite for deed in self.approach.deeds for cite in deed.cites)
        )
        if details:
            self.room.trail.record(
                facts.loop, StepKind.RECALL, "", self.room.companion_speaker, details=details
            )

    def _result(self, text: str, status: TurnStatus, result: GenerationResult) -> TurnResult:
        timings = Timings.of(
            self.stages,
            first_token_s=result.first_token_s,
            generate_s=result.total_s,
            total_s=self.room.clock.monotonic() - self._began,
            tokens=(result.prompt_tokens, result.reused_tokens),
        )
        facts, context = self._facts(), self.approach.context
        return TurnResult(
            answer=text,
            episode_id=facts.loop.episode_id,
            loop_id=facts.loop.id,
            status=status,
            recalled=self.recalled,
            searches=() if context is None else tuple(map(as_search, context.searches)),
            timings=timings,
        )

    def _facts(self) -> TurnFacts:
        approach = self.approach
        if self._loop is None:
            raise TurnOrderError("nothing has been heard yet")
        return TurnFacts(
            self._loop,
            approach.heard,
            self._answer,
            asked=approach.asked,
            language=approach.language,
            dated=approach.dated,
        )

    def _expect(self, state: TurnState) -> None:
        if self.state is not state:
            raise TurnOrderError(f"a turn that is {self.state} cannot do what needs {state}")

    def _timed(self, stage: str) -> AbstractContextManager[None]:
        return timed(self.room.clock, self.stages, stage)
