"""What a model writes is kept where it stands on its notes; what it cannot ground is left out, and counted."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from engine.language import GenerationRequest, Lane, ModelDiedError, ModelInfo
from engine.language.scripted import ScriptedModel
from engine.memory import NewNode, NodeKind
from engine.night import JobKind, JobState, Outcome, run_next
from engine.night.records import Reason
from engine.night.writing import prompt
from tests.unit.engine.night.conftest import OWNER

SAID = "My sister Lotte moves to Oslo on the 9th of May"
GROUNDED = "Your sister Lotte moves to Oslo on the 9th of May."


class Small(ScriptedModel):
    """Says how few parameters it has."""

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, parameters=1_500_000_000)


def writing(sentence: str, judged: str = "Yes") -> ScriptedModel:
    """Writes `sentence` of any notes, and answers every small question with `judged`."""

    def reply(request: GenerationRequest) -> str:
        return judged if request.schema is not None else sentence

    return ScriptedModel(reply)


def summed_up(nights, model):
    nights.told(SAID)
    nights.morning()
    (job,) = nights.do(JobKind.BRAIN, model=model)
    (line,) = [one for one in nights.night.results.lines(job.ref) if one.section == "state"]
    return line, job.rounds[0]


def test_a_sentence_that_stands_on_what_was_said_is_kept_with_it(nights):
    line, done = summed_up(nights, writing(GROUNDED))
    assert (line.text, line.wrote, done.left_out) == (GROUNDED, True, 0)
    assert done.cost.calls == 2  # one to write, one to judge


@pytest.mark.parametrize(
    ("sentence", "judged", "reason"),
    [
        ("Your sister Lotte moves to Bergen on the 9th of May.", "Yes", Reason.NOT_IN_NOTES),
        ("You seem to have many interests.", "Yes", Reason.NOT_IN_NOTES),
        (GROUNDED, "No", Reason.UNGROUNDED),
        (f"{GROUNDED} You will miss her.", "Yes", Reason.SEVERAL),
        (f"{GROUNDED[:-1]} and " * 20, "Yes", Reason.UNFINISHED),
        (SAID, "Yes", Reason.QUOTE),
    ],
)
def test_what_has_no_ground_is_left_out_and_the_quote_stands(nights, sentence, judged, reason):
    line, done = summed_up(nights, writing(sentence, judged))
    assert SAID in line.text
    assert (line.wrote, done.left_out) == (False, 1)
    (left_out,) = nights.night.results.left_out(line.run)
    assert (left_out.reason, left_out.cites) == (reason, line.cites)
    assert sentence.strip().startswith(left_out.text)


def test_what_was_left_out_is_told_nowhere_and_goes_with_what_it_was_written_of(nights):
    line, _ = summed_up(nights, writing("Your sister Lotte moves to Bergen on the 9th of May."))
    night = nights.night
    nights.do(JobKind.BRIEF)
    told = [
        *night.results.lines(line.run),
        *night.results.findings(),
        *night.results.journal(),
        *night.results.brief().lines,
    ]
    assert not any("Bergen" in one.text for one in told)
    exported = {path.rsplit("/")[-1]: text for path, text in night.results.export_markdown()}
    assert "(says what no note says)" in exported["left-out.md"]
    assert [name for name, text in exported.items() if "Bergen" in text] == ["left-out.md"]
    nights.mind.conversation.withdraw([line.cites[0]])
    assert night.results.left_out(line.run) == []
    assert not any("Bergen" in text for _, text in night.results.export_markdown())


def test_a_small_model_neither_drifts_nor_is_asked_to(nights):
    nights.told(SAID, "I baked rye bread with Ines")
    model = Small(lambda _: "Bread keeps lighthouses awake.")
    (job,) = nights.do(JobKind.DRIFT, model=model)
    assert {one.outcome for one in job.rounds} == {Outcome.TOO_SMALL}
    assert model.requests == []


def test_it_writes_in_the_lane_that_gives_way(nights):
    model = writing(GROUNDED)
    summed_up(nights, model)
    assert model.requests
    assert all(request.lane is not Lane.CONVERSATION and not request.hurried for request in model.requests)


def dying(_: GenerationRequest) -> str:
    raise ModelDiedError("The model is gone.")


def tried_until_over(nights, kind, reply: Callable[[GenerationRequest], str]):
    """A job of this kind, tried again as often as it may be."""
    job = nights.night.queue.add(kind, "test")
    while not nights.night.queue.job(job.id).state.is_over:
        run_next(nights.night, ScriptedModel(reply), owner=OWNER)
        nights.clock.advance(timedelta(minutes=4))
    return nights.night.queue.job(job.id)


def test_a_model_that_dies_fails_the_run_and_loses_nothing(nights):
    nights.told(SAID)
    nights.morning()
    (job, *_) = nights.do(JobKind.BRAIN, model=ScriptedModel(dying))
    assert (job.state, job.fault) == (JobState.WAITING, "ModelDiedError")
    assert nights.night.results.lines(job.ref) == []


@pytest.mark.parametrize(("kind", "failing"), [(JobKind.BRIEF, "told"), (JobKind.BRAIN, "summarise")])
def test_what_a_model_fails_at_again_and_again_is_done_without_it(nights, caplog, kind, failing):
    said = "Pavel mended the roof of the old barn"
    nights.told(said)
    nights.morning()
    job = tried_until_over(nights, kind, dying)
    assert (job.state, len(job.rounds)) == (JobState.DONE, len(nights.night.plan(job)))
    (failed,) = [one for one in job.rounds if one.outcome is Outcome.FAILED]
    assert (failed.phase, failed.tries, failed.fault) == (failing, 3, "ModelDiedError")
    assert failed.text == "The model is gone."
    assert any(said in line.text for line in nights.night.results.lines(job.ref))
    caplog.clear()


def test_a_phase_that_is_done_at_the_second_try_says_that_it_failed_before(nights, caplog):
    calls = []

    def dying_once(request: GenerationRequest) -> str:
        calls.append(1)
        return dying(request) if len(calls) == 1 else "Yes" if request.schema is not None else GROUNDED

    nights.told(SAID)
    nights.morning()
    first, *others = tried_until_over(nights, JobKind.BRAIN, dying_once).rounds
    assert (first.outcome, first.tries, first.fault) == (Outcome.VALID, 1, "ModelDiedError")
    assert not any(one.tries or one.fault for one in others)
    caplog.clear()


def prompts(model: ScriptedModel) -> list[str]:
    """All that a model read, request by request."""
    return ["\n".join(segment.text for segment in one.prompt) for one in model.requests]


def test_of_a_very_long_utterance_a_model_reads_its_most_telling_words(nights, monkeypatch):
    judged: list[str] = []
    monkeypatch.setattr("engine.night.material.kind_of", lambda _d, _m, text: judged.append(text) or "tells")
    boxes = "\n".join(f"We carried box {number} down the stairs and out." for number in range(80))
    nights.told(f"Lotte sold her piano to Ines.\n{boxes}")
    nights.morning()
    model = writing(GROUNDED)
    nights.do(JobKind.BRIEF, JobKind.BRAIN, model=model)
    read = [*judged, *(line for one in prompts(model) for line in one.splitlines())]
    assert judged
    assert max(map(len, read)) < 1000 < len(boxes)


def test_a_sentence_is_held_against_the_notes_that_were_read(nights, monkeypatch):
    """Of a note that had no room nothing is asserted."""
    read: list[list[str]] = []

    def judged(_work, _model, _text, notes):
        read.append(list(notes))
        return True

    monkeypatch.setattr("engine.night.writing.stands", judged)
    nights.told(*(f"{SAID}, she said for the {number}th time" for number in range(10, 20)))
    nights.morning()
    model = writing(GROUNDED)
    nights.do(JobKind.BRAIN, model=model)
    assert read
    assert all(len(notes) <= nights.night.settings.notes_most for notes in read)


def test_what_a_model_wrote_that_could_not_be_read_is_kept_though_it_was_cut(nights):
    new = NewNode(NodeKind.KNOWLEDGE, "The key of the clock is behind the mirror", importance=0.7)
    nights.mind.memory.remember(new)
    (job,) = nights.do(JobKind.DISCOVERY, model=ScriptedModel(lambda _: "a very important thing " * 40))
    done = next(one for one in job.rounds if one.phase == "importance")
    assert done.outcome is Outcome.UNPARSED
    assert done.text.startswith("a very important thing")


def test_a_rating_is_held_to_the_schema_of_its_prompt(nights):
    new = NewNode(NodeKind.KNOWLEDGE, "The key of the clock is behind the mirror", importance=0.7)
    node = nights.mind.memory.remember(new).node
    asked: list[object] = []

    def reply(request: GenerationRequest) -> str:
        asked.append(request.schema)
        return "10"

    nights.do(JobKind.DISCOVERY, model=ScriptedModel(reply))
    assert prompt("importance").held_to == {"enum": list(range(1, 11))}
    assert prompt("importance").held_to in asked
    assert nights.mind.memory.node(node.id).importance > 0.7
