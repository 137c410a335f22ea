"""The owner's service over a real vault, with a scripted model."""

import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.home import Home
from companion.host import LocalService
from companion.keys import open_key
from companion.reach import reach
from companion.service import Json
from engine.conversation import MindState, NoModelError, PartState, TurnResult, TurnStatus
from engine.errors import InvalidInputError
from engine.language import Cancellation, Lane, LanguageModel, ModelDiedError
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import PASSPHRASE, Script, SlowModel, composed, reply


def said(text: str, **more: object) -> Json:
    return {"text": text, "surface": "test", **more}


def test_an_answer_comes_in_stages(reaching: Reacher) -> None:
    reports: list[Json] = []
    future = reaching().submit("say", said("The cat is called Tom."), reports.append)
    result = TurnResult.model_validate(future.result(30))
    assert result.status is TurnStatus.DONE
    assert "Tom" in result.answer
    stages = [report["stage"] for report in reports]
    assert [stage for stage in stages if stage != "text"] == ["heard", "recalled", "answered"]
    assert "".join(report["text"] for report in reports if report["stage"] == "text").strip() == result.answer
    assert reports[0]["loop_id"] == result.loop_id


def test_what_is_said_while_the_model_loads_is_heard_at_once(reaching: Reacher) -> None:
    service, heard = reaching(loading_s=1.0), []

    def notice(report: Json) -> None:
        if report["stage"] == "heard":
            state = MindState.model_validate(service.submit("state", {}).result())
            heard.append({part.name: part.state for part in state.parts}["language"])

    assert service.submit("say", said("Hello"), notice).result(30)["answer"]
    assert heard == [PartState.LOADING]


def test_what_was_planned_before_an_answer_does_not_undo_what_it_read(reaching: Reacher) -> None:
    service = reaching(loading_s=0.5)
    service.submit("say", said("The cat is called Tom.")).result(30)
    service.submit("jobs.wait", {}).result(30)
    timings = service.submit("say", said("Good.")).result(30)["timings"]
    assert timings["prompt_tokens"] - timings["reused_tokens"] < 20


def test_stop_ends_the_answer_and_the_step_stands(reaching: Reacher) -> None:
    model = SlowModel(lambda _: "word " * 200, pause_s=0.02)
    service = reaching(model)
    future = service.submit("say", said("Tell me a long story"))
    assert model.begun.wait(30)
    assert service.submit("stop", {}).result(5) == {"stopped": True}
    assert future.result(30)["status"] == "stopped"
    exchange = service.submit("history", {"limit": 5}).result(30)["exchanges"][-1]
    assert exchange["utterance"] == "Tell me a long story"
    assert service.submit("stop", {}).result(5) == {"stopped": False}


def test_stop_of_another_loop_stops_nothing(reaching: Reacher) -> None:
    model = SlowModel(lambda _: "word " * 20, pause_s=0.01)
    service = reaching(model)
    future = service.submit("say", said("Hello"))
    assert model.begun.wait(30)
    assert service.submit("stop", {"loop_id": "l_other"}).result(5) == {"stopped": False}
    assert future.result(30)["status"] == "done"


def test_a_lost_answer_is_said_so_and_the_next_one_comes(reaching: Reacher) -> None:
    fate = iter([ModelDiedError("The model ended."), "Here I am again."])

    class Mortal(SlowModel):
        def _next_reply(self, request):
            if request.schema or request.lane is not Lane.CONVERSATION:
                return reply(request)
            outcome = next(fate)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

    service = reaching(Mortal())
    with pytest.raises(ModelDiedError):
        service.submit("say", said("First")).result(30)
    assert service.submit("say", said("Second")).result(30)["answer"] == "Here I am again."
    exchanges = service.submit("history", {"limit": 5}).result(30)["exchanges"]
    assert [(one["utterance"], one["status"]) for one in exchanges] == [
        ("First", "interrupted"),
        ("Second", "done"),
    ]


def test_a_new_utterance_is_answered_before_the_last_is_thought_back_on(reaching: Reacher) -> None:
    model = SlowModel(
        lambda request: '{"note": "' + "on and on " * 60 + '"}' if request.schema else "Yes.", pause_s=0.02
    )
    service, reflected = reaching(model), []
    service.listen(lambda event: reflected.append(event) if event.get("stage") == "reflected" else None)
    service.submit("say", said("One")).result(30)
    assert service.submit("say", said("Two")).result(30)["answer"] == "Yes."
    assert reflected == []
    assert [job["kind"] for job in service.submit("jobs", {}).result(5)["jobs"]] == ["reflect"] * 2
    service.submit("jobs.wait", {}).result(30)
    assert service.submit("jobs", {}).result(5) == {"jobs": []}
    notes = [one["note"] for one in service.submit("history", {"limit": 5}).result(30)["exchanges"]]
    assert all(note.startswith("on and on") for note in notes)


@pytest.mark.parametrize("then", ["another message", "goodbye"])
def test_nobody_waits_for_what_is_read_behind_an_answer(reaching: Reacher, monkeypatch, then: str) -> None:
    reading, read = threading.Event(), []

    def read_until_stopped(_turn, _model, cancellation: Cancellation, **_how: object) -> None:
        stopped = threading.Event()
        cancellation.on_cancel(stopped.set)
        reading.set()
        read.append(stopped.wait(30))

    monkeypatch.setattr("companion.host.turns.read_on", read_until_stopped)
    service = reaching()
    assert service.submit("say", said("One")).result(30)["answer"]
    assert reading.wait(30)
    assert read == []
    if then == "goodbye":
        service.submit("goodbye", {}).result(30)
    else:
        service.submit("say", said("Two")).result(30)
    assert read[:1] == [True]


def test_who_leaves_leaves_the_reflection_for_the_next_start(reaching: Reacher) -> None:
    model = SlowModel(
        lambda request: '{"note": "' + "on and on " * 5000 + '"}' if request.schema else "Yes.", pause_s=0.01
    )
    service = reaching(model)
    loop = service.submit("say", said("One")).result(30)["loop_id"]
    service.close()
    again = reaching(SlowModel(lambda request: '{"note": "I was glad."}' if request.schema else "Yes."))
    assert again.submit("jobs.wait", {}).result(30)["done"] >= 1
    (exchange,) = again.submit("history", {"limit": 5}).result(30)["exchanges"]
    assert (exchange["loop_id"], exchange["note"]) == (loop, "I was glad.")


def test_what_was_said_just_before_leaving_is_found_by_its_meaning(home: Path, reaching: Reacher) -> None:
    model = SlowModel(pause_s=0.5)
    service = reaching(model)
    service.submit("say", said("My sister gets married in June."))
    assert model.begun.wait(30)
    service.close()
    mind = build_mind(open_vault(Home(home).vault_path, open_key(home, PASSPHRASE)))
    try:
        assert mind.trail.catch_up() == 0
    finally:
        mind.close()


def test_what_is_typed_while_an_answer_comes_is_read_after_it(reaching: Reacher) -> None:
    model = SlowModel(lambda request: "{}" if request.schema else "Yes.", pause_s=0.5)
    service = reaching(model)
    service.submit("jobs.wait", {}).result(30)
    answer = service.submit("say", said("One"))
    assert model.begun.wait(30)
    service.submit("draft", {"text": "And where is the key?", "surface": "test"}).result(5)
    answer.result(30)
    service.submit("jobs.wait", {}).result(30)
    read = [request for request in model.requests if request.max_tokens == 0]
    assert "where is the" in read[-1].prompt[-1].text


def test_nothing_is_written_for_what_was_only_typed(reaching: Reacher) -> None:
    service = reaching()
    for text in ("W", "Where did I", "Where did I put the key?", ""):
        assert service.submit("draft", {"text": text, "surface": "test"}).result(5) == {}
    service.submit("jobs.wait", {}).result(30)
    assert service.submit("history", {"limit": 5}).result(30) == {"exchanges": []}
    assert MindState.model_validate(service.submit("state", {}).result()).episode_id is None


def test_without_a_model_what_was_said_is_kept(home, monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setenv("COMPANION_MODELS", str(tmp_path / "no-models"))
    service = reach(Home(home), PASSPHRASE, lambda _: None)
    try:
        with pytest.raises(NoModelError) as raised:
            service.submit("say", said("Remember the milk")).result(30)
        assert "models install" in raised.value.remedy
        assert service.submit("history", {}).result(30)["exchanges"][0]["utterance"] == "Remember the milk"
        state = MindState.model_validate(service.submit("state", {}).result())
        states = {part.name: part.state for part in state.parts}
        assert states == {
            "vault": PartState.READY,
            "sentences": PartState.MISSING,
            "language": PartState.MISSING,
        }
    finally:
        service.close()


@pytest.mark.parametrize(
    ("more", "level"), [({}, 3), ({"harder": True}, 5), ({"harder": True, "focus": 2}, 2), ({"focus": 0}, 0)]
)
def test_a_turn_is_thought_about_as_hard_as_is_asked(
    reaching: Reacher, more: dict[str, object], level: int
) -> None:
    service = reaching()
    loop = service.submit("say", said("Where did I put the key?", **more)).result(30)["loop_id"]
    context = service.submit("context", {"loop_id": loop}).result(30)["context"]
    assert context["focus"]["level"] == level


def test_goodbye_closes_the_episode(reaching: Reacher) -> None:
    service = reaching()
    episode = service.submit("say", said("Hello")).result(30)["episode_id"]
    assert service.submit("goodbye", {}).result(30) == {"closed": episode}
    assert service.submit("goodbye", {}).result(30) == {"closed": None}


def test_waiting_for_jobs_waits_for_the_reflection(reaching: Reacher) -> None:
    service, events = reaching(), []
    service.listen(lambda event: events.append(event.get("stage")))
    service.submit("say", said("Hello")).result(30)
    service.submit("jobs.wait", {}).result(30)
    assert "reflected" in events


@pytest.mark.parametrize(
    ("request_name", "parameters"),
    [
        ("say", {}),
        ("say", {"text": "", "surface": "test"}),
        ("say", {"text": "x", "surface": "test", "extra": 1}),
        ("history", {"limit": 0}),
        ("use_model", {"role": "dawn", "name": "x"}),
        ("state", {"please": True}),
        ("unknown", {}),
    ],
)
def test_a_wrong_request_is_refused_at_the_border(
    reaching: Reacher, request_name: str, parameters: Json
) -> None:
    with pytest.raises(InvalidInputError):
        reaching().submit(request_name, parameters).result(5)


def test_closing_in_the_middle_of_an_answer_leaves_nothing_running(reaching: Reacher) -> None:
    model = SlowModel(lambda _: "word " * 2000, pause_s=0.02)
    service = reaching(model)
    future = service.submit("say", said("Hello"))
    assert model.begun.wait(30)
    service.close()
    assert future.result(1)["status"] == "stopped"


class Counted(Script):
    """Counts how often it loads."""

    def __init__(self) -> None:
        super().__init__(SlowModel(lambda _request: "It is a fern."), loading_s=0.2)
        self.loads = 0

    def load(self, *given: object, **named: object) -> LanguageModel:
        self.loads += 1
        return super().load(*given, **named)


def test_who_asks_a_room_loads_no_model_and_what_thinks_waits_for_it() -> None:
    source = Counted()
    with closing(LocalService(composed(None, None, source), owner="test", loads_at_once=False)) as service:
        assert service.submit("goals.list", {}).result() is not None
        assert source.loads == 0
        asked = {"what": "query", "text": "What grows in the shade?"}
        assert service.submit("errand", asked).result()["text"] == "It is a fern."
        said = service.submit("say", {"text": "Good evening.", "surface": "test"}).result()
        assert said["answer"]
        assert source.loads == 1


def test_a_service_that_talks_loads_its_model_at_once() -> None:
    source = Counted()
    with closing(LocalService(composed(None, None, source), owner="test")) as service:
        service.submit("settle", {}).result()
    assert source.loads == 1
