"""Finished files in the studio: chosen or dropped in a form, examined, and shown where they differ."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_logs import write_logs
from PIL import Image

from cardgen import api
from cardgen.cli.main import run
from cardgen.errors import UsageError
from cardgen.gaming.games.game import Setup
from cardgen.webapp import making
from cardgen.webapp.job_process import Outcome, do_job
from cardgen.webapp.making import finished_files, job_offers, requested_job

PACK = """\
format: 1
name: Mine
cards:
  - {layout: title, rows: [{title: Owl}, {title: Fox}]}
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "mine.yaml"
    path.write_text(PACK, encoding="utf-8")
    return path


def outcome_of(
    file: Path, kind: str, dropped: Callable[[str], Path] | None = None, **options: Any
) -> Outcome:
    """Do the job of a kind as its form requests it."""
    [offer] = [each for each in job_offers(file.name) if each["kind"] == kind]
    filled = {**offer["preset"], **options}
    wish = requested_job(file, kind, filled, dropped)
    assert wish.problems == []
    return do_job(wish.request, api.no_progress)


def test_sheets_that_differ_are_shown_beside_the_pack(file: Path) -> None:
    assert run(["sheets", file.name]) == 0
    [name] = finished_files(file.parent, "verify")
    assert name == "output/mine-sheets.pdf"
    done = outcome_of(file, "verify", files=[name])
    assert done["blocks"][0][:2] == ("good", [("", "mine-sheets.pdf: proven")])

    file.write_text(PACK.replace("Fox", "Bat"), encoding="utf-8")
    done = outcome_of(file, "verify", files=[name])
    assert done["blocks"][0][0] == "bad"
    [pictures] = [rows for kind, rows, _ in done["blocks"] if kind == "pictures"]
    assert [heading for heading, _ in pictures] == ["in the file", "in the pack"]
    seen, wanted = (Image.open(io.BytesIO(base64.b64decode(data))) for _, data in pictures)
    assert seen.size == wanted.size
    # The frame around the title is in both; what is in it is not the same.
    assert (230, 0, 160) in {pixel for _, pixel in seen.getcolors(1 << 20)}
    assert seen.tobytes() != wanted.tobytes()


def test_a_dropped_file_is_preflighted_and_its_pages_are_shown(file: Path) -> None:
    assert run(["press", file.name]) == 0
    maker = making.Maker()
    data = (file.parent / "output" / "mine-press.pdf").read_bytes()
    try:
        name = maker.keep_dropped_file("../mine press.pdf", data)
        assert name == "dropped:1/_mine press.pdf"
        assert maker.dropped_file_path(name).read_bytes() == data
        file.write_text(PACK.replace("Fox", "Bat"), encoding="utf-8")
        wish = requested_job(file, "preflight", {"files": [name], "pack": file.name}, maker.dropped_file_path)
        # The command has the file's own name: where the studio keeps it is nobody's business.
        assert "dropped" not in wish.typed
        assert wish.typed.endswith("--pack mine.yaml")
        done = do_job(wish.request, api.no_progress)
        assert done["blocks"][0][0] == "bad"
        headings = [heading for kind, rows, _ in done["blocks"] if kind == "pictures" for heading, _ in rows]
        assert headings[0].startswith("page ")
        assert "in the pack" in headings
        for other in ("dropped:2/x.pdf", "dropped:../../mine.yaml", "dropped:"):
            with pytest.raises(UsageError):
                maker.dropped_file_path(other)
    finally:
        maker.end()


def test_only_files_beside_the_pack_are_examined(file: Path, tmp_path_factory: Any) -> None:
    outside = tmp_path_factory.mktemp("elsewhere") / "theirs.pdf"
    outside.write_bytes(b"%PDF-1.4")
    (file.parent / "link.pdf").symlink_to(outside)
    for name in (str(outside), f"../{outside.parent.name}/theirs.pdf", "link.pdf"):
        [problem] = requested_job(file, "verify", {"files": [name]}).problems
        assert problem["field"] == "files"
    assert finished_files(file.parent, "verify") == []


def test_readings_are_answers_to_questions_and_correct_what_is_printed_then(file: Path) -> None:
    fields = {
        each["name"]: each
        for section in making.job_forms()["calibrate"]["sections"]
        for each in section["fields"]
    }
    assert "ask" not in fields
    assert fields["read"]["asked_by"] == "--ask"
    assert "A" in dict(fields["read"]["questions"])
    wish = requested_job(file, "readings", {"name": "laser", "read": "J=1 K=0"})
    assert wish.typed == "cardgen calibrate laser --read 'J=1 K=0'"
    done = do_job(wish.request, api.no_progress)
    assert done["state"] == "done"
    assert done["files"][0]["notes"]
    # It is a choice as soon as it was read.
    sheets = making.job_forms()["sheets"]["sections"]
    [choice] = [each for part in sheets for each in part["fields"] if each["name"] == "home_printer"]
    assert [word for word, _ in choice["choices"]] == ["laser"]


@pytest.mark.parametrize("name", ["rules", "dask", "plot"])
def test_a_page_runs_no_file_of_rules_and_sends_no_work_elsewhere(file: Path, name: str) -> None:
    with pytest.raises(UsageError, match="there is no option"):
        requested_job(file, "logs", {"files": ["output"], name: "x"})


def test_games_of_people_are_measured(file: Path) -> None:
    file.write_text("extends: standard-52\nname: Mine\n", encoding="utf-8")
    write_logs(file.parent / "output", str(file), Setup("up-and-over", 3, ("sensible",)), 3)
    assert len(finished_files(file.parent, "logs")) == 3
    done = outcome_of(file, "logs", files=["output"], games="100", against="random")
    assert done["faults"] == []
    title = done["blocks"][0][1][0][1]
    assert title.startswith("3 games of Anna")
    texts = [text for _, rows, _ in done["blocks"] for _, text in rows]
    assert any("beyond chance" in text or text.startswith("Too few games") for text in texts)
