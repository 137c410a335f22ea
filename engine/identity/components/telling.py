"""A component in words: a line for each theme, by a model under a grammar, else the strongest quote itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import CompanionError
from engine.identity.boundary import Boundary
from engine.identity.meaning import Meaning
from engine.identity.records import Theme, WordedBy
from engine.identity.wording import Row, table
from engine.language import (
    Cancellation,
    Finish,
    GenerationRequest,
    Lane,
    LanguageModel,
    Place,
    Role,
    Sampling,
    Segment,
    parse_structured,
)
from engine.settings import IdentitySettings

WORDING = Sampling(temperature=0.0, repeat_penalty=1.1)
QUOTES_SHOWN = 4
TOKENS_A_LINE, TOKENS_AROUND = 32, 16
LETTERS_A_WORD = 7


@dataclass(frozen=True, slots=True)
class Told:
    """Themes with their lines, and whose words they are."""

    lines: tuple[tuple[Theme, str], ...]
    worded_by: WordedBy


class Teller:
    """Puts themes into words that may be said for everyone."""

    def __init__(self, meaning: Meaning, boundary: Boundary, settings: IdentitySettings) -> None:
        self._meaning, self._boundary, self._settings = meaning, boundary, settings

    def told(
        self,
        row: Row,
        themes: Sequence[Theme],
        model: LanguageModel | None,
        cancellation: Cancellation | None = None,
    ) -> Told:
        """Each theme with its line, without those that nothing may be said of.

        A line of the model's counts where it means what the notes say and tells of nobody; else the strongest quote
        that tells of nobody stands for it.
        """
        offered = self._offered(row, themes, model, cancellation)
        lines, worded_by = [], WordedBy.QUOTES
        for theme, line in zip(themes, offered, strict=True):
            if line and self._is_faithful(line, theme):
                lines.append((theme, line))
                worded_by = WordedBy.MODEL
            elif quote := self._quote(theme):
                lines.append((theme, quote))
        return Told(tuple(lines), worded_by)

    def _quote(self, theme: Theme) -> str:
        found = next((one for one in theme.quotes if not self._boundary.holds_person(one)), "")
        return table().words.quote.format(text=found.replace('"', "'")) if found else ""

    def _is_faithful(self, line: str, theme: Theme) -> bool:
        if self._boundary.holds_person(line):
            return False
        return max(self._meaning.likeness(line, theme.quotes)) >= self._settings.faithful_from

    def _offered(
        self,
        row: Row,
        themes: Sequence[Theme],
        model: LanguageModel | None,
        cancellation: Cancellation | None,
    ) -> list[str]:
        nothing = [""] * len(themes)
        if model is None or not themes:
            return nothing
        try:
            result = model.generate(self._request(row, themes, model), cancellation=cancellation)
        except CompanionError:
            return nothing
        parsed = parse_structured(result.text).value
        lines = parsed.get("lines") if isinstance(parsed, dict) else None
        if result.finish is Finish.CANCELLED or not isinstance(lines, list):
            return nothing
        said = [" ".join(str(one).split()) for one in lines[: len(themes)]]
        return [*said, *nothing[len(said) :]]

    def _request(self, row: Row, themes: Sequence[Theme], model: LanguageModel) -> GenerationRequest:
        words = table().words
        groups = "\n".join(
            "\n".join(
                [words.material.format(number=number), *(f"- {one}" for one in theme.quotes[:QUOTES_SHOWN])]
            )
            for number, theme in enumerate(themes, 1)
        )
        prompt = (
            Segment(Role.SYSTEM, words.instruction, Place.STABLE),
            Segment(Role.USER, f"{groups}\n\n{row.task}", Place.UTTERANCE),
        )
        tokens = TOKENS_A_LINE * len(themes) + TOKENS_AROUND
        return GenerationRequest(
            tuple(map(model.encode, prompt)), tokens, Lane.BACKGROUND, WORDING, self._schema(len(themes))
        )

    def _schema(self, lines: int) -> dict[str, Any]:
        line = {"type": "string", "maxLength": self._settings.component_words * LETTERS_A_WORD}
        array = {"type": "array", "items": line, "minItems": lines, "maxItems": lines}
        return {
            "type": "object",
            "properties": {"lines": array},
            "required": ["lines"],
            "additionalProperties": False,
        }
