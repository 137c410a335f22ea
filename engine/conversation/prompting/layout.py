"""The prompt's layout: which segment stands where, and for how long (`docs/architecture.md`).

Within an episode the prompt only grows at its end, so what the model has read is never read twice.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.conversation.prompting.sections import standing
from engine.conversation.prompting.wording import Example, Wording
from engine.conversation.reconstruction.records import Context, ContextItem, SectionReport, Speaker, Verdict
from engine.conversation.registry import Registry, Rendered, TurnFacts
from engine.language import Place, Role, Segment
from engine.library import quoted
from engine.person import Fact
from engine.settings import PromptSettings
from engine.telling_time import date_in_words, later_in_words, moment_in_words
from engine.tongues import NAMES


@dataclass(frozen=True, slots=True)
class Persona:
    """Who talks with whom; an empty `person` is someone who has not said their name."""

    companion: str = "Companion"
    person: str = ""


@dataclass(frozen=True, slots=True)
class PromptLayout:
    """Renders the places of the prompt. `count` gives tokens of a text, for the budgets."""

    wording: Wording
    registry: Registry
    persona: Persona
    count: Callable[[str], int]
    settings: PromptSettings

    def stable(self, reports: Sequence[SectionReport] | None = None) -> list[Segment]:
        """Who the companion is and how it uses memory: read once, kept until something in it changes.

        Each section is a segment of its own that cites what it rests on; `reports` are those of
        `stable_sections`, where they were made already.
        """
        segments = self.policy()
        # What changes most stands last, so that most of a saved prefix still fits.
        sections = [one for one in (reports or self.stable_sections())[1:] if not one.cut]
        for place, section in enumerate(sections):
            last = place == len(sections) - 1
            text = section.text if last else f"{section.text}\n\n"
            segments.append(
                Segment(Role.SYSTEM, text, Place.STABLE, opens=not place, closes=last, cites=section.cites)
            )
        return segments

    def stable_sections(self) -> list[SectionReport]:
        """The stable part by its sections, the directives first, also those that had no room."""
        policy = "\n".join(segment.text for segment in self.policy())
        directives = SectionReport(
            name="policy",
            place=Place.STABLE,
            text=self.policy()[0].text,
            tokens=self.count(policy),
            budget=self.settings.stable_tokens,
        )
        left = self.settings.stable_tokens - directives.tokens
        return [directives, *standing(self.registry.sections_at(Place.STABLE), self.count, left)]

    def speaking(self, language: str) -> list[Segment]:
        """How it talks in `language` (ISO 639-1), by examples; none for English, which the stable part shows."""
        examples = self.wording.speaking.get(language, ())
        return [
            replace(segment, place=Place.OPENING) for example in examples for segment in self.example(example)
        ]

    def opening(self, now: datetime, last_spoken: datetime | None) -> Segment:
        """The gap and the time, told once at the start of an episode."""
        words = self.wording.opening
        moment = moment_in_words(now)
        if last_spoken is None:
            begins = words.first.format(now=moment, person=self._person)
        else:
            later = later_in_words(now - last_spoken)
            begins = words.gap.format(later=later[:1].upper() + later[1:], now=moment, person=self._person)
        sections = self._sections(Place.OPENING, None)
        text = "\n".join((begins, *(one.text for one in sections)))
        return Segment(Role.SYSTEM, text, Place.OPENING, cites=_cites(sections))

    def support(self, context: Context) -> Segment | None:
        """What was recalled, as the beginning of the person's message; None where there is nothing to say.

        A segment of its own: it can be read before the utterance is known.
        """
        lines = self._support_lines(context)
        if not lines:
            return None
        searched = (ref for search in context.searches if search.told for ref in search.refs)
        cites = (*(ref for item in context.shown for ref in item.cites), *searched)
        return Segment(Role.USER, "\n".join(lines) + "\n\n", Place.BLOCK, closes=False, cites=cites)

    def expected(self) -> Segment:
        """What most messages will begin with, before a word of them is typed: the head of their support."""
        return Segment(Role.USER, f"{self.wording.verdict[Verdict.STRONG]}\n-", Place.BLOCK, closes=False)

    def news(self, facts: Sequence[Fact]) -> Segment | None:
        """Facts that came up since the stable part was read; None without any."""
        lines = [self.wording.news.line.format(text=" ".join(fact.text.split())) for fact in facts]
        if not lines:
            return None
        text = "\n".join([self.wording.news.heading, *lines]) + "\n\n"
        return Segment(Role.USER, text, Place.BLOCK, closes=False, cites=tuple(fact.ref for fact in facts))

    def turn(self, facts: TurnFacts, before: Sequence[Segment], *, now: datetime | None) -> list[Segment]:
        """The block (`before`, sections, and the time where it is told again), the utterance as it was said, and what a
        small model overlooks unless it comes last.
        """
        segments = self._block(facts, before, now)
        cite = f"step:{facts.utterance.id}"
        asides = self._sections(Place.ASIDE, facts)
        said = Segment(
            Role.USER,
            facts.utterance.text,
            Place.UTTERANCE,
            opens=not segments,
            closes=not asides,
            cites=(cite,),
        )
        if not asides:
            return [*segments, said]
        text = "\n\n" + "\n".join(one.text for one in asides)
        aside = Segment(Role.USER, text, Place.ASIDE, opens=False, cites=_cites(asides))
        return [*segments, said, aside]

    def asked_alone(
        self, asked: str, language: str, now: datetime, *, of_other_language: bool = False
    ) -> list[Segment]:
        """A question of the world by itself, `asked` at `now` (local time), to be answered in `language` (ISO 639-1),
        also where it is `of_other_language`.

        The time stands before it: beside the question it changes the answers (0.82 right of 60, and 0.92).
        """
        words = self.wording
        clock = words.opening.now.format(now=moment_in_words(now))
        # The examples that would show the language stand in the conversation.
        is_told = of_other_language or language in words.speaking
        order = f"\n\n{words.language.format(language=NAMES[language])}" if is_told else ""
        return [
            Segment(Role.SYSTEM, words.help.strip(), Place.STABLE, closes=False),
            Segment(Role.SYSTEM, f" {clock}", Place.OPENING, opens=False),
            Segment(Role.USER, f"{asked}{order}", Place.UTTERANCE),
        ]

    def draft(self, text: str, before: Sequence[Segment], *, now: datetime | None) -> list[Segment]:
        """What `turn` will begin with if `text` goes on: the block, and the words that are finished."""
        segments = self._block(None, before, now)
        words = _finished_words(text)
        if words:
            opens = not segments
            segments.append(Segment(Role.USER, words, Place.UTTERANCE, opens=opens, closes=False))
        return segments

    def _block(
        self, facts: TurnFacts | None, before: Sequence[Segment], now: datetime | None
    ) -> list[Segment]:
        segments = [replace(one, opens=not place) for place, one in enumerate(before)]
        sections = self._sections(Place.BLOCK, facts)
        lines = [one.text for one in sections]
        if now is not None:
            lines.append(f"[{self.wording.opening.now.format(now=moment_in_words(now))}]")
        if lines:
            text = "\n".join(lines) + "\n\n"
            segments.append(
                Segment(
                    Role.USER, text, Place.BLOCK, opens=not segments, closes=False, cites=_cites(sections)
                )
            )
        return segments

    def _support_lines(self, context: Context) -> list[str]:
        unknown = dict.fromkeys(text for search in context.searches for text in search.told)
        if not context.shown and not unknown:
            return []
        lines = [self.wording.unknown.format(text=" ".join(text.split())) for text in unknown]
        lines += [self._line(item, context.temporal.now) for item in reversed(context.shown)]
        return [self.wording.verdict[context.verdict], *lines]

    def _line(self, item: ContextItem, now: datetime) -> str:
        """The item with its source and, by the person's calendar, its date; what was read is quoted as data."""
        if item.speaker is Speaker.OUTSIDE:
            return quoted(item.shown, item.title)
        speakers = {
            "step": self.wording.person_speaker
            if item.speaker is Speaker.PERSON
            else self.wording.companion_speaker,
            "fact": self.wording.fact_speaker,
            "node": self.wording.node_speaker,
            "handoff": self.wording.to_do_speaker,
        }
        date = date_in_words(item.when.astimezone(now.tzinfo))
        return f'- {date}, {speakers[item.kind]}: "{item.shown}"'

    def example(self, example: Example) -> Iterable[Segment]:
        """A made-up exchange as it would stand in a prompt: the message with what is shown with it, and the answer."""
        verdict = Verdict(example.verdict) if example.verdict else None
        unknown = self.wording.verdict[Verdict.NONE] if verdict is Verdict.NONE else ""
        lines = [self.wording.verdict[verdict]] if verdict not in {None, Verdict.NONE} else []
        speaker = self.wording.person_speaker
        lines += [f'- {date}, {speaker}: "{text}"' for date, text in reversed(example.memory)]
        block = "\n".join(lines) + "\n\n" if lines else ""
        aside = example.aside or unknown
        message = f"{example.message}\n\n{aside}" if aside else example.message
        yield Segment(Role.USER, f"{block}{message}", Place.STABLE)
        yield Segment(Role.ASSISTANT, example.answer, Place.STABLE)

    def policy(self) -> list[Segment]:
        """The directives, and the examples of how they are kept."""
        directives = self.wording.directives.strip().format(
            companion=self.persona.companion, person=self._person
        )
        segments = [Segment(Role.SYSTEM, directives, Place.STABLE)]
        for example in self.wording.example:
            segments += self.example(example)
        return segments

    @property
    def _person(self) -> str:
        return self.persona.person or self.wording.person_unnamed

    def _sections(self, place: Place, facts: TurnFacts | None) -> list[Rendered]:
        said = [(one.rendered(facts), one.budget) for one in self.registry.sections_at(place)]
        return [one for one, budget in said if one.text and self.count(one.text) <= budget]


def _cites(sections: Iterable[Rendered]) -> tuple[str, ...]:
    return tuple(cite for one in sections for cite in one.cites)


def _finished_words(text: str) -> str:
    """`text` without the word that is still being typed; a script without spaces counts as one word."""
    return text.lstrip().rpartition(" ")[0].rstrip()
