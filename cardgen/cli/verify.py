"""The command that proves a finished PDF of sheets against its pack: verify."""

from __future__ import annotations

from pathlib import Path

import click

from .. import api
from ..errors import UsageError
from ..units import counted
from .loading import read_file
from .options import LANGUAGE, PACK, spoken
from .terminal import Progress, echo


@click.command("verify")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE [BACKS]")
@click.option(
    "--pack",
    type=PACK,
    metavar="PACK",
    help="The pack it was made of; found by its name, if not given.",
)
@LANGUAGE
def verify_command(files: tuple[Path, ...], pack: str | None, language: str | None) -> int:
    """Prove a finished PDF of sheets: read it back and compare it with its pack.

    Proven are: each card of the pack is there as often as the pack says, upright and at true size, and
    looks as the pack has it inside its cut; each text, icon and picture of a face is seen as its font or
    its file has it; each back lies behind its front when the paper is flipped as declared; nothing is
    printed in the margin. Name the file of backs too, where they are separate.

    \b
    Examples:
      cardgen verify output/never-over-sheets.pdf
      cardgen verify cards.pdf --pack my-pack.yaml
      cardgen verify output/never-over-sheets-fronts.pdf output/never-over-sheets-backs.pdf
    """
    from ..prepress.verification.sheets import declared_pack
    from ..sandbox.child import PDF, OverLimit, confined

    if len(files) > 2:
        raise UsageError("name one file of sheets, or one of fronts and one of backs")
    data = [read_file(file, "file of sheets") for file in files]
    try:
        name = pack or _pack_called(confined(declared_pack, data[0], limits=PDF), files[0], language)
        drawn = api.load(name, spoken(language))
        with Progress("proving") as progress:
            proof = api.verify(data[0], drawn, data[1] if len(data) > 1 else None, progress)
    except OverLimit as error:
        raise UsageError(f"{files[0]}: proving this file {error}") from None
    if proof.good:
        echo(f"{files[0]}: proven")
        echo("\n".join(f"  {fact}" for fact in proof.facts))
        return 0
    echo(f"{files[0]}: {counted(len(proof.faults), 'fault')}", err=True)
    echo("\n".join(f"  {fault}" for fault in proof.faults), err=True)
    return 1


def _pack_called(title: str, file: Path, language: str | None) -> str:
    """Find the pack among cardgen's own that has this title, in a language."""
    from ..pack.library import names, resolve

    for name in names():
        own = api.load(name, spoken(language)).name if language else resolve(name).data.get("name")
        if own == title:
            return name
    raise UsageError(f"{file} holds {title!r}, which is no pack of cardgen's own: add --pack and its file")
