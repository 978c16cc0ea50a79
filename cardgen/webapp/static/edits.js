// Changes of the text that are made by controls and by hand on the cards, one after the other.
import { fail } from "./notices.js";
import { Problem, Stale, ask, tab } from "./server.js";
import { WORDS } from "./words.js";

/** Make changes of a desk's text by controls: each is one change; wishes wait for one another. */
export function controlEdits(desk) {
  const waiting = new Map();
  let writing = null;

  async function write() {
    while (waiting.size) {
      const [[key, wish]] = waiting;
      const before = desk.text.text();
      try {
        const { edits } = await ask("/change", { text: before, ...wish });
        // Typed meanwhile: the place may be another.
        if (desk.text.text() !== before) continue;
        if (waiting.get(key) === wish) waiting.delete(key);
        desk.examination.settle();
        desk.text.apply(edits);
      } catch (error) {
        waiting.delete(key);
        desk.examination.settle();
        fail(error);
        desk.examination.again();
      }
    }
  }

  function set(path, value) {
    waiting.set(JSON.stringify(path), { path, value });
    writing ??= write().finally(() => { writing = null; });
    return writing;
  }

  return {
    set,
    settled: () => writing,
    /** Let the pack know a column of a table by its new name. */
    renamed(table, before, head) {
      for (const { path, columns } of (desk.answer.lists ?? []).filter((each) => each.table === table)) {
        for (const [name, each] of Object.entries(columns)) if (each.toLowerCase() === before.trim().toLowerCase()) set([...path, "columns", name], head);
      }
    },
    /** Write the quantities of a composition into the text. */
    async use(quantities) {
      try {
        const before = desk.text.text();
        const answer = await ask("/use", { text: before, quantities });
        // Typed meanwhile: the quantities would be put into an older text.
        if (desk.text.text() === before) { desk.text.replace(answer.text); desk.text.focus(); }
      } catch (error) { fail(error); }
    },
  };
}

/** Make changes of boxes by hand: each is a change of the text as the one before left it. */
export function boxEdits(desk) {
  const moves = [];
  let moving = null;

  async function arrangeAll() {
    while (moves.length) {
      await desk.examination.examined();
      const [move] = moves;
      const { rev } = desk;
      try {
        move.asked = true;
        const { edits } = await ask("/arrange", { tab, rev, card: move.card, changes: move.changes });
        move.asked = false;
        if (rev !== desk.rev) continue;
        moves.shift();
        if (edits.length) desk.text.apply(edits); else move.failed("");
      } catch (error) {
        if (error instanceof Stale && rev !== desk.rev) { move.asked = false; continue; }
        moves.shift();
        move.failed(error instanceof Problem ? error.message : WORDS.main.fixTextFirst);
        if (!(error instanceof Problem || error instanceof Stale)) throw error;
      }
    }
  }

  return {
    settled: () => moving,
    /** Change boxes of a card. failed: told why that was not done. */
    arrange(card, changes, failed) {
      const last = moves.at(-1);
      const places = (some) => (some.every((each) => each.rect) ? JSON.stringify(some.map((each) => each.box)) : null);
      // A box that is moved on while its last move waits goes there at once.
      if (last && !last.asked && last.card === card && places(changes) && places(changes) === places(last.changes)) last.changes = changes;
      else moves.push({ card, changes, failed });
      moving ??= arrangeAll().finally(() => { moving = null; });
      return moving;
    },
  };
}
