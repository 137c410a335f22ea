import json

from tests.unit.engine.cognition.conftest import Thinking


def test_every_record_is_a_file_by_its_folder(thinking: Thinking) -> None:
    mind = thinking.mind
    model = mind.models.create("Caches go stale")
    mind.business.add("Bread by bike")
    thinking.wait(days=31)
    found = dict(mind.export_markdown())
    assert {path.partition("/")[0] for path in found} == {"models", "business"}
    assert json.loads(found[f"models/{model.id}.json"])["confidence"] == 0.45
    thinking.withdraw(model.ref)
    assert f"models/{model.id}.json" not in dict(mind.export_markdown())
