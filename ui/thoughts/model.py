"""The view-model of what the companion thinks. No Qt."""

from collections.abc import Mapping
from functools import partial

from ui.doors import Json
from ui.shelf.model import Read, Shelf
from ui.shelf.records import Given
from ui.thoughts import operations
from ui.thoughts.operations import IDEA, MODEL, OUTCOME, PREDICTION, PRINCIPLE, TRAIL, Thought

SETTLED = ("correct", "partially_correct", "wrong")


class Thoughts(Shelf[Thought]):
    """Predictions, beliefs, principles, problems, decisions and ideas, each on a board of its own."""

    boards = (PREDICTION, MODEL, PRINCIPLE, TRAIL, OUTCOME, IDEA)

    def sources(self) -> Mapping[str, Read[Thought]]:
        return {kind: partial(operations.thoughts, kind, self._door) for kind in self.boards}

    def key_of(self, item: Thought) -> str:
        return item.key

    def stands(self, item: Thought, board: str) -> bool:
        return item.kind == board

    @property
    def calibration(self) -> tuple[int, int, float] | None:
        """How many predictions were settled, how many of them came true, and how sure it was of them on average."""
        settled = [one for one in self.items if one.kind == PREDICTION and one.status in SETTLED]
        if not settled:
            return None
        true = sum(one.status == "correct" for one in settled)
        return len(settled), true, sum(one.confidence or 0.0 for one in settled) / len(settled)

    # What is done

    def foresee(self, given: Given) -> None:
        """Write down a prediction."""
        wanted: Json = {"statement": given["statement"], "deadline": given["deadline"] or None}
        self._make("predictions.predict", wanted, PREDICTION)

    def believe(self, given: Given) -> None:
        """Write down what is taken to be so."""
        self._make("models.create", {"statement": given["statement"]}, MODEL)

    def think_about(self, given: Given) -> None:
        """Write down a problem."""
        self._make("reasoning.start", {"context": given["context"]}, TRAIL)

    def resolve(self, thought: Thought, status: str) -> None:
        """Say what became of a prediction."""
        self._do(thought, "resolve", "predictions.resolve", {"prediction": thought.id, "status": status})

    def agree(self, thought: Thought) -> None:
        """What it thinks became of a prediction is so."""
        self._do(thought, "agree", "predictions.agree", {"prediction": thought.id})

    def weigh(self, thought: Thought, direction: str, given: Given) -> None:
        """Say what speaks for a belief or principle, or against it."""
        room = "models" if thought.kind == MODEL else "principles"
        asked = {thought.kind: thought.id, "direction": direction, "text": given["text"]}
        self._do(thought, "weigh", f"{room}.evidence", asked)

    def reject(self, thought: Thought) -> None:
        """It is not so."""
        request = "models.invalidate" if thought.kind == MODEL else "principles.reject"
        self._do(thought, "reject", request, {thought.kind: thought.id})

    def revive(self, thought: Thought) -> None:
        """It is so after all."""
        room = "models" if thought.kind == MODEL else "principles"
        self._do(thought, "revive", f"{room}.revive", {thought.kind: thought.id})

    def solve(self, thought: Thought, given: Given) -> None:
        """Say what solved a problem."""
        self._do(thought, "solve", "reasoning.solve", {"trail": thought.id, "solution": given["solution"]})

    def judge(self, thought: Thought, assessment: str, given: Given) -> None:
        """Say how a decision turned out."""
        asked = {"outcome": thought.id, "assessment": assessment, "actual": given["actual"]}
        self._do(thought, "judge", "outcomes.check", asked)

    def take_up(self, thought: Thought, verb: str) -> None:
        """`verb`: activate, abandon or reopen an idea."""
        self._do(thought, verb, f"ideas.{verb}", {"idea": thought.id})

    def _back(self, thought: Thought, verb: str) -> None:
        request, key = {
            "resolve": ("predictions.undo", "prediction"),
            "agree": ("predictions.undo", "prediction"),
            "judge": ("outcomes.undo", "outcome"),
        }[verb]
        self._do(thought, "undo", request, {key: thought.id})

    def _do(self, thought: Thought, verb: str, request: str, given: Json) -> None:
        back = {
            "reject": lambda: self.revive(thought),
            "revive": lambda: self.reject(thought),
            "abandon": lambda: self.take_up(thought, "reopen"),
        }
        undo = back.get(verb)
        if verb in {"resolve", "agree", "judge"}:
            undo = partial(self._back, thought, verb)
        operations.change(self._door, request, given, self.told(verb, thought, undo), self.failed.emit)

    def _make(self, request: str, given: Json, kind: str) -> None:
        def made(answer: object) -> None:
            if isinstance(answer, dict):
                thought = operations.SOURCES[kind].read(answer[kind])
                self.board, self.current = kind, thought
                self.told("make", thought)(answer)

        operations.change(self._door, request, given, made, self.failed.emit)
