"""Sleep ([C] §8, §12): absorbed, merged, linked or kept; by neighbourhoods above some thousands; patterns and votes."""

from collections import Counter
from datetime import timedelta

import pytest

from companion.inferred import all_inferred
from engine.language import Cancellation
from engine.memory import NewNode, NodeKind
from engine.night import JobKind, JobState, Outcome, Sleep, run_next
from engine.night.phases import discovering, integrating, learning
from engine.night.phases.discovering import batches, neighbourhoods
from engine.person import Action, Proposal
from engine.settings import NightSettings
from tests.unit.engine.night.conftest import OWNER


@pytest.fixture
def step(nights):
    return f"step:{nights.told('We talked for a long while about everything')[0].id}"


def keep(nights, step, *texts, kind=NodeKind.MOMENT, **more):
    """Memories of days that follow one another."""
    made = []
    for number, text in enumerate(texts):
        at = nights.clock.now() + timedelta(days=number - len(texts))
        new = NewNode(kind, text, sources=(step,), event_at=at, **more)
        made.append(nights.mind.memory.remember(new).node)
    nights.mind.memory.catch_up()
    return made


def slept(nights):
    (job,) = nights.do(JobKind.INTEGRATION)
    return job.rounds[0]


def test_what_is_near_is_linked_what_is_alone_is_kept_and_once_only(nights, step):
    keep(
        nights,
        step,
        "Pia's dog Biscuit hurt its paw",
        "Biscuit, the dog of Pia, has a hurt paw",
        "The rent went up",
    )
    done = slept(nights)
    assert done.figures["processed"] == 3
    assert Counter(done.figures)["keep"] >= 1
    assert slept(nights).figures["processed"] == 0
    assert len(nights.mind.memory.nodes([NodeKind.MOMENT])) == 3  # without a model no two become one


def test_what_is_protected_is_not_slept_on(nights, step):
    keep(nights, step, "Her father died in March", importance=0.95)
    figures = slept(nights).figures
    assert (figures["processed"], figures["protected"]) == (0, 1)


def test_a_text_that_holds_the_other_absorbs_it_and_the_run_is_undone_whole(nights, step, monkeypatch):
    a, b = keep(nights, step, "We went to the lake with Jo", "We had soup at the harbour")
    united = "We went to the lake with Jo, and it rained"
    with monkeypatch.context() as patch:  # as two notes that came in from two places
        patch.setattr(nights.mind.memory, "pairs", lambda *_, **__: [(a, b, 0.9)])
        patch.setattr(integrating, "contained_text", lambda _: united)
        patch.setattr(nights.mind.memory.uniting, "_holds", lambda *_: True)
        (job,) = nights.do(JobKind.INTEGRATION)
    assert job.rounds[0].figures["absorb"] == 1
    assert [node.text for node in nights.mind.memory.nodes([NodeKind.MOMENT])] == [united]
    nights.night.undoing.take_back(job.id)
    assert {node.text for node in nights.mind.memory.nodes([NodeKind.MOMENT])} == {a.text, b.text}


def test_what_an_undone_run_looked_at_is_news_for_the_next(nights, step, monkeypatch):
    a, b = keep(nights, step, "We went to the lake with Jo", "The rent of the harbour flat went up")
    with monkeypatch.context() as patch:
        patch.setattr(nights.mind.memory, "pairs", lambda *_, **__: [(a, b, 0.6)])
        (first,) = nights.do(JobKind.INTEGRATION)
    assert first.rounds[0].figures["link"] == 2
    assert slept(nights).figures["processed"] == 0, "nothing is new"
    nights.night.undoing.take_back(first.id)
    assert slept(nights).figures["processed"] == first.rounds[0].figures["processed"] == 2


def test_above_some_thousands_a_model_is_asked_once_a_neighbourhood(nights, step, monkeypatch):
    texts = [
        f"The lake was calm and Jo swam out number {word}" for word in ("one", "two", "three", "four", "five")
    ]
    nodes = keep(nights, step, *texts)
    pairs = [(a, b, 0.9) for at, a in enumerate(nodes) for b in nodes[at + 1 :]]
    monkeypatch.setattr(nights.mind.memory, "pairs", lambda *_, **__: pairs)
    monkeypatch.setattr(integrating, "differences", lambda *_: frozenset())
    asked = []
    monkeypatch.setattr(integrating, "_in_one", lambda _, a, b: asked.append((a, b)) or "")
    work = _work(nights, NightSettings(layered_from=2))
    integrating.integrate(work)
    assert len(asked) == 1
    flat = _work(nights, NightSettings())
    integrating.integrate(flat)
    assert len(asked) == 1 + len(
        nodes
    )  # each is asked about once, with its nearest that it was not compared with


def alike_by_twos(nights, step, monkeypatch):
    """Three pairs of memories of which a model would be asked; `integrate` asks nobody else."""
    texts = (
        "We went to the lake with Jo", "We had soup at the harbour", "Ines baked rye bread",
        "Pia sold the car", "The rent went up", "Jo mends the boat",
    )  # fmt: skip
    made = keep(nights, step, *texts)
    pairs = [(a, b, 0.9) for a, b in zip(made[::2], made[1::2], strict=True)]
    monkeypatch.setattr(nights.mind.memory, "pairs", lambda *_, **__: pairs)
    return pairs


def test_what_a_model_decided_on_is_kept_at_once_and_a_stopped_sleep_goes_on_behind_it(
    nights, step, monkeypatch
):
    alike_by_twos(nights, step, monkeypatch)
    asked = []

    def said_in_one(_work, a, b):
        asked.append((a.id, b.id))
        if len(asked) == 2:
            nights.night.pause()
        return ""

    monkeypatch.setattr(integrating, "_in_one", said_in_one)
    nights.night.queue.add(JobKind.INTEGRATION, "test")
    job = run_next(nights.night, None, owner=OWNER)
    assert (job.state, job.part.figures["processed"]) == (JobState.WAITING, 1)
    assert (len(nights.night.undoing.changes(job.ref)), job.changes) == (1, 1)
    done = run_next(nights.night, None, owner=OWNER)
    assert done.id == job.id
    assert done.rounds[0].figures["processed"] == 6
    assert done.rounds[0].changes == len(nights.night.undoing.changes(job.ref)) == 3
    assert len(set(asked)) == 3  # the one whose answer was cut short is asked about anew


def test_what_was_decided_before_it_was_cancelled_stands_and_is_undone_with_the_run(
    nights, step, monkeypatch
):
    alike_by_twos(nights, step, monkeypatch)

    def said_in_one(_work, a, b):
        job = nights.night.queue.open()[0]
        if job.part.changes:
            nights.night.cancel(job.id)
        return ""

    monkeypatch.setattr(integrating, "_in_one", said_in_one)
    (job,) = nights.do(JobKind.INTEGRATION)
    assert (job.state, job.changes, job.rounds) == (JobState.CANCELLED, 1, ())
    assert len(nights.night.undoing.take_back(job.ref)) == 1


def test_only_chosen_memories_are_slept_on_whether_they_were_before_or_not(nights, step):
    a, b, c = keep(nights, step, "The rent went up", "Ines baked rye bread", "Jo mends the boat")
    assert slept(nights).figures["processed"] == 3
    given = Sleep(memories=(a.ref, c.id)).given
    job = nights.night.agenda.ask(JobKind.INTEGRATION, "test", given)
    nights.do()
    assert nights.night.queue.job(job.id).rounds[0].figures["processed"] == 2
    assert b.updated_at <= nights.clock.now()


def test_a_sleep_may_be_short_or_look_at_all(nights, step):
    keep(nights, step, "The rent went up", "Ines baked rye bread")
    nights.clock.advance(timedelta(days=120))
    keep(nights, step, "Jo mends the boat", "Pia sold the car")

    def processed(sleep):
        job = nights.night.agenda.ask(JobKind.INTEGRATION, "test", sleep.given)
        nights.do()
        return nights.night.queue.job(job.id).rounds[0].figures["processed"]

    assert processed(Sleep(most=1)) == 1
    assert processed(Sleep()) == 1
    assert processed(Sleep(days=150, most=1)) == 1
    assert processed(Sleep(everything=True)) == 1


def test_batches_share_a_fifth_and_leave_nothing_out(nights, step):
    found = batches(list(range(100)), 50, 0.2)
    assert [(one[0], one[-1]) for one in found] == [(0, 49), (40, 89), (80, 99)]
    assert batches([], 50, 0.2) == []


def test_neighbourhoods_are_the_same_each_time_and_have_their_hub_first(nights, step):
    a, b, c, d, e = keep(nights, step, "lake", "harbour", "pier", "rent", "tax office")
    pairs = [(a, b, 0.8), (a, c, 0.8), (d, e, 0.9)]
    assert neighbourhoods(pairs) == neighbourhoods(pairs[::-1])
    assert [{one.id for one in group} for group in neighbourhoods(pairs)] == [
        {a.id, b.id, c.id},
        {d.id, e.id},
    ]
    assert neighbourhoods(pairs)[0][0].id == a.id


def test_links_are_made_some_at_a_time_and_stopped_between(nights, step, monkeypatch):
    pairs = alike_by_twos(nights, step, monkeypatch)
    monkeypatch.setattr(discovering, "LINKED_AT_ONCE", 1)
    joined = []
    join = discovering.join

    def joining(work, a, b, share):
        joined.append((a.id, b.id))
        if len(joined) == 2:
            nights.night.pause()
        return join(work, a, b, share)

    monkeypatch.setattr(discovering, "join", joining)
    nights.night.queue.add(JobKind.DISCOVERY, "test")
    stopped = run_next(nights.night, None, owner=OWNER)
    assert (stopped.state, stopped.rounds, stopped.changes) == (JobState.WAITING, (), 2)
    done = run_next(nights.night, None, owner=OWNER)
    assert (done.rounds[0].changes, done.rounds[0].figures["pairs"]) == (3, 3)
    assert len(joined) == len(pairs)


def test_meanings_are_worked_out_beside_the_thread_of_the_vault(nights, step, monkeypatch):
    lakes = keep(nights, step, "We went to the lake with Jo", "Jo and I went to the lake")
    loaves = keep(nights, step, "Ines baked rye bread", "Ines baked a loaf of rye bread")
    near = [(*lakes, 0.8), (*loaves, 0.8)]
    monkeypatch.setattr(nights.mind.memory, "pairs", lambda *_, **__: near)
    inside, asked = [], []

    def engine(read):
        inside.append(1)
        try:
            return read()
        finally:
            inside.pop()

    meanings = discovering.meanings

    def embedding(work, texts):
        asked.append(bool(inside))
        return meanings(work, texts)

    monkeypatch.setattr(discovering, "meanings", embedding)
    work = _work(nights, NightSettings(layered_from=2))
    work.engine = engine
    discovering.link_alike(work)
    assert asked == [False, False]


def test_a_pattern_is_written_once_stands_on_its_memories_and_goes_with_the_run(nights, step, monkeypatch):
    nodes = keep(
        nights, step, "My knee hurt after 6 km", "My knee hurt after 7 km", "My knee hurt after 8 km"
    )
    written = "I notice that your knee hurt after 6 km, 7 km and 8 km."
    monkeypatch.setattr(discovering, "sentence", lambda *_: written)
    monkeypatch.setattr(discovering, "check_consolidation", lambda *_: True)
    work = _work(nights)
    work.model = object()
    draft = discovering.find_patterns(work)
    job = nights.night.queue.claim("process-1") or nights.night.queue.add(JobKind.DISCOVERY, "test")
    job = nights.night.queue.claim("process-1") or job
    done = nights.night.keep(job, "process-1", "patterns", draft, work.cost)
    (made,) = nights.mind.memory.nodes([NodeKind.ARTIFACT])
    assert made.text == written
    assert set(made.sources) == {node.ref for node in nodes}
    again = discovering.find_patterns(work)
    assert not list(again.seen)
    nights.night.cancel(done.id)
    nights.night.undoing.take_back(done.id)
    assert nights.mind.memory.nodes([NodeKind.ARTIFACT]) == []


def test_a_pattern_of_what_facts_came_of_is_an_anchor_that_goes_with_the_fact(nights, monkeypatch):
    mind = nights.mind
    for kilometres in (6, 7, 8):
        (said,) = nights.told(f"My knee hurt after {kilometres} km along the river")
        mind.memory.remember(NewNode(NodeKind.MOMENT, said.text, sources=(f"step:{said.id}",)))
        nights.morning()
    mind.memory.catch_up()
    fact = mind.person.apply(Proposal(Action.REMEMBER, said.text).stated_in(said.id, said.text)).fact
    written = "I notice that your knee hurt after 6 km, 7 km and 8 km."
    monkeypatch.setattr(discovering, "sentence", lambda *_: written)
    monkeypatch.setattr(discovering, "check_consolidation", lambda *_: True)
    work = _work(nights)
    work.model = object()
    draft = discovering.find_patterns(work)
    job = nights.night.queue.claim(OWNER)
    nights.night.keep(job, OWNER, "patterns", draft, work.cost)
    assert mind.memory.nodes([NodeKind.ARTIFACT]) == []
    (made,) = mind.memory.nodes([NodeKind.ANCHOR])
    assert made.text == written
    assert fact.ref in made.sources
    assert [one.ref for one in mind.identity.wake().who.relationship] == [made.ref]
    assert written in [one.text for one in all_inferred(mind)]
    mind.conversation.withdraw([fact.ref])
    assert mind.memory.nodes([NodeKind.ANCHOR]) == []


def test_without_a_model_a_pattern_waits_for_one(nights, step):
    keep(
        nights,
        step,
        "My knee hurt after the run",
        "My knee hurt again after running",
        "After running my knee hurts",
    )
    (job,) = nights.do(JobKind.DISCOVERY)
    outcomes = {one.phase: one.outcome for one in job.rounds}
    assert outcomes["patterns"] is Outcome.NO_MODEL
    assert outcomes["importance"] is Outcome.NO_MODEL


def test_what_it_said_of_itself_on_several_days_gets_a_vote_that_goes_with_the_run(nights, step):
    other = f"step:{nights.told('You are patient with me when I am slow')[0].id}"
    memory, own = nights.mind.memory, "I am patient with people who take their time"
    for days, (text, source) in enumerate(
        [(own, step), ("I take my time and am patient with people", other)]
    ):
        at = nights.clock.now() - timedelta(days=days)
        memory.remember(NewNode(NodeKind.IDENTITY, text, sources=(source,), event_at=at))
    memory.catch_up()
    (job,) = nights.do(JobKind.DISCOVERY)
    votes = [vote for one in nights.mind.identity.growth.candidates() for vote in one.votes]
    assert [vote.run for vote in votes] == [job.id]
    nights.night.undoing.take_back(job.id)
    assert nights.mind.identity.growth.candidates() == []


def test_a_time_together_is_remembered_in_one_sentence_that_has_ground(nights, monkeypatch):
    said = nights.told("Lotte moves to Oslo on Friday", "Pavel mends the roof of the barn with me")
    written = "You told me that Lotte moves to Oslo on Friday."
    monkeypatch.setattr(learning, "sentence", lambda *_: written)
    job = nights.night.queue.add(JobKind.SESSION, "test", said[0].episode_id)
    work = _work(nights)
    work.model, work.job = object(), job
    draft = learning.remember_session(work)
    nights.night.queue.claim("process-1")
    nights.night.keep(job, "process-1", "synthesise", draft, work.cost)
    (made,) = nights.mind.memory.nodes([NodeKind.CONVERSATION])
    assert (made.text, set(made.sources)) == (written, {f"step:{one.id}" for one in said})
    nights.mind.conversation.withdraw([f"step:{one.id}" for one in said])
    assert nights.mind.memory.nodes([NodeKind.CONVERSATION]) == []


def _work(nights, settings=None):
    job = nights.night.queue.add(JobKind.DISCOVERY, "test")
    work = nights.night.work(job, None, lambda each: each(), Cancellation(), lambda _: None)
    if settings is not None:
        work.settings = settings
    return work
