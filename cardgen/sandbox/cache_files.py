"""The user's cache folder: one file for each pack, with data that a later run of cardgen may use.

Only a process that is not confined reads and writes here. A child gets the bytes of its packs' own file and
sends new ones, so that a stranger's pack can influence no results but its own. A file counts only if it is
complete and was written by the same cardgen with the same libraries; anything else is ignored. CARDGEN_CACHE
names another folder, or is "off".
"""

from __future__ import annotations

import contextlib
import os
import platform
import sys
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

from .. import __version__

#: Maximum bytes of one file, and of all files together; the oldest are removed.
_MOST_IN_FILE, _MOST_BYTES = 64 << 20, 256 << 20
_SUFFIX = ".results"
_DIGEST = 16


def cache_folder() -> Path | None:
    """Return the user's cache folder, which may not exist; None if it is turned off."""
    stated = os.environ.get("CARDGEN_CACHE", "")
    if stated:
        return None if stated.lower() in ("off", "0", "no", "none") else Path(stated)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        return base / "cardgen" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "cardgen"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardgen"


def read_cache(packs: Iterable[Path]) -> bytes:
    """Return the data that write_cache() has stored for packs; b"" if there are none, or if other versions of
    cardgen or its libraries stored them.

    packs: the files of the packs.
    """
    with contextlib.suppress(OSError, RuntimeError):
        file = _cache_file(packs)
        if file is None or file.stat().st_size > _MOST_IN_FILE:
            return b""
        found = file.read_bytes()
        head, data = found[: 2 * _DIGEST], found[2 * _DIGEST :]
        if head == _cache_header(data):
            # The newest files are those that were used last.
            os.utime(file)
            return data
    return b""


def write_cache(packs: Iterable[Path], data: bytes) -> None:
    """Store data for packs, and remove the oldest cache files if there is too much data. If the folder cannot
    be written, nothing happens.

    packs: the files of the packs.
    """
    with contextlib.suppress(OSError, RuntimeError):
        file = _cache_file(packs)
        if file is None or len(data) > _MOST_IN_FILE - 2 * _DIGEST:
            return
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # The name of a temporary file is new, and only its owner may read it.
        descriptor, made = tempfile.mkstemp(dir=file.parent, suffix=".new")
        try:
            with os.fdopen(descriptor, "wb") as opened:
                opened.write(_cache_header(data) + data)
            Path(made).replace(file)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(made).unlink()
            raise
        _remove_oldest_files(file.parent)


def _remove_oldest_files(folder: Path) -> None:
    """Remove the files that were used longest ago until the rest is small enough."""
    found = [(each.stat(), each) for each in folder.glob(f"*{_SUFFIX}")]
    left = _MOST_BYTES
    for about, file in sorted(found, key=lambda each: each[0].st_mtime, reverse=True):
        left -= about.st_size
        if left < 0:
            file.unlink(missing_ok=True)


def _cache_file(packs: Iterable[Path]) -> Path | None:
    """Return the file for packs; None if the cache is turned off."""
    folder = cache_folder()
    if folder is None:
        return None
    names = "\0".join(str(file.resolve()) for file in packs)
    return folder / f"{blake2b(os.fsencode(names), digest_size=_DIGEST).hexdigest()}{_SUFFIX}"


def _cache_header(data: bytes) -> bytes:
    """Return the header of a cache file: the hashes of the environment and of the data."""
    return _hash_of_environment() + blake2b(data, digest_size=_DIGEST).digest()


@cache
def _hash_of_environment() -> bytes:
    """Return a hash of all that results depend on beside the files of a pack: the versions of cardgen, of
    Python and of all libraries, and the state of cardgen's own files.
    """
    digest = blake2b(digest_size=_DIGEST)
    versions = (__version__, sys.version, platform.machine(), zlib.ZLIB_RUNTIME_VERSION)
    digest.update(repr((versions, sorted(_library_versions()))).encode())
    for stamp in sorted(_states_of_own_files(Path(__file__).parent.parent)):
        digest.update(repr(stamp).encode("utf-8", "surrogatepass"))
    return digest.digest()


def _library_versions() -> Iterator[str]:
    """Yield the names of all installed libraries with their versions, as the folders of their metadata have
    them.
    """
    for folder in sys.path:
        with contextlib.suppress(OSError):
            names = [each.name for each in Path(folder).iterdir()]
            yield from (name for name in names if name.endswith(("dist-info", "egg-info")))


def _states_of_own_files(folder: Path) -> Iterator[tuple[str, int, int]]:
    """Yield the path, the size and the time of change of each of cardgen's own files."""
    with os.scandir(folder) as entries:
        for each in entries:
            if each.is_dir(follow_symlinks=False):
                if each.name not in ("__pycache__", "site"):
                    yield from _states_of_own_files(Path(each.path))
            else:
                found = each.stat(follow_symlinks=False)
                yield each.path, found.st_size, found.st_mtime_ns
