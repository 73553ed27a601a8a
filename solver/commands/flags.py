"""Command-line arguments of a request, one for each field, described by the request's docstring."""

import argparse
import dataclasses
import inspect
import re
import types
import typing
from dataclasses import dataclass
from typing import Any, TypeVar

R = TypeVar("R")

DESCRIPTION = re.compile(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", re.M)  # below "Attributes:"
SHOWN = {int: "N", float: "NUMBER", str: "NAME"}  # default metavar by type


@dataclass(frozen=True)
class Flag:
    """Command-line argument of a field.

    Attributes:
        name: with dashes; empty: from the field's name, positional if it has no default.
        shown: metavar in the help; empty: from the type.
        choices: allowed texts; empty: any.
        takes_several: whether one option takes a whole list; else it is repeated.
        is_hidden: whether only documents have the field.
    """

    name: str = ""
    shown: str = ""
    choices: tuple[str, ...] = ()
    takes_several: bool = False
    is_hidden: bool = False


HIDDEN = {"flag": Flag(is_hidden=True)}  # metadata of a field that only documents have


def flag(
    name: str = "", shown: str = "", *, choices: tuple[str, ...] = (), takes_several: bool = False
) -> dict[str, Flag]:
    """Metadata of a field with a flag of its own; see Flag."""
    return {"flag": Flag(name, shown, choices, takes_several)}


def add_flags(parser: argparse.ArgumentParser, kind: type) -> None:
    """Adds the arguments of a request to the parser of its command."""
    descriptions, hints = _descriptions(kind), typing.get_type_hints(kind)
    for field in dataclasses.fields(kind):
        chosen = field.metadata.get("flag", Flag())
        if not chosen.is_hidden:
            _add(parser, field, hints[field.name], chosen, descriptions[field.name])


def request_of(kind: type[R], chosen: argparse.Namespace, **more: Any) -> R:
    """Request of parsed arguments and the fields in ``more``; omitted fields have their defaults."""
    names = [field.name for field in dataclasses.fields(kind)]  # type: ignore[arg-type]
    given = {name: _frozen(value) for name in names if (value := getattr(chosen, name, None)) is not None}
    return kind(**given | more)


def _add(
    parser: argparse.ArgumentParser, field: "dataclasses.Field[Any]", kind: Any, flag: Flag, description: str
) -> None:
    is_required = field.default is dataclasses.MISSING
    options = _options(_without_none(kind), flag)
    is_repeated = options.get("action") == "append"
    if is_required and not flag.name:
        several = {"nargs": "+"} if options.pop("action", None) else {}
        parser.add_argument(
            field.name, help=description, **options | several | {"metavar": flag.shown or None}
        )
    else:
        options["help"] = _help(description, field.default) + "; can be repeated" * is_repeated
        name = flag.name or "--" + re.sub("^(is|has)_", "", field.name).replace("_", "-")
        parser.add_argument(name, dest=field.name, required=is_required, default=None, **options)


def _options(kind: Any, flag: Flag) -> dict[str, Any]:
    """Options of argparse for a value of a type."""
    if kind is bool:
        return {"action": "store_true"}
    parts = typing.get_args(kind)
    if not parts:
        return {
            "type": kind,
            "metavar": None if flag.choices else flag.shown or SHOWN[kind],
            "choices": flag.choices or None,
        }
    member = _options(parts[0], flag)
    if parts[-1] is Ellipsis:
        return member | ({"action": "extend", "nargs": "+"} if flag.takes_several else {"action": "append"})
    return member | {"nargs": len(parts), "metavar": tuple(flag.shown.split()) or member["metavar"]}


def _without_none(kind: Any) -> Any:
    if isinstance(kind, types.UnionType):
        return next(member for member in typing.get_args(kind) if member is not types.NoneType)
    return kind


def _descriptions(kind: type) -> dict[str, str]:
    """Description of each field in the docstring."""
    found = DESCRIPTION.findall(inspect.cleandoc(kind.__doc__ or ""))
    return {name: " ".join(text.split()).rstrip(".") for name, text in found}


def _help(description: str, default: Any) -> str:
    """A description with the default value."""
    text = (
        description.removeprefix("whether to ")
        .replace("; None: ", "; default: ")
        .replace("; empty: ", "; default: ")
    )
    if isinstance(default, int | float | str) and not isinstance(default, bool) and default != "":
        text += f"; default: {default}"
    return text.replace("%", "%%")


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
