"""Who the companion becomes: questions of its own by day, components by week, its history by month."""

from engine.identity import ComponentName
from engine.identity.records import Experience, Input
from engine.language.scripted import ScriptedModel
from engine.night import JobKind, JobState, Span
from engine.night.phases import weighed
from engine.night.records import Change
from engine.night.undoing import BELIEVED, MADE

NOTED = tuple(
    f"I value honesty, {what}." for what in ("always", "also late", "in doubt", "with ease", "first")
)


def emerged(nights, span, model=None):
    job = nights.night.agenda.ask(JobKind.EMERGENCE, "test", span)
    nights.do(model=model)
    return nights.night.queue.job(job.id)


def noted(nights, *texts):
    """Notes on what was lived, as components are made of them."""
    (said,) = nights.told("We talked about what matters")
    found = tuple(
        Experience(
            text=text,
            intensity=0.9,
            alignment=1.0,
            kind=Input.NOTES,
            at=nights.clock.now() + nights.days(number) / 24,
            sources=(f"step:{said.id}",),
        )
        for number, text in enumerate(texts)
    )
    object.__setattr__(nights.mind.identity.around, "experiences", lambda: found)


def test_what_was_asked_and_not_known_becomes_a_question_of_its_own_and_goes_with_the_run(nights):
    (said,) = nights.told("When does the ferry to Juist leave?")
    nights.mind.person.note_missing("When does the ferry to Juist leave?", said.id)
    nights.morning()
    job = emerged(nights, Span.DAILY)
    working = nights.mind.memory.working
    (item,) = working.read().unresolved
    assert item.text == "You asked, and I did not know: “When does the ferry to Juist leave?”"
    assert item.sources == (f"step:{said.id}",)
    again = emerged(nights, Span.DAILY)
    assert (again.changes, len(working.read().unresolved)) == (0, 1)
    nights.night.undoing.take_back(job.ref)
    assert working.read().unresolved == ()


def test_a_month_is_told_once_it_is_over_with_what_it_says_of_itself_since(nights):
    nights.told("My sister Lotte moves to Oslo on Friday")
    nights.morning(days=2)
    noted(nights, *NOTED)
    made = nights.mind.identity.extract(ComponentName.VALUES).component
    assert made is not None
    nights.morning(days=27)  # 2 June
    job = emerged(nights, Span.MONTHLY)
    lines = nights.night.results.lines(job.ref)
    assert lines[0].text == "May 2026: we talked on 2 days."
    assert "You told me: “My sister Lotte moves to Oslo on Friday”" in [line.text for line in lines]
    (became,) = [line for line in lines if line.text.startswith("What I say of myself since: ")]
    assert f"node:{made.node}" in became.cites
    assert "May 2026: we talked" in dict(nights.night.results.export_markdown())["core/history.md"]


def test_components_are_worded_by_the_model_and_go_with_the_run(nights):
    noted(nights, *NOTED)
    nights.morning()
    job = emerged(nights, Span.WEEKLY, ScriptedModel(lambda _: '{"lines": ["Honesty"]}'))
    assert job.state is JobState.DONE
    current = nights.mind.identity.components.current(ComponentName.VALUES)
    assert current is not None
    assert current.text == "Honesty"
    nights.night.undoing.take_back(job.ref)
    assert nights.mind.identity.components.current(ComponentName.VALUES) is None


def test_what_it_has_come_to_think_is_told_with_its_sources(nights, monkeypatch):
    (said,) = nights.told("I come home at eight and then we talk")
    cognition = nights.mind.cognition
    model = cognition.models.create("You mostly come to talk in the evening", cites=(f"step:{said.id}",))
    principle = cognition.principles.create("Sleep comes before work")
    changes = [
        Change(what=BELIEVED, ref=model.ref),
        Change(what=MADE, ref="insight:i", before={"principle": principle.ref}),
    ]
    job = nights.night.queue.add(JobKind.BRIEF, "test")
    work = nights.night.work(job, None, lambda each: each(), None, lambda _: None)
    monkeypatch.setattr(work.store, "changes", lambda *_: changes)
    believed, crystallised = weighed.updates(work, ["run"])
    assert believed.text == "I have come to think: You mostly come to talk in the evening"
    assert f"step:{said.id}" in believed.cites
    assert crystallised.text == "This has shown itself several times: Sleep comes before work"
