import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.vault.errors import RecoveryCodeError
from engine.vault.keys.recovery import GROUPS, new_code, read_code

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
places = st.integers(0, GROUPS * 5 - 1)


def test_a_code_is_seven_groups_of_five_and_never_the_same() -> None:
    codes = {new_code() for _ in range(50)}
    assert len(codes) == 50
    assert all([len(group) for group in code.split("-")] == [5] * 7 for code in codes)


def test_reading_forgives_case_spaces_and_look_alikes() -> None:
    code = new_code()
    sloppy = " " + code.lower().replace("-", "  ").replace("0", "o").replace("1", "l") + "\n"
    assert read_code(sloppy) == read_code(code)


def test_different_codes_stand_for_different_secrets() -> None:
    assert len({read_code(new_code()) for _ in range(200)}) == 200


@given(place=places, other=st.sampled_from(ALPHABET))
def test_one_wrong_character_is_found_and_its_group_named(place: int, other: str) -> None:
    plain = new_code().replace("-", "")
    wrong = plain[:place] + other + plain[place + 1 :]
    if wrong == plain:
        return
    with pytest.raises(RecoveryCodeError) as refusal:
        read_code(wrong)
    assert refusal.value.group == place // 5 + 1


@given(place=places)
def test_swapped_neighbours_are_found_within_a_group(place: int) -> None:
    plain = new_code().replace("-", "")
    if place % 5 == 4 or plain[place] == plain[place + 1]:
        return
    swapped = plain[:place] + plain[place + 1] + plain[place] + plain[place + 2 :]
    with pytest.raises(RecoveryCodeError) as refusal:
        read_code(swapped)
    assert refusal.value.group == place // 5 + 1


@given(first=st.integers(0, 6), second=st.integers(0, 6))
def test_swapped_groups_are_found(first: int, second: int) -> None:
    groups = new_code().split("-")
    if first == second:
        return
    groups[first], groups[second] = groups[second], groups[first]
    with pytest.raises(RecoveryCodeError):
        read_code("-".join(groups))


@given(st.text(max_size=60))
def test_anything_else_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(RecoveryCodeError) as refusal:
        read_code(text + "!")
    assert len(text) < 5 or text not in refusal.value.message


def test_the_length_is_named() -> None:
    with pytest.raises(RecoveryCodeError, match="34 characters instead of 35"):
        read_code(new_code()[:-1])
