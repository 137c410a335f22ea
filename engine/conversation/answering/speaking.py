"""The answer as it is spoken: shown as it comes, tried anew where it only repeats what was said, or is unwanted.

Runs on the calling thread, where the model is; what it asks of the turn goes through `engine`.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.calling import EngineCall
from engine.clock import timed
from engine.conversation.answering.asked import ERRAND, Errand, asks, leans_on
from engine.conversation.answering.reactions import SAID_LAST
from engine.conversation.answering.repetition import RepetitionGuard, avoidable, bare_tokens, warmer
from engine.conversation.answering.support import ANSWER, LONGEST_ANSWER, stands, told_near
from engine.conversation.grounding import is_in_language
from engine.conversation.turn import Turn
from engine.decisions.rewriting import NOTHING
from engine.language import (
    Cancellation,
    Finish,
    GenerationRequest,
    GenerationResult,
    LanguageError,
    LanguageModel,
    Place,
    Role,
    Segment,
)
from engine.search import sentences
from engine.tongues import ENGLISH

log = logging.getLogger(__name__)
LEANT_ON = 2
"""Things told long ago that a question of the world may lean on, of those nearest to it: 0.4 s each on two cores."""
TRIES = 3
"""How often an answer is tried that does nothing but repeat what was said."""

MADE_UP = 0.03
"""Share of standing in the notes below which what is written once more is made up, too: "Your wife is 30" where no age
was told. Of 31 right ones the least had 0.06.
"""

Progress = Callable[[dict[str, Any]], None]
Show = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Speaker:
    """Speaks the answer of one turn with one model, and shows it by `progress` until a `cancellation`.

    What is told, or written beside the conversation, leaves the message `unread` by that: it is shown seconds earlier.
    Each verb raises LanguageError when the answer is lost.
    """

    turn: Turn
    language: LanguageModel
    engine: EngineCall
    progress: Progress
    cancellation: Cancellation

    def speak(self, request: GenerationRequest) -> GenerationResult:
        """The answer to what the turn prepared."""
        approach = self.turn.approach
        request, begun = self._begun(request)
        if begun and approach.is_told:
            self._show(f"{begun.text} {approach.ends}".strip())
            self.turn.unread = request
            return GenerationResult(begun.text, begun.tokens, Finish.STOP, 0, 0, None, 0.0)
        if not begun and approach.is_of_world:
            # An answer to a question says its words again.
            self.turn.unread = request
            return self._tried(self._alone(), begun, said="", show=self._show)
        if not begun and approach.answers_from_notes and (result := self._written()) is not None:
            return self._told(request, result)
        if notes := approach.to_check:
            return self._checked(request, begun, notes)
        return self._tried([request], begun, said=self.turn.text, show=self._show)

    def _show(self, text: str) -> None:
        self.progress({"stage": "text", "text": text})

    def _begun(self, request: GenerationRequest) -> tuple[GenerationRequest, Segment | None]:
        """The request with the answer begun, and its beginning without the model's markers."""
        begins = self.turn.approach.begins
        if not begins:
            return request, None
        whole = Segment(Role.ASSISTANT, begins, Place.ANSWER, closes=False)
        begun = self.language.encode(replace(whole, opens=False))
        return replace(request, prompt=(*request.prompt, self.language.encode(whole))), begun

    def _written(self) -> GenerationResult | None:
        """The answer from notes, by a model that was taught to write it; None by any other, and where it has figures
        that nobody said.

        What hardly stands in them is written once more, from the nearest alone. To keep it back at once would lose
        eight right ones of 110 for one wrong of eight (decision 29).
        """
        turn = self.turn
        rewriter = turn.room.decisions.rewriter(self.language, ANSWER)
        if not rewriter.is_taught:
            return None
        approach, language = turn.approach, self.language
        asked, sampling = self.engine(lambda: (approach.to_read_off, approach.sampling(language)))

        def write(asked: str) -> GenerationResult:
            with timed(turn.room.clock, turn.stages, "write"):
                written = rewriter.generate(
                    asked,
                    LONGEST_ANSWER,
                    avoided=sampling.avoided,
                    hurried=True,
                    cancellation=self.cancellation,
                )
            return replace(written, text=" ".join(written.text.split()))

        result = write(asked)
        is_empty = result.text == NOTHING
        least = turn.room.settings.recall.written_anew_below
        is_made_up = not is_empty and self._stands(approach.notes, result.text) < least
        is_wrong = not approach.to_check if is_empty else self.engine(partial(approach.is_amiss, result.text))
        if is_wrong or is_made_up:
            # Beside other notes a small model tells what stands in none, or as it was said, or finds nothing.
            alone = self.engine(partial(approach.to_read_off_anew, result.text))
            anew = write(alone) if alone else result
            share = 0.0 if anew.text == NOTHING else self._stands(approach.notes, anew.text)
            if is_made_up and share < MADE_UP:
                result = replace(anew, text=NOTHING)
            elif share >= (least if is_made_up else MADE_UP):
                result = result if self.engine(partial(approach.is_amiss, anew.text)) else anew
        text = result.text
        if self.engine(partial(approach.leaked, text, by_prompt=False)):
            return None
        if text != NOTHING:
            text = self.engine(lambda: approach.as_addressed(approach.with_day(text)))
        return replace(result, text=text, tokens=bare_tokens(text, language))

    def _told(self, request: GenerationRequest, result: GenerationResult) -> GenerationResult:
        """An answer that was written from notes, shown unless it says that they do not tell: then it is not known."""
        if self.cancellation.cancelled:
            # Nothing of it was shown, so nothing of it was said.
            return replace(result, text="", tokens=())
        if result.text == NOTHING:
            self.engine(self.turn.refused)
            return self.speak(request)
        self._show(result.text)
        self.turn.unread = request
        return replace(result, first_token_s=result.total_s)

    def _checked(
        self, request: GenerationRequest, begun: Segment | None, notes: Sequence[str]
    ) -> GenerationResult:
        """An answer from `notes` that is shown once it is whole and stands in them; else it is not known."""
        result = self._tried([request], begun, said=self.turn.text, show=_hold_back)
        if not self.cancellation.cancelled and self._is_made_up(notes, result.text):
            self.engine(self.turn.refused)
            return _after([result, self.speak(request)])
        self._show(result.text)
        return replace(result, first_token_s=result.total_s)

    def _is_made_up(self, notes: Sequence[str], answer: str) -> bool:
        """Whether an answer stands in no note: "Your truck is called Carlisle" where somebody only parked there."""
        return self._stands(notes, answer) < self.turn.room.settings.recall.grounded_from

    def _stands(self, notes: Sequence[str] | None, answer: str) -> float:
        """How likely an answer stands in the notes; 1 where that cannot be told."""
        room = self.turn.room
        if not notes:
            return 1.0
        try:
            with timed(room.clock, self.turn.stages, "check"):
                return stands(room.decisions, self.language, notes, answer)
        except LanguageError as error:
            log.warning("an answer was not held against the notes: %s", type(error).__name__)
            return 1.0

    def _alone(self) -> list[GenerationRequest]:
        """The question asked beside the conversation, after what they told where it is about that: just before, or what
        is nearest ("a dinner, you know what I don't eat"). Where it is first thought of in English, then without that.
        """
        turn, approach, language = self.turn, self.turn.approach, self.language
        room = turn.room
        told = "" if room.stream is None else self.engine(partial(room.stream.told_before, approach.language))
        leant_on = [told] if self._tells(" ".join(told.split())) else []
        leant_on += [one for one in told_near(approach.context, LEANT_ON) if one not in leant_on]
        with timed(room.clock, turn.stages, "lean"):
            about = "\n".join(leans_on(language, leant_on, turn.text))
        ways = [about]
        if approach.is_drafted:
            with timed(room.clock, turn.stages, "draft"):
                drafting = self.engine(partial(approach.asked_alone, about, drafts=True))
                draft = language.generate(drafting, cancellation=self.cancellation)
            ways.insert(0, f"{about}\n[{_whole(draft)}]".strip())
        return [self.engine(partial(approach.asked_alone, way)) for way in ways]

    def _tells(self, told: str) -> bool:
        """Whether it neither asks, which may have no mark ("how many ohm has a copper wire"), nor wants to be reminded:
        what is asked after it is of something else.
        """
        decisions, language = self.turn.room.decisions, self.language
        if not told or asks(decisions, language, told):
            return False
        return decisions.decide(language, ERRAND, told, hurried=True).option != Errand.ASKS

    def _tried(
        self, ways: Sequence[GenerationRequest], begun: Segment | None, *, said: str, show: Show
    ) -> GenerationResult:
        """The first of some tries that says more than was `said`, shown as it comes; each by the next of the `ways`, as
        long as there is one.
        """
        approach, language, stream = self.turn.approach, self.language, self.turn.room.stream
        before = () if stream is None else self.engine(partial(stream.answered_last, SAID_LAST))
        tried: list[GenerationResult] = []
        unwanted = None if begun else self._unwanted()
        kept_out = "" if approach.answers_from_notes else said
        for attempt in range(TRIES):
            avoided = avoidable(kept_out, language) if attempt else ()
            is_last = approach.tells_deeds or bool(begun) or attempt == TRIES - 1
            guard = RepetitionGuard(
                said,
                before,
                drops=not approach.asked.asks and not begun,
                tells=approach.answers_from_notes,
                is_unwanted=unwanted,
                is_last_try=is_last,
            )
            if begun and (shown := guard.take(begun.text)):
                show(shown)
            request = ways[min(attempt, len(ways) - 1)]
            sampled = replace(request, sampling=warmer(request.sampling, attempt, avoided))
            tried.append(self._try(sampled, guard, show, goes_on=is_last))
            if is_last or self.cancellation.cancelled or not guard.repeats:
                break
            if guard.loops or guard.is_refused:
                kept_out += f" {self._kept_out(guard)}"
        result = _after(tried)
        if rest := guard.rest():
            show(rest)
        if (guard.is_over or guard.is_cut) and not self.cancellation.cancelled:
            tokens = bare_tokens(guard.text, language)
            return replace(result, text=guard.text, tokens=tokens, finish=Finish.STOP)
        if begun:
            result = replace(result, text=begun.text + result.text, tokens=(*begun.tokens, *result.tokens))
        return result

    def _try(
        self, request: GenerationRequest, guard: RepetitionGuard, show: Show, *, goes_on: bool
    ) -> GenerationResult:
        """One try; given up where it is hopeless, unless it `goes_on`."""
        given_up = Cancellation()
        self.cancellation.on_cancel(given_up.cancel)

        def take(piece: str) -> None:
            if shown := guard.take(piece):
                show(shown)
            if guard.is_over or (guard.is_hopeless and not goes_on):
                given_up.cancel()

        return self.language.generate(request, take, given_up)

    def _kept_out(self, guard: RepetitionGuard) -> str:
        """What a try was given up for: it is not said in the next one either."""
        approach = self.turn.approach
        if guard.loops:
            return " ".join(guard.text.split()[-1:])
        if approach.answers_from_notes:
            return " ".join(self.engine(partial(approach.leaked, guard.text)))
        return guard.text if self._speaks(guard.text) else ""

    def _unwanted(self) -> Callable[[str], bool] | None:
        """What tells of a sentence that it is not to be said; None where nothing does.

        What was told is read off without a word of the prompt's examples ("in the hospital, on a ship"), and elsewhere
        nobody speaks as at a counter, or English to who speaks another language. The sentence model of the first is
        English: what it takes for a service's in another language may be anything.
        """
        approach, engine = self.turn.approach, self.engine
        if approach.answers_from_notes:
            return lambda sentence: bool(engine(partial(approach.leaked, sentence)))
        if approach.language != ENGLISH:
            return lambda sentence: not self._speaks(sentence)
        classifier = self.turn.room.register_classifier
        return (
            None if classifier is None else lambda sentence: engine(partial(classifier.is_service, sentence))
        )

    def _speaks(self, sentence: str) -> bool:
        """Whether a sentence is in the language of the answer."""
        return is_in_language(sentence, self.turn.approach.language)


def _hold_back(_: str) -> None:
    """Show nothing of an answer before it is whole."""


def _whole(draft: GenerationResult) -> str:
    """Its whole sentences, in a line: what breaks off would break off in the answer, too."""
    told = sentences(" ".join(draft.text.split()))
    return " ".join(told[:-1] if draft.finish is Finish.LENGTH and len(told) > 1 else told)


def _after(tried: Sequence[GenerationResult]) -> GenerationResult:
    """The last try, with what was read for the first and the time that all of them took."""
    first, last = tried[0], tried[-1]
    lost_s = sum(one.total_s for one in tried[:-1])
    return replace(
        last,
        prompt_tokens=first.prompt_tokens,
        reused_tokens=first.reused_tokens,
        first_token_s=None if last.first_token_s is None else lost_s + last.first_token_s,
        total_s=lost_s + last.total_s,
        surprise=first.surprise,
    )
