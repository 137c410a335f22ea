"""Claim extraction: how a sentence becomes a fact, in three stops.

1. Segmentation: the person's own words in sentences that can be quoted (`utterance.py`).
2. Salience: which of them tell something lasting, by the decision `keep_about_person`.
3. Decontextualisation: sentences that stand together ("we lost a patient. little boy, six years old") are written out
   together as statements that stand alone: who "she" is, which day "Friday" was, and what a bare "a labrador" answered.
   The model writes them, and only in words that were said; else a sentence stays as it is.

A statement that puts a known fact out of date ("they moved me to days") says so, by the decision `supersedes`.

Runs on the thinking thread after the answer, with the background's patience.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, timezone
from functools import partial
from statistics import fmean

from babel.dates import format_date

from engine.calling import Stop
from engine.conversation.answering.asked import ASKS, ERRAND, KEEP, Errand
from engine.conversation.answering.reactions import MEETS, OPENING, kind_of
from engine.conversation.grounding import (
    content_words,
    figures,
    grounded,
    is_of_another,
    joins_nothing,
    tells_more,
)
from engine.conversation.utterance import clauses, has_mark, own_words, parts_that_do_not_ask
from engine.dates import DateSpan, Prefer, find_dates
from engine.decisions import (
    COMING,
    PAST,
    REPLACES,
    SUPERSEDES,
    TENSE,
    Decisions,
    message_in_context,
    with_earlier,
)
from engine.decisions.rewriting import ASKED
from engine.degradation import spare
from engine.language import Cancellation, LanguageModel
from engine.person import Fact
from engine.search import stems
from engine.settings import ReflectSettings
from engine.telling_time import day_of_week, month_in_words
from engine.tongues import ENGLISH, language_of
from engine.trail import Step, StepKind

CLAIM = "claim"
JUDGES, TOLD, MANNER = "judges_other", "epistemic_stance", "asks_manner"
SURE_OF_TENSE = 0.6
"""Share from which a day is dated: "they moved me to days from Monday on" has 0.55 for the Monday gone by."""
OPENING_UTTERANCES = 2
"""Utterances before which a talk begins."""
ANAPHORA, ALONE = "anaphora", "Alone"
"""Whether a message is about what only was named before it, and the option that it is not."""
REFLECTION_DECISIONS = (KEEP, JUDGES, TOLD, MANNER, SUPERSEDES, TENSE, ANAPHORA, "sentiment")
_STATEMENT_TOKENS = 48
MOST_MORE = 4
"""Statements that a passage is written out into, beyond one a sentence."""
ASIDE = 2
"""Words of a sentence that may stand between two of a passage and belongs to them."""
LONGEST_PASSAGE = 4
"""Sentences that are written out together."""
REPLY_WORDS = 5
"""Words up to which a passage may be no more than the reply to a question ("a labrador"): a longer one tells what it
tells by itself, whatever was asked before it."""
FIGURE_WORDS = 3
"""Words up to which a sentence says no more than its figure."""
LOSES, LOSES_TAUGHT = 0.34, 0.5
"""Share of the content words of a sentence that its statements may leave out: a model that was taught to leave out
jests is trusted more.
"""
WHOLE = 3
"""Content words from which a statement that stands within another was made one with it."""
ONLY_ASKS = 0.75
"""Share of asking for a note from which a sentence does nothing else: "exam on the 12th, help" is below."""
SURELY_ASKS = 0.9
"""Share of asking from which a sentence without a question mark is no statement."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something lasting that the person said: the `quote` as it stands in the utterance, `text` as it stands alone.

    `share`, 0–1, is how surely it is worth keeping. `judges_other` says that it passes judgement on somebody else,
    `changes_identity` that it condemns the person themselves or turns from what they were, `asks_manner` that it tells
    how they want to be talked with: these are asked about before they are kept. `unsure` says that they only guessed:
    that is kept as something that passes. `supersedes` is the known fact that is no longer so because of it.
    """

    quote: str
    text: str
    share: float
    judges_other: bool = False
    changes_identity: bool = False
    unsure: bool = False
    asks_manner: bool = False
    supersedes: str = ""

    @property
    def is_asked_first(self) -> bool:
        """Whether the person is asked about it before it is kept: nothing else stands with it."""
        return self.judges_other or self.changes_identity

    @property
    def is_looked_at(self) -> bool:
        """Whether policy treats it other than a plain fact."""
        return self.is_asked_first or self.unsure


def nothing_known(_text: str) -> Sequence[Fact]:
    """The facts of who has none."""
    return ()


@dataclass(frozen=True)
class ClaimExtractor:
    """Extracts with one loaded model. `known` finds the facts that are nearest to a statement, the nearest first.

    A `cancellation` ends what is being written; what came of it then is for nobody.
    """

    model: LanguageModel
    decisions: Decisions
    settings: ReflectSettings
    known: Callable[[str], Sequence[Fact]] = nothing_known
    cancellation: Cancellation | None = None

    def of(
        self,
        utterance: Step,
        before: Sequence[Step],
        should_stop: Stop,
        handled: Sequence[str] = (),
    ) -> tuple[Claim, ...]:
        """The claims of `utterance`, in order; as far as it got where it was to stop. Raises LanguageError.

        `before` was said before it, oldest first; `handled` are quotes that became something else already.
        """
        sentences = [one for each in claimed(utterance.text, handled) for one in self._told_apart(each)]
        kept: list[Claim] = []
        manner: list[Claim] = []
        for sentence in sentences:
            if should_stop():
                break
            share = self._share(KEEP, sentence, "yes")
            if self._only_asks(sentence, share):
                continue
            lasts = share >= self.settings.kept_from or self._introduces(sentence, before)
            lasts = lasts or _goes_on(sentence, sentences, kept)
            if lasts or self._comes(share, sentence, utterance) or self._ends(sentence):
                kept.append(self._judged(Claim(sentence, sentence, share)))
            elif self._asks_manner(sentence):
                manner.append(Claim(sentence, sentence, share, asks_manner=True))
        told: list[Claim] = []
        for passage in _passages(sentences, kept):
            if should_stop():
                break
            told += self._statements(passage, utterance, before, told)
        said_at = _said_at(utterance)
        told = [replace(one, text=dated(one.text, said_at, partial(self._tense, one.quote))) for one in told]
        return (*(claim if should_stop() else self._superseding(claim) for claim in told), *manner)

    def _told_apart(self, sentence: str) -> list[str]:
        """The parts of a question that surely tell something ("Luc's a joiner, did I say?"); else itself."""
        if not has_mark(sentence) or self._share(KEEP, sentence, "yes") >= self.settings.kept_from:
            return [sentence]
        return self._telling_parts(sentence) or [sentence]

    def _only_asks(self, sentence: str, share: float) -> bool:
        """Whether what may be kept is a question without a mark: "what do i do for a living"."""
        may_be_kept = share >= self.settings.kept_from and not has_mark(sentence)
        return may_be_kept and self._share(ASKS, sentence, "Yes") >= SURELY_ASKS

    def _introduces(self, sentence: str, before: Sequence[Step]) -> bool:
        """Whether somebody says who they are as a talk begins: a bare name ("hi, bob here") is hardly worth keeping by
        its looks.
        """
        said = sum(step.kind is StepKind.UTTERANCE for step in before)
        opens = said < OPENING_UTTERANCES and not has_mark(sentence)
        return opens and kind_of(self.decisions, self.model, sentence) == MEETS

    def _comes(self, share: float, sentence: str, utterance: Step) -> bool:
        """Whether `sentence` may be worth keeping since it tells what comes on a day ("interview tomorrow at ten")."""
        said_at = _said_at(utterance)
        if share < self.settings.coming_kept_from or has_mark(sentence):
            return False
        if not any(one.first >= said_at.date() for one in _days_of(sentence, said_at)):
            return False
        found = self.decisions.decide(self.model, ERRAND, sentence)
        return found.option != Errand.NONE and found.shares[Errand.ASKS] < ONLY_ASKS

    def _ends(self, sentence: str) -> bool:
        """Whether it puts what is known out of date, however passing it seems ("the trip was called off")."""
        if has_mark(sentence):
            return False
        said = content_words(sentence)
        nearest = self._near(sentence)[:1]
        return any(self._replaces(fact, sentence) for fact in nearest if content_words(fact.text) & said)

    def _near(self, text: str) -> Sequence[Fact]:
        """The known facts nearest to `text`; none where they cannot be read: what was said is kept all the same."""
        return spare("what is known", partial(self.known, text), nothing_known(text))

    def _replaces(self, fact: Fact, text: str) -> bool:
        share = self._share(SUPERSEDES, with_earlier(fact.text, text), REPLACES)
        return share >= self.settings.supersedes_from

    def _share(self, decision: str, text: str, option: str) -> float:
        return self.decisions.decide(self.model, decision, text).shares[option]

    def _asks_manner(self, sentence: str) -> bool:
        """Whether it says how they want to be talked with; a small model cannot tell."""
        settings = self.settings
        is_small = self.model.info.parameters < settings.manner_parameters
        if is_small or len(sentence.split()) > settings.manner_words:
            return False
        return self._share(MANNER, sentence, "yes") >= settings.manner_from

    def _judged(self, claim: Claim) -> Claim:
        """With what policy looks at."""
        settings = self.settings
        told = self.decisions.decide(self.model, TOLD, claim.quote).shares
        return replace(
            claim,
            judges_other=self._share(JUDGES, claim.quote, "yes") >= settings.judged_from,
            changes_identity=told["changes"] >= settings.changed_from,
            unsure=told["unsure"] >= settings.unsure_from,
        )

    def _superseding(self, claim: Claim) -> Claim:
        """With the known fact that it puts out of date; a guess puts nothing out of date."""
        if claim.is_looked_at:
            return claim
        for fact in self._near(claim.text)[: self.settings.superseded]:
            if tells_more(fact.text, claim.text):
                continue
            if self._replaces(fact, claim.text):
                return replace(claim, supersedes=fact.id)
        return claim

    def _statements(
        self, passage: Sequence[Claim], utterance: Step, before: Sequence[Step], told: Sequence[Claim]
    ) -> list[Claim]:
        """A passage as statements that stand alone.

        What of it the statements leave out is written out by itself. `told` is made of the message already.
        """
        said_at = _said_at(utterance)
        quote = _quote(utterance.text, [one.quote for one in passage])
        written = self._written(quote, [one.quote for one in passage], utterance, before, told)
        share = max(one.share for one in passage)
        if written is None and share < self.settings.surely_kept_from:
            # Of "hi priya here" nothing is written, but it is worth knowing who is here.
            opens = kind_of(self.decisions, self.model, quote) in OPENING
            if not opens or share < self.settings.kept_from:
                return []
        written = written or []
        taught = self.decisions.rewriter(self.model, CLAIM).is_taught
        loses = LOSES_TAUGHT if taught else LOSES
        # Of what is only supposed nothing may be lost: "I'd buy a boat" is not what "if I won, I'd buy one" tells.
        left = [
            one for one in passage if not keeps_words(one.quote, written, said_at, 0 if one.unsure else loses)
        ]
        parts: list[Claim] = []
        if left and written and taught and kind_of(self.decisions, self.model, quote) in OPENING:
            # Of "yo what's up, i'm lou" only the name is worth keeping; "i teach history" beside it is, too.
            parts, left = self._parts_left(passage, written, said_at), []
        if len(left) == len(passage) > 1:
            return self._each(passage, utterance, before, told)
        if left and len(passage) == 1:
            written, left = self._without_question(quote), []
        shares, unsure = max(one.share for one in passage), all(one.unsure for one in passage)
        whole = replace(passage[0], quote=quote, share=shares, unsure=unsure)
        made = [replace(whole, text=sentence_case(text)) for text in self._lasting(written)]
        return [*made, *self._each([*left, *parts], utterance, before, [*told, *made])]

    def _lasting(self, written: Sequence[str]) -> Sequence[str]:
        """Of several statements those that are not only of the moment ("I'm worn out", beside what wore them out)."""
        if len(written) <= 1:
            return written
        lasting = [one for one in written if self._share(KEEP, one, "yes") >= self.settings.of_moment_below]
        return lasting or written

    def _parts_left(self, passage: Sequence[Claim], written: Sequence[str], said_at: datetime) -> list[Claim]:
        """The parts of an introduction that surely tell something, and of which nothing is written."""
        return [
            replace(one, quote=part, text=part)
            for one in passage
            for part in self._telling_parts(one.quote)
            if part != one.quote and not keeps_words(part, written, said_at, LOSES_TAUGHT)
        ]

    def _each(
        self, claims: Sequence[Claim], utterance: Step, before: Sequence[Step], told: Sequence[Claim]
    ) -> list[Claim]:
        """The statements of each of `claims` by itself."""
        made: list[Claim] = []
        for claim in claims:
            made += self._statements([claim], utterance, before, [*told, *made])
        return made

    def _tense(self, quote: str, sentence: str) -> str:
        """Of when a statement is, by its own words and by those that it was made of; empty where that is not clear."""
        texts = dict.fromkeys((sentence, quote))
        decided = [self.decisions.decide(self.model, TENSE, text).shares for text in texts]
        shares = {option: fmean(one[option] for one in decided) for option in decided[0]}
        best = max(shares, key=shares.__getitem__)
        return best if shares[best] >= SURE_OF_TENSE else ""

    def _without_question(self, quote: str) -> list[str]:
        """The quote as it stands; of one that asks, the parts that surely tell: a question is no statement, and figures
        alone ("3 to 1") are none.
        """
        if has_mark(quote):
            return self._telling_parts(quote)
        return [quote] if content_words(quote) - figures(quote) else []

    def _telling_parts(self, quote: str) -> list[str]:
        parts = parts_that_do_not_ask(quote)
        return [part for part in parts if self._share(KEEP, part, "yes") >= self.settings.surely_kept_from]

    def _written(
        self,
        quote: str,
        sentences: Sequence[str],
        utterance: Step,
        before: Sequence[Step],
        told: Sequence[Claim],
    ) -> list[str] | None:
        """The lines of the model that stand on what was said; None where it was taught, and finds nothing to write."""
        context, said_before = context_of(quote, utterance, before), said_before_it(quote, utterance, before)
        answers = ASKED in context
        if (
            not answers
            and said_before
            and self._share(ANAPHORA, quote, ALONE) >= self.settings.self_contained_from
        ):
            # "Wool makes me itch" is of nobody who was spoken of before it.
            context, said_before = message_in_context(quote), []
        rewriter = self.decisions.rewriter(self.model, CLAIM)
        most = _STATEMENT_TOKENS * len(sentences) + len(quote) // 3
        lines = rewriter.write(context, most, cancellation=self.cancellation)
        if not lines and rewriter.is_taught:
            return None
        earlier = [step.text for step in before]
        if reaches_past(lines, quote, said_before):
            # "Sunday is cricket with my lad." – "He's called Bilal": who is meant was mostly named just before.
            nearest = message_in_context(quote, said_before[-1:])
            nearer = rewriter.write(nearest, most, cancellation=self.cancellation)
            lines = nearer if joins(nearer, quote, said_before[-1]) else lines
        lines = [line for line in lines if answers or joins_nothing(line, utterance.text, earlier)]
        lines = [line for line in lines if answers or not is_of_another(line, sentences, said_before)]
        lines = [line for line in lines if not any(says_again(line, one.text) for one in told)]
        said = " ".join((utterance.text, *earlier))
        stand = grounded(lines, sentences, said, answers=answers, taught=rewriter.is_taught)
        return stand[: len(sentences) + MOST_MORE]


def claimed(utterance: str, handled: Sequence[str] = ()) -> list[str]:
    """The sentences of the person's own words but for what is dealt with; a question may tell something too."""
    own = own_words(utterance)
    for quote in handled:
        own = own.replace(quote, "\n")
    return [one for one in clauses(own) if stems(one)]


def _said_at(utterance: Step) -> datetime:
    """When it was said, by the clock of who said it."""
    return utterance.at.astimezone(timezone(timedelta(minutes=utterance.offset_minutes)))


def _goes_on(sentence: str, sentences: Sequence[str], kept: Sequence[Claim]) -> bool:
    """Whether it says no more than a figure right behind what is kept ("my wife wants me to stop. im 63"): by itself
    that hardly seems worth keeping.
    """
    behind = bool(kept) and sentences.index(kept[-1].quote) + 1 == sentences.index(sentence)
    return behind and bool(figures(sentence)) and len(sentence.split()) <= FIGURE_WORDS


def _passages(sentences: Sequence[str], kept: Sequence[Claim]) -> list[list[Claim]]:
    """The kept sentences that stand together, with no more than a word or so between ("my boy starts school. noah. he's
    six"); what the person is asked about stands alone.
    """
    passages: list[list[Claim]] = []
    last = len(sentences)
    for claim in kept:
        place = sentences.index(claim.quote)
        between = sentences[last + 1 : place]
        joins = bool(passages) and len(passages[-1]) < LONGEST_PASSAGE and not claim.is_asked_first
        if joins and not passages[-1][0].is_asked_first and all(len(one.split()) <= ASIDE for one in between):
            passages[-1].append(claim)
        else:
            passages.append([claim])
        last = place
    return passages


def _quote(utterance: str, sentences: Sequence[str]) -> str:
    """The passage as it stands in the utterance, from the first of its sentences to the last."""
    start = utterance.find(sentences[0])
    end = utterance.find(sentences[-1], start) + len(sentences[-1])
    return utterance[start:end]


def context_of(quote: str, utterance: Step, before: Sequence[Step]) -> str:
    """What the model reads of a passage: what it may reply to, what the person said before it, and the passage."""
    earlier = said_before_it(quote, utterance, before)
    answer = before[-1].text if before and before[-1].kind is StepKind.ANSWER else ""
    questions = (one for one in reversed(clauses(answer)) if has_mark(one))
    asked = next(questions, "") if len(quote.split()) <= REPLY_WORDS else ""
    return message_in_context(quote, earlier, asked)


def said_before_it(quote: str, utterance: Step, before: Sequence[Step]) -> list[str]:
    """What the person said before a passage, the rest of its own message last."""
    said = [step.text for step in before if step.kind is StepKind.UTTERANCE]
    own = clauses(own_words(utterance.text))
    return [*said, *own[: next((place for place, one in enumerate(own) if quote.startswith(one)), 0)]]


def joins(lines: Sequence[str], quote: str, said: str) -> bool:
    """Whether content words of `lines` are taken from what was `said` before the `quote`."""
    return bool((set(stems(" ".join(lines))) - set(stems(quote))) & set(stems(said)))


def reaches_past(lines: Sequence[str], quote: str, said_before: Sequence[str]) -> bool:
    """Whether `lines` take words from what was said earlier than the last thing before the `quote`, and not from it."""
    older = " ".join(said_before[:-1])
    return len(said_before) > 1 and joins(lines, quote, older) and not joins(lines, quote, said_before[-1])


def says_again(line: str, told: str) -> bool:
    """Whether `line` says all that `told` says, and more: of two sentences a small model makes one ("our little boy
    lost a patient").
    """
    words = set(stems(told))
    return len(words) >= WHOLE and words < set(stems(line))


def keeps_words(sentence: str, statements: Sequence[str], said_at: datetime, loses: float = LOSES) -> bool:
    """Whether nothing that the sentence tells got lost: no number, no day, and of its content words at most a share of
    `loses`, or one; none where `loses` is 0.
    """
    told, kept = content_words(sentence), set(stems(" ".join(statements)))
    days = " ".join(sentence[span.start : span.end] for span in _days_of(sentence, said_at))
    needed = figures(sentence) | set(stems(days))
    return needed <= kept and len(told - kept) <= (max(1, int(len(told) * loses)) if loses else 0)


def _days_of(text: str, said_at: datetime, prefer: Prefer = "future") -> list[DateSpan]:
    code = language_of(text)
    found = find_dates(text, said_at, (code,) if code else (), prefer=prefer)
    return [one for one in found if not one.of_clock]


def sentence_case(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]


def _is_of_the_moment(words: str, span: DateSpan, said_at: datetime, prefer: Prefer) -> bool:
    """Whether the day that they name would be another in another week: "tomorrow at 10" is, the 4th of May is not."""
    others = [_days_of(words, said_at + timedelta(days=days), prefer) for days in (-7, 7)]
    return all(found and found[0].first != span.first for found in others)


def dated(text: str, said_at: datetime, tense: Callable[[str], str]) -> str:
    """`text` with the days that it names in words of the moment ("tomorrow", "on Friday") as dates behind it.

    `tense` decides of what may be the last such day or the next ("on Friday") which one is meant (`PAST`, `COMING`).
    Where it is neither, as all of them are or it is not clear, none is dated.
    """
    code = language_of(text) or ENGLISH
    days = _moments(text, said_at, "future")
    if days and (earlier := _moments(text, said_at, "past")) != days:
        meant = tense(text)
        days = earlier if meant == PAST else days if meant == COMING else []
    if not days:
        return text
    told = text.rstrip()
    end = told[-1] if told[-1] in ".!?…" else ""
    named = dict.fromkeys(_as_date(day, said_at.date(), code) for day in days)
    return f"{told.rstrip('.!?…')} ({', '.join(named)}){end}"


def _moments(text: str, said_at: datetime, prefer: Prefer) -> list[date]:
    """The single days that are named from where one speaks."""
    return [
        span.first
        for span in _days_of(text, said_at, prefer)
        if span.first == span.last and _is_of_the_moment(text[span.start : span.end], span, said_at, prefer)
    ]


def _as_date(day: date, said_on: date, code: str) -> str:
    """A day as its language (ISO 639-1) writes it; who says "three years ago" tells the year and not the day."""
    if day.day == said_on.day and (day.year, day.month) != (said_on.year, said_on.month):
        if day.month == said_on.month:
            return str(day.year)
        return month_in_words(day) if code == ENGLISH else format_date(day, "LLLL y", locale=code)
    return day_of_week(day, code)
