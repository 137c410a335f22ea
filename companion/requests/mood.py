"""How the companion feels, what moved it, and what a person may do about it.

How the person seemed are guesses, shown as such. Where the profile has no mood, each is refused with a NoMoodError.
"""

from dataclasses import asdict
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from companion.requests.room import Nothing, Request, Requests, RoomRequest, Setting, record, several
from companion.service import Json
from engine.mood import Arc, Imprint, JournalEntry, Mode, Mood, Named, NoMoodError, Suggestion
from engine.trail import MoodPoint

COURSE_STEPS = 12
"""Into how many parts the time of an imprint is cut, to see it fade."""


class Nudge(Request):
    """By how much each axis is moved."""

    valence: float = Field(
        default=0.0, ge=-2, le=2, allow_inf_nan=False, description="Brighter or darker, −2 to 2."
    )
    energy: float = Field(
        default=0.0, ge=-1, le=1, allow_inf_nan=False, description="Livelier or quieter, −1 to 1."
    )
    openness: float = Field(
        default=0.0, ge=-1, le=1, allow_inf_nan=False, description="More open or more guarded, −1 to 1."
    )
    reason: str = Field(default="", max_length=300, description="Why, for its journal.")


class SwitchMode(Request):
    """The mode that is to hold; None for none."""

    mode: Mode | None = Field(description="A mode, or none.")


class Rest(BaseModel):
    """A point within the bounds of the mood."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    valence: float = Field(ge=-1, le=1, allow_inf_nan=False)
    energy: float = Field(ge=0, le=1, allow_inf_nan=False)
    openness: float = Field(ge=0, le=1, allow_inf_nan=False)


class RestAgain(Request):
    """Where it rested before a reset, and which imprints pulled at that."""

    temperament: Rest = Field(description="Where it rested.")
    imprints: tuple[str, ...] = Field(
        default=(), description="The ids of what pulled at that; may be repeated."
    )


class AskJournal(Request):
    """`since` is a time such as `last:3d`; `spread` thins out what is more than the limit, over all of that time."""

    since: str | None = Field(
        default=None, max_length=200, description='A time: "last week", last:3d, 2026-05-01.'
    )
    limit: int = Field(default=20, ge=1, le=1000, description="How many at most.")
    spread: bool = Field(default=False, description="Spread over the whole time, instead of the newest.")


class AskArc(Request):
    """Which Episode is meant."""

    episode: str | None = Field(
        default=None, max_length=64, description="A time together; the running one unless given."
    )


class AskArcs(Request):
    """How many at most."""

    limit: int = Field(default=10, ge=1, le=1000, description="How many at most.")


class AskImprints(Request):
    """`over`: also those that faded or were let go."""

    over: bool = Field(default=False, description="Also what faded or was let go.")


class MakeImprint(Request):
    """A feeling that is to last; strength 0.1–1."""

    feeling: str = Field(min_length=1, max_length=300, description="What it is, in a few words.")
    strength: float | None = Field(
        default=None, ge=0.1, le=1, allow_inf_nan=False, description="How strong, 0.1 to 1."
    )


class OneImprint(Request):
    """The imprint's id."""

    imprint: str = Field(min_length=1, max_length=64, description="The id of the imprint.")


REQUESTS = Requests()
FELT = {
    "point": MoodPoint,
    "temperament": MoodPoint,
    "home": MoodPoint,
    "emotions": list[Named],
    "mode": Mode | None,
    "modes": list[Mode],
    "episode": str | None,
    "resting": bool,
    "suggestion": Suggestion | None,
}
"""How it feels: where it is, rests, and rested at first, and the three emotions nearest to where it is."""
STATE = record(**FELT)
WAS = record(temperament=MoodPoint, imprints=list[str])
"""What it takes to take a reset back: where it rested, and which imprints pulled at that."""
ENTRY = record(
    at=datetime,
    cause=str,
    point=MoodPoint,
    label=str,
    reason=str,
    mode=Mode | None,
    episode=str | None,
    sources=list[str],
)
ARC = record(episode=str, pattern=str, samples=int, start=MoodPoint | None, end=MoodPoint | None)
IMPRINT = record(
    id=str,
    feeling=str,
    origin=str,
    strength=float,
    made_strength=float,
    point=MoodPoint,
    created_at=datetime,
    faded=bool,
    let_go=bool,
    sources=list[str],
    course=several(record(at=datetime, strength=float)),
)
SEEN = record(at=datetime, seeming=str, episode=str | None, source=str)


def mood_of(setting: Setting) -> Mood:
    """The mood. Raises NoMoodError in a profile without."""
    if setting.mind.mood is None:
        raise NoMoodError(
            "In this profile the companion has no mood.", "Give it one: `companion profile full`."
        )
    return setting.mind.mood


def state(setting: Setting, _: Request) -> Json:
    """How it feels now."""
    mood = mood_of(setting)
    now, fits = mood.state(), mood.suggest_mode()
    return {
        "point": asdict(now.point),
        "temperament": asdict(now.temperament),
        "home": asdict(mood.home),
        "emotions": [asdict(one) for one in now.named],
        "mode": now.mode,
        "modes": list(Mode),
        "episode": now.episode_id,
        "resting": now.resting,
        "suggestion": None if fits is None else asdict(fits),
    }


@REQUESTS.verb("mood.nudge", "Move it by hand.", gives=STATE, changes="mood", outside="direct")
def nudge(setting: Setting, asked: Nudge) -> Json:
    """Move it by hand."""
    mood_of(setting).nudge(**asked.model_dump())
    return state(setting, asked)


@REQUESTS.verb(
    "mood.mode",
    "Switch its manner until this time together ends.",
    gives=STATE,
    changes="mood",
    outside="direct",
)
def switch_mode(setting: Setting, asked: SwitchMode) -> Json:
    """Jump to a mode, or end the one that holds."""
    mood_of(setting).switch_mode(asked.mode)
    return state(setting, asked)


@REQUESTS.verb(
    "mood.reset_temperament",
    "Let it rest where it did at first; what left a mark remains and moves nothing any more.",
    gives=record(**FELT, was=WAS),
    changes="mood",
    outside="offered",
)
def reset_temperament(setting: Setting, asked: Nothing) -> Json:
    """Let it rest where it did at first; told with what it takes to take that back."""
    mood = mood_of(setting)
    was = {"temperament": asdict(mood.state().temperament), "imprints": [one.id for one in mood.pulling()]}
    mood.reset_temperament()
    return state(setting, asked) | {"was": was}


@REQUESTS.verb(
    "mood.rest_again",
    "Take a reset back: it rests where it did, and what left a mark pulls at that again.",
    gives=STATE,
    changes="mood",
)
def rest_again(setting: Setting, asked: RestAgain) -> Json:
    """Take a reset back."""
    mood_of(setting).rest_again(MoodPoint(**asked.temperament.model_dump()), asked.imprints)
    return state(setting, asked)


@REQUESTS.verb(
    "mood.journal", "What moved it, newest first.", gives=record(entries=several(ENTRY)), outside="read"
)
def journal(setting: Setting, asked: AskJournal) -> Json:
    """What moved it, newest first."""
    since = None if asked.since is None else setting.mind.trail.plan(asked.since).named_start("since")
    mood = mood_of(setting)
    read = mood.journal_over if asked.spread else mood.journal
    return {"entries": [_entry(one) for one in read(since, asked.limit)]}


@REQUESTS.verb("mood.arc", "How a time together went so far.", gives=record(arc=ARC | None), outside="read")
def arc(setting: Setting, asked: AskArc) -> Json:
    """How a time together went, so far."""
    mood = mood_of(setting)
    episode = asked.episode or mood.state().episode_id
    return {"arc": None if episode is None else _arc(mood.arc(episode))}


@REQUESTS.verb(
    "mood.arcs", "How the last times together went.", gives=record(arcs=several(ARC), arc=ARC | None)
)
def arcs(setting: Setting, asked: AskArcs) -> Json:
    """How the last times together went, and the one that runs."""
    return {"arcs": [_arc(one) for one in mood_of(setting).arcs(asked.limit)], **arc(setting, AskArc())}


@REQUESTS.verb(
    "mood.imprints",
    "Feelings that outlast their details, and slowly move where it rests.",
    gives=record(imprints=several(IMPRINT)),
    outside="read",
)
def imprints(setting: Setting, asked: AskImprints) -> Json:
    """What lasts."""
    mood = mood_of(setting)
    return {"imprints": [_imprint(mood, one) for one in mood.imprints(over=asked.over)]}


@REQUESTS.verb(
    "mood.imprint",
    "Let how it feels now last.",
    gives=record(imprint=IMPRINT),
    changes="mood",
    outside="direct",
)
def imprint(setting: Setting, asked: MakeImprint) -> Json:
    """Let how it feels now last."""
    mood = mood_of(setting)
    return {"imprint": _imprint(mood, mood.imprint(asked.feeling, asked.strength))}


@REQUESTS.verb("mood.let_go", "Let an imprint go: it moves nothing any more.", changes="mood")
def let_go(setting: Setting, asked: OneImprint) -> Json:
    """Let an imprint go."""
    mood_of(setting).let_go(asked.imprint)
    return {}


@REQUESTS.verb("mood.carry_again", "Carry an imprint again that was let go.", changes="mood")
def carry_again(setting: Setting, asked: OneImprint) -> Json:
    """Take back that one was let go."""
    mood_of(setting).carry_again(asked.imprint)
    return {}


@REQUESTS.verb(
    "mood.seen",
    "How you seemed to it over the last weeks, newest first: guesses, which it takes for nothing more.",
    gives=record(seen=several(SEEN), declining=bool),
    outside="read",
)
def seen(setting: Setting, asked: AskArcs) -> Json:
    """How the person seemed over the last weeks."""
    mood = mood_of(setting)
    rows = [
        {"at": one.at.isoformat(), "seeming": one.seeming, "episode": one.episode_id, "source": one.source}
        for one in mood.seen(asked.limit)
    ]
    return {"seen": rows, "declining": mood.declining()}


def _entry(one: JournalEntry) -> Json:
    return {
        "at": one.at.isoformat(),
        "cause": one.cause,
        "point": asdict(one.point),
        "label": one.label,
        "reason": one.reason,
        "mode": one.mode,
        "episode": one.episode_id,
        "sources": list(one.sources),
    }


def _arc(one: Arc) -> Json:
    return {
        "episode": one.episode_id,
        "pattern": one.pattern,
        "samples": one.samples,
        "start": None if one.start is None else asdict(one.start),
        "end": None if one.end is None else asdict(one.end),
    }


def _imprint(mood: Mood, one: Imprint) -> Json:
    return {
        "id": one.id,
        "feeling": one.feeling,
        "origin": one.origin,
        "strength": round(one.strength, 4),
        "made_strength": round(one.made_strength, 4),
        "point": asdict(one.point),
        "created_at": one.created_at.isoformat(),
        "faded": one.faded,
        "let_go": one.let_go_at is not None and one.archived_at is None,
        "sources": list(one.sources),
        "course": [
            {"at": at.isoformat(), "strength": round(strength, 4)}
            for at, strength in mood.fading(one, COURSE_STEPS)
        ],
    }


REQUESTS |= {
    "mood": RoomRequest(
        Nothing,
        state,
        words="How it feels now: the point, its names, and where it rests.",
        outside="read",
        gives=STATE,
    )
}
