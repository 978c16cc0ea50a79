"""The JSON schema: current, and of one mind with cardgen about which packs are sound."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import cardgen
from cardgen.cli.packs import schema_text
from cardgen.pack import library
from cardgen.pack.format1 import read_pack
from cardgen.pack.yaml import Data, read

COMMITTED = Path(cardgen.__file__).parent / "pack.schema.json"
BAD = Path(__file__).parent / "bad"
SCHEMA = Draft202012Validator(json.loads(schema_text()))

#: Faults that no schema can see, as they take the whole pack, the base, the font or the files to know.
UNSEEN = {
    "abstrac", "addenda", "apart", "base_itself", "base_outside", "blank", "card_too_large",
    "contrast", "contrast_summary", "faces", "glyphs", "glyphs_extras", "never_over_lightness",
    "never_over_no_green", "never_over_no_red", "never_over_numbers", "never_over_points",
    "never_over_signs", "no_cards", "nothing", "on_stripe", "pictures", "small_type", "take_out",
    "too_many", "misspelt_suit", "on_stripe_read",
}  # fmt: skip


def data_of(file: Path) -> dict[str, Data]:
    return read(str(file), file.read_bytes()).data


def test_the_committed_schema_is_current() -> None:
    """Write it anew with `cardgen schema -o cardgen/pack.schema.json`."""
    assert COMMITTED.read_text(encoding="utf-8") == schema_text()


def test_the_schema_is_itself_sound() -> None:
    Draft202012Validator.check_schema(json.loads(schema_text()))


@pytest.mark.parametrize("name", library.names())
def test_shipped_packs_pass_and_name_the_schema_for_editors(name: str) -> None:
    file = library.find(name)
    SCHEMA.validate(data_of(file))
    SCHEMA.validate({"format": 1, **library.resolve(name).data})
    first = file.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../cardgen/pack.schema.json"


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


def test_defaults_can_be_written_into_a_pack() -> None:
    """Editors insert them: a bare number of points or a list of parts would not be read."""
    schema = json.loads(schema_text())
    for name in ("CardFormat", "Back", "Extra"):
        defaults = {
            key: value["default"]
            for key, value in schema["$defs"][name]["properties"].items()
            if "default" in value
        }
        place: dict[str, Any] = {"CardFormat": {"card": defaults}, "Back": {"back": defaults}}.get(
            name, {"extras": [{"face": "title", **defaults}]}
        )
        SCHEMA.validate({"format": 1, "name": "x", "suits": {}, **place})
    assert "0.5" not in schema_text()
