"""What a belief may rest on: what was said, done or read, and never the companion's own words alone."""

from collections.abc import Iterable, Sequence

from engine.cognition.errors import UnsourcedError
from engine.cognition.keeping.records import Origin
from engine.errors import InvalidInputError, NotFoundError
from engine.refs import PROGRAMS
from engine.trail import GIVEN_KINDS, Step, Trail

STEP, FACT, DOCUMENT = "step:", "fact:", "document:"
KNOWN = (
    STEP, FACT, DOCUMENT, "node:", "episode:", "goal:", "model:", "prediction:", "insight:", "trail:", *PROGRAMS,
)  # fmt: skip


class Sources:
    """Looks at refs for the books of this room ([E] §14.9)."""

    def __init__(self, trail: Trail) -> None:
        self._trail = trail

    def require(self, cites: Sequence[str], origin: Origin, *, about_person: bool = False) -> tuple[str, ...]:
        """`cites`, each once. What the person did not write needs something that was said, done or read.

        What it says about a person needs a fact, or what was said or done; nothing that was only read will do.

        Raises UnsourcedError, InvalidInputError for what is no ref, NotFoundError for a Step that is none.
        """
        named = tuple(dict.fromkeys(cites))
        for ref in named:
            if not ref.startswith(KNOWN):
                raise InvalidInputError("sources", "are refs such as step:<id> or fact:<id>")
        ground = (STEP, FACT) if about_person else (STEP, FACT, DOCUMENT)
        if origin is not Origin.HAND and not any(self._is_ground(ref, ground) for ref in named):
            raise UnsourcedError("Nothing that was said, done or read stands behind this.")
        return named

    def episodes(self, cites: Iterable[str]) -> dict[str, str]:
        """The Episode's ref of each Step among `cites`."""
        found = ((ref, self._step(ref)) for ref in cites if ref.startswith(STEP))
        return {ref: f"episode:{step.episode_id}" for ref, step in found if step is not None}

    def _is_ground(self, ref: str, ground: tuple[str, ...]) -> bool:
        if ref.startswith(STEP):
            return self._trail.step(ref.removeprefix(STEP)).kind in GIVEN_KINDS
        return ref.startswith(ground)

    def _step(self, ref: str) -> Step | None:
        try:
            return self._trail.step(ref.removeprefix(STEP))
        except NotFoundError:
            return None
