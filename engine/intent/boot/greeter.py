"""All that a greeting fits, gathered from what was absorbed; writes nothing and needs no model."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from engine.clock import Clock
from engine.intent.boot.meeting import gap_mode, time_of_day
from engine.intent.goals import GoalBook, is_near
from engine.intent.handoff.carrying import is_late, is_overdue, is_waiting, urgency
from engine.intent.handoff.items import ItemBook
from engine.intent.handoff.writing import Handoffs
from engine.intent.intention import IntentionBook
from engine.intent.quick import QuickBook
from engine.intent.records import (
    Due,
    Goal,
    Greeting,
    HandoffItem,
    Intention,
    IntentionStatus,
    LastEpisode,
    Priority,
)
from engine.settings import IntentSettings
from engine.trail import LOCAL, Episode, LoopStatus, Trail

LOOKED_BACK = 4  # Steps; a round that is being answered has at most two, and is not yet the past
EPISODES = 20  # those of other programs lie in between


@dataclass(frozen=True, slots=True)
class Greeter:
    """Reads everything at the moment it is asked."""

    trail: Trail
    goals: GoalBook
    items: ItemBook
    handoffs: Handoffs
    intentions: IntentionBook
    quick: QuickBook
    clock: Clock
    settings: IntentSettings

    def greeting(self) -> Greeting:
        """The facts as they are now."""
        now, local = self.clock.now(), self.clock.local()
        last = self._last_spoken()
        gap = None if last is None else max(now - last, timedelta(0))
        episode, intention = self._last_episode(), self.intentions.current()
        return Greeting(
            at=local,
            mode=None if gap is None else gap_mode(gap, self.settings),
            time_of_day=time_of_day(local, self.settings),
            gap_s=None if gap is None else gap.total_seconds(),
            last_episode=episode,
            due=tuple(self.due(now, local)),
            stale_goals=tuple(self.goals.stale()),
            intention=intention,
            check_intention=_is_to_be_checked(intention, episode),
            context=self.quick.read(),
        )

    def due(self, now: datetime, local: datetime) -> list[Due]:
        """What may be brought up at the person's `local` time, the most urgent first, then the oldest."""
        day = local.date()
        items = [item for item in self.items.open() if not is_waiting(item, local)]
        goals = [goal for goal in self.goals.open() if is_near(goal, day, self.settings)]
        found = [self._due_item(item, now, local) for item in items] + [
            self._due_goal(goal, day) for goal in goals
        ]
        wanted = [each for each in found if each.urgency >= self.settings.least_urgency]
        return sorted(wanted, key=lambda each: (-each.urgency, each.since, each.ref))

    def _due_item(self, item: HandoffItem, now: datetime, local: datetime) -> Due:
        return Due(
            ref=item.ref,
            what=item.what,
            text=item.text,
            since=item.first_seen,
            due=item.due,
            due_time=item.due_time,
            carried=item.carried,
            overdue=is_overdue(item, self.settings) or is_late(item, local),
            urgency=urgency(item, now, self.settings),
            surfaced_on=item.surfaced_on,
        )

    def _due_goal(self, goal: Goal, day: date) -> Due:
        weights = {
            Priority.HIGH: self.settings.promise_urgency,
            Priority.MEDIUM: self.settings.reminder_urgency,
            Priority.LOW: self.settings.plan_urgency,
        }
        overdue = goal.deadline is not None and goal.deadline < day
        return Due(
            ref=goal.ref,
            what=None,
            text=goal.title,
            since=goal.created_at,
            due=goal.deadline,
            carried=0,
            overdue=overdue,
            urgency=min(1.0, weights[goal.priority] + self.settings.overdue_urgency * overdue),
        )

    def _last_spoken(self) -> datetime | None:
        """When something was last said, without what is being answered just now."""
        # Rounds run one after another, so it is at most the latest.
        pending = {loop.id for loop in self.trail.loops(1) if loop.status is LoopStatus.OPEN}
        settled = [step for step in self.trail.recent_steps(LOOKED_BACK) if step.loop_id not in pending]
        return settled[-1].at if settled else None

    def _last_episode(self) -> LastEpisode | None:
        closed = next((each for each in self.trail.episodes(EPISODES) if is_past(each)), None)
        if closed is None or closed.closed_at is None:
            return None
        handoff = self.handoffs.of(closed.id)
        return LastEpisode(
            id=closed.id,
            opened_at=closed.opened_at,
            ended_at=closed.closed_at,
            closed_by=closed.closed_by,
            projects=closed.projects,
            mood_and_mode="" if handoff is None else handoff.mood_and_mode,
        )


def is_past(episode: Episode) -> bool:
    """Whether it was a time together on this machine, and is over."""
    return episode.origin == LOCAL and episode.closed_at is not None


def _is_to_be_checked(intention: Intention | None, last: LastEpisode | None) -> bool:
    """Whether a time together has passed since it was set or last checked ([E] §6.4)."""
    if intention is None or intention.status is IntentionStatus.REFLECTED or last is None:
        return False
    return last.ended_at > intention.updated_at
