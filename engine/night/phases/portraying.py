"""The self-portrait of the day ([E] §6.1): numbers and refs alone; a later one of a day replaces the first."""

from collections.abc import Sequence

from engine.night.records import Change
from engine.night.working import Draft, Phase, Work
from engine.vault import UnitOfWork


def paint(work: Work) -> Draft:
    """Keep who the companion has been lately."""

    def apply(_: UnitOfWork) -> Sequence[Change]:
        work.rooms.cognition.reflection.paint()
        return ()

    return Draft(apply=apply)


PHASES: tuple[tuple[str, Phase], ...] = (("portrait", paint),)
