// The rows and heads of a table; only rows in sight are there.
import { el } from "./dom.js";
import { problemText } from "./problems.js";
import { show as showPicture } from "./server.js";
import { insert } from "./tablecells.js";
import { WORDS } from "./words.js";

const ROW = 46;
const THUMB = 42;
const AHEAD = 8;
/** The height of a line of a cell, and what stands above and below the lines. */
const [LINE, PADDING] = [20, 6];
/** The most characters of a text that a cell shows where the mouse rests on it. */
const MOST_IN_TITLE = 600;

/** Make the grid of a sheet.
 *
 *  view: what is around it: cells are its ranges, file writes them; states says which tools have something to do; open
 *  shows a card large; nameFaces asks for pictures; unfilter shows all rows.
 */
export function tableGrid(sheet, view, { open, nameFaces, kept }) {
  const body = el("tbody");
  const heads = el("tr");
  const box = el("div", { className: "scroll" }, el("table", {}, el("thead", {}, heads), body));
  box.addEventListener("scroll", () => draw(), { passive: true });
  /** Whether fields are being replaced. */
  let drawing = false;
  /** The field in which a column is being named. */
  let naming = null;

  const cell = (row, column) => body.querySelector(`[data-cell="${row}-${column}"]`);
  const [above, below] = [0, 1].map(() => el("tr", { "aria-hidden": "true" }));
  const heightOf = (rows) => `${Math.max(0, rows) * ROW}px`;

  function draw(anew = false) {
    if (!sheet.held || !box.isConnected) return;
    const { order } = sheet;
    const top = Math.max(0, Math.floor(box.scrollTop / ROW) - AHEAD);
    const last = Math.min(order.length, top + Math.ceil(box.clientHeight / ROW) + 2 * AHEAD);
    const active = document.activeElement?.dataset?.cell ? document.activeElement : null;
    if (!anew && above.isConnected) {
      if (body.dataset.top === String(top)) return;
      scrolled(order.slice(top, last), active);
      body.dataset.top = top;
      above.style.height = heightOf(top);
      below.style.height = heightOf(order.length - last);
      stops();
      view.cells.mark();
      markCut();
      nameThumbs(top, last);
      return;
    }
    // What is being typed is not lost by drawing: it goes on in the new field.
    const typed = active && { place: active.dataset.cell, value: active.value, selection: [active.selectionStart, active.selectionEnd, active.selectionDirection], before: active.dataset.before };
    body.dataset.top = top;
    drawing = true;
    above.style.height = heightOf(top);
    below.style.height = heightOf(order.length - last);
    body.replaceChildren(above, ...order.slice(top, last).map(line), below);
    drawing = false;
    keepFirstColumn();
    stops();
    view.cells.mark();
    markCut();
    nameThumbs(top, last);
    if (!typed) return;
    const again = cell(...typed.place.split("-"));
    if (!again) return;
    again.focus({ preventScroll: true });
    const isOpen = typed.before !== undefined;
    if (isOpen) { again.dataset.before = typed.before; again.value = typed.value; }
    again.setSelectionRange(...typed.selection);
    if (isOpen) again.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }

  /** Make the rows that come into sight, and take out those that go; the others stay as they are. */
  function scrolled(rows, active) {
    const wanted = new Set(rows);
    // What is typed in a row that goes is written.
    if (active && !wanted.has(Number(active.closest("tr").dataset.row))) active.blur();
    for (const each of [...body.querySelectorAll("tr[data-row]")]) if (!wanted.has(Number(each.dataset.row))) each.remove();
    let at = above.nextSibling;
    for (const row of rows) {
      if (at.dataset.row === String(row)) at = at.nextSibling; else at.before(line(row));
    }
  }

  /** Ask for the pictures of the cards in sight. */
  async function nameThumbs(top, last) {
    const some = sheet.order.slice(top, last).map((row) => sheet.faces.get(sheet.held.number + row)).filter(Boolean);
    if (!some.some((each) => !each.key) || !sheet.allFaces) return;
    const places = some.map((each) => sheet.allFaces.indexOf(each));
    if (!await nameFaces(Math.min(...places), Math.max(...places) + 1) || !sheet.held) return;
    for (const each of body.querySelectorAll("tr[data-row]")) showThumb(each.querySelector(".thumb img"), sheet.faces.get(sheet.held.number + Number(each.dataset.row)));
  }

  /** Show a card's picture in a row, once its name is there. */
  function showThumb(image, face) { if (image && face?.key) showPicture(image, `picture/${face.key}`, THUMB * 0.72); }

  /** Tab goes through one row, and on; the arrows go to others. */
  function stops() {
    const rows = [...body.querySelectorAll("tr[data-row]")];
    const one = rows.find((each) => each.dataset.row === String(sheet.current)) ?? rows[0];
    for (const each of rows) for (const input of each.querySelectorAll("textarea, .thumb")) if (input.tabIndex !== (each === one ? 0 : -1)) input.tabIndex = each === one ? 0 : -1;
  }

  /** Say of texts that have no room in their cells how many lines they have, and show them where the mouse rests. */
  function markCut(some = [...body.querySelectorAll("[data-cell]:not(.open)")]) {
    // All are measured first: each change would have the page laid out anew.
    const lines = some.map((each) => (each.scrollHeight > each.clientHeight + 1 ? Math.round((each.scrollHeight - PADDING) / LINE) : 0));
    some.forEach((each, at) => {
      const shown = each.parentElement;
      shown.classList.toggle("cut", lines[at] > 0);
      if (lines[at]) shown.dataset.lines = WORDS.table.lines({ lines: lines[at] }); else delete shown.dataset.lines;
      const { value } = each;
      const whole = value.length > MOST_IN_TITLE ? `${value.slice(0, MOST_IN_TITLE)}…` : value;
      shown.title = shown.dataset.about || (lines[at] ? whole : "");
    });
  }
  // In a narrower window more is cut.
  new ResizeObserver(() => markCut()).observe(body);

  /** Open a field over its neighbours where it has the keyboard and its text has no room in the cell. */
  function grow(input) {
    input.style.height = "";
    input.classList.remove("open");
    const here = document.activeElement === input;
    input.classList.toggle("open", here && input.scrollHeight > input.clientHeight + 1);
    if (input.classList.contains("open")) input.style.height = `${Math.min(input.scrollHeight, 12 * ROW)}px`;
  }

  function line(row) {
    const number = sheet.held.number + row;
    const fault = sheet.faultsOf(number).at(-1);
    const isMarked = sheet.marked?.table === sheet.name && sheet.marked.row === number;
    const face = sheet.faces.get(number);
    const thumb = face ? el("button", { type: "button", className: "thumb", "aria-label": WORDS.table.seenLarge({ card: face.label, row: number }), onclick: () => open(face.id) }, el("img", { alt: "" })) : null;
    showThumb(thumb?.firstChild, face);
    const shown = el("tr", { className: [fault ? `faulty ${fault.severity}` : "", row === sheet.current ? "current" : "", isMarked ? "marked" : ""].join(" ") }, el("th", { scope: "row" }, el("div", { className: "of-row" }, el("span", {}, String(number)), thumb)),
      sheet.heads.map((head, column) => field(head, row, column, number)));
    shown.dataset.row = row;
    return shown;
  }

  function field(head, row, place, number) {
    const value = sheet.shownValue(row, place);
    const open_ = sheet.unwritten.get(sheet.placeOf(row, place));
    const fault = sheet.faultsOf(number).find((each) => sheet.columnOf(each) === place);
    const input = el("textarea", { rows: 1, value, readOnly: Boolean(sheet.held.why), "aria-label": WORDS.table.cell({ column: head, row: number }), autocomplete: "off", spellcheck: false,
      onfocus: () => { if (!view.cells.range()) view.cells.begin([row, place]); sheet.current = row; sheet.column = place; view.states(); grow(input); input.scrollIntoView({ block: "nearest", inline: "nearest" }); },
      onblur: () => { if (input.dataset.before !== undefined) write(input, row, place); grow(input); input.scrollTop = 0; if (input.isConnected) markCut([input]); },
      oninput: () => { input.dataset.before ??= sheet.fileValue(row, place); grow(input); },
      onpaste: (event) => view.cells.paste(event, input, row, place),
      onchange: () => write(input, row, place) });
    if (fault) { input.setAttribute("aria-invalid", String(fault.severity === "error")); input.setAttribute("aria-description", fault.message); }
    input.dataset.cell = `${row}-${place}`;
    input.addEventListener("keydown", (event) => keys(event, input, row, place));
    // The field lies over a text that gives the column its width, and grows over the rows below while it is written in.
    const shown = el("td", { className: [open_ ? "unwritten" : "", fault ? `wrong ${fault.severity}` : ""].join(" ") },
      el("div", { className: "width", "aria-hidden": "true" }, value.split("\n", 1)[0]), input);
    shown.dataset.about = open_ ? open_.why : fault ? problemText({ ...fault, where: "" }) : "";
    return shown;
  }

  function write(input, row, column) {
    // A field that goes leaves what is typed to the one in its place.
    if (drawing) return;
    const { value } = input;
    const now = sheet.fileValue(row, column);
    const { before = now } = input.dataset;
    delete input.dataset.before;
    if (value === sheet.shownValue(row, column)) return;
    // It is on its way, and is shown wherever the cell is drawn anew.
    sheet.unwritten.set(sheet.placeOf(row, column), { value, before: now, why: before === now ? WORDS.table.notWrittenYet : WORDS.table.anotherText({ file: sheet.name }) });
    kept();
    // What somebody else wrote there while it was typed is not overwritten unasked.
    if (before === now) view.file.put(row, column); else draw(true);
  }

  /** Give a cell back what its file has. */
  function restore(input, row, column) {
    sheet.unwritten.delete(sheet.placeOf(row, column));
    kept();
    delete input.dataset.before;
    input.value = sheet.fileValue(row, column);
    // For the page it is no longer being edited.
    input.dispatchEvent(new Event("change", { bubbles: true }));
    grow(input);
  }

  function keys(event, input, row, column) {
    const open_ = sheet.unwritten.get(sheet.placeOf(row, column));
    if (event.key === "Escape" && (input.dataset.before !== undefined || open_)) { event.stopPropagation(); restore(input, row, column); return; }
    if (event.key === "Enter" && (event.shiftKey || event.altKey)) {
      event.preventDefault();
      if (sheet.canChange) insert(input, "\n");
      return;
    }
    if (view.cells.isRangeKey(event, input, row, column)) return;
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key];
    if (!step || event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // Within a cell of several lines the arrows go from line to line.
    const beyond = step > 0 ? input.value.slice(input.selectionEnd) : input.value.slice(0, input.selectionStart);
    if (event.key !== "Enter" && !event.altKey && beyond.includes("\n")) return;
    event.preventDefault();
    if (event.altKey) { input.blur(); view.file.changeRows(step > 0 ? "down" : "up"); return; }
    if (event.key === "Enter") {
      // Once more, where it could not be written before.
      if (open_ && input.value === open_.value) { open_.before = sheet.fileValue(row, column); view.file.put(row, column); }
      input.blur();
    }
    goTo(sheet.order[sheet.order.indexOf(row) + step] ?? row, column);
  }

  /** Scroll to a row that the filter shows; the heads stay at the top. */
  function scrollTo(row) {
    const at = sheet.order.indexOf(row);
    box.scrollTop = Math.max(Math.min(box.scrollTop, at * ROW), (at + 2) * ROW - box.clientHeight);
  }

  /** Go to a cell of a row that the filter shows. */
  function goTo(row, place) {
    if (!sheet.order.includes(row)) return;
    scrollTo(row);
    draw();
    cell(row, place)?.focus();
  }

  /** Let the first column stay in sight beside the numbers of rows while others scroll. */
  function keepFirstColumn() { box.style.setProperty("--numbers", `${heads.firstChild?.offsetWidth ?? 0}px`); }

  function drawHeads() {
    // What is typed as the name of a column is not cut off by a table that was read anew.
    if (naming?.isConnected) return;
    const hadFocus = heads.contains(document.activeElement);
    heads.replaceChildren(el("th", { scope: "col" }, WORDS.table.row), ...sheet.heads.map((each, place) => {
      const head = el("th", { scope: "col" }, sheet.held.why ? each : el("button", { type: "button", className: "head", title: WORDS.table.howToRename, onclick: () => { sheet.column = place; view.states(); }, ondblclick: () => { sheet.column = place; rename(); } }, each || WORDS.table.noName));
      head.dataset.column = place;
      return head;
    }));
    if (hadFocus) focusHead();
    keepFirstColumn();
  }

  const focusHead = () => heads.querySelector(`[data-column="${sheet.column}"] button`)?.focus();

  /** Let the user write the name of the current column. added: whether the column is to be added after it. */
  function rename(added = false) {
    const head = heads.querySelector(`[data-column="${sheet.column}"]`);
    if (!head) return;
    const before = added ? "" : sheet.heads[sheet.column];
    const input = el("input", { type: "text", value: before, maxLength: 40, "aria-label": added ? WORDS.table.nameOfNew : WORDS.table.newNameOf({ before }), autocomplete: "off" });
    let done = false;
    const end = (take) => {
      if (done) return;
      done = true;
      naming = null;
      const value = input.value.trim();
      drawHeads();
      view.states();
      focusHead();
      if (!take || !value || value === before) return;
      if (added) { sheet.column += 1; view.file.changeColumns("add", { head: value }); } else view.file.changeColumns("rename", { head: value });
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") { event.preventDefault(); end(true); }
      if (event.key === "Escape") { event.preventDefault(); end(false); }
    });
    input.addEventListener("blur", () => end(true));
    if (added) head.append(input); else head.replaceChildren(input);
    naming = input;
    input.scrollIntoView({ block: "nearest", inline: "nearest" });
    input.focus();
    input.select();
  }

  return {
    box,
    body,
    draw,
    drawHeads,
    rename,
    scrollTo,
    /** Tell whether a cell has the keyboard. */
    hasFocus: () => body.contains(document.activeElement),
    clear() { body.replaceChildren(); heads.replaceChildren(); },
    focus: (row, column) => cell(row, column)?.focus(),
    /** Go to a cell in sight with all of its text selected: what is typed replaces it. */
    select(row, column) { const input = cell(row, column); input?.focus(); input?.select(); },
    /** Return the column that has the keyboard. */
    columnInUse: () => document.activeElement?.dataset?.cell?.split("-")[1] ?? 0,
    /** Mark the row and the column that tools work on. */
    markCurrent() {
      if (sheet.canChange) for (const each of heads.querySelectorAll("th[data-column]")) each.classList.toggle("current", each.dataset.column === String(sheet.column));
      for (const each of body.querySelectorAll(".current")) each.classList.remove("current");
      body.querySelector(`tr[data-row="${sheet.current}"]`)?.classList.add("current");
      stops();
    },
    /** Bring a row into sight. */
    reach(row) {
      if (!sheet.order.includes(row) && sheet.held.rows[row]) view.unfilter();
      const top = sheet.order.indexOf(row) * ROW;
      if (top < box.scrollTop + ROW || top > box.scrollTop + box.clientHeight - 2 * ROW) box.scrollTop = top - box.clientHeight / 2;
      draw(true);
    },
  };
}
