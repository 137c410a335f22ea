"""Why a fact is believed, for whoever asks ([P] §5.2)."""

from dataclasses import dataclass

from engine.person.records import Fact
from engine.trail import Step


@dataclass(frozen=True, slots=True)
class Why:
    """What a fact rests on: its Steps (withdrawn ones show it), Episodes and earlier versions."""

    fact: Fact
    steps: tuple[Step, ...]
    episode_ids: tuple[str, ...]
    earlier: tuple[Fact, ...]
