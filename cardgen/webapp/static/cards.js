// All faces and the backs, each with its quantity; only what is in sight is drawn.
import { afterPause, choice, el } from "./dom.js";
import { ask, releasePicture, tab } from "./server.js";
import { cardCells } from "./cardcells.js";
import { large } from "./face.js";
import { GAP, kindOfFace, rowAt, wall } from "./wall.js";
import { WORDS } from "./words.js";

const STEPPER = 41;
const TITLE = 22;
const AHEAD = 200;
const [SMALL, USUAL, LARGE] = [72, 104, 360];
const KEPT = "cardgen cards";
/** Pictures of cards that are named in one request while nobody waits, and milliseconds before and between them. */
const [FEW, IDLE, PAUSE] = [20, 2500, 60];
/** Milliseconds after which one asks what cards say. */
const LEARN = 150;
const GROUPS = [["", WORDS.cards.asInPack], ["list", WORDS.cards.byList], ["suit", WORDS.cards.bySuit], ["piece", WORDS.cards.byPiece]];
const SINCE = [["saved", WORDS.cards.sinceSaved], ["printed", WORDS.cards.sincePrinted], ["", WORDS.cards.notMarked]];

/** Make the view of cards. set: writes a value into the text; chose: called with the card that is chosen; hands: as for
 *  large(); changes: what differs from the cards as saved and as printed. */
export function cards({ set, notice, chose, hands, changes }) {
  const list = el("ul", { className: "cards", "aria-label": WORDS.common.cards });
  const look = { width: null, titles: false, backs: false, groups: "", since: "saved", ...kept() };
  const choose = (what) => { Object.assign(look, what); keep(); anew(); };
  const size = el("input", { type: "range", min: SMALL, max: LARGE, step: 4, "aria-label": WORDS.cards.sizeOfTheCards, oninput: () => choose({ width: Number(size.value) }) });
  const flag = (label, key) => {
    const box = el("input", { type: "checkbox", checked: look[key], onchange: () => choose({ [key]: box.checked }) });
    return el("label", { className: "choice" }, box, el("span", {}, label));
  };
  const search = el("input", { type: "search", placeholder: WORDS.cards.findCards, "aria-label": WORDS.cards.findCards, oninput: () => { scroller().scrollTop = 0; anew(); } });
  const found = el("span", { className: "small", role: "status" });
  const forget = el("button", { type: "button", className: "act", hidden: true, title: WORDS.cards.aboutMarkNone, onclick: () => saved() }, WORDS.cards.markNone);
  const root = el("div", { className: "view-cards" },
    el("div", { className: "bar wall" }, search, el("label", { className: "choice" }, el("span", {}, WORDS.cards.size), size), flag(WORDS.cards.titles, "titles"), flag(WORDS.cards.backs, "backs"),
      choice(WORDS.cards.groups, look.groups, GROUPS, (value) => choose({ groups: value })), choice(WORDS.cards.changes, look.since, SINCE, (value) => choose({ since: value })), found, forget), list);
  const cells = new Map();
  let pack = null;
  let rev = 0;
  /** What is shown, in order: cards, backs and the headings of groups. */
  let places = [];
  /** The rows of places: each with its first place, its top and its height. */
  let rows = [];
  let asking = Promise.resolve();
  /** The card that is seen large. */
  let opened = null;
  /** The cards that the cursor in the text is about. */
  let marked = new Set();
  /** The place that has the keyboard, or had it last. */
  let current = 0;
  /** The text whose cards are as saved; null for none. */
  let clean = null;
  /** Whether what changes later is to be held against the next cards that are as saved. */
  let isSaving = false;

  const scroller = () => root.closest("#view");
  /** The width that was chosen, or one of which some six are beside one another. */
  const wide = () => look.width ?? Math.max(USUAL, Math.min(180, Math.round(list.clientWidth / 6 - GAP)));
  const ratio = () => pack.kinds[0].size[1] / pack.kinds[0].size[0];
  const height = () => Math.round(wide() * ratio());
  const below = () => STEPPER + (look.titles ? TITLE : 0);
  const kindOf = (face) => kindOfFace(pack, face);

  function kept() {
    try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
  }
  function keep() {
    try { localStorage.setItem(KEPT, JSON.stringify(look)); } catch { /* Nothing is kept where nothing may be. */ }
  }
  /** Put the cards in their places again, after another choice. */
  function anew() { if (pack) { arrange(); draw(); } }

  /** Put cards in rows, by the groups that were chosen; a suit begins a row of its own. */
  function arrange() {
    const one = wide();
    size.value = one;
    let top;
    ({ places, rows, height: top } = wall(pack, { look, words: search.value.trim().toLowerCase(), room: Math.max(one, list.clientWidth), wide: one, high: height() + below() }));
    list.style.setProperty("--wide", `${one}px`);
    list.style.setProperty("--high", `${height()}px`);
    list.style.setProperty("--round", `${(pack.kinds[0].corner / pack.kinds[0].size[0]) * one}px`);
    list.style.height = `${top}px`;
    say();
  }

  /** Say how many cards are found, and how many of those that are known have changed. */
  function say() {
    const count = new Set(places.filter((each) => each.face && !each.back).map((each) => each.index)).size;
    const changed = look.since ? changes.inWords(look.since) : "";
    // What is not saved yet is marked until it is.
    forget.hidden = !(changed && look.since === "saved" && clean === rev);
    const words = [search.value.trim() ? WORDS.cards.cardsOf({ cards: WORDS.counts.cards(count), all: pack.faces.length.toLocaleString("en") }) : "", changed].filter(Boolean).join("; ");
    if (found.textContent !== words) found.textContent = words;
  }

  /** The first and the last place in sight, and a little more. */
  function inSight() {
    if (!rows.length) return [0, 0];
    const box = scroller();
    const top = box.scrollTop - list.offsetTop;
    return [rows[rowAt(rows, top - AHEAD)].first, rows[rowAt(rows, top + box.clientHeight + AHEAD) + 1]?.first ?? places.length];
  }

  const named = (place) => (place.heading ? `group ${place.heading}` : place.back ? `back ${place.of?.id ?? ""} ${place.face.id}` : place.face.id);

  /** Draw what is in sight. passing: somebody scrolls past it, and its pictures can wait. */
  function draw(passing = false) {
    const large = opened && [...pack.faces, ...pack.backs].find((each) => each.id === opened.id());
    if (large?.key && large.shownIn !== rev) { large.shownIn = rev; opened.show(kindOf(large), large, rev); }
    if (!pack || !root.isConnected || !list.clientWidth) return;
    const [first, last] = inSight();
    const wanted = new Set();
    const put = (at) => {
      const id = named(places[at]);
      wanted.add(id);
      fill(cells.get(id) ?? begin(id, places[at]), places[at], at, passing);
    };
    for (let at = first; at < last; at += 1) put(at);
    // A card that has the keyboard stays, be it out of sight.
    const holder = [...cells.values()].find((cell) => cell.root.contains(document.activeElement));
    const held = holder && !wanted.has(holder.id) ? places[holder.at] && named(places[holder.at]) === holder.id ? holder.at : places.findIndex((each) => named(each) === holder.id) : -1;
    if (held >= 0) put(held);
    if (holder && wanted.has(holder.id)) current = holder.at;
    for (const [id, cell] of cells) if (!wanted.has(id)) { if (cell.image) releasePicture(cell.image); cell.root.remove(); cells.delete(id); }
    // What stays in place keeps the keyboard.
    const sorted = [...cells.values()].sort((one, other) => one.at - other.at);
    let next = list.firstChild;
    for (const { root: each } of sorted) if (each === next) next = next.nextSibling; else list.insertBefore(each, next);
    stops();
    if (!passing) nameMore(first, last);
  }

  // A frame is drawn once, and pictures are asked for where the scrolling slows down.
  let frame = 0;
  let from = { top: 0, when: 0 };
  const rest = afterPause(80, () => draw());
  function scrolled() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      const [box, now] = [scroller(), performance.now()];
      if (!box) return;
      const isSlow = now - from.when > 200 && Math.abs(box.scrollTop - from.top) < box.clientHeight;
      if (now - from.when > 200) from = { top: box.scrollTop, when: now };
      draw(!isSlow);
      rest();
    });
  }

  /** Tab goes to one card, and on; the arrows go to others. */
  function stops() {
    const all = [...cells.values()].filter((cell) => cell.button);
    const one = all.find((cell) => cell.at === current) ?? all[0];
    for (const cell of all) {
      cell.button.tabIndex = cell === one ? 0 : -1;
      if (cell.count) cell.count.tabIndex = cell.button.tabIndex;
    }
  }

  /** Scroll so that a row is in sight. */
  function reach(row) {
    const box = scroller();
    const { top, height: high } = rows[row];
    box.scrollTop = Math.max(Math.min(box.scrollTop, list.offsetTop + top - GAP), list.offsetTop + top + high + GAP - box.clientHeight);
  }

  /** Go to another card by the keyboard; past headings in the direction of a step. */
  function go(at, step) {
    let to = Math.max(0, Math.min(places.length - 1, at));
    while (places[to]?.heading && places[to + step]) to += step;
    if (!places[to] || places[to].heading) return;
    reach(places[to].row);
    // The card that has the keyboard is the current one until another has it.
    draw();
    [...cells.values()].find((cell) => cell.at === to)?.button.focus();
  }

  /** Return the place in another row of cards that is nearest to a column. */
  function across(row, step, column) {
    let to = row + step;
    while (rows[to] && places[rows[to].first].heading) to += step;
    if (!rows[to]) return current;
    const end = (rows[to + 1]?.first ?? places.length) - 1;
    return Math.min(rows[to].first + column, end);
  }

  list.addEventListener("keydown", (event) => {
    if (!event.target.matches(".face") || event.altKey || event.ctrlKey || event.metaKey) return;
    const { row, column } = places[current];
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: places.length - 1 }[event.key]
      ?? { ArrowDown: () => across(row, 1, column), ArrowUp: () => across(row, -1, column) }[event.key]?.();
    if (to === undefined) return;
    event.preventDefault();
    go(to, to < current && event.key !== "Home" ? -1 : event.key === "End" ? -1 : 1);
  });

  /** Ask for the names of pictures of cards, from one place to another; tell whether they are of the newest text. */
  function name(first, last) {
    asking = asking.then(async () => {
      const mine = rev;
      const to = Math.min(last, pack?.faces.length ?? 0);
      if (!pack || pack.faces.slice(first, to).every((each) => each.key)) return mine === rev;
      try {
        const { keys } = await ask("/faces", { tab, rev: mine, first, last: to });
        if (mine === rev) {
          keys.forEach((key, at) => { pack.faces[first + at].key = key; });
          changes.named();
        }
      } catch { /* A newer text took its place, and names its own. */ return false; }
      return mine === rev;
    });
    return asking;
  }

  /** Ask for the names of pictures that come into sight, a run of neighbours at a time. */
  async function nameMore(first, last) {
    const lacking = [...new Set(places.slice(first, last).filter((each) => each.face && !each.back && !each.face.key).map((each) => each.index))].sort((one, other) => one - other);
    if (!lacking.length) return;
    let end = 1;
    while (end < lacking.length && lacking[end] - lacking[end - 1] < 4) end += 1;
    if (await name(lacking[0], lacking[end - 1] + 1)) { draw(); say(); }
  }

  /** While nobody waits, ask for all pictures of the cards as saved: what changes later is seen by them. */
  let waiting = 0;
  function nameAll(pause) {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      if (!pack || clean !== rev || document.hidden) return;
      const first = pack.faces.findIndex((each) => !each.key);
      if (first >= 0 && await name(first, first + FEW)) nameAll(PAUSE);
      else if (first < 0) anew();
    }, pause);
  }

  /** Ask what the cards say, by which those that have changed are known before their pictures are; tell whether it is known. */
  async function learn() {
    const mine = pack;
    if (!mine || !await changes.learn(mine.faces, rev, () => mine === pack)) return false;
    if (clean === rev) { changes.save(isSaving); isSaving = false; }
    anew();
    return true;
  }
  const learnSoon = afterPause(LEARN, learn);
  function saved() { isSaving = true; learn(); }

  /** Show a card large. */
  function open(face) { opened = large(kindOf(face), face, rev, { ...hands, set, turn, chose }, () => { opened = null; }); }

  /** Show the next card large, or the one before. */
  async function turn(step) {
    const shown = places.filter((each) => each.face);
    const at = shown.findIndex((each) => each.face.id === opened?.id());
    const to = shown[(at + step + shown.length) % shown.length];
    if (!to || (!to.face.key && !await name(to.index, to.index + 1)) || !opened) return;
    to.face.shownIn = rev;
    opened.show(kindOf(to.face), to.face, rev);
    chose(to.face.id);
  }

  const { make, fill } = cardCells({
    seen: () => ({ pack, rows, look, wide: wide(), high: height() }), hands, set, notice, draw, open,
    enter: (cell) => { current = cell.at; stops(); chose(cell.face.id); },
    isMarked: (face) => marked.has(face.id), changeOf: (face) => (look.since ? changes.of(face, look.since) : ""),
  });
  function begin(id, place) {
    const cell = make(id, place);
    cells.set(id, cell);
    return cell;
  }

  new ResizeObserver(() => { if (pack && root.isConnected && list.clientWidth) { arrange(); draw(); } }).observe(list);

  return {
    root,
    /** Cards in sight, for the next look at the text. */
    sight() {
      if (!root.isConnected) return [0, 0];
      if (!pack || !list.clientWidth) return [0, 60];
      const [first, last] = inSight();
      const indices = [...new Set(places.slice(first, last).filter((each) => each.face).map((each) => each.index))].sort((one, other) => one - other);
      // Neighbours only: between cards that were found there may be thousands.
      const end = indices.findIndex((each, at) => at && each - indices[at - 1] > 4);
      return indices.length ? [indices[0], indices.at(end < 0 ? -1 : end - 1) + 1] : [0, 0];
    },
    show(found, number) {
      pack = found;
      rev = number;
      learnSoon();
      if (clean === rev) nameAll(IDLE);
      if (!root.isConnected || !list.clientWidth) return;
      arrange();
      draw();
    },
    scrolled,
    /** Take in which text has the cards as they are saved; null for none. */
    asSaved(number) {
      if (clean === number) return;
      clean = number;
      if (!pack || clean !== rev) { if (pack) say(); return; }
      learnSoon();
      nameAll(IDLE);
    },
    /** Hold later cards against those of now, or of what is as saved next. */
    saved,
    /** Return the cards that are going to be printed, for printed(); null if they are not known. */
    async printing() { return clean === rev && await learn() && clean === rev ? changes.copy() : null; },
    /** Take in that cards were printed. */
    printed(cards) { changes.print(cards); anew(); },
    name,
    /** Show a card large. */
    open(id) { const face = pack?.faces.find((each) => each.id === id); if (face?.key) open(face); },
    /** Return the card at an element of the page, if any. */
    at: (target) => [...cells.values()].find((cell) => !cell.back && cell.root.contains(target))?.face ?? null,
    /** Mark cards, and bring the first into sight where none is. */
    mark(ids) {
      marked = new Set(ids);
      if (!pack || !root.isConnected || !list.clientWidth) return;
      const of = places.filter(({ face, back }) => face && !back && marked.has(face.id));
      const box = scroller();
      const topOf = ({ row }) => list.offsetTop + rows[row].top;
      const inSight = of.some((each) => topOf(each) >= box.scrollTop && topOf(each) + height() <= box.scrollTop + box.clientHeight);
      if (of.length && !inSight) box.scrollTop = topOf(of[0]) - GAP;
      draw();
    },
    /** Show nothing: there is no version without errors. */
    clear() { pack = null; cells.clear(); list.replaceChildren(); list.style.height = "0"; },
  };
}
