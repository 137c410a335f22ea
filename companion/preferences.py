"""What a person chose about the program on this machine, and nothing personal: which models, when it is told what.

Kept in the clear in the home's `settings.json`, since it is needed before the vault is open.
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from filelock import FileLock
from pydantic import BaseModel, ConfigDict, Field, model_validator

from companion.companions import FIRST, Resident, Residents, of
from engine.errors import InvalidInputError
from engine.settings import CacheType

FILE_NAME: Final = "settings.json"
PROFILE_VARIABLE: Final = "COMPANION_PROFILE"
PROFILES: Final = ("cognitive", "full")
"""The values of `engine.memory.Profile`, which would be slow to import here."""


class Speed(BaseModel):
    """What `companion bench speed` measured of a model here, in tokens a second."""

    model_config = ConfigDict(frozen=True)

    read_per_s: float = Field(gt=0)
    written_per_s: float = Field(gt=0)


class Preferences(BaseModel):
    """The choices. Words of a newer version are carried along, not dropped.

    `day_model` talks; `night_model` works alone, and empty means: the same one ([S] §11.1.1). Each is a name of
    the catalogue, or a model behind a server (`ollama:NAME`, `openai:URL#NAME`). `allowed_hosts` are other
    machines that the person trusts with what is said. `cache_type` is how installed models keep what they have
    read ([S] §11.1.3). `speeds` are by model, where they were measured. `effort` is how willing the companion is to ask
    ([P] §5.3): the values of `engine.person.Effort`, which would be slow to import here. The `profile` "cognitive"
    leaves the mood out ([E] §2.3). `sentence_model` remembers by meaning, from the next start on. `speech_model` hears
    and `voice` speaks; `microphone` and `speaker` are devices by name, empty for the system's own; `listening`
    says when it listens and `while_speaking` whether also while it speaks itself, `spoken_language` (ISO 639-1) is
    what the person speaks, empty where that is found out each turn, `talk_key` is held to talk from any window
    (empty: none), and `wake_sensitivity` (0–1) how readily it takes something for its name. `notify` allows
    notifications, each `notify_…` those of a kind that nobody asked for: the brief, a question, what it noticed, a
    prediction whose day has come, what thinking alone found; `discreet` ones hold no words of the person's; none
    but a reminder that has an hour come from the hour `quiet_from` to the hour `quiet_until` (0–23; alike means
    never quiet).
    `companions` are those that live in the vault, and `companion` is the id of the one that is spoken with.
    `lock_after_minutes` without a key or a click the window locks; 0
    means never. `night_from` is the hour (0–23) from which a night's work is done, once a day, and `night_every_hours`
    how long after the last time it thinks in between; nothing is thought of alone from `night_quiet_from` to
    `night_quiet_until` (alike means never so), nor longer than `night_most_hours` in a night. `updates` allows the
    publisher to be asked once a week whether there is a newer version; nobody is asked before. `feeds_every_hours` is
    how long after the last time feeds are read again by themselves; 0 means only when they are asked for, and nothing
    is read that the person did not add.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    day_model: str = "qwen2.5-coder-1.5b"
    night_model: str = ""
    profile: Literal["cognitive", "full"] = "full"
    allowed_hosts: tuple[str, ...] = ()
    cache_type: CacheType = CacheType.F16
    speeds: dict[str, Speed] = Field(default_factory=dict)
    effort: Literal["quiet", "balanced", "active"] = "balanced"
    sentence_model: str = "minilm-l6-onnx"
    speech_model: str = "whisper-base"
    voice: str = "piper-joe"
    microphone: str = ""
    speaker: str = ""
    listening: Literal["hands free", "push to talk", "when called"] = "hands free"
    while_speaking: Literal["as it can", "always", "never"] = "as it can"
    spoken_language: str = Field(default="", pattern="^([a-z]{2,3})?$")
    talk_key: Literal["", "Ctrl+Alt+Space", "Ctrl+Super+Space", "Shift+F12", "Pause", "ScrollLock"] = ""
    wake_sensitivity: float = Field(default=0.5, ge=0, le=1)
    notify: bool = True
    notify_brief: bool = True
    notify_questions: bool = True
    notify_observations: bool = True
    notify_predictions: bool = True
    notify_findings: bool = True
    discreet: bool = False
    quiet_from: int = Field(default=22, ge=0, le=23)
    quiet_until: int = Field(default=8, ge=0, le=23)
    companions: Residents = (Resident(id=FIRST),)
    companion: str = FIRST
    lock_after_minutes: int = Field(default=0, ge=0, le=480)
    night_from: int = Field(default=2, ge=0, le=23)
    night_every_hours: int = Field(default=2, ge=1, le=24)
    night_quiet_from: int = Field(default=0, ge=0, le=23)
    night_quiet_until: int = Field(default=0, ge=0, le=23)
    night_most_hours: int = Field(default=6, ge=1, le=24)
    updates: bool = False
    feeds_every_hours: int = Field(default=6, ge=0, le=168)

    @model_validator(mode="before")
    @classmethod
    def _named_alone(cls, given: Any) -> Any:
        """Before there could be several, the one was chosen by its name alone."""
        if not isinstance(given, dict) or "companion_name" not in given:
            return given
        kept = {name: value for name, value in given.items() if name != "companion_name"}
        return {"companions": [{"id": FIRST, "name": given["companion_name"]}]} | kept

    @model_validator(mode="after")
    def _speaks_with_one(self) -> "Preferences":
        if self.companion not in {one.id for one in self.companions if one.listed}:
            raise ValueError("the companion that is spoken with is not among them")
        return self

    @property
    def companion_name(self) -> str:
        """What the one that is spoken with is called, empty for the plain word."""
        return of(self.companions, self.companion).name

    def is_quiet(self, hour: int) -> bool:
        """Whether the hour of the day (0–23) is one of the quiet ones, over midnight too."""
        if self.quiet_from <= self.quiet_until:
            return self.quiet_from <= hour < self.quiet_until
        return hour >= self.quiet_from or hour < self.quiet_until

    def model_for_night(self) -> str:
        return self.night_model or self.day_model

    def profile_now(self) -> str:
        """The profile of a process that starts now: `COMPANION_PROFILE`, where that is set, goes before the choice.

        Raises InvalidInputError where the variable names none.
        """
        wished = os.environ.get(PROFILE_VARIABLE, "").strip().casefold() or self.profile
        if wished not in PROFILES:
            raise InvalidInputError(PROFILE_VARIABLE, "names no profile", "Set it to full or cognitive.")
        return wished


@dataclass(frozen=True, slots=True)
class LoadedPreferences:
    """Preferences as found; `warning` says why they are only the defaults, if they are."""

    preferences: Preferences
    warning: str = ""


class PreferenceFile:
    """The file in one home. Callable from any thread and process; of two who change it, neither loses the other's."""

    def __init__(self, home: Path) -> None:
        self.path = home / FILE_NAME

    @property
    def _lock(self) -> FileLock:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(self.path.with_name(f"{FILE_NAME}.lock"), mode=0o600)

    def load(self) -> LoadedPreferences:
        """What is chosen; never fails, since a program without its preferences still has to start."""
        try:
            content = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return LoadedPreferences(Preferences())
        except (OSError, UnicodeDecodeError) as error:
            return _defaults(f"cannot be read ({type(error).__name__})")
        try:
            return LoadedPreferences(Preferences.model_validate(json.loads(content)))
        except (ValueError, RecursionError):
            return _defaults("is damaged")

    def save(self, preferences: Preferences) -> None:
        """Replace the file in one step. A damaged one is kept beside it under another name."""
        with self._lock:
            self._replace(preferences)

    def change(self, **changes: Any) -> None:
        """Choose something anew; the rest stays as it is."""
        self.revise(lambda _: changes)

    def revise(self, choose: Callable[[Preferences], dict[str, Any]]) -> None:
        """Choose anew what `choose` makes of the choices as they stand then."""
        with self._lock:
            now = self.load().preferences
            self._replace(Preferences.model_validate(now.model_dump() | choose(now)))

    def _replace(self, preferences: Preferences) -> None:
        if self.path.exists() and self.load().warning:
            self.path.replace(self._name_for_damaged())
        scratch = self.path.with_name(f"{FILE_NAME}.{os.getpid()}.part")
        with scratch.open("w", encoding="utf-8") as stream:
            stream.write(preferences.model_dump_json(indent=2) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        scratch.replace(self.path)

    def _name_for_damaged(self) -> Path:
        number = 1
        while (path := self.path.with_name(f"settings.damaged-{number}.json")).exists():
            number += 1
        return path


def _defaults(reason: str) -> LoadedPreferences:
    return LoadedPreferences(Preferences(), f"{FILE_NAME} {reason}; the defaults are used and it is kept.")
