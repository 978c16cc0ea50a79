// A table without rules: stacks of cards, hands, dice, counters and scores, which people move as they like.
import { $, choice, el } from "./dom.js";
import { playCard } from "./playcard.js";
import { WORDS } from "./words.js";

const MOST_UNDO = 200;
const DICE = [4, 6, 8, 10, 12, 20];
const COLOURS = ["#c8102e", "#0b57a4", "#00704d", "#f6be3b", "#6b3fa0", "#f4f1ea"];
/** How far an arrow key moves a thing, in hundredths of the table. */
const STEP = 2;
/** How near the middles of two stacks come before one lies on the other, in hundredths. */
const NEAR = { x: 4, y: 7 };
const MOST_SEATS = 6;

/** Return a random whole number below a limit, each as likely. */
function below(limit) {
  const [most] = [Math.floor(2 ** 32 / limit) * limit];
  for (;;) {
    const [drawn] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < most) return drawn % limit;
  }
}

/** Shuffle a list in place: Fisher and Yates. */
function shuffle(list) {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    [list[at], list[other]] = [list[other], list[at]];
  }
}

/** Show a free table in a box. deck: with its faces; file: the name under which the table is kept in this browser. */
export function freeTable(box, deck, file) {
  const KEPT = `cardgen free ${file}`;
  let now = kept() ?? fresh();
  let before = [];
  let after = [];
  let chosen = null;
  let covered = false;
  let drag = null;

  // The state: plain data, of which the history keeps copies.

  /** Return a new table: a stack of each kind of pieces, and one of the extras. */
  function fresh() {
    const groups = new Map();
    for (const face of deck.faces) {
      const isExtra = !face.suit && !face.list && deck.faces.some((each) => each.suit || each.list);
      const key = `${face.kind}/${isExtra}`;
      if (!groups.has(key)) groups.set(key, []);
      for (let copy = 0; copy < face.quantity; copy += 1) groups.get(key).push({ face: face.id, up: false });
    }
    const stacks = [...groups.values()].filter((cards) => cards.length);
    const things = stacks.map((cards, at) => {
      if (at === 0) shuffle(cards);
      return { id: at + 1, kind: "stack", x: 14 + 15 * (at % 5), y: 26 + 40 * Math.floor(at / 5), cards };
    });
    return { next: things.length + 1, things, seats: [1, 2].map((number) => ({ name: WORDS.free.seat({ number }), score: 0, hand: [] })), seat: 0 };
  }
  function kept() {
    try {
      const found = JSON.parse(localStorage.getItem(KEPT));
      const isWhole = found?.things?.every((each) => each.kind !== "stack" || each.cards.every((card) => deck.byId.has(card.face)));
      return isWhole && found.seats.every((seat) => seat.hand.every((card) => deck.byId.has(card.face))) ? found : null;
    } catch { return null; }
  }
  function keep() { try { localStorage.setItem(KEPT, JSON.stringify(now)); } catch { /* Nothing is kept where nothing may be. */ } }

  /** Change the table, so that the change can be undone, and say what happened. */
  function change(said, call) {
    before.push(JSON.stringify(now));
    before.splice(0, before.length - MOST_UNDO);
    after = [];
    call();
    now.things = now.things.filter((each) => each.kind !== "stack" || each.cards.length);
    settle(typeof said === "function" ? said() : said);
  }
  function settle(said) {
    if (chosen && !find(chosen)) chosen = null;
    keep();
    draw();
    tell(said);
  }
  function tell(said) {
    status.textContent = said;
    log.append(el("li", {}, said));
    log.scrollTop = log.scrollHeight;
  }
  function back(from, to, said) {
    if (!from.length) return;
    to.push(JSON.stringify(now));
    now = JSON.parse(from.pop());
    settle(said);
  }

  const thing = (id) => now.things.find((each) => each.id === id);
  const seat = () => now.seats[now.seat];
  /** Return the thing, or the card of the hand, that is chosen. */
  const find = (what) => (what.hand === undefined ? thing(what.id) : seat().hand[what.hand]);
  const top = (stack) => stack.cards.at(-1);
  const label = (card) => (card.up ? deck.byId.get(card.face).label : WORDS.play.faceDown);
  const named = (each) => {
    if (each.kind === "die") return WORDS.free.die({ sides: each.sides, value: each.value });
    if (each.kind === "counter") return WORDS.free.counter({ value: each.value });
    return each.cards.length === 1 ? label(top(each)) : WORDS.free.stack({ cards: WORDS.counts.cards(each.cards.length), top: label(top(each)) });
  };

  /** Put cards on the table: on the stack that lies there, or as one of their own. */
  function put(cards, x, y, not = null) {
    const under = now.things.find((each) => each.kind === "stack" && each.id !== not && Math.abs(each.x - x) < NEAR.x && Math.abs(each.y - y) < NEAR.y);
    if (under) { under.cards.push(...cards); return under; }
    const made = { id: now.next, kind: "stack", x: Math.max(3, Math.min(97, x)), y: Math.max(6, Math.min(94, y)), cards };
    now.next += 1;
    now.things.push(made);
    return made;
  }
  /** Return a place on the table where no stack lies. */
  function free() {
    for (let y = 30; y < 95; y += 16) {
      for (let x = 14; x < 95; x += 9) if (!now.things.some((each) => Math.abs(each.x - x) < 8 && Math.abs(each.y - y) < 14)) return [x, y];
    }
    return [50, 50];
  }

  // What can be done with the thing that is chosen

  function stackActions(stack) {
    const many = stack.cards.length > 1;
    const count = el("input", { type: "number", min: 1, max: stack.cards.length, value: Math.min(5, stack.cards.length), "aria-label": WORDS.free.howMany });
    const number = () => Math.max(1, Math.min(stack.cards.length, Number(count.value) || 1));
    const others = now.things.filter((each) => each.kind === "stack" && each !== stack);
    return [
      ["d", WORDS.free.draw, () => change(WORDS.free.drew({ name: seat().name }), () => seat().hand.push({ ...stack.cards.pop(), up: true }))],
      ["t", WORDS.free.turn, () => change(() => WORDS.free.turned({ card: label(top(stack)) }), () => { top(stack).up = !top(stack).up; })],
      many ? ["f", WORDS.free.turnAll, () => change(WORDS.free.turnedAll, () => { const up = !top(stack).up; stack.cards.reverse(); for (const card of stack.cards) card.up = up; })] : null,
      many ? ["s", WORDS.free.shuffle, () => change(WORDS.free.shuffled({ cards: WORDS.counts.cards(stack.cards.length) }), () => shuffle(stack.cards))] : null,
      many ? count : null,
      many ? ["a", WORDS.free.deal, () => { const each = number(); change(WORDS.free.dealt({ cards: WORDS.counts.cards(each) }), () => { for (let round = 0; round < each; round += 1) for (const other of now.seats) if (stack.cards.length) other.hand.push({ ...stack.cards.pop(), up: true }); }); }] : null,
      many ? ["c", WORDS.free.cut, () => { const taken = number(); change(WORDS.free.taken({ cards: WORDS.counts.cards(taken) }), () => { const cards = stack.cards.splice(-taken); const made = put(cards, ...free()); chosen = { id: made.id }; }); }] : null,
      many ? ["r", WORDS.free.spread, () => change(WORDS.free.spreadOut, () => { const cards = stack.cards.splice(0); for (const card of cards) put([card], ...free()); })] : null,
      others.length ? choice(WORDS.free.putOn, "", [["", WORDS.free.chooseStack], ...others.map((each) => [String(each.id), named(each)])], (id) => {
        const under = thing(Number(id));
        if (under) change(() => WORDS.free.stacked({ stack: named(under) }), () => { under.cards.push(...stack.cards.splice(0)); chosen = { id: under.id }; });
      }) : null,
    ];
  }
  function handActions(at) {
    const play = (up) => () => change(() => WORDS.free.played({ name: seat().name, card: up ? deck.byId.get(played.face).label : WORDS.play.faceDown }), () => { const [card] = seat().hand.splice(at, 1); put([{ ...card, up }], ...free()); });
    const played = seat().hand[at];
    const stacks = now.things.filter((each) => each.kind === "stack");
    const move = (by) => () => change(WORDS.free.sorted, () => { const [card] = seat().hand.splice(at, 1); seat().hand.splice(at + by, 0, card); chosen = { hand: at + by }; });
    return [
      ["p", WORDS.free.playUp, play(true)], ["b", WORDS.free.playDown, play(false)],
      at > 0 ? ["[", WORDS.free.left, move(-1)] : null, at < seat().hand.length - 1 ? ["]", WORDS.free.right, move(1)] : null,
      stacks.length ? choice(WORDS.free.putOn, "", [["", WORDS.free.chooseStack], ...stacks.map((each) => [String(each.id), named(each)])], (id) => {
        const under = thing(Number(id));
        if (under) change(WORDS.free.putBack, () => { const [card] = seat().hand.splice(at, 1); under.cards.push({ ...card, up: top(under).up }); chosen = { id: under.id }; });
      }) : null,
    ];
  }
  function otherActions(each) {
    const remove = ["Delete", WORDS.free.remove, () => change(WORDS.free.removed({ thing: named(each) }), () => { now.things = now.things.filter((other) => other !== each); })];
    if (each.kind === "die") return [["o", WORDS.free.roll, () => change(() => WORDS.free.rolled({ sides: each.sides, value: each.value }), () => { each.value = 1 + below(each.sides); })], remove];
    const add = (by) => () => change(() => WORDS.free.counted({ value: each.value }), () => { each.value += by; });
    return [["+", WORDS.free.more, add(1)], ["-", WORDS.free.less, add(-1)], remove];
  }
  function actions() {
    if (!chosen) return [];
    if (chosen.hand !== undefined) return handActions(chosen.hand);
    const each = thing(chosen.id);
    return each.kind === "stack" ? stackActions(each) : otherActions(each);
  }

  // What is seen

  const felt = el("div", { className: "things", role: "group", "aria-label": WORDS.free.table });
  const hand = el("ul", { className: "cards-of as-hand" });
  const bar = el("div", { className: "tray", role: "toolbar", "aria-label": WORDS.free.actions });
  const status = el("p", { className: "said", role: "status" });
  const log = el("ol", { className: "story", "aria-label": WORDS.sitting.story, tabIndex: 0 });
  const seats = el("div", { className: "people" });
  const side = el("aside", { className: "beside", "aria-label": WORDS.sitting.beside });
  const handZone = el("section", { className: "zone as-hand", "aria-label": WORDS.free.hand });
  const below_ = el("div", { className: "mine" }, handZone, el("div", { className: "task" }, bar));
  box.className = "game free";
  box.replaceChildren(el("div", { className: "table" }, felt, below_), side);

  const isChosen = (what) => chosen !== null && chosen.id === what.id && chosen.hand === what.hand;
  function choose(what) {
    chosen = isChosen(what) ? null : what;
    draw();
  }

  function thingOf(each) {
    const place = { "left": `${each.x}%`, "top": `${each.y}%` };
    const common = { onpointerdown: (event) => grab(event, { id: each.id }), "aria-pressed": String(isChosen({ id: each.id })) };
    const press = () => choose({ id: each.id });
    let made;
    if (each.kind === "stack") {
      const card = top(each);
      const face = deck.byId.get(card.face);
      made = playCard(deck, { face: card.up ? face : null, back: face, name: named(each), pressed: press, className: isChosen({ id: each.id }) ? "chosen" : "", properties: common });
      if (each.cards.length > 1) made.append(el("span", { className: "many" }, String(each.cards.length)));
      made.style.setProperty("--depth", Math.min(6, each.cards.length - 1));
    } else {
      made = el("button", { type: "button", className: `${each.kind} ${isChosen({ id: each.id }) ? "chosen" : ""}`, onclick: press, "aria-label": named(each), ...common }, el("span", {}, String(each.value)));
      if (each.kind === "counter") made.style.setProperty("--colour", COLOURS[each.colour % COLOURS.length]);
    }
    made.dataset.thing = each.id;
    for (const [rule, set] of Object.entries(place)) made.style.setProperty(rule, set);
    return made;
  }

  function seatOf(each, at) {
    const name = el("input", { type: "text", value: each.name, maxLength: 40, "aria-label": WORDS.play.nameOf({ number: at + 1 }), onchange: () => change(WORDS.free.renamed({ name: name.value }), () => { each.name = name.value.trim() || WORDS.free.seat({ number: at + 1 }); }) });
    const score = (by) => el("button", { type: "button", "aria-label": by > 0 ? WORDS.free.scoreMore({ name: each.name }) : WORDS.free.scoreLess({ name: each.name }), onclick: () => change(() => WORDS.free.scored({ name: each.name, score: each.score }), () => { each.score += by; }) }, by > 0 ? "+" : "−");
    return el("div", { className: `person ${at === now.seat ? "turn" : ""}` }, name, score(-1), el("b", {}, String(each.score)), score(1),
      el("button", { type: "button", disabled: at === now.seat, onclick: () => { covered = now.seats.length > 1; now.seat = at; chosen = null; keep(); draw(); } }, WORDS.free.sit({ cards: each.hand.length })));
  }

  function draw() {
    const focused = document.activeElement?.dataset ?? {};
    const again = focused.thing ? `[data-thing="${focused.thing}"]` : focused.inHand ? `[data-in-hand="${focused.inHand}"]` : null;
    const key = focused.key;
    felt.replaceChildren(...now.things.map(thingOf));
    const own = seat();
    hand.replaceChildren(...own.hand.map((card, at) => {
      const made = playCard(deck, {
        face: deck.byId.get(card.face), pressed: () => choose({ hand: at }), className: `can ${isChosen({ hand: at }) ? "chosen" : ""}`,
        properties: { onpointerdown: (event) => grab(event, { hand: at }), "aria-pressed": String(isChosen({ hand: at })) },
      });
      made.dataset.inHand = at;
      return el("li", {}, made);
    }));
    handZone.replaceChildren(el("h2", {}, WORDS.free.handOf({ name: own.name }), el("span", {}, ` · ${own.hand.length}`)), hand);
    bar.replaceChildren(...actions().filter(Boolean).map((each) => {
      if (!Array.isArray(each)) return each;
      const [shortcut, text, call] = each;
      return el("button", { type: "button", onclick: call, "data-key": shortcut, "aria-keyshortcuts": shortcut }, text, el("kbd", {}, shortcut));
    }));
    if (!chosen) bar.replaceChildren(el("span", { className: "small" }, WORDS.free.choose));
    seats.replaceChildren(...now.seats.map(seatOf));
    side.replaceChildren(
      el("h2", {}, WORDS.play.freeTable),
      el("p", { className: "buttons" },
        el("button", { type: "button", disabled: !before.length, onclick: () => back(before, after, WORDS.free.undone) }, WORDS.sitting.undo),
        el("button", { type: "button", disabled: !after.length, onclick: () => back(after, before, WORDS.free.redone) }, WORDS.free.redo),
        el("button", { type: "button", onclick: () => change(WORDS.free.cleared, () => { const { seats: people, seat: at } = now; now = fresh(); now.seats = people.map((each) => ({ ...each, hand: [] })); now.seat = at; }) }, WORDS.free.clear)),
      seats,
      el("p", { className: "buttons" },
        el("button", { type: "button", disabled: now.seats.length >= MOST_SEATS, onclick: () => change(WORDS.free.joined, () => now.seats.push({ name: WORDS.free.seat({ number: now.seats.length + 1 }), score: 0, hand: [] })) }, WORDS.free.join),
        el("button", { type: "button", onclick: () => change(WORDS.free.newCounter, () => { const [x, y] = free(); now.things.push({ id: now.next, kind: "counter", x, y, value: 0, colour: now.next }); now.next += 1; }) }, WORDS.free.addCounter),
        el("select", { "aria-label": WORDS.free.addDie, onchange: (event) => { const sides = Number(event.target.value); if (sides) change(WORDS.free.newDie, () => { const [x, y] = free(); now.things.push({ id: now.next, kind: "die", x, y, sides, value: sides }); now.next += 1; }); } },
          el("option", { value: "" }, WORDS.free.addDie), DICE.map((sides) => el("option", { value: sides }, WORDS.free.sides({ sides }))))),
      status, el("h3", {}, WORDS.sitting.story), log);
    if (covered) cover();
    const target = (again && box.querySelector(again)) ?? (key && bar.querySelector(`[data-key="${CSS.escape(key)}"]`));
    target?.focus();
  }

  /** Cover the hand until its owner sits there. */
  function cover() {
    const name = seat().name;
    const button = el("button", { type: "button", className: "main", onclick: () => { covered = false; window_.close(); } }, WORDS.sitting.show({ name }));
    const window_ = el("dialog", { className: "cover", oncancel: (event) => event.preventDefault(), onclose: () => { window_.remove(); draw(); } }, el("p", {}, WORDS.sitting.cover({ name })), button);
    hand.replaceChildren();
    document.body.append(window_);
    window_.showModal();
  }

  // By mouse and touch

  function grab(event, what) {
    if (event.button !== 0) return;
    const node = event.currentTarget;
    const place = node.getBoundingClientRect();
    drag = { what, node, x: event.clientX, y: event.clientY, moved: false, off: [event.clientX - place.x - place.width / 2, event.clientY - place.y - place.height / 2] };
    node.setPointerCapture(event.pointerId);
    node.addEventListener("pointermove", follow);
    node.addEventListener("pointerup", drop, { once: true });
    node.addEventListener("pointercancel", cancel, { once: true });
  }
  function follow(event) {
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < 6) return;
    drag.moved = true;
    drag.node.classList.add("dragged");
    drag.node.style.translate = [`${dx}px`, `${dy}px`].join(" ");
  }
  function cancel() { drag?.node.removeEventListener("pointermove", follow); drag = null; draw(); }
  function drop(event) {
    const { what, moved, node, off } = drag;
    node.removeEventListener("pointermove", follow);
    drag = null;
    if (!moved) return;
    // The click that follows a drag chooses nothing.
    node.addEventListener("click", (click) => { click.stopImmediatePropagation(); click.preventDefault(); }, { capture: true, once: true });
    const area = felt.getBoundingClientRect();
    const inside = handZone.getBoundingClientRect();
    const inHand = event.clientY >= inside.top && event.clientX >= inside.left && event.clientX <= inside.right;
    const [x, y] = [(100 * (event.clientX - off[0] - area.left)) / area.width, (100 * (event.clientY - off[1] - area.top)) / area.height];
    if (what.hand !== undefined) {
      if (inHand) { draw(); return; }
      const card = seat().hand[what.hand];
      change(WORDS.free.played({ name: seat().name, card: deck.byId.get(card.face).label }), () => { seat().hand.splice(what.hand, 1); put([{ ...card, up: true }], x, y); });
      return;
    }
    const each = thing(what.id);
    if (inHand && each.kind === "stack") {
      change(WORDS.free.drew({ name: seat().name }), () => seat().hand.push(...each.cards.splice(0).map((card) => ({ ...card, up: true }))));
    } else if (each.kind === "stack") {
      change(() => WORDS.free.moved({ thing: WORDS.free.it }), () => { const cards = each.cards.splice(0); const made = put(cards, x, y, each.id); chosen = { id: made.id }; });
    } else change(WORDS.free.moved({ thing: named(each) }), () => { each.x = Math.max(2, Math.min(98, x)); each.y = Math.max(4, Math.min(96, y)); });
  }

  // By the keyboard

  box.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select") || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z") { back(before, after, WORDS.free.undone); event.preventDefault(); return; }
    if ((event.ctrlKey || event.metaKey) && event.key === "y") { back(after, before, WORDS.free.redone); event.preventDefault(); return; }
    if (event.ctrlKey || event.metaKey) return;
    const id = Number(event.target.dataset?.thing);
    const way = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
    if (way && id) {
      const each = thing(id);
      change(WORDS.free.moved({ thing: named(each) }), () => { each.x = Math.max(2, Math.min(98, each.x + way[0])); each.y = Math.max(4, Math.min(96, each.y + way[1])); });
      event.preventDefault();
      return;
    }
    const found = actions().filter(Array.isArray).find(([key]) => key === event.key);
    if (found) { found[2](); event.preventDefault(); }
  });

  draw();
  status.textContent = WORDS.free.choose;
  $("title").textContent = WORDS.play.freeTable;
}
