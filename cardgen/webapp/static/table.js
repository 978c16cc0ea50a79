// A table that the pack takes its cards from, changed by cells and rows; only rows in sight are there.
import { choice, el, plural } from "./dom.js";
import { Ended, Problem, Stale, ask, tab } from "./server.js";
import { rangeOf } from "./ranges.js";

const ROW = 31;
const AHEAD = 8;

/** Make the view of tables.
 *
 *  changed: called when the file was written, with the table's name where that can be taken back; notice: says something
 *  above the page; kept: called when what is not written yet has changed.
 */
export function tables({ changed, notice, kept }) {
  const which = el("span");
  const tool = (label, how, key) => el("button", { type: "button", disabled: true, title: key ?? "", onclick: () => act(how) }, label);
  const tools = { add: tool("Add row", "add"), copy: tool("Duplicate", "copy"), up: tool("Move up", "up", "Alt+↑"), down: tool("Move down", "down", "Alt+↓"),
    delete: tool("Delete row", "delete") };
  const body = el("tbody");
  const heads = el("tr");
  const table = el("table", {}, el("thead", {}, heads), body);
  const said = el("p", { className: "small" });
  const wrong = el("ul", { className: "wrong", "aria-label": "Problems of the table" });
  const bar = el("div", { className: "bar" }, which, ...Object.values(tools));
  const box = el("div", { className: "scroll" }, table);
  const root = el("div", { className: "view-table" }, said, wrong, bar, box);
  box.addEventListener("scroll", () => draw(), { passive: true });
  let known = [];
  let at = 0;
  let held = null;
  let current = 0;
  let problems = [];
  let faults = new Map();
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
  const label = ({ name: file, sheet }) => (sheet ? `${file}, sheet ${sheet}` : file);
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
    heads.replaceChildren(el("th", { scope: "col" }, "row"), ...held.rows[0].map((each) => el("th", { scope: "col" }, each)));
    said.textContent = held.why || `${plural(held.rows.length - 1, "row")}. Each change is written to ${name()} at once, and Ctrl+Z takes it back. Shift+Enter begins a line in a cell; ranges of cells can be pasted.`;
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
    tools.up.disabled = !row || current < 2;
    tools.down.disabled = !row || current >= held.rows.length - 1;
    for (const each of ["copy", "up", "down", "delete"]) tools[each].setAttribute("aria-label", `${tools[each].textContent}${row ? `: row ${held.number + current}` : ""}`);
    for (const each of body.querySelectorAll(".current")) each.classList.remove("current");
    body.querySelector(`tr[data-row="${current}"]`)?.classList.add("current");
    stops();
  }

  function draw(anew = false) {
    if (!held || !root.isConnected) return;
    const top = Math.max(1, Math.floor(box.scrollTop / ROW) - AHEAD);
    const last = Math.min(held.rows.length, top + Math.ceil(box.clientHeight / ROW) + 2 * AHEAD);
    if (!anew && body.dataset.top === String(top)) return;
    // What is being typed is not lost by drawing: it is written first, or goes on in the new field.
    const active = document.activeElement?.dataset?.cell ? document.activeElement : null;
    const typed = active && { place: active.dataset.cell, value: active.value, from: active.selectionStart, to: active.selectionEnd, open: active.dataset.typed };
    body.dataset.top = top;
    body.replaceChildren(space(top - 1), ...Array.from({ length: Math.max(0, last - top) }, (_, n) => line(top + n)), space(held.rows.length - last));
    stops();
    if (!typed) return;
    const again = cell(...typed.place.split("-"));
    if (!again) return;
    again.focus();
    if (typed.open) { again.value = typed.value; again.setSelectionRange(typed.from, typed.to); again.dispatchEvent(new InputEvent("input", { bubbles: true })); }
  }

  /** Tab goes through one row, and on; the arrows go to others. */
  function stops() {
    const rows = [...body.querySelectorAll("tr[data-row]")];
    const one = rows.find((each) => each.dataset.row === String(current)) ?? rows[0];
    for (const each of rows) for (const input of each.querySelectorAll("textarea")) input.tabIndex = each === one ? 0 : -1;
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
    input.classList.toggle("open", here && (input.value.includes("\n") || input.scrollWidth > input.clientWidth));
    if (input.classList.contains("open")) input.style.height = `${Math.min(input.scrollHeight, 12 * ROW)}px`;
  }

  function line(row) {
    const number = held.number + row;
    const fault = faults.get(number);
    const isMarked = marked?.table === name() && marked.row === number;
    const shown = el("tr", { className: [fault ? `faulty ${fault.severity}` : "", row === current ? "current" : "", isMarked ? "marked" : ""].join(" "), title: fault?.message ?? "" }, el("th", { scope: "row" }, String(number)),
      held.rows[0].map((head, column) => field(head, row, column, number)));
    shown.dataset.row = row;
    return shown;
  }

  function field(head, row, column, number) {
    const value = shownValue(row, column);
    const open = unwritten.get(placeOf(row, column));
    const input = el("textarea", { rows: 1, value, readOnly: Boolean(held.why), "aria-label": `${head}, row ${number}`, autocomplete: "off", spellcheck: false,
      onfocus: () => { current = row; states(); grow(input); input.scrollIntoView({ block: "nearest", inline: "nearest" }); },
      onblur: () => { grow(input); input.scrollTop = 0; },
      oninput: () => { input.dataset.typed = "yes"; grow(input); },
      onpaste: (event) => paste(event, input, row, column),
      onchange: () => write(input, row, column) });
    input.dataset.cell = `${row}-${column}`;
    input.addEventListener("keydown", (event) => keys(event, input, row, column));
    const lines = value.split("\n");
    // The field lies over a text that gives the column its width, and grows over the rows below while it is written in.
    const shown = el("td", { className: [lines.length > 1 ? "lines" : "", open ? "unwritten" : ""].join(" "), title: open ? open.why : "" },
      el("div", { className: "width", "aria-hidden": "true" }, lines[0]), input);
    if (lines.length > 1) shown.dataset.lines = `${lines.length} lines`;
    return shown;
  }

  function write(input, row, column) {
    const { value } = input;
    delete input.dataset.typed;
    if (value === shownValue(row, column)) return;
    const before = fileValue(row, column);
    // It is on its way, and is shown wherever the cell is drawn anew.
    unwritten.set(placeOf(row, column), { value, before, why: "Not written yet" });
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
    const to = row + step;
    // The heads stay at the top.
    box.scrollTop = Math.max(Math.min(box.scrollTop, (to - 1) * ROW), (to + 1) * ROW - box.clientHeight);
    draw();
    cell(to, column)?.focus();
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
    if (!range || (range.length === 1 && range[0].length === 1)) { insert(input, range ? range[0][0] : text.replace(/\r\n?/g, "\n")); return; }
    fill(row, column, range);
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
        failed?.(`${file} was changed by another program: press Enter to write it here all the same`);
        notice(`${file} was changed by another program: it is shown as it is now. ${failed ? "What you wrote is still in its cell, marked." : "Make your change again."}`, ["Close"]);
        digests.delete(file);
        await load();
        return;
      }
      changed(own ? file : null);
    } catch (error) {
      if (error instanceof Ended) { failed?.("Not written: the studio does not answer"); return; }
      if (error instanceof Stale) return;
      if (!(error instanceof Problem)) throw error;
      failed?.(error.message);
      notice(error.message, ["Close"]);
    }
  }

  /** Bring a row into sight. */
  function reach(row) {
    const top = row * ROW;
    if (top < box.scrollTop + ROW || top > box.scrollTop + box.clientHeight - 2 * ROW) box.scrollTop = top - box.clientHeight / 2;
    draw(true);
  }

  /** Go to the cell that a problem is about: its message begins with the column's name. */
  function go(problem) {
    const place = known.findIndex((each) => each.name === problem.table);
    if (place < 0) return;
    if (place !== at || !held) { goal = problem; at = place; held = null; load(); return; }
    goal = null;
    const message = problem.message.toLowerCase();
    const column = Math.max(0, held.rows[0].findIndex((head) => head && [":", " of "].some((end) => message.startsWith(head.trim().toLowerCase() + end))));
    const row = problem.row - held.number;
    reach(row);
    cell(row, column)?.focus();
  }

  /** Write a cell of any table. number: of its row, as spreadsheet programs count; head: of its column. */
  async function writeCell(file, number, head, value, failed) {
    await written(file, async () => {
      const answer = await ask("/table", { tab, name: file, sheet: known.find((each) => each.name === file)?.sheet ?? null });
      if (answer.why) { failed(answer.why); return {}; }
      const column = answer.rows[0].indexOf(head);
      const made = await ask("/cells", { tab, name: file, digest: answer.digest, row: number - answer.number, column, values: [[value]] });
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
          unwritten.set(placeOf(row, column, file), { value, before, why: same ? "Not written yet" : `${file} has another text here by now: press Enter to write yours` });
          if (same) await put(file, row, column);
        } catch (error) {
          if (!(error instanceof Problem || error instanceof Stale)) throw error;
          notice(`${file}, row ${row + 1}: ${value} could not be written: ${error.message}`, ["Close"]);
        }
      }
      kept();
      draw(true);
    },
    show() {
      if (!body.contains(document.activeElement) || !held) load();
      else draw(true);
    },
    /** Take in which tables the text names, and mark the rows that something is wrong with. */
    told(named, found) {
      if (JSON.stringify(named) !== JSON.stringify(known)) {
        const before = JSON.stringify(known[at]);
        known = named;
        at = Math.max(0, known.findIndex((each) => JSON.stringify(each) === before));
        if (JSON.stringify(known[at]) !== before) held = null;
        which.replaceChildren(...(known.length > 1 ? [choice("Table", String(at), known.map((each, n) => [String(n), label(each)]), (value) => { at = Number(value); held = null; load(); })] : []));
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
