// Ranges of cells: chosen, copied, pasted, filled and emptied as in a spreadsheet program.
import { notice } from "./notices.js";
import { rangeOf } from "./ranges.js";
import { cellRanges, toTabSeparated } from "./selection.js";
import { WORDS } from "./words.js";

const placeIn = (target) => target.closest?.("td")?.querySelector("[data-cell]")?.dataset.cell.split("-").map(Number) ?? null;

/** Put a text in at the cursor, as if it were typed. */
export function insert(input, text) {
  if (document.execCommand("insertText", false, text)) return;
  input.setRangeText(text, input.selectionStart, input.selectionEnd, "end");
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** Make the ranges of a sheet. body: has its cells; file: writes them; grid: shows rows; isFiltered: whether rows are hidden. */
export function tableCells(sheet, { body, file, grid, isFiltered, changed }) {
  const ranges = cellRanges(body, { cellAt: placeIn, changed: () => { mark(); changed(); } });

  /** Return the rows of the range, of those that are shown, and its first and last column; null without one. */
  function chosen() {
    const range = ranges.range();
    if (!range) return null;
    return { rows: sheet.order.filter((row) => row >= range.top && row <= range.bottom), left: range.left, right: range.right };
  }

  function mark() {
    const range = ranges.range();
    if (!range && !body.querySelector(".ranged")) return;
    for (const each of body.querySelectorAll("[data-cell]")) {
      const [row, place] = each.dataset.cell.split("-").map(Number);
      each.parentElement.classList.toggle("ranged", Boolean(range) && row >= range.top && row <= range.bottom && place >= range.left && place <= range.right);
    }
  }

  const valuesOf = ({ rows, left, right }) => rows.map((row) => Array.from({ length: right - left + 1 }, (_, n) => sheet.shownValue(row, left + n)));

  /** Write values into rows, which need not follow one another. */
  function put(rows, left, values) {
    let at = 0;
    while (at < rows.length) {
      let end = at + 1;
      while (end < rows.length && rows[end] === rows[end - 1] + 1) end += 1;
      file.fill(rows[at], left, values.slice(at, end));
      at = end;
    }
  }

  function empty() {
    const cells = chosen();
    if (cells && sheet.canChange) put(cells.rows, cells.left, cells.rows.map(() => Array(cells.right - cells.left + 1).fill("")));
  }

  /** Repeat the first row of the range in the others, or the cell above in the current one. */
  function fillDown() {
    if (!sheet.canChange) return;
    const { order, current, column } = sheet;
    const cells = chosen() ?? { rows: [order[order.indexOf(current) - 1], current], left: column, right: column };
    if (cells.rows.length < 2 || cells.rows[0] === undefined) return;
    const [first] = valuesOf(cells);
    put(cells.rows.slice(1), cells.left, cells.rows.slice(1).map(() => first));
  }

  function copy(event) {
    const cells = chosen();
    if (!cells) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", toTabSeparated(valuesOf(cells)));
    if (event.type === "cut") empty();
  }
  body.addEventListener("copy", copy);
  body.addEventListener("cut", copy);

  /** Let the range end at another cell; tell whether it did. */
  function extend(input, down, right) {
    // Within a text Shift and the arrows choose letters, until there are no more.
    const letter = input.selectionDirection === "backward" ? input.selectionStart : input.selectionEnd;
    const last = down < 0 || right < 0 ? 0 : input.value.length;
    if (!ranges.range() && (right || input.value.includes("\n")) && letter !== last) return false;
    const { order } = sheet;
    const [endRow, endColumn] = ranges.end();
    const to = [order[Math.max(0, Math.min(order.length - 1, order.indexOf(endRow) + down))], Math.max(0, Math.min(sheet.heads.length - 1, endColumn + right))];
    ranges.extend(to);
    grid.scrollTo(to[0]);
    return true;
  }

  /** Take keys that are about the range; tell whether this was one. */
  function isRangeKey(event, input, row, place) {
    const range = ranges.range();
    const key = event.key.toLowerCase();
    const [down, right] = { arrowdown: [1, 0], arrowup: [-1, 0], arrowright: [0, 1], arrowleft: [0, -1] }[key] ?? [0, 0];
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.shiftKey && !event.ctrlKey && !event.altKey && (down || right)) { if (!extend(input, down, right)) return false; }
    else if (isCommand && key === "d") fillDown();
    else if (!range || isCommand || event.altKey) return false;
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

  /** Fill cells from the clipboard; what belongs into one cell goes to the cursor. */
  function paste(event, input, row, column) {
    if (!sheet.canChange) return;
    const text = event.clipboardData.getData("text/plain");
    const whole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    const range = rangeOf(text, {
      whole, separator: sheet.held.separator, width: sheet.heads.length - column, table: /<table/i.test(event.clipboardData.getData("text/html")),
    });
    event.preventDefault();
    const one = !range || (range.length === 1 && range[0].length === 1);
    const cells = chosen();
    const single = range ? range[0][0] : text.replace(/\r\n?/g, "\n");
    if (one && cells) { put(cells.rows, cells.left, valuesOf(cells).map((line) => line.map(() => single))); return; }
    if (one) { insert(input, single); return; }
    const [from, left] = cells ? [cells.rows[0], cells.left] : [row, column];
    if (!isFiltered()) { file.fill(from, left, range); return; }
    const rows = sheet.order.slice(sheet.order.indexOf(from), sheet.order.indexOf(from) + range.length);
    if (rows.length < range.length) { notice(WORDS.table.tooFewShown({ count: range.length, shown: rows.length }), [WORDS.common.close]); return; }
    put(rows, left, range);
  }

  return { chosen, mark, isRangeKey, paste, fillDown, range: ranges.range, begin: ranges.begin, clear: ranges.clear };
}
