"""What a proof says by itself, in the pack's language; English stands here, the others in languages/.

What is found, and what printers' presets say, are sentences in English elsewhere: these files stand in
languages/sentences/, by the English. What is not there is printed in English, and the proof says so.
"""

from __future__ import annotations

from pathlib import Path

from ..pack.model import Pack
from ..pack.words import Saying, Wording

ENGLISH: dict[str, Saying] = {
    "proof": "Proof",
    "proof-of": "{pack}: proof",
    "proof-for": "Proof for {whom}",
    "for-whom": "for {whom}",
    "no-print": "Proof, not for print",
    "any-printer": "any printer",
    "any-printer-of": "any printer who takes {standard}",
    "checked": "What was checked",
    "every-face": "Every face",
    "every-face-at": "Every face, {percent} % of true size",
    "whole-pack": "The whole pack",
    "in-order": "{cards}, in print order",
    "one-of-each": "{cards}, one of each, with how often it is there",
    # Headings of lists.
    "mend": "Mend before you send it in",
    "look": "Worth a look",
    "well": "Looked at, and well",
    "meant": "Meant so, as the pack says",
    "know": "Good to know",
    "eyes": "For your own eyes",
    "about": "About {printer}",
    "ask": "What to ask {printer}",
    # What no program can see.
    "eye-1": "Each face: is it the right one, spelt right, and there as often as it should be?",
    "eye-2": "The solid line is the cut, with its round corners. What lies outside it is cut off.",
    "eye-3": "Cuts drift. What matters stays inside the dashed line; "
    "grounds run out to the edge of the bleed.",
    "eye-4": "A screen shows light, a press prints ink: "
    "judge colours by their numbers, or by a printed proof.",
    # The verdict.
    "refused": {"one": "Do not send this in: {n} fault", "other": "Do not send this in: {n} faults"},
    "passes": "Preflight passes",
    "pictures-pass": "The pictures pass",
    "to-look-at": {
        "one": "{verdict}, with {n} thing to look at",
        "other": "{verdict}, with {n} things to look at",
    },
    "held": "The pictures that cardgen images makes, held against what the printer asks for.",
    "made": "As cardgen press makes it: {files}",
    "pages": {"one": "{n} page", "other": "{n} pages"},
    "faults": {"one": "{n} fault", "other": "{n} faults"},
    "good-file": "passes",
    # The table.
    "pack": "Pack",
    "for": "For",
    "handed-in": "Handed in as",
    "card": "Card",
    "drawn-again": "Drawn again",
    "cards-row": "Cards",
    "inks": "Inks",
    "faces": "Faces",
    "total-ink": "Total ink",
    "type-and-lines": "Type and lines",
    "blank": "{size}, corners of {corner}; bleed {bleed}, safe zone {safe}",
    "faces-and-back": {
        "one": "{cards}, {n} different face, one back",
        "other": "{cards}, {n} different faces, one back",
    },
    "standard-for": "{standard} for {condition}",
    "pictures-as": "{kind} pictures in {color}, {wide} × {high} pixels a side, {ppi} an inch",
    "from-plates": "drawn from the four plates as the press prints them, overprint too; "
    "seen by its colour profile",
    "cyan": "cyan",
    "magenta": "magenta",
    "yellow": "yellow",
    "black": "black",
    "heaviest": "the heaviest single colour has {ink} % ({card})",
    "most-ink": "at most {ink} %",
    "ink-usual": "presses usually take 300 %",
    "ink-unlimited": "{printer} names no limit",
    "ink-taken": "{printer} takes {ink} %",
    "smallest-type": "smallest type {size}",
    "thinnest-line": "thinnest line {size}",
    "no-type": "no type",
    "no-lines": "no lines",
    "presses-want": "presses want {type} and {line} or more",
    "printer-wants": "{printer} wants {type} and {line} or more",
    # Beside a face.
    "bleed": "bleed {bleed}",
    "cut": "cut {size}",
    "corners": "corners {corner}",
    "safe": "safe {safe}",
    "look-here": "Look here",
    "on-every-card": "on every card",
    "in-pack": "{n} in the pack",
    "colors": "Colours, per cent of ink",
    "total": "total",
    "screen": "screen",
    "safe-zone": "Safe zone",
    "inside": "all that matters is inside",
    "picture": "Picture",
    "picture-size": "{picture}: {wide} × {high} pixels, {ppi} an inch",
    "picture-ink": "{size}; at most {ink} % ink",
    "in-english": "In English: {text}",
    "like-it": {"one": "{finding} (and {n} more like it)", "other": "{finding} (and {n} more like it)"},
    "press-pages": {"one": "page {pages} of the press file", "other": "pages {pages} of the press file"},
    "remarks": "remarks stand beside {cards}",
    "on-page": "{card} (page {page})",
    "pages-here": "these are pages of this proof",
    "colon": ": ",
    "semicolon": "; ",
    "the-back": "back",
    "back-number": "back {number}",
}
LANGUAGES = Path(__file__).with_name("languages")
#: What is found, and what printers' presets say: the English sentences, with their translations.
SENTENCES = LANGUAGES / "sentences"


def proof_words(pack: Pack) -> Wording:
    """Return what a proof of this pack says."""
    return pack.wording.also(ENGLISH, LANGUAGES, SENTENCES)
