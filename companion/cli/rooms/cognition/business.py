"""`companion business`: ideas for a business, scored and held against others ([E] §2.2)."""

from typing import Any

import typer

from companion.cli.rooms.asking import every, quoted, single
from companion.cli.verbs import Said, Verb, group
from companion.service import Json

POINTS = {
    "problem": "How much it is needed, 1 to 5.",
    "market": "How many need it.",
    "effort": "How easy it is to make.",
    "monetization": "How well it pays.",
    "fit": "How well it suits you.",
}


def _say(idea: dict[str, Any]) -> None:
    points = idea["score"]
    total = "  –" if points is None else f"{sum(points.values()):>3}"
    typer.echo(f"{idea['id']}  {total}  {idea['status']:<10}  {idea['name']}")
    quoted(idea["notes"][-1:])


def _show_review(found: Json) -> None:
    idea = found["idea"]
    _say(idea)
    quoted(
        f"against {one['name']}: + {one['strengths']}  - {one['weaknesses']}" for one in idea["competitors"]
    )
    quoted(f"tried: {outcome['decision']}" for outcome in found["outcomes"])
    if found["missing"]:
        quoted([f"missing: {', '.join(found['missing'])}"])


_all = every("ideas", _say, "There is none: companion business add NAME.")
_one = single("idea", _say)

app = group(
    Verb("list", "business.list", _all),
    Verb("add", "business.add", _one),
    Verb(
        "score",
        "business.score",
        _one,
        said={name: Said(words=words, argument=False) for name, words in POINTS.items()},
    ),
    Verb("compete", "business.compete", _one),
    Verb("update", "business.update", _one),
    Verb("review", "business.review", _show_review),
    first=Verb("", "business.list", _all, "all of them, the best scored first.", hidden=("status", "least")),
)
