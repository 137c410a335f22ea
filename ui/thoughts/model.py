"""The view-model of what the companion thinks. No Qt."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial

from ui.doors import Json
from ui.shelf.model import Read, Shelf
from ui.shelf.records import Given
from ui.thoughts import operations
from ui.thoughts.operations import BUSINESS, IDEA, MODEL, OUTCOME, PREDICTION, PRINCIPLE, TRAIL, Thought

CAME = {"correct": 1.0, "partially_correct": 0.5, "wrong": 0.0}
"""What a settled prediction counts, as the mind counts it too."""
FOR, AGAINST = "for", "against"
"""Which way something speaks."""
ACTIVE = "active"
"""How an idea stands that something is made of."""
STEPS = 5
"""Equal steps of confidence that are held against what came true."""


@dataclass(frozen=True, slots=True)
class Step:
    """The settled predictions of one step of confidence: their number, how sure it was of them, and which share came.

    Both are means, 0–1; what came in part counts half.
    """

    count: int
    sure: float
    came: float


class Thoughts(Shelf[Thought]):
    """Predictions, beliefs, principles, problems, decisions, ideas and businesses, each on a board of its own."""

    boards = (PREDICTION, MODEL, PRINCIPLE, TRAIL, OUTCOME, IDEA, BUSINESS)

    def sources(self) -> Mapping[str, Read[Thought]]:
        return {kind: partial(operations.thoughts, kind, self._door) for kind in self.boards}

    def key_of(self, item: Thought) -> str:
        return item.key

    def stands(self, item: Thought, board: str) -> bool:
        return item.kind == board

    def words_of(self, item: Thought) -> str:
        plan = () if item.plan is None else (item.plan.description, item.plan.audience, item.plan.angle)
        return " ".join((item.text, item.expected, item.lesson, *(one.text for one in item.shown), *plan))

    @property
    def calibration(self) -> tuple[int, int, float] | None:
        """How many predictions were settled, how many of them came true, and how sure it was of them on average."""
        settled = self._settled()
        if not settled:
            return None
        true = sum(came == CAME["correct"] for _, came in settled)
        return len(settled), true, sum(sure for sure, _ in settled) / len(settled)

    @property
    def calibrated(self) -> list[Step]:
        """How sure it was against what came true, the least sure first; a step without any is left out."""
        steps: dict[int, list[tuple[float, float]]] = {}
        for sure, came in self._settled():
            steps.setdefault(min(STEPS - 1, int(sure * STEPS)), []).append((sure, came))
        return [
            Step(
                len(step),
                sum(sure for sure, _ in step) / len(step),
                sum(came for _, came in step) / len(step),
            )
            for _, step in sorted(steps.items())
        ]

    def _settled(self) -> list[tuple[float, float]]:
        """How sure it was of each prediction that was settled, and what came of it."""
        predictions = [one for one in self.items if one.kind == PREDICTION and one.status in CAME]
        return [(one.confidence or 0.0, CAME[one.status]) for one in predictions]

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

        def weighed(answer: object) -> None:
            said = answer[thought.kind]["evidence"] if isinstance(answer, dict) else []
            back = partial(self._unweigh, thought, said[-1]["at"]) if said else None
            self.told("weigh", thought, back)(answer)

        operations.change(self._door, f"{room}.evidence", asked, weighed, self.failed.emit)

    def _unweigh(self, thought: Thought, at: str) -> None:
        room = "models" if thought.kind == MODEL else "principles"
        self._do(thought, "undo", f"{room}.unweigh", {thought.kind: thought.id, "at": at})

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
        self._write_down(thought, "solve", "reasoning.solve", {"solution": given["solution"]})

    def suppose(self, thought: Thought, given: Given) -> None:
        """Say what may be behind a problem."""
        self._write_down(thought, "note", "reasoning.hypothesis", {"statement": given["statement"]})

    def find(self, thought: Thought, given: Given) -> None:
        """Say what was found of a problem, and whether it speaks for what is supposed."""
        found = {"text": given["text"], "supports": given["way"] == FOR}
        self._write_down(thought, "note", "reasoning.evidence", found)

    def give_up(self, thought: Thought, given: Given) -> None:
        """Say what did not help with a problem."""
        self._write_down(thought, "note", "reasoning.abandon", given)

    def _write_down(self, thought: Thought, verb: str, request: str, given: Json) -> None:
        """Add to a problem; what was added is the last that happened to it, by which it can be taken back."""

        def written(answer: object) -> None:
            at = answer["trail"]["updated_at"] if isinstance(answer, dict) else ""
            again = {"trail": thought.id, "at": at}
            undo = partial(self._do, thought, "undo", "reasoning.take_back", again)
            self.told(verb, thought, undo)(answer)

        asked = {"trail": thought.id, **given}
        operations.change(self._door, request, asked, written, self.failed.emit)

    def decide(self, given: Given) -> None:
        """Write down a decision, and what is expected of it."""
        self._make("outcomes.record", given, OUTCOME)

    def conceive(self, given: Given) -> None:
        """Write down an idea."""
        self._make("ideas.create", given, IDEA)

    def judge(self, thought: Thought, assessment: str, given: Given) -> None:
        """Say how a decision turned out."""
        asked = {"outcome": thought.id, "assessment": assessment, "actual": given["actual"]}
        self._do(thought, "judge", "outcomes.check", asked)

    def take_up(self, thought: Thought, verb: str) -> None:
        """`verb`: activate, abandon or reopen an idea."""
        self._do(thought, verb, f"ideas.{verb}", {"idea": thought.id})

    def plan(self, given: Given) -> None:
        """Write down an idea for a business."""
        self._make("business.add", given, BUSINESS)

    def redraw(self, thought: Thought, given: Given) -> None:
        """Name or describe a business anew."""
        plan = thought.plan
        if plan is not None:
            was = {"description": plan.description, "audience": plan.audience, "angle": plan.angle}
            self._update(thought, "change", given, {"name": thought.text, **was})

    def move(self, thought: Thought, status: str, verb: str = "move") -> None:
        """Say how far a business has come; `verb` is how that is told: move or abandon."""
        self._update(thought, verb, {"status": status}, {"status": thought.status})

    def score(self, thought: Thought, given: Given) -> None:
        """Say what speaks for a business; the former score can come back where there was one."""
        points = {name: int(one) for name, one in given.items()}
        was = dict(thought.plan.score) if thought.plan is not None else {}
        undo = partial(self._score, thought, "undo", was) if was else None
        self._score(thought, "score", points, undo)

    def note(self, thought: Thought, given: Given) -> None:
        """What happened with a business."""
        asked = {"idea": thought.id, **given}
        undo = partial(self._do, thought, "undo", "business.drop_note", {"idea": thought.id})
        told = self.told("note", thought, undo)
        operations.change(self._door, "business.update", asked, told, self.failed.emit)

    def compete(self, thought: Thought, given: Given) -> None:
        """Note who offers something like it; of one that was known, what was noted before can come back."""
        name = given["name"].strip().casefold()
        rivals = () if thought.plan is None else thought.plan.rivals
        was = next((asdict(one) for one in rivals if one.name.casefold() == name), None)
        request = "business.drop_competitor" if was is None else "business.compete"
        again = {"idea": thought.id, **({"name": given["name"]} if was is None else was)}
        told = self.told("note", thought, partial(self._do, thought, "undo", request, again))
        asked = {"idea": thought.id, **given}
        operations.change(self._door, "business.compete", asked, told, self.failed.emit)

    def _score(
        self, thought: Thought, verb: str, points: Mapping[str, int], undo: Callable[[], None] | None = None
    ) -> None:
        told = self.told(verb, thought, undo)
        asked = {"idea": thought.id, **points}
        operations.change(self._door, "business.score", asked, told, self.failed.emit)

    def _update(self, thought: Thought, verb: str, changes: Given, was: Given | None = None) -> None:
        undo = None if was is None else partial(self._update, thought, "undo", was)
        told = self.told(verb, thought, undo)
        asked = {"idea": thought.id, **changes}
        operations.change(self._door, "business.update", asked, told, self.failed.emit)

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
            "activate": lambda: self.take_up(thought, "reopen"),
            "abandon": lambda: self.take_up(thought, "activate" if thought.status == ACTIVE else "reopen"),
            "reopen": lambda: self.take_up(thought, "abandon"),
        }
        undo = back.get(verb)
        if verb in {"resolve", "agree", "judge"}:
            undo = partial(self._back, thought, verb)
        operations.change(self._door, request, given, self.told(verb, thought, undo), self.failed.emit)

    def _unmake(self, thought: Thought) -> None:
        """What was written down by mistake shapes nothing, and stands nowhere."""
        again = {"refs": [thought.key]}

        def back() -> None:
            told = self.told("make", thought, partial(self._unmake, thought))
            operations.change(self._door, "forget.restore", again, told, self.failed.emit)

        told = self.told("unmake", thought, back)
        operations.change(self._door, "forget.withdraw", again, told, self.failed.emit)

    def _make(self, request: str, given: Json, kind: str) -> None:
        def made(answer: object) -> None:
            if isinstance(answer, dict):
                source = operations.SOURCES[kind]
                thought = source.read(answer[source.one])
                self.board, self.current = kind, thought
                self.told("make", thought, partial(self._unmake, thought))(answer)

        operations.change(self._door, request, given, made, self.failed.emit)
