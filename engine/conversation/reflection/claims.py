"""What a message claims: its sentences, which of them tell something lasting, and what policy looks at in each.

These are the first two stops of claim extraction: segmentation and salience. What becomes of the claims is told by
`extracting.py`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import islice

from engine.calling import Stop
from engine.conversation.answering.asked import ASKED_OF, ASKS, ERRAND, KEEP, About, Errand
from engine.conversation.answering.reactions import MEETS, kind_of
from engine.conversation.correcting import CORRECTION, only_exchanges, put_right
from engine.conversation.dating import dated, days_of, tense_of
from engine.conversation.grounding import content_words, figures, names_time, points_by_time, tells_more
from engine.conversation.utterance import clauses, has_mark, own_words, parts_that_do_not_ask
from engine.decisions import REPLACES, SUPERSEDES, Decisions, with_earlier
from engine.errors import spare
from engine.language import LanguageModel
from engine.person import Fact
from engine.search import stems
from engine.settings import ReflectSettings
from engine.tongues import unshouted
from engine.trail import Step, StepKind

JUDGES, TOLD, MANNER = "judges_other", "epistemic_stance", "asks_manner"
OPENING_UTTERANCES = 2
"""Utterances before which a talk begins."""
ASIDE = 2
"""Words of a sentence that may stand between two of a passage and belongs to them."""
LONGEST_PASSAGE = 4
"""Sentences that are written out together."""
FIGURE_WORDS = 3
"""Words up to which a sentence says no more than its figure."""
ONLY_ASKS = 0.75
"""Share of asking for a note from which a sentence does nothing else: "exam on the 12th, help" is below."""
POINTS_WITHIN = 2
"""Utterances before one that only points within which what it means was named."""
SURELY_ASKS = 0.9
"""Share of asking from which a sentence is no statement."""


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


@dataclass(frozen=True, slots=True)
class Message:
    """An utterance, and what was said `before` it, oldest first."""

    utterance: Step
    before: Sequence[Step] = ()

    @property
    def said_at(self) -> datetime:
        """When it was said, by the clock of who said it."""
        return self.utterance.said_at

    def said_before(self, quote: str) -> list[str]:
        """What the person said before what they said here, oldest first: the rest of its own message last."""
        said = [unshouted(step.text) for step in self.before if step.kind is StepKind.UTTERANCE]
        own = clauses(own_words(self.utterance.text))
        return [*said, *own[: next((place for place, one in enumerate(own) if quote.startswith(one)), 0)]]

    def points_back(self, sentence: str) -> bool:
        """Whether a sentence of it says little else than a time of what was named before ("they moved it to the
        16th").
        """
        return points_by_time(sentence, self.said_at)


def nothing_known(_text: str) -> Sequence[Fact]:
    """The facts of who has none."""
    return ()


@dataclass(frozen=True)
class Salience:
    """Tells with one loaded model what is worth keeping. `known` finds the facts that are nearest to a statement.

    Each verb that asks the model raises LanguageError.
    """

    model: LanguageModel
    decisions: Decisions
    settings: ReflectSettings
    known: Callable[[str], Sequence[Fact]] = nothing_known
    moved: frozenset[str] = frozenset()
    """Refs of what was said earlier of things to do that the message moves: what is known of their time is over."""

    def passages(
        self, message: Message, should_stop: Stop, handled: Sequence[str] = ()
    ) -> tuple[list[list[Claim]], list[Claim]]:
        """The claims of `message` in passages that stand together, and those that tell how to talk with who said it.

        In order, and as far as it got where it was to stop. `handled` are quotes that became something else already.
        """
        sentences = [
            one for each in claimed(message.utterance.text, handled) for one in self._told_apart(each)
        ]
        kept: list[Claim] = []
        manner: list[Claim] = []
        for sentence in sentences:
            if should_stop():
                break
            share = self.worth(sentence)
            if self._only_asks(sentence, share):
                continue
            lasts = share >= self.settings.kept_from or self._introduces(sentence, message.before)
            lasts = lasts or _goes_on(sentence, sentences, kept)
            if lasts or self._comes(share, sentence, message.said_at) or self._ends(sentence, message):
                kept.append(self._judged(Claim(sentence, sentence, share)))
            elif self._asks_manner(sentence):
                manner.append(Claim(sentence, sentence, share, asks_manner=True))
        return _passages(sentences, kept), manner

    def worth(self, text: str) -> float:
        """How surely `text` is worth keeping, 0–1."""
        return self._share(KEEP, text, "yes")

    def knows_of(self, text: str) -> bool:
        """Whether something that is known has a word of `text` ("hello again, it's ruth")."""
        told = content_words(text)
        return any(told & content_words(fact.text) for fact in self._near(text))

    def judges_other(self, text: str) -> bool:
        """Whether `text` passes judgement on somebody else."""
        return self._share(JUDGES, text, "yes") >= self.settings.judged_from

    def telling_parts(self, sentence: str) -> list[str]:
        """The parts of it that ask nothing and surely tell something."""
        parts = parts_that_do_not_ask(sentence)
        return [part for part in parts if self.worth(part) >= self.settings.surely_kept_from]

    def superseding(self, claim: Claim, message: Message) -> Claim:
        """With the known fact that it puts out of date; a guess puts nothing out of date.

        What only points at that fact by a time says nothing by itself: it becomes the fact with the other time. So does
        what is said of a fact that tells much else ("on Saturdays now, with Pilar"), where all of that is kept.
        """
        if claim.is_looked_at:
            return claim
        if moved := self._of_moved(claim, message):
            text = self._put_right(moved[0], claim, message) or claim.text
            return replace(claim, text=text, supersedes=moved[0].id)
        points = message.points_back(claim.quote)
        for fact in self._pointed_at(claim.quote, message) if points else self._may_be_over(claim, message):
            loses = tells_more(fact.text, claim.text)
            if not self._replaces(fact, claim.text):
                continue
            text = self._put_right(fact, claim, message) if points or loses else claim.text
            if not loses or (text and (points or only_exchanges(text, fact.text))):
                return replace(claim, text=text or claim.text, supersedes=fact.id)
        return claim

    def _put_right(self, fact: Fact, claim: Claim, message: Message) -> str:
        """The fact with what the claim says in it, its days as dates; "" where nothing comes of the two."""
        rewriter = self.decisions.rewriter(self.model, CORRECTION)
        text = put_right(rewriter, fact.text, claim.quote, message.said_before(claim.quote))

        def tense(told: str) -> str:
            return tense_of(self.decisions, self.model, (told, claim.quote))

        return dated(text, message.said_at, tense, claim.quote)

    def _told_apart(self, sentence: str) -> list[str]:
        """The parts of a question that surely tell something ("Luc's a joiner, did I say?"); else itself.

        What is asked of the companion ("So you're a real person?") tells nothing of who asks, nor does what surely asks
        ("what can't I eat?").
        """
        if not has_mark(sentence):
            return [sentence]
        if self.worth(sentence) < self.settings.kept_from:
            return self.telling_parts(sentence) or [sentence]
        asked = self.decisions.decide(self.model, ASKED_OF, sentence).option
        only_asks = asked == About.YOU or self._share(ASKS, sentence, "Yes") >= SURELY_ASKS
        return self.telling_parts(sentence) if only_asks else [sentence]

    def _only_asks(self, sentence: str, share: float) -> bool:
        """Whether what may be kept is a question without a mark: "what do i do for a living"."""
        may_be_kept = share >= self.settings.kept_from and not has_mark(sentence)
        return may_be_kept and self._share(ASKS, sentence, "Yes") >= SURELY_ASKS

    def _introduces(self, sentence: str, before: Sequence[Step]) -> bool:
        """Whether somebody says who they are as a talk begins: a bare name ("hi, bob here") is hardly worth keeping by
        its looks, and only the first time.
        """
        said = sum(step.kind is StepKind.UTTERANCE for step in before)
        opens = said < OPENING_UTTERANCES and not has_mark(sentence)
        if not opens or kind_of(self.decisions, self.model, sentence) != MEETS:
            return False
        return not self.knows_of(sentence)

    def _comes(self, share: float, sentence: str, said_at: datetime) -> bool:
        """Whether `sentence` may be worth keeping since it tells what comes on a day ("interview tomorrow at ten")."""
        if share < self.settings.coming_kept_from or has_mark(sentence):
            return False
        if not any(one.first >= said_at.date() for one in days_of(sentence, said_at)):
            return False
        found = self.decisions.decide(self.model, ERRAND, sentence)
        return found.option != Errand.NONE and found.shares[Errand.ASKS] < ONLY_ASKS

    def _ends(self, sentence: str, message: Message) -> bool:
        """Whether it puts what is known out of date, however passing it seems ("the trip was called off")."""
        if has_mark(sentence):
            return False
        if message.points_back(sentence):
            return any(self._replaces(fact, sentence) for fact in self._pointed_at(sentence, message))
        said = content_words(sentence)
        nearest = self._near(sentence)[:1]
        return any(self._replaces(fact, sentence) for fact in nearest if content_words(fact.text) & said)

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
            judges_other=self.judges_other(claim.quote),
            changes_identity=told["changes"] >= settings.changed_from,
            unsure=told["unsure"] >= settings.unsure_from,
        )

    def _of_moved(self, claim: Claim, message: Message) -> list[Fact]:
        """The known facts about the time of what the message moved, nearest first, where the claim tells that."""
        if not self.moved or not names_time(claim.quote, message.said_at):
            return []
        near = (
            fact for fact in self._known(claim.text) if content_words(fact.text) & content_words(claim.text)
        )
        of_it = (fact for fact in near if self.moved & {f"step:{one}" for one in fact.source_step_ids})
        return [fact for fact in of_it if names_time(fact.text, fact.valid_from)]

    def _may_be_over(self, claim: Claim, message: Message) -> list[Fact]:
        """The known facts that a claim may put out of date: the nearest, and where it names a time the nearest that
        name one ("the move is in May now" is not near to "we go to Leith in March").
        """
        near = list(self._near(claim.text))
        if names_time(claim.quote, message.said_at):
            timed = (fact for fact in self._known(claim.text) if names_time(fact.text, fact.valid_from))
            near += [fact for fact in islice(timed, 2 * self.settings.superseded) if fact not in near]
        return near

    def _near(self, text: str) -> Sequence[Fact]:
        """Those that it may put out of date."""
        return self._known(text)[: self.settings.superseded]

    def _pointed_at(self, sentence: str, message: Message) -> Sequence[Fact]:
        """The known facts with a time that a sentence may mean, nearest to it and what was said before it."""
        near = self._known(" ".join((*message.said_before(sentence)[-POINTS_WITHIN:], sentence)))
        return [fact for fact in near if names_time(fact.text, fact.valid_from)][: self.settings.superseded]

    def _known(self, text: str) -> Sequence[Fact]:
        """The known facts nearest to a text; none where they cannot be read: what was said is kept all the same."""
        return spare("what is known", partial(self.known, text), nothing_known(text))

    def _replaces(self, fact: Fact, text: str) -> bool:
        share = self._share(SUPERSEDES, with_earlier(fact.text, text), REPLACES)
        return share >= self.settings.supersedes_from

    def _share(self, decision: str, text: str, option: str) -> float:
        return self.decisions.decide(self.model, decision, text).shares[option]


def claimed(utterance: str, handled: Sequence[str] = ()) -> list[str]:
    """The sentences of the person's own words but for what is dealt with; a question may tell something too."""
    own = own_words(utterance)
    for quote in handled:
        own = own.replace(quote, "\n")
    return [one for one in clauses(own) if stems(one)]


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
