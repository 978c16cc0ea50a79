// What differs between the cards now and as they were last saved, and as they were last printed.
import { afterPause } from "./dom.js";
import { ask, tab } from "./server.js";
import { WORDS } from "./words.js";

const KEPT = "cardgen cards of ";
/** Milliseconds between two writings of what is known. */
const PAUSE = 500;

/** Return a card as it is kept: what it is called and says, its picture (both "" if not known), and how many there are. */
const recordOf = (face, content) => ({ id: face.id, label: face.label, content: content ?? "", key: face.key.slice(0, 12), quantity: face.quantity });

/** Pair cards with those of before: a map of cards to cards. Who looks alike is the same card, whatever it is called. */
function paired(now, before) {
  const found = new Map();
  const left = new Set(before);
  const ways = [(each) => each.content && `${each.id}\n${each.content}`, (each) => each.content, (each) => each.key, (each) => `${each.id}\n${each.label}`, (each) => each.label, (each) => each.id];
  for (const tell of ways) {
    const known = new Map();
    for (const each of left) {
      const told = tell(each);
      if (told) known.get(told)?.push(each) ?? known.set(told, [each]);
    }
    for (const each of now) {
      const other = found.has(each) ? null : known.get(tell(each))?.shift();
      if (other) { found.set(each, other); left.delete(other); }
    }
  }
  return { found, left };
}

/** Keep the cards of a pack as last saved and as last printed, in this browser.
 *
 *  pack: the path of its file; version: of cardgen, as another may draw the same cards otherwise; isOwn: whether the cards that
 *  are shown are in the pack's own language, in which they are kept.
 */
export function cardChanges(pack, version, isOwn) {
  const name = (of) => `${KEPT}${of} ${pack}`;
  const kept = { saved: read("saved"), printed: read("printed") };
  /** The cards of the newest text that the server has told of, and what it said. */
  let [faces, contents] = [[], null];
  /** By what is held against: how cards have changed by id, and how many are gone; anew after each change. */
  let results = {};
  const writing = { saved: afterPause(PAUSE, () => write("saved")), printed: afterPause(PAUSE, () => write("printed")) };

  function read(of) {
    try {
      const found = JSON.parse(localStorage.getItem(name(of)));
      return found?.version === version ? found : null;
    } catch { return null; }
  }
  function write(of) {
    try { localStorage.setItem(name(of), JSON.stringify(kept[of])); } catch { /* Nothing is kept where nothing may be. */ }
  }
  addEventListener("storage", (event) => {
    for (const of of ["saved", "printed"]) if (event.key === name(of)) { kept[of] = read(of); results = {}; }
  });

  function keep(of, cards) {
    if (!cards) return;
    kept[of] = cards;
    results = {};
    writing[of]();
  }
  const copy = () => (contents && isOwn() ? { version, shared: contents.shared, cards: faces.map((face, at) => recordOf(face, contents.cards[at])) } : null);

  /** Return whether two cards surely look the same (true) or not (false); null if that is not known. */
  function looksSame(one, other, isShared) {
    if (one.key && other.key) return one.key === other.key;
    if (one.content && other.content && one.content !== other.content) return false;
    return isShared && one.content ? true : null;
  }

  function compare(of) {
    const [now, before] = [copy(), kept[of]];
    const marks = new Map();
    if (!before || !now) return { marks, gone: 0 };
    const isShared = Boolean(now.shared) && now.shared === before.shared;
    const { found, left } = paired(now.cards, before.cards);
    let isMore = false;
    for (const each of now.cards) {
      const old = found.get(each);
      if (!old) { if (each.quantity) marks.set(each.id, "new"); continue; }
      const isSame = looksSame(each, old, isShared);
      if (each.quantity !== old.quantity || isSame === false) marks.set(each.id, "changed");
      // What looks the same has the same picture, which is known from now on.
      if (isSame && each.key && !old.key) { old.key = each.key; isMore = true; }
    }
    if (isMore) writing[of]();
    return { marks, gone: [...left].filter((each) => each.quantity).length };
  }
  const resultOf = (since) => (results[since] ??= compare(since));

  return {
    /** Ask what the cards of a text say; tell whether that is known, and isWanted still holds. */
    async learn(some, rev, isWanted) {
      let told;
      try { told = await ask("/contents", { tab, rev }); } catch { /* A newer text took its place. */ return false; }
      if (!isWanted() || told.cards.length !== some.length) return false;
      [faces, contents, results] = [some, told, {}];
      return true;
    },
    /** Take in that more pictures are known. */
    named() { results = {}; },
    /** Hold later cards against those of the newest text, which the file has; where some are kept already, only if asked. */
    save(isAsked) { if (isAsked || !kept.saved) keep("saved", copy()); },
    /** Return the cards of the newest text, to be kept once they are printed; null if they are not known. */
    copy,
    /** Take in that cards were printed. */
    print: (cards) => keep("printed", cards),
    /** Return whether a card is "changed" or "new" since it was "saved" or "printed"; "" for neither, and if that is not known. */
    of: (face, since) => resultOf(since).marks.get(face.id) ?? "",
    /** Say how many cards are changed or new, and how many are gone; "" for none. */
    inWords(since) {
      const { marks, gone } = resultOf(since);
      if (since === "printed" && !kept.printed) return WORDS.cards.notPrintedYet;
      const cards = [marks.size ? WORDS.cards.countChanged({ cards: WORDS.counts.cards(marks.size) }) : "", gone ? WORDS.cards.countGone({ cards: WORDS.counts.cards(gone) }) : ""].filter(Boolean).join(", ");
      return cards && WORDS.cards.changed({ cards, since: since === "printed" ? WORDS.cards.sinceLastPrinted : WORDS.cards.sinceLastSaved });
    },
  };
}
