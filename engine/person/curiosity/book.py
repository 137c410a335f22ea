"""The book of questions: opened once, kept off what the person dismissed, asked within the quota ([P] §5.3)."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from engine.errors import NotFoundError
from engine.person.claims.reading import Reading, overlap
from engine.person.curiosity.lifecycle import Move, Moved, moved
from engine.person.curiosity.wanted import missing
from engine.person.records import Effort, Question, QuestionReason, QuestionStatus
from engine.person.store import PersonStore
from engine.person.topics import topic_key
from engine.person.understanding import Understanding
from engine.settings import CuriositySettings, PersonSettings
from engine.vault import UnitOfWork

_URGENCY = (QuestionReason.CONFLICT, QuestionReason.GAP, QuestionReason.STALE, QuestionReason.ADAPTATION)

Asking = tuple[datetime, str, bool]


class QuestionBook:
    """Every question of one person. Writes need the caller's unit of work."""

    def __init__(self, store: PersonStore, known: Understanding, settings: PersonSettings) -> None:
        self._store = store
        self._known = known
        self._settings = settings

    def get(self, question_id: str) -> Question:
        """Raises NotFoundError."""
        question = self._store.question(question_id)
        if question is None:
            raise NotFoundError("There is no such question.")
        return question

    def all(self, *statuses: QuestionStatus) -> list[Question]:
        """In the order of opening; of every status where none is named."""
        return [one for one in self._store.questions() if not statuses or one.status in statuses]

    def waiting(self) -> list[Question]:
        """Those that an answer would still do something for."""
        return [one for one in self._store.questions() if one.is_waiting]

    def open(self, unit: UnitOfWork, question: Question) -> Question | None:
        """Enter a new question.

        One like it that waits already is returned instead; None where the person dismissed one like it.
        """
        alike = [one for one in self._store.questions() if self._is_like(one, question)]
        if any(one.status is QuestionStatus.DISMISSED for one in alike):
            return None
        standing = next((one for one in alike if one.is_waiting), None)
        if standing is not None:
            return standing
        self._store.put_question(unit, question)
        return question

    def missing(self, text: str, person: str, step_id: str, at: datetime) -> Question | None:
        """A question for what was not known when it was asked, due another day; None where enough such wait."""
        curiosity = self._settings.curiosity
        if sum(one.is_of_missing for one in self.waiting()) >= curiosity.gaps:
            return None
        return missing(text, person, step_id, at, at + timedelta(hours=curiosity.gap_hours))

    def move(self, unit: UnitOfWork, question: Question, move: Move, how: Moved) -> Question:
        """Move a question on. Raises QuestionMoveError."""
        after = moved(question, move, how)
        self._store.put_question(unit, after)
        if move is Move.ASK:
            self._store.add_asking(unit, question.id, how.episode or "", how.at)
        elif move in (Move.ANSWER, Move.DISMISS, Move.PUT_OFF):
            self._store.note_reply(unit, question.id, how.at)
        return after

    def next(self, effort: Effort, now: datetime, episode: str) -> Question | None:
        """What may be asked now: a confirmation that is due at once, else the most urgent one within the quota.

        Other questions outside the quota (a guess with its words) are shown where questions are shown, and so are those
        that were replied to.
        """
        due = [one for one in self.waiting() if not one.is_put_off(now) and one.reply_id is None]
        at_once = [one for one in due if one.at_once and one.asked_episode != episode]
        if at_once:
            return at_once[0]
        counted = [one for one in due if not one.outside_quota]
        if not counted or not may_ask(self._store.askings(), effort, now, episode, self._settings.curiosity):
            return None
        return min(
            counted, key=lambda one: (one.asked_at is not None, _URGENCY.index(one.reason), one.created_at)
        )

    def reply(self, unit: UnitOfWork, question: Question, step_id: str, at: datetime) -> Question:
        """The person replied to it in a Step: that ends the silence; what becomes of it is the answer's matter."""
        after = question.model_copy(update={"reply_id": step_id, "updated_at": at})
        self._store.put_question(unit, after)
        self._store.note_reply(unit, question.id, at)
        return after

    def later(self, now: datetime) -> datetime:
        """When `ask later` without a date means."""
        return now + timedelta(days=self._settings.curiosity.later_days)

    def _is_like(self, known: Question, new: Question) -> bool:
        """Same topic, and the same facts or much the same words."""
        if topic_key(known.topic) != topic_key(new.topic) or known.action is not new.action:
            return False
        if known.about and set(known.about) == set(new.about) and known.proposed == new.proposed:
            return known.reason is new.reason
        first, second = known.proposed or known.text, new.proposed or new.text
        return self._similarity(first, second) >= self._settings.curiosity.boundary

    def _similarity(self, first: str, second: str) -> float:
        one, other = Reading(first), Reading(second)
        if one.folded == other.folded:
            return 1.0
        vectors = self._known.vectors_of([first, second])
        if vectors is None or min(one.latin_share, other.latin_share) < 1:
            return overlap(one.stem_set, other.stem_set)
        # Another name or number is another question, however alike the sentences are.
        return float(vectors[0] @ vectors[1]) if set(one.names) == set(other.names) else 0.0


def may_ask(
    askings: Sequence[Asking], effort: Effort, now: datetime, episode: str, settings: CuriositySettings
) -> bool:
    """Whether the quota leaves room; `askings` are (when, Episode, replied), oldest first."""
    if not askings:
        return True
    last_at, last_episode, _ = askings[-1]
    if effort is Effort.ACTIVE and last_episode == episode:
        return False
    return now - last_at >= wait(unanswered(askings), effort, settings)


def unanswered(askings: Sequence[Asking]) -> int:
    """How many of the latest askings in a row got no reply."""
    count = 0
    for _, _, replied in reversed(askings):
        if replied:
            break
        count += 1
    return count


def wait(without_reply: int, effort: Effort, settings: CuriositySettings) -> timedelta:
    """How long to be silent after a question; doubled by each one in a row that got no reply."""
    doubled = 1 << min(without_reply, settings.doublings)
    match effort:
        case Effort.QUIET:
            return timedelta(days=settings.quiet_days) * doubled
        case Effort.BALANCED:
            return timedelta(days=settings.balanced_days) * doubled
        case Effort.ACTIVE:
            # With a reply the next one may come in the next Episode, however soon that is.
            return timedelta(hours=settings.active_hours) * (doubled // 2 if without_reply else 0)
