// A table that the pack takes its cards from, changed by cells and rows; only rows in sight are there.
import { choice, el, plural } from "./dom.js";
import { Problem, Stale, ask, tab } from "./server.js";

const ROW = 31;
const AHEAD = 8;

/** Make the view of tables. changed: called when the file was written; notice: says something above the page. */
export function tables({ changed, notice }) {
  const which = el("span");
  const tool = (label, how, key) => el("button", { type: "button", disabled: true, title: key ?? "", onclick: () => act(how) }, label);
  const tools = { add: tool("Add row", "add"), copy: tool("Duplicate", "copy"), up: tool("Move up", "up", "Alt+↑"), down: tool("Move down", "down", "Alt+↓"),
    delete: tool("Delete row", "delete"), undo: tool("Undo", "undo", "Ctrl+Z"), redo: tool("Redo", "redo", "Ctrl+Y") };
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
  // Changes are written one after the other: each answer names the file for the next.
  let queue = Promise.resolve();

  const name = () => known[at]?.name ?? null;
  const label = ({ name: file, sheet }) => (sheet ? `${file}, sheet ${sheet}` : file);

  async function load() {
    if (!name() || !root.isConnected) return;
    const mine = known[at];
    try {
      const answer = await ask("/table", { tab, ...mine });
      if (mine === known[at]) take(answer);
    } catch (error) {
      if (error instanceof Problem) { held = null; body.replaceChildren(); heads.replaceChildren(); said.textContent = error.message; states(); } else if (!(error instanceof Stale)) throw error;
    }
  }

  /** Show a table as the server has it. */
  function take(answer) {
    held = answer;
    heads.replaceChildren(el("th", { scope: "col" }, "row"), ...held.rows[0].map((each) => el("th", { scope: "col" }, each)));
    said.textContent = held.why || `${plural(held.rows.length - 1, "row")}. Each change is written to ${name()} at once; Undo takes it back.`;
    current = Math.min(current, held.rows.length - 1);
    draw(true);
    states();
    if (goal) go(goal);
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
    tools.undo.disabled = !can || !held.undo;
    tools.redo.disabled = !can || !held.redo;
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
    const active = document.activeElement?.dataset?.cell;
    body.dataset.top = top;
    body.replaceChildren(space(top - 1), ...Array.from({ length: Math.max(0, last - top) }, (_, n) => line(top + n)), space(held.rows.length - last));
    stops();
    if (active) cell(...active.split("-"))?.focus();
  }

  /** Tab goes through one row, and on; the arrows go to others. */
  function stops() {
    const rows = [...body.querySelectorAll("tr[data-row]")];
    const one = rows.find((each) => each.dataset.row === String(current)) ?? rows[0];
    for (const each of rows) for (const input of each.querySelectorAll("input")) input.tabIndex = each === one ? 0 : -1;
  }

  const cell = (row, column) => body.querySelector(`[data-cell="${row}-${column}"]`);
  const space = (rows) => el("tr", { "aria-hidden": "true", style: { height: `${Math.max(0, rows) * ROW}px` } });

  function line(row) {
    const number = held.number + row;
    const fault = faults.get(number);
    const shown = el("tr", { className: [fault ? `faulty ${fault.severity}` : "", row === current ? "current" : ""].join(" "), title: fault?.message ?? "" }, el("th", { scope: "row" }, String(number)),
      held.rows[0].map((head, column) => {
        const input = el("input", { type: "text", value: held.rows[row][column] ?? "", readOnly: Boolean(held.why), "aria-label": `${head}, row ${number}`, autocomplete: "off",
          onfocus: () => { current = row; states(); },
          onchange: () => { queue = queue.then(() => put(row, column, input.value)); } });
        input.dataset.cell = `${row}-${column}`;
        input.addEventListener("keydown", (event) => keys(event, input, row, column));
        return el("td", {}, input);
      }));
    shown.dataset.row = row;
    return shown;
  }

  function keys(event, input, row, column) {
    const written = input.value !== (held.rows[row][column] ?? "");
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !written && (key === "z" || key === "y")) {
      event.preventDefault();
      act(key === "y" || event.shiftKey ? "redo" : "undo");
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    if (event.altKey) { input.blur(); act(step > 0 ? "down" : "up"); return; }
    if (event.key === "Enter") input.blur();
    box.scrollBy(0, step * ROW);
    draw();
    cell(row + step, column)?.focus();
  }

  async function put(row, column, value) {
    const before = held.rows[row][column];
    await written(async () => {
      const answer = await ask("/cell", { tab, name: name(), digest: held.digest, row, column, value });
      if (!answer.changed) { Object.assign(held, answer); held.rows[row][column] = value; states(); }
      return answer;
    }, () => { held.rows[row][column] = before; draw(true); });
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
      await written(async () => {
        const answer = await ask("/rows", { tab, name: mine.name, digest: held.digest, how: { up: "move", down: "move" }[how] ?? how, row, to });
        if (!answer.changed && mine === known[at]) {
          current = { add: row, copy: row + 1, up: to, down: to }[how] ?? row;
          take(answer);
          reach(current);
          cell(current, column)?.focus();
        }
        return answer;
      });
    });
  }

  async function written(call, undo = () => {}) {
    try {
      const answer = await call();
      if (answer.changed) {
        notice(`${name()} was changed by another program: it is shown as it is now. Make your change again.`, ["Close"]);
        await load();
        return;
      }
      changed();
    } catch (error) {
      undo();
      if (error instanceof Problem) notice(error.message, ["Close"]);
      else if (!(error instanceof Stale)) throw error;
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

  return {
    root,
    go,
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
