"""What the model is asked about an utterance that passed the gate: what it wants, what it is about, in which words.

Each step is one reading with a choice by logits; what is written (a statement, a corrected note) holds only words that
were said.
Runs on the language thread and touches no store.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.conversation.answering.asked import ERRAND, KEEP, UPDATE_WANTED, Errand
from engine.conversation.correcting import CORRECTION, as_statement, put_right, says_anew, with_exchanged
from engine.conversation.dating import dated, tense_of
from engine.conversation.governing.records import NOTHING, Asking, Target, Understood, Wanted
from engine.conversation.governing.wording import GoverningWords, Task
from engine.conversation.grounding import (
    OF_THE_SAME,
    content_words,
    figures,
    grounded,
    in_common,
    is_of_another,
)
from engine.conversation.utterance import clauses, has_mark
from engine.decisions import REPLACES, SUPERSEDES, Decisions, message_in_context, with_earlier
from engine.language import GenerationRequest, Lane, LanguageModel, Place, Role, Sampling, Scoring, Segment
from engine.settings import GoverningSettings

GREEDY = Sampling(temperature=0, repeat_penalty=1.0)
_CHANGES = frozenset({Wanted.CORRECT, Wanted.FORGET, Wanted.DOUBT})
_LEAST = 1e-4
CLAIM, TRANSLATION = "claim", "translation"
"""The rewritings of what stands alone, and into English."""
LONG_NOTE, LEAST_KEPT = 3, 0.25
"""Content words from which a note that is put right keeps some, and the share of them that it does."""
OVER_FROM = 0.5
"""Share of putting a note out of date from which what is said takes its place, where neither can be made of both."""
MOST_TOKENS = 48
"""Of a statement that is to be remembered."""


@dataclass(frozen=True)
class Understanding:
    """Asks one loaded model, by its small decisions and rewritings."""

    model: LanguageModel
    decisions: Decisions
    words: GoverningWords
    settings: GoverningSettings

    def of(self, asking: Asking) -> Understood:
        """What `asking` wants. Raises LanguageError."""
        wanted, share = self._wanted(asking)
        if share < self.settings.sure_from:
            return NOTHING
        match wanted:
            # What is known is told as any answer is.
            case Wanted.NONE | Wanted.TELL:
                return NOTHING
            case Wanted.REMEMBER:
                return self._remembered(asking, share)
            case Wanted.CORRECT if has_mark(asking.clause):
                # "So is it a girl or a boy?" puts nothing right.
                return NOTHING
        return self._about_known(asking, wanted, share)

    def _wanted(self, asking: Asking) -> tuple[Wanted, float]:
        """The gate's shares and the model's, multiplied: they err on different sentences.

        What is to be changed must be known: the nearer a note, the likelier a change of it is meant.
        """
        said = self._shares(UPDATE_WANTED, asking.clause)
        known = math.exp(
            self.settings.target_weight * (_nearest(asking.targets) - self.settings.target_middle)
        )
        joined = {
            one: asking.shares[one] * max(said[one.value], _LEAST) * (known if one in _CHANGES else 1.0)
            for one in Wanted
        }
        best = max(joined, key=joined.__getitem__)
        return best, joined[best] / sum(joined.values())

    def _remembered(self, asking: Asking, share: float) -> Understood:
        """What is to be remembered, as it stands alone, unless it tells nothing of them.

        What "Remember to …" is about is kept by who keeps reminders.
        """
        text, settings = self._statement(asking), self.settings
        if 1 - self._shares(ERRAND, asking.words)[Errand.NONE] >= settings.errand_from:
            return NOTHING
        if self._shares(KEEP, text)["yes"] < settings.kept_from:
            return NOTHING
        return Understood(Wanted.REMEMBER, share, text=text, quote=asking.words)

    def _about_known(self, asking: Asking, wanted: Wanted, share: float) -> Understood:
        asking = self._translated(asking)
        target, unclear = self._target(asking)
        if wanted is Wanted.CORRECT and unclear and len({one.said_in for one in unclear}) == 1:
            # What was said in one breath is put right in all that was made of it.
            target, unclear = unclear[0], ()
        if target is None:
            named = any(one.shares_word(asking.words) for one in unclear)
            # Who puts right none of what is known tells something new: they are not asked which of it they mean.
            is_of_none = wanted is Wanted.CORRECT and bool(unclear) and not named
            return NOTHING if is_of_none else Understood(wanted, share, quote=asking.clause, unclear=unclear)
        if target.fact_id is None and self._was_to_be_noted(target):
            return NOTHING
        sure = target.support >= self.settings.sure_support
        said = " ".join((asking.clause, *asking.before))
        if wanted is Wanted.CORRECT and not sure and not target.shares_word(said):
            # It corrects something that was never noted: what it tells is kept like any other statement.
            return NOTHING
        if wanted is Wanted.CORRECT and self._leaves(target, asking):
            return NOTHING
        found = Understood(wanted, share, quote=asking.clause, target=target, sure=sure)
        return self._corrected(asking, found) if wanted is Wanted.CORRECT else found

    def _was_to_be_noted(self, target: Target) -> bool:
        """Whether what was only said asked for a reminder: what becomes of that is for who keeps reminders."""
        return self.decisions.decide(self.model, ERRAND, target.text, hurried=True).option == Errand.ASKS

    def _leaves(self, target: Target, asking: Asking) -> bool:
        """Whether what is said names nothing of a note and hardly puts it out of date: "the Prestels want it later" of
        "I'm Jonas."
        """
        if target.shares_word(asking.words):
            return False
        told = with_earlier(target.text, asking.words)
        return self._shares(SUPERSEDES, told)[REPLACES] < self.settings.corrects_from

    def _translated(self, asking: Asking) -> Asking:
        """With what is found for it in English, where its own words find no fact ([P] §6.2, query variants)."""
        near = _nearest(asking.targets)
        if near >= self.settings.sure_support:
            return asking
        english = self._written(TRANSLATION, asking.clause)
        found = asking.search(english) if english and english != asking.clause else ()
        return replace(asking, targets=found) if _nearest(found) > near else asking

    def _target(self, asking: Asking) -> tuple[Target | None, tuple[Target, ...]]:
        """What is meant, or where that is not clear, what may be.

        The nearest by far; the one that has the most words of it; else by the search's support and the model's choice.
        """
        targets = [one for one in asking.targets if one.support >= self.settings.least_support]
        if len(targets) < 2:
            return (targets[0] if targets else None), ()
        if targets[0].support - targets[1].support >= self.settings.clear_lead:
            return targets[0], ()
        named = _named(targets, asking)
        if len(named) == 1:
            return named[0], ()
        targets = named or targets
        chosen = self._chosen(replace(asking, targets=tuple(targets)))
        # Of a model that named none, the search alone speaks.
        chosen = chosen if any(chosen) else [1.0] * len(targets)
        weighed = [share * one.support for share, one in zip(chosen, targets, strict=True)]
        shares = [one / max(sum(weighed), _LEAST) for one in weighed]
        best = max(range(len(targets)), key=shares.__getitem__)
        if shares[best] >= self.settings.target_from:
            return targets[best], ()
        near = sorted(range(len(targets)), key=lambda at: -shares[at])
        return None, tuple(targets[at] for at in near if shares[at] >= self.settings.unclear_from)

    def _chosen(self, asking: Asking) -> list[float]:
        """Shares of the targets, by their numbers."""
        lines = "\n".join(f"{number}. {one.text}" for number, one in enumerate(asking.targets, 1))
        task = self.words.target
        said = task.ask.format(list=lines, before=_before(task, asking), text=asking.clause)
        return self._choose(task, said, [str(number) for number in range(1, len(asking.targets) + 1)])

    def _statement(self, asking: Asking) -> str:
        """The words as statements that stand alone, without the request; as they are where the model finds none.

        What was said before them is there for whom they mean, not to be said again.
        """
        claim = self.decisions.rewriter(self.model, CLAIM)
        lines = claim.write(message_in_context(asking.words, asking.before), MOST_TOKENS, hurried=True)
        said = " ".join((asking.words, *asking.before))
        lines = [line for line in lines if not is_of_another(line, [asking.words], asking.before)]
        told = grounded(lines, [asking.words], said)
        if not figures(asking.words) <= figures(" ".join(told)):
            told = []
        return " ".join(map(as_statement, told or [asking.words]))

    def _corrected(self, asking: Asking, found: Understood) -> Understood:
        """The note as it is to stand; where the model finds no words that were said, the person's stand behind it, or
        in its place where it is no longer so.
        """
        note = "" if found.target is None else found.target.text
        text = self._put_right(note, asking)
        if text and _tells_another(text, note, sure=found.sure):
            return NOTHING
        if text:
            return replace(found, text=text, beside=tuple(self._beside(asking, found.target, text)))
        if not found.sure:
            return replace(found, target=None)
        if found.target is not None and not found.target.shares_word(asking.words):
            # The note has nothing of it, and the model would not change it: something else is told.
            return NOTHING
        new = [one for one in clauses(asking.words) if says_anew(one, note, asking.words)]
        if not new:
            return NOTHING
        is_over = self._shares(SUPERSEDES, with_earlier(note, new[-1]))[REPLACES] >= OVER_FROM
        both = as_statement(f"{note.rstrip('. ')}; {new[-1]}")
        return replace(found, text=self._statement(asking) if is_over else both)

    def _put_right(self, note: str, asking: Asking) -> str:
        """`note` with what is said in it, its days as dates; "" where nothing comes of the two."""
        rewriter, most = self.decisions.rewriter(self.model, CORRECTION), self.settings.written_tokens
        text = put_right(rewriter, note, asking.words, asking.before, most_tokens=most, hurried=True)

        def tense(told: str) -> str:
            return tense_of(self.decisions, self.model, (told, asking.words))

        return text if asking.said_at is None else dated(text, asking.said_at, tense, asking.words)

    def _beside(self, asking: Asking, target: Target | None, text: str) -> Iterator[tuple[Target, str]]:
        """What else was made of the same utterance and has the one word that was put right."""
        if target is None or not target.said_in:
            return
        for one in asking.targets:
            beside = one.ref != target.ref and one.said_in == target.said_in
            if beside and (exchanged := with_exchanged(one.text, text, target.text)):
                yield one, self._put_right(one.text, asking) or exchanged

    def _choose(self, task: Task, text: str, options: Sequence[str]) -> list[float]:
        """Shares of the options by their first tokens; of a model without logits, by what it writes."""
        prompt = self._prompt(task, text)
        if isinstance(self.model, Scoring):
            return self.model.choose(prompt, options, hurried=True)
        request = GenerationRequest(
            prompt,
            self.settings.written_tokens,
            lane=Lane.REFLECT,
            sampling=GREEDY,
            schema={"type": "string", "enum": list(options)},
            hurried=True,
        )
        written = self.model.generate(request).text.strip().strip('"')
        return [float(option.startswith(written) and bool(written)) for option in options]

    def _shares(self, name: str, text: str) -> Mapping[str, float]:
        return self.decisions.decide(self.model, name, text, hurried=True).shares

    def _written(self, name: str, text: str) -> str:
        rewriter = self.decisions.rewriter(self.model, name)
        return next(iter(rewriter.write(text, self.settings.written_tokens, hurried=True)), "")

    def _prompt(self, task: Task, text: str) -> tuple[Segment, ...]:
        segments = [Segment(Role.SYSTEM, task.instruction, Place.STABLE)]
        for asked, answered in task.example:
            segments.append(Segment(Role.USER, asked, Place.STABLE))
            segments.append(Segment(Role.ASSISTANT, answered, Place.STABLE))
        segments.append(Segment(Role.USER, text, Place.UTTERANCE))
        return tuple(map(self.model.encode, segments))


def _tells_another(text: str, note: str, *, sure: bool) -> bool:
    """Whether a corrected note has so little of the old one that it tells something else: of a long one, and where it
    is not `sure` that this one is meant.
    """
    if len(content_words(note)) >= LONG_NOTE and in_common(text, note) < LEAST_KEPT:
        # "I go every afternoon at two" puts nothing right of "I mended clocks in Shrewsbury, forty two years".
        return True
    # "The concert is on the 12th" puts nothing right that was told of an accident before the concert.
    return not sure and in_common(text, note) < OF_THE_SAME


def _nearest(targets: Sequence[Target]) -> float:
    """How near the nearest fact is, 0–1."""
    return max((one.support for one in targets if one.fact_id is not None), default=0.0)


def _named(targets: Sequence[Target], asking: Asking) -> list[Target]:
    """Those with the most words of the clause that asks, and among them of what is said with it; none without one."""
    shared = [(one.shared_words(asking.clause), one.shared_words(asking.words)) for one in targets]
    most = max(shared)
    return [one for one, count in zip(targets, shared, strict=True) if count == most] if most[0] else []


def _before(task: Task, asking: Asking) -> str:
    return task.before.format(text=" / ".join(asking.before)) if asking.before else ""
