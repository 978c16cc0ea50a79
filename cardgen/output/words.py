"""Writes the catalogue of a pack's rules for translators."""

from __future__ import annotations

from pathlib import Path

from ..books import templates
from ..books.catalogue import catalogue_file, catalogue_stem, example_texts, updated_catalogue_and_counts
from ..errors import PackError
from ..languages.catalogue import Update
from ..pack.model import Pack
from .rulebook import BookJob, game_of_template, run_within_limits, template_facts, untranslated_template


def rules_templates(pack: Pack, job: BookJob) -> list[templates.Template]:
    """Return the templates of a pack's rules that one catalogue serves: the book's, and the shorter ones.

    Raises UsageError if there is none.
    """
    book = untranslated_template(pack, job)
    folder, name = Path(book.file).parent, catalogue_stem(book.file)
    kinds = ("", ".leaflet", ".summary", ".card", ".first-game", ".player-aid", ".score-sheet")
    files = [file for kind in kinds if (file := folder / f"{name}{kind}{templates.SUFFIX}").is_file()]
    return [
        templates.read_template(file, is_beside_pack=not book.bundled)._replace(bundled=book.bundled)
        for file in files
    ]


def catalogue_for_translation(
    pack: Pack, job: BookJob, language: str, folder: Path
) -> tuple[Path, str, Update]:
    """Return a catalogue of a pack's rules for translators, without writing it.

    The three values are the path of its file in `folder`, its new or updated text, and the number of messages
    by state.

    If the folder has no catalogue, the one that comes with cardgen is updated. Raises UsageError if there are
    no rules, and PackError for a template or a catalogue that cannot be read.
    """
    found = rules_templates(pack, job)
    own = catalogue_file(found[0].file, language)
    file = folder / own.name
    examples: dict[str, str] = {}
    for template in found:
        examples |= run_within_limits(template, _filled_examples, pack, job, template)
    return file, *updated_catalogue_and_counts(found, file if file.is_file() else own, language, examples)


def _filled_examples(pack: Pack, job: BookJob, template: templates.Template) -> dict[str, str]:
    try:
        return example_texts(
            template, pack, template_facts(pack, game_of_template(pack, job.game, template), job.options)
        )
    except PackError:
        # Its problems are reported when the book is made.
        return {}
