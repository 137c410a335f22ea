"""How a model marks who speaks: the texts that open and close a message of each role.

A GGUF file carries its maker's chat template, a program that renders whole conversations. We need its markers
one by one, so that a prompt can grow segment by segment: sentinels are rendered in a sandbox and the markers
are what stands between them. Where that fails, ChatML is used.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NoReturn

from engine.language.records import Role

_ASKED, _TOLD, _REPLIED, _ASKED_AGAIN, _REPLIED_AGAIN = (
    "qz1asked", "qz2told", "qz3replied", "qz4askedagain", "qz5repliedagain",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ChatFormat:
    """Opening and closing markers of each role: only they are read with control tokens."""

    openings: Mapping[Role, str]
    closings: Mapping[Role, str]


CHATML = ChatFormat(
    openings={role: f"<|im_start|>{role.value}\n" for role in Role},
    closings=dict.fromkeys(Role, "<|im_end|>\n"),
)


class UnusableTemplateError(ValueError):
    """The template does not render, or drops or reorders what it is given."""


def derive_format(template: str | None, special_texts: Mapping[str, str]) -> ChatFormat:
    """The markers of a chat `template`; ChatML where there is none or it cannot be taken apart.

    `special_texts` are the template's names for control tokens (`bos_token`, `eos_token`). The beginning-of-
    text token is no part of a marker: the adapter puts it before the first segment.
    """
    if not template:
        return CHATML
    try:
        return _Dissection(template, special_texts).format()
    except UnusableTemplateError:
        return CHATML


class _Dissection:
    """Takes one template apart by rendering sentinels."""

    def __init__(self, template: str, special_texts: Mapping[str, str]) -> None:
        self._special_texts = dict(special_texts)
        self._render = _compile(template)

    def format(self) -> ChatFormat:
        user_closing, assistant_opening = self._after_user()
        assistant_closing, user_opening = self._after_assistant(user_closing, assistant_opening)
        system_opening, system_closing = self._around_system(user_opening, user_closing)
        return ChatFormat(
            openings={
                Role.SYSTEM: system_opening,
                Role.USER: user_opening,
                Role.ASSISTANT: assistant_opening,
            },
            closings={
                Role.SYSTEM: system_closing,
                Role.USER: user_closing,
                Role.ASSISTANT: assistant_closing,
            },
        )

    def _after_user(self) -> tuple[str, str]:
        """A user's closing and the assistant's opening: what asking for an answer adds is the latter."""
        asked = [{"role": "user", "content": _ASKED}]
        closing = _cut(self._rendered(asked, answer=False), _ASKED)[-1]
        both = _cut(self._rendered(asked, answer=True), _ASKED)[-1]
        return closing, _without_prefix(both, closing)

    def _after_assistant(self, user_closing: str, assistant_opening: str) -> tuple[str, str]:
        """An assistant's closing (at the end of a conversation) and a user's opening (after one)."""
        talk = [
            {"role": "user", "content": _ASKED},
            {"role": "assistant", "content": _REPLIED},
            {"role": "user", "content": _ASKED_AGAIN},
            {"role": "assistant", "content": _REPLIED_AGAIN},
        ]
        parts = _cut(self._rendered(talk, answer=False), _ASKED, _REPLIED, _ASKED_AGAIN, _REPLIED_AGAIN)
        if not parts[1].startswith(user_closing):
            raise UnusableTemplateError("a user's closing differs with what follows")
        return parts[-1], _without_prefix(parts[2], parts[-1])

    def _around_system(self, user_opening: str, user_closing: str) -> tuple[str, str]:
        """A system message's markers; a template without that role gets it as a user's message."""
        told = [{"role": "system", "content": _TOLD}, {"role": "user", "content": _ASKED}]
        try:
            before, between, _ = _cut(self._rendered(told, answer=False), _TOLD, _ASKED)
            closing = _without_suffix(between, user_opening)
        except UnusableTemplateError:
            return user_opening, user_closing
        return before.removeprefix(self._special_texts.get("bos_token", "")), closing

    def _rendered(self, messages: Sequence[Mapping[str, str]], *, answer: bool) -> str:
        return self._render(
            messages=messages, add_generation_prompt=answer, tools=None, **self._special_texts
        )


def _compile(template: str) -> Callable[..., str]:
    from jinja2 import TemplateError  # noqa: PLC0415 - the child imports this room and must start fast
    from jinja2.sandbox import ImmutableSandboxedEnvironment  # noqa: PLC0415 - for the same reason

    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )
    environment.globals["raise_exception"] = _refuse
    environment.globals["strftime_now"] = lambda pattern: datetime.now(UTC).strftime(pattern)

    def render(**values: Any) -> str:
        try:
            return str(environment.from_string(template).render(**values))
        except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError, RecursionError) as error:
            raise UnusableTemplateError(str(error)) from error

    return render


def _refuse(message: str) -> NoReturn:
    raise UnusableTemplateError(message)


def _cut(rendered: str, *sentinels: str) -> list[str]:
    parts = []
    for sentinel in sentinels:
        before, found, rendered = rendered.partition(sentinel)
        if not found:
            raise UnusableTemplateError("a message is missing")
        parts.append(before)
    return [*parts, rendered]


def _without_prefix(text: str, prefix: str) -> str:
    if not text.startswith(prefix):
        raise UnusableTemplateError("a marker differs with its place")
    return text[len(prefix) :]


def _without_suffix(text: str, suffix: str) -> str:
    if not text.endswith(suffix):
        raise UnusableTemplateError("a marker differs with its place")
    return text[: len(text) - len(suffix)]
