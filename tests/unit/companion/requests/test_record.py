"""The types of answers: all of a record, and nothing else."""

from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from companion.requests.room import NONE, Nothing, Request, Requests, RoomRequest, Setting, record, several


class Plant(BaseModel):
    name: str
    tall: float
    notes: tuple[str, ...] = ()


@dataclass
class Spot:
    row: int


GARDEN = record(plants=several(record(Plant, Spot, without=("notes",), **{"from": str})))
OAK = {"name": "oak", "tall": 2.5, "row": 1, "from": "seed"}


def test_it_has_the_fields_of_the_records_and_its_own() -> None:
    assert TypeAdapter(GARDEN).validate_python({"plants": [OAK]}) == {"plants": [OAK]}


@pytest.mark.parametrize(
    "wrong",
    [
        OAK | {"notes": []},
        OAK | {"tall": "very"},
        {name: value for name, value in OAK.items() if name != "row"},
    ],
)
def test_what_lacks_or_has_too_much_is_none_of_it(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(GARDEN).validate_python({"plants": [wrong]})


def test_one_of_two_answers_is_either_of_them() -> None:
    either = TypeAdapter(record(done=int) | record(plants=list[Plant]))
    assert either.validate_python({"done": 3}) == {"done": 3}
    with pytest.raises(ValidationError):
        either.validate_python({"done": 3, "plants": []})


def test_a_function_is_declared_as_a_verb_with_what_it_takes() -> None:
    class Water(Request):
        litres: float

    requests = Requests()

    @requests.verb("garden.water", "Water it.", gives=record(wet=bool), changes="garden")
    def water(_: Setting, asked: Water) -> dict[str, Any]:
        return {"wet": asked.litres > 0}

    declared = requests["garden.water"]
    assert (declared.parameters, declared.answer, declared.words) == (Water, water, "Water it.")
    assert RoomRequest(Nothing, water).gives is NONE
