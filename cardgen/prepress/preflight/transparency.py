"""Rules: PDF/X-1a has no transparency of any kind; in PDF/X-4 it is blended in CMYK."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..pdf.color_spaces import ColorSpace
from ..pdf.document import PdfDocument, UsedResource, as_dictionary, dictionary_entry
from ..pdf.images import color_space_name
from ..pdf.limits import Unreadable
from ..pdf.resources import Resources
from .findings import Finding, Severity, Target

_HINT = "flatten transparency when you export (PDF/X-1a does), or send PDF/X-4 if the printer takes it"


def check_alpha(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require opaque graphics states (ISO 15930-4: ca and CA are 1)."""
    for used in _restricted_states(file, target):
        for key in ("/ca", "/CA"):
            if key in used.thing and used.thing[key] != 1:
                yield _transparency_finding(
                    "alpha", used, f"objects are transparent ({key[1:]} is {_number_text(used.thing[key])})"
                )


def check_blend_mode(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require graphics states without blending (ISO 15930-4: BM is Normal or Compatible)."""
    for used in _restricted_states(file, target):
        mode = used.thing.get("/BM", "/Normal")
        if mode not in ("/Normal", "/Compatible"):
            yield _transparency_finding("blend-mode", used, f"a blend mode is used ({_mode_name(mode)})")


def check_soft_mask(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require no soft masks (ISO 15930-4: SMask is None in states, and missing in images)."""
    for used in _restricted_states(file, target):
        if used.thing.get("/SMask", "/None") != "/None":
            yield _transparency_finding("soft-mask", used, "objects have a soft mask")
    for used in file.resources_of_kinds("image") if target.standard == "x1a" else ():
        if "/SMask" in used.thing or used.thing.get("/SMaskInData", 0) != 0:
            yield _transparency_finding("soft-mask", used, "the image has a soft mask")


def check_transparency_group(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that no page or form is a transparency group (ISO 15930-4; ISO 32000-1, 11.6.6)."""
    if target.standard != "x1a":
        return
    for page in file.pages:
        if _is_group(page.obj):
            message = "the page is a transparency group"
            yield Finding("transparency-group", message, _HINT, page=page.number)
    for used in file.resources_of_kinds("form"):
        if _is_group(used.thing):
            yield _transparency_finding("transparency-group", used, "the form is a transparency group")


def _restricted_states(file: PdfDocument, target: Target) -> Iterator[UsedResource]:
    """Yield the graphics states of a file if its standard is PDF/X-1a, which forbids transparency."""
    import pikepdf

    for used in file.resources_of_kinds("graphics state") if target.standard == "x1a" else ():
        if isinstance(used.thing, pikepdf.Dictionary):
            yield used


def _is_group(holder: Any) -> bool:
    """Tell whether a page or form is a transparency group."""
    return bool(as_dictionary(dictionary_entry(holder, "/Group")).get("/S") == "/Transparency")


def _transparency_finding(rule: str, used: UsedResource, message: str) -> Finding:
    """Return an error of an object in the file, with the hint to flatten transparency."""
    return Finding(rule, message, _HINT, page=used.page, where=used.where)


def _number_text(value: Any) -> str:
    """Return a number as text; "no number" for anything else."""
    try:
        return f"{float(value):g}"
    except (TypeError, ValueError, OverflowError):
        return "no number"


def _mode_name(mode: Any) -> str:
    """Return the name of a blend mode; "one of several ways" if the file has a list of them."""

    import pikepdf

    return str(mode)[1:41] if isinstance(mode, pikepdf.Name) else "one of several ways"


# --- the spaces that groups are blended in --------------------------------------------------------


class GroupBlending(NamedTuple):
    """The colour space that a transparency group is blended in, and where the group is."""

    space: ColorSpace
    page: int
    #: The path of the form; None for the page itself.
    where: str | None


def blending_spaces(file: PdfDocument) -> list[GroupBlending]:
    """Return the blending space of each transparency group of a file that states one (ISO 32000-1, 11.6.6).

    Raises Unreadable if such a space is invalid.
    """
    found: list[GroupBlending] = []
    holders = [(page.obj, page.resources, page.number, None) for page in file.pages]
    forms = [
        (used.thing, dictionary_entry(used.thing, "/Resources"), used.page, used.where)
        for used in file.resources_of_kinds("form")
    ]
    for holder, resources, page, where in [*holders, *forms]:
        space = as_dictionary(dictionary_entry(holder, "/Group")).get("/CS")
        if space is not None:
            try:
                blended_in = Resources(as_dictionary(resources)).color_space(color_space_name(space))
            except Unreadable:
                raise
            except Exception as error:  # A stranger's array may contain anything.
                raise Unreadable("a transparency group has an invalid colour space") from error
            found.append(GroupBlending(blended_in, page, where))
    return found


def has_group_in_rgb(file: PdfDocument) -> bool:
    """Tell whether any transparency group is blended in RGB; False if a group's space cannot be read."""
    try:
        found = file.cached_result(blending_spaces)
    except Unreadable:
        return False
    return any(space.family == "DeviceRGB" for each in found for space in each.space.with_bases())


def blended_group_findings(
    file: PdfDocument,
    target: Target,
    rule: str,
    family_names: dict[str, str],
    ending: str,
    severity: Severity,
) -> Iterator[Finding]:
    """Yield a finding for each transparency group that is blended in certain colour spaces.

    family_names: the families of these spaces, each with its name for messages. ending: text at the end of
    each message. Yields nothing for PDF/X-1a: another rule reports all groups as errors there.
    """
    if target.standard == "x1a":
        return
    hint = "blend transparency in CMYK (the blending space when you export), or flatten it"
    named: Callable[[GroupBlending], str] = lambda each: "the page" if each.where is None else "a group"  # noqa: E731
    for each in dict.fromkeys(file.cached_result(blending_spaces)):
        family = next(
            (space.family for space in each.space.with_bases() if space.family in family_names), None
        )
        if family is not None:
            message = f"the transparency of {named(each)} is blended in {family_names[family]}{ending}"
            yield Finding(rule, message, hint, severity, each.page, each.where)
