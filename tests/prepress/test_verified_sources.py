"""Faults of the writer are in the pack's own picture of a file too; verify finds them by their sources."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFilter, ImageOps
from samples import faults, sampled, sheets, small_pack, thorough
from test_verification import layouts

from cardgen import api
from cardgen.art.items import Run
from cardgen.art.pdf_writer import PdfWriter
from cardgen.colour import images
from cardgen.colour.colors import Color
from cardgen.errors import UsageError
from cardgen.output.press import PressJob, press_target, write_press
from cardgen.pack.model import Pack
from cardgen.prepress.preflight import preflight
from cardgen.prepress.preflight.findings import Report
from cardgen.prepress.verification import looks
from cardgen.prepress.verification import sheets as verification
from cardgen.prepress.verification.sheets import Proof


def drawn(folder: Path) -> None:
    """A picture, a frame with a hole, and a faint ground that rises from left to right."""
    picture = Image.new("RGB", (744, 552), (60, 120, 190))
    pen = ImageDraw.Draw(picture)
    pen.polygon([(0, 552), (250, 110), (480, 552)], (200, 170, 60))
    pen.ellipse((560, 40, 700, 180), (240, 220, 200))
    picture.filter(ImageFilter.GaussianBlur(1)).save(folder / "day.png")
    frame = Image.new("RGBA", (744, 552), (0, 0, 0, 0))
    ImageDraw.Draw(frame).rectangle((0, 0, 743, 551), outline=(120, 60, 20, 255), width=40)
    frame.save(folder / "frame.png")
    rising = Image.linear_gradient("L").rotate(90).resize((744, 1056))
    rising.point([246 + level * 8 // 255 for level in range(256)]).convert("RGB").save(folder / "faint.png")


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    folder = tmp_path_factory.mktemp("scenes")
    drawn(folder)
    (folder / "pack.yaml").write_text(
        """\
format: 1
name: Scenes
back: {pattern: plain}
layouts:
  scene:
    boxes:
      ground: {at: [0 mm, 0 mm], size: [62 mm, 88 mm], show: faint.png}
      art: {at: [0 mm, 0 mm], size: [62 mm, 46 mm], show: day.png}
      frame: {at: [0 mm, 0 mm], size: [62 mm, 46 mm], show: frame.png}
      icon: {at: [24 mm, 14 mm], size: [14 mm, 14 mm], show: "{star}", color: "#FFFFFF"}
      title: {at: [6 mm, 50 mm], size: [50 mm, 8 mm]}
      text: {at: [6 mm, 60 mm], size: [50 mm, 16 mm]}
      cost: {at: [6 mm, 77 mm], size: [8 mm, 5 mm]}
cards:
  - layout: scene
    rows:
      - {title: The day, text: "Draw two cards and keep the **better** one.", cost: "2", copies: 3}
      - {title: The tax, text: "Pay one coin, or lose a turn.", cost: "5"}
"""
    )
    return api.load(str(folder / "pack.yaml"))


def proof(pack: Pack) -> Proof:
    (data,) = sheets(pack)
    return verification.verify_sheets(data, pack)


def test_what_was_looked_at_is_counted(scenes: Pack) -> None:
    found = proof(scenes)
    assert found.faults == ()
    # Three pictures, an icon and three texts on each of two faces (they hide the white ground), and a back.
    assert (found.compared, found.not_judged) == (15, ())
    assert any(
        fact.startswith("15 texts, pictures and drawings of 2 faces and 1 back") for fact in found.facts
    )


def test_what_cannot_be_looked_at_is_not_judged(scenes: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardgen.prepress.comparison import painter

    good = painter._decode_picture

    def decoded(file: Path, *more: Any) -> Any:
        if file.name == "day.png":
            raise OSError("cannot be read")
        return good(file, *more)

    painter._layers.clear()
    monkeypatch.setattr(painter, "_decode_picture", decoded)
    found = proof(scenes)
    assert found.faults == ()
    first, _ = scenes.cards
    assert found.not_judged[0] == f"the picture day.png on the face of {first.id}: it cannot be drawn here"
    assert f"not judged: {found.not_judged[0]}" in found.facts


def test_of_many_faces_some_are_looked_at_and_the_others_counted(
    scenes: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looks, "MOST_SIDES", 1)
    found = proof(scenes)
    assert found.compared == 7
    assert any("2 more faces and backs were not compared with their sources" in fact for fact in found.facts)


@pytest.mark.thorough
@settings(max_examples=12)
@given(layouts(), st.sampled_from(["disc", "solid", "paper"]), st.sampled_from(["lattice", "rings", "plain"]))
def test_whatever_is_made_looks_as_its_sources_do(
    layout: tuple[dict[str, Any], dict[str, Any]], style: str, pattern: str
) -> None:
    pack = small_pack(style=style, back={"pattern": pattern})
    options, choice = layout
    try:
        files = sheets(pack, options, **choice)
    except UsageError:
        assume(False)
    assert faults(files[0], pack, files[1] if len(files) > 1 else None) == ()


# --- a fault of each kind -------------------------------------------------------------------------


def written_as(change: Callable[[str], str]) -> Callable[[pytest.MonkeyPatch], None]:
    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        good = PdfWriter.write_text_run
        monkeypatch.setattr(
            PdfWriter,
            "write_text_run",
            lambda self, run, color: good(self, run._replace(text=change(run.text)), color),
        )

    return patch


def title_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    good = PdfWriter.write_text_run

    def moved(self: PdfWriter, run: Run, color: Color) -> None:
        good(self, run._replace(x=run.x + 6 * (run.text == "The tax")), color)

    monkeypatch.setattr(PdfWriter, "write_text_run", moved)


def picture_as(name: str, change: Callable[[Any], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        good = images.srgb_picture

        def in_srgb(file: Path, *args: Any, **more: Any) -> Any:
            picture = good(file, *args, **more)
            return change(picture) if file.name == name else picture

        monkeypatch.setattr(images, "srgb_picture", in_srgb)

    return patch


def on_white(picture: Any) -> Any:
    white = Image.new("RGBA", picture.size, (255, 255, 255, 255))
    return Image.alpha_composite(white, picture).convert("RGB")


def without_icons(monkeypatch: pytest.MonkeyPatch) -> None:
    good = PdfWriter.write_fill
    monkeypatch.setattr(PdfWriter, "write_fill", lambda self, item: None if item.place else good(self, item))


@pytest.mark.parametrize(
    ("fault", "wanted"),
    [
        pytest.param(title_moved, ['the text "The tax" is shifted'], id="text-moved"),
        pytest.param(
            written_as(lambda text: text.replace("2", "3")), ['the text "2" differs'], id="wrong-glyph"
        ),
        pytest.param(
            written_as(lambda text: text.replace("better", "bettor")),
            ['the text "Draw two cards and keep the better one." differs'],
            id="one-letter-of-a-text",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            written_as(lambda text: {"The tax": "The day"}.get(text, text)),
            ['the text "The tax" differs'],
            id="text-of-another-card",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            written_as(lambda text: {"The tax": ""}.get(text, text)),
            ['the text "The tax" is not there'],
            id="text-missing",
        ),
        pytest.param(
            picture_as("day.png", ImageOps.mirror), ["the picture day.png"] * 2, id="picture-mirrored"
        ),
        pytest.param(
            picture_as("faint.png", ImageOps.mirror),
            ["the picture faint.png"] * 2,
            id="faint-picture-mirrored",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            picture_as("frame.png", on_white),
            ["the picture day.png is not there"] * 2,
            id="frame-that-erases",
        ),
        pytest.param(without_icons, ['what is drawn in the box "icon" is not there'] * 2, id="icon-omitted"),
    ],
)
def test_a_fault_of_the_writer_is_told_once(
    scenes: Pack,
    fault: Callable[[pytest.MonkeyPatch], None],
    wanted: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fault(monkeypatch)
    found = proof(scenes).faults
    ids = [card.id for card in scenes.cards]
    assert len(found) == len(wanted), found
    for told, words in zip(found, wanted, strict=True):
        assert words in told, found
        assert any(told.startswith(f"page 1: on the face of {each}, ") for each in ids)


# --- the same on pages for a press ----------------------------------------------------------------


def press_report(pack: Pack, **job: Any) -> Report:
    made = PressJob(**job)
    (file,) = write_press(pack, made)
    return preflight(file.data, press_target(pack, made, None, ""))


@pytest.mark.parametrize("standard", sampled(["x4", "x1a"], 2))
def test_press_pages_are_held_against_their_sources(scenes: Pack, standard: str) -> None:
    found = press_report(scenes, standard=standard)
    assert [each.message for each in found.findings if each.rule == "deck"] == []
    assert found.sources == {"pages": 3, "compared": 15, "not_judged": []}
    assert "15 texts, pictures and drawings look as their sources do" in found.facts


@pytest.mark.parametrize("job", [PressJob(copies=2), PressJob(only=("summary",))], ids=["two", "a part"])
def test_several_decks_and_a_part_of_one_have_the_summary_of_one(never_over: Pack, job: PressJob) -> None:
    (file,) = write_press(never_over, job)
    found = preflight(file.data, press_target(never_over, job, None, ""))
    assert [each.message for each in found.findings if each.rule == "deck"] == []


@pytest.mark.parametrize(
    ("fault", "wanted"),
    [
        (written_as(lambda text: text.replace("5", "6")), ['the text "5" differs']),
        thorough(
            written_as(lambda text: {"The tax": ""}.get(text, text)), ['the text "The tax" is not there']
        ),
        thorough(picture_as("day.png", ImageOps.mirror), ["the picture day.png is mirrored"] * 2),
        thorough(without_icons, ['what is drawn in the box "icon" is not there'] * 2),
    ],
    ids=["wrong-glyph", "text-missing", "picture-mirrored", "icon-omitted"],
)
def test_a_fault_of_the_writer_is_told_of_press_pages(
    scenes: Pack,
    fault: Callable[[pytest.MonkeyPatch], None],
    wanted: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fault(monkeypatch)
    findings = [each for each in press_report(scenes).findings if each.rule == "deck"]
    assert len(findings) == len(wanted), findings
    for each, words in zip(findings, wanted, strict=True):
        assert words in each.message
        assert each.page in (1, 3)
