"""Templates: what they may say, what they may never do, and how their mistakes are told."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from samples import sampled

import cardgen
from cardgen import api
from cardgen.art.items import Text
from cardgen.books import templates
from cardgen.books.blocks import (
    Aside,
    Book,
    Figure,
    Heading,
    LazyFact,
    Notes,
    Paragraph,
    Rule,
    ScoreSheet,
    Table,
    Verdicts,
    plain_text,
)
from cardgen.books.context import pack_facts
from cardgen.books.markup import read_book
from cardgen.books.number_lint import _WITHOUT_NUMBERS, number_problems
from cardgen.books.sandbox import TemplateSandbox
from cardgen.books.templates import FilledTemplate, Template
from cardgen.books.title_and_contents import cover_facts
from cardgen.cli.main import run
from cardgen.errors import PackError, Problem, UsageError
from cardgen.geometry import Rect
from cardgen.output.rulebook import BookJob, template_facts, write_book
from cardgen.pack.model import Pack
from cardgen.pack.selection import cards_in_play
from cardgen.sandbox import child as confinement
from cardgen.text.styles import InlineCard, NoteMark, StyledText


@pytest.fixture(scope="module")
def pack() -> Pack:
    return api.load("never-over")


def filled(text: str, pack: Pack, **facts: object) -> FilledTemplate:
    return templates.fill_template(
        Template("rules.md.j2", text), pack, {**template_facts(pack, None), **facts}
    )


def problems(text: str, pack: Pack, **facts: object) -> list[Problem]:
    with pytest.raises(PackError) as caught:
        filled(text, pack, **facts)
    return caught.value.problems


def book(text: str, pack: Pack, **facts: object) -> Book:
    template = Template("rules.md.j2", text)
    made = templates.fill_template(template, pack, {**template_facts(pack, None), **facts})
    return read_book(made, template, "Rules", "en")


def blocks(text: str, pack: Pack, **facts: object) -> tuple[object, ...]:
    return book(text, pack, **facts).blocks


def paragraph(text: str, pack: Pack, **facts: object) -> str:
    block = blocks(text, pack, **facts)[0]
    assert isinstance(block, Paragraph)
    return plain_text(block.runs)


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ('{{ count("green") }} and {{ count("+4") }}', "40 and 7"),
        ('{{ count("green", "+4") }}', "40"),
        ("{{ count() }}", "55"),
        ('{{ total("green") }} and {{ total() }}', "90 and 130"),
        ("{{ pack.name }}, {{ suits.red.count }} {{ suits.red.name }}", "NEVER OVER, 15 red"),
        ('{{ 3 | words }}, {{ 21 | words }}, {{ count("≤0") | plural("card") }}', "three, 21, 1 card"),
        ('{{ [1, 2, 3] | join(", ", last=" and ") }}', "1, 2 and 3"),
        ('{{ [card("+1"), card("≤0")] | join(" or ") }}', "+1 or ≤0"),
        ("{% for suit in pack.suits %}{{ loop.index }}{{ suit.key }} {% endfor %}", "1green 2red "),
        ("{% macro twice(x) %}{{ x }}{{ x }}{% endmacro %}{{ twice(card('+2')) }}", "+2+2"),
        ("{{ 1 + 2 * 3 }} {{ 7 // 2 }} {{ 1.5 }}", "7 3 1.5"),
    ],
)
def test_what_a_template_says_comes_from_the_pack(template: str, said: str, pack: Pack) -> None:
    assert paragraph(template, pack) == said.strip()


def test_the_table_of_a_pack_has_its_listed_cards(tmp_path: Path, pack: Pack) -> None:
    assert pack_facts(pack).pack_table[0] == ["+4", 7, 28]
    text = "format: 1\nname: Wares\ncards: [{rows: [{title: Salt, quantity: 3}]}]\n"
    suits = 'suits: {plus: {sign: "+", color: "#000000", cards: {2: 4}}}\n'
    for suited, rows in (("", [["Salt", 3]]), (suits, [["+2", 4, 8], ["Salt", 3, ""]])):
        (tmp_path / "wares.yaml").write_text(text + suited)
        assert pack_facts(api.load(str(tmp_path / "wares.yaml"))).pack_table == rows


def test_values_cannot_be_taken_for_markup(pack: Pack) -> None:
    evil = "# **bold** `code` [a](https://b.c) <b> | x\n\n- y"
    made = blocks("Hello {{ evil }}!", pack, evil=evil)
    assert len(made) == 1
    block = made[0]
    assert isinstance(block, Paragraph)
    assert block.runs == (StyledText(f"Hello {evil}!"),)


def test_markup_of_the_author_does_not_touch_values_in_code_or_tables(pack: Pack) -> None:
    made = blocks("`{{ x }}`\n\n| a |\n|---|\n| {{ x }} |\n", pack, x="a|b*c*")
    code, table = made
    assert isinstance(code, Paragraph)
    assert isinstance(table, Table)
    assert code.runs == (StyledText("a|b*c*", code=True),)
    assert table.rows == (((StyledText("a|b*c*"),),),)


def test_figures_and_their_captions(pack: Pack) -> None:
    text = (
        '{% set said %}Look at *this* {{ card("+4") }}{% endset %}\n'
        '{{ cards("+4, ≤0", layout="fan", caption=said) }}\n\n'
        '{{ table([["Abe", 3]], head=["Who", "Points"], caption="*Not* markup") }}'
    )
    figure, table = blocks(text, pack)
    assert isinstance(figure, Figure)
    assert isinstance(table, Table)
    assert any(isinstance(run, InlineCard) for run in figure.caption)
    assert StyledText("this", emphasis=True) in figure.caption
    assert table.caption == (StyledText("*Not* markup"),)
    assert table.align == ("left", "right")


def test_a_box_says_in_its_first_line_what_it_is_for(pack: Pack) -> None:
    text = (
        "> [!turn] Your *turn*\n> 1. Play.\n> 2. Draw.\n\n> [!note]\n> Text, **bold**.\n\n> A remark.\n\n"
        "> - a list\n\n> {{ card('+4') }} is a card.\n"
    )
    turn, note, remark, listed, card = blocks(text, pack)
    assert isinstance(turn, Aside)
    assert (turn.kind, turn.title) == ("turn", (StyledText("Your "), StyledText("turn", emphasis=True)))
    assert len(turn.blocks) == 1
    assert note == Aside(
        (Paragraph((StyledText("Text, "), StyledText("bold", strong=True), StyledText("."))),), "note"
    )
    assert remark == Aside((Paragraph((StyledText("A remark."),)),))
    for each in (listed, card):
        assert isinstance(each, Aside)
        assert (each.kind, len(each.blocks)) == ("remark", 1)


def test_notes_are_numbered_in_the_order_of_the_text_and_stand_where_they_are_asked_for(pack: Pack) -> None:
    text = (
        "Play.[^two] Then draw.[^one] And again.[^two]\n\n[^one]: *Oldest* first.\n\n    Really.\n\n"
        "[^two]: As in {{ pack.name }}.\n\n[^three]: Nobody asks.\n\n{{ notes('How we read') }}\n\n# Last\n"
    )
    first, heading, notes, last = blocks(text, pack)
    assert isinstance(first, Paragraph)
    assert [run.number for run in first.runs if isinstance(run, NoteMark)] == [1, 2, 1]
    assert plain_text(first.runs) == "Play. Then draw. And again."
    assert heading == Heading(1, (StyledText("How we read"),), "how-we-read")
    assert isinstance(notes, Notes)
    assert notes.items[0] == (Paragraph((StyledText("As in NEVER OVER."),)),)
    assert len(notes.items) == 2
    assert len(notes.items[1]) == 2
    assert isinstance(last, Heading)
    unasked = blocks("Play.[^1]\n\n[^1]: So.\n", pack)
    assert [type(block) for block in unasked] == [Paragraph, Rule, Notes]
    none = blocks("Play.\n\n{{ notes('How we read') }}\n", pack)
    assert [type(block) for block in none] == [Paragraph]


def test_a_note_in_a_caption_counts_and_one_that_is_missing_is_told(pack: Pack) -> None:
    text = "{% set said %}Two[^a] cards{% endset %}{{ cards('+4', caption=said) }}\n\n[^a]: So.\n"
    figure, _, notes = blocks(text, pack)
    assert isinstance(figure, Figure)
    assert NoteMark(1) in figure.caption
    assert isinstance(notes, Notes)
    with pytest.raises(PackError, match=r"there is no note 'b'"):
        blocks("Play.[^b]\n", pack)


def test_verdicts_score_sheets_and_the_appendix(pack: Pack) -> None:
    text = (
        "{{ verdicts('≤2', good=[['+1, +2', '']], bad=['+3', ['', 'over two']], caption='So') }}\n\n"
        "{{ score_sheet(['Ann', 'Ben'], columns=4) }}\n\n{{ appendix('For makers') }}\n"
    )
    shown, sheet, heading = blocks(text, pack)
    assert isinstance(shown, Verdicts)
    lines = [(line.good, [str(card) for card in line.cards], plain_text(line.reason)) for line in shown.lines]
    assert lines == [(True, ["+1", "+2"], ""), (False, ["+3"], ""), (False, [], "over two")]
    assert shown.alt == "Card: ≤2"
    assert sheet == ScoreSheet(((StyledText("Ann"),), (StyledText("Ben"),)), 4)
    assert heading == Heading(1, (StyledText("For makers"),), "for-makers", appendix=True)


def test_moves_show_the_cards_before_and_after_each(pack: Pack) -> None:
    text = (
        "{{ moves([[['+1', ''], '+2', ['+2', ''], 'It is ' ~ 2 ~ ' points'],"
        " ['+1, ≤0', '+3', [], 'Over']], caption='So') }}\n"
    )
    [shown] = blocks(text, pack)
    assert isinstance(shown, Figure)
    assert shown.alt == "Yes: +1, – + +2 → +2, –. It is 2 points No: +1, ≤0 + +3. Over"
    art: Any = shown.art
    wide, narrow = art.fitted_to(300.0, 400.0), art.fitted_to(90.0, 400.0)
    assert (wide.width, narrow.width) == (300.0, 90.0)
    assert narrow.type_size < wide.type_size
    for drawing in (wide, narrow):
        place = Rect(0, 0, drawing.width, drawing.height)
        drawn = [item for each in drawing.items(place) for item in each.items]
        said = " ".join(item.run.text for item in drawn if isinstance(item, Text))
        assert said == "It is 2 points Over"


def test_figures_say_what_they_show(pack: Pack) -> None:
    class Drawing:
        width = height = 10.0
        alt = "A table"

        def items(self, _: object) -> tuple[()]:
            return ()

    text = (
        "{{ cards('+4, +3', layout='fan', labels=['Ann', '']) }}\n\n{{ cards('+4', alt='The highest') }}\n\n"
        "{{ figure(seats) }}\n\n{{ figure(seats, alt='Two at a table') }}\n"
    )
    told = [figure.alt for figure in blocks(text, pack, seats=Drawing()) if isinstance(figure, Figure)]
    assert told == ["Fan of cards: +4 (Ann), +3", "The highest", "A table", "Two at a table"]


def test_what_stands_on_the_cover(pack: Pack) -> None:
    front = "players: 2–6 players\nminutes: 15 minutes\nage: from 8\ncards: 5\nmade: Us\n"
    made = book(f"---\n{front}cover: \"{{{{ card('+4') }}}}, ≤4\"\n---\n# Play\n", pack)
    assert [plain_text(each) for each in (made.players, made.minutes, made.age)] == [
        "2–6 players",
        "15 minutes",
        "from 8",
    ]
    assert [card.label for card in made.cover] == ["+4", "≤4"]
    assert (made.cards, made.pdf_author) == (5, "Us")
    with pytest.raises(PackError, match="'many' is not a number of cards"):
        book("---\ncards: many\n---\n# Play\n", pack)
    for wrong, said in (("green", "is the name of 4 cards"), ("+9", r"\+9"), ("+1, " * 6, "at most 5 cards")):
        with pytest.raises(PackError, match=said):
            book(f'---\ncover: "{wrong}"\n---\n# Play\n', pack)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("verdicts('≤2')", "it has no lines"),
        ("score_sheet([])", "1 to 60 rows"),
        ("moves([])", "1 to 12 moves"),
        ("moves([['+1', '+2', '+2']])", "a move has four parts"),
        ("table([])", "has no rows"),
        ("score_sheet(['Ann'], columns=99)", "1 to 20 columns"),
        ("appendix()", "called with wrong arguments"),
    ],
)
def test_what_cannot_be_shown_is_told(call: str, said: str, pack: Pack) -> None:
    assert said in problems(f"{{{{ {call} }}}}\n", pack)[0].message


def test_an_unknown_box_is_told_with_its_line(pack: Pack) -> None:
    with pytest.raises(PackError, match="there is no box 'exmaple'") as caught:
        blocks("Play.\n\n> [!exmaple] So\n> Text\n", pack)
    mark = caught.value.problems[0].mark
    assert mark is not None
    assert mark.line == 3
    assert "example" in caught.value.problems[0].hint


def test_what_takes_a_while_is_worked_out_only_where_it_is_named(pack: Pack) -> None:
    worked: list[str] = []

    def game() -> int:
        worked.append("game")
        return 7

    assert paragraph("nothing", pack, game=LazyFact(game)) == "nothing"
    assert not worked
    assert paragraph("{{ game }} {{ game }}", pack, game=LazyFact(game)) == "7 7"
    assert worked == ["game"]


HOSTILE = [
    "{{ ''.__class__.__mro__ }}",
    "{{ card.__globals__ }}",
    "{{ pack.__class__ }}",
    "{{ pack['__class__'] }}",
    "{{ pack.__dict__ }}",
    "{{ pack | attr('__class__') }}",
    "{{ [pack] | map(attribute='__class__') | join }}",
    "{{ '{0.__class__}'.format(pack) }}",
    "{{ suits.pop('red') }}",
    "{{ suits.update({}) }}",
    "{% set a = [1] %}{{ a.append(2) }}",
    "{% include '/etc/passwd' %}",
    "{% import 'os' as os %}",
    "{% from 'os' import path %}",
    "{% extends '/etc/passwd' %}",
    "{{ lipsum() }}{{ cycler }}{{ namespace() }}{{ self }}",
    "{% for i in range(10 ** 9) %}x{% endfor %}",
    "{% for i in range(20000) %}{% for j in range(20000) %}{% endfor %}{% endfor %}",
    "{% for i in range(20000) %}" + "x" * 5000 + "{% endfor %}",
    "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
    "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
    "{% macro f(s, n) %}{% if n %}{{ f(s ~ s, n - 1) }}{% endif %}{% endmacro %}{{ f('xx', 60) }}",
    "{% macro f(s, n) %}{% if n %}{{ f(s + s, n - 1) }}{% endif %}{% endmacro %}{{ f('xx', 60) }}",
    "{{ 'x' * 10 ** 9 }}",
    "{{ [1] * 10 ** 9 }}",
    "{{ 10 ** (10 ** 10) }}",
    "{{ '" + "f" * 3572 + "' | int(0, 16) }}",
    "{{ table([[10 ** 5000]]) }}",
    "{{ cards('+1', caption=10 ** 5000) }}",
    "{{ '%1000000000d' % 1 }}",
    "{{ range(20000) | map('string') | join(range(20000) | join) }}",
    "{{ range(10 ** 20) }}",
    "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
    "{{ " + "1+" * 20000 + "1 }}",
    "{% if 1 %}" * 500,
    "{{ 1 / 0 }}",
    "{{ 1 + 'a' }}",
    "{{ range('a') }}",
    "{{ 'abc",
    "{% for x in",
    "{% fro x in y %}",
    "{{ pack.name | frobnicate }}",
    "{{ pack }}",
    "{{ card }}",
    "{{ suits }}",
    "{{ cards() }}",
    "{{ card(1, 2, 3) }}",
    "{{ table(5) }}",
    "{{ table([[1, 2], [3]]) }}",
    "{{ table([[1]], align='q') }}",
    "{{ figure(3) }}",
    "{{ cards('+1, +2', labels=['a']) }}",
    "{{ cards('+1', layout='heap') }}",
    "a\x00b",
    "{{ " * 25_000,
    "{# " * 25_000,
    "\ue0005\ue001",
]


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stranger's template, which may take a fifth of a second to fill in, and 100 MB to set."""
    run = templates._TemplateFiller._render

    def run_in_time(*args: Any) -> str:
        # A slow machine takes longer to come here.
        if confinement.is_confined() and hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0.2)
        return run(*args)

    monkeypatch.setattr(confinement, "TEMPLATE", confinement.Limits(0.5, memory=100 << 20))
    monkeypatch.setattr(templates._TemplateFiller, "_render", run_in_time)
    return tmp_path / "rules.md.j2"


def test_a_filter_around_a_block_may_make_a_list_of_it(pack: Pack, tmp_path: Path) -> None:
    rules = tmp_path / "rules.md.j2"
    rules.write_text("# A\n\n{% filter list %}x{% endfilter %}")
    assert write_book(pack, BookJob(template=rules)).pages == 1


@pytest.mark.parametrize("text", sampled(HOSTILE, 2), ids=range(len(HOSTILE)))
def test_a_hostile_template_gives_a_problem_soon(text: str, pack: Pack, rules: Path) -> None:
    rules.write_text("first line\n" + text)
    with pytest.raises(PackError) as caught:
        write_book(pack, BookJob(template=rules))
    found = caught.value.problems
    assert all(problem.mark and problem.mark.file == str(rules) for problem in found)
    assert not any("0x" in problem.message or "Vocabulary" in problem.message for problem in found)


#: Lists of lists, two to the power of thirty numbers in all.
A, B = (f"{{% set {x} = [1, 1] %}}" + f"{{% set {x} = [{x}, {x}] %}}" * 30 for x in "ab")
ENDLESS = [
    "{{ 5 | round(-9999999999) }}",
    "{{ a | string | length }}",
    "{{ count(a) }}",
    "{{ card({'a': a}) }}",
    "{{ cards(a) }}",
    "{{ a == b }}",
    "{% set t = 'x' * 100000 %}{% for i in range(9000) %}{{ ([t ~ i] * 1000) | join }}{% endfor %}",
    "{{ '{' * 10 ** 9 }}",
    "{% for i in range(20000) %}{% for j in range(20000) %}{% endfor %}{% endfor %}",
]


@pytest.mark.parametrize("text", sampled(ENDLESS, 3))
def test_a_template_without_end_is_ended_and_its_line_told(text: str, pack: Pack, rules: Path) -> None:
    rules.write_text(f"first line\n{A}{B}\n{text}\n")
    with pytest.raises(
        PackError, match=r"(takes more than 0.5 seconds|needs more memory than a template)"
    ) as caught:
        write_book(pack, BookJob(template=rules))
    (problem,) = caught.value.problems
    assert problem.mark is not None
    # What compares lists never comes back to say where it was.
    assert problem.mark.line == (0 if "==" in text else 3)


@pytest.mark.parametrize(
    "text",
    ['"' * 190_000, "# x\n" * 40_000, "|a|b|\n|-|-|\n" + "|1|2|\n" * 30_000],
    ids=["quotes", "headings", "rows"],
)
def test_a_template_that_is_long_to_set_is_ended(
    text: str, pack: Pack, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # With little memory, a fast machine would meet that limit first.
    monkeypatch.setattr(confinement, "TEMPLATE", confinement.Limits(0.2, memory=512 << 20))
    rules.write_text(text)
    with pytest.raises(PackError, match=r"setting this template takes more than 0.2 seconds"):
        write_book(pack, BookJob(template=rules))


def test_check_and_build_end_with_a_message_at_the_template(
    rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = rules.with_name("rules.yaml")
    pack.write_text("format: 1\nname: Mine\nextends: never-over\n")
    rules.write_text("one\n{% for i in range(10 ** 9) %}{% endfor %}\n")
    for command in (["check", str(pack)], ["build", str(pack), "-o", str(pack.parent / "out")]):
        assert run(command) == 1
        said = "".join(capsys.readouterr())
        assert f"{rules}:2:1: error: this needs more memory than a template may use" in said
    assert not (pack.parent / "out").exists()


def test_a_link_out_of_the_folder_is_no_template(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "secret").write_text("hidden")
    home = tmp_path / "home"
    home.mkdir()
    (home / "x.yaml").write_text("format: 1\nname: Mine\nextends: never-over\n")
    (home / "x.md.j2").symlink_to("../secret")
    for command in ("check", "build"):
        assert run([command, str(home / "x.yaml")]) == 1
        assert "'x.md.j2' is a link that leads out of the pack's folder" in "".join(capsys.readouterr())


def test_cardgens_own_templates_need_no_child(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confinement, "run_confined", None)
    assert write_book(pack).pages


@pytest.mark.parametrize(
    "text",
    [
        "[" * 30000,
        "[a](" * 20000,
        "*a " * 40000,
        "> " * 5000 + "x",
        "a" * 100_000,
        "<a " * 40000,
        "`" * 90000,
    ],
    ids=["brackets", "links", "stars", "quotes", "word", "html", "ticks"],
)
def test_hostile_markdown_is_read_soon(text: str, pack: Pack) -> None:
    start = time.process_time()
    blocks(text, pack)
    assert time.process_time() - start < 10


def test_html_is_text(pack: Pack) -> None:
    assert paragraph("<b onclick='x'>hi</b> <script>", pack) == "<b onclick=‘x’>hi</b> <script>"


def test_all_unknown_names_are_told_at_once_each_with_its_place(pack: Pack) -> None:
    found = problems("one {{ nmae }}\n\ntwo {{ crads('x') }} {{ nmae }}", pack)
    assert [(p.mark.line, p.mark.column) for p in found if p.mark] == [(1, 8), (3, 8), (3, 25)] or [
        p.mark.line for p in found if p.mark
    ] == [1, 3, 3]
    assert any("did you mean 'cards'" in problem.hint for problem in found)


def test_all_unknown_cards_are_told_at_once(pack: Pack) -> None:
    found = problems('{{ card("+9") }}\n{{ count("blue") }} {{ cards("+1, x") }}\n\n{{ card("+8") }}', pack)
    assert [problem.mark.line for problem in found if problem.mark] == [1, 2, 2, 4]
    assert "'+9'" in found[0].message


def test_a_missing_field_is_told_with_the_nearest(pack: Pack) -> None:
    [problem] = problems("a\n\n{{ pack.nmae }}", pack)
    assert problem.mark is not None
    assert (problem.mark.line, problem.hint) == (3, "did you mean 'name'?")


def test_errors_inside_macros_and_loops_have_the_line_they_stand_in(pack: Pack) -> None:
    text = "{% macro f(x) %}\n{{ x.y }}\n{% endmacro %}\n{% for i in [1] %}\n{{ f(i) }}\n{% endfor %}"
    [problem] = problems(text, pack)
    assert problem.mark is not None
    assert problem.mark.line == 2


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("#### Deep", "too deep"),
        ("[a](#nowhere)", "no heading"),
        ("[a](rules.pdf)", "has no target"),
        ("Look: {{ cards('+1') }} here", "inside a paragraph"),
        ("---\ntilte: x\n---\nhi", "not a key of a template's header"),
        ("---\nlanguage: no such thing\n---\nhi", "not a language tag"),
    ],
)
def test_mistakes_in_the_markdown(text: str, word: str, pack: Pack) -> None:
    with pytest.raises(PackError, match=word):
        blocks(text, pack)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("There are 40 green cards.", []),
        ("There are 41 green cards.", ["41"]),
        ("There are forty-one green ones.", ["forty-one"]),
        ("The pack has 54 cards.", ["54"]),
        ("The pack has 56 cards.", []),
        ("All fourteen red cards.", ["fourteen"]),
        ("12 red and 30 green cards", ["12", "30"]),
        ("- 41 green cards, worth 91 points\n- 15 red cards", ["41"]),
        ("1. 41 green cards", ["41"]),
        ("Deal 8 cards each; play two green cards.", []),
        ("Two red cards in the pack.", ["Two"]),
        ("There are 13 green cards in the pack.", ["13"]),
        ("The pack has 40 cards.", ["40"]),
        ("41 of the green cards, 40 of the green cards", ["41"]),
        ("Of the cards, 41 are green.", ["41"]),
        ("Green: 41 cards. Red: 15 cards", ["41"]),
        ("six +4 in the pack, seven +4 in the pack, two +4 in hand", []),
        ("six +4 in the pack, seven +4 in the pack", ["six"]),
        ("41 *green* cards and **41** green cards", ["41", "41"]),
        ("{{ 41 }} green cards and {{ 40 }} green cards", ["41"]),
        ("90 green points and 91 green points", ["91"]),
        ("Six red cards in the pack.", ["Six"]),
        ('{{ count("green") }} green cards and `41 green cards`', []),
        ("{# 41 green cards #}", []),
        ("Page 12. Green cards come first; 3.5 green.", []),
        ("In 2012 all red cards", []),
        # Plain quantities of the rules.
        ("Add a second pack, 44 cards in all.", []),
        ("Take a second pack. That makes 110 cards in all, 80 green cards and 30 red ones.", []),
        ("With 3 players take out 12 green cards.", []),
        ("For three players: 12 green cards, 9 red cards.", []),
        ("For three players take out:\n\n- 12 green cards\n- 9 red cards\n\n41 green cards", ["41"]),
        ("## Three players\n\n- 12 green cards\n\n## Contents\n\n- 41 green cards", ["41"]),
        ("| Players | Cards |\n|---|---|\n| 3 players | 12 green |", []),
        ("12 green cards are enough to go on.", []),
        ("Whoever first has 20 green cards wins.", []),
        ("20 green cards make a set.", []),
        ("Shuffle all 8 green cards in your hand.", []),
        # All cards are those of the pack, whatever the players do with them.
        ("You deal all 54 cards to the players.", ["54"]),
        ("All 54 cards are shuffled.", ["54"]),
        ("The game has 54 cards.", ["54"]),
        ("You play all 8 cards. All 8 cards are kept.", []),
        ("Remove the zeros, and deal all 50 cards.", []),
    ],
)
def test_numbers_typed_by_hand(text: str, wrong: list[str], pack: Pack) -> None:
    found = number_problems(Template("rules.md.j2", f"line\n\n{text}"), pack)
    assert [problem.message.split("'")[1] for problem in found] == wrong
    assert all(problem.mark and problem.mark.line > 2 for problem in found)
    assert all((problem.name, problem.severity) == ("numbers", "warning") for problem in found)


@pytest.mark.parametrize("opening", ["{{ ", "{# ", "{% "])
def test_what_a_template_leaves_open_is_passed_once(opening: str, pack: Pack) -> None:
    text = opening * 25_000
    assert [len(match[0]) for match in _WITHOUT_NUMBERS.finditer(text)] == [len(text)]
    assert not number_problems(Template("rules.md.j2", text), pack)


@pytest.mark.parametrize("call", ['cards("+1")', "table(pack_table)", 'score_sheet(["Ann"])'])
def test_a_figure_inside_a_paragraph_is_found_in_its_line(call: str, pack: Pack) -> None:
    text = f"# Play\n\nIn play: {{{{ {call} }}}} and more"
    with pytest.raises(PackError, match="stands inside a paragraph") as caught:
        read_book(filled(text, pack), Template("rules.md.j2", text), "", "en")
    mark = caught.value.problems[0].mark
    assert mark is not None
    assert mark[1:] == (3, 13, len(call.partition("(")[0]))


def test_the_table_of_a_pack_has_headings_in_the_language_of_the_book(pack: Pack) -> None:
    text = "---\nlanguage: {}\n---\n\n{{{{ table(pack_table) }}}}"
    for language, heads in (("en", ["Card", "Quantity", "Sum"]), ("de", ["Karte", "Anzahl", "Summe"])):
        [table] = blocks(text.format(language), pack)
        assert isinstance(table, Table)
        assert [plain_text(cell) for cell in table.head] == heads


def test_numbers_are_not_judged_in_other_languages(pack: Pack) -> None:
    text = "---\nlanguage: {}\n---\n\nThere are 41 green cards."
    assert not number_problems(Template("rules.md.j2", text.format("de")), pack)
    assert number_problems(Template("rules.md.j2", text.format("en-GB")), pack)


def test_a_variant_contradicts_what_its_base_says() -> None:
    template = Template("rules.md.j2", "There are 40 green cards.")
    variant = api.load("never-over-attack")
    same = sum(card.quantity for card in variant.suit_cards["green"].values()) == 40
    assert bool(number_problems(template, variant)) is not same


def test_a_template_beside_the_pack_is_found_and_only_there(tmp_path: Path, pack: Pack) -> None:
    (tmp_path / "mine.yaml").write_text("x")
    own, other = tmp_path / "mine.md.j2", tmp_path / "other.md.j2"
    own.write_text("# Mine")
    other.write_text("# Other")
    assert templates.find_template(pack, {}, pack_file=str(tmp_path / "mine.yaml")).text == "# Mine"
    assert (
        templates.find_template(pack, {}, named_template=other, pack_file=str(tmp_path / "mine.yaml")).text
        == "# Other"
    )
    with pytest.raises(UsageError, match="could not be read"):
        templates.find_template(pack, {}, named_template=tmp_path / "none.md.j2")


def test_a_missing_kind_of_template_is_told_apart_from_a_misspelled_game(pack: Pack) -> None:
    with pytest.raises(UsageError, match=r"no poster of never-over yet: choose your own file with [a-z-]+$"):
        templates.find_template(pack, {"never-over": "never-over"}, ".poster")
    with pytest.raises(UsageError, match=r"no summary of adenda yet: .*; did you mean 'addenda'"):
        templates.find_template(pack, {"adenda": "adenda"}, ".summary")


def test_a_template_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "bad.md.j2"
    file.write_bytes(b"good\n\xff\xfe bad")
    with pytest.raises(PackError, match="not UTF-8 text") as caught:
        templates.read_template(file)
    assert caught.value.problems[0].mark == (str(file), 2, 1, 1)


def test_a_missing_template_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("inn.yaml").write_text("format: 1\nname: Inn\ncards:\n  - rows: [{title: Inn, quantity: 3}]\n")
    with pytest.raises(
        cardgen.UsageError, match=r"write inn\.summary\.md\.j2 beside the pack, or choose a game with --game"
    ):
        cardgen.summary("inn.yaml")
    Path("inn.md.j2").write_text("# Inn")
    with pytest.raises(cardgen.UsageError, match=r"or use its rules with --template inn\.md\.j2"):
        cardgen.summary("inn.yaml")
    with pytest.raises(
        cardgen.UsageError, match=r"no score sheet of its own: write inn\.score-sheet\.md\.j2"
    ):
        cardgen.summary("inn.yaml", page="score-sheet")


def test_cards_of_a_list_count_and_extras_beside_them_do_not() -> None:
    extras = [{"face": "text", "title": "Turn", "text": "Draw.", "copies": 2}]
    inn = api.load(
        {"format": 1, "name": "Inn", "cards": [{"rows": [{"title": "Inn", "quantity": 3}]}], "extras": extras}
    )
    assert pack_facts(inn).pack[3:6] == (3, 0, 2)
    cover = book("---\nplayers: 2 players\n---\n# Inn", inn)
    assert cover_facts(inn, cover) == ["2 players", "3 cards"]
    assert [card.label for card in cards_in_play(inn)] == ["Inn"] * 3
    # An extra may be all that there is to deal.
    alone = api.load({"format": 1, "name": "Inn", "extras": extras})
    assert len(cards_in_play(alone)) == 2


def test_check_looks_at_a_template_beside_the_pack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = tmp_path / "mine.yaml"
    pack.write_text("format: 1\nname: Mine\nextends: never-over\n")
    template = tmp_path / "mine.md.j2"
    template.write_text("The pack has 54 cards.\n")
    assert run(["check", str(pack)]) == 0
    assert f"{template}:1:14: warning: '54' is not what the pack has" in capsys.readouterr().out
    assert run(["check", "--strict", str(pack)]) == 1
    template.write_text("{{ nothing }}\n")
    assert run(["check", str(pack)]) == 1
    assert f"{template}:1:4: error: there is nothing called 'nothing'" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("title: [1", "the value of 'title' is not a text"),
        ("subtitle: {a: b}", "the value of 'subtitle' is not a text"),
        ('credits: "by me', "the quotes behind 'credits' do not end"),
    ],
)
def test_what_stands_at_the_top_is_text(line: str, message: str, pack: Pack) -> None:
    template = Template("rules.md.j2", f"---\nlanguage: en\n{line}\n---\n\nText\n")
    with pytest.raises(PackError) as caught:
        read_book(templates.fill_template(template, pack, {}), template, "Rules", "en")
    (problem,) = caught.value.problems
    assert problem.message == message
    assert problem.mark is not None
    assert problem.mark.line == 3


@pytest.fixture
def pycache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "pycache"))
    return tmp_path / "pycache"


def test_cardgens_own_templates_are_compiled_once(
    pack: Pack, pycache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = templates.find_template(pack, {"never-over": "never-over"}, ".card")
    facts = template_facts(pack, "never-over")
    first = templates.fill_template(own, pack, facts)
    [kept] = pycache.rglob("never-over.card.*")
    changed = own._replace(text=own.text + "\nColophon")
    assert "Colophon" in templates.fill_template(changed, pack, facts).markdown
    templates.fill_template(own, pack, facts)
    with monkeypatch.context() as patched:
        patched.delattr(TemplateSandbox, "_parse")
        assert templates.fill_template(own, pack, facts).markdown == first.markdown
    for broken in (kept.read_bytes()[:200], kept.read_bytes()[:4], b""):
        kept.write_bytes(broken)
        assert templates.fill_template(own, pack, facts).markdown == first.markdown


def test_nothing_is_kept_of_others_templates_nor_where_python_keeps_nothing(
    pack: Pack, pycache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = templates.find_template(pack, {"never-over": "never-over"}, ".card")
    theirs = tmp_path / "rules.md.j2"
    theirs.write_text(own.text, encoding="utf-8")
    assert not templates.read_template(theirs).bundled
    templates.fill_template(templates.read_template(theirs), pack, template_facts(pack, "never-over"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    templates.fill_template(own, pack, template_facts(pack, "never-over"))
    assert not list(pycache.rglob("*.md.*"))
