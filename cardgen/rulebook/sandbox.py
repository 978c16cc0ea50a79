"""Jinja on a short leash: a stranger's template reaches no file, no code and nothing hidden, and ends soon.

Jinja's own sandbox keeps code out of reach but bounds neither time nor memory. Here filters, tests and
functions are named one by one, attributes are the fields of records only, every round of a loop and every
call is counted, and nothing may grow without bound. Templates can name no other template.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from jinja2 import StrictUndefined, nodes, pass_context
from jinja2 import filters as jinja_filters
from jinja2 import tests as jinja_tests
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError, TemplateSyntaxError
from jinja2.parser import Parser
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import Markup

from ..units import nearest

#: Rounds of loops, calls and filters that one template may have, each counted with what it works on.
MOST_STEPS = 100_000
#: Characters of text that one template may make, all its macros' texts counted as well.
MOST_TEXT = 400_000
#: The longest value: characters of a text, entries of a list.
MOST_VALUE = 20_000
#: The largest number that reckoning may reach.
_MOST_NUMBER = 10**15
#: A name that no template can write.
_TICK, _JOIN = "count this round", "join these"

_FILTERS = (
    *("abs", "capitalize", "default", "dictsort", "first", "float", "int", "items", "last", "length", "list"),
    *("lower", "map", "max", "min", "reject", "rejectattr", "reverse", "select", "selectattr", "sort"),
    *("string", "title", "trim", "unique", "upper"),
)
_TESTS = (
    *("boolean", "defined", "divisibleby", "eq", "even", "false", "ge", "gt", "in", "integer", "le", "lt"),
    *("mapping", "ne", "none", "number", "odd", "sequence", "string", "true", "undefined"),
    *("==", "!=", ">", ">=", "<", "<="),
)
_WORDS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
#: What is no expression of a value and has no place in a rulebook.
_REFUSED: dict[type[nodes.Node], str] = {
    nodes.Include: "include",
    nodes.Import: "import",
    nodes.FromImport: "from ... import",
    nodes.Extends: "extends",
}


class TooMuch(SecurityError):  # noqa: N818 - it says what it is
    """A template that would not end, or would make more than any rulebook holds."""


class Missing(StrictUndefined):
    """A field that is not there; its message ends in a hint."""

    @property
    def _undefined_message(self) -> str:
        if self._undefined_hint:
            return self._undefined_hint
        name, obj = self._undefined_name, self._undefined_obj
        if obj is missing:
            return f"{name!r} has no value here; it is given one elsewhere only"
        known = [str(key) for key in obj] if isinstance(obj, Mapping) else sorted(public(type(obj)))
        return f"there is no {name!r} here" + (f"; {nearest(name, known)}" if known else "")


class Meter:
    """How much a template has done so far."""

    def __init__(self) -> None:
        self.steps = self.text = 0

    def work(self, steps: int) -> None:
        """Count work; raises TooMuch."""
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise TooMuch("this template does not come to an end")

    def write(self, characters: int) -> None:
        """Count text; raises TooMuch."""
        self.text += characters
        if self.text > MOST_TEXT:
            raise TooMuch("this template makes more text than a rulebook can hold")


class _Reader(Parser):
    """Jinja's parser, with the counted way of joining in the place of every `~`."""

    def parse_concat(self) -> nodes.Expr:
        read = super().parse_concat()
        if not isinstance(read, nodes.Concat):
            return read
        parts = nodes.List(read.nodes, lineno=read.lineno)
        return nodes.Filter(parts, _JOIN, [], [], None, None, lineno=read.lineno)


class _Code(CodeGenerator):
    """Jinja's compiler; where a name surely has a value, the code does not ask whether it has."""

    environment: Sandbox

    def visit_Name(self, node: nodes.Name, frame: Frame) -> None:  # noqa: N802 - as Jinja calls it
        if node.ctx == "load" and node.name in self.environment.sure:
            self.write(frame.symbols.ref(node.name))
        else:
            super().visit_Name(node, frame)


class Sandbox(ImmutableSandboxedEnvironment):
    """One template's surroundings: made anew for every template, as it counts what that one does."""

    intercepted_binops = frozenset(("+", "-", "*", "/", "//", "%", "**"))
    code_generator_class = _Code

    def __init__(
        self,
        functions: Mapping[str, Callable[..., Any]],
        finalize: Callable[[Any], Any],
        facts: Iterable[str] = (),
    ) -> None:
        """facts: the names of what the template is given when it is filled in."""
        self.meter = Meter()
        #: The names that the template reads, each with the lines; and those that it gives a value itself.
        self.read: list[tuple[int, str]] = []
        self.own: set[str] = set()
        #: Names given from outside, and those of them that have that value wherever they stand.
        self.known = frozenset((*functions, *facts, "range"))
        self.sure: frozenset[str] = frozenset()
        #: What may be read of each kind of record met so far.
        self._fields: dict[type, frozenset[str]] = {}
        super().__init__(
            undefined=Missing,
            autoescape=True,
            finalize=finalize,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            cache_size=0,
            # Working constants out beforehand costs more than it saves in a text that is filled in once.
            optimized=False,
        )
        self._functions = frozenset(functions.values())
        self.globals = {**functions, "range": self._range}
        own: dict[str, Callable[..., Any]] = {"join": self._joined, "round": round, "sum": _sum}
        own |= {"words": in_words, "plural": plural}
        kept = {name: jinja_filters.FILTERS[name] for name in _FILTERS}
        self.filters = {name: self._counted(work) for name, work in {**kept, **own}.items()}
        self.filters[_TICK] = self._tick()
        self.filters[_JOIN] = self._concatenated
        self.tests = {name: jinja_tests.TESTS[name] for name in _TESTS}

    # -- what may be reached

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Only what a record or a loop shows by name."""
        if not isinstance(attr, str) or attr.startswith("_"):
            return False
        if isinstance(obj, LoopContext):
            return attr in ("index", "index0", "revindex", "first", "last", "length", "previtem", "nextitem")
        if isinstance(obj, Mapping):
            return attr in ("items", "keys", "values")
        kind = type(obj)
        if kind not in self._fields:
            self._fields[kind] = public(kind)
        return attr in self._fields[kind]

    def is_safe_callable(self, obj: Any) -> bool:
        """Our own functions, the template's macros, and the views of a mapping."""
        if isinstance(obj, Macro | LoopContext) or obj == self._range:
            return True
        if getattr(obj, "__name__", "") in ("items", "keys", "values"):
            return isinstance(getattr(obj, "__self__", None), Mapping)
        try:
            return obj in self._functions
        except TypeError:
            return False

    def call(self, context: Context, obj: Any, *args: Any, **kwargs: Any) -> Any:
        """Call and count."""
        self.meter.work(5 + sum(map(_size, args)) // 10)
        return super().call(context, obj, *args, **kwargs)

    # -- how much may be done

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Reckon with numbers of a moderate size; join short texts and lists."""
        self.meter.work(1)
        if not all(isinstance(side, int | float) for side in (left, right)):
            if operator == "+" and type(left) is type(right) and isinstance(left, str | list | tuple):
                return self._bounded(left, right)
            if any(isinstance(side, StrictUndefined) for side in (left, right)):
                return super().call_binop(context, operator, left, right)
            raise TypeError(f"{operator} works with numbers only")
        if operator == "**" and (abs(right) > 50 or abs(left) > _MOST_NUMBER):
            raise TooMuch("this number is too large")
        result = super().call_binop(context, operator, left, right)
        if isinstance(result, complex) or abs(result) > _MOST_NUMBER:
            raise TooMuch("this number is too large")
        return result

    def _bounded(self, left: Any, right: Any) -> Any:
        if len(left) + len(right) > MOST_VALUE:
            raise TooMuch("this text or list is too long")
        return left + right

    def _range(self, *ends: int) -> list[int]:
        """As Python's, but short; a list, so that it has a length."""
        made = range(*ends)
        if len(made) > MOST_VALUE or max(map(abs, ends)) > _MOST_NUMBER:
            raise TooMuch(f"this range has more than {MOST_VALUE:,} numbers")
        self.meter.work(len(made) // 10)
        return list(made)

    def _tick(self) -> Callable[..., Markup]:
        @pass_context  # so that it is never worked out before the template runs
        def tick(_: Context, length: int) -> Markup:
            self.meter.work(1)
            self.meter.write(length)
            return Markup("")

        return tick

    def _concatenated(self, parts: list[Any]) -> str:
        """What `~` means, with an eye on how long it gets."""
        if sum(map(_size, parts)) > MOST_VALUE:
            raise TooMuch("this text is too long")
        if all(isinstance(part, str | int | float) and not isinstance(part, Markup) for part in parts):
            return "".join(map(str, parts))
        return Markup("").join(part if isinstance(part, Markup) else self._finalized(part) for part in parts)

    def _joined(self, values: Iterable[Any], between: str = "", last: str | None = None) -> Any:
        """The values with a text between them: `cards | join(", ", last=" and ")`."""
        parts = list(values)
        ending = between if last is None else last
        if sum(map(_size, parts)) + len(parts) * max(len(between), len(ending)) > MOST_VALUE:
            raise TooMuch("this text is too long")
        places = [item for part in parts for item in (between, part)][1:]
        if len(parts) > 1:
            places[-2] = ending
        return self._concatenated(places)

    def _finalized(self, value: Any) -> Markup:
        return Markup(self.finalize(value) if self.finalize else value)  # noqa: S704 - tokens, no text

    def _counted(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """A filter that counts the length of what it is given; iterators are taken whole, up to a length."""
        from functools import wraps

        place = 1 if hasattr(work, "jinja_pass_arg") else 0

        @wraps(work)
        def counted(*args: Any, **kwargs: Any) -> Any:
            self.meter.work(2 + _size(args[place]) // 10)
            result = work(*args, **kwargs)
            return self._listed(result) if isinstance(result, Iterator) else result

        return counted

    def _listed(self, values: Iterable[Any]) -> list[Any]:
        made: list[Any] = []
        for value in values:
            self.meter.work(1)
            made.append(value)
        return made

    # -- what a template's own text may be

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        return self.bounded(_Reader(self, source, name, filename).parse())

    def bounded(self, tree: nodes.Template) -> nodes.Template:
        """The same template with every round of a loop and every text counted. Raises TemplateSyntaxError."""
        every = list(walk(tree))
        names = [node for node in every if isinstance(node, nodes.Name)]
        self.read = [(name.lineno, name.name) for name in names if name.ctx == "load"]
        self.own = {name.name for name in names if name.ctx != "load"}
        self.own |= {node.name for node in every if isinstance(node, nodes.Macro)}
        self.sure = self.known - self.own
        for node in every:
            if type(node) in _REFUSED:
                word = _REFUSED[type(node)]
                raise TemplateSyntaxError(f"a template cannot take in another file: {word}", node.lineno)
            if isinstance(node, nodes.For | nodes.Macro | nodes.CallBlock | nodes.FilterBlock):
                node.body.insert(0, self._counter(node))
        # The compiler searches the whole of it several times, and Jinja's own search is slow.
        tree.find_all = lambda kind: (node for node in every if isinstance(node, kind))  # type: ignore[method-assign, assignment]
        return tree

    def _generate(self, source: nodes.Template, *args: Any, **options: Any) -> str:
        code = super()._generate(source, *args, **options)
        del source.find_all  # which holds on to all of it
        return code

    def _counter(self, holder: Any) -> nodes.Node:
        length = sum(len(each.data) for node in holder.body for each in _texts(node))
        call = nodes.Filter(nodes.Const(length), _TICK, [], [], None, None, lineno=holder.lineno)
        return nodes.Output([call], lineno=holder.lineno).set_environment(self)


def walk(node: nodes.Node) -> Iterator[nodes.Node]:
    """A node and all below it; quicker than Jinja's own way, which looks at every field twice."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        for field in here.fields:
            value = getattr(here, field, None)
            if isinstance(value, nodes.Node):
                waiting.append(value)
            elif isinstance(value, list):
                waiting += [each for each in value if isinstance(each, nodes.Node)]


def _texts(node: nodes.Node) -> Iterator[nodes.TemplateData]:
    return (each for each in walk(node) if isinstance(each, nodes.TemplateData))


def public(kind: type) -> frozenset[str]:
    """The names of a record's fields, and of what it works out from them, that a template may read."""
    if dataclasses.is_dataclass(kind):
        fields = {field.name for field in dataclasses.fields(kind)}
    elif issubclass(kind, tuple) and hasattr(kind, "_fields"):
        fields = set(kind._fields)
    else:
        return frozenset()
    for base in kind.__mro__:
        fields |= {name for name, it in vars(base).items() if isinstance(it, property | cached_property)}
    return frozenset(name for name in fields if not name.startswith("_"))


def _size(value: Any) -> int:
    try:
        return len(value)
    except TypeError:
        return 1


def _sum(values: Iterable[Any]) -> Any:
    return sum(value for value in values)


def in_words(number: Any) -> str:
    """A number up to twenty in words, a larger one in figures."""
    if isinstance(number, int) and 0 <= number < len(_WORDS):
        return _WORDS[number]
    return str(number)


def plural(number: Any, one: str, many: str = "") -> str:
    """`{{ count("red") | plural("card") }}`: "1 card", "15 cards"."""
    return f"{number} {one if number == 1 else many or one + 's'}"
