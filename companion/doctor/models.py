"""The models of this machine."""

from companion.bootstrap import SENTENCE_MODEL
from companion.doctor.records import Check, absent, fault, ok
from companion.home import Home
from companion.preferences import PreferenceFile
from engine.errors import CompanionError
from engine.models import Model, ModelRole, ModelStore, standard_store

INSTALL = "Run `companion models install --starter`."


def models(home: Home) -> list[Check]:
    """The folder, each installed model, and what the home has chosen but is not here."""
    try:
        store = standard_store()
        here = store.installed()
    except CompanionError as error:
        return [fault("models", error.message, error.remedy)]
    checks = [_folder(store, here), *(_installed(store, model) for model in here)]
    if not any(model.role is ModelRole.LANGUAGE for model in here):
        checks.append(fault("language model", "none installed, so nobody can answer", INSTALL))
    elif (wish := PreferenceFile(home.path).load().preferences.day_model) not in {one.name for one in here}:
        remedy = f"Run `companion models install {wish}`; until then another one answers."
        checks.append(absent("language model", f"{wish} is chosen, and not installed", remedy))
    if SENTENCE_MODEL not in {model.name for model in here}:
        checks.append(absent("sentence model", "none installed: memories are found by words alone", INSTALL))
    return checks


def _folder(store: ModelStore, here: tuple[Model, ...]) -> Check:
    detail = f"{len(here)} in {store.folder}"
    return ok("models", detail) if here else absent("models", detail, INSTALL)


def _installed(store: ModelStore, model: Model) -> Check:
    name = f"model {model.name}"
    try:
        store.path(model.name)
    except CompanionError as error:
        return fault(name, error.message, error.remedy)
    return ok(name, f"{model.bytes / 1e6:.0f} MB, checksum verified")
