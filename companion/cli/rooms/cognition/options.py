"""Options that these commands share."""

from typing import Annotated

import typer

DOMAINS = "technical, business, work_patterns, project, general, emotional or behavioral."
Domain = Annotated[str, typer.Option(help=DOMAINS)]
Confidence = Annotated[float | None, typer.Option(help="How sure, 0 to 1.", min=0, max=1)]
Source = Annotated[
    list[str] | None, typer.Option(help="What it rests on, such as step:… or fact:…; may be repeated.")
]
Tag = Annotated[list[str] | None, typer.Option(help="A word to find it by; may be repeated.")]
