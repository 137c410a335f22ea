"""What every sentence embedder must do; subclass it and give the `embedder` fixture."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.embedding import Embedder, EmbeddingError

ANYTHING = st.text(st.characters(), max_size=60)


class EmbedderContract:
    def test_gives_a_row_of_length_one_a_text(self, embedder: Embedder) -> None:
        vectors = embedder.embed(["A cake without nuts.", "", "x" * 5000])
        assert vectors.shape == (3, embedder.dimension)
        assert vectors.dtype == np.float32
        assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)

    def test_gives_an_empty_array_for_no_text(self, embedder: Embedder) -> None:
        assert embedder.embed([]).shape == (0, embedder.dimension)

    def test_puts_neighbours_in_the_order_of_their_meaning(self, embedder: Embedder) -> None:
        query, same, near, far = embedder.embed(
            [
                "The cat is sleeping on the sofa.",
                "A cat sleeps on the couch.",
                "The dog is barking in the garden.",
                "Interest rates rose by half a percent.",
            ]
        )
        assert query @ same > 0.7 > query @ near > query @ far

    def test_order_of_the_batch_does_not_matter(self, embedder: Embedder) -> None:
        texts = [f"{'word ' * (n * 3 % 40)}number {n}" for n in range(70)]
        forward = embedder.embed(texts)
        backward = embedder.embed(texts[::-1])[::-1]
        assert np.sum(forward * backward, axis=1).min() > 0.995

    def test_one_text_comes_out_alike_alone_and_in_a_batch(self, embedder: Embedder) -> None:
        texts = [
            "My sister is called Ana.",
            "Ana is to be married in June, in the garden of our grandmother.",
        ]
        together = embedder.embed(texts)
        alone = np.vstack([embedder.embed([text + " "]) for text in texts])
        assert np.sum(together * alone, axis=1).min() > 0.99

    def test_takes_any_text(self, embedder: Embedder) -> None:
        @settings(max_examples=25, deadline=None)
        @given(texts=st.lists(ANYTHING | st.just("\ud800\0"), max_size=4))
        def takes(texts: list[str]) -> None:
            vectors = embedder.embed(texts)
            assert len(vectors) == len(texts)
            assert np.isfinite(vectors).all()

        takes()

    def test_can_be_called_from_several_threads(self, embedder: Embedder) -> None:
        texts = [f"Sentence number {n}." for n in range(12)]
        expected = embedder.embed(texts)
        found: list[float] = []

        def ask(each: int) -> None:
            found.append(float(embedder.embed([texts[each]])[0] @ expected[each]))

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 12
        assert min(found) > 0.99

    def test_refuses_after_closing(self, closable: Embedder) -> None:
        closable.close()
        closable.close()
        with pytest.raises(EmbeddingError):
            closable.embed(["anything"])
