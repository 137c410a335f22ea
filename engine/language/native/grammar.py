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


@lru_cache(maxsize=32)
def grammar_text(schema: str) -> bytes:
    """The GBNF grammar of a JSON schema. Raises NativeFaultError where grammars cannot say it."""
    converter = importlib.import_module("llama_cpp.llama_grammar")
    try:
        text: str = converter.json_schema_to_gbnf(schema)
    except (AssertionError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise NativeFaultError("grammar", "the schema cannot be made into a grammar") from error
    return _CHARACTER_RULE.sub(lambda _: _JSON_CHARACTER, text).encode()


def grammar_sampler(vocabulary: Any, schema: dict[str, Any]) -> Any:
    """A native grammar sampler for `schema`. Raises NativeFaultError where llama.cpp refuses the grammar."""
    text = grammar_text(json.dumps(schema, ensure_ascii=False))
    sampler = C.llama_sampler_init_grammar(vocabulary, text, b"root")
    if not sampler:
        raise NativeFaultError("grammar", "the grammar was refused")
    return sampler
