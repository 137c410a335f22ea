"""The size budget of the code: how long functions, files and folders may be.

The figures stand in `pyproject.toml` under `[tool.companion.size]`. A function's body is counted without its
docstring, comments and blank lines.
"""

import ast
import io
import statistics
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MEASURED = ("engine", "companion", "ui", "installers", "tests")
_SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}


@dataclass(frozen=True, slots=True)
class Function:
    """A function and the lines of its body."""

    place: str
    body_lines: int


def functions(source: str, place: str = "") -> Iterator[Function]:
    """Every function of `source`, nested ones too."""
    lines = _code_lines(source)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
            body = range(first[0].lineno, (node.end_lineno or 0) + 1) if first else range(0)
            yield Function(f"{place}:{node.lineno} {node.name}", len(lines.intersection(body)))


def _code_lines(source: str) -> set[int]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        line
        for token in tokens
        if token.type not in _SILENT
        for line in range(token.start[0], token.end[0] + 1)
    }


def breaches(root: Path, budget: dict[str, Any]) -> list[str]:
    """Everything in which the code under `root` goes beyond `budget`, a line each."""
    files = [path for part in MEASURED for path in sorted((root / part).rglob("*.py"))]
    own = [path for path in files if not path.is_relative_to(root / "tests")]
    found = [
        function
        for path in own
        for function in functions(path.read_text(encoding="utf-8"), str(path.relative_to(root)))
    ]
    return [*_of_functions(found, budget), *_of_files(root, files, budget), *_of_folders(root, own, budget)]


def _of_functions(found: list[Function], budget: dict[str, Any]) -> Iterator[str]:
    sizes = sorted(function.body_lines for function in found)
    if len(sizes) < 2:
        return
    median, ninetieth = statistics.median(sizes), statistics.quantiles(sizes, n=10)[-1]
    if median > budget["body_median"]:
        yield f"the median function has {median} lines; {budget['body_median']} are allowed"
    if ninetieth > budget["body_p90"]:
        yield f"a tenth of the functions has over {ninetieth:.0f} lines; {budget['body_p90']} are allowed"
    long = [function for function in found if function.body_lines > budget["body_long"]]
    if len(long) > budget["body_long_share"] * len(found):
        for function in long:
            yield f"{function.place} has {function.body_lines} lines: too many are over {budget['body_long']}"


def _of_files(root: Path, files: list[Path], budget: dict[str, Any]) -> Iterator[str]:
    for path in files:
        name = path.relative_to(root).as_posix()
        length = len(path.read_text(encoding="utf-8").splitlines())
        limit = budget["file_never"] if name in budget["long_files"] else budget["file_lines"]
        if length > limit:
            yield f"{name} has {length} lines; {limit} are allowed"


def _of_folders(root: Path, files: list[Path], budget: dict[str, Any]) -> Iterator[str]:
    counts = Counter(path.parent for path in files if path.name != "__init__.py")
    for folder, count in counts.items():
        if count > budget["folder_files"]:
            yield f"{folder.relative_to(root)} holds {count} files; {budget['folder_files']} are allowed"


def main() -> int:
    """Print every breach; returns 1 if there is one."""
    configuration = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = breaches(ROOT, configuration["tool"]["companion"]["size"])
    for breach in found:
        sys.stdout.write(breach + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
