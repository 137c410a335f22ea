"""What a turn has before it of all this, and what it leaves: beliefs told, a due prediction, one thing noticed."""

from engine.cognition.beliefs.predictions import PredictionBook
from engine.cognition.beliefs.records import Prediction
from engine.cognition.beliefs.telling import Count, Telling, Told
from engine.cognition.growing.ideas import IdeaBook
from engine.cognition.growing.insights import InsightBook
from engine.cognition.growing.noticed import Noticed, NoticedKind, is_grounded, read
from engine.cognition.growing.outcomes import OutcomeBook
from engine.cognition.keeping.keeper import Keeper
from engine.cognition.keeping.records import Origin
from engine.events import EventBus
from engine.settings import CognitionSettings
from engine.trail import Step, StepKind, StepRecorded


class Turns:
    """The part that this room takes in a conversation.

    It hears of answers from `events`: what an opening named counts as brought up once that is answered.
    """

    def __init__(
        self,
        keeper: Keeper,
        telling: Telling,
        *,
        predictions: PredictionBook,
        outcomes: OutcomeBook,
        ideas: IdeaBook,
        insights: InsightBook,
        events: EventBus,
        settings: CognitionSettings,
    ) -> None:
        self._keeper, self._telling, self._settings = keeper, telling, settings
        self._predictions, self._outcomes = predictions, outcomes
        self._ideas, self._insights = ideas, insights
        self._named: str | None = None
        events.subscribe(StepRecorded, self._on_step)

    def opening(self, count: Count) -> Told:
        """The earliest prediction whose day has come, for the opening of an Episode; at most one a day."""
        due = self._telling.due(self._keeper.today())
        told = self._telling.opening(due, count)
        self._named = due.id if due is not None and told.cites else None
        return told

    def standing(self, count: Count) -> Told:
        """The surest principles and models, for the stable part."""
        return self._telling.standing(count)

    def applying(self, utterance: Step | None, count: Count) -> Told:
        """A belief about what is said now, for the turn's block; none while it is typed."""
        return Told() if utterance is None else self._telling.applying(utterance.text, count)

    def notice(self, value: object, said: str, *, cites: tuple[str, ...], episode: str) -> Noticed | None:
        """Keep what a turn noticed (the reflect field `noticed`), within the caller's unit of work.

        `said` is the exchange as text, `cites` are its Steps. Returns what is another room's to keep (a decision, a
        milestone, a relief); what does not stand in the exchange is dropped. Call `announce` once it is durable.
        """
        noticed = read(value, self._settings)
        if noticed is None or not is_grounded(noticed.text, said, self._settings):
            return None
        with self._keeper.holding():
            return self._routed(noticed, cites, f"episode:{episode}")

    def announce(self) -> None:
        """Tell the house of what `notice` kept."""
        self._keeper.announce()

    def _routed(self, noticed: Noticed, cites: tuple[str, ...], episode: str) -> Noticed | None:
        text, today = noticed.text, self._keeper.today()
        match noticed.kind:
            case NoticedKind.PREDICTION:
                due = noticed.due if noticed.due is not None and noticed.due >= today else None
                self._predictions.predict(text, deadline=due, cites=cites, origin=Origin.TURN)
            case NoticedKind.OUTCOME:
                if self._predictions.notice(text, cites) is None:
                    self._outcomes.notice(text, cites=cites)
            case NoticedKind.IDEA:
                self._ideas.notice(text, "conversation", cites=cites, occasion=episode)
            case NoticedKind.INSIGHT:
                self._insights.absorb(text, run=episode, cites=cites, origin=Origin.TURN)
            case NoticedKind.DECISION | NoticedKind.MILESTONE | NoticedKind.RELIEF:
                return noticed
        return None

    def _on_step(self, event: StepRecorded) -> None:
        if event.step.kind is not StepKind.ANSWER or self._named is None:
            return
        named, self._named = self._named, None
        if self._keeper.store.one(Prediction, named) is not None:
            self._predictions.surfaced(named)
