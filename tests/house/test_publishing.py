"""What others install: the action, the hook for pre-commit, the workflows, and the archives of a release."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardgen import __version__

TOP = Path(__file__).parents[2]
GOOD = "format: 1\nname: Kingdom\ncards:\n  - rows: [{title: Guard, text: Name a card.}]\n"
WRONG = GOOD + "colour: red\n"


def step(name: str) -> dict[str, Any]:
    """Return a step of the action."""
    steps = yaml.safe_load((TOP / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"]
    return next(each for each in steps if each.get("name") == name)


def run_step(name: str, folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the script of a step as a runner does: in bash, which ends at the first error."""
    script = folder / "step.sh"
    script.write_text(step(name)["run"], encoding="utf-8")
    assert step(name)["shell"] == "bash"
    values = {"packs": "", "strict": "false", "sheets": "false", **inputs}
    given = {key: values[value[len("${{ inputs.") : -len(" }}")]] for key, value in step(name)["env"].items()}
    # The command of the environment that runs the tests.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "RUNNER_TEMP": str(folder / "temp"), **given}
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
    return subprocess.run(shell, cwd=folder, env=env, capture_output=True, text=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a good pack, one with an unknown key, and one whose name has a space."""
    (tmp_path / "packs" / "own").mkdir(parents=True)
    (tmp_path / "packs" / "kingdom.yaml").write_text(GOOD)
    (tmp_path / "packs" / "wrong.yaml").write_text(WRONG)
    (tmp_path / "packs" / "own" / "my deck.yaml").write_text(GOOD)
    return tmp_path


def test_the_changelog_begins_with_this_version_and_its_date() -> None:
    text = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    latest = next(line for line in text.splitlines() if line.startswith("## "))
    assert re.fullmatch(rf"## {re.escape(__version__)} \(\d{{4}}-\d\d-\d\d\)", latest)


def test_the_action_marks_what_is_wrong_at_its_line(folder: Path) -> None:
    done = run_step("Check the packs", folder, packs="packs/kingdom.yaml\npacks/own/*.yaml\n")
    assert (done.returncode, done.stderr) == (0, "")
    done = run_step("Check the packs", folder, packs="packs/**/*.yaml")
    assert done.returncode == 1
    assert "::error file=packs/wrong.yaml,line=5,col=1::'colour' is not a key known here" in done.stdout


def test_the_action_says_that_no_pack_matches(folder: Path) -> None:
    for packs, name in (
        ("decks/*.yaml", "decks/*.yaml"),
        ("packs/kingdom.yaml\n mising/*.yaml \n", "mising/*.yaml"),
    ):
        done = run_step("Check the packs", folder, packs=packs)
        assert done.returncode == 1
        assert done.stdout == f"::error::no pack matches {name}\n"
    assert run_step("Check the packs", folder, packs=" \n").returncode == 1


def test_the_action_keeps_sheets_of_each_pack(folder: Path) -> None:
    done = run_step("Make sheets", folder, packs="packs/kingdom.yaml")
    assert done.returncode == 0, done.stderr
    assert [file.name for file in (folder / "temp").rglob("*.pdf")] == ["kingdom-sheets.pdf"]


def test_the_action_uses_each_of_its_inputs() -> None:
    text = (TOP / "action.yml").read_text(encoding="utf-8")
    assert all(f"inputs.{name}" in text for name in yaml.safe_load(text)["inputs"])


def test_workflows_are_yaml_and_run_what_is_there() -> None:
    for file in (TOP / ".github" / "workflows").glob("*.yml"):
        jobs = yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"]
        runs = [each["run"] for job in jobs.values() for each in job["steps"] if "run" in each]
        for script in (each for each in runs if each.startswith(".ci/")):
            assert os.access(TOP / script, os.X_OK), script


@pytest.mark.outside("git")
def test_pre_commit_runs_the_hook_on_packs_that_changed(folder: Path) -> None:
    """As `repo: local`, which takes the hook as it is declared and installs nothing."""
    pytest.importorskip("pre_commit")
    (hook,) = yaml.safe_load((TOP / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    local = {"repos": [{"repo": "local", "hooks": [{**hook, "language": "system"}]}]}
    (folder / ".pre-commit-config.yaml").write_text(yaml.safe_dump(local))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    home = {"PRE_COMMIT_HOME": str(folder / "home"), "PATH": path, "GIT_CONFIG_GLOBAL": os.devnull}
    env = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")} | home

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)

    assert run("git", "init", "-q").returncode == 0
    run("git", "add", "packs/kingdom.yaml", "packs/own", ".pre-commit-config.yaml")
    done = run(sys.executable, "-m", "pre_commit", "run")
    assert done.returncode == 0, done.stdout + done.stderr
    run("git", "add", "packs/wrong.yaml")
    done = run(sys.executable, "-m", "pre_commit", "run")
    assert done.returncode == 1
    assert "packs/wrong.yaml:5:1: error: 'colour' is not a key known here" in done.stdout


@pytest.mark.thorough
def test_archives_are_the_same_when_they_are_made_again_and_pass_twine(tmp_path: Path) -> None:
    pytest.importorskip("twine")
    copy = tmp_path / "copy"
    kept = shutil.ignore_patterns(".git", "__pycache__", ".*_cache", ".hypothesis", "tests", "output")
    shutil.copytree(TOP, copy, ignore=kept)
    (copy / "cardgen" / "data" / "site").mkdir(parents=True, exist_ok=True)
    (copy / "cardgen" / "data" / "site" / "index.html").write_text("<p>")
    made = []
    for number in range(2):
        target = tmp_path / str(number)
        build = [sys.executable, "-m", "hatchling", "build", "-d", str(target)]
        subprocess.run(build, cwd=copy, check=True, capture_output=True)
        made.append({file.name: file.read_bytes() for file in target.iterdir()})
    assert made[0] == made[1]
    assert sorted(made[0]) == [
        f"cardgen_kit-{__version__}-py3-none-any.whl",
        f"cardgen_kit-{__version__}.tar.gz",
    ]
    with tarfile.open(tmp_path / "0" / f"cardgen_kit-{__version__}.tar.gz") as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    # The wheel of a release is built of the source archive, and `cardgen docs` opens the site in it.
    assert "cardgen/data/site/index.html" in names
    assert names >= {"pyproject.toml", "LICENSE", "README.md", "packs/never-over.yaml", "cardgen/__main__.py"}
    files = sorted(str(file) for file in (tmp_path / "0").iterdir())
    check = [sys.executable, "-m", "twine", "check", "--strict", *files]
    done = subprocess.run(check, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
