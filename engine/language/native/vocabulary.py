"""Text to token ids and back. Safe to use from any thread while the model is decoding."""

import ctypes
from typing import Any

from engine.language.native.library import C


class Vocabulary:
    """A model's vocabulary."""

    def __init__(self, model: Any) -> None:
        self._vocab = C.llama_model_get_vocab(model)
        self.size: int = C.llama_vocab_n_tokens(self._vocab)
        self._pieces: dict[int, bytes] = {}

    @property
    def handle(self) -> Any:
        """What the C functions take."""
        return self._vocab

    def encode(self, text: str, *, special: bool) -> list[int]:
        """Token ids of `text`; only with `special` may it hold control tokens."""
        encoded = text.encode("utf-8", "replace")
        room = len(encoded) + 8
        buffer = (C.llama_token * room)()
        count = C.llama_tokenize(self._vocab, encoded, len(encoded), buffer, room, False, special)  # noqa: FBT003 - C
        return list(buffer[: max(0, count)])

    def piece(self, token: int) -> bytes:
        """The bytes `token` adds to a text: perhaps part of a character, nothing for a control token."""
        known = self._pieces.get(token)
        if known is None:
            known = self._pieces[token] = self._render(token, special=False)
        return known

    def text_of(self, token: int) -> str:
        """How a control token is written, such as `<s>`; empty where the model has no such token."""
        return "" if token < 0 else self._render(token, special=True).decode("utf-8", "replace")

    def ends_answer(self, token: int) -> bool:
        return bool(C.llama_vocab_is_eog(self._vocab, token))

    @property
    def beginning(self) -> int | None:
        """The token that a prompt must begin with, where the model wants one."""
        return int(C.llama_vocab_bos(self._vocab)) if C.llama_vocab_get_add_bos(self._vocab) else None

    def special_texts(self) -> dict[str, str]:
        """The names under which chat templates speak of the first and last token."""
        bos, eos = C.llama_vocab_bos(self._vocab), C.llama_vocab_eos(self._vocab)
        return {"bos_token": self.text_of(bos), "eos_token": self.text_of(eos)}

    def _render(self, token: int, *, special: bool) -> bytes:
        for room in (64, 1024):
            buffer = ctypes.create_string_buffer(room)
            count = C.llama_token_to_piece(self._vocab, token, buffer, room, 0, special)
            if count >= 0:
                return buffer.raw[:count]
        return b""
