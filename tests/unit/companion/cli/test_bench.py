import pytest

from companion.cli import main
from companion.cli.bench.material import TOPICS, stable_fact
from companion.cli.bench.turn import TurnFigures, print_table
from companion.cli.exit_codes import ExitCode

PROMISED = {
    "cold_restored_first_token_s",
    "cold_reread_first_token_s",
    "warm_first_token_s",
    "typed_ahead_first_token_s",
    "tokens_per_s",
    "prefix_tokens",
    "support_tokens",
}


@pytest.fixture
def figures():
    made = TurnFigures("small", load=(0.1, 0.2))
    for name in PROMISED:
        made.add(name, 3.0, 1.0, 2.0)
    return made


def test_the_document_holds_medians_of_all_that_is_promised(figures):
    document = figures.document()
    assert set(document) == PROMISED | {"model", "load_average"}
    assert all(document[name] == 2 for name in PROMISED)
    assert isinstance(document["prefix_tokens"], int)


def test_the_table_shows_the_spread(figures, capsys):
    print_table(figures)
    shown = capsys.readouterr().out
    assert "warm first token s" in shown
    assert "3.000" in shown
    assert "Load of the machine before and after: 0.1, 0.2" in shown


def test_a_model_that_is_not_here_is_said_so(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("COMPANION_MODELS", str(tmp_path))
    assert main(["--home", str(tmp_path / "home"), "bench", "turn"]) == ExitCode.MODEL
    assert "models install" in capsys.readouterr().err
    assert not (tmp_path / "home").exists()


def test_the_material_does_not_repeat_itself():
    told = [text for topic in TOPICS for text in topic.told]
    assert len(set(told)) == len(told)
    assert len({stable_fact(number) for number in range(80)}) == 80
