"""Pieces, messages and lines: the plain text work of a remote model."""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.language import BrokenAnswerError, Place, Role, Segment
from engine.language.remote import client
from engine.language.remote.dialect import messages_of
from engine.language.remote.model import count_pieces, piece_ids, with_pieces

texts = st.text(st.characters(), max_size=60)
segments = st.builds(
    Segment,
    role=st.sampled_from(Role),
    text=texts,
    place=st.just(Place.BLOCK),
    opens=st.booleans(),
    closes=st.booleans(),
)


@given(texts, st.integers(0, 50))
def test_pieces_are_as_many_as_wanted_and_the_same_again(text: str, count: int) -> None:
    assert len(piece_ids(text)) == count_pieces(text)
    assert len(piece_ids(text, count)) == (count if text else 0)
    assert piece_ids(text) == piece_ids(text)
    assert all(0 <= each < 2**31 for each in piece_ids(text))


@given(texts, texts)
def test_a_longer_text_never_counts_less(text: str, more: str) -> None:
    assert count_pieces(text) <= count_pieces(text + more) <= count_pieces(text) + count_pieces(more)


def test_english_takes_a_token_for_three_letters_and_a_half() -> None:
    assert count_pieces("a" * 350) == 100
    assert count_pieces("") == 0


@given(segments)
def test_markers_are_counted_and_encoded_once(segment: Segment) -> None:
    encoded = with_pieces(segment)
    assert len(encoded.tokens) == count_pieces(segment.text) + segment.opens + segment.closes
    assert with_pieces(encoded) == encoded


@given(st.lists(segments, max_size=8))
def test_roles_take_turns_and_no_text_is_lost(prompt: list[Segment]) -> None:
    messages = messages_of(prompt)
    roles = [message["role"] for message in messages]
    assert all(one != other for one, other in pairwise(roles))
    assert "system" not in roles[1:]
    said = "".join(message["content"] for message in messages).replace("\n\n", "")
    told = "".join(each.text.encode("utf-8", "replace").decode() for each in prompt).replace("\n\n", "")
    assert said.replace("\n", "") == told.replace("\n", "")


def test_a_message_in_parts_is_one() -> None:
    prompt = (
        Segment(Role.SYSTEM, "Be kind.", Place.STABLE),
        Segment(Role.SYSTEM, "It is Monday.", Place.OPENING),
        Segment(Role.USER, "[nothing is known]\n\n", Place.BLOCK, closes=False),
        Segment(Role.USER, "Hello!", Place.UTTERANCE, opens=False),
    )
    assert messages_of(prompt) == [
        {"role": "system", "content": "Be kind.\n\nIt is Monday."},
        {"role": "user", "content": "[nothing is known]\n\nHello!"},
    ]


def split(data: bytes, step: int) -> list[str]:
    async def chunks() -> AsyncIterator[bytes]:
        for start in range(0, len(data), step):
            yield data[start : start + step]

    async def collected() -> list[str]:
        return [line async for line in client.lines(chunks())]

    return asyncio.run(collected())


@given(
    st.lists(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]))), st.integers(1, 9)
)
def test_lines_end_at_line_feeds_alone(expected: list[str], step: int) -> None:
    data = "".join(line + "\n" for line in expected).encode()
    assert split(data, step) == expected


def test_a_last_line_needs_no_end() -> None:
    assert split(b"one\r\ntwo", 3) == ["one", "two"]


def test_a_line_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "LONGEST_LINE", 100)
    with pytest.raises(BrokenAnswerError):
        split(b"x" * 300, 10)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('{"error": "model not found"}', "model not found"),
        ('{"error": {"message": "too long", "type": "invalid"}}', "too long"),
        ('{"detail": [{"msg": "Input should be text", "input": "what I said"}]}', "Input should be text"),
        ('{"object": "error", "message": "no"}', "no"),
        ('{"input": "what I said"}', ""),
        ("<html>what I said</html>", ""),
        ("[1]", ""),
    ],
)
def test_a_complaint_is_the_reason_alone(body: str, reason: str) -> None:
    assert client.complaint(body) == reason
