"""Finds a rulebook's template and fills it in with a pack's facts."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import Mark, OutOfTime, PackError, Problem, UsageError
from ..pack import folders
from ..pack.model import Card, Pack
from ..pack.words import Wording
from ..sandbox import untrusted as untrusted
from ..text.styles import InlineCard
from ..units import nearest_word_hint
from .blocks import LazyFact
from .vocabulary import EXAMPLES, BadCallError, PendingBlocks, Vocabulary

if TYPE_CHECKING:
    from .sandbox import TemplateSandbox

#: The suffix of a template's name.
SUFFIX = ".md.j2"
#: Maximum length of a template, in characters.
_LONGEST = 200_000
#: Maximum number, far above any figure of a pack or a game.
_MOST_NUMBER = 10**100
#: The characters around the number of a value in the Markdown of a filled template.
OPEN, CLOSE = "\ue000", "\ue001"
TOKEN = re.compile(f"{OPEN}([0-9]+){CLOSE}")
#: Private characters, which are used here, and invisible control characters.
_UNPRINTABLE = (
    "[\ue000-\uf8ff\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]"
)
_NAME = "template"
#: The line at the top that names the language.
LANGUAGE_LINE = re.compile(r"^(---[ \t]*\n(?:(?!---).*\n)*?language:[ \t]*)([\w-]+)", re.MULTILINE)
#: Names that Jinja itself defines, in loops and macros.
_GIVEN = ("loop", "caller", "varargs", "kwargs")
_QUOTED = re.compile(r"'([^']*)'")


class TemplateTranslation(NamedTuple):
    """The translation of a message, with its lines in the catalogue."""

    text: str
    file: str
    #: The number of the first line.
    line: int
    lines: tuple[str, ...]

    def mark_and_text_at_word(self, word: str = "") -> tuple[Mark, str]:
        """Return the place of a word of the translation in the catalogue, and the text of that line. If the
        word is not found, the place is the translation's first line.
        """
        whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
        place = next((place for place, text in enumerate(self.lines) if whole.search(text)), 0)
        text = self.lines[place]
        match = whole.search(text) if word else None
        start, width = (match.start(), len(word)) if match else (0, len(text))
        return Mark(self.file, self.line + place, start + 1, width), text

    def problem_at_word(self, message: str, hint: str = "", word: str = "") -> Problem:
        """Return a problem at a word of the translation."""
        mark, text = self.mark_and_text_at_word(word)
        return Problem(message, hint=hint, mark=mark, line=text)


class Origin(NamedTuple):
    """The origin of a line of a translated template: a line of the template, and the translations in it."""

    line: int
    translations: tuple[TemplateTranslation, ...]


class Template(NamedTuple):
    """A template's file and text."""

    file: str
    text: str
    #: Whether it comes with cardgen.
    bundled: bool = False
    #: For a translated template: the origin of each line, and the original text.
    origins: tuple[Origin, ...] = ()
    source: str = ""
    #: Number of messages, if another language was requested, and of untranslated ones.
    messages: int = 0
    missing: int = 0

    @property
    def language(self) -> str:
        """Return the language that the template states; "" if it states none."""
        match = LANGUAGE_LINE.search(self.text)
        return match[2] if match else ""

    def is_in(self, language: str) -> bool:
        """Tell whether the template is in a language, in the form of any country. A template that states no
        language is in every language.
        """
        own = self.language
        return not own or own.lower().split("-")[0] == language.lower().split("-")[0]

    @property
    def bytecode_file(self) -> str:
        """Return the file name for the template's cached bytecode, different for each language."""
        return f"{self.file.removesuffix(SUFFIX)}.{self.language}{SUFFIX}" if self.origins else self.file

    def mark_and_text_at_line(self, line: int, word: str = "") -> tuple[Mark, str]:
        """Return the place of a word in a line of the template, and the text of that line.

        line: counted from 1. If the word is in a translation, the place and the text are those in the
        catalogue. If the word is not found, the place is the whole line.
        """
        if 0 < line <= len(self.origins):
            origin = self.origins[line - 1]
            for said in origin.translations:
                if word in said.text:
                    return said.mark_and_text_at_word(word)
            line = origin.line
        lines = (self.source or self.text).splitlines()
        text = lines[line - 1] if 0 < line <= len(lines) else ""
        at = text.find(word) if word else -1
        if at < 0:
            return Mark(self.file, line, len(text) - len(text.lstrip()) + 1, len(text.strip()) or 1), text
        return Mark(self.file, line, at + 1, len(word)), text

    def problem_at_line(self, message: str, hint: str = "", line: int = 0, word: str = "") -> Problem:
        """Return a problem at a word in a line (from 1) of the template. With line 0, the problem concerns
        the whole template.
        """
        if not line:
            return Problem(message, hint=hint, mark=Mark(self.file))
        mark, text = self.mark_and_text_at_line(line, word)
        return Problem(message, hint=hint, mark=mark, line=text)


class FilledTemplate(NamedTuple):
    """The Markdown of a filled template, with a numbered placeholder for each value, and the values."""

    markdown: str
    values: tuple[Any, ...]
    #: The functions that were called for it, which resolve names of cards.
    vocabulary: Vocabulary
    #: How numbers are written in its language.
    wording: Wording


def find_template(
    pack: Pack,
    books: Mapping[str, str],
    kind: str = "",
    named_template: Path | Template | None = None,
    pack_file: str = "",
) -> Template:
    """Return the template to use: the named template; else the template beside the pack; else the bundled
    template of the first of the pack's games that has one.

    named_template: the named template, or its file. books: by game, the first part of the names of the
    templates that come with cardgen. kind: "" for the whole rules, ".summary" for the short ones. pack_file:
    the pack's file. Raises UsageError if there is no template.
    """
    if named_template is not None:
        return named_template if isinstance(named_template, Template) else read_template(named_template)
    near = pack_template_file(pack_file, kind)
    if near is not None:
        return read_template(near, is_beside_pack=True)
    for book in books.values():
        if has_bundled_template(book, kind):
            return read_template(_bundled_template(book, kind))._replace(bundled=True)
    raise UsageError(_no_template_message(pack, books, kind, pack_file))


def has_bundled_template(book: str, kind: str = "") -> bool:
    """Tell whether cardgen has a template of this name and kind."""
    return _bundled_template(book, kind).is_file()


def _bundled_template(book: str, kind: str) -> Path:
    return folders.bundled_folder("templates") / f"{book}{kind}{SUFFIX}"


def pack_template_file(file: str, kind: str = "") -> Path | None:
    """Return the pack's own template, in its folder and with its name; None if there is none."""
    if not file:
        return None
    pack = Path(file)
    near = pack.with_name(f"{pack.stem}{kind}{SUFFIX}")
    return near if near.is_file() else None


def _no_template_message(pack: Pack, books: Mapping[str, str], kind: str, pack_file: str) -> str:
    what = kind.strip(".").replace("-", " ") or "rulebook"
    names = sorted(file.name for file in folders.bundled_folder("templates").glob(f"*{SUFFIX}"))
    if books:
        [first, *_] = books.values()
        missing = f"there is no {what} of {' or '.join(books)} yet: choose your own file with --template"
        # The name of a game that has other templates is no slip of the pen.
        if any(name.startswith(f"{first}.") for name in names):
            return missing
        known = [name.removesuffix(kind + SUFFIX) for name in names if name.endswith(kind + SUFFIX)]
        known = [name for name in known if "." not in name]
        return f"{missing}; {nearest_word_hint(first, known)}"
    if not pack_file:
        return f"{pack.name} names no game: choose one with --game, or your own file with --template"
    own = f"write {Path(pack_file).stem}{kind}{SUFFIX} beside the pack"
    whole = pack_template_file(pack_file) if kind in (".summary", ".card") else None
    rules = f", or use its rules with --template {whole.name}" if whole else ", or choose a game with --game"
    return f"{pack.name} names no game and has no {what} of its own: {own}{rules}"


def read_template(file: Path, is_beside_pack: bool = False) -> Template:
    """Return the template in a file. Raises UsageError if the file cannot be read, and PackError if it is no
    text, is too long, or may not be read.

    is_beside_pack: whether the template belongs to a pack; it may then not be a link out of the pack's
    folder.
    """
    most = 4 * _LONGEST + 4
    try:
        raw = (
            untrusted.read_beside(file.parent, file.name, most)
            if is_beside_pack
            else untrusted.read_plain_file(file, most)
        )
    except untrusted.Unreachable as error:
        raise PackError([Problem(str(error), hint=error.hint, mark=Mark(str(file)))]) from None
    except OSError as error:
        raise UsageError(f"{file} could not be read: {error.strerror or error}") from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        mark = Mark(str(file), line, 1)
        problem = Problem("this is not UTF-8 text", hint="save it as plain text, UTF-8", mark=mark)
        raise PackError([problem]) from error
    template = Template(str(file), text.replace("\r\n", "\n").replace("\r", "\n"))
    if len(text) > _LONGEST:
        message = "this template is too long"
        raise PackError([template.problem_at_line(message, f"at most {_LONGEST:,} characters are read")])
    return template


def fill_template(template: Template, pack: Pack, facts: Mapping[str, Any]) -> FilledTemplate:
    """Fill in a template with facts and the cards of a pack. Raises PackError with all problems found."""
    return _TemplateFiller(template, pack, facts).fill()


def filled_text(template: Template, pack: Pack, facts: Mapping[str, Any]) -> str:
    """Return a template filled in as plain text. Raises PackError."""
    filled = fill_template(template, pack, facts)
    return TOKEN.sub(lambda match: str(filled.values[int(match[1])]), filled.markdown)


class _TemplateFiller:
    """Fills in one template."""

    def __init__(self, template: Template, pack: Pack, facts: Mapping[str, Any]) -> None:
        self.template = template
        self.problems: list[Problem] = []
        self.values: list[Any] = []
        self.compiled: Any = None
        self.wording = Wording(template.language or pack.language, pack.words)
        self.vocabulary = Vocabulary(pack, self.wording)
        offered = {**self.vocabulary.functions(), **{k: v for k, v in facts.items() if callable(v)}}
        self.functions = {name: self._with_errors_recorded(name, work) for name, work in offered.items()}
        self.facts = {name: value for name, value in facts.items() if not callable(value)}

    def fill(self) -> FilledTemplate:
        """Fill in the template, and return it. Raises PackError with all problems found."""
        from .sandbox import TemplateSandbox

        self._record_unprintable_characters()
        sandbox = TemplateSandbox(self.functions, self._placeholder_of_value, self.facts, self.wording)
        self._compile(sandbox)
        text = "" if self.problems else self._render(sandbox)
        if self.problems:
            raise PackError(self.problems)
        return FilledTemplate(text, tuple(self.values), self.vocabulary, self.wording)

    def _record_unprintable_characters(self) -> None:
        """Record a problem for each character of the template that cannot be printed."""
        if self.template.text.replace("\n", "").isprintable():
            return
        # Most templates never come here; the pattern is slow to compile.
        for match in re.finditer(_UNPRINTABLE, self.template.text):
            character = match[0]
            message = f"there is a character here that cannot be printed (U+{ord(character):04X})"
            line = self.template.text.count("\n", 0, match.start()) + 1
            self._record_problem(message, "delete it and type it again", line, character)

    def _compile(self, sandbox: TemplateSandbox) -> None:
        """Compile the template, unless it uses unknown names."""
        from jinja2 import Template as Compiled
        from jinja2 import TemplateError, TemplateSyntaxError, compiler

        from ..languages.kept import cached_values, write_cache
        from . import sandbox as own_compiler

        # The bytecode of cardgen's own templates, and their names, are cached: compiling takes a tenth of a
        # rulebook's time.
        makers = (compiler.__file__ or "", own_compiler.__file__ or "")
        file, text = self.template.bytecode_file, self.template.text
        try:
            kept = cached_values(file, text, makers) if self.template.bundled else None
            tree: Any = None
            code: Any = None
            if kept:
                code, sandbox.read, sandbox.own = kept
            else:
                tree = sandbox.parse(text, _NAME)
            self._record_unknown_names(sandbox)
            self._compute_slow_facts(sandbox)
            if not self.problems:
                if not kept:
                    code = sandbox.compile(tree)
                    if self.template.bundled:
                        write_cache(file, text, (code, sandbox.read, sandbox.own), makers)
                self.compiled = Compiled.from_code(sandbox, code, sandbox.make_globals(None))
                self.compiled.name = _NAME
        except TemplateSyntaxError as error:
            self._record_problem(
                *_syntax_error_with_hint(error.message or ""),
                error.lineno,
                _first_quoted_word(error.message or ""),
            )
        except TemplateError as error:
            self._record_problem(str(error))
        except (RecursionError, MemoryError, SyntaxError, ValueError, OverflowError):
            self._record_problem("this template is too deeply nested", "use fewer brackets and blocks")

    def _record_unknown_names(self, sandbox: TemplateSandbox) -> None:
        """Record a problem for each name that the template reads and that is defined nowhere."""
        named = sandbox.known | sandbox.own | set(_GIVEN)
        for line, name in sorted(each for each in sandbox.read if each[1] not in named):
            hint = nearest_word_hint(name, [*self.functions, *self.facts, "range"])
            self._record_problem(f"there is nothing called {name!r} here", hint, line, name)

    def _compute_slow_facts(self, sandbox: TemplateSandbox) -> None:
        """Replace each LazyFact that the template names by its computed value."""
        for name in sorted({name for _, name in sandbox.read} & self.facts.keys()):
            if isinstance(self.facts[name], LazyFact):
                self.facts[name] = self.facts[name].compute()

    def _render(self, sandbox: TemplateSandbox) -> str:
        from jinja2 import TemplateError, UndefinedError

        parts: list[str] = []
        try:
            # A filter around a block may change its text.
            parts += map(str, self.compiled.generate(self.facts))
        except UndefinedError as error:
            said, _, hint = str(error).partition("; ")
            self._record_problem(said, hint, self._error_line(error), _first_quoted_word(said))
        except TemplateError as error:
            self._record_problem(
                *_refusal_with_hint(str(error)), self._error_line(error), _first_quoted_word(str(error))
            )
        except RecursionError as error:
            self._record_problem("a macro calls itself without end", "", self._error_line(error))
        except OutOfTime as error:
            self._record_problem(
                f"this {error}", "render fewer rows or simplify the template", self._error_line(error)
            )
        except MemoryError as error:
            self._record_problem(
                "this needs more memory than a template may use",
                "render fewer rows or simplify the template",
                self._error_line(error),
            )
        except Exception as error:  # - whatever a stranger's expression may bring about
            said = str(error) or type(error).__name__
            self._record_problem(f"this cannot be evaluated: {said[:200]}", "", self._error_line(error))
        return "".join(parts)

    def _error_line(self, error: BaseException) -> int:
        """Return the template's line that raised an error: the innermost frame of its code."""
        line, trace = 0, error.__traceback__
        while trace is not None:
            name = trace.tb_frame.f_code.co_filename
            if name == "<template>" or name == _NAME:
                generated = name == "<template>" and "environment" in trace.tb_frame.f_globals
                line = (
                    self.compiled.get_corresponding_lineno(trace.tb_lineno) if generated else trace.tb_lineno
                )
            trace = trace.tb_next
        return line

    def _current_line(self) -> int:
        """Return the line of the template that is being rendered, from 1; 0 if none is."""
        frame = sys._getframe(1)
        while frame is not None:
            if frame.f_code.co_filename == "<template>":
                return int(self.compiled.get_corresponding_lineno(frame.f_lineno))
            frame = frame.f_back  # type: ignore[assignment]
        return 0

    def _with_errors_recorded(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that works as `function` does, but records errors as problems and then returns 0.

        Rendering continues after an error, so that later errors are found as well.
        """

        @wraps(function)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            try:
                value = function(*args, **kwargs)
                if isinstance(value, PendingBlocks):
                    value.line, value.function = self._current_line(), name
                return value
            except BadCallError as error:
                word = next((str(arg) for arg in args if isinstance(arg, str)), "")
                self._record_problem(str(error), error.hint, self._current_line(), word)
            except (TypeError, ValueError, KeyError, AttributeError):
                hint = EXAMPLES.get(name, "see docs/rulebooks.md for what the game offers, and its arguments")
                self._record_problem(
                    f"{name} is called with wrong arguments", hint, self._current_line(), name
                )
            return 0

        return guarded

    def _placeholder_of_value(self, value: Any) -> Any:
        """Return the placeholder that replaces a value until Markdown has been parsed."""
        from jinja2 import Undefined
        from markupsafe import Markup

        if isinstance(value, Markup):
            return value
        if isinstance(value, Undefined):
            str(value)  # raises, saying what is missing
        if isinstance(value, Card):
            value = InlineCard(value)
        elif isinstance(value, float):
            value = self.wording.decimal_text(value)
        elif isinstance(value, int) and abs(value) >= _MOST_NUMBER:
            raise ValueError("the number has too many digits")
        elif isinstance(value, bool) or not isinstance(value, str | int | InlineCard | PendingBlocks):
            self._record_problem(
                "this has no text form", "name one of its fields, or call it", self._current_line()
            )
        self.values.append(value)
        return Markup(f"{OPEN}{len(self.values) - 1}{CLOSE}")  # noqa: S704 - a number

    def _record_problem(self, message: str, hint: str = "", line: int = 0, word: str = "") -> None:
        problem = self.template.problem_at_line(message, hint, line, word)
        if problem not in self.problems:
            self.problems.append(problem)


def _first_quoted_word(text: str) -> str:
    """Return the first quoted word of a message; "" without one."""
    match = _QUOTED.search(text)
    return match[1] if match else ""


def _refusal_with_hint(message: str) -> tuple[str, str]:
    """Return why the sandbox refused something, as a message and a hint. message: the text of the sandbox's
    error.
    """
    hint = "templates read the fields of records, and call their own functions and macros"
    if "is unsafe" in message:
        return f"{_first_quoted_word(message)!r} may not be read here", hint
    return ("this may not be called here", hint) if "not safely callable" in message else (message, "")


_CLOSE = "close what is open: {% endif %}, {% endfor %}, {% endset %} or {% endmacro %}"
#: Jinja's messages about syntax errors, and hints.
_HINTS = (
    ("unexpected end of template", "look for }} or %} that is missing"),
    ("Unexpected end of template", _CLOSE),
    (
        "No filter named",
        "the filters include join, length, plural, round, sort, sum, upper and words",
    ),
    ("expected token", "look for a missing bracket, comma or quotation mark"),
    ("Encountered unknown tag", "use if, for, set or macro"),
)


_OPEN = re.compile(r"innermost block that needs to be closed is '(\w+)'")


def _syntax_error_with_hint(message: str) -> tuple[str, str]:
    """Return the message of a syntax error of Jinja for people who write rules, and a hint or ""."""
    hint = next((hint for start, hint in _HINTS if start in message), "")
    left = _OPEN.search(message)
    return (f"{{% {left[1]} %}} is not closed" if left else message.rstrip(".")), hint
