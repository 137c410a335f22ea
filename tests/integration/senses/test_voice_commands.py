"""The voice from the command line, by file: `hear`, `say`, `talk` and its faults, and what `bench voice` prints."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode
from companion.companions import FIRST, Resident
from companion.home import Home
from companion.keys import create_keys
from companion.preferences import PreferenceFile
from companion.voice.session import SpeechModels
from engine.language import GenerationRequest, ScriptedModel
from engine.senses import RATE, Care, Samples, read_sound, word_error_rate, write_sound
from tests.integration.remote.servers import SERVED, ollama_server
from tests.integration.senses.conftest import joined
from tests.integration.service.scripted import NOTE, PASSPHRASE

Speak = Callable[[str], Samples]
QUESTION = "What is the capital of France?"
NOBODY = "openai:http://127.0.0.1:9#nobody"
"""A model behind a server that does not run."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a mind whose language model cannot be reached."""
    path = tmp_path / "home"
    create_keys(path, PASSPHRASE)
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    PreferenceFile(path).change(day_model=NOBODY)
    return Home(path).path


@pytest.fixture
def question(tmp_path: Path, spoken: Speak) -> Path:
    path = tmp_path / "question.wav"
    write_sound(path, joined(0.5, spoken(QUESTION), 1.0))
    return path


def test_what_is_said_into_a_file_is_heard_in_it(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "said.wav"
    assert main(["--home", str(home), "say", QUESTION, "-o", str(written), "--json"]) is ExitCode.DONE
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"file", "spoken", "audio_seconds"}
    assert told["audio_seconds"] == pytest.approx(read_sound(written).seconds, abs=0.05)
    assert main(["--home", str(home), "hear", str(written), "--json"]) is ExitCode.DONE
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"text", "language", "segments", "seconds", "audio_seconds"}
    assert word_error_rate([(QUESTION, told["text"])]) <= 0.34, "a voice says nothing twice alike"
    assert told["language"] == "en"
    assert set(told["segments"][0]) == {"start", "end", "text", "log_probability", "no_speech"}


def test_an_answer_that_fails_is_told_and_gives_another_code(
    home: Path, question: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["--home", str(home), "talk", "--in", str(question), "--json"])
    told = capsys.readouterr()
    document = json.loads(told.out)
    [fault] = [one for one in document["events"] if one["event"] == "fault"]
    assert fault["message"] in told.err
    assert fault["remedy"] in told.err
    assert code is ExitCode.MODEL
    assert "capital of france" in document["turns"][0]["said"].casefold()


def test_a_recorded_question_is_answered_into_a_file(
    home: Path,
    question: Path,
    tmp_path: Path,
    models: SpeechModels,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What it says stands in the file where it came in the recording's time: after the question."""
    written = tmp_path / "answer.wav"
    with ollama_server(ScriptedModel(answer), context_tokens=8192) as server:
        PreferenceFile(home).change(day_model=f"ollama:{server.url}#{SERVED}")
        asked = ["--home", str(home), "talk", "--in", str(question), "--out", str(written), "--json"]
        code = main(asked)
    told = capsys.readouterr()
    assert code is ExitCode.DONE, told.err
    [turn] = json.loads(told.out)["turns"]
    assert "capital of france" in turn["said"].casefold()
    spoken = read_sound(written)
    asked_s = read_sound(question).seconds
    assert spoken.seconds > asked_s
    before = round((asked_s - 1.0) * spoken.rate)
    assert not spoken.samples[:before].any()
    heard = models.recogniser().hear(spoken.at(RATE).samples, care=Care.TURN).text
    assert "Paris" in heard


def answer(request: GenerationRequest) -> str:
    """What the model says; a reflection gets a note."""
    return NOTE if request.schema else "The capital of France is Paris, and it lies on the Seine."


def test_a_recording_is_listened_to_as_the_person_chose(
    home: Path, question: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    PreferenceFile(home).change(listening="when called", companions=[Resident(id=FIRST, name="Anna")])
    assert main(["--home", str(home), "talk", "--in", str(question), "--json"]) is ExitCode.DONE
    document = json.loads(capsys.readouterr().out)
    assert document["turns"] == []
    assert [one["reason"] for one in document["events"] if one["event"] == "refused"] == ["not called"]


def test_push_to_talk_without_a_key_says_so(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    PreferenceFile(home).change(listening="push to talk")
    assert main(["--home", str(home), "talk"]) is ExitCode.DEVICE
    assert "--talk-key" in capsys.readouterr().err


@pytest.mark.model
def test_the_benchmark_prints_its_figures(
    tmp_path: Path, question: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps([{"file": question.name, "text": QUESTION}]), "utf-8")
    asked = [
        "bench",
        "voice",
        "--wav",
        str(question),
        "--model",
        "qwen2.5-coder-0.5b",
        "--runs",
        "1",
        "--json",
    ]
    assert main(asked) is ExitCode.DONE
    told = json.loads(capsys.readouterr().out)
    keys = {
        "end_of_speech_to_first_sound_s",
        "asr_s",
        "first_token_s",
        "tts_first_s",
        "barge_in_ms",
        "barge_in_worst_ms",
        "wer",
    }
    assert keys <= set(told)
    assert all(told[key] is not None for key in keys)
