"""What a reconstruction draws on, and what it is asked for: how wide a turn is searched ([A] §6, six levels)."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.conversation.reconstruction.records import Focus, SectionReport
from engine.errors import InvalidInputError
from engine.library import Library
from engine.memory import Feeling, Here, Memory, Profile, nowhere
from engine.person import PersonalModel
from engine.settings import FocusSettings
from engine.trail import Trail

DEEPEST = 5
SPOKEN_SURFACES = frozenset({"voice"})


def focus_of(level: int, settings: FocusSettings) -> Focus:
    """What a level means. Raises InvalidInputError for one that is none."""
    if not 0 <= level <= DEEPEST:
        raise InvalidInputError("focus", f"is not between 0 and {DEEPEST}", "3 is the usual one.")
    return Focus(
        level=level,
        name=settings.names[level],
        memories=settings.memories[level],
        hours=settings.hours[level],
        depth=settings.depth[level],
    )


def usual_level(surface: str, settings: FocusSettings) -> int:
    """The level of a turn of which nothing was said: less for a spoken one, whose answer is waited for."""
    return settings.voice if surface in SPOKEN_SURFACES else settings.usual


@dataclass(frozen=True, slots=True)
class OpenItem:
    """Something the person has to do, in words with its day; `cites` is what it was made from."""

    ref: str
    text: str
    noted_at: datetime
    cites: tuple[str, ...] = ()


def nothing_open() -> Sequence[OpenItem]:
    """What there is to do where no room keeps it."""
    return ()


@dataclass(frozen=True)
class Sources:
    """The rooms that are drawn on; one that is absent adds nothing. `place` says where this is, as it is
    called now; `feeling` is how the companion feels now; in the Cognitive `profile` feeling weighs nothing ([E] §4.2).
    `open_items` is what there is to do, what is due first before the others.
    """

    trail: Trail
    person: PersonalModel | None = None
    memory: Memory | None = None
    library: Library | None = None
    place: Here = nowhere
    feeling: Callable[[], Feeling | None] = lambda: None
    profile: Profile = Profile.FULL
    open_items: Callable[[], Sequence[OpenItem]] = nothing_open


@dataclass(frozen=True)
class Inquiry:
    """One turn as reconstruction sees it.

    `asked` is the question itself where more than that is looked for. `exclude` are Steps that are not to be found,
    such as the utterance itself. `is_held` says of a ref whether the model has it before its eyes already. `hurried`:
    the text is not finished yet and taken for a question, and nothing is written. `asks`: an answer is wanted;
    `about_person`: one of the person's own life, for which documents are no evidence. `asked_by` is the ref of the
    Step that asks.
    """

    query: str
    focus: Focus
    count: Callable[[str], int]
    asked: str = ""
    exclude: Collection[str] = ()
    is_held: Callable[[str], bool] = lambda _: False
    hurried: bool = False
    about_person: bool = False
    asks: bool = False
    asked_by: str | None = None
    sections: tuple[SectionReport, ...] = ()
