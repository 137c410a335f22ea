"""JSON schema to a grammar that llama.cpp holds a reply to."""

import importlib
import json
import re
from functools import lru_cache
from typing import Any

from engine.language.native.library import C, NativeFaultError

# The converter lets raw line breaks into strings, which JSON forbids.
_CHARACTER_RULE = re.compile(r"(?m)^char ::= .*$")
_JSON_CHARACTER = (
    r'char ::= [^"\\\x7F\x00-\x1F] | [\\] (["\\/bfnrt] | "u" [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F])'
)

_LITERAL_SIGNS = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}


@lru_cache(maxsize=32)
def grammar_text(schema: str) -> bytes:
    """The GBNF grammar of a JSON schema. Raises NativeFaultError where grammars cannot say it."""
    try:
        text = _converted(json.loads(schema))
    except (AssertionError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise NativeFaultError("grammar", "the schema cannot be made into a grammar") from error
    return _CHARACTER_RULE.sub(lambda _: _JSON_CHARACTER, text).encode()


def _converted(schema: Any) -> str:
    converter = _converter()(prop_order={}, allow_fetch=False, dotall=False, raw_pattern=False)
    converter.visit(converter.resolve_refs(schema, "schema"), "")
    text: str = converter.format_grammar()
    return text


@lru_cache(maxsize=1)
def _converter() -> Any:
    """The library's converter, whose literals end at the first quote within a fixed value."""
    library = importlib.import_module("llama_cpp.llama_grammar")

    class Converter(library.SchemaConverter):  # type: ignore[misc, name-defined]  # loaded late, unknown to the checker
        """Writes fixed values as JSON does, whatever signs are in them."""

        def _format_literal(self, literal: str) -> str:
            escaped = "".join(_LITERAL_SIGNS.get(sign, sign) for sign in literal)
            return f'"{escaped}"'

        def _generate_constant_rule(self, value: Any) -> str:
            return self._format_literal(json.dumps(value, ensure_ascii=False))

    return Converter


def grammar_sampler(vocabulary: Any, schema: dict[str, Any]) -> Any:
    """A native grammar sampler for `schema`. Raises NativeFaultError where llama.cpp refuses the grammar."""
    text = grammar_text(json.dumps(schema, ensure_ascii=False))
    sampler = C.llama_sampler_init_grammar(vocabulary, text, b"root")
    if not sampler:
        raise NativeFaultError("grammar", "the grammar was refused")
    return sampler
