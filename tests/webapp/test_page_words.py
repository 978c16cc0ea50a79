"""The words of the studio's page: declared once, used, and nowhere else in its scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from page_literals import read_literals

import cardgen.webapp
from cardgen.jobs import JOBS
from cardgen.webapp.making import ELSEWHERE, OFFERS
from cardgen.webapp.words import WORDS, Counted, with_words, words_script

STATIC = Path(cardgen.webapp.__file__).parent / "static"
MODULES = sorted(each for each in STATIC.glob("*.js") if each.name not in ("editor.js", "words.js"))
#: Names for programs that look like a text, by module.
NAMES = {
    "begin": {'"base"'},
    "cards": {'"cardgen cards"', "`group ${place.heading}`", '`back ${place.of?.id ?? ""} ${place.face.id}`'},
    "changes": {'"cardgen printed "'},
    "drafts": {'"cardgen draft"'},
    "freetable": {"`cardgen free ${file}`"},
    "history": {'"input:not([type=checkbox], [type=radio], [type=color], [type=range]), textarea"'},
    "make": {'"cardgen calibrate"', '"cardgen "'},
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
        wanted = set() if isinstance(text, Counted) else set(re.findall(r"\{(\w+)\}", text))
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


def test_every_command_is_made_by_a_button_or_said_to_be_elsewhere() -> None:
    """A new command gets its place in OFFERS of webapp/making.py, or in ELSEWHERE with the reason."""
    offered = {offer.command for offer in OFFERS.values()}
    assert offered | ELSEWHERE.keys() == set(JOBS)
    assert not offered & ELSEWHERE.keys()
