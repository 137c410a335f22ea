"""Stops, priorities, bad files and sudden death: one answer lost at most, and the next call works."""

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from engine.language import (
    BadModelError,
    Cancellation,
    Finish,
    Lane,
    LanguageError,
    LlamaOptions,
    ModelClosedError,
    ModelDiedError,
    ModelMemoryError,
)
from tests.integration.language.conftest import OPTIONS, long_text, request, said, told

pytestmark = pytest.mark.model
STORY = said("Tell a very long story about the sea, at least a thousand words.")
# Numbers follow for sure: where two words are nearly as likely, the place in the cache decides by its rounding.
COUNTING = said("Write the numbers from 1 to 40 in order.")


def in_thread(work):
    outcome = []

    def run():
        try:
            outcome.append(work())
        except LanguageError as error:
            outcome.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, outcome


def test_a_stop_while_writing_takes_one_token(model):
    cancellation, pieces, stopped_at = Cancellation(), [], []

    def on_text(piece):
        pieces.append(piece)
        if len(pieces) == 5:
            stopped_at.append(time.monotonic())
            cancellation.cancel()

    result = model.generate(request(model, STORY, max_tokens=400), on_text, cancellation)
    assert time.monotonic() - stopped_at[0] < 0.5
    assert result.finish is Finish.CANCELLED
    assert len(result.tokens) <= 8
    assert result.text == "".join(pieces)


def test_a_stop_while_reading_takes_milliseconds(model):
    cancellation, cancelled_at = Cancellation(), []
    asked = request(model, told(long_text(model, 1800)), said("And?"))

    def cancel():
        cancelled_at.append(time.monotonic())
        cancellation.cancel()

    timer = threading.Timer(0.4, cancel)
    timer.start()
    result = model.generate(asked, cancellation=cancellation)
    took = time.monotonic() - cancelled_at[0]
    assert result.finish is Finish.CANCELLED
    assert result.first_token_s is None
    assert took < 0.25
    assert model.generate(request(model, said("Hi."), max_tokens=2)).tokens


def test_a_request_cancelled_beforehand_says_nothing(model):
    cancellation = Cancellation()
    cancellation.cancel()
    result = model.generate(request(model, STORY), cancellation=cancellation)
    assert (result.text, result.finish) == ("", Finish.CANCELLED)


def test_a_listener_that_fails_stops_the_generation(model):
    def on_text(_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        model.generate(request(model, STORY, max_tokens=400), on_text)
    started = time.monotonic()
    assert model.generate(request(model, said("Hi."), max_tokens=2)).tokens
    assert time.monotonic() - started < 5


def read_once_and_written(model, asked):
    """What is written where the prompt was read before: reading it in one go is rounded a little differently."""
    model.generate(replace(asked, max_tokens=0))
    return model.generate(asked)


def test_background_work_gives_way_and_loses_nothing(model):
    asked = request(model, COUNTING, max_tokens=40, lane=Lane.BACKGROUND)
    alone = read_once_and_written(model, asked)
    writing = threading.Event()
    thread, outcome = in_thread(lambda: model.generate(asked, lambda _: writing.set()))
    writing.wait(20)
    spoken = []
    for _ in range(3):
        spoken.append(model.generate(request(model, said("Hello."), max_tokens=4)))
        assert thread.is_alive()
        time.sleep(0.1)
    thread.join(60)
    assert all(result.finish in {Finish.LENGTH, Finish.STOP} for result in spoken)
    assert (outcome[0].text, outcome[0].tokens) == (alone.text, alone.tokens)


def test_background_reading_gives_way_too(model):
    asked = request(model, told(long_text(model, 200)), said("And?"), max_tokens=3, lane=Lane.BACKGROUND)
    model.generate(request(model, said("Hello."), max_tokens=1))
    thread, outcome = in_thread(lambda: model.generate(asked))
    time.sleep(0.25)
    result = model.generate(request(model, said("Hello."), max_tokens=1))
    assert thread.is_alive()
    assert result.total_s < 1.0
    thread.join(60)
    assert outcome[0].tokens


@pytest.mark.parametrize("lane", [Lane.REFLECT, Lane.QUESTION])
def test_a_reflection_gives_way_to_the_next_turn_and_is_finished_after_it(model, lane):
    turn = (told("Short answers."), said("I am learning to sail."))
    model.generate(request(model, *turn, max_tokens=4))
    asked = request(model, *turn, COUNTING, max_tokens=30, lane=lane)
    alone = read_once_and_written(model, asked)
    writing = threading.Event()
    thread, outcome = in_thread(lambda: model.generate(asked, lambda _: writing.set()))
    writing.wait(20)
    model.generate(request(model, *turn, said("Hello again."), max_tokens=4))
    thread.join(60)
    assert outcome[0].tokens == alone.tokens


def test_a_suspended_generation_can_be_cancelled(model):
    cancellation, writing, release = Cancellation(), threading.Event(), threading.Event()
    asked = request(model, STORY, max_tokens=200, lane=Lane.BACKGROUND)
    thread, outcome = in_thread(lambda: model.generate(asked, lambda _: writing.set(), cancellation))
    writing.wait(20)

    def hold(_):
        cancellation.cancel()
        thread.join(20)
        release.set()

    model.generate(request(model, said("Hello."), max_tokens=1), hold)
    assert release.is_set()
    assert outcome[0].finish is Finish.CANCELLED
    assert outcome[0].tokens


def test_many_threads_are_served_one_after_another(model):
    def work(lane):
        return lambda: model.generate(request(model, said(f"Say {lane}."), max_tokens=6, lane=lane))

    running = [in_thread(work(lane)) for lane in [*Lane] * 2]
    for thread, _ in running:
        thread.join(60)
    assert [len(outcome[0].tokens) > 0 for _, outcome in running] == [True] * len(running)


def test_a_killed_child_costs_one_answer(make_model):
    model = make_model()
    pieces = []

    def kill(piece):
        pieces.append(piece)
        if len(pieces) == 3:
            os.kill(model.process_id, signal.SIGKILL)

    with pytest.raises(ModelDiedError) as died:
        model.generate(request(model, STORY, max_tokens=200), kill)
    assert died.value.remedy
    assert model.generate(request(model, said("Hello."), max_tokens=3)).tokens
    model.close()


def test_closing_leaves_no_process_and_refuses_further_calls(make_model):
    model = make_model()
    model.load()
    process = psutil.Process(model.process_id)
    asked = request(model, STORY, max_tokens=400)
    writing = threading.Event()
    thread, outcome = in_thread(lambda: model.generate(asked, lambda _: writing.set()))
    writing.wait(20)
    model.close()
    model.close()
    thread.join(10)
    assert not process.is_running()
    assert isinstance(outcome[0], ModelClosedError | ModelDiedError)
    with pytest.raises(ModelClosedError):
        model.generate(asked)


def test_the_child_ends_when_its_parent_is_killed(model_path, tmp_path):
    script = (
        "import sys, time\nfrom pathlib import Path\nfrom engine.language import LlamaModel\n"
        f"model = LlamaModel(Path({str(model_path)!r}), 'x', '0' * 64)\nmodel.load()\n"
        "print(model.process_id, flush=True)\ntime.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    child = psutil.Process(int(parent.stdout.readline()))
    parent.kill()
    parent.communicate()
    child.wait(5)
    assert not child.is_running()


def bad_files(tmp_path: Path, model_path: Path):
    with model_path.open("rb") as good:
        head = good.read(20_000_000)
    (tmp_path / "cut.gguf").write_bytes(head)
    (tmp_path / "noise.gguf").write_bytes(os.urandom(100_000))
    (tmp_path / "empty.gguf").write_bytes(b"")
    (tmp_path / "magic.gguf").write_bytes(head[:64] + os.urandom(5000))
    (tmp_path / "early.gguf").write_bytes(head[:300])
    return [*sorted(tmp_path.glob("*.gguf")), tmp_path / "missing.gguf", tmp_path]


def test_a_bad_file_is_told_and_leaves_no_process(make_model, model_path, tmp_path):
    before = {child.pid for child in psutil.Process().children()}
    for path in bad_files(tmp_path, model_path):
        with pytest.raises(BadModelError) as bad:
            make_model(path).load()
        assert bad.value.remedy
    assert {child.pid for child in psutil.Process().children()} == before


def test_too_little_memory_is_told_before_loading(make_model, monkeypatch):
    monkeypatch.setattr("engine.language.llama.fit.available_memory", lambda: 300_000_000)
    model = make_model()
    with pytest.raises(ModelMemoryError) as refused:
        model.load()
    assert "GB" in refused.value.message
    assert model.process_id is None


def test_loading_tells_its_progress(make_model):
    seen = []
    model = make_model(options=LlamaOptions(context_tokens=512, threads=OPTIONS.threads))
    info = model.load(seen.append)
    model.close()
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert info.context_tokens == 512
    assert info.load_s > 0
