"""`companion business`: ideas for a business, scored and held against others ([E] §2.2)."""

from typing import Any

import typer

from companion.cli.rooms.asking import quoted
from companion.cli.verbs import Room, Said, Verb, group
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


SCORE = {name: Said(words=words, argument=False) for name, words in POINTS.items()}

app = group(
    Verb("list", "business.list"),
    Verb("score", "business.score", said=SCORE),
    Verb("review", "business.review", _show_review),
    first=Verb("", "business.list", words="all of them, the best scored first.", hidden=("status", "least")),
    room=Room("business", {"idea": _say, "ideas": _say}, "There is none: companion business add NAME."),
)
