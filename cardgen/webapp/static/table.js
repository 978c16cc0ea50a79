// A table that the pack takes its cards from, changed as in a spreadsheet program; only rows in sight are there.
import { PICTURES } from "./deck.js";
import { choice, el } from "./dom.js";
import { cellRanges, tabbed } from "./selection.js";
import { Ended, Problem, Stale, ask, show as showPicture, tab } from "./server.js";
import { rangeOf } from "./ranges.js";
import { WORDS } from "./words.js";

const ROW = 46;
const THUMB = 42;
const AHEAD = 8;

/** Make the view of tables.
 *
 *  changed: called when the file was written, with the table's name where that can be taken back; notice: says something
 *  above the page; kept: called when what is not written yet has changed; renamed: called with the table, the old and the
 *  new name of a column; open: shows a card large; picture: takes a picture in and returns its name, or null.
 */
export function tables({ changed, notice, kept, renamed, open, name: nameFaces, picture }) {
  const which = el("span");
  const tool = (label, how, key) => el("button", { type: "button", disabled: true, title: key ?? "", onclick: () => act(how) }, label);
  const tools = { add: tool(WORDS.table.addRow, "add"), copy: tool(WORDS.table.duplicate, "copy"), up: tool(WORDS.table.moveUp, "up", WORDS.table.altUp), down: tool(WORDS.table.moveDown, "down", WORDS.table.altDown),
    delete: tool(WORDS.table.deleteRow, "delete") };
  const ofColumn = (label, call, title) => el("button", { type: "button", disabled: true, title, onclick: call }, label);
  const columnTools = {
    add: ofColumn(WORDS.table.addColumn, () => addColumn(), WORDS.table.aboutAddColumn), rename: ofColumn(WORDS.table.rename, () => rename(), WORDS.table.aboutRename),
    left: ofColumn("←", () => actColumn("move", { to: column - 1 }), WORDS.table.moveLeft), right: ofColumn("→", () => actColumn("move", { to: column + 1 }), WORDS.table.moveRight),
    up: ofColumn(WORDS.table.sortUp, () => actColumn("sort"), WORDS.table.aboutSortUp), down: ofColumn(WORDS.table.sortDown, () => actColumn("sort-down"), WORDS.table.aboutSortDown),
    delete: ofColumn(WORDS.table.deleteColumn, () => actColumn("delete"), WORDS.table.aboutDeleteColumn),
    fill: ofColumn(WORDS.table.fillDown, () => fillDown(), WORDS.table.aboutFillDown),
  };
  const pick = el("input", { type: "file", accept: PICTURES, hidden: true, "aria-label": WORDS.table.pictureOfTheRow, onchange: () => { const [file] = pick.files; pick.value = ""; if (file && current >= 1) putPicture(file, current); } });
  const choosePicture = ofColumn(WORDS.table.picture, () => pick.click(), WORDS.table.aboutPicture);
  const filter = el("input", { type: "search", placeholder: WORDS.table.filterRows, "aria-label": WORDS.table.filterRows, oninput: () => { sift(); draw(true); states(); } });
  const body = el("tbody");
  const heads = el("tr");
  const table = el("table", {}, el("thead", {}, heads), body);
  const said = el("p", { className: "small" });
  const wrong = el("ul", { className: "wrong", "aria-label": WORDS.table.problemsOfTheTable });
  const about = el("p", { className: "about", role: "status" });
  const bar = el("div", { className: "bar" }, which, el("span", { className: "tools", role: "group", "aria-label": WORDS.table.rows }, ...Object.values(tools), choosePicture, pick),
    el("span", { className: "tools", role: "group", "aria-label": WORDS.table.columns }, ...Object.values(columnTools)), filter);
  const box = el("div", { className: "scroll" }, table);
  const root = el("div", { className: "view-table" }, said, wrong, bar, box, about);
  box.addEventListener("scroll", () => draw(), { passive: true });
  let known = [];
  let at = 0;
  let held = null;
  let current = 0;
  /** The column that its tools work on. */
  let column = 0;
  /** The rows that the filter shows. */
  let order = [];
  let problems = [];
  let faults = new Map();
  /** The cards by the number of their row: the card, and its place in the pack. */
  let faces = new Map();
  let allFaces = null;
  /** The lists of cards that are tables: their paths, and their headings by the names of columns. */
  let lists = [];
  let goal = null;
  /** The row of the card that is chosen. */
  let marked = null;
  // The files as they were last seen or written here.
  const digests = new Map();
  // Cells that could not be written, by table and place: what was typed, what the cell had before, and why not.
  const unwritten = new Map();
  // Changes are written one after the other: each answer names the file for the next.
  let queue = Promise.resolve();

  const name = () => known[at]?.name ?? null;
  const label = ({ name: file, sheet }) => (sheet ? WORDS.table.sheetOf({ file, sheet }) : file);
  const placeOf = (row, column, file = name()) => JSON.stringify([file, row, column]);

  async function load() {
    if (!name() || !root.isConnected) return;
    const mine = known[at];
    try {
      const answer = await ask("/table", { tab, ...mine });
      if (mine === known[at]) take(answer);
    } catch (error) {
      if (error instanceof Ended) return;
      if (error instanceof Problem) { held = null; body.replaceChildren(); heads.replaceChildren(); said.textContent = error.message; states(); } else if (!(error instanceof Stale)) throw error;
    }
  }

  /** Show a table as the server has it. */
  function take(answer) {
    held = answer;
    digests.set(held.name, held.digest);
    column = Math.min(column, held.rows[0].length - 1);
    drawHeads();
    sift();
    said.textContent = held.why || WORDS.table.howToChange({ rows: WORDS.counts.rows(held.rows.length - 1), file: name() });
    current = Math.min(current, held.rows.length - 1);
    draw(true);
    states();
    if (goal) go(goal);
    else if (marked?.table === name() && !body.contains(document.activeElement)) reach(marked.row - held.number);
  }

  /** Say which tools have something to do. */
  function states() {
    const can = Boolean(held) && !held.why;
    const row = can && current >= 1;
    bar.hidden = !can && known.length < 2;
    for (const each of Object.values(tools)) each.hidden = !can;
    tools.add.disabled = !can;
    tools.copy.disabled = tools.delete.disabled = !row;
    // Between rows that are hidden nothing is moved.
    tools.up.disabled = !row || current < 2 || Boolean(filter.value);
    tools.down.disabled = !row || current >= held.rows.length - 1 || Boolean(filter.value);
    for (const each of [...Object.values(columnTools), choosePicture, filter]) each.hidden = !can;
    for (const each of Object.values(columnTools)) each.disabled = !can;
    choosePicture.disabled = !row;
    if (can) {
      const last = held.rows[0].length - 1;
      columnTools.left.disabled = column < 1;
      columnTools.right.disabled = column >= last;
      columnTools.delete.disabled = last < 1;
      columnTools.fill.disabled = !ranges.range() && (!row || order.indexOf(current) < 1);
      for (const each of Object.values(columnTools)) each.setAttribute("aria-label", `${each.title}: ${held.rows[0][column]}`);
      for (const each of heads.querySelectorAll("th[data-column]")) each.classList.toggle("current", each.dataset.column === String(column));
    }
    tellAbout();
    for (const each of ["copy", "up", "down", "delete"]) tools[each].setAttribute("aria-label", row ? WORDS.table.toolOfRow({ tool: tools[each].textContent, number: held.number + current }) : tools[each].textContent);
    for (const each of body.querySelectorAll(".current")) each.classList.remove("current");
    body.querySelector(`tr[data-row="${current}"]`)?.classList.add("current");
    stops();
  }

  function draw(anew = false) {
    if (!held || !root.isConnected) return;
    const top = Math.max(0, Math.floor(box.scrollTop / ROW) - AHEAD);
    const last = Math.min(order.length, top + Math.ceil(box.clientHeight / ROW) + 2 * AHEAD);
    if (!anew && body.dataset.top === String(top)) return;
    // What is being typed is not lost by drawing: it is written first, or goes on in the new field.
    const active = document.activeElement?.dataset?.cell ? document.activeElement : null;
    const typed = active && { place: active.dataset.cell, value: active.value, from: active.selectionStart, to: active.selectionEnd, open: active.dataset.typed };
    body.dataset.top = top;
    body.replaceChildren(space(top), ...order.slice(top, last).map(line), space(order.length - last));
    stops();
    markRange();
    nameThumbs(top, last);
    if (!typed) return;
    const again = cell(...typed.place.split("-"));
    if (!again) return;
    again.focus({ preventScroll: true });
    if (typed.open) { again.value = typed.value; again.setSelectionRange(typed.from, typed.to); again.dispatchEvent(new InputEvent("input", { bubbles: true })); }
  }

  /** Tab goes through one row, and on; the arrows go to others. */
  function stops() {
    const rows = [...body.querySelectorAll("tr[data-row]")];
    const one = rows.find((each) => each.dataset.row === String(current)) ?? rows[0];
    for (const each of rows) for (const input of each.querySelectorAll("textarea, .thumb")) input.tabIndex = each === one ? 0 : -1;
  }

  const cell = (row, column) => body.querySelector(`[data-cell="${row}-${column}"]`);
  const space = (rows) => el("tr", { "aria-hidden": "true", style: { height: `${Math.max(0, rows) * ROW}px` } });

  /** Return what a cell has in its file. */
  const fileValue = (row, column) => held.rows[row]?.[column] ?? "";
  const shownValue = (row, column) => unwritten.get(placeOf(row, column))?.value ?? fileValue(row, column);

  /** Open a field over its neighbours where it has the keyboard and its text has no room in the cell. */
  function grow(input) {
    input.style.height = "";
    input.classList.remove("open");
    const here = document.activeElement === input;
    input.classList.toggle("open", here && input.scrollHeight > input.clientHeight + 1);
    if (input.classList.contains("open")) input.style.height = `${Math.min(input.scrollHeight, 12 * ROW)}px`;
  }

  function line(row) {
    const number = held.number + row;
    const fault = faults.get(number);
    const isMarked = marked?.table === name() && marked.row === number;
    const face = faces.get(number);
    const thumb = face ? el("button", { type: "button", className: "thumb", "aria-label": WORDS.table.seenLarge({ card: face.label, row: number }), onclick: () => open(face.id) }, el("img", { alt: "" })) : null;
    if (face?.key) showPicture(thumb.firstChild, `picture/${face.key}`, THUMB * 0.72);
    const shown = el("tr", { className: [fault ? `faulty ${fault.severity}` : "", row === current ? "current" : "", isMarked ? "marked" : ""].join(" ") }, el("th", { scope: "row" }, el("div", { className: "of-row" }, el("span", {}, String(number)), thumb)),
      held.rows[0].map((head, column) => field(head, row, column, number)));
    shown.dataset.row = row;
    return shown;
  }

  function field(head, row, place, number) {
    const value = shownValue(row, place);
    const open = unwritten.get(placeOf(row, place));
    const fault = faultsOf(number).find((each) => columnOf(each) === place);
    const input = el("textarea", { rows: 1, value, readOnly: Boolean(held.why), "aria-label": WORDS.table.cell({ column: head, row: number }), autocomplete: "off", spellcheck: false,
      onfocus: () => { if (!ranges.range()) ranges.begin([row, place]); current = row; column = place; states(); grow(input); input.scrollIntoView({ block: "nearest", inline: "nearest" }); },
      onblur: () => { grow(input); input.scrollTop = 0; },
      oninput: () => { input.dataset.typed = "yes"; grow(input); },
      onpaste: (event) => paste(event, input, row, place),
      onchange: () => write(input, row, place) });
    if (fault) { input.setAttribute("aria-invalid", String(fault.severity === "error")); input.setAttribute("aria-description", fault.message); }
    input.dataset.cell = `${row}-${place}`;
    input.addEventListener("keydown", (event) => keys(event, input, row, place));
    const lines = value.split("\n");
    // The field lies over a text that gives the column its width, and grows over the rows below while it is written in.
    const shown = el("td", { className: [lines.length > 2 ? "lines" : "", open ? "unwritten" : "", fault ? `wrong ${fault.severity}` : ""].join(" "), title: open ? open.why : fault ? words(fault) : "" },
      el("div", { className: "width", "aria-hidden": "true" }, lines[0]), input);
    if (lines.length > 2) shown.dataset.lines = WORDS.table.lines({ lines: lines.length });
    return shown;
  }

  function write(input, row, column) {
    const { value } = input;
    delete input.dataset.typed;
    if (value === shownValue(row, column)) return;
    const before = fileValue(row, column);
    // It is on its way, and is shown wherever the cell is drawn anew.
    unwritten.set(placeOf(row, column), { value, before, why: WORDS.table.notWrittenYet });
    kept();
    const file = name();
    queue = queue.then(() => put(file, row, column));
  }

  function keys(event, input, row, column) {
    if (event.key === "Escape" && (input.dataset.typed || unwritten.has(placeOf(row, column)))) {
      event.stopPropagation();
      unwritten.delete(placeOf(row, column));
      kept();
      delete input.dataset.typed;
      input.value = fileValue(row, column);
      // For the page it is no longer being edited.
      input.dispatchEvent(new Event("change", { bubbles: true }));
      grow(input);
      return;
    }
    if (event.key === "Enter" && (event.shiftKey || event.altKey)) {
      event.preventDefault();
      if (held.why) return;
      insert(input, "\n");
      return;
    }
    if (ofRange(event, input, row, column)) return;
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key];
    if (!step || event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // Within a cell of several lines the arrows go from line to line.
    const beyond = step > 0 ? input.value.slice(input.selectionEnd) : input.value.slice(0, input.selectionStart);
    if (event.key !== "Enter" && !event.altKey && beyond.includes("\n")) return;
    event.preventDefault();
    if (event.altKey) { input.blur(); act(step > 0 ? "down" : "up"); return; }
    if (event.key === "Enter") {
      const open = unwritten.get(placeOf(row, column));
      // Once more, where it could not be written before.
      if (open && input.value === open.value) { const file = name(); open.before = fileValue(row, column); queue = queue.then(() => put(file, row, column)); }
      input.blur();
    }
    goTo(order[order.indexOf(row) + step], column);
  }

  /** Go to a cell of a row that the filter shows. */
  function goTo(to, place) {
    const at = order.indexOf(to);
    if (at < 0) return;
    // The heads stay at the top.
    box.scrollTop = Math.max(Math.min(box.scrollTop, at * ROW), (at + 2) * ROW - box.clientHeight);
    draw();
    cell(to, place)?.focus();
  }

  // Ranges of cells

  const ranges = cellRanges(body, {
    cellAt: (target) => target.closest?.("td")?.querySelector("[data-cell]")?.dataset.cell.split("-").map(Number) ?? null,
    changed: () => { markRange(); states(); },
  });

  /** Return the rows of the range, of those that are shown, and its first and last column. */
  function chosenCells() {
    const range = ranges.range();
    if (!range) return null;
    return { rows: order.filter((row) => row >= range.top && row <= range.bottom), left: range.left, right: range.right };
  }

  function markRange() {
    const range = ranges.range();
    for (const each of body.querySelectorAll("[data-cell]")) {
      const [row, place] = each.dataset.cell.split("-").map(Number);
      each.parentElement.classList.toggle("ranged", Boolean(range) && row >= range.top && row <= range.bottom && place >= range.left && place <= range.right);
    }
  }

  /** Take keys that are about the range; tell whether this was one. */
  function ofRange(event, input, row, place) {
    const range = ranges.range();
    const key = event.key.toLowerCase();
    const [down, right] = { arrowdown: [1, 0], arrowup: [-1, 0], arrowright: [0, 1], arrowleft: [0, -1] }[key] ?? [0, 0];
    if (event.shiftKey && !event.ctrlKey && !event.altKey && (down || right)) {
      // Within a text Shift and the arrows choose letters.
      if (!range && (right || input.value.includes("\n"))) return false;
      const [endRow, endColumn] = ranges.end();
      const to = [order[Math.max(0, Math.min(order.length - 1, order.indexOf(endRow) + down))], Math.max(0, Math.min(held.rows[0].length - 1, endColumn + right))];
      ranges.extend(to);
      box.scrollTop = Math.max(Math.min(box.scrollTop, order.indexOf(to[0]) * ROW), (order.indexOf(to[0]) + 2) * ROW - box.clientHeight);
    } else if ((event.ctrlKey || event.metaKey) && key === "d") fillDown();
    else if (!range || event.ctrlKey || event.metaKey || event.altKey) return false;
    else if (key === "escape") ranges.clear();
    else if (key === "delete" || key === "backspace") empty();
    else {
      if (key.length === 1 || key.startsWith("arrow") || key === "enter" || key === "tab") ranges.begin([row, place]);
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  const valuesOf = ({ rows, left, right }) => rows.map((row) => Array.from({ length: right - left + 1 }, (_, n) => shownValue(row, left + n)));

  function copy(event) {
    const cells = chosenCells();
    if (!cells) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", tabbed(valuesOf(cells)));
    if (event.type === "cut" && !held.why) empty();
  }
  body.addEventListener("copy", copy);
  body.addEventListener("cut", copy);

  function empty() {
    const cells = chosenCells();
    if (cells && !held.why) putRange(cells.rows, cells.left, cells.rows.map(() => Array(cells.right - cells.left + 1).fill("")));
  }

  /** Repeat the first row of the range in the others, or the cell above in the current one. */
  function fillDown() {
    if (held.why) return;
    const cells = chosenCells() ?? { rows: [order[order.indexOf(current) - 1], current], left: column, right: column };
    if (cells.rows.length < 2 || cells.rows[0] === undefined) return;
    const [first] = valuesOf(cells);
    putRange(cells.rows.slice(1), cells.left, cells.rows.slice(1).map(() => first));
  }

  /** Write values into rows, which need not follow one another. */
  function putRange(rows, left, values) {
    let at = 0;
    while (at < rows.length) {
      let end = at + 1;
      while (end < rows.length && rows[end] === rows[end - 1] + 1) end += 1;
      fill(rows[at], left, values.slice(at, end));
      at = end;
    }
  }

  // Rows that are hidden, columns and pictures

  /** Find the rows that the filter shows. */
  function sift() {
    const wish = filter.value.trim().toLowerCase();
    const all = held ? held.rows.map((_, row) => row).slice(1) : [];
    order = wish ? all.filter((row) => held.rows[row].some((each) => each.toLowerCase().includes(wish))) : all;
    ranges.clear();
  }

  function drawHeads() {
    heads.replaceChildren(el("th", { scope: "col" }, WORDS.table.row), ...held.rows[0].map((each, place) => {
      const head = el("th", { scope: "col" }, held.why ? each : el("button", { type: "button", className: "head", title: WORDS.table.howToRename, onclick: () => { column = place; states(); }, ondblclick: () => { column = place; rename(); } }, each || WORDS.table.noName));
      head.dataset.column = place;
      return head;
    }));
  }

  /** Let the user write the name of the current column. added: whether the column is to be added after it. */
  function rename(added = false) {
    const head = heads.querySelector(`[data-column="${column}"]`);
    if (!head) return;
    const before = added ? "" : held.rows[0][column];
    const input = el("input", { type: "text", value: before, maxLength: 40, "aria-label": added ? WORDS.table.nameOfNew : WORDS.table.newNameOf({ before }), autocomplete: "off" });
    let done = false;
    const end = (write) => {
      if (done) return;
      done = true;
      const value = input.value.trim();
      drawHeads();
      states();
      heads.querySelector(`[data-column="${column}"] button`)?.focus();
      if (!write || !value || value === before) return;
      if (added) { column += 1; actColumn("add", { head: value }); } else actColumn("rename", { head: value });
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") { event.preventDefault(); end(true); }
      if (event.key === "Escape") { event.preventDefault(); end(false); }
    });
    input.addEventListener("blur", () => end(true));
    if (added) head.append(input); else head.replaceChildren(input);
    input.scrollIntoView({ block: "nearest", inline: "nearest" });
    input.focus();
    input.select();
  }
  const addColumn = () => rename(true);

  /** Change columns, or sort by one. */
  function actColumn(how, { to = 0, head = "" } = {}) {
    const place = column;
    queue = queue.then(async () => {
      if (!held || held.why) return;
      const file = name();
      if ([...unwritten.keys()].some((each) => JSON.parse(each)[0] === file)) { notice(WORDS.table.writeCellsFirst, [WORDS.common.close]); return; }
      const before = held.rows[0][place];
      await written(file, async () => {
        const answer = await ask("/columns", { tab, name: file, digest: digests.get(file), how, column: place, to, head });
        if (answer.changed) return answer;
        digests.set(file, answer.digest);
        if (how === "move") column = to;
        if (file === name()) take(answer);
        return answer;
      });
      column = Math.min(column, held.rows[0].length - 1);
      states();
      if (how === "rename" && held.rows[0][place] === head) renamed(file, before, head);
    });
    return queue;
  }

  /** Write a picture that was dropped on a row, or chosen for it, into a cell. */
  async function putPicture(file, row, place = undefined) {
    const made = await picture(file);
    if (!made) return;
    const looks = (each) => /\.(png|jpe?g|svg)$/i.test(each);
    const mapped = held.rows[0].findIndex((head) => head.trim().toLowerCase() === (lists.find((each) => each.table === name())?.columns.picture ?? "picture").toLowerCase());
    let target = place !== undefined && (looks(fileValue(row, place)) || place === mapped) ? place : mapped;
    if (target < 0) {
      column = held.rows[0].length;
      await actColumn("add", { head: "picture" });
      target = held.rows[0].findIndex((head) => head === "picture");
    }
    if (target >= 0) fill(row, target, [[made]]);
  }

  box.addEventListener("dragover", (event) => {
    const row = event.target.closest?.("tr[data-row]");
    for (const each of body.querySelectorAll(".over")) if (each !== row) each.classList.remove("over");
    if (row && event.dataTransfer.types.includes("Files")) { event.preventDefault(); row.classList.add("over"); }
  });
  box.addEventListener("drop", (event) => {
    const row = event.target.closest?.("tr[data-row]");
    const [file] = event.dataTransfer.files;
    for (const each of body.querySelectorAll(".over")) each.classList.remove("over");
    if (!row || !file || held.why || !/\.(png|jpe?g|svg)$/i.test(file.name)) return;
    event.preventDefault();
    event.stopPropagation();
    const place = event.target.closest("td")?.querySelector("[data-cell]")?.dataset.cell.split("-")[1];
    putPicture(file, Number(row.dataset.row), place === undefined ? undefined : Number(place));
  });

  /** Find the cards of the table that is shown. */
  function takeFaces() {
    faces = new Map((allFaces ?? []).filter((each) => each.table && each.table === name()).map((each) => [each.row, each]));
  }

  /** Ask for the pictures of the cards in sight. */
  async function nameThumbs(top, last) {
    const some = order.slice(top, last).map((row) => faces.get(held.number + row)).filter(Boolean);
    if (!some.some((each) => !each.key) || !allFaces) return;
    const places = some.map((each) => allFaces.indexOf(each));
    if (await nameFaces(Math.min(...places), Math.max(...places) + 1)) draw(true);
  }

  // What is wrong, at its cell

  const faultsOf = (number) => problems.filter((each) => each.table === name() && each.row === number);
  const words = (each) => `${each.message}${each.hint ? `; ${each.hint}` : ""}`;
  /** Return the column that a problem is about: its message begins with the column's name. */
  function columnOf(problem) {
    const message = problem.message.toLowerCase();
    return held.rows[0].findIndex((head) => head && [":", " of "].some((end) => message.startsWith(head.trim().toLowerCase() + end)));
  }

  /** Say what is wrong with the cell that has the keyboard, or how many are chosen. */
  function tellAbout() {
    const cells = ranges.range() && chosenCells();
    const fault = held && faultsOf(held.number + current).find((each) => columnOf(each) === column || columnOf(each) < 0);
    const shown = cells ? WORDS.table.chosen({ cells: WORDS.counts.cells(cells.rows.length * (cells.right - cells.left + 1)) }) : fault ? words(fault)
      : held && filter.value ? WORDS.table.rowsOf({ shown: WORDS.counts.rows(order.length), all: (held.rows.length - 1).toLocaleString("en") }) : "";
    if (about.textContent !== shown) about.textContent = shown;
    about.className = `about ${!cells && fault ? fault.severity : ""}`;
  }

  /** Put a text in at the cursor, as if it were typed. */
  function insert(input, text) {
    if (!document.execCommand("insertText", false, text)) {
      input.setRangeText(text, input.selectionStart, input.selectionEnd, "end");
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
  }

  /** Fill cells from the clipboard; what belongs into one cell goes to the cursor. */
  function paste(event, input, row, column) {
    if (held.why) return;
    const text = event.clipboardData.getData("text/plain");
    const whole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    const range = rangeOf(text, {
      whole, separator: held.separator, width: held.rows[0].length - column, table: /<table/i.test(event.clipboardData.getData("text/html")),
    });
    event.preventDefault();
    const one = !range || (range.length === 1 && range[0].length === 1);
    const cells = chosenCells();
    const single = range ? range[0][0] : text.replace(/\r\n?/g, "\n");
    if (one && cells) { putRange(cells.rows, cells.left, valuesOf(cells).map((line) => line.map(() => single))); return; }
    if (one) { insert(input, single); return; }
    const [from, left] = cells ? [cells.rows[0], cells.left] : [row, column];
    if (!filter.value) { fill(from, left, range); return; }
    const rows = order.slice(order.indexOf(from), order.indexOf(from) + range.length);
    if (rows.length < range.length) { notice(WORDS.table.tooFewShown({ count: range.length, shown: rows.length }), [WORDS.common.close]); return; }
    putRange(rows, left, range);
  }

  function fill(row, column, values) {
    const mine = known[at];
    queue = queue.then(() => written(mine.name, async () => {
      const answer = await ask("/cells", { tab, name: mine.name, digest: digests.get(mine.name), row, column, values });
      if (answer.changed) return answer;
      digests.set(mine.name, answer.digest);
      // What the range was put over.
      values.forEach((line, down) => line.forEach((_, right) => unwritten.delete(placeOf(row + down, column + right, mine.name))));
      kept();
      const active = document.activeElement;
      if (active?.dataset?.cell === `${row}-${column}`) { delete active.dataset.typed; active.value = values[0][0]; }
      if (mine === known[at]) await load();
      return answer;
    }));
  }

  /** Write what was typed into a cell; where that fails, it stays in sight, and is said. */
  async function put(file, row, column) {
    const place = placeOf(row, column, file);
    const wish = unwritten.get(place);
    if (!wish) return;
    await written(file, async () => {
      const answer = await ask("/cells", { tab, name: file, digest: digests.get(file), row, column, values: [[wish.value]] });
      if (answer.changed) return answer;
      digests.set(file, answer.digest);
      if (unwritten.get(place) === wish) unwritten.delete(place);
      if (file === name() && held) {
        held.digest = answer.digest;
        held.rows[row][column] = wish.value;
        draw(true);
        states();
      }
      return answer;
    }, (why) => { wish.why = why; draw(true); });
    kept();
  }

  /** Change rows: the one with the keyboard, or the last that had it. */
  function act(how) {
    queue = queue.then(async () => {
      if (!held || held.why) return;
      const last = held.rows.length - 1;
      const row = how === "add" ? (current >= 1 ? current + 1 : last + 1) : Math.max(1, current);
      const to = { up: row - 1, down: row + 1 }[how] ?? row;
      if (to < 1 || (how === "down" && to > last)) return;
      const column = document.activeElement?.dataset?.cell?.split("-")[1] ?? 0;
      const mine = known[at];
      await written(mine.name, async () => {
        const answer = await ask("/rows", { tab, name: mine.name, digest: digests.get(mine.name), how: { up: "move", down: "move" }[how] ?? how, row, to });
        if (answer.changed) return answer;
        digests.set(mine.name, answer.digest);
        move(mine.name, how, row, to);
        if (mine === known[at]) {
          current = { add: row, copy: row + 1, up: to, down: to }[how] ?? row;
          take(answer);
          reach(current);
          cell(current, column)?.focus();
        }
        return answer;
      });
    });
  }

  /** Let cells that are not written yet go along with their rows. */
  function move(file, how, row, to) {
    const places = [...unwritten].filter(([place]) => JSON.parse(place)[0] === file);
    const target = (old) => {
      if (how === "add") return old >= row ? old + 1 : old;
      if (how === "copy") return old > row ? old + 1 : old;
      if (how === "delete") return old > row ? old - 1 : old === row ? null : old;
      return old === row ? to : old === to ? row : old;
    };
    for (const [place] of places) unwritten.delete(place);
    for (const [place, wish] of places) {
      const [, old, column] = JSON.parse(place);
      const now = target(old);
      if (now !== null) unwritten.set(placeOf(now, column, file), wish);
    }
    kept();
  }

  /** Take the last change of a table back, or make it again; tell whether that was done. */
  async function back(file, how) {
    await queue;
    let done = false;
    await written(file, async () => {
      const answer = await ask("/rows", { tab, name: file, digest: digests.get(file) ?? "", how, row: 1, to: 1 });
      if (answer.changed) return answer;
      digests.set(file, answer.digest);
      done = true;
      if (file === name()) { take(answer); }
      return answer;
    }, undefined, false);
    return done;
  }

  /** Have something written. failed: told why it was not; own: whether it is a change of its own, which can be taken back. */
  async function written(file, call, failed = undefined, own = true) {
    try {
      const answer = await call();
      if (answer.changed) {
        failed?.(WORDS.table.changedCell({ file }));
        notice(WORDS.table.changed({ file, next: failed ? WORDS.table.writtenStays : WORDS.table.changeAgain }), [WORDS.common.close]);
        digests.delete(file);
        await load();
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

  /** Bring a row into sight. */
  function reach(row) {
    if (!order.includes(row) && held.rows[row]) { filter.value = ""; sift(); }
    const top = order.indexOf(row) * ROW;
    if (top < box.scrollTop + ROW || top > box.scrollTop + box.clientHeight - 2 * ROW) box.scrollTop = top - box.clientHeight / 2;
    draw(true);
  }

  /** Go to the cell that a problem is about: its message begins with the column's name. */
  function go(problem) {
    const place = known.findIndex((each) => each.name === problem.table);
    if (place < 0) return;
    if (place !== at || !held) { goal = problem; at = place; held = null; load(); return; }
    goal = null;
    const row = problem.row - held.number;
    reach(row);
    cell(row, Math.max(0, columnOf(problem)))?.focus();
  }

  /** Write a cell of any table. number: of its row, as spreadsheet programs count; head: of its column, or what the pack calls it. */
  async function writeCell(file, number, head, value, failed) {
    await written(file, async () => {
      const answer = await ask("/table", { tab, name: file, sheet: known.find((each) => each.name === file)?.sheet ?? null });
      if (answer.why) { failed(answer.why); return {}; }
      let { digest } = answer;
      const heads = answer.rows[0].map((each) => each.trim().toLowerCase());
      let place = answer.rows[0].indexOf(head);
      if (place < 0) place = heads.indexOf((lists.find((each) => each.table === file)?.columns[head] ?? head).toLowerCase());
      if (place < 0) {
        place = heads.length;
        const wider = await ask("/columns", { tab, name: file, digest, how: "add", column: place, to: 0, head });
        if (wider.changed) return wider;
        ({ digest } = wider);
        changed(file);
      }
      const made = await ask("/cells", { tab, name: file, digest, row: number - answer.number, column: place, values: [[value]] });
      if (!made.changed) digests.set(file, made.digest);
      return made;
    }, failed);
    if (file === name()) await load();
  }

  /** Mark the row of the card that is chosen, and bring it into sight. */
  function mark(row) {
    marked = row;
    if (!row) { draw(true); return; }
    const place = known.findIndex((each) => each.name === row.table);
    if (place < 0) return;
    if (place !== at) { at = place; held = null; }
    if (held && root.isConnected) reach(row.row - held.number);
  }

  /** Write, once more, what could not be written. */
  function retry() {
    for (const place of unwritten.keys()) {
      const [file, row, column] = JSON.parse(place);
      queue = queue.then(() => put(file, row, column));
    }
  }

  return {
    root,
    /** Tell whether a table can be changed here. */
    isText: (file) => /\.[ct]sv$/i.test(file),
    go,
    mark,
    write: (...asked) => { queue = queue.then(() => writeCell(...asked)); return queue; },
    back,
    retry,
    /** Wait until all is written that can be. */
    settled: () => queue,
    /** Return the cells that are not written, for a draft. */
    unwritten: () => [...unwritten].map(([place, { value, before }]) => [...JSON.parse(place), value, before]),
    /** Take cells of a draft in, to be written where their tables still have what they had. */
    async restore(cells) {
      for (const [file, row, column, value, before] of cells) {
        try {
          const answer = await ask("/table", { tab, name: file, sheet: null });
          digests.set(file, answer.digest);
          const same = (answer.rows[row]?.[column] ?? "") === before;
          unwritten.set(placeOf(row, column, file), { value, before, why: same ? WORDS.table.notWrittenYet : WORDS.table.anotherText({ file }) });
          if (same) await put(file, row, column);
        } catch (error) {
          if (!(error instanceof Problem || error instanceof Stale)) throw error;
          notice(WORDS.table.notWritten({ file, row: row + 1, value, message: error.message }), [WORDS.common.close]);
        }
      }
      kept();
      draw(true);
    },
    /** Take in the cards of the pack. */
    cards(found) { allFaces = found; takeFaces(); draw(true); },
    show() {
      takeFaces();
      if (!body.contains(document.activeElement) || !held) load();
      else draw(true);
    },
    /** Take in which tables the text names, and mark the rows that something is wrong with. */
    told(named, found, ofLists) {
      lists = ofLists;
      if (JSON.stringify(named) !== JSON.stringify(known)) {
        const before = JSON.stringify(known[at]);
        known = named;
        at = Math.max(0, known.findIndex((each) => JSON.stringify(each) === before));
        if (JSON.stringify(known[at]) !== before) held = null;
        which.replaceChildren(...(known.length > 1 ? [choice(WORDS.common.table, String(at), known.map((each, n) => [String(n), label(each)]), (value) => { at = Number(value); held = null; filter.value = ""; takeFaces(); load(); })] : []));
      }
      problems = found.filter((each) => each.table !== undefined);
      faults = new Map(problems.filter((each) => each.table === name()).map((each) => [each.row, each]));
      wrong.replaceChildren(...problems.slice(0, 20).map((each) => el("li", {}, el("button", { type: "button", className: `told ${each.severity}`, onclick: () => go(each) },
        `${each.where}: ${each.message}${each.hint ? `; ${each.hint}` : ""}`))));
      draw(true);
      states();
    },
  };
}
