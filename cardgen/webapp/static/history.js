// One history over the text and the tables: what was changed last is taken back first.

/** Make the history. texts: returns an editor by its name; tables: takes back a change of a table, and tells whether it could. */
export function history({ texts, tables, settled, told }) {
  // Runs of changes of one kind: of a text, down to a depth of its editor's own history, or one of a table.
  let done = [];
  let undone = [];
  let queue = Promise.resolve();

  const tell = () => told({ undo: done.length > 0, redo: undone.length > 0 });
  const isOf = (run, name) => run !== undefined && run.text === name;

  async function undo() {
    await settled();
    while (done.length) {
      const run = done.at(-1);
      if (run.text) {
        const text = texts(run.text);
        // The editor forgets the oldest changes.
        const went = text.depth() > run.depth && text.undo();
        if (!went || text.depth() <= run.depth) done.pop();
        if (!went) continue;
        if (isOf(undone.at(-1), run.text)) undone.at(-1).count += 1; else undone.push({ text: run.text, count: 1 });
      } else {
        done.pop();
        if (await tables(run.table, "undo")) undone.push(run);
      }
      break;
    }
    tell();
  }

  async function redo() {
    await settled();
    const run = undone.at(-1);
    if (!run) return;
    if (run.text) {
      const text = texts(run.text);
      const depth = text.depth();
      run.count -= 1;
      if (!run.count) undone.pop();
      if (text.redo() && !isOf(done.at(-1), run.text)) done.push({ text: run.text, depth });
    } else {
      undone.pop();
      if (await tables(run.table, "redo")) done.push(run);
    }
    tell();
  }

  // One after the other, however fast the keys come.
  const after = (call) => { queue = queue.then(call); return queue; };
  // What is written in a text after a change elsewhere is a step of its own.
  const endSteps = (but) => { for (const name of ["pack", "rules"]) if (name !== but) texts(name)?.endStep(); };

  return {
    undo: () => after(undo),
    redo: () => after(redo),
    /** Take in that a text was changed, of which the editor's history had a depth before. */
    wrote(depth, name = "pack") {
      undone = [];
      if (!isOf(done.at(-1), name)) {
        done.push({ text: name, depth });
        endSteps(name);
      }
      tell();
    },
    /** Take in that a table was changed. */
    wroteTable(table) {
      undone = [];
      done.push({ table });
      endSteps();
      tell();
    },
  };
}

const EDITED = "input:not([type=checkbox], [type=radio], [type=color], [type=range]), textarea";

/** Call undo and redo for their keys, whatever has the keyboard, but for a field with an edit of its own that is still open. */
export function keys({ undo, redo }) {
  const open = new Map();
  const start = new WeakMap();
  addEventListener("focusin", ({ target }) => { if (target.matches?.(EDITED)) start.set(target, target.value); }, true);
  addEventListener("input", ({ target }) => { if (target.matches?.(EDITED)) open.set(target, target.value !== start.get(target)); }, true);
  const close = ({ target }) => { open.delete(target); if (target.matches?.(EDITED)) start.set(target, target.value); };
  addEventListener("change", close, true);
  addEventListener("focusout", close, true);
  const own = (target) => open.get(target) || document.querySelector("dialog[open]:not(.large)");

  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || own(event.target)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "y" || event.shiftKey) redo(); else undo();
  }, true);
  // The menu of the browser, and what phones have for it.
  addEventListener("beforeinput", (event) => {
    const call = { historyUndo: undo, historyRedo: redo }[event.inputType];
    if (!call || own(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    call();
  }, true);
}
