"""Preflight: finds what a printer would refuse in any PDF, and reports an error if it cannot tell.

A rule is a function `check_...` that yields the findings of a file. Its docstring states the rule and its
source. A rule without findings may add a sentence with what it measured to `file.facts`, and a sentence on
what it cannot judge to `file.unjudged`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from ...sandbox.child import OverLimit
from ..comparison.pack_sides import label_of_side
from ..pdf.document import EncryptedDocument, PdfDocument, open_document
from ..pdf.limits import Unreadable
from . import (
    boxes,
    colour,
    deck,
    fonts,
    forbidden_features,
    identification,
    ink,
    lines,
    metadata,
    overprint,
    page_rules,
    pictures,
    printer_marks,
    safe_zone,
    special_inks,
    transparency,
)
from .findings import Finding, Report, Target

Rule = Callable[[PdfDocument, Target], Iterator[Finding]]

#: All rules, in the order of the report.
RULES: tuple[Rule, ...] = (
    identification.check_version,
    identification.check_identification,
    identification.check_output_intent,
    metadata.check_title,
    metadata.check_dates,
    metadata.check_trapped,
    metadata.check_xmp,
    metadata.check_xmp_contradiction,
    metadata.check_file_id,
    forbidden_features.check_encryption,
    forbidden_features.check_javascript,
    forbidden_features.check_action,
    forbidden_features.check_form_fields,
    forbidden_features.check_annotation,
    forbidden_features.check_embedded_file,
    forbidden_features.check_foreign_object,
    forbidden_features.check_external_stream,
    forbidden_features.check_packing,
    forbidden_features.check_opi,
    forbidden_features.check_alternate_image,
    forbidden_features.check_transfer_function,
    forbidden_features.check_halftone,
    forbidden_features.check_black_generation,
    forbidden_features.check_layers,
    forbidden_features.check_viewer_preferences,
    forbidden_features.check_separated_page,
    boxes.check_media_box,
    boxes.check_trim_box,
    boxes.check_box_nesting,
    boxes.check_trim_size,
    boxes.check_bleed_size,
    boxes.check_page_sizes,
    boxes.check_user_unit,
    boxes.check_turned_page,
    fonts.check_font,
    fonts.check_type_3_font,
    fonts.check_type_with_fonts,
    fonts.check_invisible_text,
    fonts.check_glyph_widths,
    fonts.check_missing_glyph,
    deck.check_deck,
    page_rules.check_content,
    colour.check_rgb_color,
    colour.check_seen_color,
    colour.check_unsaid_color,
    colour.check_spot_color,
    colour.check_ink_alternate,
    colour.check_registration_color,
    colour.check_die_line,
    special_inks.check_special_ink,
    special_inks.check_special_plates,
    overprint.check_overprint,
    transparency.check_alpha,
    transparency.check_blend_mode,
    transparency.check_soft_mask,
    transparency.check_transparency_group,
    pictures.check_picture_data,
    pictures.check_picture_packing,
    pictures.check_picture_depth,
    pictures.check_picture_resolution,
    pictures.check_stretched_picture,
    lines.check_hairline,
    lines.check_thin_shape,
    lines.check_small_type,
    lines.check_many_inks_type,
    lines.check_knocked_out_type,
    lines.check_reversed_out,
    safe_zone.check_bleed_art,
    safe_zone.check_near_trim,
    safe_zone.check_safe_zone,
    ink.check_total_ink,
    page_rules.check_blank_page,
    printer_marks.check_condition,
    printer_marks.check_marks,
    printer_marks.check_wanted_die_line,
    # The last: much of a file's damage shows only once all of it has been read.
    identification.check_damage,
)

#: Rules whose time grows with the number of pages, which they execute, draw, or measure.
_SLOW = {deck.check_deck, page_rules.check_content, safe_zone.check_bleed_art, ink.check_total_ink}
#: Maximum number of findings of one rule.
_MOST = 500
#: Maximum length of a message, whatever a file calls its parts.
_LONGEST = 400


def preflight(data: bytes, target: Target, tick: Callable[[int, int], None] | None = None) -> Report:
    """Return the report of preflight on a PDF. Never raises, whatever the bytes are.

    data: the bytes of the file. target: the requirements that the file should meet. tick: called with the
    amount of work done and the total amount; each page of a slow rule counts as much as a whole quick rule.
    """
    try:
        with open_document(data) as file:
            return _apply_rules(file, target, tick)
    except EncryptedDocument:
        hint = "save it again without security: press files are not encrypted"
        return _refusing_report(Finding("encryption", "the file opens with a password only", hint))
    except Unreadable as error:
        return _refusing_report(Finding("damage", f"this file cannot be read: {error}", _AGAIN))
    except Exception as error:  # An unforeseen error means that the file has not passed.
        return _refusing_report(_unchecked_finding("damage", error))


def card_size(data: bytes) -> tuple[float, float] | None:
    """Return the width and height of the trim of a file's first page, in points.

    Returns None if the file cannot be read, or its first page has no size.
    """
    try:
        with open_document(data) as file:
            cut = file.pages[0].cut_box
            return (cut.width, cut.height) if cut else None
    except Exception:  # Preflight itself reports faults of the file.
        return None


def report_over_limit(error: OverLimit) -> Report:
    """Return a report whose only finding is the error that preflight exceeded a limit of time or memory."""
    return _refusing_report(Finding("damage", f"checking this file {error}", _AGAIN))


_AGAIN = "make the file again, or save it from another program"


def _refusing_report(finding: Finding) -> Report:
    """Return a report with this finding alone, on a file whose pages were not counted."""
    return Report((_printable_finding(finding),), (), 0)


def _printable_finding(finding: Finding) -> Finding:
    """Return a finding with printable text: its message, path and card may contain text of the file."""
    message, where = _printable_text(finding.message), finding.where and _printable_text(finding.where)
    return finding._replace(message=message, where=where, card=finding.card and _printable_text(finding.card))


def _printable_text(text: str) -> str:
    """Return a text of at most 400 characters, with "?" for each unprintable one."""
    if text.isprintable() and len(text) <= _LONGEST:
        return text
    return "".join(c if c.isprintable() else "?" for c in text[:_LONGEST])


def _apply_rules(file: PdfDocument, target: Target, tick: Callable[[int, int], None] | None) -> Report:
    """Return the report of all rules on an open file. tick: see preflight()."""
    pages = len(file.pages)
    findings: list[Finding] = []
    work = [pages if rule in _SLOW else 1 for rule in RULES]
    done = furthest = 0

    def tell(part: int, of: int) -> None:
        # If a rule has two long parts, the second is not reported until it passes the first.
        nonlocal furthest
        furthest = max(furthest, done + share * part // of)
        if tick is not None:
            tick(furthest, sum(work))

    file.tell = tell
    for rule, share in zip(RULES, work, strict=True):
        findings += _findings_of_rule(rule, file, target)
        tell(1, 1)
        done += share
    facts, unjudged = (
        tuple(dict.fromkeys(map(_printable_text, some))) for some in (file.facts, file.unjudged)
    )
    findings = _with_cards(findings, file, target)
    findings = list(dict.fromkeys(map(_printable_finding, findings)))
    compared, sources = file.figures.get("compared"), file.figures.get("sources")
    return Report(tuple(findings), facts, pages, compared, sources, unjudged)


def _with_cards(findings: list[Finding], file: PdfDocument, target: Target) -> list[Finding]:
    """Return the findings, each with the face or back on its page, and with the card's label or "back".

    Returns the findings unchanged if a page cannot be read; the rules report that.
    """
    if not any(finding.page for finding in findings):
        return findings
    try:
        sides = dict(enumerate(deck.sides_of_pages(file), 1))
    except Exception:
        return findings

    def with_card(finding: Finding) -> Finding:
        side = sides.get(finding.page or 0)
        if side is None:
            return finding._replace(card=None, side=None)
        label = "back" if side.kind == "Back" else label_of_side(side, target.pack)
        return finding._replace(card=label, side=side)

    return [with_card(finding) for finding in findings]


def rule_name(rule: Rule) -> str:
    """Return the name of a rule in findings: "trim-size" for `check_trim_size`."""
    return getattr(rule, "__name__", "rule").removeprefix("check_").replace("_", "-")


def _findings_of_rule(rule: Rule, file: PdfDocument, target: Target) -> list[Finding]:
    """Return the findings of one rule, at most 500.

    If the rule raises an exception, the last finding says that the rest could not be checked.
    """
    name = rule_name(rule)
    findings: list[Finding] = []
    try:
        for finding in islice(rule(file, target), _MOST):
            findings.append(finding)
        if len(findings) == _MOST:
            findings.append(
                Finding(
                    name,
                    "there are more problems like these than are listed here",
                    "fix the listed ones first",
                )
            )
    except Unreadable as error:
        findings.append(Finding(name, f"this could not be checked: {error}", _AGAIN))
    except Exception as error:
        findings.append(_unchecked_finding(name, error))
    return findings


def _unchecked_finding(rule: str, error: Exception) -> Finding:
    """Return the finding that a rule could not be checked, with the exception's name for bug reports."""
    return Finding(rule, f"this could not be checked ({type(error).__name__})", _AGAIN)
