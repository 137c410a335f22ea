"""Decontextualisation: claims written out as statements that stand alone.

Sentences that stand together ("we lost a patient. little boy, six years old") are written out together: who "she" is,
and what a bare "a labrador" answered. The model writes them, and only in words that were said; else a sentence stays as
it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from engine.conversation.answering.asked import ALONE, ANAPHORA
from engine.conversation.answering.reactions import OPENING, kind_of
from engine.conversation.dating import days_of
from engine.conversation.grounding import (
    as_spelt,
    content_words,
    denies,
    figures,
    grounded,
    is_of_another,
    joins,
    joins_nothing,
    reaches_past,
    reverses,
    with_elisions,
)
from engine.conversation.reflection.claims import Claim, Message, Salience
from engine.conversation.utterance import clauses, has_mark, is_bare_question
from engine.decisions import MOST_BEFORE, Rewriter, message_in_context
from engine.decisions.rewriting import ASKED
from engine.language import Cancellation
from engine.search import stems
from engine.tongues import unshouted
from engine.trail import StepKind

CLAIM = "claim"
"""The rewriting by which a passage is written out."""
_STATEMENT_TOKENS = 48
MOST_MORE = 4
"""Statements that a passage is written out into, beyond one a sentence."""
REPLY_WORDS = 5
"""Words up to which a passage may be no more than the reply to a question ("a labrador"): a longer one tells what it
tells by itself, whatever was asked before it."""
LOSES, LOSES_TAUGHT = 0.34, 0.5
"""Share of the content words of a sentence that its statements may leave out: a model that was taught to leave out
jests is trusted more.
"""
RESTS_FROM = 0.12
"""Share from which a statement that takes words from before rests on what was told: of 231 right statements of the
lessons two in a hundred have less; "My placement finishes next week." of "they've moved me …, from next week" has 0.03.
"""
WHOLE = 3
"""Content words from which a statement that stands within another was made one with it."""


@dataclass
class StatementWriter:
    """Writes the passages of one `message` out, one after another; what is `told` already is not told again.

    A `cancellation` ends what is being written; what came of it then is for nobody.
    """

    message: Message
    salience: Salience
    cancellation: Cancellation | None = None
    told: list[Claim] = field(default_factory=list)

    @property
    def _rewriter(self) -> Rewriter:
        return self.salience.decisions.rewriter(self.salience.model, CLAIM)

    def write(self, passage: Sequence[Claim]) -> None:
        """Tell a passage in statements that stand alone. Raises LanguageError.

        What of it the statements leave out is written out by itself.
        """
        quote = _quote(unshouted(self.message.utterance.text), passage)
        written = self._worth_telling(passage, quote)
        if written is None:
            return
        left, parts = self._left_out(passage, written), list[Claim]()
        if written and self._rewriter.is_taught and (not left or self._is_opening(quote)):
            # Of "yo what's up, i'm lou" only the name is worth keeping; "i teach history" beside it is, too.
            parts, left = self._parts_left(passage, written), []
        if len(left) == len(passage) > 1:
            self._write_each(passage)
            return
        if left and len(passage) == 1:
            if own := self._told_by_themselves(passage[0]):
                self._write_each(own)
                return
            written, left = self._without_question(quote), []
        share, unsure = max(one.share for one in passage), all(one.unsure for one in passage)
        whole = replace(passage[0], quote=quote, share=share, unsure=unsure)
        self.told += [self._of_line(whole, text) for text in self._lasting(written)]
        self._write_each([*left, *parts])

    def _of_line(self, whole: Claim, text: str) -> Claim:
        """What is told of a passage in one line: of "the boss is called Declan, his brother is a nightmare" only the
        second judges somebody.
        """
        judges = whole.judges_other and self.salience.judges_other(text)
        return replace(whole, text=sentence_case(text), judges_other=judges)

    def _write_each(self, claims: Sequence[Claim]) -> None:
        for claim in claims:
            self.write([claim])

    def _worth_telling(self, passage: Sequence[Claim], quote: str) -> list[str] | None:
        """What the model writes of a passage, nothing where its sentences stay as they are; None where it finds nothing
        to write, and it is not surely worth keeping.
        """
        settings, share = self.salience.settings, max(one.share for one in passage)
        written = self._written(quote, [one.quote for one in passage])
        if written is None and share < settings.surely_kept_from:
            # Of "hi priya here" nothing is written, but it is worth knowing who is here, the first time.
            is_new = self._is_opening(quote) and not self.salience.knows_of(quote)
            return [] if is_new and share >= settings.kept_from else None
        return written or []

    def _is_opening(self, quote: str) -> bool:
        return kind_of(self.salience.decisions, self.salience.model, quote) in OPENING

    def _left_out(self, passage: Sequence[Claim], written: Sequence[str]) -> list[Claim]:
        """What of a passage the statements leave out.

        Of what is only supposed nothing may be lost: "I'd buy a boat" is not what "if I won, I'd buy one" tells.
        """
        loses, said_at = LOSES_TAUGHT if self._rewriter.is_taught else LOSES, self.message.said_at
        return [
            one for one in passage if not keeps_words(one.quote, written, said_at, 0 if one.unsure else loses)
        ]

    def _parts_left(self, passage: Sequence[Claim], written: Sequence[str]) -> list[Claim]:
        """The parts of its sentences that surely tell something, and of which nothing is written: "then I retire" of "I
        teach till July, then I retire". Of what is only supposed, a part tells the contrary.
        """
        said_at = self.message.said_at
        return [
            replace(one, quote=part, text=part)
            for one in passage
            if not one.unsure and not keeps_words(one.quote, written, said_at)
            for part in self.salience.telling_parts(one.quote)
            if part != one.quote and not keeps_words(part, written, said_at, LOSES_TAUGHT)
        ]

    def _told_by_themselves(self, whole: Claim) -> list[Claim]:
        """The parts that surely tell something, of a sentence that denies something and of which as a whole nothing was
        written well: beside the rest a small model loses the "not".
        """
        if whole.unsure or not self._rewriter.is_taught or not denies(whole.quote):
            return []
        parts = [part for part in self.salience.telling_parts(whole.quote) if part != whole.quote]
        return [replace(whole, quote=part, text=part) for part in parts]

    def _lasting(self, written: Sequence[str]) -> Sequence[str]:
        """Of several statements those that are not only of the moment ("I'm worn out", beside what wore them out)."""
        if len(written) <= 1:
            return written
        least = self.salience.settings.of_moment_below
        return [one for one in written if self.salience.worth(one) >= least] or written

    def _without_question(self, quote: str) -> list[str]:
        """The quote as it stands; of one that asks, the parts that surely tell: a question is no statement, and figures
        alone ("3 to 1") are none.
        """
        if has_mark(quote):
            return self.salience.telling_parts(quote)
        return [quote] if content_words(quote) - figures(quote) else []

    def _written(self, quote: str, sentences: Sequence[str]) -> list[str] | None:
        """The lines of the model that stand on what was said; None where it was taught, and finds nothing to write."""
        context, said_before = context_of(quote, self.message), self.message.said_before(quote)
        answers = ASKED in context
        if not answers and said_before and self._stands_alone(quote):
            # "Wool makes me itch" is of nobody who was spoken of before it.
            context, said_before = message_in_context(quote), []
        most = _STATEMENT_TOKENS * len(sentences) + len(quote) // 3
        lines = self._rewriter.write(context, most, cancellation=self.cancellation)
        if not lines and self._rewriter.is_taught:
            return None
        nearest = said_before[-1:] if len(said_before) > 1 else []

        def written_nearer() -> list[str]:
            return self._rewriter.write(
                message_in_context(quote, nearest), most, cancellation=self.cancellation
            )

        if reaches_past(lines, quote, said_before):
            # "Sunday is cricket with my lad." – "He's called Bilal": who is meant was mostly named just before.
            nearer = written_nearer()
            lines = nearer if joins(nearer, quote, nearest[0]) else lines
        stand = self._standing(lines, sentences, said_before, answers=answers)
        if nearest and lines and not stand:
            # Of "she's called Greta and turns eleven" far from its daughter only "My daughter Greta turns eleven." is
            # written, which joins two who were not; beside her it says first who Greta is.
            stand = self._standing(written_nearer(), sentences, said_before, answers=answers)
        return stand[: len(sentences) + MOST_MORE]

    def _stands_alone(self, quote: str) -> bool:
        salience = self.salience
        shares = salience.decisions.decide(salience.model, ANAPHORA, quote).shares
        return shares[ALONE] >= salience.settings.self_contained_from

    def _standing(
        self, lines: Sequence[str], sentences: Sequence[str], said_before: Sequence[str], *, answers: bool
    ) -> list[str]:
        """Those of `lines` that stand on what was said, tell of nobody else, and do not tell again what is told.

        What one of them joins ("My daughter is called Greta.") the next may name ("My daughter Greta turns eleven.").
        """
        own = self.message.utterance.text
        # What the companion said ("Ah, verstehe.") is no word of theirs, but where they reply to it.
        earlier = [one.text for one in self.message.before if answers or one.kind is StepKind.UTTERANCE]
        if not answers:
            stand: list[str] = []
            for line in lines:
                joined = joins_nothing(line, own, [*earlier, *stand])
                is_theirs = joined and not is_of_another(line, sentences, said_before, stand)
                if (
                    is_theirs
                    and not reverses(line, sentences)
                    and self._rests_on(line, sentences, said_before)
                ):
                    stand.append(line)
            lines = stand
        said = " ".join((own, *earlier))
        lines = [as_spelt(with_elisions(line, own), said) for line in lines]
        new = [line for line in lines if not any(says_again(line, one.text) for one in self.told)]
        return grounded(new, sentences, said, answers=answers, taught=self._rewriter.is_taught)

    def _rests_on(self, line: str, sentences: Sequence[str], said_before: Sequence[str]) -> bool:
        """Whether a line that takes words from before its sentences says only what was told, and nothing that only was
        asked.
        """
        if not joins([line], " ".join(sentences), " ".join(said_before)):
            return True
        told = [one for one in said_before[-MOST_BEFORE:] if not is_bare_question(one)]
        salience = self.salience
        return salience.decisions.grounded(salience.model, [*told, *sentences], line) >= RESTS_FROM


def _quote(utterance: str, passage: Sequence[Claim]) -> str:
    """The passage as it stands in the utterance, from the first of its sentences to the last."""
    start = utterance.find(passage[0].quote)
    end = utterance.find(passage[-1].quote, start) + len(passage[-1].quote)
    return utterance[start:end]


def context_of(quote: str, message: Message) -> str:
    """What the model reads of a passage: what it may reply to, what the person said before it, and the passage."""
    before = message.before
    answer = before[-1].text if before and before[-1].kind is StepKind.ANSWER else ""
    questions = (one for one in reversed(clauses(answer)) if has_mark(one))
    asked = next(questions, "") if len(quote.split()) <= REPLY_WORDS else ""
    return message_in_context(quote, message.said_before(quote), asked)


def says_again(line: str, told: str) -> bool:
    """Whether `line` says all that `told` says, and more: of two sentences a small model makes one ("our little boy
    lost a patient").
    """
    words = set(stems(told))
    return len(words) >= WHOLE and words < set(stems(line))


def keeps_words(sentence: str, statements: Sequence[str], said_at: datetime, loses: float = LOSES) -> bool:
    """Whether nothing that the sentence tells got lost: no number, no day, and of its content words at most a share of
    `loses`, or one of several; none where `loses` is 0.
    """
    told, kept = content_words(sentence), set(stems(" ".join(statements)))
    days = " ".join(sentence[span.start : span.end] for span in days_of(sentence, said_at))
    needed = figures(sentence) | set(stems(days))
    most = max(1, int(len(told) * loses)) if loses else 0
    return needed <= kept and len(told - kept) <= most and (not told or not told.isdisjoint(kept))


def sentence_case(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]
