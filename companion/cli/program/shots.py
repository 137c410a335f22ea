"""`companion shots`: pictures of every place of the window, over a demonstration that nobody lived."""

from pathlib import Path
from typing import Annotated

import typer

from companion.cli.exit_codes import ExitCode


def shots(
    folder: Annotated[Path, typer.Argument(help="Where the pictures go; made where it is missing.")],
    only: Annotated[str, typer.Option("--only", help="Only those whose names hold this.")] = "",
) -> None:
    """Save every place in light and dark, large and small, full and empty, as NAME-light-large-full.png and so on."""
    from companion.window.shots import take_shots  # noqa: PLC0415 - the window's parts are heavy

    taken = take_shots(folder, only, typer.echo)
    typer.echo(f"{taken} pictures in {folder}")
    raise typer.Exit(ExitCode.DONE)
