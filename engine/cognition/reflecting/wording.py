"""The words of what is noticed, read from `resources/noticing/words.toml`."""

import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ReflectionWords(_Words):
    """Who it has been lately, sentence by sentence."""

    days: str
    unfelt: str
    few: str
    rising: str
    falling: str
    steady: str
    high: str
    medium: str
    low: str
    energy: str
    carried: str
    lost: str
    corrected: str


class BlindSpotWords(_Words):
    """What it did not see."""

    stale_goal: str
    repeating_correction: str
    abandoned_project: str
    dormant_correction: str
    approaching_deadline: str
    untested_belief: str
    checks_none: str
    checks_one: str
    checks_few: str


class ObservationWords(_Words):
    """What is worth a word now."""

    unusual_absence: str
    late_night: str
    long_session: str
    volatile_mood: str
    near_deadline: str
    stale_correction: str


class OpeningWords(_Words):
    """What stands in the opening of a time together."""

    line: str


class WhenWords(_Words):
    """A day, and how often something happens, as they are said."""

    past: str
    today: str
    tomorrow: str
    later: str
    days: str
    one_day: str
    less_than_a_day: str


class Wording(_Words):
    """Every text of what is noticed."""

    reflection: ReflectionWords
    blind_spot: BlindSpotWords
    observation: ObservationWords
    opening: OpeningWords
    when: WhenWords


@cache
def wording() -> Wording:
    """The wording as shipped; read once."""
    text = (resources.files("resources") / "noticing" / "words.toml").read_text("utf-8")
    return Wording.model_validate(tomllib.loads(text))
