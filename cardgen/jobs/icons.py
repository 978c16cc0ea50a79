"""List, search and fetch sets of icons: JSON files in the format of Iconify."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ..errors import PackError, Problem, UsageError
from ..units import BadValue, count_with_noun, quoted_value
from .groups import ALLOWED_HOSTS
from .job import JobWithoutPack, Option, Progress
from .kinds import FilePath, Text
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..pack.icon_libraries import IconCredit

#: Where packages of icon sets, @iconify-json/NAME, are published.
_REGISTRY = "https://registry.npmjs.org"
#: Maximum size of a package, and of what a registry says of it, in bytes; of the largest known one 14 MB.
_MOST_PACKED, _MOST_ABOUT = 32 << 20, 1 << 20
_MOST_MEMBERS = 1_000
#: Seconds for a download: a set has some megabytes.
_SECONDS = 120.0
#: Maximum number of sets in a folder, of names that are listed, and of icons that are drawn.
_MOST_SETS, _MOST_LISTED, _MOST_DRAWN = 20, 60, 400
_SET_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


class FoundIcons(NamedTuple):
    """The sets in a folder, and the icons that were searched for."""

    #: Each set's file and what it says of itself.
    sets: "list[tuple[str, IconCredit]]"
    #: Names, those of the built-in symbols first.
    names: list[str]
    #: A picture of them; empty for none. Names of those that cannot be drawn.
    picture: bytes = b""
    faulty: tuple[str, ...] = ()


class FetchedSet(NamedTuple):
    """A set from a package, as one JSON file with its credit."""

    data: bytes
    credit: "IconCredit"


@dataclass(frozen=True, kw_only=True)
class Icons(JobWithoutPack):
    """List, search and fetch sets of icons for packs.

    A set is a JSON file in the format of Iconify, such as game-icons with 4,134 icons. Fetched sets are
    written into the folder you work in, or into that of CARDGEN_ICONS, which all packs use. A pack names
    sets, and its texts name their icons:

    \b
      icons: {sets: [game-icons.json]}
      {game-icons:broadsword}, or {broadsword} if no other set has one

    \b
    Examples:
      cardgen icons --fetch game-icons
      cardgen icons
      cardgen icons --search sword -o swords.png
    """

    place: Annotated[
        Path | None,
        Option(
            "A set, or a folder with sets. Default: the folder of CARDGEN_ICONS, else the one you work in",
            FilePath(),
            argument=True,
        ),
    ] = None
    search: Annotated[
        str, Option("List the icons whose names contain these words.", Text("WORDS"), letter="s")
    ] = ""
    output: Annotated[
        Path | None, Option("Draw the icons that are found, as a PDF or a PNG.", FilePath(), letter="o")
    ] = None
    fetch: Annotated[
        str,
        Option("Fetch this set, such as game-icons, lucide, openmoji, twemoji or ph.", Text("SET")),
    ] = ""
    registry: Annotated[str, Option("Fetch from this npm registry.", Text("ADDRESS"))] = _REGISTRY
    allowed_hosts: Annotated[tuple[str, ...], ALLOWED_HOSTS] = ()

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield errors for options that do not go together, and for a name that no set has."""
        yield from super().option_problems(pack)
        if self.fetch and (self.search or self.output is not None):
            yield Problem("--fetch goes alone; search afterwards: cardgen icons --search sword")
        elif self.output is not None and not self.search:
            yield Problem("-o draws what is found: add --search, such as --search sword")
        if self.output is not None and self.output.suffix.lower() not in (".pdf", ".png"):
            yield Problem(f"{self.output} should end in .pdf or .png")
        if self.fetch and not (self.fetch[0] != "-" and _SET_LETTERS.issuperset(self.fetch)):
            hint = "write its name as https://icon-sets.iconify.design shows it, such as game-icons"
            yield Problem(f"{quoted_value(self.fetch)} is not the name of a set: {hint}")
        if self.fetch and self.place is not None and self.place.is_file():
            yield Problem(f"{self.place} is a file; name the folder that the set goes into")
        if self.place is not None and self.place.suffix.lower() in (".yaml", ".yml"):
            yield Problem(
                f"{self.place} is a pack; name a set (.json) or a folder with sets. "
                f"cardgen stats {self.place} lists the sets whose icons it uses"
            )
        if not self.fetch and (self.registry != _REGISTRY or self.allowed_hosts):
            yield Problem("--registry and --allow-host go with --fetch")

    def run_without_pack(self, progress: Progress) -> Result:
        """Fetch a set, or list the sets, or the icons that are found. Raises PackError and UsageError."""
        try:
            if self.fetch:
                with progress(f"fetching {self.fetch}"):
                    return self._fetched_set_result()
            return self._icons_result()
        except BadValue as error:
            raise PackError([Problem(str(error), hint=error.hint)]) from None

    def _icons_result(self) -> Result:
        from ..sandbox import child, untrusted

        place = self.place or _usual_folder()
        folder, name = (place, "") if place.is_dir() else (place.parent, place.name)
        if name and not place.is_file():
            raise UsageError(f"there is no file {place}")
        form = self.output.suffix.lower() if self.output else ""
        work = (search_icons, folder, name, self.search, form)
        try:
            with child.child_messages(
                *work,
                limits=child.PACK,
                returns=(FoundIcons, "cardgen.pack.icon_libraries"),
                readable=untrusted.readable_entries(folder),
            ) as messages:
                found: FoundIcons = next(value for kind, value in messages if kind == "done")
        except child.OverLimit as error:
            hint = "search for fewer icons, or name the file of one set"
            raise BadValue(f"work on these sets {error}", hint) from None
        sets = [f"{file}: {_credit_line(credit)}" for file, credit in found.sets]
        facts = {
            "sets": [{"file": file, **credit._asdict()} for file, credit in found.sets],
            "icons": found.names,
        }
        if not self.search:
            none = ["there is no set of icons here; fetch one with: cardgen icons --fetch game-icons"]
            return Result(notes=tuple(sets or none), facts=facts, result=found)
        notes = [*found.names[:_MOST_LISTED]]
        if len(found.names) > _MOST_LISTED:
            notes.append(f"and {len(found.names) - _MOST_LISTED:,} more")
        if not notes:
            notes.append(f"no icon here has {quoted_value(self.search)} in its name")
        if found.faulty:
            notes.append(f"cannot be drawn: {', '.join(found.faulty[:_MOST_LISTED])}")
        files = []
        if self.output is not None and found.picture:
            drawn = min(len(found.names), _MOST_DRAWN)
            of = f" of {len(found.names):,}" * (drawn < len(found.names))
            files.append(
                ResultFile(
                    self.output, found.picture, f"{drawn}{of} icons" if of else count_with_noun(drawn, "icon")
                )
            )
        return Result(files, notes=tuple(notes), facts=facts, result=found, named=self.output)

    def _fetched_set_result(self) -> Result:
        """Fetch the package of a set, and make a file of it."""
        import base64
        import hashlib
        import json

        from ..sandbox import child
        from ..sandbox.web import NotFetched, download

        hosts = tuple(self.allowed_hosts)
        address = f"{self.registry.rstrip('/')}/@iconify-json/{self.fetch}/latest"
        try:
            about = json.loads(download(address, _MOST_ABOUT, hosts).data)
            package, digest = (str(about["dist"][key]) for key in ("tarball", "integrity"))
        except NotFetched as error:
            if "(404)" in str(error):
                hint = "https://icon-sets.iconify.design shows the names of all sets"
                raise BadValue(f"there is no set {quoted_value(self.fetch)}", hint) from None
            raise
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BadValue("the registry's answer is not understood", "check --registry") from None
        packed = download(package, _MOST_PACKED, hosts, _SECONDS).data
        if base64.b64encode(hashlib.sha512(packed).digest()).decode() != digest.removeprefix("sha512-"):
            raise BadValue("the package is not the one that the registry describes", "try again later")
        limits = child.PACK._replace(output=64 << 20)
        returns = (FetchedSet, *_types_returned_by_child())
        try:
            fetched: FetchedSet = child.run_confined(unpacked_set, packed, limits=limits, returns=returns)
        except child.OverLimit as error:
            raise BadValue(f"reading the package {error}", "fetch another set") from None
        folder = self.place or _usual_folder()
        file = folder / f"{self.fetch}.json"
        asked = (
            (f"{fetched.credit.license}: what is made of these icons must be shared under the same licence",)
            if fetched.credit.is_share_alike
            else ()
        )
        return Result(
            [ResultFile(file, fetched.data, _credit_line(fetched.credit))],
            notes=asked,
            facts={"sets": [{"file": str(file), **fetched.credit._asdict()}]},
            result=fetched,
            next_step=f"Next: write icons: {{sets: [{file.name}]}} in a pack beside it, and find names with "
            "cardgen icons --search sword",
            named=file,
        )


def _usual_folder() -> Path:
    """Return the user's folder of icon sets for all packs if there is one, else the current folder."""
    from ..pack.icon_libraries import user_icon_folder
    from ..sandbox.confinement import USER_ICONS

    return user_icon_folder() if USER_ICONS else Path()


def _types_returned_by_child() -> tuple[type, ...]:
    from ..pack.icon_libraries import IconCredit

    return (IconCredit,)


def _credit_line(credit: "IconCredit") -> str:
    """Return a set's title, number of icons, licence and author as one line."""
    said = [
        credit.title or credit.prefix,
        count_with_noun(credit.icons, "icon"),
        credit.license,
        credit.author,
    ]
    return ", ".join(filter(None, said))


# --- work on strangers' files, in a confined child -----------------------------------------------


def search_icons(folder: Path, name: str, words: str, form: str) -> FoundIcons:
    """Return the sets in a folder, or the one of a name, and their icons with these words in their names.

    form: ".png" or ".pdf" for a picture of the icons; "" for none. Raises UsageError and PackError.
    """
    from ..pack.icon_libraries import MOST_BYTES, IconSet, parse_set
    from ..sandbox import untrusted
    from ..text.icons import builtin_icon, builtin_icon_names

    sets: list[tuple[str, IconSet]] = []
    files = [name] if name else sorted(file.name for file in folder.glob("*.json"))
    for each in files:
        if len(sets) == _MOST_SETS:
            break
        try:
            untrusted.admit(folder, each)
            sets.append((each, parse_set(each, untrusted.read_beside(folder, each, MOST_BYTES))))
        except (OSError, BadValue) as error:
            # A folder may hold other JSON files.
            if name:
                raise PackError([Problem(f"{name}: {error}", hint=getattr(error, "hint", ""))]) from None
    wanted = [word for word in words.lower().replace("-", " ").split() if word]

    def has_words(icon: str) -> bool:
        return all(word in icon.lower() for word in wanted)

    found: list[tuple[str, IconSet | None, str]] = []
    if wanted:
        found = [(icon, None, icon) for icon in builtin_icon_names() if has_words(icon)]
        found += [
            (f"{icons.prefix}:{icon}", icons, icon)
            for _, icons in sets
            for icon in sorted(icons.names)
            if has_words(icon)
        ]
    drawn: list[tuple[str, Any]] = []
    for title, icons, icon in found[:_MOST_DRAWN] if form else ():
        drawn.append((title, builtin_icon(icon) if icons is None else _icon_drawing(icons, icon)))
    picture = b""
    if drawn:
        from ..output.contact import write_icons

        picture = write_icons(drawn, png=form == ".png")
    faulty = tuple(title for title, icon in drawn if icon is None)
    about = [(file, icons.credit(len(icons.names))) for file, icons in sets]
    return FoundIcons(about, [title for title, _, _ in found], picture, faulty)


def _icon_drawing(icons: Any, name: str) -> Any:
    """Return an icon of a set; None for one that cannot be drawn."""
    from ..text.svg import examine_drawing

    try:
        return examine_drawing(name, icons.svg(name))[0]
    except BadValue:
        return None


def unpacked_set(packed: bytes) -> FetchedSet:
    """Return the set in a package (tar, gzip) as one file, with the package's metadata.

    Raises UsageError for a package without a set.
    """
    import io
    import json
    import tarfile
    import zlib

    from ..pack.icon_libraries import MOST_BYTES, parse_set

    wanted = [f"package/{name}.json" for name in ("icons", "info", "chars")]
    parts: dict[str, bytes] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(packed), mode="r|gz") as package:
            for place, member in enumerate(package):
                if place == _MOST_MEMBERS:
                    break
                if member.name in wanted and member.size <= MOST_BYTES:
                    content = package.extractfile(member)
                    parts[member.name] = content.read() if content else b""
        icons = parse_set("icons.json", parts["package/icons.json"])
        info, chars = (json.loads(parts.get(name, b"{}")) for name in wanted[1:])
    except (tarfile.TarError, OSError, EOFError, zlib.error, KeyError, ValueError, RecursionError):
        raise UsageError("there is no set of icons in the package") from None
    # Of sets of emoji: the names of icons by their characters.
    data = {**icons.data, "info": info, **({"chars": chars} if chars else {})}
    made = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    whole = parse_set("icons.json", made)
    return FetchedSet(made, whole.credit(len(whole.names)))
