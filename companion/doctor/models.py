"""The models of this machine."""

from companion.bootstrap import SENTENCE_MODEL, open_sentences
from companion.doctor.fit import fit
from companion.doctor.records import Check, absent, fault, ok
from companion.home import Home
from companion.preferences import PreferenceFile, Preferences
from engine.errors import CompanionError
from engine.language import RemoteChoice, RemoteModel, is_this_machine, parse_choice
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
    preferences = PreferenceFile(home.path).load().preferences
    checks += [*_language(preferences, here), *_memory(store, preferences, here)]
    return [*checks, *_sentences(store, preferences)]


def _sentences(store: ModelStore, preferences: Preferences) -> list[Check]:
    """What remembers by meaning, and what reads the mood and commands beside it, where they are not as chosen."""
    chosen = preferences.sentence_model
    try:
        open_sentences(store, chosen).close()
    except CompanionError as error:
        words = (
            "memories are found by words alone" if chosen == SENTENCE_MODEL else f"{SENTENCE_MODEL} serves"
        )
        remedy = f"Run `companion models install {chosen}`."
        return [absent("sentence model", f"{chosen}: {error.message} Until then {words}.", remedy)]
    if SENTENCE_MODEL not in {model.name for model in store.installed()}:
        detail = (
            f"{SENTENCE_MODEL} is not installed: beside {chosen} it reads the mood and what is to be changed"
        )
        return [absent("sentence model", detail, INSTALL)]
    return _of_another_tongue(store, preferences)


def _of_another_tongue(store: ModelStore, preferences: Preferences) -> list[Check]:
    """A sentence model that does not know the language that was chosen for speaking."""
    model, spoken = store.catalogue.get(preferences.sentence_model), preferences.spoken_language
    many = next((one.name for one in store.catalogue.of_role(ModelRole.SENTENCES) if not one.languages), "")
    if not spoken or not many or not model.languages or spoken in model.languages:
        return []
    detail = f"{model.name} knows {', '.join(model.languages)}, and you speak {spoken}: much is found by words alone"
    remedy = f"Run `companion models install {many}`, then `companion models use {many}`."
    return [absent("sentence model", detail, remedy)]


def _memory(store: ModelStore, preferences: Preferences, here: tuple[Model, ...]) -> list[Check]:
    """What the day's model takes, where it runs on this machine."""
    if preferences.day_model not in {model.name for model in here}:
        return []
    try:
        return [fit(store.file(preferences.day_model, ".gguf"), preferences)]
    except CompanionError:
        return []  # its own line says what is wrong with the file


def _language(preferences: Preferences, here: tuple[Model, ...]) -> list[Check]:
    """Who talks and who works at night, and whether they can."""
    checks = []
    for duty, wish in (("language model", preferences.day_model), ("night model", preferences.night_model)):
        try:
            served = parse_choice(wish)
        except CompanionError as error:
            checks.append(fault(duty, error.message, error.remedy))
            continue
        if served is not None:
            checks.append(_served(duty, served, preferences))
        elif wish and wish not in {model.name for model in here}:
            checks.append(_missing(duty, wish, here))
    return checks


def _served(duty: str, choice: RemoteChoice, preferences: Preferences) -> Check:
    try:
        info = RemoteModel(choice, allowed_hosts=preferences.allowed_hosts).load()
    except CompanionError as error:
        return fault(duty, error.message, error.remedy)
    place = "on this machine" if is_this_machine(choice.host) else f"{choice.host} hears all that is said"
    return ok(duty, f"{choice} answers; {place}; {info.context_tokens} tokens of context")


def _missing(duty: str, wish: str, here: tuple[Model, ...]) -> Check:
    if not any(model.role is ModelRole.LANGUAGE for model in here):
        return fault(duty, "none installed, so nobody can answer", INSTALL)
    remedy = f"Run `companion models install {wish}`; until then another one answers."
    return absent(duty, f"{wish} is chosen, and not installed", remedy)


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
