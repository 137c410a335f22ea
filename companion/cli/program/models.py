"""`companion models`: what there is, what is here, and which one talks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.invocation import invocation, print_json, warn
from engine.errors import InvalidInputError
from engine.settings import CacheType

if TYPE_CHECKING:
    from companion.preferences import PreferenceFile, Preferences
    from engine.language import RemoteChoice
    from engine.models import Model, ModelStore

app = typer.Typer(help="Models: list, install, prepare, use, remove.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")]
Name = Annotated[str, typer.Argument(help="A name from `companion models list`.")]


class Duty(StrEnum):
    """Which work a language model is chosen for."""

    DAY = "day"
    NIGHT = "night"


@app.command("list")
def list_models(context: typer.Context, as_json: Json = False) -> None:
    """Show every model, and which are here."""
    store, preferences = _store(), _preference_file(context).load()
    if preferences.warning:
        warn(preferences.warning)
    here = {model.name for model in store.installed()}
    rows = [_described(model, here, preferences.preferences) for model in store.catalogue]
    chosen = _chosen_names(preferences.preferences)
    if as_json or invocation(context).as_json:
        print_json({"folder": str(store.folder), "models": rows, "chosen": chosen})
    else:
        _print_rows(rows)
        typer.echo(f"● installed · ★ starter pack · in {store.folder}")
        for duty, name in chosen.items():
            typer.echo(f"{duty}: {name}")


@app.command()
def install(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME…", help="Which models; `voice` means those that hear and speak."),
    ] = None,
    *,
    starter: Annotated[bool, typer.Option("--starter", help="All models of the starter pack.")] = False,
    file: Annotated[Path | None, typer.Option("--file", help="A model file that you have.")] = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Fetch models; an interrupted download goes on where it stopped."""
    store = _store()
    chosen = _chosen(store, names or [], file, starter=starter)
    if dry_run:
        here = {model.name for model in store.installed()}
        result: list[dict[str, Any]] = [
            {"name": one.name, "bytes": one.bytes} for one in chosen if one.name not in here
        ]
    else:
        missing = [model for model in chosen if model not in store.installed()]
        result = [_installed(store, model, file) for model in chosen]
        warn(
            f"Installed: {', '.join(one.name for one in missing)}"
            if missing
            else "The models are here already."
        )
    if as_json or invocation(context).as_json:
        print_json({"would_install" if dry_run else "installed": result})
    elif dry_run:
        for row in result:
            typer.echo(f"Would install {row['name']} ({_size(row['bytes'])}).")


@app.command()
def use(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="From `list`, or ollama:NAME, or openai:URL#NAME.")],
    role: Annotated[Duty, typer.Option("--role", help="day: talks with you; night: works alone.")] = Duty.DAY,
    allow_host: Annotated[str, typer.Option(help="Another machine that may hear all you say.")] = "",
    cache: Annotated[
        CacheType | None, typer.Option(help="How installed models keep what they read: q8_0 takes half.")
    ] = None,
) -> None:
    """Choose the language model of this home, or the model that it remembers with by meaning."""
    from engine.language import parse_choice  # noqa: PLC0415 - only this command needs it

    keeper = _preference_file(context)
    loaded = keeper.load()
    if loaded.warning:
        warn(loaded.warning)
    preferences = loaded.preferences
    if allow_host:
        hosts = dict.fromkeys((*preferences.allowed_hosts, allow_host))
        preferences = preferences.model_copy(update={"allowed_hosts": tuple(hosts)})
    if cache is not None:
        preferences = preferences.model_copy(update={"cache_type": cache})
    served = parse_choice(name)
    if served is None and _recalls(name):
        keeper.change(sentence_model=name)
        typer.echo(
            f"{name} remembers by meaning from the next start on; what is kept is read once more then."
        )
        return
    if served is None:
        _check_installed(name)
    else:
        _check_served(served, preferences)
    chosen = name if served is None else str(served)
    keeper.change(
        **{f"{role}_model": chosen},
        allowed_hosts=preferences.allowed_hosts,
        cache_type=preferences.cache_type,
    )
    typer.echo(f"{chosen} is now the {role} model.")


@app.command()
def prepare(context: typer.Context) -> None:
    """Have the day's model read what every answer begins with, once for all homes; at once where that was done."""
    from rich.console import Console  # noqa: PLC0415 - only this command needs them
    from rich.progress import Progress  # noqa: PLC0415

    from companion.bootstrap import build_mind, open_vault  # noqa: PLC0415
    from companion.host import InstalledModels  # noqa: PLC0415
    from engine.conversation import is_prepared  # noqa: PLC0415
    from engine.conversation import prepare as read_all  # noqa: PLC0415

    model = InstalledModels(_store(), _preference_file(context)).load(None, lambda _: None)
    mind = build_mind(open_vault(None, None))
    try:
        mind.attach_language(model)
        if not is_prepared(mind.conversation, model):
            with Progress(console=Console(stderr=True), transient=True) as bar:
                task = bar.add_task("Waking up", total=1.0)
                read_all(mind.conversation, model, lambda part: bar.update(task, completed=part))
        typer.echo(f"{model.info.name} is prepared.")
    finally:
        mind.close()
        model.close()


@app.command()
def remove(context: typer.Context, name: Name, dry_run: DryRun = False) -> None:
    """Delete a model from this machine; it can be fetched again."""
    store = _store()
    model = store.catalogue.get(name)
    preferences = _preference_file(context).load().preferences
    if name in _chosen_names(preferences).values():
        warn(f"{name} is in use by this home; choose another with: companion models use NAME")
    if not dry_run:
        store.remove(name)
    typer.echo(f"{'Would remove' if dry_run else 'Removed'} {name} ({_size(model.bytes)}).")


def _check_installed(name: str) -> None:
    from engine.models import ModelRole  # noqa: PLC0415 - imports the downloaders

    store = _store()
    if store.catalogue.get(name).role is not ModelRole.LANGUAGE:
        raise InvalidInputError("NAME", f"{name} neither talks nor remembers", "Choose one of role language.")
    store.path(name)


def _recalls(name: str) -> bool:
    """Whether it is a sentence model; it is opened, to see that it can be."""
    from companion.bootstrap import open_sentences  # noqa: PLC0415 - imports the mind
    from engine.models import ModelRole  # noqa: PLC0415 - imports the downloaders

    store = _store()
    if store.catalogue.get(name).role is not ModelRole.SENTENCES:
        return False
    open_sentences(store, name).close()
    return True


def _check_served(choice: "RemoteChoice", preferences: "Preferences") -> None:
    """Ask the server for the model: a name that nobody serves is not kept."""
    from engine.language import RemoteModel  # noqa: PLC0415 - only this command needs it

    model = RemoteModel(choice, allowed_hosts=preferences.allowed_hosts)
    model.load()
    model.close()


def _store() -> "ModelStore":
    from engine.models import standard_store  # noqa: PLC0415 - imports the downloaders

    return standard_store()


def _preference_file(context: typer.Context) -> "PreferenceFile":
    from companion.preferences import PreferenceFile  # noqa: PLC0415 - only these commands need it

    return PreferenceFile(invocation(context).home().path)


def _chosen(store: "ModelStore", names: list[str], file: Path | None, *, starter: bool) -> list["Model"]:
    if file is not None and not file.is_file():
        raise InvalidInputError("--file", "is not a file that can be read")
    if starter and not names and file is None:
        return list(store.catalogue.starter())
    if file is not None and not names and not starter:
        model = store.identify(file)
        if model is None:
            raise InvalidInputError("--file", "holds no model of the catalogue", "See: companion models list")
        return [model]
    if starter or not names or (file is not None and len(names) > 1):
        raise InvalidInputError("NAME", "give model names, or --starter, or --file with at most one name")
    return [model for name in names for model in store.catalogue.pack(name) or (store.catalogue.get(name),)]


def _installed(store: "ModelStore", model: "Model", file: Path | None) -> dict[str, Any]:
    from engine.models import chosen_sources, ignore_progress  # noqa: PLC0415 - imports the downloaders

    # One that is here is only looked at, which needs no bar.
    shown = nullcontext(ignore_progress) if model in store.installed() else _shown_progress(model)
    with shown as progress:
        folder = store.install(model.name, progress, chosen_sources(), file)
    return {"name": model.name, "bytes": model.bytes, "folder": str(folder)}


@contextmanager
def _shown_progress(model: "Model") -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal; elsewhere a line at every tenth, so that a log stays readable."""
    from rich.console import Console  # noqa: PLC0415 - drawing is slow to load

    console = Console(stderr=True)
    if console.is_terminal:
        with _bar(console, model) as progress:
            yield progress
    else:
        yield _lines(model)


@contextmanager
def _bar(console: Any, model: "Model") -> Iterator[Callable[[int, int], None]]:
    from rich import progress as shown  # noqa: PLC0415 - drawing is slow to load

    columns = (shown.TextColumn("{task.description}"), shown.BarColumn(), shown.DownloadColumn())
    with shown.Progress(*columns, shown.TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task(model.name, total=model.bytes)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _lines(model: "Model") -> Callable[[int, int], None]:
    told = -1

    def tell(done: int, total: int) -> None:
        nonlocal told
        tenth = done * 10 // total
        if tenth > told and done < total:
            told = tenth
            warn(f"{model.name}: {tenth * 10:3d}% of {_size(total)}")

    return tell


def _chosen_names(preferences: "Preferences") -> dict[str, str]:
    """Which model does what, one behind a server too."""
    return {
        Duty.DAY.value: preferences.day_model,
        Duty.NIGHT.value: preferences.model_for_night(),
        "meaning": preferences.sentence_model,
    }


def _described(model: "Model", here: set[str], preferences: "Preferences") -> dict[str, Any]:
    duties = [duty for duty, name in _chosen_names(preferences).items() if name == model.name]
    facts = model.model_dump(
        mode="json", include={"name", "title", "role", "licence", "memory_mb", "starter", "note"}
    )
    return facts | {"bytes": model.bytes, "installed": model.name in here, "used_for": duties}


def _print_rows(rows: list[dict[str, Any]]) -> None:
    """Two lines a model, by role, so that a narrow terminal shows them whole."""
    role = ""
    for row in rows:
        if row["role"] != role:
            role = row["role"]
            typer.echo(role)
        marks = ("●" if row["installed"] else " ") + ("★" if row["starter"] else " ")
        figures = f"{_size(row['bytes']):>8}   needs {_size(row['memory_mb'] << 20):>8}   {row['licence']}"
        used = f" In use by {' and '.join(row['used_for'])}." if row["used_for"] else ""
        typer.echo(f" {marks} {row['name']:<24}{figures}")
        typer.echo(f"      {row['note']}{used}")


def _size(count: int) -> str:
    if count < 1_000_000:
        return f"{count / 1000:.0f} kB"
    return f"{count / 1e6:.0f} MB" if count < 1_000_000_000 else f"{count / 1e9:.1f} GB"
