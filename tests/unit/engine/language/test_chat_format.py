"""Markers are cut out of templates of very different make; what cannot be taken apart becomes ChatML."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2.sandbox import ImmutableSandboxedEnvironment

from engine.language import Role
from engine.language.chat_format import CHATML, derive_format

TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}

QWEN = (
    "{%- if messages[0]['role'] == 'system' %}{{- '<|im_start|>system\\n' "
    "+ messages[0]['content'] + '<|im_end|>\\n' }}"
    "{%- else %}{{- '<|im_start|>system\\nYou are a helpful assistant.<|im_end|>\\n' }}{%- endif %}"
    "{%- for message in messages %}"
    "{%- if not loop.first or message.role != 'system' %}"
    "{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{%- endif %}{%- endfor %}"
    "{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}"
)
LLAMA3 = (
    "{% for message in messages %}"
    "{% set content = '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n'"
    "+ message['content'] | trim + '<|eot_id|>' %}"
    "{% if loop.index0 == 0 %}{% set content = bos_token + content %}"
    "{% endif %}{{ content }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}"
)
MISTRAL = (
    "{{ bos_token }}{% for message in messages %}{% if message['role'] == 'user' %}"
    "{{ '[INST] ' + message['content'] + ' [/INST]' }}{% elif message['role'] == 'assistant' %}"
    "{{ message['content'] + eos_token }}{% else %}{{ raise_exception('Only user and assistant roles!') }}"
    "{% endif %}{% endfor %}"
)
GEMMA = (
    "{{ bos_token }}{% if messages[0]['role'] == 'system' %}"
    "{{ raise_exception('System role not supported') }}{% endif %}"
    "{% for message in messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('Conversation roles must alternate') }}{% endif %}"
    "{% set role = 'model' if message['role'] == 'assistant' else message['role'] %}"
    "{{ '<start_of_turn>' + role + '\n' + message['content'] | trim + '<end_of_turn>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<start_of_turn>model\n' }}{% endif %}"
)


def markers(template):
    found = derive_format(template, TOKENS)
    return [(found.openings[role], found.closings[role]) for role in (Role.SYSTEM, Role.USER, Role.ASSISTANT)]


def test_chatml_with_a_default_system_prompt():
    assert derive_format(QWEN, TOKENS) == CHATML


def test_headers_of_llama_3_without_the_beginning_token():
    header = "<|start_header_id|>{}<|end_header_id|>\n\n"
    assert markers(LLAMA3) == [
        (header.format(role), "<|eot_id|>") for role in ("system", "user", "assistant")
    ]


def test_a_template_without_a_system_role_gives_it_the_users_markers():
    assert markers(MISTRAL) == [("[INST] ", " [/INST]"), ("[INST] ", " [/INST]"), ("", "</s>")]


def test_an_assistant_of_another_name():
    assert markers(GEMMA)[1:] == [
        ("<start_of_turn>user\n", "<end_of_turn>\n"),
        ("<start_of_turn>model\n", "<end_of_turn>\n"),
    ]


@pytest.mark.parametrize("template", [MISTRAL, LLAMA3, GEMMA, QWEN])
def test_markers_in_a_row_are_what_the_template_renders(template):
    """A conversation put together from markers equals the rendering, but for what stands before the first."""
    found = derive_format(template, TOKENS)
    talk = [("user", "Hi"), ("assistant", "Hello"), ("user", "Well?"), ("assistant", "Fine")]
    ours = "".join(f"{found.openings[Role(role)]}{text}{found.closings[Role(role)]}" for role, text in talk)
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    messages = [{"role": role, "content": text} for role, text in talk]
    rendered = environment.from_string(template).render(
        messages=messages, add_generation_prompt=False, **TOKENS
    )
    assert rendered.endswith(ours)


@pytest.mark.parametrize(
    "template",
    [
        None,
        "",
        "{{ nothing.at.all }}",
        "{% for %}",
        "no messages",
        "{{ messages[0]['content'] }}",
        "{{ 1 / 0 }}",
    ],
)
def test_what_cannot_be_taken_apart_is_chatml(template):
    assert derive_format(template, TOKENS) == CHATML


def test_a_template_cannot_leave_its_sandbox():
    hostile = (
        "{{ ''.__class__.__mro__[1].__subclasses__() }}{% for m in messages %}{{ m.content }}{% endfor %}"
    )
    assert derive_format(hostile, TOKENS) == CHATML


@given(st.text(max_size=80))
def test_no_template_breaks_it(template):
    assert set(derive_format(template, TOKENS).openings) == set(Role)
