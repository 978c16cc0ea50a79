"""The colour spaces that transparency groups are blended in: of pages, forms and soft masks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..pdf.color_spaces import Space
from ..pdf.document import Document
from ..pdf.limits import Unreadable
from ..pdf.resources import Resources
from .findings import Finding, Severity, Target


class Blending(NamedTuple):
    """A space that colours are blended in."""

    space: Space
    page: int
    #: The form; None for the page itself.
    where: str | None


def blendings(file: Document) -> list[Blending]:
    """The spaces of all groups (ISO 32000-1, 11.6.6) that pages are drawn with. Raises Unreadable."""
    import pikepdf

    found: list[Blending] = []
    holders = [(page.obj, page.resources, page.number, None) for page in file.pages]
    forms = [(used.thing, used.thing.get("/Resources"), used.page, used.where) for used in _forms(file)]
    for holder, resources, page, where in [*holders, *forms]:
        group = holder.get("/Group")
        space = group.get("/CS") if isinstance(group, pikepdf.Dictionary) else None
        if space is not None:
            known = Resources(
                resources if isinstance(resources, pikepdf.Dictionary) else pikepdf.Dictionary()
            )
            found.append(Blending(_space(space, known), page, where))
    return found


def _forms(file: Document) -> Iterator[Any]:
    import pikepdf

    return (used for used in file.of("form") if isinstance(used.thing, pikepdf.Stream))


def _space(space: Any, known: Resources) -> Space:
    import pikepdf

    try:
        return known.space(str(space) if isinstance(space, pikepdf.Name) else space)
    except Unreadable:
        raise
    except Exception as error:  # a stranger's array may hold anything
        raise Unreadable("a transparency group has a colour space that is none") from error


def is_in_rgb(file: Document) -> bool:
    """Whether any group is blended in RGB."""
    try:
        return any(_is_rgb(each) for each in file.once(blendings))
    except Unreadable:
        return False


def _is_rgb(each: Blending) -> bool:
    return any(space.family == "DeviceRGB" for space in each.space.all())


def blended(
    file: Document, target: Target, rule: str, names: dict[str, str], then: str, severity: Severity
) -> Iterator[Finding]:
    """Groups that are blended in a space of these families; in PDF/X-1a, groups are errors anyway."""
    if target.standard == "x1a":
        return
    hint = "blend transparency in CMYK (the blending space when you export), or flatten it"
    named: Callable[[Blending], str] = lambda each: "the page" if each.where is None else "a group"  # noqa: E731
    for each in dict.fromkeys(file.once(blendings)):
        family = next((space.family for space in each.space.all() if space.family in names), None)
        if family is not None:
            message = f"the transparency of {named(each)} is blended in {names[family]}{then}"
            yield Finding(rule, message, hint, severity, each.page, each.where)
