"""The adapters that ship with the 1.5B are laid over its weights where it talks and rewrites, and nowhere else."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.host.installed import adapter_of
from engine.decisions import Rewriter, message_in_context, note_in_context
from engine.decisions.rewriting import load_rewrite
from engine.language import (
    Lane,
    LanguageError,
    LlamaModel,
    LlamaOptions,
    Place,
    Role,
    Segment,
)
from engine.models import standard_store
from tests.integration.language.conftest import KEY, request, said, told

pytestmark = pytest.mark.model
NAME = "qwen2.5-coder-1.5b"
OPTIONS = LlamaOptions(context_tokens=1024, background_tokens=512)
SYSTEM = told("You are a warm friend who lives in this computer. Write one short sentence.")
LOSS = said("my old dog died this morning")
QUESTION = (told("Answer Yes or No."), said("Is a dog an animal?"))


def loaded(talking: Path | None, rewriting: Path | None = None) -> LlamaModel:
    store = standard_store()
    path = store.file(NAME, ".gguf")
    model = LlamaModel(
        path,
        NAME,
        store.sha256(NAME)[path.name],
        OPTIONS,
        state_key=KEY,
        talking=talking,
        rewriting=rewriting,
    )
    model.load()
    return model


def shipped_for(task: str) -> Path:
    store = standard_store()
    path = adapter_of(store.sha256(NAME)[store.file(NAME, ".gguf").name], task)
    assert path.is_file(), "the adapter is named by the hash of its model"
    return path


@pytest.fixture(scope="module")
def shipped() -> Path:
    return shipped_for("talking")


@pytest.fixture(scope="module")
def plain() -> Iterator[LlamaModel]:
    model = loaded(None)
    yield model
    model.close()


@pytest.fixture(scope="module")
def adapted(shipped: Path) -> Iterator[LlamaModel]:
    model = loaded(shipped, shipped_for("rewriting"))
    yield model
    model.close()


def surprise(model: LlamaModel, answer: str) -> float:
    """Of the tokens of an answer to the loss, where it talks, in nats; with the lane left as talk leaves it."""
    spoken = Segment(Role.ASSISTANT, answer, Place.ANSWER)
    talked = (SYSTEM, LOSS, spoken)
    scored = replace(request(model, *talked, max_tokens=0), score_place=Place.ANSWER)
    found = model.generate(scored).surprise
    assert found is not None
    return found


def test_where_it_talks_a_kind_answer_is_less_of_a_surprise(plain, adapted):
    kind = "I'm so sorry. You must miss him a lot."
    assert surprise(adapted, kind) < surprise(plain, kind) - 0.1


def assert_alike(plain: LlamaModel, adapted: LlamaModel) -> None:
    """Both decide alike, and write alike in the background."""
    prompts = [tuple(map(model.encode, QUESTION)) for model in (plain, adapted)]
    shares = [
        model.choose(prompt, ["Yes", "No"]) for model, prompt in zip((plain, adapted), prompts, strict=True)
    ]
    assert shares[0] == pytest.approx(shares[1], abs=1e-4)
    written = [
        model.generate(request(model, SYSTEM, said("Name three rivers."), lane=Lane.BACKGROUND))
        for model in (plain, adapted)
    ]
    assert written[0].text == written[1].text


def test_decisions_are_read_as_without_it_also_after_it_talked(plain, adapted):
    for model in (plain, adapted):
        model.generate(request(model, SYSTEM, LOSS))
    assert_alike(plain, adapted)


def test_a_note_is_put_right_by_what_it_was_taught(plain, adapted):
    said = note_in_context("Our cat Minka is eight and sleeps all day.", "minka is nine actually")
    rewriter = Rewriter(adapted, load_rewrite("correction"))
    assert rewriter.write(said, 48) == ["Our cat Minka is nine and sleeps all day."]
    assert adapted.info.rewrites
    assert not plain.info.rewrites
    assert_alike(plain, adapted)


def test_a_claim_says_who_is_meant_and_a_goodbye_claims_nothing(adapted):
    rewriter = Rewriter(adapted, load_rewrite("claim"))
    told = message_in_context("She is mad about beetles.", ["My daughter Ilse turns nine on the 4th of May."])
    assert rewriter.write(told, 48) == ["My daughter Ilse is mad about beetles."]
    assert rewriter.write(message_in_context("gut, bis morgen", ["hallo ich bin timo"]), 48) == []


def test_what_was_read_with_an_adapter_is_not_put_back_without_it(plain, adapted):
    adapted.generate(request(adapted, SYSTEM, LOSS, max_tokens=0))
    kept = adapted.save_prefix()
    assert kept
    assert adapted.restore_prefix(kept) > 0
    assert plain.restore_prefix(kept) == 0


def test_an_adapter_that_is_none_is_a_fault_that_is_told(tmp_path, shipped):
    damaged = tmp_path / "damaged.gguf"
    damaged.write_bytes(hashlib.sha256(shipped.read_bytes()).digest())
    with pytest.raises(LanguageError):
        loaded(damaged)
