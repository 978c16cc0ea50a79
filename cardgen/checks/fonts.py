"""Checks that a pack's own fonts can be used, and that fonts have all characters of its texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..art.signs import SIGNS
from ..errors import FONT, LAST, KeyPath, Problem, Suggestion
from ..languages.remarks import remark
from ..pack.model import Pack
from ..pack.values import choices_of, is_font_family
from ..text.fonts import INDEX, TEXT, Font
from ..text.own_fonts import ROLES, font_file_problems, font_for_role, is_variable_font
from ..text.scripts import MOST_JOINED, needs_shaping, overlong_word
from ..units import Sentence, nearest_word_hint, quoted_value, shortened_text


def check_fonts(pack: Pack) -> Iterator[Problem]:
    """Yield problems of font files that cannot or may not be embedded, and of font families that are never
    used.
    """
    files: dict[str, list[KeyPath]] = {}
    used = [*ROLES, *(kind.font for kind in pack.types.values() if kind.font)]
    for key, family in pack.fonts.items():
        if key not in used:
            message = Sentence("no text uses the font {font}", font=quoted_value(key))
            own = f"types: {{note: {{font: {key}}}}}"
            hint = Sentence(
                "{nearest}; a type of your own may name it, such as {own}",
                nearest=nearest_word_hint(key, ROLES),
                own=own,
            )
            own_type = Suggestion(("types", "note", "font"), key)
            yield remark(message, ("fonts", key), hint, on_key=True, name="unused", suggestions=(own_type,))
        # An installed font has all its cuts, and a variable one all its weights.
        first = family.regular[0]
        plain = not family.bold and not is_font_family(first) and not is_variable_font(first)
        texts = (text for card in pack.cards for text in card.values.values())
        if key == "text" and plain and any("**" in text for text in texts):
            message = Sentence("this font has no bold, so **bold** words look like all others")
            hint = Sentence("name the file of its bold as well, or an installed font, which has all")
            chosen = (Suggestion(("fonts", key, "bold"), FONT),)
            yield remark(message, ("fonts", key), hint, "note", on_key=True, suggestions=chosen)
        for cut, fonts in family._asdict().items():
            for place, font in enumerate(fonts):
                path = ("fonts", key, cut.replace("_", "-"), str(place))
                if not is_font_family(font):
                    files.setdefault(font, []).append(path)
                    continue
                in_folder, trouble = _family_files_and_problem(font)
                files |= {each: [*files.get(each, ()), path] for each in in_folder}
                if trouble:
                    yield Problem(trouble[0], path, trouble[1])
    named = {paths[0]: paths for paths in files.values()}
    for found in font_file_problems({file: paths[0] for file, paths in files.items()}):
        # Nothing can be measured with a broken font.
        yield from (found._replace(path=path) for path in named[found.path])


def _family_files_and_problem(name: str) -> tuple[list[str], tuple[str, str] | None]:
    """Return (font files of an installed family that must be verified, problem).

    Only files in the user's folder must be verified. The problem is (why the family cannot be used, what to
    do), or None.
    """
    # Packs without such fonts do not look for packages.
    from ..text.installed_fonts import family_problem, user_font_files

    return list(map(str, user_font_files(name))), family_problem(name)


def check_characters(pack: Pack) -> Iterator[Problem]:
    """Yield problems of indices with characters that the font lacks."""
    font = font_for_role(pack.fonts, "index", INDEX)
    for key, suit in pack.suits.items():
        sign = "" if suit.sign in SIGNS else suit.sign or ""
        yield from missing_character_problems(
            [(font, sign)], f"sign of {key}", ("suits", key, "sign"), language=pack.language
        )
    for card in pack.cards:
        if card.suit is not None and card.kind not in ("image", "layout"):
            yield from missing_character_problems(
                [(font, card.rank or "")], f"card {card.label}", card.path, True, pack.language
            )


#: Characters that most fonts of text leave to fonts of emoji, with what joins and varies them.
_EMOJI = re.compile("[\U0001f000-\U0001faff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\u200d\ufe0f]")
#: Maximum number of missing characters that a message lists.
_MOST_LISTED = 30


def missing_character_problems(
    texts: Iterable[tuple[Font, str]],
    prefix: str,
    path: KeyPath,
    on_key: bool = False,
    language: str = "en",
    icons: Sequence[str] | None = None,
) -> Iterator[Problem]:
    """Yield one problem that lists the characters of texts that are missing in their fonts; nothing if none
    is missing.

    texts: pairs of a font and a text. prefix: the beginning of the message. path: the path of the problem.
    icons: the names of the pack's icons from its folder and sets; None if the texts take no icons.
    """
    lacking = list(dict.fromkeys(each for font, text in texts for each in font.unshown_characters(text)))
    if not lacking:
        return
    said = " ".join(lacking[:_MOST_LISTED])
    if len(lacking) == 1:
        said = f"{said!r} (U+{ord(said):04X})"
    elif len(lacking) > _MOST_LISTED:
        said += f" and {len(lacking) - _MOST_LISTED} more characters"
    message = f"the font has no {said}, which the {prefix} needs"
    hint = "use other characters, or a font of your own that has them"
    suggestions: tuple[Suggestion, ...] = ()
    from ..text.installed_fonts import font_package_hint

    if advice := font_package_hint(lacking, language):
        hint = f"name a font that has them: {advice}; or give a file of your own"
        suggestions = (Suggestion(("fonts", "text"), advice.fonts),)
    if icons is not None and all(map(_EMOJI.match, lacking)):
        hint, suggestions = _emoji_hint_and_suggestions(icons)
    # The face is drawn, with the font's sign for a missing character.
    yield Problem(
        message, path, hint, on_key=on_key, name="characters", drawable=True, suggestions=suggestions
    )


def _emoji_hint_and_suggestions(icons: Sequence[str]) -> tuple[str, tuple[Suggestion, ...]]:
    """Return (hint, suggestions): how to draw emoji that neither the font nor an icon set of the pack has.

    icons: the names of the pack's icons from its folder and sets.
    """
    if any(":" in icon for icon in icons):
        return "write icons in place of emoji; `cardgen icons --search WORD` finds their names", ()
    hint = (
        "fetch a set that draws emoji with `cardgen icons --fetch openmoji`, and name it with "
        "icons: {sets: [openmoji.json]}"
    )
    return hint, (Suggestion(("icons", "sets", LAST), "openmoji.json"),)


def check_overlong_words(pack: Pack) -> Iterator[Problem]:
    """Yield problems of extras whose texts have words too long to shape."""
    for card in pack.cards:
        if word := overlong_word(card.text or ""):
            message, hint = overlong_message_and_hint(word)
            yield Problem(message, (*card.path, "text"), hint)


def overlong_message_and_hint(word: str) -> tuple[str, str]:
    """Return the message and the hint for a word that is too long to shape."""
    message = f"a word of {len(word):,} letters cannot be set: {quoted_value(shortened_text(word, 20))}"
    hint = f"put spaces into it, or U+200B where a line may end: at most {MOST_JOINED} letters are joined"
    return message, hint


def check_shaping(pack: Pack) -> Iterator[Problem]:
    """Yield a problem for the first text that must be shaped or reordered, if the library for that is
    missing.
    """
    texts: list[tuple[KeyPath, str]] = [(("name",), pack.name), (("edition",), pack.edition or "")]
    texts += [(("suits", key), f"{suit.name or ''}{suit.sign or ''}") for key, suit in pack.suits.items()]
    for card in pack.cards:
        said = [card.rank, *card.values.values(), card.name, card.title, card.text]
        texts.append((card.path, " ".join(filter(None, said))))
    found = next(((path, text) for path, text in texts if needs_shaping(text)), None)
    from_right = [
        ("layouts", layout, "boxes", name, "direction")
        for layout, own in pack.layouts.items()
        for name, box in own.boxes.items()
        if "rtl" in choices_of(box.direction)
    ]
    if found is None and not from_right:
        return
    from ..text import shaping

    if shaping.is_available():
        return
    if found:
        word = next(filter(needs_shaping, found[1].split()))
        message = (
            f"the letters of {quoted_value(word)} change with their neighbours or are read from the right"
        )
        yield Problem(message, found[0], f"setting them needs {shaping.EXTRA}", name="characters")
    else:
        hint = f"setting it needs {shaping.EXTRA}"
        yield Problem("the text of this box is written from the right", from_right[0], hint)


def check_margin_text(pack: Pack) -> Iterator[Problem]:
    """Yield problems of characters in the text at the edge of sheets that the font lacks."""
    for key, text in (("name", pack.name), ("edition", pack.edition)):
        missing = [character for character in dict.fromkeys(text or "") if not TEXT.can_show(character)]
        if missing:
            message = Sentence(
                "the font has no {characters}; the margin of sheets leaves it out",
                characters=quoted_value("".join(missing)),
            )
            hint = Sentence("use other characters, or do without them there")
            yield remark(message, (key,), hint, "warning", name="rim")
