"""The pack's file: read, watched and saved, so that no work is lost."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

from ..errors import UsageError
from ..output.files import write_file
from ..pack.yaml import BYTE_LIMIT
from ..sandbox import untrusted

_MARK = b"\xef\xbb\xbf"


class FileContent(NamedTuple):
    """The text of a file with plain line ends, and a digest that identifies it.

    If the file is gone or unreadable, `problem` tells why, the digest is "", and the text is the last one
    that was in it.
    """

    text: str
    digest: str
    problem: str = ""


class FileConflict(Exception):  # noqa: N818 - nothing went wrong
    """Another program has written the file; `found` is its new content."""

    def __init__(self, content: FileContent) -> None:
        super().__init__("the file was changed")
        self.found = content


class PackFile:
    """A pack's file on the disk."""

    def __init__(self, path: Path) -> None:
        """Read the file. Raises UsageError if it cannot be read or is not text."""
        self.path = path
        self._crlf = self._marked = False
        self.known = self.read()
        self._stamp = self._seen = untrusted.file_stamps([str(path)])

    def read(self) -> FileContent:
        """Read the file and return its content.

        Raises UsageError if it cannot be read, is too large, or is not UTF-8.
        """
        try:
            raw = untrusted.read_plain_file(self.path, BYTE_LIMIT)
        except OSError as error:
            raise UsageError(f"{self.path} could not be read: {error.strerror or error}") from error
        if len(raw) > BYTE_LIMIT:
            raise UsageError(f"{self.path} is larger than any pack ({BYTE_LIMIT >> 10} KiB at most)")
        try:
            text = raw.removeprefix(_MARK).decode()
        except UnicodeDecodeError as error:
            raise UsageError(f"{self.path} is not written in UTF-8: save it so in another editor") from error
        self._marked = raw.startswith(_MARK)
        # Keep the file's own line ends.
        self._crlf = "\r\n" in text and "\n" not in text.replace("\r\n", "")
        return FileContent(text.replace("\r\n", "\n").replace("\r", "\n"), hashlib.sha256(raw).hexdigest())

    def to_file_bytes(self, text: str) -> bytes:
        """Return a text as bytes with the file's line ends and byte order mark. Raises UsageError for lone
        surrogates.
        """
        try:
            raw = text.replace("\n", "\r\n" if self._crlf else "\n").encode()
        except UnicodeEncodeError as error:
            raise UsageError("the text holds a half of a character, which no file can") from error
        return (_MARK if self._marked else b"") + raw

    def save(self, text: str, digest: str) -> FileContent:
        """Write a text if the file still has this digest, and return the new content.

        Raises FileConflict if it has another one, and UsageError for a text that cannot be written.
        """
        raw = self.to_file_bytes(text)
        if len(raw) > BYTE_LIMIT:
            raise UsageError(f"this is larger than any pack ({BYTE_LIMIT >> 10} KiB at most)")
        if self.path.exists():
            found = self.read()
            if found.digest != digest:
                self.known = found
                raise FileConflict(found)
        write_file(self.path, raw, is_user_named=True)
        self.known = self.read()
        self._stamp = untrusted.file_stamps([str(self.path)])
        return self.known

    def changed_content(self) -> FileContent | None:
        """Return the file's content if another program has changed it, else None.

        A program may empty a file before writing it, or replace it: so the file is read only when two checks
        in a row find the same new state. A file that is gone or unreadable counts as changed.
        """
        stamp, before = untrusted.file_stamps([str(self.path)]), self._seen
        self._seen = stamp
        if stamp == self._stamp or stamp != before:
            return None
        self._stamp = stamp
        try:
            found = self.read()
        except UsageError as error:
            gone = f"{self.path.name} is no longer in its folder"
            found = FileContent(self.known.text, "", gone if stamp == (None,) else str(error))
        if found == self.known:
            return None
        self.known = found
        return found
