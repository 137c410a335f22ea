"""Every verb is declared whole: help, schemas and what other programs may do are read off it."""

import pytest
from pydantic import TypeAdapter

from companion.requests import DECLARED

QUESTIONS = frozenset(
    {
        *("accesses", "accuracy", "arc", "arcs", "blind_spots", "brief", "candidates", "capabilities"),
        *("components", "consolidations", "context", "contradictions", "errand", "facts", "find", "findings"),
        *(
            "graph",
            "greeting",
            "history",
            "holdings",
            "imprints",
            "inferred",
            "items",
            "jobs",
            "journal",
            "kept_by",
        ),
        *("list", "match", "milestones", "mood", "node", "observations", "of", "open", "pitches", "place"),
        *(
            "portrait",
            "private",
            "problems",
            "projects",
            "questions",
            "read",
            "recall",
            "report",
            "review",
            "route",
        ),
        *("run_of", "search", "search_evidence", "seen", "shorthands", "show", "standing", "state", "stats"),
        *("status", "surprising", "told", "transcripts", "updates", "values", "versions", "wake", "wanting"),
        *("why", "working"),
    }
)
"""Last words of what is only asked."""
CHANGES = frozenset({"intent.context", "memory.private", "self.review"})
"""What ends like a question and changes something."""


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_a_verb_has_words_and_each_of_its_fields_too(name: str) -> None:
    declared = DECLARED[name]
    assert declared.words.endswith(".")
    silent = [field for field, info in declared.parameters.model_fields.items() if not info.description]
    assert silent == []


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_what_is_no_question_names_what_it_changes(name: str) -> None:
    asks = name.rpartition(".")[2] in QUESTIONS and name not in CHANGES
    assert bool(DECLARED[name].changes) is not asks


TELLS_NOTHING = frozenset({"inferred.take_back", "mood.let_go", "mood.carry_again", "self.unshare"})


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_a_verb_says_what_it_answers(name: str) -> None:
    described = TypeAdapter(DECLARED[name].gives).json_schema()
    fields = [one.get("properties", {}) for one in (described, *described.get("$defs", {}).values())]
    assert any(fields) is (name not in TELLS_NOTHING)
