"""The main job: the program is closed, the person comes back, and is remembered."""

from typing import Any

import pytest

from tests.e2e.conftest import Program
from tests.e2e.remembered import PAIRS, play


@pytest.mark.e2e
@pytest.mark.model
@pytest.mark.timeout(2400)
def test_at_least_eight_of_ten_things_are_remembered_by_the_small_model(program: Program) -> None:
    def ask(text: str, *, end: bool) -> dict[str, Any]:
        return program.document("ask", *(["--end"] if end else []), text)

    played = list(play(ask))
    missed = [f"{pair.asked} → {reply['answer']}" for pair, reply, used, _ in played if not used]
    not_recalled = [pair.told for pair, _, _, recalled in played if not recalled]
    assert len(played) == len(PAIRS)
    assert len(missed) <= 2, missed
    assert len(not_recalled) <= 2, not_recalled
