"""What ReportLab's manual does not name is used in one file, which has a test for each part."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import cardgen
from cardgen.text import reportlab_parts

#: Names of ReportLab's that are not private by their form, but that its manual does not have.
INTERNALS = {
    *("__InternalName__", "__NoDefault__", "__RefOnly__"),
    *("Reference", "annotationName", "delayedFonts", "fontMapping", "fp_str"),
    *("getSubsetInternalName", "getXObjectName", "idToObject", "idToObjectNumberAndVersion"),
    *("init_graphics_state", "objectcounter", "splitString", "xobjDict"),
}
#: Objects of ReportLab's, as cardgen calls them.
OWNERS = ("canvas", "document", "doc", "text", "line", "page", "reader")
#: What a source without any of it need not be parsed for.
MENTIONED = re.compile(rf"\b(?:{'|'.join(INTERNALS)})\b|\b(?:{'|'.join(OWNERS)})\s*\.\s*(?:_|Catalog)")


def internals_in(source: str) -> set[str]:
    """Return what a source uses of ReportLab's that its manual does not name."""
    found = set[str]()
    if not MENTIONED.search(source):
        return found
    for node in ast.walk(ast.parse(source)):
        names = [node.attr] if isinstance(node, ast.Attribute) else []
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("reportlab"):
            names += [alias.name for alias in node.names]
        if isinstance(node, ast.ClassDef):
            targets = [part for each in node.body if isinstance(each, ast.Assign) for part in each.targets]
            names += [target.id for target in targets if isinstance(target, ast.Name)]
        found |= INTERNALS.intersection(names)
        if isinstance(node, ast.Attribute) and (node.attr.startswith("_") or node.attr == "Catalog"):
            owner = ast.unparse(node.value).split(".")[-1]
            if owner in OWNERS and node.attr != "_replace":
                found.add(f"{owner}.{node.attr}")
    return found


def test_only_one_file_touches_what_the_manual_of_reportlab_does_not_name() -> None:
    home = Path(cardgen.__file__).parent
    used = {file: internals_in(file.read_text(encoding="utf-8")) for file in home.rglob("*.py")}
    at_home = used.pop(Path(reportlab_parts.__file__))
    assert {str(file.relative_to(home)): names for file, names in used.items() if names} == {}
    assert {"canvas._doc", "fontMapping", "fp_str"} <= at_home
