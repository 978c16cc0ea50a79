"""The JSON schema: current, and of one mind with cardgen about which packs are sound."""

import json
import re
import runpy
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from cardgen.cli.main import cli
from cardgen.colour.colors import color_from_hex
from cardgen.jobs.schema import schema_text
from cardgen.languages.catalogue import translated_languages
from cardgen.pack import library
from cardgen.pack.card_list import cards_of_extras, cards_of_suits, with_cards
from cardgen.pack.cards import SuitSection
from cardgen.pack.model import Entry, Extra, Pack, Suit
from cardgen.pack.reading import read_pack
from cardgen.pack.yaml import Data, read_yaml

TOP = Path(__file__).parents[2]
BAD = Path(__file__).parents[1] / "bad"
SCHEMA = Draft202012Validator(json.loads(schema_text()))

#: Faults that no schema can see, as they take the whole pack, the base, the font or the files to know.
UNSEEN = {
    "abstrac", "addenda", "apart", "base_itself", "base_outside", "blank", "card_too_large",
    "contrast", "contrast_summary", "faces", "glyphs", "glyphs_extras", "never_over_lightness",
    "never_over_no_green", "never_over_no_red", "never_over_numbers", "never_over_points",
    "never_over_signs", "no_cards", "nothing", "on_stripe", "pictures", "small_type", "take_out",
    "too_many", "misspelt_suit", "on_stripe_read",
    "rank_range",
}  # fmt: skip


def data_of(file: Path) -> dict[str, Data]:
    return read_yaml(str(file), file.read_bytes()).data


@pytest.fixture(scope="module")
def written() -> dict[Path, str]:
    """What `python docs/reference.py` writes: the pages of reference and the schemas."""
    files: dict[Path, str] = runpy.run_path(str(TOP / "docs" / "reference.py"))["files"]()
    return files


def test_what_is_made_from_the_code_is_current(written: dict[Path, str]) -> None:
    """Write it anew with `python docs/reference.py`."""
    stale = [file.name for file, text in written.items() if file.read_text(encoding="utf-8") != text]
    assert stale == []
    assert {file.name for file in written} == {
        "commands.md", "looks.md", "pack-format.md", "rulebooks.md", "llms.txt", "pack.schema.json",
        "printer.schema.json", "__init__.pyi", "words.js",
        *(f"{language}.po" for language in translated_languages()),
    }  # fmt: skip


def test_the_pages_of_reference_lead_nowhere_wrong(written: dict[Path, str]) -> None:
    for file, text in written.items():
        if file.suffix == ".md":
            # What an example shows leads nowhere here.
            text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
            titles = re.findall("^##? (.*)", text, flags=re.MULTILINE)
            places = {re.sub("[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles}
            assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= places
            assert all((file.parent / name).is_file() for name in re.findall(r"\]\(([^#)]+)\)", text))


def test_the_pages_of_reference_name_every_key_and_option(written: dict[Path, str]) -> None:
    pages = {file.name: text for file, text in written.items()}
    schema = json.loads(schema_text())
    for part in [schema, *schema["$defs"].values()]:
        for form in part.get("anyOf", [part]):
            for key, value in form.get("properties", {}).items():
                about = value["description"].replace("|", "\\|")
                assert f"| `{key}` | {about} | " in pages["pack-format.md"]
    top = click.Context(cli)
    for name in cli.list_commands(top):
        chapter = pages["commands.md"].partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        for option in cli.get_command(top, name).params:
            if isinstance(option, click.Option):
                assert re.search(rf"^\| `.*{option.opts[-1]}\b", chapter, flags=re.MULTILINE), (name, option)


@pytest.mark.parametrize(("entry", "of", "kind"), [(0, "pack", "pack"), (1, "printer", "preset")])
def test_the_schemas_are_sound_and_in_the_entries_for_a_catalogue(entry: int, of: str, kind: str) -> None:
    schema = json.loads(schema_text(of))
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"urn:cardgen:{kind}:1"
    listed = json.loads((TOP / "docs" / "schemastore.json").read_text(encoding="utf-8"))[entry]
    assert schema["title"].startswith(listed["name"])
    assert all(pattern.startswith("*.cardgen") for pattern in listed["fileMatch"])
    file = TOP / listed["url"].partition("/main/")[2]
    assert json.loads(file.read_text(encoding="utf-8")) == schema


@pytest.mark.parametrize("name", library.bundled_pack_names())
def test_shipped_packs_pass_and_name_the_schema_for_editors(name: str) -> None:
    file = library.pack_file(name)
    SCHEMA.validate(data_of(file))
    SCHEMA.validate({"format": 1, **library.resolve(name).data})
    first = file.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=pack.schema.json"


def readable() -> list[Path]:
    return [file for file in sorted(BAD.glob("*.yaml")) if file.stem not in ("tabs", "syntax", "yaml")]


@pytest.mark.parametrize("file", readable(), ids=lambda file: file.stem)
def test_an_editor_marks_what_a_schema_can_see(file: Path) -> None:
    faults = list(SCHEMA.iter_errors(data_of(file)))
    text = file.read_text(encoding="utf-8")
    elsewhere = "# also: " in text
    assert bool(faults) != (file.stem in UNSEEN or (elsewhere and "#^" not in text))


#: One mapping of each kind and every form its values may take.
GOOD: list[dict[str, Any]] = [
    {"stripe": False},
    {"stripe": "no"},
    {"stripe": {"on": True, "width": '0.2"'}},
    {"index": {"small": False, "large": "off"}},
    {"card": {"size": "62 x 88 MM"}},
    {"card": {"size": "tarot", "corner": "0 mm"}},
    {"name": 7},
    {"extras": [{"face": "text", "text": "a\n\nb", "copies": 2, "color": {"cmyk": [0, 0, 0, 100]}}]},
    {"suits": {"a": {"color": "white", "cards": {"4": 1, "3": {"quantity": 2, "image": "x.png"}}}}},
    {"ink-saver": True, "language": "pt-BR", "games": ["abstrac"]},
]


@pytest.mark.parametrize("change", GOOD, ids=str)
def test_what_cardgen_reads_the_schema_allows(change: dict[str, Any]) -> None:
    whole = {"format": 1, "name": "x", "suits": {}, **change}
    assert read_pack(whole)[1] == []
    SCHEMA.validate(whole)
    SCHEMA.validate({"extends": "never-over", **change})


def test_a_pack_needs_its_format_unless_it_is_a_variant() -> None:
    assert not SCHEMA.is_valid({"name": "x"})
    assert not SCHEMA.is_valid({"format": 2, "name": "x"})
    assert SCHEMA.is_valid({"extends": "never-over"})


def test_every_key_is_described_for_the_editor_s_help() -> None:
    schema = json.loads(schema_text())
    for part in [schema, *schema["$defs"].values()]:
        for form in part.get("anyOf", [part]):
            for key, value in {**part, **form}.get("properties", {}).items():
                assert value.get("description") or "$ref" in value or key == "extends", key


def test_the_schema_is_the_same_each_time() -> None:
    assert schema_text() == schema_text()


def test_defaults_of_the_schema_are_those_that_cardgen_takes() -> None:
    """Editors insert them and the reference shows them: written into a pack, they change nothing."""
    schema = json.loads(schema_text())

    def defaults(part: dict[str, Any]) -> dict[str, Any]:
        keys = part.get("anyOf", [part])[-1]["properties"]
        return {key: value["default"] for key, value in keys.items() if "default" in value}

    parts = {name: defaults(part) for name, part in schema["$defs"].items()}
    card = {"size": "62 x 88 mm", "corner": "3 mm", "bleed": "3 mm", "safe": "3 mm", "shape": "rectangle"}
    assert parts["CardFormat"] == card
    ground = {"radius": "0 mm", "width": "0.3 mm", "edge": "all", "padding": "0 mm", "tight": False}
    assert parts["BoxGround"] == ground
    whole = {
        "format": 1, "name": "x", **defaults({"properties": schema["properties"]}),
        "card": parts["CardFormat"], "back": parts["Back"], "stripe": parts["Stripe"],
        "index": {"small": parts["SmallIndex"], "large": parts["LargeIndex"]},
        "suits": {"a": {"color": "black", "cards": {"4": parts["Entry"]}}},
        "extras": [{"face": "title", **parts["Extra"]}],
    }  # fmt: skip
    SCHEMA.validate(whole)
    suit = Suit(color_from_hex("#000"))
    bare = Pack("x", suits={"a": suit})
    suits = cards_of_suits(bare, {"a": SuitSection(suit, {"4": Entry()})})
    assert read_pack(whole) == (with_cards(bare, [*suits, *cards_of_extras([Extra("title")])]), [])


def test_least_measures_of_printers_are_written_as_they_are() -> None:
    """A quarter of a point is no round number of millimetres."""
    keys = json.loads(schema_text("printer"))["properties"]
    assert (keys["least-line"]["default"], keys["drift"]["default"]) == ("0.25 pt", "1.5 mm")
