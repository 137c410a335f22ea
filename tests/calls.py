"""Calls of tools as no sane client makes them: drawn from each schema, with values that are wrong in every way."""

import json
from typing import Any

from hypothesis import strategies as st

from companion.tools.declared import PREFIX, TOOLS, Tool

Call = tuple[str, dict[str, Any]]

TEXTS = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["", " ", "\0", "a\u202eb", "x" * 20_000, "'; DROP TABLE steps; --", "${HOME}", "../../etc"]
    ),
    st.sampled_from(
        ["last:3d", "2026-02-30", "9999-12-31", "[]", "{", '["buy rope"]', "step:none", "n_none"]
    ),
)
NUMBERS = st.one_of(
    st.integers(-3, 12),
    st.floats(allow_nan=True, allow_infinity=True),
    st.sampled_from([2**63, -(2**70), 10**400]),
)
ANYTHING = st.one_of(TEXTS, NUMBERS, st.booleans(), st.none(), st.lists(st.integers(), max_size=2))


def _mostly(usual: st.SearchStrategy[Any], strange: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """One time in sixteen something strange: a call with several parameters still gets past the border often."""
    return st.integers(0, 15).flatmap(lambda chance: usual if chance else strange)


def _value(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Mostly of the kind that is asked for, now and then of any other."""
    if "anyOf" in schema:
        return st.one_of(*(_value(each) for each in schema["anyOf"]))
    if "enum" in schema:
        usual: st.SearchStrategy[Any] = st.sampled_from(schema["enum"])
    else:
        usual = {
            "string": TEXTS,
            "integer": st.integers(1, 5),
            "number": st.floats(0, 1),
            "boolean": st.booleans(),
        }.get(schema.get("type", ""), st.none())
    return _mostly(usual, ANYTHING)


def _arguments(one: Tool) -> st.SearchStrategy[dict[str, Any]]:
    properties = one.schema["properties"]
    needed = {name: _value(properties[name]) for name in one.schema.get("required", [])}
    rest = {name: _value(each) for name, each in properties.items() if name not in needed}
    usual = st.fixed_dictionaries(needed, optional=rest)
    strange = st.dictionaries(st.text(max_size=8), ANYTHING, max_size=2)
    return _mostly(usual, st.builds(lambda a, b: {**a, **b}, usual, strange))


def _done(one: Tool) -> st.SearchStrategy[Call]:
    """The same by way of `elara_do`, now and then with parameters that are no JSON."""
    given = _arguments(one).map(lambda arguments: json.dumps(arguments, default=str))
    return _mostly(given, TEXTS).map(lambda row: ("elara_do", {"tool": one.name, "params": row}))


def calls() -> st.SearchStrategy[Call]:
    """Any call of any tool."""
    return st.sampled_from(sorted(TOOLS.values(), key=lambda one: one.name)).flatmap(
        lambda one: st.one_of(_arguments(one).map(lambda row: (PREFIX + one.name, row)), _done(one))
    )
