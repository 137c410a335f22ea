"""The prompt's layout: which segment stands where, and for how long (`docs/architecture.md`).

Within an episode the prompt only grows at its end, so what the model has read is never read twice.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from engine.conversation.prompting.support import Support, SupportItem, Verdict
from engine.conversation.prompting.wording import Example, Wording
from engine.conversation.registry import Registry, TurnFacts
from engine.language import Place, Role, Segment
from engine.telling_time import date_in_words, gap_in_words, moment_in_words


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

    def stable(self) -> list[Segment]:
        """Who the companion is and how it uses memory: read once, kept until something in it changes."""
        directives = self.wording.directives.strip().format(
            companion=self.persona.companion, person=self.persona.person or self.wording.person_unnamed
        )
        segments = [Segment(Role.SYSTEM, directives, Place.STABLE)]
        for example in self.wording.example:
            segments += self._example(example)
        # What changes most stands last, so that most of a saved prefix still fits.
        sections = self._sections(Place.STABLE, None)
        if sections:
            segments.append(Segment(Role.SYSTEM, "\n\n".join(sections), Place.STABLE))
        return segments

    def opening(self, now: datetime, last_spoken: datetime | None) -> Segment:
        """The gap and the time, told once at the start of an episode."""
        words = self.wording.opening
        gap = words.first if last_spoken is None else words.gap.format(gap=gap_in_words(now - last_spoken))
        parts = [f"{gap} {words.now.format(now=moment_in_words(now))}", *self._sections(Place.OPENING, None)]
        return Segment(Role.SYSTEM, "\n".join(parts), Place.OPENING)

    def support(self, support: Support, *, asks: bool) -> Segment | None:
        """What was recalled, as the beginning of the person's message; None where there is nothing to say.

        A segment of its own: it can be read before the utterance is known.
        """
        lines = self._support_lines(support, asks=asks)
        if not lines:
            return None
        cites = tuple(f"step:{item.step_id}" for item in support.items)
        return Segment(Role.USER, "\n".join(lines) + "\n\n", Place.BLOCK, closes=False, cites=cites)

    def turn(self, facts: TurnFacts, support: Segment | None, *, now: datetime | None) -> list[Segment]:
        """The block (support, sections, and the time where it is told again) and the utterance as it was said."""
        segments = self._block(facts, support, now)
        cite = f"step:{facts.utterance.id}"
        text = facts.utterance.text
        return [*segments, Segment(Role.USER, text, Place.UTTERANCE, opens=not segments, cites=(cite,))]

    def draft(self, text: str, support: Segment | None, *, now: datetime | None) -> list[Segment]:
        """What `turn` will begin with if `text` goes on: the block, and the words that are finished."""
        segments = self._block(None, support, now)
        words = _finished_words(text)
        if words:
            opens = not segments
            segments.append(Segment(Role.USER, words, Place.UTTERANCE, opens=opens, closes=False))
        return segments

    def reflection(self, words: int) -> Segment:
        """What asks for the reflection, on a sequence of its own."""
        text = self.wording.reflect.instruction.strip().format(words=words)
        return Segment(Role.USER, text, Place.REFLECT)

    def _block(self, facts: TurnFacts | None, support: Segment | None, now: datetime | None) -> list[Segment]:
        segments = [] if support is None else [support]
        lines = self._sections(Place.BLOCK, facts)
        if now is not None:
            lines.append(f"[{self.wording.opening.now.format(now=moment_in_words(now))}]")
        if lines:
            text = "\n".join(lines) + "\n\n"
            segments.append(Segment(Role.USER, text, Place.BLOCK, opens=not segments, closes=False))
        return segments

    def _support_lines(self, support: Support, *, asks: bool) -> list[str]:
        # A greeting that recalls nothing needs no verdict; a question must be told that nothing is known.
        # Support that stands in the running conversation already is not said twice.
        if not support.items and (support.verdict is not Verdict.NONE or not asks):
            return []
        lines = [self._line(item) for item in reversed(support.items)]
        return [self.wording.verdict[support.verdict], *lines]

    def _line(self, item: SupportItem) -> str:
        speaker = self.wording.person_speaker if item.said_by_person else self.wording.companion_speaker
        return f'- {date_in_words(item.at)}, {speaker}: "{item.text}"'

    def _example(self, example: Example) -> Iterable[Segment]:
        lines = [self.wording.verdict[Verdict(example.verdict)]] if example.verdict else []
        speaker = self.wording.person_speaker
        lines += [f'- {date}, {speaker}: "{text}"' for date, text in reversed(example.memory)]
        block = "\n".join(lines) + "\n\n" if lines else ""
        yield Segment(Role.USER, block + example.message, Place.STABLE)
        yield Segment(Role.ASSISTANT, example.answer, Place.STABLE)

    def _sections(self, place: Place, facts: TurnFacts | None) -> list[str]:
        texts = []
        for section in self.registry.sections_at(place):
            text = section.render(facts).strip()
            if text and self.count(text) <= section.budget:
                texts.append(text)
        return texts


def _finished_words(text: str) -> str:
    """`text` without the word that is still being typed; a script without spaces counts as one word."""
    return text.lstrip().rpartition(" ")[0].rstrip()
