"""Off the record through the process that owns the home: nothing of it is kept, nothing is recalled for it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode
from companion.service import Json
from engine.conversation import TurnResult
from engine.language import GenerationRequest
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import NOTE, PASSPHRASE, SlowModel

SECRET = "The code of my locker is heliotrope."


class Listening(SlowModel):
    """Keeps what was put before it, and answers with the last line."""

    def __init__(self) -> None:
        self.prompts: list[str] = []
        self.reflections = 0
        super().__init__(self._heard)

    def _heard(self, request: GenerationRequest) -> str:
        if request.schema:
            self.reflections += 1
            return NOTE
        self.prompts.append("\n".join(segment.text for segment in request.prompt))
        return "I hear you."


def said(text: str, **more: object) -> Json:
    return {"text": text, "surface": "test", "off_record": True, **more}


def test_nothing_of_it_is_kept_and_nothing_recalled(reaching: Reacher) -> None:
    model = Listening()
    service = reaching(model)
    service.submit("say", {"text": "My cat is called Pixel.", "surface": "test"}).result(30)
    service.submit("jobs.wait", {}).result(30)
    thought = model.reflections
    before = service.submit("history", {"limit": 9}).result(30)
    result = TurnResult.model_validate(service.submit("say", said(SECRET)).result(30))
    assert result.off_record
    assert result.recalled == ()
    assert "Pixel" not in model.prompts[-1]
    service.submit("say", said("What is the code, and what is my cat called?")).result(30)
    assert "heliotrope" in model.prompts[-1]
    assert "Pixel" not in model.prompts[-1]
    service.submit("draft", said("heliotr")).result(30)
    service.submit("jobs.wait", {}).result(30)
    assert model.reflections == thought
    assert service.submit("history", {"limit": 9}).result(30) == before
    assert service.submit("forget.find", {"words": "heliotrope"}).result(30)["found"] == []
    assert service.submit("goodbye", {"off_record": True, "surface": "test"}).result(30) == {"closed": None}
    service.submit("say", said("What is the code?")).result(30)
    assert "heliotrope" not in model.prompts[-1]


def test_the_time_together_goes_on_beside_it(reaching: Reacher) -> None:
    model = Listening()
    service = reaching(model)
    first = service.submit("say", {"text": "My cat is called Pixel.", "surface": "test"}).result(30)
    service.submit("say", said(SECRET)).result(30)
    assert service.submit("state", {}).result(30)["episode_id"] == first["episode_id"]
    again = service.submit("say", {"text": "And my dog Rex.", "surface": "test"}).result(30)
    assert again["episode_id"] == first["episode_id"]
    assert "Pixel" in model.prompts[-1]
    assert "heliotrope" not in model.prompts[-1]


def test_no_file_of_the_home_changes_its_mind_about_it(reaching: Reacher, home: Path) -> None:
    service = reaching(Listening())
    service.submit("say", said(SECRET)).result(30)
    service.close()
    assert all(b"heliotrope" not in file.read_bytes() for file in home.rglob("*") if file.is_file())
    assert reaching(Listening()).submit("history", {"limit": 9}).result(30)["exchanges"] == []


@pytest.fixture
def run(
    home: Path, reaching: Reacher, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[str, str]]:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    assert reaching().is_owner

    def command(*arguments: str, typed: str = "") -> tuple[str, str]:
        lines = iter(typed.splitlines())

        def read_line(_: str = "") -> str:
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", read_line)
        assert main(["--home", str(home), *arguments]) == ExitCode.DONE
        shown = capsys.readouterr()
        return shown.out, shown.err

    return command


def test_the_command_line_says_so(run: Callable[..., tuple[str, str]]) -> None:
    _, told = run("ask", "--off-the-record", SECRET)
    assert "Off the record" in told
    shown, told = run("chat", "--off-the-record", typed=f"{SECRET}\nAgain.\n/bye")
    assert "Off the record" in told
    assert "You said Again." in shown
    out, _ = run("ask", "--json", "--off-the-record", "Hello.")
    assert '"off_record": true' in out
    out, _ = run("ask", "--json", "Hello.")
    assert "off_record" not in out
    found, _ = run("recall", "heliotrope", "--json")
    assert "locker" not in found
