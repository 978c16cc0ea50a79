// The page: text, what is seen of it, what it means; and who tells whom when something changes.
import { $, afterPause, choice, copied, el, keepFocus } from "./dom.js";
import { Ended, Problem, Stale, ask, isAlive, listen, tab, watchLife } from "./server.js";
import { begin } from "./begin.js";
import { cards } from "./cards.js";
import { cardChanges } from "./changes.js";
import { colours, controls } from "./controls.js";
import { divided, encoded, makeDeck } from "./deck.js";
import { drafts } from "./drafts.js";
import { composition, odds, setup, summary, table } from "./figures.js";
import { history, keys } from "./history.js";
import { command, takeAway, wishes as makeWishes } from "./make.js";
import { tables } from "./table.js";
import { press, rulebook, sheets } from "./views.js";
import { editor } from "./text.js";
import { wishes } from "./wishes.js";
import { WORDS } from "./words.js";

const nonce = document.querySelector("meta[name=nonce]").content;
const state = await ask("/state");
document.title = state.file ? WORDS.main.titleOfPack({ name: state.file.name }) : WORDS.main.title;

/** Say something over the foot of the page until it is answered; of what has the same name, the last is said. */
function say(name, text, ...buttons) {
  const before = document.activeElement;
  const close = () => { boxes.get(name)?.remove(); boxes.delete(name); };
  close();
  if (!text) return;
  const box = el("div", { className: "notice", role: "alert" }, el("span", {}, text), ...buttons.map(([label, call]) =>
    el("button", { type: "button", onclick: () => { close(); before.focus(); call?.(); } }, label)));
  boxes.set(name, box);
  $("notices").append(box);
}
const boxes = new Map();
const notice = (text, ...buttons) => say("notice", text, ...buttons);

/** Commands whose files are printed. */
const PRINTING = /^cardgen (build|sheets|press|images)\b/;
/** Problems that are told beside a card. */
const MOST_WRONG = 3;

if (state.file) studio();
else {
  document.body.classList.add("beginning");
  document.querySelector("footer").hidden = true;
  $("view").setAttribute("aria-label", WORDS.begin.begin);
  $("text").remove();
  $("side").remove();
  await begin($("view"));
  listen(state.alive, { opened: () => location.reload() });
  watchLife((alive) => say("life", alive ? null : WORDS.main.endedNoPack));
}

function studio() {
  let rev = 0;
  let seen = { rev: 0, pack: null };
  // The last version without errors, which comes back where a long check finds some in the newest.
  let good = seen;
  // The file as the server last found it: a text, which digest tells from others; or why there is none.
  let { digest, problem: fault } = state;
  let savedText = state.text;
  let since = "";
  let told = { problems: [], sound: true, more: 0 };
  let looking = null;
  let games = [];
  const against = { packs: state.packs, files: state.files.filter((name) => name !== state.file.name) };
  let played = null;
  let maker = null;
  let apart = false;
  const asked = {
    play: { game: null, players: null, temperament: "", against: "" },
    language: null,
  };
  const making = makeWishes(state, { sheets: () => views.sheets.view.options(), rulebook: () => views.rulebook.view.options(), proof: () => views.press.view.options() });
  const choices = {
    word: making.word,
    choose: (kind, field, value) => { making.keep(field, value, kind); tellCommand(); },
  };

  $("file").textContent = state.file.name;
  $("file").title = WORDS.main.openAnother({ folder: state.file.folder });
  $("file").hidden = false;
  $("file").addEventListener("click", async () => {
    const box = el("div");
    const window = el("dialog", { className: "another", "aria-label": WORDS.main.anotherPack, onclose: () => window.remove() },
      el("form", { method: "dialog" }, el("h2", {}, WORDS.main.anotherPack), el("button", { type: "submit", "aria-label": WORDS.common.close }, "×")), box);
    document.body.append(window);
    window.showModal();
    await begin(box);
  });

  // The text

  const text = editor($("text"), { schema: state.schema, text: state.text, nonce, save: () => save(), changed, moved: (at) => { cursor = at; aboutText(); } });

  // Both ways between the text and its cards

  let cursor = 0;
  /** Mark the cards that the cursor is about. */
  const aboutText = afterPause(150, async () => {
    await examined();
    const mine = rev;
    try {
      const { cards: ids } = await ask("/at", { tab, rev: mine, start: cursor });
      if (mine !== rev) return;
      // A place that is about all of them, or none, marks none.
      deck.mark(ids.length < (seen.pack?.faces.length ?? 0) || ids.length === 1 ? ids : []);
    } catch (error) { if (!(error instanceof Stale || error instanceof Problem)) throw error; }
  });

  let chosenCard = null;
  /** Mark the lines and the row of the card that is chosen. */
  async function chose(card) {
    chosenCard = card;
    await examined();
    const mine = rev;
    try {
      const { range, row } = await ask("/place", { tab, rev: mine, card });
      if (mine !== rev || card !== chosenCard) return;
      text.mark(range);
      rows.mark(row);
    } catch (error) { if (!(error instanceof Stale || error instanceof Problem)) throw error; }
  }

  function changed(depth) {
    rev += 1;
    if (depth !== undefined) past.wrote(depth);
    saved();
    look();
  }

  // A colour that is being chosen is shown before it is written.
  let attempted = null;
  function attempt(path, value) {
    attempted = path && { path, value };
    rev += 1;
    look();
  }

  /** Return the text that is to be seen: with the colour that is being chosen. */
  async function textInSight(signal) {
    const whole = text.text();
    if (!attempted) return whole;
    const { edits } = await ask("/change", { text: whole, ...attempted }, signal);
    return edits.toReversed().reduce((before, { start, end, insert }) => before.slice(0, start) + insert + before.slice(end), whole);
  }

  /** Examine the text as it is now; whoever asks later is answered. */
  async function look() {
    const mine = rev;
    looking?.abort();
    looking = new AbortController();
    const [first, last] = views.cards.view.sight();
    const slow = setTimeout(() => { $("problems").textContent = WORDS.main.checking; }, 400);
    try {
      const trying = attempted;
      const whole = await textInSight(looking.signal);
      if (mine !== rev) return;
      const answer = await ask("/look", { tab, rev: mine, good: good.rev, text: whole, first, last, language: asked.language }, looking.signal);
      if (mine !== rev) return;
      told = answer;
      // Pictures are asked for first, as they take longest.
      if (answer.pack) {
        seen = { rev: mine, pack: answer.pack };
        if (answer.sound) good = seen;
        asSaved();
        // Its pictures are asked for by all views that show cards.
        if (current !== "cards") deck.show(seen.pack, mine);
        refresh();
      } else if (seen !== good) {
        seen = good;
        if (seen.pack) refresh(); else deck.clear();
      } else views[current].now();
      // Places in another text than the one in the editor are told where the colour is chosen.
      if (!trying) text.told(answer.problems);
      wished.changed();
      if (answer.controls) {
        if (asked.language && !answer.languages.includes(asked.language)) { speak(null); return; }
        languages(answer.languages);
        keepFocus(side.look, () => controls(answer.controls, set));
        palette.show(answer.colors);
      }
      views.table.button.hidden = !answer.tables.length;
      lists = answer.lists;
      rows.told(answer.tables, answer.problems, answer.lists);
      if (answer.pack) rows.cards(answer.pack.faces);
      if (current === "table") rows.show();
      states();
    } catch (error) { fail(error); } finally {
      clearTimeout(slow);
      if (mine === rev) { looked = mine; for (const call of unseen.splice(0)) call(); }
    }
  }
  /** The text that was examined last, and those who wait until the newest is. */
  let looked = 0;
  const unseen = [];
  const examined = () => (looked === rev ? Promise.resolve() : new Promise((call) => { unseen.push(call); }));

  /** Say what did not work; that the studio has ended is said once, elsewhere. */
  function fail(error) {
    if (error instanceof Problem && !(error instanceof Ended)) notice(error.message, [WORDS.common.close]);
    else if (!(error instanceof Stale || error instanceof Ended)) throw error;
  }

  /** Show and make the pack in one of its languages, or in its own; nothing is written into the text. */
  function speak(language) {
    asked.language = making.shared.language = language;
    rev += 1;
    look();
  }
  let offered = "";
  let translated = [];
  const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });
  function languages(known) {
    const offer = JSON.stringify([known, asked.language]);
    if (offer === offered) return;
    offered = offer;
    translated = known;
    keepFocus(side.language, () => (known.length
      ? [choice(WORDS.main.language, asked.language ?? "", [["", WORDS.main.asWritten], ...known.map((each) => [each, names.of(each)])], (value) => speak(value || null))] : []));
  }

  /** A long pack is being checked: its cards are shown already. */
  function checking(data) {
    if (data.rev !== rev) return;
    if (data.pack) {
      seen = { rev, pack: data.pack };
      nothing.hidden = true;
      if (current === "cards") views.cards.refresh();
    }
    $("problems").textContent = data.done ? WORDS.main.checked({ done: data.done.toLocaleString("en"), cards: WORDS.counts.cards(data.of) }) : WORDS.main.checkingCards({ cards: WORDS.counts.cards(data.of) });
    $("problems").className = "";
  }

  // A change by a control is one change of the text; wishes wait for one another.
  const waiting = new Map();
  let writing = null;
  function set(path, value) {
    waiting.set(JSON.stringify(path), { path, value });
    writing ??= write().finally(() => { writing = null; });
    return writing;
  }
  async function write() {
    while (waiting.size) {
      const [[key, wish]] = waiting;
      const before = text.text();
      try {
        const { edits } = await ask("/change", { text: before, ...wish });
        // Typed meanwhile: the place may be another.
        if (text.text() !== before) continue;
        if (waiting.get(key) === wish) waiting.delete(key);
        attempted = null;
        text.apply(edits);
      } catch (error) {
        waiting.delete(key);
        attempted = null;
        fail(error);
        rev += 1;
        look();
      }
    }
  }

  /** Return the first errors and warnings in words. */
  function wrong() {
    const found = told.problems.filter((each) => each.severity !== "note").sort((one, other) => RANK.indexOf(one.severity) - RANK.indexOf(other.severity));
    return found.slice(0, MOST_WRONG).map((each) => el("span", { className: each.severity }, `${each.message}${each.hint ? `; ${each.hint}` : ""}`));
  }

  // Changes of boxes by hand, one after the other: each is a change of the text as the one before left it.
  const moves = [];
  let moving = null;
  function arrange(card, changes, failed) {
    const last = moves.at(-1);
    const places = (some) => (some.every((each) => each.rect) ? JSON.stringify(some.map((each) => each.box)) : null);
    // A box that is moved on while its last move waits goes there at once.
    if (last && !last.asked && last.card === card && places(changes) && places(changes) === places(last.changes)) last.changes = changes;
    else moves.push({ card, changes, failed });
    moving ??= arrangeAll().finally(() => { moving = null; });
    return moving;
  }
  async function arrangeAll() {
    while (moves.length) {
      await examined();
      const [move] = moves;
      const mine = rev;
      try {
        move.asked = true;
        const { edits } = await ask("/arrange", { tab, rev: mine, card: move.card, changes: move.changes });
        move.asked = false;
        if (mine !== rev) continue;
        moves.shift();
        if (edits.length) text.apply(edits); else move.failed("");
      } catch (error) {
        if (error instanceof Stale && mine !== rev) { move.asked = false; continue; }
        moves.shift();
        move.failed(error instanceof Problem ? error.message : WORDS.main.fixTextFirst);
        if (!(error instanceof Problem || error instanceof Stale)) throw error;
      }
    }
  }

  /** Let the pack know a column of a table by its new name. */
  let lists = [];
  function renamed(table, before, head) {
    for (const { path, columns } of lists.filter((each) => each.table === table)) {
      for (const [name, each] of Object.entries(columns)) if (each.toLowerCase() === before.trim().toLowerCase()) set([...path, "columns", name], head);
    }
  }

  // Pictures that are dropped

  /** Take a picture in beside the pack; return its name, or null. */
  async function picture(file) {
    try {
      const message = { tab, name: file.name, data: await encoded(file), for_draft: false };
      const answer = await ask("/upload", { ...message, replace: false });
      if (!answer.exists) return answer.name;
      const replace = await new Promise((done) => say("picture", WORDS.main.anotherPicture({ name: answer.name }), [WORDS.main.replaceIt, () => done(true)], [WORDS.main.useThatOne, () => done(false)], [WORDS.common.cancel, () => done(null)]));
      if (replace) await ask("/upload", { ...message, replace: true });
      return replace === null ? null : answer.name;
    } catch (error) { fail(error); return null; }
  }

  /** Take in pictures: one that is dropped on a card becomes its picture. */
  async function takePictures(files, target) {
    const face = current === "cards" && files.length === 1 ? deck.at(target) : null;
    const names = [];
    for (const file of files) {
      const made = await picture(file);
      if (made) names.push(made);
    }
    if (!names.length) return;
    if (face?.table) rows.write(face.table, face.row, "picture", names[0], (why) => notice(why, [WORDS.common.close]));
    else if (face?.path[0] === "cards") set([...face.path.slice(0, -1), "picture"], names[0]);
    else {
      notice(WORDS.main.picturesAdded({ names: names.slice(0, 5).join(", "), more: names.length > 5 ? "…" : "" }), [WORDS.common.close]);
      rev += 1;
      look();
    }
  }

  /** Write the quantities of a composition into the text. */
  async function use(quantities) {
    try {
      const before = text.text();
      const answer = await ask("/use", { text: before, quantities });
      // Typed meanwhile: the quantities would be put into an older text.
      if (text.text() === before) { text.replace(answer.text); text.focus(); }
    } catch (error) { fail(error); }
  }

  // One history over the text, its controls and the tables

  const past = history({
    text,
    tables: (name, how) => rows.back(name, how),
    settled: async () => { await writing; await moving; await rows.settled(); },
    told: ({ undo, redo }) => { $("undo").disabled = !undo; $("redo").disabled = !redo; },
  });
  keys(past);
  for (const each of ["undo", "redo"]) {
    $(each).hidden = false;
    $(each).addEventListener("click", () => past[each]());
  }

  // Saving, and what others save

  const dirty = () => Boolean(fault) || text.text() !== savedText;

  async function save() {
    if (!dirty()) return true;
    const whole = text.text();
    try {
      const answer = await ask("/save", { text: whole, digest });
      if (answer.changed) { differs(answer.changed); return false; }
      take({ text: whole, digest: answer.digest, problem: "" }, WORDS.main.savedAt({ time: new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }) }));
      play();
      return true;
    } catch (error) {
      if (error instanceof Ended) notice(WORDS.main.notSaved, [WORDS.common.close]); else fail(error);
      return false;
    }
  }

  /** Say whether the cards in sight are those of the file. */
  function asSaved() {
    const isSaved = told.sound && seen.rev === rev && !attempted && !asked.language && text.text() === savedText && !fault;
    deck.asSaved(isSaved ? rev : null);
  }

  /** Take in what the file holds. said: since when, or by whom. */
  function take(found, said) {
    ({ digest, problem: fault } = found);
    savedText = found.text;
    since = said;
    saved();
    asSaved();
  }

  /** Say whether the text is that of the file, in the button and below; keep it as a draft where it is not. */
  function saved() {
    const open = dirty();
    $("save").disabled = !open;
    $("save").textContent = open || !isAlive() ? WORDS.main.save : WORDS.main.saved2;
    const cells = rows.unwritten();
    const lost = cells.length ? WORDS.main.cellsNotWritten({ cells: WORDS.counts.cells(cells.length) }) : "";
    const kept = open || lost ? (ownDraft.keep({ text: text.text(), cells }) ? WORDS.main.keptInThisBrowser : WORDS.main.notKept) : ownDraft.drop();
    const state = fault || (text.text() !== savedText ? WORDS.main.notSavedYet : lost ? "" : isAlive() ? since : WORDS.main.ended);
    $("saved").textContent = [state, lost, isAlive() && !lost ? "" : kept].filter(Boolean).join("; ");
    $("saved").className = fault || lost || (open && !isAlive()) ? "bad" : "";
  }

  /** The file holds another text than the one that this page began with. */
  function differs(found) {
    if (found.digest === digest && found.problem === fault) return;
    if (found.problem) {
      // The text is still here, and in no file.
      take({ ...found, text: savedText }, "");
      return;
    }
    if (found.text === text.text()) { take(found, fault ? WORDS.main.thereAgain : since); say("file", null); return; }
    if (text.text() === savedText) {
      take(found, WORDS.main.reloadedFromTheFile);
      text.replace(found.text);
      play();
      return;
    }
    const mine = text.text();
    say("file", WORDS.main.changedTwice({ file: state.file.name }),
      [WORDS.main.takeTheirs, () => { take(found, WORDS.main.reloadedFromTheFile); text.replace(found.text); text.focus(); }],
      [WORDS.main.keepMine, () => {
        // Theirs goes into the editor's history first, so that undo brings it back.
        take(found, "");
        text.replace(found.text);
        text.replace(mine);
        text.focus();
      }]);
  }

  addEventListener("beforeunload", (event) => { if (dirty() || rows.unwritten().length) event.preventDefault(); });
  $("save").hidden = $("take").hidden = false;
  $("save").addEventListener("click", save);
  $("take").addEventListener("click", () => takeAway({ ...state, dirty, broken: () => $("problems").className === "bad" }, making, save, moreWords, (heard) => {
    maker = heard;
    if (heard) return;
    // What was chosen in a form of the window is what the tab shows now.
    const language = making.shared.language || null;
    if (language !== asked.language && (!language || translated.includes(language))) speak(language);
    else if (views[current].view.options) views[current].now();
    tellCommand();
  }));

  // What is seen

  const deck = cards({ set, notice, chose, changes: cardChanges(`${state.file.folder}/${state.file.name}`), hands: {
    arrange, past, picture, problems: wrong, write: (...asked) => rows.write(...asked),
    // The quantity of a card in a table is a cell of it.
    countable: (face) => Boolean(face.table) && rows.isText(face.table),
    count: (face, quantity) => rows.write(face.table, face.row, "quantity", String(quantity), (why) => notice(why, [WORDS.common.close])),
  } });
  const views = {
    cards: { title: WORDS.common.cards, view: { ...deck, root: deck.root, show: deck.show }, make: "build" },
    sheets: { title: WORDS.common.sheets, view: sheets(state, choices), make: "sheets" },
    rulebook: { title: WORDS.common.rulebook, view: rulebook(state, choices), make: "rulebook", pause: 400 },
    press: { title: WORDS.main.press, view: press(state, choices), make: "proof", pause: 800 },
    plays: { title: WORDS.main.howItPlays, view: { root: el("div", { className: "view-plays" }), show: () => {} }, make: "build" },
  };
  const rows = tables({
    changed: (name) => { if (name) past.wroteTable(name); rev += 1; look(); },
    notice, kept: () => saved(), renamed, picture, open: (id) => deck.open(id), name: (...places) => deck.name(...places),
  });
  views.table = { title: WORDS.common.table, view: rows, make: "build" };
  let current = "cards";

  for (const [name, each] of Object.entries(views)) {
    // Pages are made of a version without errors; cards are seen while they are checked.
    each.now = () => { const { pack, rev: number } = name === "cards" ? seen : good; if (pack) each.view.show(pack, number); };
    each.refresh = each.pause ? afterPause(each.pause, each.now) : each.now;
    each.button = el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "view", onclick: () => turn(name) }, each.title);
    each.button.hidden = name === "table" || name === "plays";
    $("tabs").append(each.button);
  }
  $("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const names = Object.keys(views).filter((name) => !views[name].button.hidden);
    turn(names[(names.indexOf(current) + step + names.length) % names.length]);
    views[current].button.focus();
  });

  function turn(name) {
    current = name;
    for (const [other, each] of Object.entries(views)) {
      each.button.setAttribute("aria-selected", String(other === name));
      each.button.tabIndex = other === name ? 0 : -1;
    }
    $("view").setAttribute("aria-label", views[name].title);
    $("view").replaceChildren(nothing, views[name].view.root);
    banner();
    $("view").scrollTop = 0;
    reveal("");
    making.kind = views[name].make;
    document.body.classList.toggle("tabling", name === "table");
    if (name === "table") rows.show();
    else views[name].now();
    tellCommand();
  }

  /** Words that fields of forms offer besides those that are known everywhere: what the pack itself has. */
  function moreWords(command) {
    return command === "words" ? {} : { language: translated.map((each) => [each, names.of(each)]) };
  }

  /** Show the command that makes what is seen. */
  let newestCommand = 0;
  async function tellCommand() {
    const mine = newestCommand += 1;
    try {
      const answer = await command(views[current].make, making.visible(views[current].make));
      if (mine === newestCommand) $("command").textContent = answer.command;
    } catch (error) {
      if (!(error instanceof Problem) && !(error instanceof Stale)) throw error;
    }
  }
  $("view").addEventListener("scroll", () => { if (current === "cards") deck.scrolled(); }, { passive: true });

  const broken = $("broken");

  const nothing = el("p", { className: "wait" }, WORDS.main.readingThePack);

  /** Say what is seen where the text has errors. */
  function banner() {
    const asIs = current === "cards" && Boolean(told.pack);
    broken.hidden = told.sound || !seen.pack || current === "table" || current === "plays";
    $("view").classList.toggle("stale", !told.sound && !asIs);
    nothing.hidden = told.sound || Boolean(seen.pack);
    const inTable = told.problems.filter((each) => each.severity === "error").every((each) => each.table !== undefined);
    const where = inTable ? WORDS.main.tableHasErrors : WORDS.main.textHasErrors;
    broken.textContent = asIs ? WORDS.main.shownWithErrors({ where }) : WORDS.main.lastWithout({ where });
    nothing.textContent = WORDS.main.mend({ where });
  }

  function states() {
    banner();
    const errors = told.problems.filter((each) => each.severity === "error").length;
    const warnings = told.problems.filter((each) => each.severity === "warning").length;
    const parts = [errors ? WORDS.counts.errors(errors) : "", warnings ? WORDS.counts.warnings(warnings) : ""].filter(Boolean);
    $("problems").textContent = parts.join(", ") || WORDS.main.noProblems;
    $("problems").className = errors ? "bad" : warnings ? "doubt" : "";
    $("problems").disabled = !told.problems.some(hasPlace);
    const elsewhere = told.problems.filter((each) => each.start === undefined && each.severity === "error");
    if (!elsewhere.length && apart) notice(null);
    apart = elsewhere.length > 0;
    if (apart && current !== "table") {
      const [first] = elsewhere;
      const go = first.table !== undefined ? [[WORDS.main.goThere, () => visit(first)]] : [];
      notice(`${first.where ? `${first.where}: ` : ""}${first.message}${first.hint ? `; ${first.hint}` : ""}`, ...go, [WORDS.common.close]);
    }
  }

  // Errors first, then warnings, then notes; those that have a place.
  const hasPlace = (each) => each.start !== undefined || each.table !== undefined;
  const RANK = ["error", "warning", "note"];
  let visited = null;
  function nextProblem() {
    const placed = told.problems.filter(hasPlace);
    const ordered = RANK.flatMap((rank) => placed.filter((each) => each.severity === rank));
    if (!ordered.length) return;
    const at = ordered.findIndex((each) => JSON.stringify(each) === visited);
    const next = ordered[(at + 1) % ordered.length];
    visited = JSON.stringify(next);
    visit(next);
  }
  function visit(problem) {
    if (problem.start !== undefined) { reveal("writing"); text.go(problem); return; }
    if (current !== "table") turn("table");
    rows.go(problem);
  }
  $("problems").addEventListener("click", nextProblem);
  $("copy").hidden = false;
  $("copy").addEventListener("click", () => copied($("command").textContent, $("copy")));

  let first = true;
  function refresh() {
    views[current].refresh();
    if (first || JSON.stringify(games) !== JSON.stringify(seen.pack.games)) {
      games = seen.pack.games;
      // A deck without a game has nothing to be played.
      views.plays.button.hidden = atTable.hidden = !games.length;
      if (current === "plays" && !games.length) turn("cards");
      setups();
      plays();
    }
    // Nobody is writing when a page is opened: what it means need not wait for a pause.
    // Nothing is counted or played of a text with errors.
    if (told.sound) {
      if (first) { figures.now(); play.now(); } else { figures(); play(); }
      first = false;
    }
    tellCommand();
  }

  // What it means

  const side = Object.fromEntries(["composition", "table", "language", "look", "colours", "odds"].map((name) => [name, el("div", { className: name })]));
  const palette = colours({ set, attempt });
  side.colours.append(palette.root);
  const playing = el("div", { className: "setup" });
  const atTable = el("section", { hidden: true }, el("h2", {}, WORDS.main.atTheTable), playing, side.table);
  $("side").append(el("h2", {}, WORDS.main.composition), side.composition, atTable,
    el("h2", {}, WORDS.main.look), side.language, side.look, el("h2", {}, WORDS.main.colours), side.colours, side.odds);

  const figures = afterPause(200, async () => {
    const mine = good.rev;
    try {
      const answer = await ask("/figures", { tab, rev: mine });
      if (mine !== good.rev) return;
      side.composition.replaceChildren(composition(answer.figures, good.pack));
      side.odds.replaceChildren(...odds(answer.figures));
    } catch (error) {
      if (error instanceof Problem) side.composition.replaceChildren(el("p", { className: "small" }, error.message));
      else if (!(error instanceof Stale)) throw error;
    }
  });

  /** What the figures are held against, in words. */
  const other = () => asked.play.against || WORDS.main.yourPackAsSaved;

  function setups() {
    keepFocus(playing, () => setup(games, against, asked.play, () => { setups(); play(); }));
  }

  const play = afterPause(350, async () => {
    if (!games.length || !told.sound) { if (!games.length) { side.table.replaceChildren(); plays(); } return; }
    const game = games.find((each) => each.game === asked.play.game) ?? games[0];
    side.table.classList.add("older");
    try {
      await ask("/play", { tab, rev: good.rev, ...asked.play, game: game.game, temperament: asked.play.temperament || game.thinking });
    } catch (error) {
      if (error instanceof Problem) side.table.replaceChildren(el("p", { className: "small" }, error.message));
      else if (!(error instanceof Stale)) throw error;
    }
  });

  const results = el("div");
  const wished = wishes({
    save, use, lacking: state.lacking,
    playing: () => ({ players: asked.play.players, temperament: asked.play.temperament }),
    has: (suit, rank) => {
      const face = seen.pack?.faces.find(({ path }) => path[0] === "suits" && path[1] === suit && path[3] === rank);
      return { label: face?.label ?? `${suit} ${rank}`, count: face?.quantity ?? 0 };
    },
  });
  views.plays.view.root.append(results, wished.root);

  function plays() {
    const root = results;
    wished.root.hidden = !games.some((each) => each.designs);
    if (!played) { root.replaceChildren(el("p", { className: "wait" }, games.length ? WORDS.main.firstGames : WORDS.common.noGame)); return; }
    root.replaceChildren(el("p", {}, WORDS.main.gamesPlayed({ games: played.games.toLocaleString("en"), all: played.most.toLocaleString("en") })), ...table(played, other()));
  }
  plays();

  /** Catch up with what was missed while nobody looked. */
  async function back() {
    try {
      const now = await ask("/state");
      if (now.file?.name !== state.file.name) location.reload();
      else differs({ text: now.text, digest: now.digest, problem: now.problem });
      rows.retry();
    } catch (error) { fail(error); }
    play();
  }

  /** Take what came of a job once, though it is told again to a tab that was hidden. */
  const ended = new Set();
  const once = (take) => (told) => {
    if (ended.has(told.job)) return;
    if (told.state !== "waiting" && told.state !== "running") ended.add(told.job);
    take(told);
  };

  listen(state.alive, {
    back,
    file: differs,
    pictures: () => { rev += 1; look(); },
    problem: (data) => notice(data.problem, [WORDS.common.close]),
    checking,
    play: (data) => {
      if (data.rev !== good.rev) return;
      side.table.classList.remove("older");
      if (data.problem) { played = null; side.table.replaceChildren(el("p", { className: "small" }, data.problem)); return; }
      played = data;
      side.table.replaceChildren(...summary(data, other()));
      plays();
    },
    made: once((data) => {
      if (data.state === "done" && PRINTING.test(data.command)) deck.printed();
      maker?.(data);
    }),
    designed: once(wished.heard),
    opened: () => location.reload(),
  });

  // A narrow screen shows one part at a time.
  function reveal(name) {
    for (const each of ["writing", "meaning"]) document.body.classList.toggle(each, each === name);
    for (const each of parts) each.setAttribute("aria-pressed", String(each.dataset.part === name));
  }
  const parts = [["writing", WORDS.main.text], ["meaning", WORDS.main.figures]].map(([name, title]) => {
    const button = el("button", { type: "button", className: "narrow", "aria-pressed": "false", onclick: () => reveal(document.body.classList.contains(name) ? "" : name) }, title);
    button.dataset.part = name;
    return button;
  });
  $("tabs").before(...parts);

  // A spreadsheet that is dropped anywhere becomes another deck.

  addEventListener("dragover", (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); });
  addEventListener("drop", (event) => {
    const { table, others } = divided([...event.dataTransfer.files]);
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    if (table) makeDeck(table, others);
    else takePictures(others, event.target);
  });

  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s" && !event.defaultPrevented) { event.preventDefault(); save(); }
  });

  const again = ["cardgen", "studio", state.file.name, "--port", location.port].join(" ");
  const ownDraft = drafts(`${state.file.folder}/${state.file.name}`);
  watchLife((alive) => {
    say("life", alive ? null : WORDS.main.endedHowToGoOn({ command: again }), [WORDS.common.close]);
    saved();
    if (!alive) maker?.({ state: "lost" });
  });

  /** Offer what is left of pages that were closed, or whose studio ended, before it was saved. */
  async function offer() {
    const [draft] = (await ownDraft.left()).filter((each) => {
      const new_ = each.text !== text.text() || each.cells?.length;
      if (!new_) ownDraft.drop(each.key);
      return new_;
    });
    if (!draft) return;
    const when = new Date(draft.when).toLocaleString([], { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const cells = draft.cells?.length ? WORDS.main.cellsOfTables({ and: draft.text === text.text() ? "" : WORDS.main.and, cells: WORDS.counts.cells(draft.cells.length) }) : "";
    say("draft", WORDS.main.draft({ text: draft.text === text.text() ? "" : WORDS.main.aText, cells, when }),
      [WORDS.main.bringItBack, async () => {
        if (draft.text !== text.text()) text.replace(draft.text);
        ownDraft.drop(draft.key);
        await look();
        await rows.restore(draft.cells ?? []);
        offer();
      }],
      [WORDS.main.throwItAway, () => { ownDraft.drop(draft.key); offer(); }], [WORDS.main.later]);
  }

  turn("cards");
  look().then(offer);
}
