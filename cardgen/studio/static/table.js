// A table that the pack takes its cards from, changed cell by cell; only rows in sight are there.
import { choice, el } from "./dom.js";
import { Problem, Stale, ask, tab } from "./server.js";

const ROW = 31;
const AHEAD = 8;

/** Make the view of tables. changed: called when a cell was written; notice: says something above the page. */
export function tables({ changed, notice }) {
  const tools = el("div", { className: "bar" });
  const body = el("tbody");
  const heads = el("tr");
  const table = el("table", {}, el("thead", {}, heads), body);
  const said = el("p", { className: "small" });
  const root = el("div", { className: "view-table" }, tools, said, table);
  let name = null;
  let held = null;
  let rev = 0;
  let faults = new Map();
  // Cells are written one after the other: each answer names the file for the next.
  let queue = Promise.resolve();

  const scroller = () => root.closest("#view");

  async function load() {
    if (!name || !root.isConnected) return;
    const mine = rev;
    try {
      const answer = await ask("/table", { tab, name });
      if (mine !== rev) return;
      held = answer;
      heads.replaceChildren(el("th", { scope: "col" }, "row"), ...held.rows[0].map((each) => el("th", { scope: "col" }, each)));
      said.textContent = `${held.rows.length - 1} rows. Each change is written to ${name} at once.`;
      draw(true);
    } catch (error) {
      if (error instanceof Problem) said.textContent = error.message;
      else if (!(error instanceof Stale)) throw error;
    }
  }

  function draw(anew = false) {
    if (!held || !root.isConnected) return;
    const box = scroller();
    const top = Math.max(1, Math.floor((box.scrollTop - table.offsetTop) / ROW) - AHEAD);
    const last = Math.min(held.rows.length, top + Math.ceil(box.clientHeight / ROW) + 2 * AHEAD);
    if (!anew && body.dataset.top === String(top)) return;
    const active = document.activeElement?.dataset?.cell;
    body.dataset.top = top;
    body.replaceChildren(space(top - 1), ...Array.from({ length: last - top }, (_, at) => line(top + at)), space(held.rows.length - last));
    if (active) body.querySelector(`[data-cell="${active}"]`)?.focus();
  }

  const space = (rows) => el("tr", { "aria-hidden": "true", style: { height: `${Math.max(0, rows) * ROW}px` } });

  function line(at) {
    const number = held.number + at;
    const fault = faults.get(`${name.split("/").at(-1)}:${number}`);
    return el("tr", { className: fault ? `faulty ${fault.severity}` : "", title: fault?.message ?? "" }, el("th", { scope: "row" }, String(number)),
      held.rows[0].map((head, column) => {
        const value = held.rows[at][column] ?? "";
        const box = el("input", { type: "text", value, "aria-label": `${head}, row ${number}`, autocomplete: "off", onchange: () => { queue = queue.then(() => put(at, column, box.value)); } });
        box.dataset.cell = `${at}-${column}`;
        box.addEventListener("keydown", (event) => {
          const step = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key];
          if (!step) return;
          event.preventDefault();
          if (event.key === "Enter") box.blur();
          scroller().scrollBy(0, step * ROW);
          draw();
          body.querySelector(`[data-cell="${at + step}-${column}"]`)?.focus();
        });
        return el("td", {}, box);
      }));
  }

  async function put(row, column, value) {
    const before = held.rows[row][column];
    try {
      const answer = await ask("/cell", { tab, name, digest: held.digest, row, column, value });
      if (answer.changed) {
        notice(`${name} was changed by another program: it is shown as it is now. Write your change again.`, ["Close"]);
        await load();
        return;
      }
      held.digest = answer.digest;
      held.rows[row][column] = value;
      changed();
    } catch (error) {
      held.rows[row][column] = before;
      if (error instanceof Problem) notice(error.message, ["Close"]);
      else if (!(error instanceof Stale)) throw error;
      draw(true);
    }
  }

  return {
    root,
    scrolled: () => draw(),
    show() {
      if (!body.contains(document.activeElement) || !held) load();
      else draw(true);
    },
    /** Take in which tables the text names, and mark the rows that something is wrong with. */
    told(known, problems) {
      rev += 1;
      if (!known.includes(name)) { name = known[0] ?? null; held = null; }
      tools.replaceChildren(...(known.length > 1 ? [choice("Table", name, known, (value) => { name = value; held = null; load(); })] : []));
      faults = new Map(problems.filter((each) => each.start === undefined).map((each) => [each.where, each]));
      draw(true);
    },
  };
}
