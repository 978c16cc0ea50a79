"""What an earlier run has found out is used again only for what is still the same."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from edited_decks import EditedDeck
from samples import thorough

from cardgen.art.fingerprint import face_fingerprint
from cardgen.checks.examination import examine
from cardgen.cli.report import problems_text
from cardgen.errors import CardgenError
from cardgen.jobs import find_job
from cardgen.jobs.job import warnings_or_raise
from cardgen.pack.result_cache import ResultCache, using_results


def without_progress(what: str, unit: str = "") -> Any:
    return nullcontext(lambda done, total: None)


def build(deck: EditedDeck) -> list[Any]:
    """Everything that a build makes and says; its errors where there are any."""
    job = find_job("build").from_options({**deck.options, "output": deck.folder / "out"})
    try:
        examined = examine(str(deck.file), job.overrides)
        said = problems_text(examined.problems)
        if examined.of("error"):
            return [said]
        made = job.run(examined, without_progress)
    except CardgenError as error:
        return [str(error)]
    files = [(file.path.name, file.data, file.about, file.notes) for file in made.files]
    return [
        said,
        warnings_or_raise(job, examined),
        files,
        made.warnings,
        made.notes,
        made.facts,
        made.next_step,
    ]


def run_edits(folder: Path, seed: int, edits: int) -> tuple[int, int]:
    """Compare cached builds with cold ones; return how many decks were made, and how many faces repeated."""
    deck, kept = EditedDeck(folder, seed), b""
    made = used = 0
    for number in range(edits):
        what = deck.edit() if number else "first"
        cold = build(deck)
        with using_results(kept) as cache:
            cached = build(deck)
        assert cached == cold, f"edit {number} of seed {seed}: {what}"
        before = set(ResultCache(kept)._kept)
        used += len(before & set(cache._used))
        kept = cache.changed_bytes() or kept
        made += len(cold) > 1
        if len(cold) == 1:
            deck.undo()
    return made, used


@pytest.mark.parametrize(("seed", "edits"), [(1, 8), *(thorough(seed, 25) for seed in range(2, 22))])
def test_a_cached_build_equals_a_cold_one_after_random_edits(seed: int, edits: int, tmp_path: Path) -> None:
    made, used = run_edits(tmp_path, seed, edits)
    assert made > edits / 3
    assert used > edits / 2


@pytest.mark.parametrize("named_by", ["text", "layout"])
def test_a_drawing_that_only_another_cards_column_brings_in_is_looked_at_again(
    named_by: str, tmp_path: Path
) -> None:
    drawing = tmp_path / "mark.svg"
    shown = f"Draw {{{drawing}}}."
    (tmp_path / "deck.yaml").write_text(
        "format: 1\nname: Deck\ncard: {size: poker}\nlayouts:\n  own:\n    extends: story\n    boxes:\n"
        f'      text: {{show: "{shown if named_by == "layout" else "{text}"}"}}\n'
        "cards:\n  - layout: own\n    rows:\n"
        f'      - {{title: A, text: "{shown if named_by == "text" else "One."}"}}\n'
        "      - {title: B, text: Two., picture: mark.svg}\n"
    )
    kept = b""
    for side in (50, 90):
        drawing.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
            f'<rect width="{side}" height="{side}"/></svg>'
        )
        pack = examine(str(tmp_path / "deck.yaml")).valid_pack
        with using_results(kept) as cache:
            cached = face_fingerprint(pack, pack.cards[0])
        assert cached == face_fingerprint(pack, pack.cards[0])
        kept = cache.changed_bytes() or kept
