"""Printing conditions that a press file may name, and the colour profiles for them.

A condition is one of the ICC's registry (registry.color.org/cmyk-registry); a press file names it as its
output intent. The profiles in profiles/ may be redistributed; profiles/README.md says how they were made.
"""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import NamedTuple

from ..sandbox import untrusted as untrusted
from ..units import BadValue, Sentence

_FOLDER = Path(__file__).with_name("profiles")
#: Maximum size of a profile in bytes.
_MOST_BYTES = 16 << 20

#: The registry of conditions, as PDF/X requires it to be named (ISO 15930-4, 6.5).
REGISTRY = "http://www.color.org"


class PrintingCondition(NamedTuple):
    """A printing condition: the process and the paper."""

    #: Its name in the registry; for a profile of the user's own, the profile's description.
    identifier: str
    info: str
    #: The bundled profile that converts colours for it.
    profile: str
    #: Whether the profile describes this condition, not only the nearest one.
    exact: bool = True

    @property
    def substitute_condition(self) -> str:
        """Return the condition whose profile is used instead of this one's; "" if it has its own."""
        return "" if self.exact else CONDITIONS[self.profile].identifier


CONDITIONS: dict[str, PrintingCondition] = {
    "fogra39": PrintingCondition("FOGRA39", "Offset on coated paper, ISO 12647-2:2004/Amd 1:2007", "fogra39"),
    "fogra51": PrintingCondition(
        "FOGRA51", "Offset on premium coated paper, ISO 12647-2:2013", "fogra39", False
    ),
    "gracol": PrintingCondition(
        "CGATS TR 006", "GRACoL 2006, sheet-fed offset on grade 1 coated paper", "gracol"
    ),
    "swop": PrintingCondition("CGATS TR 003", "SWOP 2006, web offset on grade 3 coated paper", "swop"),
    "swop-v2": PrintingCondition("CGATS TR 001", "SWOP, web offset on coated paper", "swop", False),
}

#: Names of conditions in profiles, as patterns, with their names in the registry: from the profiles of ECI
#: (eci.org, offset profiles), Adobe, Idealliance and Japan Color.
_CALLED = (
    (r"\bFOGRA ?(\d\d)L?\b", r"FOGRA\1"),
    (r"\bISO ?COATED V2\b", "FOGRA39"),
    (r"(?<!WEB )\bISO ?COATED(?! V2)\b", "FOGRA27"),
    (r"\bISO WEB COATED\b", "FOGRA28"),
    (r"\bISO ?UNCOATED(?! ?YELLOWISH)\b", "FOGRA29"),
    (r"\bISO ?UNCOATED ?YELLOWISH\b", "FOGRA30"),
    (r"\bSC PAPER \(ECI", "FOGRA40"),
    (r"\bPSO MFC PAPER\b", "FOGRA41"),
    (r"\bPSO SNP PAPER\b", "FOGRA42"),
    (r"\bPSO COATED (300% )?NPSCREEN\b", "FOGRA43"),
    (r"\bPSO UNCOATED NPSCREEN\b", "FOGRA44"),
    (r"\bPSO LWC IMPROVED\b", "FOGRA45"),
    (r"\bPSO LWC STANDARD\b", "FOGRA46"),
    (r"\bPSO UNCOATED ISO ?12647\b", "FOGRA47"),
    (r"\bPSO ?COATED V3\b", "FOGRA51"),
    (r"\bPSO ?UNCOATED V3\b", "FOGRA52"),
    (r"\bCGATS ?TR ?00([1-7])\b|(?<!\w)TR ?00([1-7])\b", r"CGATS TR 00\1\2"),
    (r"\bU\.?S\.? ?WEB ?COATED ?\(?SWOP\b", "CGATS TR 001"),
    (r"\bSWOP ?2006 COATED ?3|\bSWOP 2006 GRADE 3\b", "CGATS TR 003"),
    (r"\bSWOP ?2006 COATED ?5|\bSWOP 2006 GRADE 5\b", "CGATS TR 005"),
    (r"\bGRACOL ?2006\b", "CGATS TR 006"),
    (r"(?<![A-Z])CRPC ?([1-7])\b", r"CGATS21-2-CRPC\1"),
    (r"\bJAPAN COLOR 2001 COATED\b|\bJC200103\b", "JC200103"),
    (r"\bJAPAN COLOR 2001 UNCOATED\b|\bJC200104\b", "JC200104"),
    (r"\bJAPAN COLOR 2011 COATED\b|\bJC201103\b", "JC201103"),
    (r"\bJAPAN COLOR 2002 NEWSPAPER\b|\bJCN2002\b", "JCN2002"),
    (r"\bJAPAN WEB COATED\b|\bJCW2003\b", "JCW2003"),
)
#: Bytes at the start of a profile's characterisation data that name its condition.
_TARGET_HEAD = 2000


def registered_condition_in(text: str) -> str:
    """Return the registered printing condition that a text contains; "" if it contains none or several."""
    plain = re.sub(r"[_\s-]+", " ", text.upper())
    found = {match.expand(name) for pattern, name in _CALLED for match in re.finditer(pattern, plain)}
    return found.pop() if len(found) == 1 else ""


class Profile(NamedTuple):
    """An ICC profile and what its header says (ICC.1:2022, 7.2)."""

    data: bytes
    #: Such as "prtr" for an output device, "mntr" for a display.
    device_class: str
    #: Such as "CMYK" or "RGB".
    space: str
    description: str

    @property
    def condition(self) -> str:
        """Return the registered printing condition for which the profile was made, by its description or its
        data; "" if unknown.
        """
        described = registered_condition_in(self.description)
        return described or registered_condition_in(
            _tag_data(self.data, b"targ")[8:_TARGET_HEAD].decode("latin-1")
        )


def bundled_profile(name: str) -> bytes:
    """Return a profile that comes with cardgen, in bytes."""
    return (_FOLDER / f"{name}.icc").read_bytes()


def read_profile(data: bytes) -> Profile:
    """Return a profile with the data of its header and description. Raises BadValue if the data are no ICC
    profile.
    """
    if len(data) < 132 or data[36:40] != b"acsp" or struct.unpack_from(">I", data)[0] > len(data):
        raise BadValue("this is not an ICC profile", "profiles are files that end in .icc or .icm")
    device_class = data[12:16].decode("latin-1").strip()
    return Profile(data, device_class, data[16:20].decode("latin-1").strip(), _profile_description(data))


def verify_profile_tables(profile: Profile) -> None:
    """Raise BadValue if a tag is cut off, or an output profile lacks its table A2B0 or B2A0.

    ICC.1:2022, 7.3 and 8.5.2: an output profile has A2B0 and B2A0.
    """
    data, hint = profile.data, "download the profile again"
    count = struct.unpack_from(">I", data, 128)[0]
    tags = [
        struct.unpack_from(">4sII", data, 132 + 12 * place)
        for place in range(min(count, 200))
        if 144 + 12 * place <= len(data)
    ]
    if len(tags) < min(count, 200) or any(start + size > len(data) for _, start, size in tags):
        raise BadValue("a part of the profile is missing", hint)
    if profile.device_class == "prtr" and not {b"A2B0", b"B2A0"} <= {tag for tag, _, _ in tags}:
        raise BadValue("a table of the profile is missing", hint)


def read_output_profile(file: Path) -> Profile:
    """Return a user's own CMYK output profile. Raises BadValue for any other file."""
    try:
        data = untrusted.read_plain_file(file, _MOST_BYTES)
        if len(data) > _MOST_BYTES:
            raise BadValue("this is larger than any colour profile", "name an .icc file")
        profile = read_profile(data)
        verify_profile_tables(profile)
    except BadValue as error:
        raise BadValue(f"{file}: {error}", error.hint) from error
    except OSError as error:
        raise BadValue(f"{file} could not be read: {error.strerror or error}", "name an .icc file") from error
    if (profile.device_class, profile.space) != ("prtr", "CMYK"):
        what = f"a profile of class {profile.device_class!r} for {profile.space}"
        raise BadValue(f"{file} is {what}", "an output profile for CMYK is needed: ask the printer for one")
    return profile


def _profile_description(data: bytes) -> str:
    """Return the text of the tag desc in version 2 (desc) or 4 (mluc); empty if missing."""
    try:
        return _tag_text(_tag_data(data, b"desc"))
    except struct.error:
        return ""


def _tag_data(data: bytes, name: bytes) -> bytes:
    """Return the data of a profile's tag; empty bytes if the tag is missing or the profile is damaged."""
    try:
        for place in range(min(struct.unpack_from(">I", data, 128)[0], 100)):
            tag, start, size = struct.unpack_from(">4sII", data, 132 + 12 * place)
            if tag == name:
                return data[start : start + size]
    except struct.error:
        pass
    return b""


def _tag_text(tag: bytes) -> str:
    if tag[:4] == b"desc":
        length = struct.unpack_from(">I", tag, 8)[0]
        return tag[12 : 12 + length].split(b"\0")[0].decode("latin-1")
    if tag[:4] == b"mluc":
        length, start = struct.unpack_from(">II", tag, 20)
        return tag[start : start + length].decode("utf-16-be", "replace")
    return ""


def substitute_profile_note(condition: str, substitute: str) -> str:
    """Return the note that colours are converted by the profile of another condition, as cardgen has none of
    this one.
    """
    return Sentence(
        "no profile of {condition} comes with cardgen: pictures, and colours stated in RGB only, are "
        "converted by that of {other}, the nearest",
        condition=condition,
        other=substitute,
    )
