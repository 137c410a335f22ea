"""The main job: the program is closed, the person comes back, and is remembered; one of the ten of the benchmark."""

from pathlib import Path
from typing import Any

import pytest

from engine.models import standard_store
from tests.e2e.conftest import Program
from tests.e2e.remembered import PAIRS, asked, tell

SOME = PAIRS[2:3]


@pytest.mark.e2e
@pytest.mark.model
@pytest.mark.timeout(900)
def test_what_was_told_is_remembered_by_the_model_that_comes_with_it(tmp_path: Path) -> None:
    program = Program(tmp_path, standard_store().folder)

    def ask(text: str, *, end: bool) -> dict[str, Any]:
        return program.document("ask", *(["--end"] if end else []), text)

    with program.owner():
        tell(ask, SOME)
    with program.owner():
        played = list(asked(ask, SOME))
    missed = [f"{pair.asked} → {reply['answer']}" for pair, reply, used, _ in played if not used]
    not_recalled = [pair.told for pair, _, _, recalled in played if not recalled]
    assert len(played) == len(SOME)
    assert (missed, not_recalled) == ([], [])
