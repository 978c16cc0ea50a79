// The studio of a pack: its text, what is seen of it and what it means, and who tells whom when something changes.
import { $, chosenFile, el, enable } from "./dom.js";
import { offerActs } from "./acts.js";
import { begin } from "./begin.js";
import { PICTURES } from "./deck.js";
import { cards } from "./cards.js";
import { pickColour } from "./colourpicker.js";
import { cardChanges } from "./changes.js";
import { boxEdits, controlEdits } from "./edits.js";
import { linkTextAndCards, examination } from "./examination.js";
import { history, keys } from "./history.js";
import { kindOf, makeFiles, wishes as makeWishes } from "./make.js";
import { languages, meaning } from "./meaning.js";
import { fail, notice, say } from "./notices.js";
import { offerIcons } from "./icontyping.js";
import { packFile } from "./packfile.js";
import { pick, pickers } from "./picker.js";
import { giveFace, takeDrops, takePicture, takesPicture } from "./pictures.js";
import { plays } from "./plays.js";
import { problems } from "./problems.js";
import { rules } from "./rules.js";
import { ask, listen, watchLife } from "./server.js";
import { tables } from "./table.js";
import { tabs } from "./tabs.js";
import { editor } from "./text.js";
import { press, rulebook, sheets } from "./views.js";
import { WORDS } from "./words.js";

/** The commands that print cards: what they made is what later changes are held against. */
const PRINTING = /^cardgen (build|sheets|press|images)\b/;
/** The files that a user may choose for a pack. */
const FILES = { picture: PICTURES, font: ".ttf" };
const nonce = document.querySelector("meta[name=nonce]").content;

/** Open the studio. state: of the server's pack.
 *
 *  All parts know one another by the desk: they are in its fields, beside what examination() says of its text.
 */
export function studio(state) {
  const desk = { state, language: null };
  const making = makeWishes(state, { sheets: () => views.sheets.view.options(), rulebook: () => views.rulebook.view.options(), proof: () => views.press.view.options() });
  desk.pickers = pickers(desk);
  offerIcons(desk.pickers.icons);
  const choices = {
    pickPrinter: desk.pickers.printer,
    word: making.word,
    choose: (kind, field, value) => { making.keep(field, value, kind); desk.tabs.tellCommand(); },
  };

  desk.examination = examination(desk);
  desk.edits = controlEdits(desk);
  desk.boxes = boxEdits(desk);
  const { moved, chose } = linkTextAndCards(desk);
  desk.text = editor($("text"), { schema: state.schema, label: WORDS.text.packAsYaml, text: state.text, nonce, icons: desk.pickers.icons, save: () => desk.file.save(), moved, changed: (depth) => {
    if (depth !== undefined) desk.past.wrote(depth);
    desk.file.show();
    desk.examination.again();
  } });
  desk.rows = tables({
    changed: (name) => { if (name) desk.past.wroteTable(name); desk.examination.again(); },
    notice, kept: () => desk.file.show(), examined: desk.examination.examined, renamed: desk.edits.renamed, picture: takePicture, open: (id) => desk.deck.open(id), name: (...places) => desk.deck.name(...places),
  });
  desk.rules = rules(desk, nonce);
  desk.past = makeSharedHistory(desk);
  desk.file = packFile(desk);
  desk.problems = problems(desk);
  desk.deck = cards({ set: desk.edits.set, notice, chose, changes: cardChanges(`${state.file.folder}/${state.file.name}`, state.version, () => !desk.language), hands: hands(desk) });
  const games = plays(desk);
  const views = {
    cards: { title: WORDS.common.cards, view: desk.deck, make: "build" },
    sheets: { title: WORDS.common.sheets, view: sheets(state, choices), make: "sheets" },
    rulebook: { title: WORDS.common.rulebook, view: rulebook(state, choices, desk), make: "rulebook", pause: 400 },
    press: { title: WORDS.main.press, view: press(state, choices), make: "proof", pause: 800 },
    plays: { title: WORDS.main.howItPlays, view: games.view, make: "build", hidden: true, isLive: true },
    table: { title: WORDS.common.table, view: desk.rows, make: "build", hidden: true, isLive: true },
  };
  desk.tabs = tabs(desk, views, making);
  desk.meaning = meaning(desk, games);
  desk.languages = languages(desk, making);
  const maker = makeWindow(desk, making);

  desk.refresh = () => {
    desk.tabs.refresh();
    desk.meaning.refresh();
    desk.tabs.tellCommand();
  };
  desk.take = (answer) => {
    games.changed();
    if (answer.controls) {
      if (!desk.languages.offer(answer.languages)) return;
      desk.meaning.controls(answer);
    }
    desk.tabs.offer("table", answer.tables.length > 0);
    desk.rows.told(answer.tables, answer.problems, answer.lists);
    if (answer.pack) desk.rows.cards(answer.pack.faces);
    if (desk.tabs.current === "table") desk.rows.show();
    desk.tabs.banner();
    desk.problems.show();
  };

  openOtherPack(state);
  takeDrops(desk);
  const others = bindOtherButtons(desk);
  offerActs((command) => maker.act(command) ?? others(command), (fix) => mend(desk, fix));
  hear(desk, maker.hear, games);
  desk.tabs.turn("cards");
  desk.examination.look().then(desk.file.offer);
}

/** Mend a problem of a desk's pack, as a fix of the server says: make its edits, show a place, or write a value, which the user may choose. */
async function mend(desk, fix) {
  const { edits, path, value, picks, into, shows, opens } = fix;
  if (edits) { desk.text.fix({ edits }); return; }
  if (shows) { desk.problems.visit(shows); return; }
  if (opens) { await ask("/open", { name: opens }); location.reload(); return; }
  if (!picks) { desk.edits.set(path, value); return; }
  const chosen = await choose(desk, fix);
  if (chosen) desk.edits.set(path, into ? { ...value, [into]: chosen } : chosen);
}

/** Let the user choose what a fix writes, and return it: a colour, a word, or the name of a file beside the pack; null for none. */
async function choose(desk, { label, picks, words }) {
  if (picks === "color") return pickColour({ title: label, paints: [], value: "", on: undefined, sights: desk.state.sights });
  if (picks === "word") return pick({ title: label, name: "names", load: () => ({ offers: words.map((each) => ({ value: each, label: each, image: null })) }) });
  const file = await chosenFile(FILES[picks]);
  return file && takePicture(file);
}

/** Make one history over the text, its controls and the tables, with its keys and buttons. */
function makeSharedHistory(desk) {
  const past = history({
    texts: (name) => (name === "pack" ? desk.text : desk.rules.editor()),
    tables: (name, how) => desk.rows.back(name, how),
    settled: async () => { await desk.edits.settled(); await desk.boxes.settled(); await desk.rows.settled(); },
    told: ({ undo, redo }) => { enable($("undo"), undo); enable($("redo"), redo); },
  });
  keys(past);
  for (const each of ["undo", "redo"]) {
    $(each).hidden = false;
    $(each).addEventListener("click", () => past[each]());
  }
  return past;
}

/** Return what changes the cards of a desk by hand. */
function hands(desk) {
  return {
    arrange: desk.boxes.arrange, examined: async () => { await desk.boxes.settled(); await desk.examination.examined(); }, past: desk.past, picture: takePicture, picturable: takesPicture, show: (face, name) => giveFace(desk, face, name), pickers: desk.pickers, sights: desk.state.sights, problems: desk.problems.of, write: (...asked) => desk.rows.write(...asked),
    // The quantity of a card in a table is a cell of it.
    countable: (face) => Boolean(face.table) && desk.rows.isText(face.table),
    count: (face, quantity) => desk.rows.write(face.table, face.row, "quantity", String(quantity), (why) => notice(why, [WORDS.common.close])),
  };
}

/** Let the user make files in a window; return what takes in what the server says of that, and what shows a form. */
function makeWindow(desk, making) {
  let heard = null;
  const isOpen = () => Boolean(heard);
  /** What shows a form in the window, once it was open. */
  let showForm = null;
  /** Words that fields of forms offer besides those that are known everywhere: what the pack itself has. */
  const moreWords = (command) => (command === "words" ? {} : { language: desk.languages.words() });
  $("take").hidden = $("sit").hidden = false;
  $("sit").addEventListener("click", async () => { if (await desk.file.save()) location.assign("play"); });
  /** Open the window; return a function that shows a form in it. */
  const open = () => makeFiles({ ...desk.state, dirty: desk.file.isDirty, broken: desk.problems.hasErrors, examined: desk.examination.examined }, making, { save: desk.file.save, more: moreWords, set: desk.edits.set }, (take) => {
    heard = take;
    if (isOpen()) return;
    // What was chosen in a form of the window is what the tab shows now.
    const language = making.shared.language || null;
    if (language !== desk.language && (!language || desk.languages.has(language))) desk.languages.speak(language);
    else if (desk.tabs.view.options) desk.tabs.now();
    desk.tabs.tellCommand();
  });
  $("take").addEventListener("click", () => { showForm = open(); });
  return {
    hear: (told) => heard?.(told),
    /** Return what shows the form of a command, with its title; null where no form makes it. */
    act(command) {
      const found = kindOf(desk.state, command);
      if (!found) return null;
      const isInSight = isOpen() && found.kind.kind === making.kind && !Object.keys(found.options).length;
      return { label: isInSight ? "" : WORDS.acts.makeThis({ title: found.kind.title }), show: () => { if (!isOpen()) showForm = open(); showForm(found); } };
    },
  };
}

/** Return what the page does for a command that makes no files; null for one that only a terminal does. */
function bindOtherButtons(desk) {
  const close = () => { for (const each of document.querySelectorAll("dialog[open]")) each.close(); };
  /** Copy what was chosen, to be pasted where it belongs. */
  const copy = async (value) => {
    if (value === null) return;
    await navigator.clipboard.writeText(value);
    notice(WORDS.acts.copied({ value }), [WORDS.common.close]);
  };
  const does = {
    list: async (topic) => copy(await desk.pickers.list(topic)),
    icons: async () => { const name = await desk.pickers.icon(); copy(name && `{${name}}`); },
    printers: async () => copy(await desk.pickers.printer(null)),
    simulate: () => { close(); desk.tabs.turn("plays"); },
  };
  return (command) => {
    const [, name, ...words] = command.split(" ");
    // Other options fetch from the web, or write files: only a terminal does that.
    const hasOther = words.some((word) => word.startsWith("-") && word !== "--search");
    if (!does[name] || hasOther || (name === "list" && !words.length)) return null;
    return { label: WORDS.acts[name], show: () => does[name](...words) };
  };
}

/** Let the user open another pack, or begin one. */
function openOtherPack(state) {
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
}

/** Take in what the server tells by itself, and that it has ended. */
function hear(desk, maker, games) {
  const { state } = desk;

  /** Catch up with what was missed while nobody looked. */
  async function back() {
    try {
      const now = await ask("/state");
      if (now.file?.name !== state.file.name) location.reload();
      else desk.file.differs({ text: now.text, digest: now.digest, problem: now.problem });
      desk.rules.again();
      desk.rows.retry();
    } catch (error) { fail(error); }
    desk.meaning.play();
  }

  /** By job: a promise of the cards that it prints. */
  const printing = new Map();
  /** Take what came of a job once, though it is told again to a tab that was hidden. */
  const ended = new Set();
  const once = (take) => (told) => {
    if (ended.has(told.job)) return;
    if (told.state !== "waiting" && told.state !== "running") ended.add(told.job);
    take(told);
  };

  listen(state.alive, {
    back,
    file: desk.file.differs,
    pictures: () => { desk.rules.again(); desk.examination.again(); },
    problem: (data) => notice(data.problem, [WORDS.common.close]),
    checking: desk.examination.checking,
    play: desk.meaning.played,
    made: once((data) => {
      if (PRINTING.test(data.command)) {
        // What was printed is what the file had when it began.
        if (!printing.has(data.job)) printing.set(data.job, desk.deck.printing());
        if (data.state === "done") printing.get(data.job).then(desk.deck.printed);
      }
      maker(data);
    }),
    designed: once(games.heard),
    opened: () => location.reload(),
  });

  const again = ["cardgen", "studio", state.file.name, "--port", location.port].join(" ");
  watchLife((alive) => {
    say("life", alive ? null : WORDS.main.endedHowToGoOn({ command: again }), [WORDS.common.close]);
    desk.file.show();
    if (!alive) maker({ state: "lost" });
  });
}
