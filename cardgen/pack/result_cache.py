"""A cache of what was computed from single faces, so that a later run computes only the faces that changed.

An entry is JSON and has the key of its face: a hash of all that the face may depend on. That is its card
without its place in the file; the pack without its cards; each card that texts name; and the contents of all
files that these name. What a run is made with (versions, cardgen's own code) identifies the whole cache, see
sandbox/cache_files.py. Only faces with a layout and without a suit have keys, as others depend on further
cards. Problems are never kept, only what a face without problems contributes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields, replace
from hashlib import blake2b
from typing import Any

from ..sandbox import untrusted
from .icon_libraries import file_on_disk
from .model import Card, Pack
from .packaging import PackBox
from .placeholders import names_drawing_file
from .values import is_font_family, stated_grounds

#: Maximum bytes of all entries: 3 kB for each face.
MOST_BYTES = 48 << 20
#: Maximum number of entries that the last run did not use.
_MOST_UNUSED = 3_000
#: Fields of a pack that no face depends on, except through the keys of single cards.
_ELSEWHERE = frozenset((
    *("cards", "lists", "box", "whole_pack", "one_deck", "resized_kinds", "unavailable_kinds"),
    "is_trusted",
))  # fmt: skip


_to_json = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


class ResultCache:
    """Results of computations on faces, by the key of the face and the kind of result.

    As bytes, each line has a key, a space and a JSON object of the results by kind.
    """

    def __init__(self, data: bytes = b"") -> None:
        """Read the entries from their bytes."""
        lines = data.decode("ascii").splitlines()
        self._kept = {name: value for name, _, value in (line.partition(" ") for line in lines)}
        #: The entries that were used in this run, and the keys of those that were changed.
        self._used: dict[str, dict[str, Any]] = {}
        self._changed: set[str] = set()

    def _entry(self, key: str) -> dict[str, Any]:
        entry = self._used.get(key)
        if entry is None:
            kept = self._kept.get(key)
            entry = self._used[key] = {} if kept is None else json.loads(kept)
        return entry

    def get(self, kind: str, key: str) -> Any:
        """Return a result; None if it is unknown, or if the key is ""."""
        return self._entry(key).get(kind) if key else None

    def put(self, kind: str, key: str, value: Any) -> None:
        """Add a result, which must be JSON and not null. Do nothing if the key is ""."""
        if key:
            self._entry(key)[kind] = value
            self._changed.add(key)

    def changed_bytes(self) -> bytes | None:
        """Return the bytes of all entries, without the oldest ones if there are too many; None if no entry
        was added.
        """
        if not self._changed:
            return None
        for key in self._changed:
            self._kept[key] = _to_json(self._used[key])
        unused = [key for key in self._kept if key not in self._used][-_MOST_UNUSED:]
        kept: list[str] = []
        left = MOST_BYTES
        # The newest are the last, as in the next run unused entries come before used ones.
        for key in (*reversed(self._used), *reversed(unused)):
            value = self._kept.get(key)
            if value is not None:
                left -= len(key) + len(value) + 2
                if left < 0:
                    break
                kept += ("\n", value, " ", key)
        return "".join(reversed(kept)).encode("ascii")


#: The cache of the current run; None to compute everything.
CACHE: ContextVar[ResultCache | None] = ContextVar("result_cache", default=None)


@contextmanager
def using_results(data: bytes) -> Iterator[ResultCache]:
    """Use the results of earlier runs within the context. data: the bytes of their cache."""
    cache = ResultCache(data)
    token = CACHE.set(cache)
    try:
        yield cache
    finally:
        CACHE.reset(token)


def cached_result(kind: str, pack: Pack, card: Card) -> Any:
    """Return the result of a kind for a face from the cache of this run; None if there is none."""
    cache = CACHE.get()
    return None if cache is None else cache.get(kind, face_key(pack, card))


def cache_result(kind: str, pack: Pack, card: Card, value: Any) -> None:
    """Add a result of a kind for a face to the cache of this run, if there is one. value: JSON that is not
    null.
    """
    cache = CACHE.get()
    if cache is not None:
        cache.put(kind, face_key(pack, card), value)


def face_key(pack: Pack, card: Card) -> str:
    """Return the key of a card's face. It is equal only if everything that the face may depend on is equal.

    The key is "" if the face depends on something that is not known, or if this run has no cache.
    """
    if CACHE.get() is None or not _depends_on_itself(card):
        return ""
    keys = pack.drawing_cache.get("face keys")
    if keys is None:
        keys = pack.drawing_cache["face keys"] = _FaceKeys(pack)
    assert isinstance(keys, _FaceKeys)  # noqa: S101 - nobody else uses the name
    return keys.key(card)


def _depends_on_itself(card: Card) -> bool:
    """Tell whether a face depends only on its own card, and on cards that the hash of its pack covers."""
    if card.kind != "layout" or card.suit is not None:
        return False
    # Backs are in no section; numbers depend on the cards before.
    if card.section is None or card.numbers or card.copy_of is not None:
        return False
    # A text may name a drawing that only another card's column brings into the pack.
    return not any(map(names_drawing_file, card.values.values()))


def pack_and_card_hashes(pack: Pack) -> tuple[str, list[str]]:
    """Return a hash of what all faces of a pack depend on, and a list with a hash of each card's own
    contents.

    Two cards for which both hashes are equal look the same. The hash of a card covers its row and the
    pictures that it names, but not its place in the file, its id, its quantity and its notes. A hash is "" if
    it is not known what the faces, or the face of that card, depend on.
    """
    shared = _hash_of_pack(pack)
    return shared.hexdigest() if shared else "", [_card_hash(card) for card in pack.cards]


def _card_hash(card: Card) -> str:
    """Return the hash of a card's own contents; "" if it is not known what its face depends on."""
    if not _depends_on_itself(card):
        return ""
    try:
        part = _card_text_and_files(card._replace(id="", quantity=0, notes=""))
    except OSError:
        # A file that cannot be read is a problem of the pack.
        return ""
    return blake2b(part.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _hash_of_pack(pack: Pack) -> blake2b | None:
    """Return the hash of what all faces of a pack depend on; None if that is not known."""
    found = blake2b(digest_size=16)
    try:
        for part in _pack_texts(pack):
            found.update(part.encode("utf-8", "surrogatepass"))
    except (OSError, _NotKnown):
        return None
    return found


class _FaceKeys:
    """The keys of the faces of a pack."""

    def __init__(self, pack: Pack) -> None:
        self._known: dict[str, tuple[Card, str]] = {}
        self._begin = _hash_of_pack(pack)

    def key(self, card: Card) -> str:
        """Return the key of a card's face; "" if it has none."""
        known = self._known.get(card.id)
        if known is not None and known[0] is card:
            return known[1]
        made = ""
        if self._begin is not None:
            digest = self._begin.copy()
            try:
                digest.update(_card_text_and_files(card).encode("utf-8", "surrogatepass"))
                made = digest.hexdigest()
            except OSError:
                # A file that cannot be read is a problem of the pack.
                pass
        self._known[card.id] = card, made
        return made


class _NotKnown(Exception):  # noqa: N818 - it is no error
    """Raised if it cannot be told whether something that the faces depend on has changed."""


def _pack_texts(pack: Pack) -> Iterator[str]:
    """Yield texts of which at least one changes if anything changes that all faces of a pack depend on.

    Raises OSError for a file that cannot be read, and _NotKnown for fonts that are installed and for drawings
    of single cards.
    """
    bare = replace(pack, cards=(), lists=(), box=PackBox(), one_deck=None, resized_kinds=(), whole_pack=None)
    yield repr(
        [(each.name, getattr(bare, each.name)) for each in fields(bare) if each.name not in _ELSEWHERE]
    )
    if any(is_font_family(file) for family in bare.fonts.values() for cut in family for file in cut):
        raise _NotKnown
    # It may name a drawing that only a card's column brings into the pack.
    if any(names_drawing_file(show) for layout in bare.layouts.values() for show in layout.shows):
        raise _NotKnown
    yield repr([(file, untrusted.content_digest(file)) for file in bare.files])
    # A name that is that of several cards, or of none, is a problem.
    yield repr(
        [
            (name, _card_text_and_files(cards[0]))
            for name, cards in pack.cards_in_text.items()
            if len(cards) == 1
        ]
    )
    # A small card with a 6 is marked if there is a 9.
    yield repr([(card.suit, card.rank) for card in pack.cards if card.suit is not None])
    # Cards in text are drawn as those of the whole pack.
    if pack.whole_pack is not None:
        yield from _pack_texts(pack.whole_pack)


def _card_text_and_files(card: Card) -> str:
    """Return a text that changes if the card changes, except for its place in the file, or if a file changes
    that it shows.
    """
    named = [*card.values.values(), *(ground.image for ground in stated_grounds(card.ground))]
    files = [file_on_disk(name) for name in named if name]
    stamps = [untrusted.content_digest(file) for file in files if untrusted.is_admitted(file)]
    return repr((card._replace(path=(), inherited={}), stamps))
