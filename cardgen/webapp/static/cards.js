// All faces and the backs, each with its quantity; only what is in sight is drawn.
import { el, plural } from "./dom.js";
import { ask, show, tab } from "./server.js";
import { large } from "./face.js";

const GAP = 12;
const STEPPER = 41;
const TITLE = 22;
const AHEAD = 2;
const [SMALL, USUAL, LARGE] = [72, 104, 360];
const KEPT = "cardgen cards";

/** Make the view of cards. set: writes a value into the text; chose: called with the card that is chosen; hands: as for large(). */
export function cards({ set, notice, chose, hands }) {
  const list = el("ul", { className: "cards", "aria-label": "Cards" });
  let { width = null, titles = false } = kept();
  const size = el("input", { type: "range", min: SMALL, max: LARGE, step: 4, "aria-label": "Size of the cards", oninput: () => { width = Number(size.value); keep(); anew(); } });
  const title = el("input", { type: "checkbox", checked: titles, onchange: () => { titles = title.checked; keep(); anew(); } });
  const search = el("input", { type: "search", placeholder: "Find cards", "aria-label": "Find cards", oninput: () => { scroller().scrollTop = 0; anew(); } });
  const found = el("span", { className: "small", role: "status" });
  const root = el("div", { className: "view-cards" },
    el("div", { className: "bar wall" }, search, el("label", { className: "choice" }, el("span", {}, "Size"), size), el("label", { className: "choice" }, title, el("span", {}, "Titles")), found), list);
  const cells = new Map();
  const wished = new Map();
  let pack = null;
  let rev = 0;
  let places = [];
  let columns = 1;
  let asking = Promise.resolve();
  /** The card that is seen large. */
  let opened = null;
  /** The cards that the cursor in the text is about. */
  let marked = new Set();
  /** The place that has the keyboard, or had it last. */
  let current = 0;

  const scroller = () => root.closest("#view");
  /** The width that was chosen, or one of which some six are beside one another. */
  const wide = () => width ?? Math.max(USUAL, Math.min(180, Math.round(list.clientWidth / 6 - GAP)));
  const height = () => Math.round((wide() * pack.size[1]) / pack.size[0]);
  const below = () => STEPPER + (titles ? TITLE : 0);
  const step = () => height() + below();

  function kept() {
    try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
  }
  function keep() {
    try { localStorage.setItem(KEPT, JSON.stringify({ width, titles })); } catch { /* Nothing is kept where nothing may be. */ }
  }
  /** Put the cards in their places again, after another choice. */
  function anew() { if (pack) { arrange(); draw(); } }

  /** Put cards in rows; a suit begins a row of its own. */
  function arrange() {
    const [one, wish] = [wide(), search.value.trim().toLowerCase()];
    const room = Math.max(one, list.clientWidth);
    columns = Math.max(1, Math.floor((room + GAP) / (one + GAP)));
    size.value = one;
    places = [];
    let row = 0;
    let column = 0;
    let suit;
    const all = [...pack.faces.map((face, index) => ({ face, index })), ...pack.backs.map((face) => ({ face, back: true, index: pack.faces.length }))];
    const sides = wish ? all.filter(({ face, back }) => !back && `${face.label}\n${face.id}\n${face.notes}`.toLowerCase().includes(wish)) : all;
    found.textContent = wish ? `${plural(sides.length, "card")} of ${pack.faces.length.toLocaleString("en")}` : "";
    sides.forEach(({ face, back, index }, number) => {
      const own = back ? "back" : face.path[0] === "suits" ? face.path[1] : "besides";
      const together = own === suit || (own === "back" && suit === "besides");
      if (number && (!together || column === columns) && column) { row += 1; column = 0; }
      suit = own;
      places.push({ face, back, index, row, column });
      column += 1;
    });
    list.style.setProperty("--wide", `${one}px`);
    list.style.setProperty("--high", `${height()}px`);
    list.style.setProperty("--round", `${(pack.corner / pack.size[0]) * one}px`);
    list.style.height = `${(row + 1) * step()}px`;
  }

  /** The first and the last place in sight, and a little more. */
  function inSight() {
    const box = scroller();
    const top = Math.floor((box.scrollTop - list.offsetTop) / step()) - AHEAD;
    const bottom = Math.ceil((box.scrollTop - list.offsetTop + box.clientHeight) / step()) + AHEAD;
    let first = places.findIndex((each) => each.row >= top);
    let last = places.findIndex((each) => each.row > bottom);
    if (first < 0) first = 0;
    if (last < 0) last = places.length;
    return [first, last];
  }

  const named = ({ face, back }) => `${back ? "back " : ""}${face.id}`;

  function draw() {
    const large = opened && [...pack.faces, ...pack.backs].find((each) => each.id === opened.id);
    if (large?.key && large.shownIn !== rev) { large.shownIn = rev; opened.show(pack, large, rev); }
    if (!pack || !root.isConnected || !list.clientWidth) return;
    const [first, last] = inSight();
    const wanted = new Set();
    const put = (at) => {
      const id = named(places[at]);
      wanted.add(id);
      fill(cells.get(id) ?? make(id), places[at], at);
    };
    for (let at = first; at < last; at += 1) put(at);
    // A card that has the keyboard stays, be it out of sight.
    const holder = [...cells.values()].find((cell) => cell.root.contains(document.activeElement));
    const held = holder && !wanted.has(holder.id) ? places.findIndex((each) => named(each) === holder.id) : -1;
    if (held >= 0) put(held);
    if (holder && wanted.has(holder.id)) current = holder.at;
    for (const [id, cell] of cells) if (!wanted.has(id)) { cell.root.remove(); cells.delete(id); }
    // What stays in place keeps the keyboard.
    const sorted = [...cells.values()].sort((one, other) => one.at - other.at);
    let next = list.firstChild;
    for (const { root: each } of sorted) if (each === next) next = next.nextSibling; else list.insertBefore(each, next);
    stops();
    nameMore(first, last);
  }

  /** Tab goes to one card, and on; the arrows go to others. */
  function stops() {
    const all = [...cells.values()];
    const one = all.find((cell) => cell.at === current) ?? all.find((cell) => cell.root === list.firstChild);
    for (const cell of all) {
      cell.button.tabIndex = cell === one ? 0 : -1;
      if (cell.count) cell.count.tabIndex = cell.button.tabIndex;
    }
  }

  /** Go to another card by the keyboard. */
  function go(at) {
    current = Math.max(0, Math.min(places.length - 1, at));
    const box = scroller();
    const top = list.offsetTop + places[current].row * step();
    box.scrollTop = Math.max(Math.min(box.scrollTop, top - GAP), top + step() + GAP - box.clientHeight);
    draw();
    [...cells.values()].find((cell) => cell.at === current)?.button.focus();
  }

  /** Return the place in another row that is nearest to a column. */
  function across(row, column) {
    const there = places.filter((each) => each.row === row);
    return there.length ? places.indexOf(there[Math.min(column, there.length - 1)]) : current;
  }

  list.addEventListener("keydown", (event) => {
    if (!event.target.matches(".face") || event.altKey || event.ctrlKey || event.metaKey) return;
    const { row, column } = places[current];
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: places.length - 1 }[event.key]
      ?? { ArrowDown: () => across(row + 1, column), ArrowUp: () => across(row - 1, column) }[event.key]?.();
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });

  /** Ask for the names of pictures of cards, from one place to another; tell whether they are of the newest text. */
  function name(first, last) {
    asking = asking.then(async () => {
      const mine = rev;
      const to = Math.min(last, pack?.faces.length ?? 0);
      if (!pack || pack.faces.slice(first, to).every((each) => each.key)) return mine === rev;
      try {
        const { keys } = await ask("/faces", { tab, rev: mine, first, last: to });
        if (mine === rev) keys.forEach((key, at) => { pack.faces[first + at].key = key; });
      } catch { /* A newer text took its place, and names its own. */ return false; }
      return mine === rev;
    });
    return asking;
  }

  /** Ask for the names of pictures that come into sight. */
  async function nameMore(first, last) {
    const lacking = places.slice(first, last).filter((each) => !each.face.key && !each.back).map((each) => each.index);
    if (lacking.length && await name(Math.min(...lacking), Math.max(...lacking) + 1)) draw();
  }

  /** Show a card large. */
  function open(face, back = false) { opened = large(pack, face, rev, back ? null : hands, () => { opened = null; }); }

  function make(id) {
    const image = el("img", { alt: "", decoding: "async" });
    const face = el("button", { type: "button", className: "face", "aria-description": "The arrow keys go to other cards.", onclick: () => open(cell.face, cell.back) }, image);
    const cell = { id, image, button: face, root: el("li", { onfocusin: () => { current = cell.at; stops(); if (!cell.back) chose(cell.face.id, rev); } }, face) };
    cells.set(id, cell);
    return cell;
  }

  function fill(cell, { face, back, row, column }, at) {
    cell.face = face;
    cell.back = back;
    cell.at = at;
    const move = `translate(${column * (wide() + GAP)}px, ${row * step()}px)`;
    if (cell.root.style.transform !== move) cell.root.style.transform = move;
    const quantity = wished.get(face.id) ?? face.quantity;
    cell.root.classList.toggle("none", quantity === 0 && !back);
    cell.root.classList.toggle("of-text", !back && marked.has(face.id));
    cell.button.setAttribute("aria-label", back ? `${face.label}, seen large` : `${face.label}, ${plural(quantity, "card")}, seen large`);
    if (face.key) show(cell.image, `picture/${face.key}`, wide());
    if (titles && !back) {
      if (!cell.title) { cell.title = el("span", { className: "title" }); cell.button.after(cell.title); }
      cell.title.textContent = cell.title.title = face.label;
    } else if (cell.title) { cell.title.remove(); cell.title = undefined; }
    if (back) {
      cell.below ??= cell.root.appendChild(el("span", { className: "label" }));
      cell.below.textContent = face.label;
    } else if (face.path.length || hands.countable(face)) {
      // While its pack was being checked, its place in the file was not known.
      cell.below?.remove();
      cell.below = undefined;
      stepper(cell, face, quantity);
    } else {
      cell.below ??= cell.root.appendChild(el("span", { className: "label", title: "Its quantity stands in a spreadsheet" }));
      cell.below.textContent = `${quantity} ×`;
    }
  }

  function stepper(cell, face, quantity) {
    if (!cell.count) {
      const step = (by) => () => wish(cell.face, Math.max(least(cell.face), (wished.get(cell.face.id) ?? cell.face.quantity) + by));
      // By the keyboard they are the arrows of the field between them.
      cell.less = el("button", { type: "button", tabIndex: -1, onclick: step(-1) }, "−");
      cell.more = el("button", { type: "button", tabIndex: -1, onclick: step(1) }, "+");
      cell.count = el("input", { type: "text", inputMode: "numeric", autocomplete: "off", onchange: () => {
        const value = Number(cell.count.value);
        if (/^\d{1,4}$/.test(cell.count.value.trim())) wish(cell.face, Math.max(least(cell.face), value));
        else {
          notice(`${cell.count.value.trim() || "Nothing"} is no quantity: write a number from ${least(cell.face)} to 9999. ${cell.face.label} still has ${cell.face.quantity}.`, ["Close"]);
          cell.count.value = cell.face.quantity;
        }
      } });
      cell.count.addEventListener("keydown", (event) => {
        if (event.key === "ArrowUp") { step(1)(); event.preventDefault(); }
        if (event.key === "ArrowDown") { step(-1)(); event.preventDefault(); }
      });
      cell.root.append(el("div", { className: "stepper" }, cell.less, cell.count, cell.more));
    }
    cell.count.setAttribute("aria-label", `How many of ${face.label}`);
    cell.less.setAttribute("aria-label", `One ${face.label} less`);
    cell.more.setAttribute("aria-label", `One ${face.label} more`);
    cell.less.disabled = quantity <= least(face);
    if (document.activeElement !== cell.count || wished.has(face.id)) cell.count.value = quantity;
  }

  const least = (face) => (face.path[0] === "extras" ? 1 : 0);

  function wish(face, quantity) {
    if (quantity === (wished.get(face.id) ?? face.quantity)) return;
    wished.set(face.id, quantity);
    draw();
    (face.path.length ? set(face.path, quantity) : hands.count(face, quantity)).finally(() => { if (wished.get(face.id) === quantity) wished.delete(face.id); });
  }

  new ResizeObserver(() => { if (pack && root.isConnected && list.clientWidth) { arrange(); draw(); } }).observe(list);

  return {
    root,
    /** Cards in sight, for the next look at the text. */
    sight() {
      if (!root.isConnected) return [0, 0];
      if (!pack || !list.clientWidth) return [0, 60];
      const [first, last] = inSight();
      const indices = places.slice(first, last).map((each) => each.index);
      return indices.length ? [Math.min(...indices), Math.max(...indices) + 1] : [0, 0];
    },
    show(found, number) {
      pack = found;
      rev = number;
      if (!root.isConnected || !list.clientWidth) return;
      arrange();
      draw();
    },
    scrolled: draw,
    name,
    /** Show a card large. */
    open(id) { const face = pack?.faces.find((each) => each.id === id); if (face?.key) open(face); },
    /** Return the card at an element of the page, if any. */
    at: (target) => [...cells.values()].find((cell) => !cell.back && cell.root.contains(target))?.face ?? null,
    /** Mark cards, and bring the first into sight where none is. */
    mark(ids) {
      marked = new Set(ids);
      if (!pack || !root.isConnected || !list.clientWidth) return;
      const of = places.filter(({ face, back }) => !back && marked.has(face.id));
      const box = scroller();
      const topOf = ({ row }) => list.offsetTop + row * step();
      const inSight = of.some((each) => topOf(each) >= box.scrollTop && topOf(each) + height() <= box.scrollTop + box.clientHeight);
      if (of.length && !inSight) box.scrollTop = topOf(of[0]) - GAP;
      draw();
    },
    /** Show nothing: there is no version without errors. */
    clear() { pack = null; cells.clear(); list.replaceChildren(); list.style.height = "0"; },
  };
}
