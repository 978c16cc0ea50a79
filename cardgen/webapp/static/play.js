// The table: who sits down to which game, or to a table without rules.
import { $, choice, el, keepFocus } from "./dom.js";
import { freeTable } from "./freetable.js";
import { Problem, ask, listen, tab, watchLife } from "./server.js";
import { sitDown } from "./sitting.js";
import { WORDS } from "./words.js";

const MOST_SEATS = 6;
const MOST_PICTURES = 400;
const KEPT = "cardgen table";

const state = await ask("/state");
document.title = WORDS.play.title({ deck: state.file?.name ?? "" });

/** Say something over the foot of the page until it is answered. */
function notice(text) {
  const box = el("div", { className: "notice", role: "alert" }, el("span", {}, text),
    el("button", { type: "button", onclick: () => box.remove() }, WORDS.common.close));
  $("notices").replaceChildren(box);
}

/** Read the deck: its faces by id, each with the key of its picture. */
async function readDeck() {
  const look = await ask("/look", { tab, rev: 1, good: 0, text: state.text, first: 0, last: MOST_PICTURES, language: null, since: -1 });
  if (!look.sound) throw new Problem(WORDS.play.faulty);
  const { pack } = look;
  for (let first = MOST_PICTURES; first < pack.faces.length; first += MOST_PICTURES) {
    const { keys } = await ask("/faces", { tab, rev: 1, first, last: first + MOST_PICTURES });
    keys.forEach((key, at) => { pack.faces[first + at].key = key; });
  }
  return { ...pack, byId: new Map(pack.faces.map((face) => [face.id, face])) };
}

function storedChoices() {
  try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
}
function storeChoices(chosen) {
  try { localStorage.setItem(KEPT, JSON.stringify(chosen)); } catch { /* Nothing is kept where nothing may be. */ }
}

/** Return who sits where at first: those of the command line, or those who sat here last. */
function firstSeats(game) {
  const { people, players, bot } = state.seating;
  const before = storedChoices().seats;
  const fits = (count) => game.players.includes(count);
  const names = people ?? (before?.length && fits(before.length) ? null : [WORDS.play.you]);
  if (!names) return before.map((each) => ({ ...each, name: each.bot && !game.bots.some(([name]) => name === each.name) ? game.bot : each.name }));
  const count = [players, names.length, game.usual].find((each) => each && each >= names.length && fits(each)) ?? game.usual;
  return Array.from({ length: count }, (_, at) => (at < names.length ? { name: names[at], bot: false } : { name: bot ?? game.bot, bot: true }));
}

/** Show the choices of a table. games: of the deck. */
function setUp(deck, games, problem = "") {
  const asked = state.seating.game;
  let game = games.find((each) => each.game === asked) ?? games[0];
  let seats = firstSeats(game);
  let options = new Map();
  for (const word of state.seating.options ?? []) { const [name, value = ""] = word.split("="); options.set(name, value); }
  let seed = state.seating.seed ?? null;
  let practice = storedChoices().practice ?? true;
  const box = el("form", { className: "setting", onsubmit: (event) => { event.preventDefault(); deal(); } });
  const said = el("p", { className: "bad", role: "alert" });

  const fit = (count) => {
    seats = seats.slice(0, count);
    while (seats.length < count) seats.push({ name: game.bot, bot: true });
  };
  const fresh = () => { const used = seats.map((each) => each.name); return [WORDS.play.you, ...WORDS.play.names.split(" ")].find((name) => !used.includes(name)); };

  function seatRow(seat, at) {
    const kinds = [["", WORDS.play.person], ...game.bots.map(([name]) => [name, WORDS.play.bot({ name })])];
    const field = el("input", { type: "text", value: seat.bot ? "" : seat.name, maxLength: 60, "aria-label": WORDS.play.nameOf({ number: at + 1 }), hidden: seat.bot, autocomplete: "off", oninput: () => { seat.name = field.value; } });
    const kind = choice(WORDS.play.seat({ number: at + 1 }), seat.bot ? seat.name : "", kinds, (value) => {
      seats[at] = value ? { name: value, bot: true } : { name: fresh(), bot: false };
      draw();
    });
    const about = game.bots.find(([name]) => name === seat.name)?.[1];
    return el("li", {}, kind, field, seat.bot && about ? el("small", {}, about) : null);
  }

  function optionRow(each) {
    const value = options.get(each.name);
    const name = each.name.replaceAll("_", "-");
    const set = (chosen) => { if (chosen === null) options.delete(each.name); else options.set(each.name, chosen); };
    if (each.kind === "switch") {
      const on = value === undefined ? each.default : value !== "off";
      const tick = el("input", { type: "checkbox", checked: on, onchange: () => set(tick.checked === each.default ? null : tick.checked ? "" : "off") });
      return el("label", { className: "option" }, tick, el("span", {}, el("b", {}, name), each.text ? ` ${each.text}` : ""));
    }
    const field = each.kind === "choice"
      ? el("select", { onchange: () => set(field.value === each.default ? null : field.value) }, each.choices.map((word) => el("option", { value: word, selected: word === (value ?? each.default) }, word)))
      : el("input", { type: "text", value: value ?? "", placeholder: each.default, autocomplete: "off", oninput: () => set(field.value.trim() || null) });
    return el("label", { className: "option" }, field, el("span", {}, el("b", {}, name), each.text ? ` ${each.text}` : ""));
  }

  async function deal() {
    said.textContent = "";
    storeChoices({ seats, practice });
    const words = [...options].map(([name, value]) => (value === "" ? name : `${name}=${value}`));
    const order = { tab, rev: 1, game: game.game, seats, options: words, seed, practice };
    try { play(await ask("/sit", order), order); } catch (error) {
      if (!(error instanceof Problem)) throw error;
      said.textContent = error.message;
    }
  }

  function play(first, order) {
    $("again").hidden = false;
    $("again").onclick = () => { table.leave(); setUp(deck, games); };
    const table = sitDown($("felt"), deck, first, {
      title: game.title, notice,
      again: async () => play(await ask("/sit", { ...order, seed: null }), order),
      change: () => setUp(deck, games),
    });
  }

  function draw() {
    keepFocus(box, () => [
      el("h2", {}, WORDS.play.whoPlays),
      games.length > 1 ? choice(WORDS.common.game, game.game, games.map((each) => [each.game, each.title]), (value) => {
        game = games.find((each) => each.game === value);
        options = new Map();
        fit(game.players.includes(seats.length) ? seats.length : game.usual);
        draw();
      }) : el("p", { className: "one" }, game.title),
      choice(WORDS.play.players, String(seats.length), game.players.filter((count) => count <= MOST_SEATS).map(String), (value) => { fit(Number(value)); draw(); }),
      el("ol", { className: "seats" }, seats.map(seatRow)),
      el("label", { className: "option" }, el("input", { type: "checkbox", checked: practice, onchange: (event) => { practice = event.target.checked; } }), el("span", {}, el("b", {}, WORDS.play.practice), ` ${WORDS.play.practiceMeans}`)),
      game.options.length ? el("details", { open: options.size > 0 }, el("summary", {}, WORDS.play.options), game.options.map(optionRow)) : null,
      el("details", { open: seed !== null }, el("summary", {}, WORDS.play.sameCards), el("label", { className: "option" },
        el("input", { type: "text", inputMode: "numeric", value: seed ?? "", autocomplete: "off", oninput: (event) => { const text = event.target.value.trim(); seed = /^\d{1,15}$/.test(text) ? Number(text) : null; } }),
        el("span", {}, el("b", {}, WORDS.play.seed), ` ${WORDS.play.seedMeans}`))),
      said,
      el("p", { className: "buttons" }, el("button", { type: "submit", className: "main" }, WORDS.play.deal),
        el("button", { type: "button", onclick: () => openFree(deck, games) }, WORDS.play.freeTable)),
    ].filter(Boolean));
  }

  $("again").hidden = true;
  draw();
  said.textContent = problem;
  $("felt").className = "setup-table";
  $("felt").replaceChildren(box);
}

function openFree(deck, games) {
  $("again").hidden = !games.length;
  $("again").onclick = () => setUp(deck, games);
  freeTable($("felt"), deck, state.file.name);
}

if (!state.file) location.replace(".");
else {
  $("studio").hidden = Object.keys(state.seating).length > 0;
  try {
    const deck = await readDeck();
    $("deck").textContent = deck.name ?? state.file.name;
    let games = [];
    let problem = "";
    try { ({ games } = await ask("/games", { tab, rev: 1 })); } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problem = error.message;
    }
    if (games.length) setUp(deck, games, problem);
    else { openFree(deck, games); if (problem) notice(problem); }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    $("felt").replaceChildren(el("p", { className: "wait" }, error.message));
  }
  listen(state.alive, { opened: () => location.reload() });
  watchLife((alive) => { if (!alive) notice(WORDS.play.ended); });
}
