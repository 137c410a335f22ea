"""What `companion bench night` counts: every outcome and failure, what was written, and the briefs as they are read."""

from datetime import timedelta

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.cli.bench.night import (
    EVENING,
    NightFigures,
    Sentence,
    done_all,
    measure_night,
    nights_after,
    print_table,
)
from engine.clock import ManualClock
from engine.language import GenerationRequest, ModelDiedError
from engine.language.scripted import ScriptedModel
from engine.night import Job, JobKind, JobState, Outcome, Round
from engine.trail import LoopStatus, StepKind

SAID = "Pavel mends the roof of the old barn"
OUTCOMES = {outcome: number for number, outcome in enumerate(Outcome, 1)}


def of(state: JobState, *rounds: Round, tries: int = 0) -> Job:
    return Job(
        id=f"run{state}",
        kind=JobKind.BRAIN,
        trigger="test",
        state=state,
        rounds=rounds,
        tries=tries,
        not_before=EVENING,
        created_at=EVENING,
    )


def told(mind, _clock) -> list[NightFigures]:
    """Somebody tells one thing."""
    loop = mind.trail.open_loop("terminal", "test", "utterance")
    mind.trail.record(loop, StepKind.UTTERANCE, SAID, "person")
    mind.trail.close_loop(loop.id, LoopStatus.DONE)
    mind.trail.catch_up()
    mind.say_goodbye()
    return []


def test_every_outcome_is_counted_and_every_failure():
    rounds = [
        Round(phase="one", outcome=outcome, at=EVENING)
        for outcome, number in OUTCOMES.items()
        for _ in range(number)
    ]
    tried = Round(phase="late", outcome=Outcome.FAILED, at=EVENING, tries=3)
    done = of(JobState.DONE, *rounds, tried)
    document = NightFigures("x", [done, of(JobState.DEAD, tries=3)]).document()
    counted = {name: document[f"phases_{name.value}"] for name in Outcome}
    assert counted == OUTCOMES | {Outcome.FAILED: OUTCOMES[Outcome.FAILED] + 1}
    assert (document["failures"], document["jobs_dead"]) == (6, 1)


def test_the_share_of_what_has_ground_is_by_the_threshold_of_the_night_and_what_was_written_is_printed(
    capsys,
):
    figures = NightFigures("x", grounded_from=0.8, brief="# Monday\n")
    assert figures.grounded_share is None
    figures.written = [Sentence("You mend roofs.", ("roofs",), 0.7), Sentence("You bake.", ("bread",), 0.9)]
    assert figures.document()["grounded_share"] == 0.5
    print_table([figures])
    shown = capsys.readouterr().out
    assert "wrote (0.70)  You mend roofs." in shown
    assert shown.count("# Monday") == 1
    assert shown.splitlines()[-1].split() == ["grounded_share", "of", "all", "0.500", "(n", "=", "2)"]


def test_what_fails_is_tried_again_and_the_brief_is_there(caplog):
    minds = []

    def lived(mind, clock) -> list[NightFigures]:
        minds.append(mind)
        return told(mind, clock)

    def dying(_: GenerationRequest) -> str:
        if minds[0].night.running:
            raise ModelDiedError("The model is gone.")
        return "I see."  # who talks with it is answered

    (document,) = [one.document() for one in nights_after("x", ScriptedModel(dying), lived)]
    assert document["phases_failed"] > 0
    assert document["failures"] == 3 * document["phases_failed"]
    assert document["jobs_dead"] == 0
    assert SAID in document["brief"]
    caplog.clear()


def test_jobs_for_which_the_night_has_no_time_left_are_not_waited_for():
    clock = ManualClock(EVENING)
    mind = build_mind(open_vault(None, None, clock), clock=clock)
    mind.night.agenda.ask(JobKind.BRAIN, "test")
    with mind.vault.unit() as unit:
        mind.night.schedule.spend(unit, timedelta(hours=7).total_seconds())
        unit.commit()
    assert done_all(mind, None, clock) == []
    assert clock.now() == EVENING
    mind.close()


@pytest.fixture
def evening(tmp_path):
    """Two sittings, of which the second says what happened on the day after the first."""
    path = tmp_path / "ines.toml"
    said = (
        "The chimney sweep comes tomorrow at ten, to look at the stove",
        "The stove is clean again, he says",
    )
    path.write_text("".join(f'[[sitting]]\n[[sitting.turn]]\nsay = "{one}"\n' for one in said))
    return path


def test_each_sitting_of_an_evening_is_on_a_day_of_its_own(evening, monkeypatch):
    class Scripted:
        """What is installed."""

        def __init__(self, _store) -> None:
            pass

        def load(self, *_) -> ScriptedModel:
            return ScriptedModel(lambda request: "no" if request.schema is not None else "I see.")

    monkeypatch.setattr("companion.cli.bench.night.InstalledModels", Scripted)
    first, second = list(measure_night(evening, None, 0, ""))
    assert (first.name, second.name) == ("ines, night 1", "ines, night 2")
    for figures in (first, second):
        assert {job.kind for job in figures.jobs} > {JobKind.INTEGRATION, JobKind.BRAIN, JobKind.BRIEF}
        assert figures.greeting == "I see."
    assert (first.again, second.again) == (None, 0)
    assert first.brief.startswith("# Wednesday 20 May 2026")
    assert "chimney sweep comes tomorrow at ten" in first.brief.split("For today")[1]
    assert second.brief.startswith("# Thursday 21 May 2026")
    assert "For today" not in second.brief
