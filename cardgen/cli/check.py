"""The command that says what is wrong with packs: check."""

from __future__ import annotations

import click

from .. import api
from ..errors import Mark, PackError, Problem, UsageError
from ..pack import library
from ..units import counted
from . import report
from .options import pack_argument, spoken
from .terminal import echo

#: Stands for the place of a problem that is in no file.
NO_FILE = "cardgen"


@click.command("check")
@pack_argument(many=True)
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
@click.option(
    "--language",
    metavar="LANGUAGE",
    help="Check it in this language, or with all in each that it is translated into.",
)
@click.option(
    "--format", "form", type=click.Choice(report.FORMATS), default="text", help="Format of the output."
)
def check_command(packs: tuple[str, ...], strict: bool, language: str | None, form: str) -> int:
    """Say what is wrong with packs: every problem at once, each with its place.

    \b
    Examples:
      cardgen check my-pack.yaml
      cardgen check --strict never-over standard-52
      cardgen check --format github packs/*.yaml
      cardgen check my-pack.yaml --language all
    """
    looked_at = [_looked_at(name, strict, tag) for name in packs for tag in _languages(name, language)]
    problems = [problem for found, _ in looked_at for problem in found]
    text = report.written(problems, form)
    if text:
        echo(text)
    if form == "text":
        echo("\n".join(verdict for _, verdict in looked_at))
    return max(_code(found) for found, _ in looked_at)


def _languages(name: str, language: str | None) -> list[str]:
    """Return the languages to check a pack in; "" for its own."""
    if language != "all":
        return [language or ""]
    try:
        stated = library.resolve(name).data.get("languages")
    except (PackError, UsageError):  # told when the pack is looked at
        stated = None
    return ["", *map(str, stated)] if isinstance(stated, dict) else [""]


def _looked_at(name: str, strict: bool, language: str) -> tuple[list[Problem], str]:
    """Return the problems of a pack in a language, and the verdict in a line."""
    count = 0
    try:
        examined = api.examine(name, spoken(language))
        found = [*examined.problems, *_template_problems(name, examined)]
        count = examined.pack.count if examined.pack else 0
    except PackError as error:
        found = error.problems
    except UsageError as error:
        found = [Problem(str(error), mark=Mark(NO_FILE))]
    found = report.strict(found) if strict else found
    if language:
        found = [each._replace(message=f"in {language!r}: {each.message}") for each in found]
        name = f"{name} in {language!r}"
    errors = sum(problem.severity == "error" for problem in found)
    if errors:
        return found, f"{name}: {counted(errors, 'error')}; nothing can be made of it yet"
    return found, f"{name}: good, {counted(count, 'card')}"


def _template_problems(name: str, examined: api.Examined) -> list[Problem]:
    """Find what is wrong with a rulebook's template beside the pack, where there is one and the pack is
    sound.
    """
    from ..books.templates import beside_pack

    file = beside_pack(str(library.find(name)))
    if file is None or examined.pack is None or examined.of("error"):
        return []
    from ..output.rulebook import template_problems

    return template_problems(examined.pack, file)


def _code(problems: list[Problem]) -> int:
    """Return the exit code for a pack: 2 where there is no such file, 1 for errors in it."""
    if any(problem.mark == Mark(NO_FILE) for problem in problems):
        return UsageError.exit_code
    return int(any(problem.severity == "error" for problem in problems))
