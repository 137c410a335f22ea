"""How a message is approached: what is known of it so far, and what follows from that for its answer.

What the answer begins with, whether that is all of it, what it is read off and what it may not say. Nothing here is
written: the stages of the turn (`turn.py`) learn it and act on it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from zlib import crc32

from engine.conversation.answering.asked import NOTHING_ASKED, About, Asked
from engine.conversation.answering.reactions import ANY, Moment, reaction_to, timely
from engine.conversation.answering.recounting import in_words, recounted
from engine.conversation.answering.repetition import whole_words
from engine.conversation.answering.superseding import Change, changed, retold
from engine.conversation.answering.support import (
    MOST_READ,
    judged,
    likeliest,
    misses,
    nearest_note,
    unfounded,
    with_day,
)
from engine.conversation.deeds import Deed, opening
from engine.conversation.errors import NoModelError, TurnOrderError
from engine.conversation.grounding import plain_words
from engine.conversation.prompting.wording import Address
from engine.conversation.reconstruction import Context, Verdict
from engine.decisions import question_in_context
from engine.language import GenerationRequest, Lane, LanguageModel, Sampling
from engine.tongues import ENGLISH
from engine.trail import Step, StepKind

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


@dataclass
class Approach:
    """Towards one message."""

    room: "ConversationRoom"
    text: str
    language: str = ENGLISH
    """The one to answer in, ISO 639-1; known once it is heard."""
    utterance: Step | None = None
    deeds: tuple[Deed, ...] = ()
    context: Context | None = None
    asked: Asked = NOTHING_ASKED
    moment: Moment = ANY
    """What `reactions.py` knows of it, where something is only told."""
    more: int = 0
    """Things that are known besides those that are told, where all of them are asked for."""
    change: str = ""
    """What was said since of what is asked, told as it was said: where that is all that is known of it, the answer."""
    notes: tuple[str, ...] | None = None
    """What the question is held against; None where it need not be."""
    over: frozenset[str] = frozenset()
    """Sentences of what was recalled that are no longer so."""

    @property
    def heard(self) -> Step:
        """The utterance. Raises TurnOrderError before it is heard."""
        if self.utterance is None:
            raise TurnOrderError("nothing has been heard yet")
        return self.utterance

    # What is learned on the way to the answer

    def learn_all(self, lasting: Sequence[tuple[Step, str]]) -> None:
        """Take all that is known for what was recalled; `lasting` is worth keeping, and is not kept yet."""
        if self.context is not None:
            settings = self.room.settings.governing
            self.context, self.more = recounted(self.context, self.room.sources.person, lasting, settings)
            self._answer_by_verdict()

    def learn_changes(self, changes: Sequence[Change]) -> None:
        """Take out of what was recalled what is over."""
        context, room = self.context, self.room
        if context is not None and room.stream is not None:
            self.context, over = changed(context, changes, room.trail.dated)
            self.over |= over
            self.change = retold(changes, context.query, room.wording.since, self.language)
            self.hold_against()

    def learn_verdict(self, share: float, *, held_before: bool = False) -> None:
        """Take how likely the model finds the answer in the support; what is over by now may have `held_before`."""
        if self.context is not None:
            self.context = judged(self.context, self.asked, share, self.room.settings)
            self._answer_by_verdict()
            self.change = self.change if held_before or not self.asked.is_untold else ""

    def drop_support(self) -> None:
        """Take that what was recalled does not hold the answer."""
        if self.context is not None:
            self.context = judged(self.context, self.asked, 0.0, self.room.settings)

    def hold_against(self) -> None:
        """Choose the notes that the model is to hold the question against, of what was recalled and still is so."""
        if self.context is not None and self.room.stream is not None:
            self.notes = self.room.to_judge(self.context, self.room.stream, self.asked, self.over)

    def _answer_by_verdict(self) -> None:
        is_strong = self.context is not None and self.context.verdict is Verdict.STRONG
        self.asked = self.asked.answered(by_what_was_told=is_strong)

    # What is still to be done before it

    @property
    def is_settled(self) -> bool:
        """Whether what was done before the answer is the whole of what the message wanted."""
        return any(deed.settles for deed in self.deeds)

    @property
    def handled(self) -> tuple[str, ...]:
        """What of the utterance was dealt with before the answer."""
        return tuple(quote for deed in self.deeds for quote in deed.handles)

    @property
    def dated(self) -> tuple[str, ...]:
        """What of the utterance names a day that was kept before the answer."""
        return tuple(quote for deed in self.deeds for quote in deed.dates)

    @property
    def to_search(self) -> Context | None:
        """What a model that may search is to look further for; None where support is strong or nothing is asked."""
        is_open = self.context is not None and self.context.is_open
        return self.context if is_open and not self.is_settled else None

    # What the answer says

    @property
    def begins(self) -> str:
        """What the answer begins with, before the model goes on: of what was never told it says so, in their language.

        A small model that is told to say so makes something up all the same, and tells more than was done.
        """
        language, turn = self.way
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
    def ends(self) -> str:
        """What the answer ends with: deeds of a message that told something besides."""
        return opening([deed for deed in self.deeds if deed.closes], *self.way)

    @property
    def reaction(self) -> str:
        """What stands written for a moment like this and was not said of late; "" where it is of no such kind."""
        stream = self.room.stream
        before = () if stream is None else stream.answered_last(IN_MIND)
        moment = timely(self.moment, self.room.trail, self.heard)
        return reaction_to(moment, *self.way, before, is_whole=not self.deeds)

    @property
    def tells_deeds(self) -> bool:
        """Whether the answer itself is to tell of something that was done."""
        return not all(deed.closes for deed in self.deeds)

    @property
    def way(self) -> tuple[str, int]:
        """The language of the answer, and what chooses among the ways to say a thing."""
        return self.language, crc32(self.heard.loop_id.encode())

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

    # What the model is good for

    @property
    def is_small(self) -> bool:
        """Whether the model is one that does not find its own words."""
        model, least = self.room.language, self.room.settings.prompt.own_words_parameters
        return model is not None and model.info.parameters < least

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
        """What is to be generated beside the conversation, after what was `told`; what `drafts` it is short, and in
        English. Raises NoModelError.
        """
        model = self.room.language
        if self.room.stream is None or model is None:
            raise NoModelError("There is no language model to answer with.")
        language, now = ENGLISH if drafts else self.language, self.room.clock.local()
        unfit = () if drafts else whole_words(self._unfit_to_them, model, self._known)
        return GenerationRequest(
            prompt=self.room.stream.asked_alone(told, language, now, of_other_language=drafts),
            max_tokens=DRAFT_TOKENS if drafts else self.room.settings.prompt.answer_tokens,
            lane=Lane.QUESTION,
            sampling=replace(READING_OFF, avoided=unfit),
            hurried=True,
        )

    # What it is read off, and what it may not say

    def sampling(self, model: LanguageModel) -> Sampling:
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
        return () if address is None else address.unfit(self._said_of_late(), self._known)

    @property
    def _unfit_to_them(self) -> tuple[str, ...]:
        """Those of them that are said of nobody else: help tells of others ("un libro de su autor") as it comes."""
        address = self.room.wording.address.get(self.language)
        said_to_them = () if address is None else (*address.polite, *address.familiar)
        return tuple(word for word in self._unfit_address if word in said_to_them)

    def _said_of_late(self) -> Iterator[str]:
        """What they said, the latest first."""
        said = self.room.trail.recent_steps(IN_MIND, kinds=(StepKind.UTTERANCE,))
        return (step.text for step in reversed(said))

    @property
    def _reads_off(self) -> bool:
        """Whether the answer is something that was told, or is true of the program or of the world."""
        return self.tells_deeds or self.asked.is_untold or self.asked.about in KNOWN or self._tells_of_them

    @property
    def _tells_of_them(self) -> bool:
        """Whether what was told holds the answer."""
        about = self.asked.about
        return self.asked.asks and self._is_strong and not self.asked.is_untold and about is not About.YOU

    @property
    def answers_from_notes(self) -> bool:
        """Whether what was told holds the answer, and nothing else is to be told."""
        return self.asked.about is About.ME and self._is_strong and not self.deeds

    @property
    def to_read_off(self) -> str:
        """What a model that was taught to writes such an answer from: the likeliest notes, and what is asked."""
        return self._below(self._likeliest)

    def _below(self, notes: Sequence[str]) -> str:
        return question_in_context(notes, self.text, politely=self._polite_address is not None)

    @property
    def _polite_address(self) -> Address | None:
        """How strangers are called, where this person speaks as to one."""
        address = self.room.wording.address.get(self.language)
        return address if address is not None and address.is_polite(self._said_of_late()) else None

    def as_addressed(self, answer: str) -> str:
        """An answer that was written from them, to who is not to be called "dein"."""
        address = self._polite_address
        return answer if address is None else address.politely(answer)

    def with_day(self, answer: str) -> str:
        """An answer that was written from them, with the day that it leaves out where that is asked for."""
        return with_day(answer, self.text, self._likeliest, self.room.clock.local())

    def is_amiss(self, answer: str) -> bool:
        """Whether an answer that was written from them names another day or none, or speaks as the person does."""
        first = self.room.wording.first_person.get(self.language, ())
        speaks_as_they_do = not set(first).isdisjoint(plain_words(answer))
        return speaks_as_they_do or misses(answer, self.text, self._likeliest, self.room.clock.local())

    def to_read_off_anew(self, answer: str) -> str:
        """The one note that such an answer is written from once more, and what is asked; "" where there is none."""
        note = nearest_note(answer, self.text, self._likeliest, self.room.clock.local())
        return self._below(note) if note else ""

    @property
    def _likeliest(self) -> list[str]:
        context, stream = self.context, self.room.stream
        notes = () if context is None or stream is None else self.room.to_read_off(context, stream, self.over)
        return likeliest(notes, self.text, self.room.trail.embedder, MOST_READ)

    @property
    def _is_strong(self) -> bool:
        return self.context is not None and self.context.verdict is Verdict.STRONG

    @property
    def to_check(self) -> tuple[str, ...]:
        """The notes that an answer is held against before it is shown; none where they surely hold it."""
        context = self.context
        if not self.answers_from_notes or context is None or context.carries is None:
            return ()
        return (self.notes or ()) if context.carries < self.room.settings.recall.surely_carried_from else ()

    def leaked(self, answer: str, *, by_prompt: bool = True) -> frozenset[str]:
        """What of an answer from notes nobody said: figures ("on the 30th"), and words of the prompt's examples, where
        it was written below those.
        """
        shown = self.room.wording.words_shown(self.language) if by_prompt else frozenset()
        return unfounded(answer, self._known, shown)

    @property
    def _known(self) -> str:
        """All that was told and found for this turn, and said of late."""
        context, stream = self.context, self.room.stream
        told = () if context is None else (item.shown or item.text for item in context.items)
        said = () if stream is None else (stream.turn_text, *stream.said_last(IN_MIND))
        return " ".join((self.text, *told, *said))
