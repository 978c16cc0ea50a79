"""The form of a job: its options as plain data, in sections, and the command line for filled-in values.

A form's values are a mapping from field names to texts, booleans, or lists of texts, as in JSON; an option
without a value is omitted.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING
from typing import Any

from ..errors import CardgenError, Problem
from ..units import BadValue
from . import find_job
from .job import Dependency, Job, OptionsError, OptionSpec, QuestionJob, options_of
from .kinds import Choice, Flag, Number

#: Labels of options whose names are abbreviations.
_LABELS = {"dpi": "DPI", "url": "URL"}
#: An option in a text.
_FLAG = re.compile(r"--[a-z][a-z-]*")
#: A command that lists the usual values of an option, which a form offers beside the option's help.
_COMMAND_OF_LIST = re.compile("`cardgen (list [a-z]+|printers)`")
#: The values that a form holds, by field name.
FormValues = Mapping[str, Any]


def form_record(command: str) -> dict[str, Any]:
    """Return the form of a command: its name, and sections of fields.

    Fields of records without a section come first, and those of shared records before the job's own. A field
    whose effect depends on another one names it as `only`.
    """
    job = find_job(command)
    known = options_of(job)
    sections: dict[str, list[dict[str, Any]]] = {"": []}
    for record in _option_records(job):
        fields = [
            _field_record(declared, job) | _questions_record(job, name)
            for name, declared in known.items()
            # A form has fields for the answers instead of the flag that asks for them.
            if not (issubclass(job, QuestionJob) and name == job.asking)
            and name in vars(record).get("__annotations__", ())
            and name in _names_declared_first(job, record)
        ]
        title = vars(record).get("section", "")
        sections[title] = sections.get(title, []) + fields
    return {
        "command": command,
        "takes_pack": job.packs != "none",
        "sections": [{"title": title, "fields": fields} for title, fields in sections.items() if fields],
    }


def _option_records(job: type[Job]) -> list[type]:
    """Return the records that declare a job's options: records without a section, the job itself, then the
    other records.
    """
    own, *others = (each for each in job.__mro__ if issubclass(each, Job))
    plain = [each for each in others if not vars(each).get("section")]
    return [*plain, own, *(each for each in others if each not in plain)]


def _names_declared_first(job: type[Job], record: type) -> set[str]:
    """Return the fields that a record declares, without those that an earlier record in the job's MRO
    declares too.
    """
    before = {
        name
        for each in job.__mro__[: job.__mro__.index(record)]
        for name in vars(each).get("__annotations__", ())
    }
    return set(vars(record).get("__annotations__", ())) - before


def _option_label(declared: OptionSpec) -> str:
    """Return the label of an option in a form."""
    name = declared.option.name or declared.field
    return _LABELS.get(name) or name.replace("_", " ").replace("-", " ").capitalize()


def with_labels(text: str, job: type[Job]) -> str:
    """Return a text of a job in which options are named by their labels in its form, except in commands."""
    labels = {declared.flag: f"“{_option_label(declared)}”" for declared in options_of(job).values()}
    parts = text.split("`")
    for place in range(0, len(parts), 2):
        parts[place] = _FLAG.sub(lambda found: labels.get(found[0], found[0]), parts[place])
    return "`".join(parts)


def _field_record(declared: OptionSpec, job: type[Job]) -> dict[str, Any]:
    """Return an option as a field of a form, as data for JSON."""
    option, kind = declared.option, declared.kind
    choices = [*kind.words] or [*kind.usual_values()]
    return {
        "name": declared.field,
        "flag": declared.flag,
        "label": _option_label(declared),
        "help": with_labels(_COMMAND_OF_LIST.sub("this list", option.help) if choices else option.help, job),
        "kind": _field_kind_name(declared),
        "choices": [[word, kind.label(word)] for word in choices],
        "default": declared.default_text,
        "metavar": kind.metavar,
        "extent": kind.extent,
        "many": declared.many,
        "argument": declared.option.argument,
        "required": declared.default is MISSING,
        "only": _dependence_record(option.only, job) if option.only else None,
    }


def _questions_record(job: type[Job], name: str) -> dict[str, Any]:
    """Return the questions whose answers a field takes, as names and texts, and the flag that asks them."""
    if not issubclass(job, QuestionJob) or name != job.answered:
        return {"questions": []}
    flag = options_of(job)[job.asking].flag
    return {"questions": [*job.every_question.items()], "asked_by": flag}


def _field_kind_name(declared: OptionSpec) -> str:
    """Return the kind of a field: "flag", "choice", "known" (with usual values, others allowed), "number",
    "file" or "text".
    """
    kind = declared.kind
    if isinstance(kind, Flag):
        return "flag"
    if isinstance(kind, Choice):
        return "choice"
    if isinstance(kind, Number):
        return "number"
    if kind.usual_values():
        return "known"
    return "file" if kind.paths else "text"


def _dependence_record(only: Dependency, job: type[Job]) -> dict[str, Any]:
    """Return the field on which another one depends, with the values for which that one has an effect.

    The record also has the reason why other values give no effect. An empty list of values means any value
    except the default; "" stands for an empty field.
    """
    other = options_of(job)[only.option]

    def form_values(value: object) -> object:
        return value if isinstance(value, bool) else "" if value is None else other.kind.as_typed(value)

    values = [form_values(value) for value in only.values]
    return {"option": only.option, "values": values, "reason": with_labels(only.reason, job)}


def command_line(command: str, pack: str, form_values: FormValues) -> str:
    """Return the command line that is equivalent to a filled-in form. pack: its name or file, for a job with
    one.
    """
    job = find_job(command)
    known = options_of(job)
    words = ["cardgen", command]
    if job.packs != "none":
        # A name with a leading hyphen is not an option.
        words.append(f"./{pack}" if pack.startswith("-") else pack)
    for name, declared in known.items():
        if declared.option.argument and name in form_values:
            value = form_values[name]
            words += value if isinstance(value, list | tuple) else [str(value)]
    for name, declared in known.items():
        if name not in form_values or declared.option.argument:
            continue
        value = form_values[name]
        if isinstance(declared.kind, Flag):
            words += [declared.flag] if value else []
            continue
        values = value if isinstance(value, list | tuple) else [value]
        for each in values:
            text = str(each)
            # Otherwise the next word would become the option's value.
            words += [f"{declared.flag}={text}"] if text.startswith("-") else [declared.flag, text]
    return shlex.join(words)


def read_form(command: str, form_values: FormValues) -> tuple[Job | None, list[Problem]]:
    """Return the job of a filled-in form and its problems, without those that depend on a pack.

    The path of a problem is its field; empty if it concerns several. The job is None if a value cannot be
    read.
    """
    kind = find_job(command)
    try:
        job = kind.from_options(form_values)
    except OptionsError as error:
        fields = {declared.flag: name for name, declared in options_of(kind).items()}
        return None, [Problem(message, (fields.get(flag, flag),)) for flag, message in error.faults]
    except CardgenError:
        # A problem of a file or a name in an option.
        return None, list(_problems_of_values(kind, form_values))
    try:
        return job, list(job.option_problems(None))
    except CardgenError as error:
        return None, [Problem(str(error), _option_of_named_file(kind, form_values, str(error)))]


def _option_of_named_file(kind: type[Job], form_values: FormValues, message: str) -> tuple[str, ...]:
    """Return (name,) of the option that names the file with which a message begins; () if no option does."""
    for name, declared in options_of(kind).items():
        if declared.kind.paths and name in form_values and message.startswith(f"{form_values[name]}: "):
            return (name,)
    return ()


def _problems_of_values(kind: type[Job], form_values: FormValues) -> Iterator[Problem]:
    """Yield a problem for each value of a form that cannot be read."""
    for name, declared in options_of(kind).items():
        if name in form_values:
            try:
                declared.parse_value(form_values[name], {})
            except BadValue as error:
                yield Problem(str(error), (name,), error.hint)
            except CardgenError as error:
                yield Problem(str(error), (name,))


def is_refused(problems: Sequence[Problem], strict: bool = False) -> bool:
    """Tell whether problems prevent a job: any error, and with `strict` any problem with a place
    in a file.
    """
    return any(each.severity == "error" or (strict and each.mark is not None) for each in problems)
