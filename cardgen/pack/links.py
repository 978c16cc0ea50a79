"""Links of tables: web addresses in a pack, which only `cardgen pull` uses."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, parse_qs, urlencode, urlsplit

from ..units import BadValue, quoted_value
from .schema import Parsed

_MOST_CHARACTERS = 2_000
_SHEET = re.compile(r"/spreadsheets/(?:u/\d{1,3}/)?d/(e/)?([\w-]{1,200})(?:/([a-z]*)|\Z)", re.ASCII)
_NUMBER = re.compile(r"\d{1,20}", re.ASCII)


def _read_link(value: object) -> str:
    """Return a web address. Raises BadValue if the value is not a web address."""
    hint = "copy the address of the table from the browser; it begins with https://"
    if not isinstance(value, str) or not value.strip():
        raise BadValue("this should be a web address", hint)
    link = value.strip()
    if len(link) > _MOST_CHARACTERS:
        raise BadValue(
            f"this address has {len(link):,} characters", f"at most {_MOST_CHARACTERS:,} are allowed"
        )
    if not link.isprintable() or " " in link or _split_address(link) is None:
        raise BadValue(f"{quoted_value(link)} is not a web address", hint)
    return link


def _split_address(link: str) -> SplitResult | None:
    """Return the parts of a web address; None if the text is no such address."""
    try:
        parts = urlsplit(link)
        return parts if parts.scheme in ("https", "http") and parts.hostname else None
    except ValueError:
        return None


LINK = Parsed(_read_link, {"type": "string", "pattern": "^https?://", "maxLength": _MOST_CHARACTERS})


def table_address(link: str, suffix: str) -> str:
    """Return the address from which a table's file is downloaded.

    link: as copied from the browser; shared and published links of Google Sheets become addresses for export,
    all others are returned as they are. suffix: of the wanted file, such as ".csv".
    """
    parts = _split_address(link)
    if parts is None or parts.hostname != "docs.google.com":
        return link
    sheet = _SHEET.match(parts.path)
    if sheet is None or sheet[3] == "gviz":
        return link
    stated = {**parse_qs(parts.query), **parse_qs(parts.fragment)}.get("gid", [""])[0]
    # A file of all sheets needs no sheet number.
    gid = stated if suffix in (".csv", ".tsv") and _NUMBER.fullmatch(stated) else ""
    if sheet[1]:
        query = {"gid": gid, "single": "true"} if gid else {}
        return f"https://docs.google.com/spreadsheets/d/e/{sheet[2]}/pub?" + urlencode(
            {**query, "output": suffix[1:]}
        )
    query = {"gid": gid} if gid else {}
    return f"https://docs.google.com/spreadsheets/d/{sheet[2]}/export?" + urlencode(
        {"format": suffix[1:], **query}
    )
