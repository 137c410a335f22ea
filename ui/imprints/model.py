"""The view-model of imprints. No Qt."""

from collections.abc import Mapping

from ui.imprints import operations
from ui.imprints.operations import Imprint
from ui.shelf.model import Read, Shelf
from ui.shelf.records import Given

CARRIED, FADED = "carried", "faded"


class Imprints(Shelf[Imprint]):
    """What is carried, the strongest first, and what has faded or was let go."""

    boards = (CARRIED, FADED)

    def sources(self) -> Mapping[str, Read[Imprint]]:
        return {"imprints": lambda success, failure: operations.imprints(self._door, success, failure)}

    def key_of(self, item: Imprint) -> str:
        return item.id

    def words_of(self, item: Imprint) -> str:
        return item.feeling

    def stands(self, item: Imprint, board: str) -> bool:
        return item.faded == (board == FADED)

    def shown(self) -> list[Imprint]:
        return sorted(super().shown(), key=lambda one: one.strength, reverse=True)

    def let_go(self, imprint: Imprint) -> None:
        """Carry it no more."""
        told = self.told("let_go", imprint, lambda: self.carry_again(imprint))
        operations.let_go(self._door, imprint.id, told, self.failed.emit)

    def carry_again(self, imprint: Imprint) -> None:
        """Take back that it was let go."""
        told = self.told("carry_again", imprint, lambda: self.let_go(imprint))
        operations.carry_again(self._door, imprint.id, told, self.failed.emit)

    def make(self, given: Given) -> None:
        """Let how it feels now last, under these words."""
        operations.make(self._door, given["feeling"], self._made, self.failed.emit)

    def _made(self, answer: object) -> None:
        if isinstance(answer, dict):
            made = Imprint.model_validate(answer["imprint"])
            self.board = CARRIED
            self.told("make", made, lambda: self.let_go(made))(answer)
