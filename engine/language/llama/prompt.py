"""From segments to the token ids that the child reads."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from engine.language.chat_format import ChatFormat
from engine.language.records import GenerationRequest, Place, Role, Segment

Tokenise = Callable[[str, bool], tuple[int, ...]]

KNOWN_TEXTS = 2048
"""Texts whose tokens are kept."""


class PromptEncoder:
    """Encodes segments with a model's chat markers.

    Only markers are read with control tokens: a person who types one gets the letters, not the meaning. The
    beginning-of-text token, where a model wants one, belongs to no segment; `ids` puts it before the first.
    """

    def __init__(self, tokenise: Tokenise, chat_format: ChatFormat, beginning: int | None) -> None:
        self._tokens = lru_cache(KNOWN_TEXTS)(tokenise)
        self._format = chat_format
        self._beginning = () if beginning is None else (beginning,)

    def count(self, text: str) -> int:
        return len(self._text(text))

    def encode(self, segment: Segment) -> Segment:
        """The segment with its tokens; one that has them already is left as it is."""
        if segment.tokens:
            return segment
        opening = self._opening(segment.role) if segment.opens else ()
        closing = self._closing(segment.role) if segment.closes else ()
        return replace(segment, tokens=(*opening, *self._text(segment.text), *closing))

    def ids(self, prompt: tuple[Segment, ...], *, answering: bool = True) -> list[int]:
        """All token ids of a prompt; with `answering` it ends inside an opened message of the assistant."""
        tokens = [*self._beginning, *(token for segment in prompt for token in self.encode(segment).tokens)]
        if answering and not _speaking(prompt):
            tokens += self._opening(Role.ASSISTANT)
        return tokens

    def standing(self, prompt: tuple[Segment, ...]) -> int:
        """How many of `ids` at the beginning are of stable segments."""
        count = len(self._beginning)
        for segment in prompt:
            if segment.place is not Place.STABLE:
                break
            count += len(self.encode(segment).tokens)
        return count

    def ends(self) -> list[int]:
        """Tokens that begin a new message: a model that draws one has finished its own."""
        firsts = {self._opening(role)[0] for role in Role if self._special_start(role)}
        return sorted(firsts)

    def scored(self, request: GenerationRequest) -> tuple[int, int]:
        """Where the text of the last segment of `score_place` stands among `ids`, markers left out; else (0,
        0).
        """
        start = len(self._beginning)
        found = (0, 0)
        for segment in map(self.encode, request.prompt):
            if segment.place is request.score_place:
                first = start + len(self._opening(segment.role) if segment.opens else ())
                last = (
                    start + len(segment.tokens) - len(self._closing(segment.role) if segment.closes else ())
                )
                found = (first, max(first, last))
            start += len(segment.tokens)
        return found

    def first_token(self, text: str) -> int:
        """The token that `text` begins with. Raises ValueError for an empty text."""
        tokens = self._text(text)
        if not tokens:
            raise ValueError("an option needs at least one token")
        return tokens[0]

    def text_ids(self, text: str) -> list[int]:
        """Ids of a bare text, for embedding."""
        return [*self._beginning, *self._text(text)]

    def _text(self, text: str) -> tuple[int, ...]:
        return self._tokens(text, False) if text else ()  # noqa: FBT003 - keyword arguments would miss the cache

    def _opening(self, role: Role) -> tuple[int, ...]:
        return self._marker(self._format.openings[role])

    def _closing(self, role: Role) -> tuple[int, ...]:
        return self._marker(self._format.closings[role])

    def _marker(self, text: str) -> tuple[int, ...]:
        return self._tokens(text, True) if text else ()  # noqa: FBT003 - as above

    def _special_start(self, role: Role) -> bool:
        """Whether a role's opening begins with a control token, which plain text never contains."""
        text = self._format.openings[role]
        return bool(text) and self._tokens(text, True)[:1] != self._tokens(text, False)[:1]  # noqa: FBT003 - as above


def _speaking(prompt: tuple[Segment, ...]) -> bool:
    return bool(prompt) and prompt[-1].role is Role.ASSISTANT and not prompt[-1].closes
