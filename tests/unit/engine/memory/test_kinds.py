"""The kinds table of the specification, row by row."""

import pytest

from engine.errors import InvalidInputError
from engine.memory import (
    KINDS,
    Ageing,
    NodeKind,
    Scope,
    Tier,
    kind_from_continuity,
    kind_from_elara,
)
from engine.search import Ageing as CollectionAgeing
from engine.search import Collection

# kind: tier, scope, ageing, merged by jobs, protected
TABLE = {
    "core core_extension component value capability": ("core", "entity", "never", False, True),
    "identity": ("core", "person", "slow", True, False),
    "expression compass shorthand": ("working", "person", "replaced", False, True),
    "anchor": ("semantic", "person", "gravity", True, False),
    "artifact insight concept knowledge decision": ("semantic", "person", "gradual", True, False),
    "moment feeling conversation": ("episodic", "person", "gradual", True, False),
    "note": ("episodic", "person", "gradual", False, True),
    "milestone key_moment experiment discovery": ("episodic", "person", "never", False, True),
}
ROWS = [(name, row) for names, row in TABLE.items() for name in names.split()]


def test_the_table_holds_every_kind_once():
    assert sorted(name for name, _ in ROWS) == sorted(NodeKind)
    assert set(KINDS) == set(NodeKind)


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_a_row_is_as_specified(name, row):
    tier, scope, ageing, mergeable, protected = row
    kind = NodeKind(name).row
    assert (kind.tier, kind.scope, kind.ageing) == (Tier(tier), Scope(scope), Ageing(ageing))
    assert (kind.mergeable, kind.protected) == (mergeable, protected)


@pytest.mark.parametrize("kind", NodeKind)
def test_what_never_ages_is_kept_in_a_collection_that_never_does(kind):
    if kind.row.collection is Collection.MILESTONES:
        assert kind.row.ageing is Ageing.NEVER
    if kind.row.ageing is Ageing.GRADUAL:
        assert kind.row.collection.ageing is CollectionAgeing.GRADUAL
    assert kind.row.mergeable != kind.row.protected


def test_only_notes_stand_as_markdown():
    assert [kind for kind in NodeKind if kind.row.documented] == [NodeKind.NOTE]


def test_elaras_types_map():
    names = ("conversation", "fact", "moment", "feeling", "decision")
    assert [kind_from_elara(name).value for name in names] == [
        "conversation", "knowledge", "moment", "feeling", "decision",
    ]  # fmt: skip
    with pytest.raises(InvalidInputError):
        kind_from_elara("dance")


def test_continuitys_types_map():
    assert kind_from_continuity("EPISODE") is NodeKind.COMPASS
    for name in (
        "CORE",
        "CORE_EXTENSION",
        "CAPABILITY",
        "ANCHOR",
        "ARTIFACT",
        "IDENTITY",
        "EXPRESSION",
        "VALUE",
    ):
        assert kind_from_continuity(name).value == name.lower()
