"""`companion mcp`: lets programs that speak the Model Context Protocol use the mind's tools."""

from typing import Annotated

import typer

from companion.cli.invocation import invocation, print_json, warn
from companion.logs import start_logging
from companion.tools.server import Listing, Modules
from engine.vault import Keeping

app = typer.Typer(invoke_without_command=True)
Profile = Annotated[
    Listing, typer.Option("--profile", help="Seven tools and one that reaches all others, or all of them.")
]
NEEDS_KEY = (
    "A program cannot type your passphrase: it is told that the vault is locked, also while the companion is open. "
    "Let the system keyring keep the key: companion vault passphrase --keyring"
)
Which = Annotated[Modules, typer.Option("--modules", help="Without feelings, or everything.")]


@app.callback()
def serve(
    context: typer.Context,
    profile: Profile = Listing.LEAN,
    modules: Which = Modules.FULL_PRESENCE,
) -> None:
    """Without a command: serve a client on standard input and output until it leaves."""
    if context.invoked_subcommand is not None:
        return
    import anyio  # noqa: PLC0415 - what `--help` can do without

    from companion.tools.border import Border, opening  # noqa: PLC0415 - brings the mind
    from companion.tools.server import ToolServer  # noqa: PLC0415

    call = invocation(context)
    home = call.home()
    if home.key_path.exists():
        start_logging(home.prepare().log_dir)
    feels = modules is Modules.FULL_PRESENCE
    border = Border(opening(home, call.passphrase), "client", feels=feels)
    try:
        anyio.run(ToolServer(border, profile, modules).serve)
    finally:
        border.close()


@app.command()
def install(
    context: typer.Context,
    client: Annotated[str, typer.Option(help="claude-code, claude-desktop, cursor, gemini or vscode.")],
    *,
    profile: Profile = Listing.LEAN,
    modules: Which = Modules.FULL_PRESENCE,
    write: Annotated[bool, typer.Option("--write", help="Write it to the client's own file.")] = False,
) -> None:
    """What a client needs to be told; printed, or written where it keeps it."""
    from companion.keys import keeping_of  # noqa: PLC0415 - what `--help` can do without
    from companion.tools import clients  # noqa: PLC0415

    call = invocation(context)
    known = clients.client(client)
    told = clients.entry(call.home_path, ["--profile", profile.value, "--modules", modules.value])
    if write:
        warn(f"Written to {clients.write(known, told)}. Start the client anew.")
    else:
        print_json(clients.configured(known, told))
        warn(f"It belongs in {known.path()}; --write puts it there.")
    if keeping_of(call.home().path) is Keeping.PASSPHRASE:
        warn(NEEDS_KEY)
