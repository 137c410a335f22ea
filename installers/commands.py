"""The manual page and the completion of shells, made from the command line's own declarations.

Everything said here is what `companion --help` says: a command, an option or a word of help is written once, where it
is declared, and this module only sets it for `man` and for bash, zsh and fish.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import typer

from companion.cli.exit_codes import ExitCode
from companion.cli.listed import LISTED
from companion.cli.main import mounted

PROGRAM = "companion"
_MARKUP = re.compile(r"\[/?(?:bold|dim|red|green|yellow|cyan)\]")


@dataclass(frozen=True, slots=True)
class Option:
    """An option or argument as help shows it, and the words that name it; none for an argument."""

    shown: str
    words: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """A command with those below it. `path` are its words behind the program's name."""

    path: tuple[str, ...]
    words: str
    options: tuple[Option, ...]
    below: tuple[Command, ...]

    def all(self) -> Iterator[Command]:
        """This one and everything below it."""
        yield self
        for each in self.below:
            yield from each.all()

    @property
    def next(self) -> tuple[str, ...]:
        """The words that may follow it: commands below, then options."""
        return (*(each.path[-1] for each in self.below), *self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its options."""
        return tuple(name for option in self.options for name in option.names)


def command_tree() -> Command:
    """Every command of the program; loads all of them."""
    whole = typer.main.get_command(mounted([one.name for one in LISTED]))
    return _read(whole, typer.Context(whole, info_name=PROGRAM), ())


def _read(command: Any, context: Any, path: tuple[str, ...]) -> Command:
    below = getattr(command, "commands", {})
    return Command(
        path,
        _plain(command.help or ""),
        tuple(filter(None, (_option(each, context) for each in command.get_params(context)))),
        tuple(
            _read(each, typer.Context(each, parent=context, info_name=name), (*path, name))
            for name, each in sorted(below.items())
        ),
    )


def _option(parameter: Any, context: Any) -> Option | None:
    record = parameter.get_help_record(context)
    if record is None:
        return None
    is_option = parameter.param_type_name == "option"
    names = (*parameter.opts, *parameter.secondary_opts) if is_option else ()
    return Option(_plain(record[0]), _plain(record[1]), names)


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", text).split())


def manual(tree: Command, version: str, day: date) -> str:
    """The page for `man 1 companion`, in the macros of man(7)."""
    lines = [
        f'.TH COMPANION 1 "{day:%Y-%m-%d}" "companion {version}" "User Commands"',
        ".ad l",  # long options leave no room to set both edges
        ".SH NAME",
        r"companion \- a personal AI companion that remembers you and stays on your machine",
        ".SH SYNOPSIS",
        r".B companion",
        r"[\fIoptions\fR] [\fIcommand\fR [\fIarguments\fR]]",
        ".SH DESCRIPTION",
        _roff(tree.words),
        ".SH OPTIONS",
        *_described(tree),
        ".SH COMMANDS",
    ]
    for command in tree.all():
        if command.path:
            lines += [
                f".SS companion {_roff(' '.join(command.path))}",
                _roff(command.words),
                *_described(command),
            ]
    lines += [
        ".SH EXIT STATUS",
        *(
            line
            for code in ExitCode
            for line in (".TP", f".B {code.value}", _roff(code.name.lower().replace("_", " ")))
        ),
        ".SH ENVIRONMENT",
        *_term("COMPANION_HOME", "Another folder for everything but the models."),
        *_term("COMPANION_MODELS", "Another folder for the models."),
        *_term("COMPANION_PASSPHRASE", "The passphrase of the vault, for unattended use."),
        ".SH FILES",
        *_term("~/.local/share/companion", "The encrypted vault, its backups and the models."),
        *_term(
            "/usr/lib/systemd/user/companion-night.service",
            "Thinks alone when it is quiet, once it is enabled.",
        ),
    ]
    return "\n".join(lines) + "\n"


def _described(command: Command) -> list[str]:
    return [line for option in command.options for line in _term(option.shown, option.words)]


def _term(name: str, words: str) -> list[str]:
    return [".TP", f".B {_roff(name)}", _roff(words) if words else r"\&"]


def _roff(text: str) -> str:
    """Text that no macro is read out of."""
    # A long choice may be broken after each of its words.
    safe = text.replace("\\", r"\e").replace("-", r"\-").replace("|", r"|\:")
    return rf"\&{safe}" if safe.startswith((".", "'")) else safe


def bash(tree: Command) -> str:
    """Completion for bash, also read by zsh: the words of a command's place, without starting the program."""
    cases = "\n".join(f'    "{" ".join(one.path)}") words="{" ".join(one.next)}" ;;' for one in tree.all())
    return f"""# Completion of companion. Written from its own declarations; see `companion --help`.
_companion() {{
  local place="" word words="" current="${{COMP_WORDS[COMP_CWORD]}}"
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$place $word" in
{_deeper(tree)}
    esac
  done
  place="${{place# }}"
  case "$place" in
{cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ ${{#COMPREPLY[@]}} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}}
complete -o filenames -F _companion companion
"""


def _deeper(tree: Command) -> str:
    places = "|".join(f'" {" ".join(command.path)}"' for command in tree.all() if command.path)
    return f'      {places}) place="$place $word" ;;'


def zsh(tree: Command) -> str:
    """Completion for zsh, by its own reader of bash completion."""
    return f"#compdef companion\nautoload -Uz bashcompinit && bashcompinit\n{bash(tree)}"


def fish(tree: Command) -> str:
    """Completion for fish, with the words of help beside each command and option."""
    lines = ["# Completion of companion. Written from its own declarations; see `companion --help`."]
    return "\n".join([*lines, *(line for command in tree.all() for line in _fish_lines(command))]) + "\n"


def _fish_lines(command: Command) -> Iterator[str]:
    here = _fish_place(command)
    for each in command.below:
        yield f"complete -c companion -f -n '{here}' -a {each.path[-1]} -d {_quoted(each.words)}"
    for option in command.options:
        if names := " ".join(_fish_name(name) for name in option.names):
            yield f"complete -c companion -n '{here}' {names} -d {_quoted(option.words)}"


def _fish_place(command: Command) -> str:
    if not command.path:
        return "__fish_use_subcommand"
    seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in command.path)
    if not command.below:
        return seen
    return f"{seen}; and not __fish_seen_subcommand_from {' '.join(each.path[-1] for each in command.below)}"


def _fish_name(name: str) -> str:
    return f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"


def _quoted(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
