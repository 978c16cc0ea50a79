"""Read the files that the options of a job name."""

from pathlib import Path

from ..errors import UsageError


def read_file(file: Path, noun: str) -> bytes:
    """Return the bytes of a PDF or a picture. Raises UsageError. noun: the kind of file, in words."""
    from ..prepress.pdf.limits import MOST_FILE
    from ..sandbox import untrusted

    try:
        data = untrusted.read_plain_file(file, MOST_FILE)
    except (OSError, ValueError) as error:
        raise read_error(file, error) from error
    if len(data) > MOST_FILE:
        raise UsageError(f"{file} is larger than any {noun} ({MOST_FILE >> 20} MiB at most)")
    return data


def read_error(file: Path, error: Exception) -> UsageError:
    """Return the error that says why a file could not be read."""
    if isinstance(error, FileNotFoundError):
        return UsageError(f"there is no file {file}")
    return UsageError(f"{file} could not be read: {getattr(error, 'strerror', None) or error}")
