"""One turn as a state machine that never waits for a token (`docs/architecture.md`, "The life of a turn").

    heard → (governed) → (searched) → prepared → answered
       └────────────────────┴──────────┴──── failed

Whoever drives it runs `hear`, `govern`, `governed`, `recall`, `judged`, `searched`, `prepare`, `finish` and
`fail` on the engine's thread and the generation wherever the model lives.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any
from zlib import crc32

from engine.clock import timed
from engine.conversation.answering.asked import ABOUT, NOTHING_ASKED, About, Asked
from engine.conversation.answering.reactions import ANY, Moment, first_words, reaction_to, timely
from engine.conversation.answering.recounting import in_words, recounted
from engine.conversation.answering.repetition import whole_words
from engine.conversation.answering.superseding import Change, changed, retold
from engine.conversation.answering.support import judged, unfounded
from engine.conversation.asking import ASKED
from engine.conversation.deeds import Deed, Doer, opening
from engine.conversation.errors import EmptyUtteranceError, NoModelError, TurnOrderError
from engine.conversation.history import as_recalled, as_search, recall_details
from engine.conversation.prompting.exchanges import answered
from engine.conversation.reconstruction import Context, Verdict, usual_level
from engine.conversation.reconstruction.searching import Call
from engine.conversation.records import Recalled, Timings, TurnResult, TurnState, TurnStatus
from engine.conversation.registry import TurnFacts
from engine.degradation import spare
from engine.language import (
    Finish,
    GenerationRequest,
    GenerationResult,
    Lane,
    LanguageModel,
    Place,
    Sampling,
    Segment,
    context_hash,
)
from engine.person import Question
from engine.tongues import ENGLISH, spoken_language
from engine.trail import Loop, LoopStatus, Step, StepKind

if TYPE_CHECKING:
    from engine.conversation.room import ConversationRoom

# Talk lives by chance; what is known, of them or of the world, is read off: a small model that knows a capital by
# 0.7 says another one in every third answer.
ANSWERING = Sampling(temperature=0.4, top_p=0.9, top_k=40, min_p=0.05, repeat_penalty=1.08)
CAREFUL = Sampling(temperature=0.3, top_p=0.9, top_k=40, min_p=0.1, repeat_penalty=1.08)
READING_OFF = Sampling(temperature=0, repeat_penalty=1.05)
KNOWN = frozenset({About.YOU, About.WORLD, About.UNKNOWN})
"""What answers are read off, beside what was told."""

IN_MIND = 40
"""Answers after which a question is not asked again."""
DRAFT_TOKENS, LONGEST_DRAFTED = 40, 14
"""Tokens of a draft in English, and words of a question up to which there is one: not before a letter or a poem."""
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
    context: Context | None = None
    recalled: tuple[Recalled, ...] = ()
    stages: dict[str, float] = field(default_factory=dict)
    deeds: tuple[Deed, ...] = ()
    more: int = 0
    """Things that are known besides those that are told, where all of them are asked for."""
    asked: Asked = NOTHING_ASKED
    moment: Moment = ANY
    """What `answering/reactions.py` knows of it, where something is only told."""
    change: str = ""
    """What was said since of what is asked, told as it was said: where that is all that is known of it, the answer."""
    language: str = ENGLISH
    """The one to answer in, ISO 639-1; known once it is heard."""
    _loop: Loop | None = None
    _utterance: Step | None = None
    _answer: Step | None = None
    _context_hash: str = ""
    _read: tuple[Segment, ...] = ()
    _question: Question | None = None
    _closing: str = ""
    _notes: tuple[str, ...] | None = None
    _over: frozenset[str] = frozenset()
    _began: float = 0.0

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
            self.language = spoken_language(self.text, [step.text for step in before], first_words())
            self._loop = trail.open_loop(self.surface, self.owner, "utterance")
            self._utterance = trail.record(
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
                heard = spare(doer.name, partial(doer.listen, self._facts()), None)
                if isinstance(heard, Deed):
                    self._did(heard)
                elif heard is not None:
                    waiting.append((doer, heard))
        return waiting

    def governed(self, doer: Doer, heard: Any, decided: Any) -> None:
        """Commit what was decided, or put it to the person: it stands before the answer begins."""
        self._expect(TurnState.HEARD)
        with self._timed("govern"):
            deed = spare(doer.name, partial(doer.do, self._facts(), heard, decided), None)
            if deed is not None:
                self._did(deed)

    def _did(self, deed: Deed) -> None:
        self.deeds = (*self.deeds, deed)
        self.room.note_deeds(self.loop_id, self.deeds)

    @property
    def focus(self) -> int:
        """The level (0–5) it is recalled at: the one asked for, else what its surface usually has."""
        return usual_level(self.surface, self.room.settings.focus) if self.level is None else self.level

    def recall(self) -> tuple[str, ...] | None:
        """Reconstruct; returns the notes that the model is to hold the question against, None where it need not.

        Raises NoModelError.
        """
        self._expect(TurnState.HEARD)
        room, facts = self.room, self._facts()
        if room.language is None:
            raise NoModelError("There is no language model to answer with.")
        with self._timed("open"):
            stream = room.running.of_episode(facts.loop.episode_id, room.language)
        with self._timed("index"):
            spare("what was told last", room.index_the_last, None)
        with self._timed("recall"):
            found = room.context_for(facts, room.language, self.focus, self.asked)
            self.context = room.recollection.take_draft(found, stream)
        if self.asked.is_surely_of_world:
            self.context = judged(self.context, self.asked, 0.0, room.settings)
        # Who is told what was done, or all that is known, needs no judgement of what is remembered.
        judges = not (self.is_settled or self.asked.is_of_all)
        self._notes = None if not judges else room.to_judge(self.context, stream, self.asked)
        return self._notes

    def recounted(self, lasting: Sequence[tuple[Step, str]]) -> None:
        """Take all that is known for what was recalled; `lasting` is worth keeping, and is not kept yet."""
        self._expect(TurnState.HEARD)
        if self.context is not None:
            self.context, self.more = recounted(
                self.context, self.room.sources.person, lasting, self.room.settings.governing
            )
            self.asked = self.asked.answered(by_what_was_told=self.context.verdict is Verdict.STRONG)

    def changed(self, changes: Sequence[Change]) -> tuple[str, ...]:
        """Take out of what was recalled what is over; returns the notes that the model is to judge then."""
        self._expect(TurnState.HEARD)
        context, stream = self.context, self.room.stream
        if context is not None and stream is not None:
            self.context, over = changed(context, changes, self.room.trail.dated)
            self._over |= over
            self.change = retold(changes, context.query, self.room.wording.since, self.language)
            self._notes = self.room.to_judge(self.context, stream, self.asked, self._over)
        return self._notes or ()

    def judged(self, share: float, *, held_before: bool = False) -> None:
        """Take how likely the model finds the answer in the support; what is over by now may have `held_before`."""
        self._expect(TurnState.HEARD)
        if self.context is not None:
            self.context = judged(self.context, self.asked, share, self.room.settings)
            self.asked = self.asked.answered(by_what_was_told=self.context.verdict is Verdict.STRONG)
            self.change = self.change if held_before or not self.asked.is_untold else ""

    @property
    def to_search(self) -> Context | None:
        """What a model that may search is to look further for; None where support is strong or nothing is asked."""
        is_open = self.context is not None and self.context.is_open
        return self.context if is_open and not self.is_settled else None

    def searched(self, call: Call) -> tuple[str, ...] | None:
        """Carry out a search of the model; returns the notes that it is to judge then, None where it need not."""
        self._expect(TurnState.HEARD)
        room, context, stream = self.room, self.context, self.room.stream
        if context is None or stream is None:
            return None
        with self._timed("search"):
            look = partial(room.searching.carry_out, call, context, self._facts(), stream)
            self.context = spare("a search", look, context)
        found = self.context.items != context.items
        if not found:
            return None
        self._notes = self.room.to_judge(self.context, stream, self.asked, self._over)
        return self._notes

    def prepare(self) -> GenerationRequest:
        """Lay out the prompt and say what is to be generated. Raises NoModelError."""
        self._expect(TurnState.HEARD)
        if self.context is None:
            self.recall()
        room, facts, context = self.room, self._facts(), self.context
        model, stream = room.language, room.stream
        if model is None or stream is None or context is None:
            raise NoModelError("There is no language model to answer with.")
        with self._timed("prompt"):
            before = room.recollection.before(context, stream, self._over)
            # A small model does not look for the time in the opening: it stands beside what may ask for it.
            tells_time = self.asked.about is About.WORLD and not self.is_of_world
            stream.speak(self.language)
            stream.begin_turn(facts, before, room.clock.local(), tells_time=tells_time)
            self._read = stream.ledger.segments
            self._context_hash = context_hash(self._read[:-1], model.info.sha256)
            self._keep_context(context)
        self.state = TurnState.PREPARED
        return GenerationRequest(
            prompt=self._read,
            max_tokens=self.room.settings.prompt.answer_tokens,
            sampling=self._sampling(model),
            score_place=Place.UTTERANCE,
        )

    @property
    def is_of_world(self) -> bool:
        """Whether it is for a small model to answer beside the conversation.

        Behind the examples of the conversation it says that the capital of Norway is Rome; asked alone, it knows.
        """
        return self.is_small and self.asked.about is About.WORLD

    @property
    def is_drafted(self) -> bool:
        """Whether an answer beside the conversation is first thought of in English: of the world a small model knows
        more in it (13 right of 20 questions in six languages, 9 without; `docs/evenings.md`).
        """
        return self.language != ENGLISH and len(self.text.split()) <= LONGEST_DRAFTED

    def asked_alone(self, told: str, *, drafts: bool = False) -> GenerationRequest:
        """What is to be generated in the place of `prepare`'s request, after what was `told`; what `drafts` it is
        short, and in English. Raises NoModelError.
        """
        if self.room.stream is None:
            raise NoModelError("There is no language model to answer with.")
        language, now = ENGLISH if drafts else self.language, self.room.clock.local()
        return GenerationRequest(
            prompt=self.room.stream.asked_alone(told, language, now, of_other_language=drafts),
            max_tokens=DRAFT_TOKENS if drafts else self.room.settings.prompt.answer_tokens,
            lane=Lane.QUESTION,
            sampling=READING_OFF,
            hurried=True,
        )

    @property
    def begins(self) -> str:
        """What the answer begins with, before the model goes on: of what was never told it says so, in their language.

        A small model that is told to say so makes something up all the same, and tells more than was done.
        """
        language, turn = self._way
        if self.tells_deeds:
            done = opening([deed for deed in self.deeds if not deed.closes], language, turn)
            return f"{self.reaction} {done}".strip()
        if self.asked.about is About.YOU:
            return self.room.itself.told_in(self.text, self.asked.topics, language)
        if not self.asked.asks:
            return self.reaction
        if not self.asked.is_untold:
            told = self.room.wording.recount.get(language, self.room.wording.recount[ENGLISH])
            return in_words(told, self.context, self.more) if self.asked.is_of_all else ""
        known = (self.change,) if self.change else self.room.wording.untold.get(language, ())
        line = known[turn % len(known)] if known else ""
        return f"{line}." if self._says_no_more and line[-1:].isalnum() else line

    @property
    def reaction(self) -> str:
        """What stands written for a moment like this and was not said of late; "" where it is of no such kind."""
        stream = self.room.stream
        before = () if stream is None else stream.answered_last(IN_MIND)
        moment = timely(self.moment, self.room.trail, self._facts().utterance)
        return reaction_to(moment, *self._way, before, is_whole=not self.deeds)

    @property
    def tells_deeds(self) -> bool:
        """Whether the answer itself is to tell of something that was done."""
        return not all(deed.closes for deed in self.deeds)

    @property
    def _way(self) -> tuple[str, int]:
        """The language of the answer, and what chooses among the ways to say a thing."""
        return self.language, crc32(self.loop_id.encode())

    @property
    def is_told(self) -> bool:
        """Whether that is all of it: a wish that was done, what is said to a moment, a truth about itself, or that
        something is not known.
        """
        known = (self.asked.about is About.YOU or self.asked.is_of_all) and not self.deeds
        whole = self.is_settled or known or self._says_no_more or bool(self.reaction)
        return bool(self.begins) and whole

    @property
    def _says_no_more(self) -> bool:
        """Of what was never told: a small model asks back what was said ("How old is Moss?" – "What's his name?")."""
        return self.asked.is_untold and self.is_small

    @property
    def is_small(self) -> bool:
        """Whether the model is one that does not find its own words."""
        model, least = self.room.language, self.room.settings.prompt.own_words_parameters
        return model is not None and model.info.parameters < least

    def _sampling(self, model: LanguageModel) -> Sampling:
        """Of what they told it speaks to them: "ich war …" is their word and not its own."""
        unfit = self._unfit_address
        if self._tells_of_them and not self.tells_deeds:
            unfit = (*self.room.wording.first_person.get(self.language, ()), *unfit)
        # A small model that is less at home in a language says nonsense in it where much is left to chance.
        talking = ANSWERING if self.language == ENGLISH else CAREFUL
        usual = READING_OFF if self._reads_off else talking
        return replace(usual, avoided=whole_words(unfit, model, self._known)) if unfit else usual

    @property
    def _unfit_address(self) -> tuple[str, ...]:
        """The words of friends for whom one speaks to, where this person speaks politely ("Können Sie …"), else those
        of strangers.
        """
        address = self.room.wording.address.get(self.language)
        if address is None:
            return ()
        said = self.room.trail.recent_steps(IN_MIND, kinds=(StepKind.UTTERANCE,))
        return address.unfit((step.text for step in reversed(said)), self._known)

    @property
    def _reads_off(self) -> bool:
        """Whether the answer is something that was told, or is true of the program or of the world."""
        return self.tells_deeds or self.asked.is_untold or self.asked.about in KNOWN or self._tells_of_them

    @property
    def _tells_of_them(self) -> bool:
        """Whether what was told holds the answer."""
        is_strong = self.context is not None and self.context.verdict is Verdict.STRONG
        about = self.asked.about
        return self.asked.asks and is_strong and not self.asked.is_untold and about is not About.YOU

    @property
    def answers_from_notes(self) -> bool:
        """Whether what was told holds the answer, and nothing else is to be told."""
        is_strong = self.context is not None and self.context.verdict is Verdict.STRONG
        return self.asked.about is About.ME and is_strong and not self.deeds

    @property
    def to_check(self) -> tuple[str, ...]:
        """The notes that an answer is held against before it is shown; none where they surely hold it."""
        context = self.context
        if not self.answers_from_notes or context is None or context.carries is None:
            return ()
        return (self._notes or ()) if context.carries < self.room.settings.recall.surely_carried_from else ()

    def refused(self) -> None:
        """Take that the answer which was written stands in no note: it is not known."""
        self._expect(TurnState.PREPARED)
        if self.context is not None:
            self.context = judged(self.context, self.asked, 0.0, self.room.settings)
            self.asked, self.recalled = self.asked.answered(by_what_was_told=False), ()

    def leaked(self, answer: str) -> frozenset[str]:
        """What of an answer from notes nobody said: words of the prompt's examples, and figures ("on the 30th")."""
        return unfounded(answer, self._known, self.room.wording.words_shown(self.language))

    @property
    def _known(self) -> str:
        """All that was told and found for this turn, and said of late."""
        context, stream = self.context, self.room.stream
        told = () if context is None else (item.shown or item.text for item in context.items)
        said = () if stream is None else (stream.turn_text, *stream.said_last(IN_MIND))
        return " ".join((self.text, *told, *said))

    def close(self, result: GenerationResult) -> str:
        """What is added after the answer, as it is added; mostly nothing.

        Deeds of a message that told something besides, or at a natural pause a question of our own.
        """
        self._expect(TurnState.PREPARED)
        asker, whole = self.room.asker, result.finish is Finish.STOP
        if not whole:
            return ""
        last = opening([deed for deed in self.deeds if deed.closes], *self._way)
        if last:
            self._closing = f" {last}" if result.text.strip() else last
        elif asker is not None and result.text.strip() and not self.deeds and not self.room.awaited:
            ask = partial(asker.next, self._facts(), result.text, self.context)
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
            room.outstanding.add(self._facts().loop, self._handled)
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
        return asked | ({ABOUT: self.asked.about.value} if self.asked.asks else {})

    def _close_loop(self, text: str, result: GenerationResult) -> None:
        """Note how it went: the surprise of what was said, what of it the answer used, what is to be forgotten."""
        room, facts = self.room, self._facts()
        heard = f"step:{facts.utterance.id}"
        self._note_surprise(result)
        room.trail.close_loop(facts.loop.id, LoopStatus.DONE if text else LoopStatus.INTERRUPTED)
        if any(deed.hush for deed in self.deeds):
            # The exchange itself says what was to be forgotten.
            room.withdraw({heard})
        if self.context is not None and text:
            room.recollection.note_used(self.context, text, heard)

    def _note_surprise(self, result: GenerationResult) -> None:
        if result.surprise is not None:
            self.room.trail.set_surprise(self._facts().utterance.id, result.surprise, self._context_hash)

    def fail(self) -> None:
        """The answer is lost: close the round as interrupted and forget its part of the prompt.

        What was said stays. Harmless after the answer and before `hear`.
        """
        if self._loop is None or self._answer is not None or self.state is TurnState.FAILED:
            return
        self.room.outstanding.add(self._loop, self._handled)
        self.room.trail.close_loop(self._loop.id, LoopStatus.INTERRUPTED)
        if self.state is TurnState.PREPARED and self.room.stream is not None:
            self.room.stream.take_back()
        self.state = TurnState.FAILED

    @property
    def is_settled(self) -> bool:
        """Whether what was done before the answer is the whole of what the message wanted."""
        return any(deed.settles for deed in self.deeds)

    @property
    def _handled(self) -> tuple[str, ...]:
        """What of the utterance was dealt with before the answer."""
        return tuple(quote for deed in self.deeds for quote in deed.handles)

    def _withdrawn(self) -> bool:
        """Whether any of it, or of what was recalled for it, was withdrawn meanwhile."""
        return any(cite in self.room.withdrawn for segment in self._read for cite in segment.cites)

    def _keep_context(self, context: Context) -> None:
        """Keep what stood before the model for a while, and which refs it had for good.

        Never their text: recalled text must not be recalled again.
        """
        facts = self._facts()
        self.context = context = self.room.recollection.keep(context, facts, self._read)
        items = [item for item in context.items if item.in_prompt or item.held]
        self.recalled = tuple(map(as_recalled, items))
        details = recall_details(context, items, tuple(cite for deed in self.deeds for cite in deed.cites))
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
        facts = self._facts()
        return TurnResult(
            answer=text,
            episode_id=facts.loop.episode_id,
            loop_id=facts.loop.id,
            status=status,
            recalled=self.recalled,
            searches=() if self.context is None else tuple(map(as_search, self.context.searches)),
            timings=timings,
        )

    def _facts(self) -> TurnFacts:
        if self._loop is None or self._utterance is None:
            raise TurnOrderError("nothing has been heard yet")
        return TurnFacts(self._loop, self._utterance, self._answer, asked=self.asked, language=self.language)

    def _expect(self, state: TurnState) -> None:
        if self.state is not state:
            raise TurnOrderError(f"a turn that is {self.state} cannot do what needs {state}")

    def _timed(self, stage: str) -> AbstractContextManager[None]:
        return timed(self.room.clock, self.stages, stage)
