"""The running episode as the model has read it: stable prefix, opening, summary, then the turns as spoken.

Everything is appended. What leaves does so in whole exchanges and by one path: a ledger without it is prepared
beside the live one (`next`), read in the background, and takes its place between two turns.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from engine.conversation.prompting.exchanges import (
    SPOKEN_PLACES,
    Exchange,
    cites_any,
    flat,
    newest_within,
    shared,
    size,
    split,
    spoken_segments,
)
from engine.conversation.prompting.layout import PromptLayout
from engine.conversation.reconstruction.records import SectionReport
from engine.conversation.registry import TurnFacts
from engine.conversation.utterance import has_mark
from engine.language import LanguageModel, Place, Segment, TokenLedger
from engine.settings import PromptSettings
from engine.tongues import ENGLISH, language_of
from engine.trail import Step

LASTING_PLACES = SPOKEN_PLACES | {Place.STABLE}


@dataclass(frozen=True, slots=True)
class Compaction:
    """Exchanges to be summed up, with the summary that stood before them; `edition` dates the plan."""

    earlier: tuple[Segment, ...]
    exchanges: tuple[Exchange, ...]
    edition: int

    @property
    def cites(self) -> tuple[str, ...]:
        """The Steps that are summed up."""
        return tuple(
            dict.fromkeys(
                cite
                for segment in self.earlier
                if segment.place in {*SPOKEN_PLACES, Place.SUMMARY}
                for cite in segment.cites
            )
        )


@dataclass
class Stream:
    """Keeps the token ledger of one episode for one model.

    `episode_id` is None until the episode has begun. `kept` says that the ledger is saved as it stands.
    """

    layout: PromptLayout
    model: LanguageModel
    settings: PromptSettings
    ledger: TokenLedger
    episode_id: str | None
    told_at: datetime
    next: TokenLedger | None = None
    kept: bool = False
    edition: int = 0
    _marks: tuple[int, int] | None = field(default=None, repr=False)
    _sections: tuple[SectionReport, ...] | None = field(default=None, repr=False)
    _withdrawn: set[str] = field(default_factory=set, repr=False)
    _outdated: bool = field(default=False, repr=False)

    @classmethod
    def open(
        cls,
        layout: PromptLayout,
        model: LanguageModel,
        settings: PromptSettings,
        *,
        episode_id: str | None,
        spoken: Sequence[Step],
        now: datetime,
        last_spoken: datetime | None,
        language: str = ENGLISH,
    ) -> "Stream":
        """The stream of an episode: the prefix, and what was `spoken` in it before this process joined.

        `now` and `last_spoken` are local times; `language` is the one that is likely to be spoken.
        """
        stream = cls(layout, model, settings, TokenLedger(), episode_id, now)
        stream._sections = tuple(layout.stable_sections())
        opening = (layout.opening(now, last_spoken), *layout.speaking(language))
        for segment in (*layout.stable(stream._sections), *opening):
            stream.ledger.append(model.encode(segment))
        stream.add_spoken(spoken)
        return stream

    @property
    def wanted(self) -> tuple[Segment, ...]:
        """What the model is to have read, now or as soon as it can be."""
        return (self.next or self.ledger).segments

    @property
    def lasting(self) -> tuple[Segment, ...]:
        """What is worth saving: what the model has read, unless what it is still to read holds more exchanges.

        Who types on has nothing read in the background: to save that alone would have all of it read at the next start.
        """
        if self.next is None:
            return self.ledger.segments
        return max(self.ledger.segments, self.next.segments, key=lambda one: len(split(one)[1]))

    def add_spoken(self, steps: Sequence[Step]) -> None:
        """Append exchanges that another process held."""
        for segment in spoken_segments(steps):
            self.ledger.append(self.model.encode(segment))

    def holds(self, ref: str) -> bool:
        """Whether the model has this before its eyes: as said in this stream, or as known of the person.

        What stood in the block of an earlier turn is not counted, but for facts, which are short and whole.
        """
        places = LASTING_PLACES | {Place.BLOCK, Place.ASIDE} if ref.startswith("fact:") else LASTING_PLACES
        return any(ref in one.cites and one.place in places for one in self.ledger.segments)

    def said_last(self, count: int) -> list[str]:
        """The latest utterances of the person that stand in this stream, oldest first."""
        said = [one.text for one in self.ledger.segments if one.place is Place.UTTERANCE]
        return said[-count:] if count else []

    def answered_last(self, count: int) -> tuple[str, ...]:
        """The latest answers that stand in this stream, oldest first."""
        return tuple(one.text for one in self.ledger.segments if one.place is Place.ANSWER)[-count:]

    def tells_time(self, now: datetime) -> bool:
        """Whether the next turn is told what time it is."""
        return now - self.told_at >= timedelta(minutes=self.settings.clock_minutes)

    @property
    def sections(self) -> tuple[SectionReport, ...]:
        """What stands before the turns, by its sections; those of the stable part that were cut say so."""
        if self._sections is None:
            self._sections = tuple(self.layout.stable_sections())
        later = [one for one in self.ledger.segments if one.place in {Place.OPENING, Place.SUMMARY}]
        return (*self._sections, *map(_report, later))

    def expected(self) -> tuple[Segment, ...]:
        """All that can be read before anything is typed."""
        return (*self.ledger.segments, self.model.encode(self.layout.expected()))

    def draft(self, text: str, before: Sequence[Segment], now: datetime) -> tuple[Segment, ...]:
        """All that can be read for a turn that begins with `text`."""
        told = now if self.tells_time(now) else None
        coming = self.layout.draft(text, before, now=told)
        return (*self.ledger.segments, *map(self.model.encode, coming))

    def speak(self, language: str) -> None:
        """Have the examples of `language` stand before the turns; once a stream, and not while an answer is given.

        After the first turn they are read in the background.
        """
        examples = self.layout.speaking(language)
        prefix, turns = split(self.wanted)
        if not examples or self._marks is not None or any(one.text == examples[-1].text for one in prefix):
            return
        wanted = [*prefix, *map(self.model.encode, examples), *flat(turns)]
        if turns:
            self.next, self.kept = TokenLedger(wanted), False
            self.edition += 1
        else:
            self._become(wanted)

    def begin_turn(
        self, facts: TurnFacts, before: Sequence[Segment], now: datetime, *, tells_time: bool = False
    ) -> None:
        """Append the turn's block and utterance, first making room for them and for the answer.

        The time is told again where it is long since, or the turn `tells_time`.
        """
        stale = tells_time or self.tells_time(now)
        self.told_at = now if stale else self.told_at
        turn = self.layout.turn(facts, before, now=now if stale else None)
        segments = [self.model.encode(segment) for segment in turn]
        self._make_room(size(segments) + self.settings.answer_tokens)
        self._marks = (len(self.ledger.segments), len(self.next.segments) if self.next else 0)
        self._append(segments)

    @property
    def turn_text(self) -> str:
        """What the model reads in the turn that was begun, without what was spoken before."""
        return "".join(one.text for one in self.ledger.segments[self._marks[0] :]) if self._marks else ""

    def told_before(self, language: str) -> str:
        """What they told just before the turn that was begun, in `language`; empty for a question, or for nothing."""
        before, *now = self.said_last(2) or [""]
        is_told = bool(now) and not has_mark(before) and language_of(before) in (None, language)
        return before if is_told else ""

    def asked_alone(
        self, told: str, language: str, now: datetime, *, of_other_language: bool = False
    ) -> tuple[Segment, ...]:
        """The turn that was begun, after what was `told`, for a model that is asked beside the conversation."""
        turn = self.ledger.segments[self._marks[0] :] if self._marks else ()
        block = "".join(one.text for one in turn if one.place is Place.BLOCK)
        asked = "".join(one.text for one in turn if one.place is not Place.BLOCK)
        text = f"{block}{told}\n{asked}" if told else f"{block}{asked}"
        laid_out = self.layout.asked_alone(text, language, now, of_other_language=of_other_language)
        return tuple(map(self.model.encode, laid_out))

    def end_turn(self, answer: Segment) -> None:
        """Append the answer as it was sampled."""
        self._append([answer])
        self._end_turn()

    def take_back(self) -> None:
        """Forget the turn that was begun: its answer was lost."""
        if self._marks is not None:
            self.ledger.truncate(self._marks[0])
            if self.next is not None:
                self.next.truncate(self._marks[1])
            self._end_turn()

    def swap(self) -> None:
        """Let the next ledger be the live one."""
        if self.next is not None and self._marks is None:
            self.ledger, self.next = self.next, None
            self.kept = False

    def withdraw(self, cites: Collection[str]) -> None:
        """Take every exchange and summary that cites one of `cites` out, under a fresh stable part.

        What is left to read again is put off to the background where it is long; until then the latest
        exchanges stand in for it. While an answer is given this waits for its end.
        """
        self._withdrawn.update(cites)
        self._outdated = True
        if self._marks is None:
            self._take_out()

    def plan_compaction(self) -> Compaction | None:
        """What is to be summed up now; None while there is room enough or a next ledger waits already."""
        context = self.model.info.context_tokens
        if self.next is not None or self.ledger.token_count <= context * self.settings.prepare_at:
            return None
        prefix, turns = split(self.ledger.segments)
        lasting = [one for one in prefix if one.place is not Place.SUMMARY]
        summary = self.settings.summary_tokens + self.settings.quote_tokens
        kept = newest_within(turns, context * self.settings.compact_to - size(lasting) - summary)
        old = turns[: len(turns) - len(kept)]
        before = [one for one in prefix if one.place is Place.SUMMARY]
        return Compaction((*before, *flat(old)), tuple(old), self.edition) if old else None

    def compact(self, plan: Compaction, summary: Segment, stable: Sequence[Segment]) -> None:
        """Prepare the ledger in which `summary` stands for what was planned, unless it is outdated."""
        if plan.edition != self.edition or self.next is not None:
            return
        prefix, turns = split(self.ledger.segments)
        lasting = [one for one in prefix if one.place is Place.OPENING]
        kept = flat(turn for turn in turns if turn not in plan.exchanges)
        self.next = TokenLedger(map(self.model.encode, [*stable, *lasting, summary, *kept]))

    def _take_out(self) -> None:
        cites, self._withdrawn, self._outdated = self._withdrawn, set(), False
        prefix, turns = split(self.wanted)
        lasting = [one for one in prefix if one.place is not Place.STABLE and not cites_any([one], cites)]
        if not any(one.place is Place.OPENING for one in lasting):
            # The opening went, and the time with it: the next turn tells it again.
            self.told_at = datetime.min.replace(tzinfo=self.told_at.tzinfo)
        kept = [turn for turn in turns if not cites_any(turn, cites)]
        self._become([*map(self.model.encode, self.layout.stable()), *lasting, *flat(kept)])

    def _end_turn(self) -> None:
        self._marks = None
        if self._outdated:
            self._take_out()

    def _become(self, wanted: list[Segment]) -> None:
        known = shared(self.ledger.segments, wanted)
        rest = wanted[known:]
        self.next, self.kept, self._sections = None, False, None
        self.edition += 1
        if size(rest) > self.settings.bridge_tokens:
            self.next = TokenLedger(wanted)
            prefix, turns = split(rest)
            opening = [one for one in prefix if one.place is Place.OPENING]
            room = self.settings.bridge_tokens - size(opening)
            rest = [*opening, *flat(newest_within(turns, room))]
        self.ledger = TokenLedger([*wanted[:known], *rest])

    def _append(self, segments: Sequence[Segment]) -> None:
        for segment in segments:
            self.ledger.append(segment)
            if self.next is not None:
                self.next.append(segment)
        self.kept = False

    def _make_room(self, coming: int) -> None:
        """Cut the oldest turns, in one block, once the context is three quarters full ([C] §3).

        They are gone without a summary: it was not ready in time.
        """
        context = self.model.info.context_tokens
        if self.ledger.token_count + coming <= context * self.settings.compact_at:
            return
        prefix, turns = split(self.ledger.segments)
        kept = newest_within(turns, context * self.settings.compact_to - size(prefix) - coming)
        self.ledger = TokenLedger([*prefix, *flat(kept)])


def _report(segment: Segment) -> SectionReport:
    return SectionReport(
        name=segment.place,
        place=segment.place,
        text=segment.text,
        tokens=len(segment.tokens),
        budget=len(segment.tokens),
        cites=segment.cites,
    )
