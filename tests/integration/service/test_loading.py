"""A command that only asks a room loads no language model; what needs one waits for it."""

from contextlib import closing

from companion.host import LocalService
from engine.language import LanguageModel
from tests.integration.service.scripted import Script, SlowModel, composed


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
