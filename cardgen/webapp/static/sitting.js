// A game at the table: what a seat sees, its moves on the cards, and what happened, in words.
import { el } from "./dom.js";
import { playCard } from "./playcard.js";
import { Problem, ask } from "./server.js";
import { WORDS } from "./words.js";

/** Milliseconds before a bot moves, by the speed that is chosen. */
const PAUSES = { slow: 1600, usual: 750, fast: 60 };
/** Backs that are shown of a hand that lies face down. */
const MOST_BACKS = 13;
const SPEED = "cardgen speed";

function storedSpeed() {
  try { return localStorage.getItem(SPEED) in PAUSES ? localStorage.getItem(SPEED) : "usual"; } catch { return "usual"; }
}

/** Play a game in a box. first: its state; again and change: called for another game, and for another table. */
export function sitDown(box, deck, first, { title, notice, again, change }) {
  let state = first;
  let speed = storedSpeed();
  let chosen = null;
  let asking = null;
  let busy = false;
  let left = false;
  let timer = 0;
  let heard = 0;
  let at = null;

  const story = el("ol", { className: "story", "aria-live": "polite", "aria-label": WORDS.sitting.story, tabIndex: 0 });
  const said = el("p", { className: "said", role: "status" });
  const table = el("div", { className: "table" });
  const side = el("aside", { className: "beside", "aria-label": WORDS.sitting.beside });
  box.className = "game";
  box.replaceChildren(table, side);

  const name = (seat) => (seat === state.viewer ? WORDS.sitting.you : state.names[seat]);
  const mine = () => state.turn !== null && state.turn === state.viewer && !state.bots[state.turn];
  const isBotNext = () => state.turn !== null && state.bots[state.turn];

  async function act(what, more = {}) {
    if (busy) return;
    busy = true;
    clearTimeout(timer);
    box.classList.add("busy");
    try {
      const now = await ask("/act", { sitting: state.sitting, act: what, seat: 0, label: "", ...more });
      if (left) return;
      if (now.moves < state.moves || now.viewer !== state.viewer) { heard = 0; story.replaceChildren(); }
      state = now;
      chosen = asking = null;
      if (what !== "hint") said.textContent = "";
      if (now.hint) said.textContent = WORDS.sitting.hint({ expert: now.hint.expert, move: now.hint.text, why: now.hint.why });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      notice(error.message);
    } finally {
      busy = false;
      box.classList.remove("busy");
    }
    if (left) return;
    draw();
    goOn();
  }

  /** Let a bot move after a pause. */
  function goOn() {
    clearTimeout(timer);
    if (isBotNext()) timer = setTimeout(() => act("step"), PAUSES[speed]);
  }

  // Moves

  const movesOf = (card) => card.moves.map((each) => state.scene.moves[each]);

  function make(move) {
    if (move.warning && asking !== move) { asking = move; draw(); return; }
    act("move", { label: move.label });
  }

  /** A card is pressed: make its only move, offer its moves, or say why it has none. */
  function press(zone, card, index) {
    at = { zone: zone.name, index };
    if (chosen && chosen.zone !== zone.name && go(zone)) return;
    const moves = movesOf(card);
    if (moves.length === 1 && !chosen) { make(moves[0]); return; }
    if (moves.length > 1 || (moves.length && chosen)) {
      chosen = chosen?.zone === zone.name && chosen.index === index ? null : { zone: zone.name, index, moves, card };
      asking = null;
      draw();
      return;
    }
    said.textContent = Object.values(card.refusals)[0] ? WORDS.sitting.refused({ card: card.name, why: Object.values(card.refusals)[0] }) : WORDS.sitting.noMove({ card: card.name });
  }

  /** Put the chosen card on a zone, or say why it cannot go there; tell whether the zone is one for cards. */
  function go(zone) {
    if (!chosen) return false;
    const move = chosen.moves.find((each) => each.place === zone.name);
    if (move) { make(move); return true; }
    const why = chosen.card.refusals[zone.name];
    if (why) said.textContent = WORDS.sitting.refused({ card: chosen.card.name, why });
    return Boolean(why);
  }

  // What is seen

  const faceOf = (card) => deck.byId.get(card.face) ?? null;

  function cardOf(zone, card, index) {
    const face = faceOf(card);
    const can = mine() && card.moves.length > 0;
    const isOwn = zone.kind === "hand" && zone.seat === state.viewer;
    const pressed = mine() && (can || isOwn || Object.keys(card.refusals).length) ? () => press(zone, card, index) : undefined;
    const isChosen = chosen?.zone === zone.name && chosen.index === index;
    const note = [card.note, can ? WORDS.sitting.playable : ""].filter(Boolean).join(", ");
    const made = playCard(deck, {
      face, name: card.name, note, pressed, className: `${can ? "can" : ""} ${pressed && !can ? "cannot" : ""} ${isChosen ? "chosen" : ""}`,
      properties: pressed ? { "aria-pressed": String(isChosen) } : {},
    });
    made.dataset.at = `${zone.name}/${index}`;
    return el("li", {}, made, card.note ? el("small", {}, card.note) : null);
  }

  function zoneOf(zone) {
    const isTarget = chosen?.moves.some((each) => each.place === zone.name);
    const refused = chosen?.card.refusals[zone.name];
    const isCovered = zone.kind === "hand" && zone.cards.every((each) => !each.name);
    const cards = isCovered ? zone.cards.slice(0, MOST_BACKS) : zone.cards;
    const list = el("ul", { className: `cards-of as-${zone.kind}` }, cards.map((card, index) => cardOf(zone, card, index)));
    if (!zone.number) list.append(el("li", {}, el("span", { className: "card space", role: "img", "aria-label": WORDS.sitting.empty })));
    const count = zone.kind === "pile" || isCovered ? ` · ${zone.number}` : "";
    const heading = el("h3", {}, zone.short, count ? el("span", { "aria-label": WORDS.counts.cards(zone.number) }, count) : null, zone.note ? el("small", {}, zone.note) : null);
    const section = el("section", { className: `zone as-${zone.kind} ${isTarget ? "target" : ""}`, "aria-label": zone.title }, heading, list);
    if (isTarget || refused) {
      section.append(el("button", { type: "button", className: "here", onclick: () => go(zone), "aria-label": WORDS.sitting.putOn({ card: chosen.card.name, zone: zone.title }) }, isTarget ? WORDS.sitting.here : ""));
    }
    return section;
  }

  function seatOf(seat, zones) {
    const score = state.scene.scores[seat];
    return el("div", { className: `seat ${state.turn === seat ? "turn" : ""} ${seat === state.viewer ? "own" : ""}` },
      el("h2", {}, el("span", { className: "who" }, name(seat)), score === undefined ? null : el("span", { className: "score" }, WORDS.sitting.score({ score, unit: state.unit })),
        state.turn === seat ? el("span", { className: "marker" }, isBotNext() ? WORDS.sitting.thinks : WORDS.sitting.toPlay) : null),
      el("div", { className: "zones" }, zones.toSorted((one, other) => (one.kind === "hand") - (other.kind === "hand")).map(zoneOf)));
  }

  /** The moves without a card of the hand, and those of the card that is chosen. */
  function tray() {
    if (asking) {
      return [el("p", {}, asking.warning), el("button", { type: "button", className: "main", onclick: () => make(asking) }, asking.text),
        el("button", { type: "button", onclick: () => { asking = null; draw(); } }, WORDS.common.cancel)];
    }
    const inHand = (move) => state.scene.zones.some((zone) => zone.name === move.card && zone.kind === "hand");
    const moves = chosen ? chosen.moves : state.scene.moves.filter((move) => !inHand(move));
    const buttons = moves.map((move) => el("button", { type: "button", className: move.warning ? "grave" : "", onclick: () => make(move) }, move.text));
    if (chosen) buttons.push(el("button", { type: "button", onclick: () => { chosen = null; draw(); } }, WORDS.common.cancel));
    return buttons;
  }

  /** What is to be done now. */
  function task() {
    if (state.turn === null) {
      return el("div", { className: "task over" }, el("p", { className: "results", role: "status" }, state.results),
        state.log ? el("p", { className: "small" }, WORDS.sitting.log({ file: state.log })) : null,
        el("p", { className: "buttons" }, el("button", { type: "button", className: "main", onclick: replay }, WORDS.sitting.again), el("button", { type: "button", onclick: leave }, WORDS.play.change)));
    }
    if (mine()) return el("div", { className: "task" }, el("p", {}, state.scene.task), el("div", { className: "tray" }, tray()));
    if (!isBotNext()) {
      return el("div", { className: "task" }, el("p", {}, WORDS.sitting.next({ name: state.names[state.turn] })),
        el("div", { className: "tray" }, el("button", { type: "button", className: "main", onclick: () => act("cover") }, WORDS.sitting.pass({ name: state.names[state.turn] }))));
    }
    return el("div", { className: "task" }, el("p", {}, WORDS.sitting.waits({ name: state.names[state.turn] })));
  }

  async function replay() {
    left = true;
    try { await again(); } catch (error) { if (!(error instanceof Problem)) throw error; left = false; notice(error.message); }
  }
  function leave() { quit(); change(); }
  function quit() {
    left = true;
    clearTimeout(timer);
    if (state.moves && state.turn !== null) ask("/act", { sitting: state.sitting, act: "leave", seat: 0, label: "" }).catch(() => {});
  }

  /** The hand is covered: the next person takes it up. */
  function cover() {
    const seat = state.turn === null ? state.people[0] : state.turn;
    if (isBotNext()) return el("div", { className: "cover" }, el("p", {}, WORDS.sitting.waits({ name: state.names[seat] })));
    const button = el("button", { type: "button", className: "main", onclick: () => act("show", { seat }) }, WORDS.sitting.show({ name: state.names[seat] }));
    queueMicrotask(() => button.focus());
    return el("div", { className: "cover" }, el("p", {}, WORDS.sitting.cover({ name: state.names[seat] })), button);
  }

  function tell() {
    for (const [move, sentences] of state.story) {
      if (move < heard) continue;
      if (sentences.length) story.append(el("li", {}, sentences.join(" ")));
      heard = move + 1;
    }
    story.scrollTop = story.scrollHeight;
  }

  function beside() {
    const facts = state.scene.facts.flatMap(([fact, value]) => [el("dt", {}, fact), el("dd", {}, value)]);
    const can = mine();
    side.replaceChildren(...[
      el("h2", {}, title),
      facts.length ? el("dl", { className: "facts" }, facts) : null,
      state.practice ? el("p", { className: "buttons" },
        el("button", { type: "button", disabled: !state.moves || !state.people.length, onclick: () => act("undo") }, WORDS.sitting.undo),
        el("button", { type: "button", disabled: !can, onclick: () => { said.textContent = WORDS.sitting.thinking; act("hint"); } }, WORDS.sitting.askHint)) : null,
      said, el("h3", {}, WORDS.sitting.story), story,
      el("label", { className: "choice" }, el("span", {}, WORDS.sitting.speed), el("select", { onchange: (event) => { speed = event.target.value; try { localStorage.setItem(SPEED, speed); } catch { /* Not kept. */ } goOn(); } },
        Object.keys(PAUSES).map((each) => el("option", { value: each, selected: each === speed }, WORDS.speeds[each])))),
    ].filter(Boolean));
  }

  function draw() {
    const focused = document.activeElement?.dataset?.at;
    if (state.scene === null) { table.replaceChildren(cover()); side.replaceChildren(); return; }
    const seats = state.names.map((_, seat) => seat);
    const own = state.viewer;
    const others = [...seats.slice(own + 1), ...seats.slice(0, own)];
    const of = (seat) => state.scene.zones.filter((zone) => zone.seat === seat);
    const hand = (zone) => zone.kind === "hand";
    table.replaceChildren(
      el("div", { className: "others", style: { "--others": others.length } }, others.map((seat) => seatOf(seat, of(seat)))),
      el("div", { className: "middle" }, of(null).map(zoneOf)),
      el("div", { className: "mine" }, seatOf(own, of(own).filter((zone) => !hand(zone))), ...of(own).filter(hand).map(zoneOf), task()),
    );
    tell();
    beside();
    const again_ = focused && table.querySelector(`[data-at="${CSS.escape(focused)}"]`);
    if (again_?.matches("button")) again_.focus();
    else if (at && mine()) focusNear();
    story.scrollTop = story.scrollHeight;
  }

  /** A card was played by the keyboard: the one that took its place has it now. */
  function focusNear() {
    const [buttons] = [[...table.querySelectorAll(".zone.as-hand button.card")]];
    if (buttons.length && (document.activeElement === document.body || !document.activeElement)) buttons[Math.min(at.index, buttons.length - 1)].focus();
  }

  table.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (chosen || asking)) { chosen = asking = null; draw(); return; }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const card = event.target.closest("button.card");
    if (!step || !card) return;
    const all = [...table.querySelectorAll("button.card")];
    all[(all.indexOf(card) + step + all.length) % all.length]?.focus();
    event.preventDefault();
  });

  draw();
  goOn();
  return { leave: quit };
}
