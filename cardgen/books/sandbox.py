"""A Jinja sandbox for strangers' templates, without access to files, code or hidden attributes.

Filters, tests and functions are allowed by name, attributes are the fields of records only, and templates
cannot include others. Time and memory are not limited here: run a stranger's template in a child process with
limits (sandbox/child.py).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, wraps
from typing import Any

from jinja2 import StrictUndefined, nodes
from jinja2 import filters as jinja_filters
from jinja2 import tests as jinja_tests
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import TemplateSyntaxError
from jinja2.parser import Parser
from jinja2.runtime import LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import Markup

from ..pack.words import Wording
from ..units import nearest_word_hint

#: The name of a filter that no template can write.
_JOIN = "join these"

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
#: Statements that are no expressions of values and have no use in a rulebook.
_REFUSED: dict[type[nodes.Node], str] = {
    nodes.Include: "include",
    nodes.Import: "import",
    nodes.FromImport: "from ... import",
    nodes.Extends: "extends",
}


class UndefinedName(StrictUndefined):
    """A name or field without a value. Using it raises an error whose message ends in a hint."""

    @property
    def _undefined_message(self) -> str:
        """Return a message that states the missing name and similar names that exist."""
        if self._undefined_hint:
            return self._undefined_hint
        name, obj = self._undefined_name, self._undefined_obj
        if obj is missing:
            return f"{name!r} has no value here; it is set in another place only"
        known = (
            [str(key) for key in obj]
            if isinstance(obj, Mapping)
            else sorted(public_attribute_names(type(obj)))
        )
        return f"there is no {name!r} here" + (f"; {nearest_word_hint(name, known)}" if known else "")


class _TemplateParser(Parser):
    """Jinja's parser, with our own join filter instead of `~`, which would write values out."""

    def parse_concat(self) -> nodes.Expr:
        read = super().parse_concat()
        if not isinstance(read, nodes.Concat):
            return read
        parts = nodes.List(read.nodes, lineno=read.lineno)
        return nodes.Filter(parts, _JOIN, [], [], None, None, lineno=read.lineno)


class _TemplateCompiler(CodeGenerator):
    """Jinja's compiler without constant folding."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        """Return literal text of the template unchanged. Raises Impossible for an expression, which is then
        computed when its line is rendered.
        """
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)


class TemplateSandbox(ImmutableSandboxedEnvironment):
    """The Jinja environment of one template. Each template has its own, as it records the names in the
    template.
    """

    code_generator_class = _TemplateCompiler

    def __init__(
        self,
        functions: Mapping[str, Callable[..., Any]],
        finalize: Callable[[Any], Any],
        facts: Iterable[str],
        wording: Wording,
    ) -> None:
        """Prepare the environment of a template.

        functions: those that the template may call, by name. finalize: converts each value before it is
        written. facts: the names of the facts that the template receives. wording: how numbers are written in
        its language.
        """
        #: The names that the template reads, each with the lines; and those that it assigns.
        self.read: list[tuple[int, str]] = []
        self.own: set[str] = set()
        #: Names given from outside.
        self.known = frozenset((*functions, *facts, "range"))
        #: The readable attributes of each kind of record met so far.
        self._fields: dict[type, frozenset[str]] = {}
        super().__init__(
            undefined=UndefinedName,
            autoescape=True,
            finalize=finalize,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            cache_size=0,
            # Constant folding costs more than it saves in a text that is rendered once.
            optimized=False,
        )
        self._functions = frozenset(functions.values())
        self.globals = {**functions, "range": _range}
        self.filters = {name: _list_filter(jinja_filters.FILTERS[name]) for name in _FILTERS}
        self.filters |= {"join": self._join_filter, _JOIN: self._concatenate}
        self.filters |= {
            "round": round,
            "sum": sum,
            "words": wording.number_word,
            "plural": wording.count_with_noun,
        }
        self.filters["inflected"] = wording.noun_with_suit
        self.tests = {name: jinja_tests.TESTS[name] for name in _TESTS}

    # -- what may be reached

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Let templates read only the public fields of a record or a loop."""
        if not isinstance(attr, str) or attr.startswith("_"):
            return False
        if isinstance(obj, LoopContext):
            return attr in ("index", "index0", "revindex", "first", "last", "length", "previtem", "nextitem")
        if isinstance(obj, Mapping):
            return attr in ("items", "keys", "values")
        kind = type(obj)
        if kind not in self._fields:
            self._fields[kind] = public_attribute_names(kind)
        return attr in self._fields[kind]

    def is_safe_callable(self, obj: Any) -> bool:
        """Let templates call only our own functions, the template's macros, and the views of a mapping."""
        if isinstance(obj, Macro | LoopContext) or obj is _range:
            return True
        if getattr(obj, "__name__", "") in ("items", "keys", "values"):
            return isinstance(getattr(obj, "__self__", None), Mapping)
        try:
            return obj in self._functions
        except TypeError:
            return False

    # -- values side by side

    def _concatenate(self, parts: list[Any]) -> str:
        """Return texts joined, for `~`."""
        if all(isinstance(part, str | int | float) and not isinstance(part, Markup) for part in parts):
            return "".join(map(str, parts))
        return Markup("").join(part if isinstance(part, Markup) else self._as_markup(part) for part in parts)

    def _join_filter(self, values: Iterable[Any], between: str = "", last: str | None = None) -> Any:
        """Return values joined with a text between them: `cards | join(", ", last=" and ")`."""
        parts = list(values)
        places = [item for part in parts for item in (between, part)][1:]
        if last is not None and len(parts) > 1:
            places[-2] = last
        return self._concatenate(places)

    def _as_markup(self, value: Any) -> Markup:
        """Return a value as text that Jinja does not escape again."""
        return Markup(self.finalize(value) if self.finalize else value)  # noqa: S704 - tokens, no text

    # -- what a template's own text may be

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = _TemplateParser(self, source, name, filename).parse()
        found: list[nodes.Node] = [tree]
        for node in found:  # which grows, by the children of each
            kind = type(node)
            if kind in _REFUSED:
                word = _REFUSED[kind]
                raise TemplateSyntaxError(f"a template cannot include another file: {word}", node.lineno)
            if isinstance(node, nodes.Name) and node.ctx == "load":
                self.read.append((node.lineno, node.name))
            elif isinstance(node, nodes.Name | nodes.Macro):
                self.own.add(node.name)
            found += node.iter_child_nodes()
        return tree


def public_attribute_names(kind: type) -> frozenset[str]:
    """Return the names of a record's fields and properties that a template may read."""
    if dataclasses.is_dataclass(kind):
        fields = {field.name for field in dataclasses.fields(kind)}
    elif issubclass(kind, tuple) and hasattr(kind, "_fields"):
        fields = set(kind._fields)
    else:
        return frozenset()
    for base in kind.__mro__:
        fields |= {name for name, it in vars(base).items() if isinstance(it, property | cached_property)}
    return frozenset(name for name in fields if not name.startswith("_"))


def _range(*ends: int) -> list[int]:
    """Return Python's range() as a list, so that it has a length."""
    return list(range(*ends))


def _list_filter(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a Jinja filter that returns a list instead of an iterator, which has no length and can be read
    only once.
    """

    @wraps(function)
    def listed(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        return list(result) if isinstance(result, Iterator) else result

    return listed
