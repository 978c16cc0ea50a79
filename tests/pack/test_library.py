"""Finding packs, laying a variant over its base and options over both, and staying in the folder."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from cardgen import api
from cardgen.errors import PackError, Problem, UsageError
from cardgen.pack import library
from cardgen.pack.values import merged_rank_order
from cardgen.sandbox import untrusted as untrusted

Write = Callable[[str, str], Path]

BASE = """\
format: 1
name: Base
suits:
  green:
    sign: "+"
    color: "#00855B"
    cards: {4: 7, 3: 9, 2: {quantity: 2, face: index}}
  red: {sign: "≤", color: "#961129", cards: {1: 1}}
stripe: {width: 4 mm, from: top-left}
extras: [{face: joker}, {face: summary}]
index: {small: {corners: [top-right, bottom-left]}}
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Put a pack in the folder that is worked in."""
    monkeypatch.chdir(tmp_path)

    def put(name: str, text: str) -> Path:
        file = Path(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    return put


# Finding


def test_packs_are_found_by_name_and_by_path(write: Write) -> None:
    write("mine.yaml", BASE)
    write("Yours_2.yml", BASE)
    write("without-suffix", BASE)
    for name in ("mine.yaml", "./mine.yaml", "mine", "Yours_2", "without-suffix"):
        assert api.load(name).name == "Base"
    assert api.load("never-over").name == "NEVER OVER"
    assert library.resolve("./mine.yaml").slug == "mine"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("never-ovr", "there is no pack 'never-ovr'; did you mean 'never-over'?"),
        ("mine.yaml", "there is no file mine.yaml"),
        ("no/such", "there is no file no/such"),
        ("folder", "folder is a folder"),
        ("x" * 300, "there is no pack"),
        ("nul\0", "there is no pack"),
        ("", "is a folder"),
    ],
)
def test_what_is_not_there_is_a_matter_of_usage(name: str, message: str, write: Write) -> None:
    Path("folder").mkdir()
    with pytest.raises(UsageError, match=message):
        library.pack_file(name)


def test_a_file_that_may_not_be_read_is_a_matter_of_usage(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write("mine.yaml", BASE)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", refuse)
    with pytest.raises(UsageError, match=r"mine.yaml could not be read: Permission denied"):
        library.resolve(str(file))


# Variants


def variant(write: Write, text: str) -> library.Resolved:
    write("base.yaml", BASE)
    return library.resolve(str(write("variant.yaml", "extends: base\n" + text)))


def test_an_edition_is_inherited_only_with_its_name(write: Write) -> None:
    """A pack of another name is no printing of its base."""
    write("base.yaml", BASE + "edition: 4 May 2012\n")
    for text, edition in (
        ("", "4 May 2012"),
        ("name: Base\n", "4 May 2012"),
        ("name: My pack\n", None),
        ("name: My pack\nedition: First\n", "First"),
    ):
        file = write("variant.yaml", "extends: base\n" + text)
        assert library.resolve(str(file)).data.get("edition") == edition


def test_mappings_merge_key_by_key_and_all_else_replaces(write: Write) -> None:
    over = "suits: {green: {color: black, cards: {3: 1}}}\nstripe: {width: 5 mm}\nextras: [{face: title}]\n"
    data = variant(write, "name: Mine\n" + over).data
    assert data == {
        "format": 1,
        "name": "Mine",
        "suits": {
            "green": {
                "sign": "+",
                "color": "black",
                "cards": {"4": 7, "3": 1, "2": {"quantity": 2, "face": "index"}},
            },
            "red": {"sign": "≤", "color": "#961129", "cards": {"1": 1}},
        },
        "stripe": {"width": "5 mm", "from": "top-left"},
        "index": {"small": {"corners": ["top-right", "bottom-left"]}},
        "extras": [{"face": "title"}],
    }


def test_the_base_s_order_stays_and_new_suits_come_last(write: Write) -> None:
    variant(write, 'suits: {blue: {sign: "=", color: black, cards: {1: 1}}, green: {cards: {9: 1, 3: 2}}}\n')
    pack = api.load("variant.yaml")
    assert [card.label for card in pack.cards] == ["+9", "+4", "+3", "+2", "≤1", "=1", "joker", "summary"]


@pytest.mark.parametrize(
    ("under", "over", "order"),
    [
        ("4 3 2 1", "7 6 5 4 3 2 1", "7 6 5 4 3 2 1"),  # all are named
        ("4 3 2 1", "1 2 3 4", "1 2 3 4"),
        ("4 3 2 1", "2 4 3 1 5", "2 4 3 1 5"),
        ("4 3 2 1", "5", "5 4 3 2 1"),  # numbers go on falling, or rising
        ("4 3 2 1", "0 10", "10 4 3 2 1 0"),
        ("1 2 3", "9 2", "1 2 3 9"),
        ("A 2 10 J Q K", "J C", "A 2 10 J C Q K"),  # others stand behind what they are named after
        ("A 2 10 J Q K", "C D", "A 2 10 J Q K C D"),
        ("2 4 1", "3 4", "2 4 1 3"),
        ("4", "5", "4 5"),
        ("4 3", "4", "4 3"),
    ],
)
def test_ranks_stand_in_the_order_that_their_writer_expects(under: str, over: str, order: str) -> None:
    assert merged_rank_order(under.split(), over.split()) == order.split()


def test_a_variant_s_ranks_are_printed_and_summed_up_in_its_order(write: Write) -> None:
    cards = "{7: 1, 6: 1, 5: 1, 4: 0, 3: 2, 2: 2, 1: 2}"
    write("high.yaml", f"extends: never-over\nname: High\ngames: []\nsuits: {{green: {{cards: {cards}}}}}\n")
    pack = api.load("high.yaml")
    labels = [card.label for card in pack.cards if card.suit == "green"]
    assert labels == ["+7", "+6", "+5", "+3", "+2", "+1"]


def test_zero_takes_a_card_out_and_the_last_one_its_suit(write: Write) -> None:
    resolved = variant(write, "suits: {green: {cards: {4: 0, 2: {quantity: 0}}}, red: {cards: {1: 0}}}\n")
    assert not resolved.problems
    assert resolved.data["suits"] == {"green": {"sign": "+", "color": "#00855B", "cards": {"3": 9}}}


def test_a_mapping_over_a_switch_and_a_switch_over_a_mapping(write: Write) -> None:
    assert variant(write, "stripe: false\n").data["stripe"] is False
    assert api.load("variant").stripe.on is False


def test_marks_point_to_the_file_that_has_the_last_word(write: Write) -> None:
    resolved = variant(write, "name: Mine\nstripe:\n  width: 5 mm\n")

    def place(*path: str) -> tuple[str, int, int]:
        mark = resolved.locate(Problem("here", path)).mark
        assert mark
        return mark.file, mark.line, mark.column

    assert place("name") == ("variant.yaml", 2, 7)
    assert place("stripe", "width") == ("variant.yaml", 4, 10)
    assert place("stripe", "from") == ("base.yaml", 9, 29)
    assert place("suits", "green", "cards", "3") == ("base.yaml", 7, 22)
    assert place("stripe", "nothing") == ("variant.yaml", 3, 1)
    assert place("nothing") == ("variant.yaml", 1, 1)
    located = resolved.locate(Problem("here", ("suits", "red"), on_key=True))
    assert located.mark
    assert (located.mark.column, located.line) == (3, BASE.splitlines()[7])


def test_what_a_variant_replaces_leaves_no_marks_of_the_base(write: Write) -> None:
    resolved = variant(write, "extras: [{face: title}]\nsuits: 5\n")
    assert resolved.values[("extras", "0")].file == "variant.yaml"
    assert ("extras", "1") not in resolved.values
    assert ("suits", "green") not in resolved.values


def test_a_base_beside_or_below_and_none_above(write: Write) -> None:
    write("packs/below/base.yaml", BASE)
    write("packs/up.yaml", BASE)
    for name in ("below/base.yaml", "up.yaml", "up"):
        assert api.load(str(write("packs/v.yaml", f"extends: {name}\n"))).name == "Base"
    write("base.yaml", BASE)
    assert api.examine(str(write("packs/v.yaml", "extends: ../base.yaml\n"))).pack is None


def test_a_name_of_cardgen_s_own_means_that_pack_wherever_one_is(write: Write) -> None:
    write("never-over.yaml", BASE)
    assert api.load(str(write("v.yaml", "extends: never-over\n"))).name == "NEVER OVER"
    assert api.load(str(write("v.yaml", "extends: never-over.yaml\n"))).name == "Base"


# Files beside the pack


@pytest.mark.parametrize(
    "name",
    ["../x.png", "a/../../x.png", "/etc/hostname", "~/x.png", "C:\\x.png", "a\\x.png", "c:x.png", "link.png",
     "link/x.png", "nul\0.png", "nowhere.png", "folder", "", ".", "x" * 5000, "pipe"],
)  # fmt: skip
def test_nothing_outside_the_folder_and_no_devices(name: str, tmp_path: Path) -> None:
    import os

    home = tmp_path / "home"
    (home / "folder").mkdir(parents=True)
    (tmp_path / "x.png").write_bytes(b"")
    (home / "link.png").symlink_to("../x.png")
    (home / "link").symlink_to("..")
    os.mkfifo(home / "pipe")
    with pytest.raises(untrusted.Unreachable) as caught:
        untrusted.admit(home, name)
    assert len(str(caught.value)) < 150
    assert caught.value.hint


@pytest.mark.parametrize("name", ["x.png", "below/x.png", "./x.png", "link.png", "über x.png"])
def test_files_beside_and_below_are_reached(name: str, tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    for file in ("x.png", "below/x.png", "über x.png"):
        (tmp_path / file).write_bytes(b"")
    (tmp_path / "link.png").symlink_to("below/x.png")
    assert untrusted.admit(tmp_path, name).is_file()


def test_a_picture_of_the_base_is_sought_beside_the_base(write: Write) -> None:
    write("below/base.yaml", BASE + "back: {image: x.png}\n")
    write("x.png", "")
    resolved = library.resolve(str(write("v.yaml", "extends: below/base.yaml\n")))
    assert resolved.folder_of_value(("back", "image")) == Path("below")


# Options


def test_options_lie_over_all_and_are_named_in_messages() -> None:
    options = {
        ("style",): "papr",
        ("card", "size"): "pokr",
        ("back", "pattern"): "latice",
        ("ink-saver",): "x",
    }
    problems = api.examine("never-over", options).of("error")
    assert sorted(problem.mark.file for problem in problems if problem.mark) == [
        "--back", "--ink-saver", "--size", "--style",
    ]  # fmt: skip


def test_options_alone_at_fault_are_a_matter_of_usage(write: Write) -> None:
    with pytest.raises(PackError) as caught:
        api.load("never-over", {("style",): "papr"})
    assert caught.value.exit_code == 2
    bad = write("bad.yaml", BASE + "stile: 1\n")
    with pytest.raises(PackError) as caught:
        api.load(str(bad), {("style",): "papr"})
    assert caught.value.exit_code == 1


def test_options_win_over_the_pack_and_over_its_faults(write: Write) -> None:
    file = write("mine.yaml", BASE + "style: papr\ncard: 5\nback: {image: nowhere.png}\n")
    options = {
        ("style",): "paper",
        ("card", "size"): "poker",
        ("back", "pattern"): "rings",
        ("back", "image"): None,
        ("stripe",): False,
    }
    pack = api.load(str(file), options)
    assert (pack.style, pack.back.pattern, pack.stripe.on) == ("paper", "rings", False)
    assert pack.card.width == pytest.approx(180)


def test_a_whole_mapping_may_be_an_option_with_a_picture_in_it(write: Write) -> None:
    """For Python: pictures named so are sought in the folder that is worked in."""
    problems = api.examine("never-over", {("back",): {"image": "nowhere.png"}}).of("error")
    assert [problem.message for problem in problems] == ["there is no file 'nowhere.png' beside the pack"]


# The packs that come with cardgen


@pytest.mark.parametrize("name", library.bundled_pack_names())
def test_shipped_packs_read_back_from_their_resolved_form(name: str, write: Write) -> None:
    resolved = library.resolve(name).data
    text = yaml.safe_dump({"format": 1, **resolved}, allow_unicode=True, sort_keys=False)
    assert api.load(str(write("again.yaml", text))) == api.load(name)
