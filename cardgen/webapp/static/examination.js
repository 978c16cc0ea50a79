// The text as the server examines it: its problems, its cards, and who is told of them.
import { $, afterPause } from "./dom.js";
import { fail } from "./notices.js";
import { Problem, Stale, ask, tab } from "./server.js";
import { WORDS } from "./words.js";

/** Milliseconds after which one is told that a check takes longer. */
const SLOW = 400;

/** Return cards with what differs in a newer text, as the server says; those that stay the same are the same objects. */
function changedFaces(before, { splices, keys, forgotten }) {
  const faces = before.slice();
  for (const { start, end, faces: some } of splices.toReversed()) faces.splice(start, end - start, ...some);
  for (const [start, end] of forgotten) for (let at = start; at < end; at += 1) faces[at] = { ...faces[at], key: "" };
  for (const [at, key] of Object.entries(keys)) faces[at] = { ...faces[at], key };
  return faces;
}

/** Examine the text of a desk whenever it changes.
 *
 *  The desk then has `rev`, the number of its text; `answer`, what the server says of it; `seen`, the version that is
 *  shown, and `good`, the last one without errors.
 */
export function examination(desk) {
  Object.assign(desk, { rev: 0, seen: { rev: 0, pack: null }, answer: { problems: [], sound: true, more: 0 } });
  desk.good = desk.seen;
  let looking = null;
  /** The cards of the last answer that had any: the next one tells what differs from them. */
  let known = { rev: -1, faces: [] };
  // A colour that is being chosen is shown before it is written.
  let attempted = null;
  /** The text that was examined last, and those who wait until the newest is. */
  let looked = -1;
  const waiting = [];

  /** Return the text that is to be seen: with the colour that is being chosen. */
  async function textInSight(signal) {
    const whole = desk.text.text();
    if (!attempted) return whole;
    const { edits } = await ask("/change", { text: whole, ...attempted }, signal);
    return edits.toReversed().reduce((before, { start, end, insert }) => before.slice(0, start) + insert + before.slice(end), whole);
  }

  /** Examine the text as it is now; whoever asks later is answered. */
  async function look() {
    const mine = desk.rev;
    looking?.abort();
    looking = new AbortController();
    const { signal } = looking;
    const [first, last] = desk.deck.sight();
    const slow = setTimeout(() => { $("problems").textContent = WORDS.main.checking; }, SLOW);
    try {
      const trying = attempted;
      const text = await textInSight(signal);
      if (mine !== desk.rev) return;
      const answer = await ask("/look", { tab, rev: mine, good: desk.good.rev, text, first, last, language: desk.language, since: known.rev }, signal);
      if (mine !== desk.rev) return;
      if (answer.pack) {
        answer.pack.faces ??= changedFaces(known.faces, answer.pack.changes);
        known = { rev: mine, faces: answer.pack.faces };
      }
      desk.answer = answer;
      take(answer, mine);
      // Places in another text than the one in the editor are told where the colour is chosen.
      if (!trying) desk.text.told(answer.problems);
      desk.take(answer);
    } catch (error) { fail(error); } finally {
      clearTimeout(slow);
      if (mine === desk.rev) { looked = mine; for (const call of waiting.splice(0)) call(); }
    }
  }

  /** Show the version that was examined, or the last one without errors. */
  function take(answer, mine) {
    if (answer.pack) {
      // Pictures are asked for first, as they take longest.
      desk.seen = { rev: mine, pack: answer.pack };
      if (answer.sound) desk.good = desk.seen;
      desk.file.showWhetherSaved();
      // Its pictures are asked for by all views that show cards.
      if (desk.tabs.current !== "cards") desk.deck.show(desk.seen.pack, mine);
      desk.refresh();
    } else if (desk.seen !== desk.good) {
      desk.seen = desk.good;
      if (desk.seen.pack) desk.refresh(); else desk.deck.clear();
    } else desk.tabs.now();
  }

  /** Return a promise for the time when the newest text is examined. */
  const examined = () => (looked === desk.rev ? Promise.resolve() : new Promise((call) => { waiting.push(call); }));

  return {
    look,
    examined,
    /** Examine anew: the text, a table or a picture has changed. */
    again() { desk.rev += 1; return look(); },
    /** Show a value before it is written; without a path, what is written. */
    attempt(path, value) { attempted = path && { path, value }; this.again(); },
    /** Forget what was shown before it was written, as it is written now. */
    settle() { attempted = null; },
    isAttempting: () => Boolean(attempted),
    /** A long pack is being checked: its cards are shown already. */
    checking(data) {
      if (data.rev !== desk.rev) return;
      if (data.pack) {
        const { changes } = data.pack;
        // The answer was quicker.
        if (known.rev === desk.rev || (changes && changes.since !== known.rev)) return;
        data.pack.faces ??= changedFaces(known.faces, changes);
        desk.seen = { rev: desk.rev, pack: data.pack };
        if (desk.tabs.current === "table") {
          // Beside the rows in sight are the same pictures; without cards to draw, those from before stay.
          desk.deck.show(data.pack, data.rev);
          desk.rows.cards(data.pack.faces);
        } else desk.tabs.showCards();
        return;
      }
      $("problems").textContent = data.done ? WORDS.main.checked({ done: data.done.toLocaleString("en"), cards: WORDS.counts.cards(data.of) }) : WORDS.main.checkingCards({ cards: WORDS.counts.cards(data.of) });
      $("problems").className = "";
    },
  };
}

/** Mark what belongs together: the cards of the place in the text, the lines and the row of the card that is chosen. */
export function linkTextAndCards(desk) {
  let cursor = 0;
  let chosen = null;

  /** Ask about the examined text; an answer that is no longer wanted is null. */
  async function answered(path, message, isWanted) {
    await desk.examination.examined();
    const { rev } = desk;
    try {
      const answer = await ask(path, { tab, rev, ...message() });
      return rev === desk.rev && isWanted() ? answer : null;
    } catch (error) {
      if (error instanceof Stale || error instanceof Problem) return null;
      throw error;
    }
  }

  const aboutText = afterPause(150, async () => {
    const found = await answered("/at", () => ({ start: cursor }), () => true);
    if (!found) return;
    const { cards: ids } = found;
    // A place that is about all of them, or none, marks none.
    desk.deck.mark(ids.length < (desk.seen.pack?.faces.length ?? 0) || ids.length === 1 ? ids : []);
  });

  return {
    /** The cursor moved in the text. */
    moved(at) { cursor = at; aboutText(); },
    /** A card was chosen, or a box of its layout. */
    async chose(card, box = "") {
      const mine = chosen = { card, box };
      const found = await answered("/place", () => mine, () => mine === chosen);
      if (!found) return;
      desk.text.mark(found.range);
      desk.rows.mark(found.row);
    },
  };
}
