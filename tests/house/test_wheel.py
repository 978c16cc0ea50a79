"""The wheel holds all that cardgen needs, and nothing of the checkout is missed where it is installed."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from cardgen.errors import DISTRIBUTION

TOP = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the wheel is unpacked in, as an installer does."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=TOP, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        # Bytecode that lies about in the checkout would be of another version of Python.
        assert not [name for name in packed.namelist() if "__pycache__" in name]
        packed.extractall(folder / "site")
    return folder / "site"


def cardgen(site: Path, folder: Path, *arguments: str) -> str:
    """Run the installed program in an empty folder, far from the checkout."""
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); import cardgen, cardgen.__main__; "
        "assert cardgen.__file__.startswith(sys.path[0]); cardgen.__main__.main()"
    )
    command = [sys.executable, "-c", code, str(site), *arguments]
    env = {**os.environ, "PYTHONSAFEPATH": "1"}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_installed_wheel_finds_its_packs_in_an_empty_folder(site: Path, tmp_path: Path) -> None:
    listed = cardgen(site, tmp_path, "list", "packs").splitlines()
    assert [line.split()[0] for line in listed] == sorted(file.stem for file in TOP.glob("packs/*.yaml"))
    assert "56 cards on 7 sheets of A4" in cardgen(site, tmp_path, "build", "never-over")
    made = sorted(file.name for file in (tmp_path / "output").iterdir())
    assert made == ["never-over-rulebook.pdf", "never-over-sheets.pdf"]


def test_presets_and_profiles_travel_in_the_wheel(site: Path, tmp_path: Path) -> None:
    assert "DriveThruCards" in cardgen(site, tmp_path, "printers")
    said = cardgen(
        site, tmp_path, "press", "never-over", "--only", "≤0", "--standard", "x4", "--condition", "swop"
    )
    assert "PDF/X-4 for CGATS TR 003" in said
    assert "preflight: passes" in said


def test_packs_templates_and_the_schema_travel_in_the_wheel(site: Path) -> None:
    inside = site / "cardgen"
    assert (inside / "prepress" / "printers" / "printer.schema.json").is_file()
    assert (inside / "data" / "templates").is_dir()
    assert (inside / "data" / "examples" / "blank" / "blank.yaml").is_file()
    assert (inside / "py.typed").is_file()
    assert (inside / "__init__.pyi").read_bytes() == (TOP / "cardgen" / "__init__.pyi").read_bytes()
    made, kept = inside / "data" / "packs", TOP / "packs"
    packs = {file.relative_to(made): file.read_bytes() for file in made.rglob("*.*")}
    assert packs == {file.relative_to(kept): file.read_bytes() for file in kept.rglob("*.*")}


def test_the_package_is_cardgen_kit_and_the_command_cardgen(site: Path) -> None:
    (info,) = site.glob("*.dist-info")
    assert info.name.startswith("cardgen_kit-")
    assert "Name: cardgen-kit\n" in (info / "METADATA").read_text(encoding="utf-8")
    assert "cardgen = cardgen.__main__:main" in (info / "entry_points.txt").read_text(encoding="utf-8")


def test_every_text_names_the_package_and_an_extra_that_it_has() -> None:
    """An extra that pip does not know it leaves out with no more than a warning."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == DISTRIBUTION
    named = set()
    files = (TOP / "pyproject.toml", *TOP.glob("*.md"), *TOP.glob("docs/**/*"), *TOP.glob("cardgen/**/*"))
    for file in files:
        if file.suffix in {".md", ".py", ".pyi", ".toml", ".yaml", ".js", ".html", ".po"}:
            text = file.read_text(encoding="utf-8")
            assert not re.search(r"\bcardgen\[\w", text), file
            for extras in re.findall(r"cardgen-kit\[([\w,]+)\]", text):
                named |= set(extras.split(","))
            named |= set(re.findall(r"""install_command\(['"](\w+)""", text))
    assert named >= {"cluster", "lab", "scripts", "studio"}
    assert named <= project["optional-dependencies"].keys()


def test_a_variant_beside_the_user_extends_a_pack_of_the_wheel(site: Path, tmp_path: Path) -> None:
    assert "a variant of short-24" in cardgen(site, tmp_path, "new", "mine.yaml", "--from", "short-24")
    assert "good, 24 cards" in cardgen(site, tmp_path, "check", "mine.yaml")
