"""Fuzz cardgen, guided by what each input covers. Wants the extra cardgen-kit[fuzz].

    python tests/fuzz/run.py drawings --seconds 60
    python tests/fuzz/run.py --seconds 20                 # all targets, one after the other
    python tests/fuzz/run.py --seconds 60 --at-once 2     # two of them at a time

Ends with 1 if an input makes a target fail, and with 3 if one takes more than ten seconds or more than 2 GB,
which a busy machine may be to blame for; names the file that it kept. Mend the fault, and put the file into
tests/fuzz/found/, where tests read it.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent)]
NAMES = ("drawings", "fonts", "packs", "layouts", "catalogues", "tables")


def fuzz(name: str, seconds: int, kept: Path) -> None:
    """Fuzz one target in this process, which the fuzzer ends."""
    import atheris

    with atheris.instrument_imports(include=["cardgen", "polib"]):
        from targets import FOUND, TARGETS

    target, seeds = TARGETS[name]
    with tempfile.TemporaryDirectory() as folder:
        for place, seed in enumerate(seeds()):
            (Path(folder) / f"seed-{place}").write_bytes(seed)
        found = FOUND / name
        corpora = [folder, *([str(found)] if found.is_dir() else [])]
        options = [f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=2048", "-max_len=4096"]
        atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={kept}/{name}-", *corpora], target)
        atheris.Fuzz()


def main() -> int:
    """Fuzz the targets that are named, or all, each in a process of its own."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", nargs="?", choices=NAMES)
    parser.add_argument("--seconds", type=int, default=60, help="for each target; default: 60")
    parser.add_argument(
        "--kept", type=Path, default=Path("fuzz"), help="where inputs that fail go; default: fuzz"
    )
    parser.add_argument("--at-once", type=int, default=1, help="targets that run at a time; default: 1")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    given.kept.mkdir(parents=True, exist_ok=True)
    if given.here:
        fuzz(given.target, given.seconds, given.kept)
    names = [given.target] if given.target else NAMES
    with ThreadPoolExecutor(given.at_once) as runs:
        ends = list(runs.map(partial(run, seconds=given.seconds, kept=given.kept), names))
    return min((end for end in ends if end), default=0)


def run(name: str, seconds: int, kept: Path) -> int:
    """Fuzz one target in a process of its own and print what came of it; return what main() ends with."""
    same = [sys.executable, __file__, name, "--seconds", str(seconds), "--kept", str(kept), "--here"]
    done = subprocess.run(same, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    last = [line for line in done.stderr.splitlines() if "stat::" in line or line.startswith("Done")]
    if not done.returncode:
        print(f"{name}: good", *last, flush=True)
        return 0
    too_much = re.search(rf"{name}-(timeout|oom)-", done.stderr)
    how = "took too long or too much memory" if too_much else "FAILED"
    print(f"{name}: {how}", *last, done.stderr[-4000:], sep="\n", flush=True)
    return 3 if too_much else 1


if __name__ == "__main__":
    sys.exit(main())
