"""Choosing a model: what is recommended, fetched, paused, checked, used and measured."""

import pytest
from PySide6.QtWidgets import QLabel

from tests.ui.doors import KeptDoor
from ui.settings.catalogue import ModelChoice, ModelsCard
from ui.settings.catalogue.wording import pace_words, served_words, size_words, used_words


def row(name: str, **changes: object) -> dict[str, object]:
    told = {
        "name": name,
        "title": name.upper(),
        "role": "language",
        "bytes": 1_100_000_000,
        "memory_mb": 1700,
        "licence": "Apache-2.0",
        "note": "",
        "starter": False,
        "installed": True,
        "fits": True,
        "read_per_s": 80.0,
        "written_per_s": 12.0,
        "measured": True,
    }
    return told | changes


def shop(*rows: dict[str, object]) -> dict[str, object]:
    return {
        "models": list(rows),
        "recommended": "better",
        "day": "small",
        "night": "small",
        "hears": "whisper",
        "speaks": "joe",
        "recalls": "minilm",
        "cores": 8,
        "memory_bytes": 16_000_000_000,
        "free_bytes": 90_000_000_000,
    }


SHOP = shop(row("small"), row("better", installed=False, measured=False, bytes=2_500_000_000))


class Scene:
    def __init__(self) -> None:
        self.mind, self.program = KeptDoor(), KeptDoor()
        self.choice = ModelChoice(self.mind, self.program)

    def look(self, told: dict[str, object] = SHOP) -> None:
        self.choice.load()
        self.program.take("models").success(told)


@pytest.fixture
def scene() -> Scene:
    made = Scene()
    made.look()
    return made


def test_what_suits_the_machine_stands_first(scene):
    assert [one.name for one in scene.choice.of_role("language")] == ["better", "small"]


def test_a_download_is_paused_and_goes_on(scene):
    choice = scene.choice
    choice.install("better")
    choice.install("better")  # once more while it runs: nothing
    fetching = scene.program.take("models.install")
    fetching.progress({"done": 1, "of": 4})
    assert choice.arriving == {"better": 0.25}
    choice.pause("better")
    assert scene.program.take("stop").parameters == {"request": "models.install", "name": "better"}
    fetching.success({"installed": False})
    assert (choice.arriving, choice.paused) == ({}, {"better"})
    choice.install("better")
    assert choice.paused == set()
    scene.program.take("models.install").success({"installed": True})
    assert choice.arriving == {}


def test_a_download_that_breaks_says_why_and_can_go_on(scene):
    scene.choice.install("better")
    scene.program.take("models.install").fail("The download stopped.")
    assert scene.choice.fault.message == "The download stopped."
    assert scene.choice.paused == {"better"}


def new(name: str, **changes: object) -> dict[str, object]:
    return row(name, installed=False, starter=True, **changes)


NEW_HOME = shop(
    new("minilm", role="sentences", bytes=20_000_000),
    new("joe", role="voice", bytes=60_000_000),
    row("amy", role="voice", installed=False),
    new("whisper", role="speech", bytes=120_000_000),
    new("small", bytes=500_000_000),
    new("better"),
)


def test_the_starters_are_those_of_each_role_with_what_suits_the_machine_first(scene):
    scene.look(NEW_HOME)
    names = ["better", "small", "whisper", "joe", "minilm"]
    assert [one.name for one in scene.choice.starters()] == names
    assert sum(one.bytes for one in scene.choice.to_fetch()) == 1_800_000_000
    assert [one.name for one in scene.choice.starters(("voice",))] == ["joe"]


def test_all_starters_are_fetched_one_after_the_other(scene):
    scene.look(NEW_HOME)
    choice, program = scene.choice, scene.program
    choice.install_starters()
    assert (list(choice.arriving), choice.waiting) == (["better"], ["small", "whisper", "joe", "minilm"])
    choice.pause("small")  # one that waits is left out, and nothing is stopped for it
    assert [one.request for one in program.asked] == ["models.install"]
    choice.install_starters()
    assert choice.waiting == ["whisper", "joe", "minilm", "small"], "none is asked for twice"
    program.take("models.install").success({"installed": True})
    assert list(choice.arriving) == ["whisper"]
    program.take("models.install").success({"installed": False})
    assert (choice.fetched, choice.paused, list(choice.arriving)) == ({"better"}, {"whisper"}, ["joe"])
    program.take("models.install").fail("The network is down.")
    assert (choice.arriving, choice.waiting) == ({}, []), "what kept one from coming keeps the others"
    assert choice.fault.message == "The network is down."


def test_the_first_model_that_comes_is_talked_with(scene):
    scene.look(NEW_HOME)
    scene.choice.install("small")
    scene.program.take("models.install").success({"installed": True})
    assert scene.mind.take("use_model").parameters == {"role": "day", "name": "small"}


@pytest.mark.parametrize("changes", [{}, {"day": "ollama:llama3"}])
def test_where_somebody_talks_already_one_that_comes_is_not_put_in_its_place(scene, changes):
    scene.look((NEW_HOME if changes else SHOP) | changes)
    scene.choice.install("better")
    scene.program.take("models.install").success({"installed": True})
    assert scene.mind.asked == []


def test_a_check_tells_what_it_found(scene):
    scene.choice.verify("small")
    assert scene.choice.busy == {"small"}
    scene.program.take("models.verify").success({"whole": False})
    assert scene.choice.whole == {"small": False}
    assert scene.choice.busy == set()


def test_the_mind_takes_the_chosen_model_and_is_measured(scene):
    scene.choice.use("better")
    assert scene.mind.asked[0].parameters == {"role": "day", "name": "better"}
    scene.mind.take("use_model").success({})
    scene.choice.measure()
    scene.mind.take("speed").success({"model": "better", "read_per_s": 50.0, "written_per_s": 8.0})
    kept = scene.program.take("models.pace")
    assert kept.parameters == {"name": "better", "read_per_s": 50.0, "written_per_s": 8.0}
    kept.success({})
    assert scene.choice.measured.written_per_s == 8.0


def test_the_card_offers_what_can_be_done(qapp, stage, scene, until):
    card = ModelsCard(scene.choice, stage.views.theme, stage.views.window)
    scene.look()
    assert card.talking.row("better").verbs.words == ["Fetch"]
    assert card.talking.row("small").verbs.words == ["Check"]
    card.talking.row("better").verbs.press("Fetch")
    assert card.talking.row("better").verbs.words == ["Pause"]
    scene.program.take("models.install").progress({"done": 3, "of": 4})
    assert card.talking.row("better").meter.words == "75% is here"
    scene.choice.look_for_servers()
    scene.program.take("models.served").success({"served": ["ollama:llama3"]})
    card.offers.press("llama3, from Ollama")
    assert scene.mind.take("use_model").parameters["name"] == "ollama:llama3"


def test_what_works_at_night_is_chosen_by_itself(qapp, stage, scene):
    card = ModelsCard(scene.choice, stage.views.theme, stage.views.window)
    both = shop(row("small"), row("large"))
    scene.look(both)
    large, small = card.talking.row("large"), card.talking.row("small")
    assert (large.verbs.words, small.verbs.words) == (
        ["Talk with it", "Use at night", "Check", "Remove"],
        ["Check"],
    )
    large.verbs.press("Use at night")
    chosen = scene.mind.take("use_model")
    assert chosen.parameters == {"role": "night", "name": "large"}
    chosen.success({})
    scene.program.take("models").success(both | {"night": "large"})
    assert large.verbs.words == ["Talk with it", "Check"], "what is used is not removed"
    assert "Thinks alone, at night" in [one.text() for one in large.findChildren(QLabel)]
    assert small.verbs.words == ["Use at night", "Check"], "and the way back"
    scene.choice.look_for_servers()
    scene.program.take("models.served").success({"served": ["ollama:llama3"]})
    card.offers.press("At night: llama3, from Ollama")
    assert scene.mind.take("use_model").parameters == {"role": "night", "name": "ollama:llama3"}


def test_words_of_speed_size_and_servers():
    assert pace_words(25) == "answers faster than you read"
    assert pace_words(0.4) == "too slow to talk with here; it can work while you are away"
    assert (size_words(0), size_words(1), size_words(2_100)) == ("0 KB", "1 KB", "3 KB")
    assert (size_words(491_000_000), size_words(2_497_000_000)) == ("491 MB", "2.5 GB")
    assert served_words("openai:http://127.0.0.1:1234/v1#qwen") == "qwen, from http://127.0.0.1:1234"


def test_the_real_catalogue_is_told(stage, until):
    """Through the program's real door, with the models of this machine."""
    choice = stage.views.models.settings.choice
    choice.load()
    until(lambda: choice.shop is not None)
    found = {one.name: one for one in choice.of_role("language")}
    assert found["qwen3-4b"].written_per_s < found["qwen2.5-coder-0.5b"].written_per_s
    assert any(choice.is_recommended(one) for one in found.values())


def test_what_hears_and_speaks_is_chosen_like_what_talks(scene):
    scene.look(shop(row("small"), row("joe", role="voice"), row("amy", role="voice")))
    used = [scene.choice.is_used(name) for name in ("small", "joe", "amy", "minilm")]
    assert used == [True, True, False, True]
    (_, amy) = scene.choice.of_role("voice")
    scene.choice.choose(amy)
    asked = scene.program.take("choices.set")
    assert asked.parameters == {"name": "voice", "value": "amy"}
    asked.success({})
    assert "amy" not in scene.choice.busy


def test_what_remembers_by_meaning_is_chosen_for_the_next_start(scene):
    scene.look(shop(row("minilm", role="sentences", starter=True), row("many", role="sentences")))
    (_, many) = scene.choice.of_role("sentences")
    scene.choice.choose(many)
    asked = scene.program.take("choices.set")
    assert asked.parameters == {"name": "sentence_model", "value": "many"}
    asked.success({})
    scene.program.take("models").success(
        shop(row("minilm", role="sentences", starter=True), many_row := row("many", role="sentences"))
        | {"recalls": many_row["name"]}
    )
    assert scene.choice.is_used("many")
    assert used_words(many, recommended=False, fetched="many" in scene.choice.fetched).endswith(
        "next start on"
    )
