"""The JSON schemas of packs and of printers' presets, which editors check them with."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from ..errors import Problem, UsageError
from .job import JobWithoutPack, Option, Progress
from .kinds import FilePath
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined

Of = Literal["pack", "printer"]
#: The names of schemas beside a pack or a preset.
SCHEMA_FILES = {of: f"{of}.schema.json" for of in get_args(Of)}
#: The first words of the titles of cardgen's schemas.
_TITLES = {"pack": "cardgen pack", "printer": "cardgen printer preset"}
#: The first words of a file's first line, which names its schema.
SCHEMA_LINE = "# yaml-language-server: $schema="


@dataclass(frozen=True, kw_only=True)
class Schema(JobWithoutPack):
    """Print the JSON schema of packs or of printers' presets, for editors that complete and check YAML.

    \b
    Examples:
      cardgen schema
      cardgen schema -o pack.schema.json
      cardgen schema --of printer -o printer.schema.json
      cardgen schema --guide
    """

    of: Annotated[Of, Option("Of which file.")] = "pack"
    guide: Annotated[
        bool,
        Option("Print a guide to packs in one text, for assistants that write them, in place of the schema."),
    ] = False
    output: Annotated[Path | None, Option("Write it to a file.", FilePath(), letter="o")] = None

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield an error for --guide with presets, because there is only a guide to packs."""
        yield from super().option_problems(pack)
        if self.guide and self.of != "pack":
            yield Problem(f"--guide is about packs: leave --of {self.of} out")

    def run_without_pack(self, progress: Progress) -> Result:
        """Write the schema or the guide."""
        from ..pack import folders

        if self.guide:
            guide = (folders.bundled_folder("docs") / "llms.txt").read_text(encoding="utf-8")
            files = (
                []
                if self.output is None
                else [ResultFile(self.output, guide.encode("utf-8"), "a guide to packs")]
            )
            return Result(files, facts={"guide": guide}, result=guide, named=self.output)
        text = schema_text(self.of)
        if self.output is None:
            return Result(facts=json.loads(text), result=text)
        about = f"the {'preset' if self.of == 'printer' else 'pack'} format, version 1"
        file = ResultFile(self.output, text.encode("utf-8"), about)
        return Result([file], facts=json.loads(text), named=self.output)


def schema_text(kind: str = "pack") -> str:
    """Return the JSON schema of a pack file or a printer's preset, as committed and printed."""
    from ..gaming.games import GAMES
    from ..pack.reading import pack_schema
    from ..prepress.printers.model import PRINTER

    schema = PRINTER.file_schema() if kind == "printer" else pack_schema(GAMES)
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def files_with_schema(file: Path, text: str, kind: Of = "pack") -> tuple[ResultFile, ResultFile]:
    """Return a new YAML file, and the schema file beside it that its first line names.

    Raises UsageError if that schema would replace a file that is not cardgen's.
    """
    from ..sandbox import untrusted

    schema = file.parent / SCHEMA_FILES[kind]
    ours = f'{{\n  "$schema": "https://json-schema.org/draft/2020-12/schema",\n  "title": "{_TITLES[kind]}'
    try:
        begins = untrusted.read_plain_file(schema, len(ours)).decode("utf-8", errors="replace")
    except FileNotFoundError:
        begins = ours
    except OSError:
        begins = ""
    if not begins.startswith(ours):
        raise UsageError(f"{schema} is in the way and was not made by cardgen; choose another folder")
    about = "lets editors complete and check it"
    return (
        ResultFile(file, f"{SCHEMA_LINE}{schema.name}\n{text}".encode()),
        ResultFile(schema, schema_text(kind).encode("utf-8"), about),
    )


def yaml_file(file: Path) -> Path:
    """Return the path of a new file with .yaml added if it has no suffix. Raises UsageError without a
    name.
    """
    if not file.name:
        raise UsageError("the new file needs a name, such as my-pack.yaml")
    return file if file.suffix in (".yaml", ".yml") else file.with_name(file.name + ".yaml")
