"""The words of the studio's page: declared once, used, and nowhere else in its scripts."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from page_literals import read_literals

import cardgen
import cardgen.webapp
from cardgen.gaming.games import GAMES
from cardgen.jobs import JOBS, find_job
from cardgen.pack.reading import pack_schema
from cardgen.webapp.making import ELSEWHERE, OFFERS, job_forms
from cardgen.webapp.words import WORDS, CountedText, with_words, words_script

STATIC = Path(cardgen.webapp.__file__).parent / "static"
MODULES = sorted(each for each in STATIC.glob("*.js") if each.name not in ("editor.js", "words.js"))
#: Names for programs that look like a text, by module.
NAMES = {
    "acts": {'"cardgen "'},
    "begin": {'"base"'},
    "cards": {'"cardgen cards"', "`group ${place.heading}`", '`back ${place.of?.id ?? ""} ${place.face.id}`'},
    "changes": {'"cardgen cards of "'},
    "drafts": {'"cardgen draft"'},
    "freetable": {"`cardgen free ${file}`"},
    "history": {'"input:not([type=checkbox], [type=radio], [type=color], [type=range]), textarea"'},
    "make": {'"cardgen calibrate"'},
    "play": {'"cardgen table"'},
    "sheet": {'" of "'},
    "sitting": {'"cardgen speed"'},
    "text": {'"Mod-s"', '"Alt-Enter"'},
}
_USED = re.compile(r"\bWORDS\.(\w+)(?:\.(\w+)|\[)(\(\{)?")


@pytest.mark.parametrize("module", MODULES, ids=lambda each: each.stem)
def test_no_module_has_a_text_of_its_own(module: Path) -> None:
    """Declare it in cardgen/webapp/words.py, run `python docs/reference.py`, and import WORDS."""
    found = read_literals(module.read_text(encoding="utf-8"))
    assert [each for each in found if each.source not in NAMES.get(module.stem, ())] == []


@pytest.mark.parametrize("name", ["index.html", "play.html"])
def test_the_page_itself_has_no_text_of_its_own(name: str) -> None:
    page = (STATIC / name).read_text(encoding="utf-8")
    shown = re.findall(r">([^<>]*[^\W\d_][^<>]*)<", page)
    shown += re.findall(r'(?:title|placeholder|alt|aria-[a-z]+)="([^"]*)"', page)
    assert [text for text in shown if not re.fullmatch(r"\{\w+\.\w+\}", text.strip())] == ["cardgen"]
    assert not re.search(r"\{\w+\.\w+\}", with_words(page))


def test_the_modules_use_each_text_with_its_values() -> None:
    """A text that is not declared would be shown as "undefined", and one that nobody uses is never read."""
    used: set[tuple[str, str]] = set()
    for module in MODULES:
        source = module.read_text(encoding="utf-8")
        for group, name, _ in _USED.findall(source):
            # A name that is chosen by a value may be any of its group.
            used |= {(group, name)} if name else {(group, each) for each in WORDS[group]}
    page = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("index.html", "play.html"))
    used |= {(group, name) for group, name in re.findall(r"\{(\w+)\.(\w+)\}", page)}
    assert used == {(group, name) for group, texts in WORDS.items() for name in texts}


@pytest.mark.parametrize("module", MODULES, ids=lambda each: each.stem)
def test_a_text_with_values_is_called_with_all_of_them(module: Path) -> None:
    source = module.read_text(encoding="utf-8")
    for found in re.finditer(r"\bWORDS\.(\w+)\.(\w+)(\(\{ ([^\n]*))?", source):
        text = WORDS[found[1]][found[2]]
        wanted = set() if isinstance(text, CountedText) else set(re.findall(r"\{(\w+)\}", text))
        given = {name for name in wanted if re.search(rf"\b{name}\b", found[4] or "")}
        # A function may be handed on, to be called elsewhere.
        if found[3] or not wanted:
            assert given == wanted, f"{found[0]} lacks {wanted - given}"


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ('el("p", {}, "no problems")', ['"no problems"']),
        ('el("p", { className: "told error" }, "kept")', ['"kept"']),
        ('box.textContent = busy ? "at work" : "";', ['"at work"']),
        ('root.querySelector("dialog p");', []),
        ('box.setAttribute("aria-label", `${name} large`);', ["`${name} large`"]),
        ("say(`${WORDS.counts.cards(2)} of ${all}`);", ["`${WORDS.counts.cards(2)} of ${all}`"]),
        ('if (event.key === "Enter") go("/look");', []),
        ('const it = /"no text"/.test(name); // "a comment"', []),
        ("notice(problem.message, [`Close ${name}`]);", ["`Close ${name}`"]),
    ],
)
def test_what_a_user_reads_is_told_from_names(source: str, read: list[str]) -> None:
    assert [each.source for each in read_literals(source)] == read


def test_texts_become_functions_of_their_values() -> None:
    script = words_script()
    assert '    close: "Close",\n' in script
    assert (
        '    cards: (count) => (count === 1 ? `${count} card` : `${count.toLocaleString("en")} cards`),\n'
        in script
    )
    assert "    seenLarge: ({ card, row }) => `${card}, row ${row}, seen large`,\n" in script


#: Texts that the page does not show: what is printed on paper, written into files, or said by other commands.
NOT_SHOWN = (
    *("cli/", "output/calibration_sheet.py", "output/proof_report.py"),
    *("gaming/lab/design/racing.py", "jobs/design_results.py", "webapp/words.py", "webapp/job.py"),
)
_COMMAND = re.compile(rf"cardgen ({'|'.join(JOBS)})\b")


def literals(tree: ast.AST) -> Iterator[str]:
    """Yield the texts in a module or a function, except docstrings, with {} in place of values."""
    apart = {each.value for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    apart |= {part for each in ast.walk(tree) if isinstance(each, ast.JoinedStr) for part in each.values}
    for each in ast.walk(tree):
        if isinstance(each, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in each.values)
        elif isinstance(each, ast.Constant) and isinstance(each.value, str) and each not in apart:
            yield each.value


def commands_in_texts() -> Iterator[tuple[str, str, str]]:
    """Yield each command that a text of the page may name, with its file and the text."""
    folder = Path(cardgen.__file__).parent
    offered = {offer.command for offer in OFFERS.values()}
    apart = {Path(inspect.getfile(find_job(name))) for name in JOBS.keys() - offered}
    for file in sorted(folder.rglob("*.py")):
        name = file.relative_to(folder).as_posix()
        if file not in apart and not name.startswith(NOT_SHOWN):
            for text in literals(ast.parse(file.read_text(encoding="utf-8"))):
                for found in _COMMAND.finditer(text):
                    yield found[1], name, text


def test_a_command_in_a_text_is_where_its_button_finds_it() -> None:
    """Write it between backticks, or on a line of its own: static/acts.js puts a button beside it."""
    found = list(commands_in_texts())
    assert len(found) > 20
    bare = re.compile(r"`cardgen [^`]*`|^\s*cardgen .*", re.M)
    assert [each for each in found if _COMMAND.search(bare.sub("", each[2]))] == []


def test_the_page_does_each_command_that_a_text_names() -> None:
    """Those that are not offered are in WORDS["acts"]; what only a terminal does is copied."""
    offered = {offer.command for offer in OFFERS.values()} | WORDS["acts"].keys()
    # What comes from the web is fetched in a terminal; a button with the pack's name begins another; the
    # studio, and the documentation beside it, are opened by a command.
    elsewhere = {"pull", "new", "studio", "docs"}
    assert {command for command, _, _ in commands_in_texts()} - offered <= elsewhere


@pytest.mark.parametrize("module", MODULES, ids=lambda each: each.stem)
def test_what_the_program_says_is_shown_with_the_buttons_for_its_commands(module: Path) -> None:
    """Show a message by withActs or problemWithActs of acts.js, or hand it to notice, say or fail."""
    if module.stem in ("acts", "play", "sitting", "playcard"):
        return
    shown = re.compile(
        r"(?:textContent = |el\([^;\n]*?, )(?!with)(?:`[^`]*\$\{)?"
        r"(?:error|each|told|answer|data)\.(?:message|hint|problem)\b"
    )
    assert shown.findall(module.read_text(encoding="utf-8")) == []


def keys_of_schema(part: Any) -> Iterator[str]:
    """Yield the keys of all objects in a JSON schema."""
    for name, each in part.items() if isinstance(part, dict) else ():
        yield from each if name == "properties" else ()
        yield from keys_of_schema(each)
    for each in part if isinstance(part, list) else ():
        yield from keys_of_schema(each)


def test_a_hint_that_says_what_to_write_in_the_pack_has_a_button_that_does_it() -> None:
    """Give the problem a Suggestion: the page writes its value at its path (webapp/fixes.py)."""
    folder = Path(cardgen.__file__).parent
    keys = "|".join(sorted(set(keys_of_schema(pack_schema(GAMES)))))
    value = r"(?:[\[{\"\d]|and|true|false|[a-z]+$|[a-z]+ (?:at|in|if|it)\b)"
    entry = re.compile(rf"\b(?:write|such as|add|with|or|at|cards:) `?(?:{keys}): ?{value}")
    found, bare = 0, []
    for file in chain.from_iterable(
        (folder / room).rglob("*.py") for room in ("checks", "pack", "gaming/games")
    ):
        for each in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            told = (
                [text for text in literals(each) if entry.search(text)]
                if isinstance(each, ast.FunctionDef)
                else []
            )
            found += len(told)
            named = {part.id for part in ast.walk(each) if isinstance(part, ast.Name)}
            if not named & {"Suggestion", "_box_suggestion"}:
                bare += [f"{file.name}, {each.name}: {text}" for text in told]
    assert found > 20
    assert bare == []


def test_no_help_or_word_of_the_page_tells_to_write_yaml_or_an_option() -> None:
    """Fields are called by their labels; the text of the pack itself is YAML, and may be called so."""
    told = [
        text
        for form in job_forms().values()
        for section in form["sections"]
        for field in section["fields"]
        for text in (field["help"], (field["only"] or {}).get("reason", ""))
    ]
    told += [f"{offer.title} {offer.about}" for offer in OFFERS.values()]
    assert [text for text in told if re.search(r"--[a-z]|yaml|[a-z]: ?[{\[]", text, re.I)] == []
    words = {(group, name): str(text) for group, texts in WORDS.items() for name, text in texts.items()}
    assert {place for place, text in words.items() if re.search("--[a-z]|yaml", text, re.I)} == {
        ("begin", "savedAs"),
        ("text", "packAsYaml"),
    }


def test_every_command_is_made_by_a_button_or_said_to_be_elsewhere() -> None:
    """A new command gets its place in OFFERS of webapp/making.py, or in ELSEWHERE with the reason."""
    offered = {offer.command for offer in OFFERS.values()}
    assert offered | ELSEWHERE.keys() == set(JOBS)
    assert not offered & ELSEWHERE.keys()


#: The most lines of a function with all that is within it; views that are longer are divided into modules.
MOST_LINES = 310


@pytest.mark.parametrize("module", MODULES, ids=lambda each: each.stem)
def test_no_function_of_the_page_is_a_program_of_its_own(module: Path) -> None:
    lines = module.read_text(encoding="utf-8").splitlines()
    head = re.compile(r"(export )?(async )?(function|const)\b.*\{$")
    begun = [n for n, line in enumerate(lines) if head.match(line)]
    long = {lines[n]: lines.index("}", n) - n for n in begun if "}" in lines[n:]}
    assert {line: count for line, count in long.items() if count > MOST_LINES} == {}
