"""When a compass is made, from what, within which budget, and where it is kept; it is replaced, never collected."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.identity.records import Compass, CompassBody, Loop, WordedBy
from engine.identity.store import CompassStore
from engine.identity.surroundings import Keeper, Surroundings
from engine.identity.wording import wording
from engine.memory import NewNode, Node, NodeKind, NodeMissingError
from engine.search import sentences, stems
from engine.trail import LOCAL, Episode, Step, StepKind, Trail

TITLE = "compass"
EPISODES = 20
"""Those of other programs lie in between."""
LOOKED_BACK = 50
"""Versions that may have been withdrawn before one is found that stands."""
LONGEST_QUOTE = 160
LETTERS_OF_A_TOPIC = 3
Count = Callable[[str], int]
LETTERS = 3
"""A token is taken for so many letters where no model counts; fewer than any language has on average."""


def roughly(text: str) -> int:
    """Tokens of a text where no model is there to count: rather too many."""
    return (len(text) + LETTERS - 1) // LETTERS


@dataclass(frozen=True, slots=True)
class Telling:
    """What a compass is to be made of: the last Steps of one Episode, oldest first, and what is open."""

    episode: Episode
    steps: tuple[Step, ...]
    loops: tuple[Loop, ...]
    feeling: str

    @property
    def cites(self) -> tuple[str, ...]:
        return tuple(f"step:{step.id}" for step in self.steps)

    @property
    def talk(self) -> str:
        return "\n".join(step.text for step in self.steps)


class CompassBook:
    """The compass of one companion with one person."""

    def __init__(
        self, keeper: Keeper, store: CompassStore, trail: Trail, around: Callable[[], Surroundings]
    ) -> None:
        self._keeper, self._store, self._trail, self._around = keeper, store, trail, around

    @property
    def around(self) -> Surroundings:
        """What the room draws on now."""
        return self._around()

    def read(self) -> Compass | None:
        """The compass as it stands."""
        nodes = self._nodes()
        known = self._store.of(nodes[-1].id) if nodes else None
        return None if known is None else self._with_loops(known)

    def at_close(self) -> Compass | None:
        """As it stood when the last Episode closed: what was made of an open one is not yet a memory."""
        running = self._trail.current()
        left = self._store.newest(LOOKED_BACK, None if running is None else running.id)
        return next((self._with_loops(one) for one in left if self._stands(one.node)), None)

    def plan(self, *, by_model: bool) -> Telling | None:
        """What a new one is to be made of; None where it holds, or there were fewer than two turns.

        It is of the open Episode, or of the one before while that has had too few turns. One that was made without a
        model is made again when there is one.
        """
        told = (telling for episode in self._latest() if (telling := self._telling(episode)) is not None)
        latest = next(told, None)
        if latest is None or self._holds(self.read(), latest.steps[-1], by_model=by_model):
            return None
        return latest

    def known(self, telling: Telling) -> CompassBody:
        """What can be said without a model, marked as quotes: the mood, the last words, what was said most."""
        words = wording().compass
        asked, said = self._last(telling, StepKind.UTTERANCE), self._last(telling, StepKind.ANSWER)
        told = [words.quoted.format(text=asked)] if asked else []
        told += [words.answered.format(text=said)] if said else []
        context = self._keeper.memory.working.read().context
        thread = [context.text] if context is not None and set(context.sources) & set(telling.cites) else []
        return CompassBody(
            vibe=telling.feeling or words.calm,
            story=" ".join([*thread, *told]),
            topics=self._topics(telling),
        )

    def keep(
        self, telling: Telling, body: CompassBody, limit: int | None = None, count: Count = roughly
    ) -> Compass | None:
        """Keep what was made within its tokens; None where a Step went meanwhile."""
        if any(self._trail.step(step.id).withdrawn_at is not None for step in telling.steps):
            return None
        most = limit or self._keeper.settings.compass_tokens
        texts = [loop.text for loop in telling.loops]
        marked = body.model_copy(
            update={
                "loops": tuple(loop.ref for loop in telling.loops),
                "topics": body.topics[: self._keeper.settings.compass_topics],
                "last_step": telling.steps[-1].id,
            }
        )
        return self._write(telling, fitted(marked, most, count, texts))

    def absorb_close(self, episode: Episode) -> None:
        """At the end of an Episode, at once and without a model; it is worded when there is time."""
        telling = self._telling(episode)
        if telling is not None and not self._holds(self.read(), telling.steps[-1], by_model=False):
            self.keep(telling, self.known(telling))

    def open_loops(self) -> list[Loop]:
        """Of what the last compass left open, what still is: as it is now."""
        known = self.read()
        return [] if known is None else list(known.loops)

    def untold(self) -> list[Loop]:
        """The open loops that an opening may name: none that it names already, none twice until it changes.

        Who did not take up what was named does not hear of it again, and who was away only for some hours goes on
        where they stopped.
        """
        if self.around.resumes():
            return []
        told = self._store.told()
        return [
            loop
            for loop in self.open_loops()
            if not loop.named and (loop.ref not in told or loop.changed_at > told[loop.ref])
        ][: self._keeper.settings.loops_told]

    def tell(self, refs: Sequence[str], episode: str) -> None:
        """These loops were named in an opening."""
        with self._keeper.vault.unit() as unit:
            for ref in refs:
                self._store.tell(unit, ref, self._keeper.clock.now(), episode)
            unit.commit()

    def note(self, limit: int, count: Count) -> tuple[str, tuple[str, ...]]:
        """The context note: the compass at the last close without its open loops, and what it cites."""
        closed = self.at_close()
        if closed is None:
            nodes = [node for node in self._nodes() if self._store.of(node.id) is None]
            text = " ".join(nodes[-1].text.split()) if nodes else ""
            return (text, (nodes[-1].ref,)) if text and count(text) <= limit else ("", ())
        return rendered(fitted(closed.body, limit, count)), (f"node:{closed.node}",)

    def _write(self, telling: Telling, body: CompassBody) -> Compass:
        text = rendered(body) or body.worded_by
        new = NewNode(NodeKind.COMPASS, text, title=TITLE, sources=telling.cites, synthesis=body.worded_by)
        now = self._keeper.clock.now()
        with self._keeper.vault.unit() as unit:
            remembered = self._keeper.memory.remember(new, unit)
            self._store.put(unit, remembered.node.id, telling.episode.id, now, body)
            unit.commit()
        self._keeper.memory.announce(remembered)
        self._keeper.tell(remembered.node.ref)
        return Compass(
            node=remembered.node.id, episode=telling.episode.id, at=now, body=body, loops=telling.loops
        )

    def _with_loops(self, known: Compass) -> Compass:
        """With what of its open loops is still open."""
        loops = tuple(loop for loop in self.around.loops() if loop.ref in known.body.loops)
        return known.model_copy(update={"loops": loops})

    def _stands(self, node_id: str) -> bool:
        """Whether a version was not withdrawn since; later ones may have taken its place."""
        try:
            self._keeper.memory.node(node_id)
        except NodeMissingError:
            return False
        return True

    def _holds(self, known: Compass | None, last: Step, *, by_model: bool) -> bool:
        if known is None or known.body.last_step != last.id:
            return False
        return known.body.worded_by is WordedBy.MODEL or not by_model

    def _telling(self, episode: Episode) -> Telling | None:
        steps = self._trail.recent_steps(self._keeper.settings.compass_steps, episode_id=episode.id)
        spoken = [step for step in steps if step.kind is StepKind.UTTERANCE]
        if len(spoken) < self._keeper.settings.compass_turns:
            return None
        return Telling(episode, tuple(steps), self._loops_of(episode), self.around.feeling(episode.id))

    def _latest(self) -> list[Episode]:
        """The open Episode of the person, if one is open, and the one that closed last."""
        running = self._trail.current()
        closed = [one for one in self._trail.episodes(EPISODES) if one.origin == LOCAL and one != running]
        return [*([running] if running is not None else []), *closed[:1]]

    def _loops_of(self, episode: Episode) -> tuple[Loop, ...]:
        """What is open: first what changed in this Episode, the latest first."""
        found = sorted(self.around.loops(), key=lambda loop: loop.changed_at, reverse=True)
        found.sort(key=lambda loop: loop.changed_at < episode.opened_at)
        return tuple(found[: self._keeper.settings.compass_loops])

    def _last(self, telling: Telling, kind: StepKind) -> str:
        texts = [step.text for step in telling.steps if step.kind is kind]
        last = " ".join(texts[-1].split()) if texts else ""
        return last if len(last) <= LONGEST_QUOTE else (sentences(last) or [""])[0][:LONGEST_QUOTE]

    def _topics(self, telling: Telling) -> tuple[str, ...]:
        """The words that were said most, as they were said; of two alike the later one."""
        spoken = [step.text for step in telling.steps if step.kind is StepKind.UTTERANCE]
        words = [word for text in spoken for word in _words(text)]
        said = [(stem, word, place) for place, word in enumerate(words) for stem in stems(word)]
        counts = Counter(stem for stem, _, _ in said)
        latest = {stem: (word, place) for stem, word, place in said}
        ranked = sorted(latest, key=lambda stem: (-counts[stem], -latest[stem][1]))
        return tuple(latest[stem][0] for stem in ranked[: self._keeper.settings.compass_topics])

    def _nodes(self) -> list[Node]:
        return self._keeper.memory.nodes([NodeKind.COMPASS])


def _words(text: str) -> list[str]:
    """Words that are long enough to be a topic, without their signs."""
    stripped = (word.strip(".,;:!?\"'()[]…“”„«»") for word in text.split())
    return [word for word in stripped if len(word) > LETTERS_OF_A_TOPIC and any(map(str.isalpha, word))]


def rendered(body: CompassBody, loops: Sequence[str] = ()) -> str:
    """The parts that say something, a line each, in the order of [C] §5.2."""
    words = wording().compass
    parts = [
        words.vibe.format(text=body.vibe) if body.vibe else "",
        words.story.format(text=body.story) if body.story else "",
        words.loops.format(text="; ".join(loops)) if loops else "",
        words.note.format(text=body.note) if body.note else "",
        words.topics.format(text=", ".join(body.topics)) if body.topics else "",
    ]
    return "\n".join(part for part in parts if part)


def fitted(body: CompassBody, limit: int, count: Count, loops: Sequence[str] = ()) -> CompassBody:
    """`body` so that it takes at most `limit` tokens, with `loops` where they fit.

    Topics go first, then the end of the story, the note, and last the end of the vibe.
    """
    for smaller in _smaller(body):
        if count(rendered(smaller, loops)) <= limit:
            return smaller
    return body.model_copy(update={"vibe": "", "story": "", "note": "", "topics": ()})


def _smaller(body: CompassBody) -> list[CompassBody]:
    """Ever less of it, beginning with all."""
    made = [
        body.model_copy(update={"topics": body.topics[:kept]}) for kept in range(len(body.topics), -1, -1)
    ]
    for kept in range(len(sentences(body.story)) - 1, -1, -1):
        story = " ".join(sentences(body.story)[:kept])
        made.append(made[-1].model_copy(update={"story": story}))
    made.append(made[-1].model_copy(update={"note": ""}))
    words = body.vibe.split()
    halves = (len(words) >> step for step in range(1, len(words).bit_length() + 1))
    return [*made, *(made[-1].model_copy(update={"vibe": " ".join(words[:kept])}) for kept in halves)]
