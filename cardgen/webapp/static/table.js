// The tables that the pack takes its cards from, changed as in a spreadsheet program.
import { acts, fixes, withActs } from "./acts.js";
import { choice, el, withCode } from "./dom.js";
import { problemText } from "./problems.js";
import { Ended, Problem, Stale, ask, tab } from "./server.js";
import { Sheet } from "./sheet.js";
import { tableCells } from "./tablecells.js";
import { tableFile } from "./tablefile.js";
import { tableGrid } from "./tablegrid.js";
import { tablePictures } from "./tablepictures.js";
import { tableTools } from "./tabletools.js";
import { WORDS } from "./words.js";

/** The most problems that are listed above the table. */
const MOST_LISTED = 20;
const label = ({ name: file, sheet }) => (sheet ? WORDS.table.sheetOf({ file, sheet }) : file);

/** Make the view of tables.
 *
 *  hands: changed is called when the file was written, with the table's name where that can be taken back; notice says
 *  something above the page; kept is called when what is not written yet has changed; examined waits until the pack is
 *  examined with its tables as they are; renamed is called with the table, the old and the new name of a column; open
 *  shows a card large; picture takes a picture in and returns its name, or null; name asks for names of pictures.
 */
export function tables(hands) {
  const sheet = new Sheet();
  const which = el("span");
  const said = el("p", { className: "small" });
  const wrong = el("ul", { className: "wrong", "aria-label": WORDS.table.problemsOfTheTable });
  const about = el("p", { className: "about", role: "status" });
  const filter = el("input", { type: "search", placeholder: WORDS.table.filterRows, "aria-label": WORDS.table.filterRows, oninput: () => { sift(); grid.draw(true); states(); } });
  const isFiltered = () => Boolean(filter.value);
  /** The problem to go to when its table is there. */
  let goal = null;
  /** Whether the row that is marked was not brought into sight yet. */
  let isMarkNew = false;

  const view = {
    load, states, unfilter() { filter.value = ""; sift(); },
    redraw() { grid.draw(true); states(); },
    /** Show a table as the server has it; a row of it is now the current one. */
    taken(answer, row = null) {
      const column = grid.columnInUse();
      if (row !== null) sheet.current = row;
      take(answer);
      if (row !== null) { grid.reach(row); grid.focus(row, column); }
    },
  };
  const grid = tableGrid(sheet, view, { open: hands.open, nameFaces: hands.name, kept: hands.kept });
  const file = view.file = tableFile(sheet, view, hands);
  const cells = view.cells = tableCells(sheet, { body: grid.body, file, grid, isFiltered, changed: () => states() });
  const tools = tableTools(sheet, { file, grid, cells, pictures: tablePictures(sheet, { grid, file, picture: hands.picture }) });
  const bar = el("div", { className: "bar" }, which, ...tools.elements, filter);
  const root = el("div", { className: "view-table" }, said, wrong, bar, grid.box, about);

  async function load() {
    if (!sheet.name || !root.isConnected) return;
    const mine = sheet.known[sheet.at];
    try {
      const answer = await ask("/table", { tab, ...mine });
      // Whoever writes in a table that is as it was goes on undisturbed.
      if (mine === sheet.known[sheet.at] && !(sheet.held?.digest && sheet.held.digest === answer.digest && grid.hasFocus())) take(answer);
    } catch (error) {
      if (error instanceof Ended || error instanceof Stale) return;
      if (!(error instanceof Problem)) throw error;
      sheet.held = null;
      grid.clear();
      said.replaceChildren(...withActs(error.message));
      states();
    }
  }

  function take(answer) {
    sheet.held = answer;
    sheet.digests.set(answer.name, answer.digest);
    sheet.column = Math.min(sheet.column, sheet.heads.length - 1);
    sheet.current = Math.min(sheet.current, answer.rows.length - 1);
    grid.drawHeads();
    sift();
    said.textContent = answer.why || WORDS.table.howToChange({ rows: WORDS.counts.rows(answer.rows.length - 1), file: sheet.name });
    view.redraw();
    if (goal) go(goal);
    else if (isMarkNew && sheet.marked?.table === sheet.name && !grid.hasFocus()) {
      isMarkNew = false;
      grid.reach(sheet.marked.row - answer.number);
    }
  }

  /** Find the rows that the filter shows. */
  function sift() {
    sheet.sift(filter.value.trim().toLowerCase());
    cells.clear();
  }

  function states() {
    bar.hidden = !sheet.canChange && sheet.known.length < 2;
    filter.hidden = !sheet.canChange;
    tools.states(isFiltered());
    tellAbout();
    grid.markCurrent();
  }

  /** Say why the cell that has the keyboard is not written, how many are chosen, or what is wrong with the cell. */
  function tellAbout() {
    const chosen = cells.chosen();
    const { held, column } = sheet;
    const fault = held && sheet.faultsOf(held.number + sheet.current).find((each) => sheet.columnOf(each) === column || sheet.columnOf(each) < 0);
    const unwritten = held && sheet.unwritten.get(sheet.placeOf(sheet.current, column));
    const shown = unwritten ? unwritten.why : chosen ? WORDS.table.chosen({ cells: WORDS.counts.cells(chosen.rows.length * (chosen.right - chosen.left + 1)) }) : fault ? problemText({ ...fault, where: "" })
      : held && isFiltered() ? WORDS.table.rowsOf({ shown: WORDS.counts.rows(sheet.order.length), all: (held.rows.length - 1).toLocaleString("en") }) : "";
    if (about.textContent !== shown) about.textContent = shown;
    about.className = `about ${unwritten ? "error" : !chosen && fault ? fault.severity : ""}`;
  }

  /** Show another table of the pack. */
  function turn(place) {
    sheet.at = place;
    sheet.held = null;
    filter.value = "";
    sheet.takeFaces();
    load();
  }

  /** Go to the cell that a problem is about. */
  function go(problem) {
    const place = sheet.known.findIndex((each) => each.name === problem.table);
    if (place < 0) return;
    if (place !== sheet.at || !sheet.held) { goal = problem; sheet.at = place; sheet.held = null; load(); return; }
    goal = null;
    const row = problem.row - sheet.held.number;
    grid.reach(row);
    grid.select(row, Math.max(0, sheet.columnOf(problem)));
  }

  /** Take in which tables the text names. */
  function takeNames(names) {
    const { known, at } = sheet;
    if (JSON.stringify(names) === JSON.stringify(known)) return;
    const before = JSON.stringify(known[at]);
    sheet.known = names;
    sheet.at = Math.max(0, names.findIndex((each) => JSON.stringify(each) === before));
    if (JSON.stringify(names[sheet.at]) !== before) sheet.held = null;
    which.replaceChildren(...(names.length > 1 ? [choice(WORDS.common.table, String(sheet.at), names.map((each, n) => [String(n), label(each)]), (value) => turn(Number(value)))] : []));
  }

  return {
    root,
    /** Tell whether a table can be changed here. */
    isText: (name) => /\.[ct]sv$/i.test(name),
    go,
    /** Mark the row of the card that is chosen, and bring it into sight. */
    mark(row) {
      sheet.marked = row;
      if (!row) { grid.draw(true); return; }
      const place = sheet.known.findIndex((each) => each.name === row.table);
      if (place < 0) return;
      if (place !== sheet.at) { sheet.at = place; sheet.held = null; }
      isMarkNew = !(sheet.held && root.isConnected);
      if (!isMarkNew) grid.reach(row.row - sheet.held.number);
    },
    write: file.writeCell,
    back: file.back,
    retry: file.retry,
    settled: file.settled,
    restore: file.restore,
    /** Return the cells that are not written, for a draft. */
    unwritten: () => [...sheet.unwritten].map(([place, { value, before }]) => [...JSON.parse(place), value, before]),
    /** Take in the cards of the pack. */
    cards(found) { sheet.takeFaces(found); grid.draw(true); },
    show() {
      sheet.takeFaces();
      load();
    },
    /** Take in which tables the text names, and mark the rows that something is wrong with. */
    told(names, found, lists) {
      sheet.lists = lists;
      takeNames(names);
      sheet.problems = found.filter((each) => each.table !== undefined);
      // Its line goes to the row already.
      const others = (each) => ({ ...each, fixes: each.fixes.filter(({ shows }) => !shows) });
      wrong.replaceChildren(...sheet.problems.slice(0, MOST_LISTED).map((each) => el("li", {}, el("button", { type: "button", className: `told ${each.severity}`, onclick: () => go(each) }, withCode(problemText(each))), acts(problemText(each)), fixes(others(each)))));
      view.redraw();
    },
  };
}
