// Changes of tables, written to their files one after the other: each answer names the file for the next.
import { Ended, Problem, Stale, ask, tab } from "./server.js";
import { WORDS } from "./words.js";

/** Write a sheet's changes.
 *
 *  view: draws: taken shows a table as the server has it, load asks for it, redraw draws the cells anew.
 *  hands: what the page does: changed, notice, kept, examined and renamed as for tables().
 */
export function tableFile(sheet, view, { changed, notice, kept, examined, renamed }) {
  let queue = Promise.resolve();
  const after = (call) => { queue = queue.then(call); return queue; };

  /** Have something written. failed: told why it was not; own: whether it is a change of its own, which can be taken back. */
  async function written(file, call, failed = undefined, own = true) {
    try {
      const answer = await call();
      if (answer.changed) {
        failed?.(WORDS.table.changedCell({ file }));
        notice(WORDS.table.changed({ file, next: failed ? WORDS.table.writtenStays : WORDS.table.changeAgain }), [WORDS.common.close]);
        sheet.digests.delete(file);
        await view.load();
        return;
      }
      changed(own ? file : null);
    } catch (error) {
      if (error instanceof Ended) { failed?.(WORDS.table.noAnswer); return; }
      if (error instanceof Stale) return;
      if (!(error instanceof Problem)) throw error;
      failed?.(error.message);
      notice(error.message, [WORDS.common.close]);
    }
  }

  /** Ask for a change of a file that is as it was last seen here; take its new digest in. */
  async function change(path, file, message) {
    const answer = await ask(path, { tab, name: file, digest: sheet.digests.get(file) ?? "", ...message });
    if (!answer.changed) sheet.digests.set(file, answer.digest);
    return answer;
  }

  /** Write what was typed into a cell; where that fails, it stays in sight, and is said. */
  async function put(file, row, column) {
    const place = sheet.placeOf(row, column, file);
    const wish = sheet.unwritten.get(place);
    if (!wish) return;
    await written(file, async () => {
      const answer = await change("/cells", file, { row, column, values: [[wish.value]] });
      if (answer.changed) return answer;
      if (sheet.unwritten.get(place) === wish) sheet.unwritten.delete(place);
      if (file === sheet.name && sheet.held) {
        sheet.held.digest = answer.digest;
        sheet.held.rows[row][column] = wish.value;
        view.redraw();
      }
      return answer;
    }, (why) => { wish.why = why; view.redraw(); });
    kept();
  }

  /** Write a cell of any table. number: of its row, as spreadsheet programs count; head: of its column, or what the pack calls it. */
  async function writeCell(file, number, head, value, failed) {
    await written(file, async () => {
      const answer = await ask("/table", { tab, name: file, sheet: sheet.known.find((each) => each.name === file)?.sheet ?? null });
      if (answer.why) { failed(answer.why); return {}; }
      sheet.digests.set(file, answer.digest);
      let place = answer.rows[0].indexOf(head);
      if (place < 0) place = sheet.columnNamed(head, answer.rows[0], file);
      if (place < 0) {
        place = answer.rows[0].length;
        const wider = await change("/columns", file, { how: "add", column: place, to: 0, head });
        if (wider.changed) return wider;
        changed(file);
      }
      return change("/cells", file, { row: number - answer.number, column: place, values: [[value]] });
    }, failed);
    if (file === sheet.name) await view.load();
  }

  return {
    /** Write what is typed in a cell, after what is being written. */
    put(row, column) { const file = sheet.name; return after(() => put(file, row, column)); },
    writeCell: (...asked) => after(() => writeCell(...asked)),
    /** Wait until all is written that can be. */
    settled: () => queue,
    /** Write values into cells to the right of one and below. */
    fill(row, column, values) {
      const mine = sheet.known[sheet.at];
      return after(() => written(mine.name, async () => {
        const answer = await change("/cells", mine.name, { row, column, values });
        if (answer.changed) return answer;
        // What the range was put over.
        values.forEach((line, down) => line.forEach((_, right) => sheet.unwritten.delete(sheet.placeOf(row + down, column + right, mine.name))));
        kept();
        const active = document.activeElement;
        if (active?.dataset?.cell === `${row}-${column}`) { delete active.dataset.before; active.value = values[0][0]; }
        if (mine === sheet.known[sheet.at]) await view.load();
        return answer;
      }));
    },
    /** Change rows: the one with the keyboard, or the last that had it. */
    changeRows(how) {
      return after(async () => {
        if (!sheet.canChange) return;
        const last = sheet.held.rows.length - 1;
        const row = how === "add" ? (sheet.current >= 1 ? sheet.current + 1 : last + 1) : Math.max(1, sheet.current);
        const to = { up: row - 1, down: row + 1 }[how] ?? row;
        if (to < 1 || (how === "down" && to > last)) return;
        const mine = sheet.known[sheet.at];
        await written(mine.name, async () => {
          const answer = await change("/rows", mine.name, { how: { up: "move", down: "move" }[how] ?? how, row, to });
          if (answer.changed) return answer;
          sheet.moveUnwritten(mine.name, how, row, to);
          kept();
          if (mine === sheet.known[sheet.at]) view.taken(answer, { add: row, copy: row + 1, up: to, down: to }[how] ?? row);
          return answer;
        });
      });
    },
    /** Change columns, or sort by the one that tools work on. */
    changeColumns(how, { to = 0, head = "" } = {}) {
      const { column } = sheet;
      return after(async () => {
        if (!sheet.canChange) return;
        const file = sheet.name;
        if ([...sheet.unwritten.keys()].some((each) => JSON.parse(each)[0] === file)) { notice(WORDS.table.writeCellsFirst, [WORDS.common.close]); return; }
        // Which lists of cards show the column, is known of the table as it is.
        if (how === "rename") await examined();
        const before = sheet.heads[column];
        await written(file, async () => {
          const answer = await change("/columns", file, { how, column, to, head });
          if (answer.changed) return answer;
          if (how === "move") sheet.column = to;
          if (file === sheet.name) view.taken(answer);
          return answer;
        });
        sheet.column = Math.min(sheet.column, sheet.heads.length - 1);
        view.states();
        if (how === "rename" && sheet.heads[column] === head) renamed(file, before, head);
      });
    },
    /** Take the last change of a table back, or make it again; tell whether that was done. */
    async back(file, how) {
      await queue;
      let done = false;
      await written(file, async () => {
        const answer = await change("/rows", file, { how, row: 1, to: 1 });
        if (answer.changed) return answer;
        done = true;
        if (file === sheet.name) view.taken(answer);
        return answer;
      }, undefined, false);
      return done;
    },
    /** Write, once more, what could not be written. */
    retry() {
      for (const place of sheet.unwritten.keys()) after(() => put(...JSON.parse(place)));
    },
    /** Take cells of a draft in, to be written where their tables still have what they had. */
    async restore(cells) {
      for (const [file, row, column, value, before] of cells) {
        try {
          const answer = await ask("/table", { tab, name: file, sheet: null });
          sheet.digests.set(file, answer.digest);
          const same = (answer.rows[row]?.[column] ?? "") === before;
          sheet.unwritten.set(sheet.placeOf(row, column, file), { value, before, why: same ? WORDS.table.notWrittenYet : WORDS.table.anotherText({ file }) });
          if (same) await put(file, row, column);
        } catch (error) {
          if (!(error instanceof Problem || error instanceof Stale)) throw error;
          notice(WORDS.table.notWritten({ file, row: row + 1, value, message: error.message }), [WORDS.common.close]);
        }
      }
      kept();
      view.redraw();
    },
  };
}
