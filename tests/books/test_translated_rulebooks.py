"""The rulebooks in other languages: complete, and every rule of the sources in words of theirs."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
import yaml
from samples import game_packs
from standard_rulebooks import bare, sections_of

from cardgen import api
from cardgen.gaming.games import GAMES
from cardgen.output.rulebook import BookJob, book_of_job, template_of_job
from cardgen.pack.yaml import Loader

RULES = Path(__file__).parents[1] / "rulebook_rules"
KINDS = get_args(get_type_hints(BookJob)["kind"])
#: Those with tables of rules, and all with a catalogue.
WITH_RULES = sorted(folder.name for folder in RULES.iterdir() if folder.is_dir())
LANGUAGES = sorted({file.name.split(".")[1] for file in (RULES.parents[1] / "templates").glob("*.po")})
#: A pack for each book.
BOOKS = {GAMES[game].template: pack for game, pack in reversed(game_packs().items())}


@cache
def table(file: Path) -> list[dict[str, str]]:
    """The rules and readings of a table, in a row."""
    data = yaml.load(file.read_text(encoding="utf-8"), Loader)
    return data if isinstance(data, list) else [*data["rules"], *data.get("readings", ())]


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("language", WITH_RULES)
def test_every_rule_of_the_sources_stands_in_the_translated_book(language: str, name: str) -> None:
    english, translated = table(RULES / f"{name}.yaml"), table(RULES / language / f"{name}.yaml")
    assert [row["rule"] for row in translated] == [row.get("rule") or row["reading"] for row in english]
    assert len({(row["section"], row["words"]) for row in translated}) == len(translated)
    pack, job = api.load(BOOKS[name], {("language",): language}), BookJob(name)
    told = sections_of(book_of_job(pack, job, template_of_job(pack, job)))
    missing = [row for row in translated if bare(row["words"]) not in told.get(row["section"], "")]
    assert missing == []


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_translated_book_or_page_is_left_in_english(language: str, name: str) -> None:
    """When the English has changed, run `cardgen words PACK de --game GAME -o templates` and translate it."""
    pack = api.load(BOOKS[name], {("language",): language})
    jobs = [BookJob(name, "card"), *(BookJob(name, kind=kind) for kind in KINDS)]
    assert [job for job in jobs if template_of_job(pack, job).missing] == []
