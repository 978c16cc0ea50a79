// Sheets, rulebook and press: their choices above, their pages below.
import { problemWithActs, withActs } from "./acts.js";
import { choice, el } from "./dom.js";
import { Problem, Stale, ask, tab } from "./server.js";
import { pages } from "./pages.js";
import { WORDS } from "./words.js";

/** A view of finished pages: its choices are asked for whenever they or the text change. */
function paged({ label, busy, request, bar, told, named, fit = "width" }) {
  const shown = pages(label, fit === "whole");
  const tools = el("div", { className: "bar" });
  const words = el("div", { className: "words", role: "status" });
  const root = el("div", { className: "view-pages" }, tools, words, shown.root);
  let now = null;
  let asked = null;
  let controller = null;

  async function refresh() {
    if (!now || !root.isConnected) return;
    const message = request(now.pack);
    const wish = JSON.stringify([now.rev, message]);
    if (wish === asked) { shown.draw(); return; }
    asked = wish;
    controller?.abort();
    controller = new AbortController();
    const slow = setTimeout(() => root.classList.add("busy"), 300);
    if (!shown.root.children.length) words.replaceChildren(el("p", { className: "wait" }, busy));
    try {
      const answer = await ask(message.path, { tab, rev: now.rev, ...message.data }, controller.signal);
      if (asked !== wish) return;
      words.replaceChildren(...told(answer));
      // Where there are none, those from before stay in sight.
      if (answer.files.length) shown.show(answer.files, (at, file) => named(at, file, answer));
    } catch (error) {
      if (error instanceof Problem) words.replaceChildren(el("p", { className: "told error" }, withActs(error.message)));
      else if (!(error instanceof Stale)) throw error;
      if (asked === wish) asked = null;
    } finally {
      clearTimeout(slow);
      root.classList.remove("busy");
    }
  }

  const size = () => choice(WORDS.views.zoom, fit, [["width", WORDS.views.pageWidth], ["whole", WORDS.views.wholePage]], (value) => { fit = value; shown.fit(value === "whole"); });

  return {
    root,
    show(pack, rev) {
      now = { pack, rev };
      // Whoever has the keyboard in a choice keeps it.
      if (!tools.contains(document.activeElement)) tools.replaceChildren(...bar(pack, () => refresh()), size());
      return refresh();
    },
    refresh,
  };
}

const list = (texts, name) => texts.map((text) => el("p", { className: `told ${name}` }, withActs(text)));

const SHEET_LABELS = { paper: WORDS.views.paper, backs: WORDS.views.backs, flip: WORDS.views.flipOnTheEdge, guides: WORDS.views.guides };

// In what follows, `word` returns what is chosen of a field of a kind's form, and `choose` keeps it.

/** The sheets as they will be printed. */
export function sheets(state, { word, choose }) {
  const options = () => Object.fromEntries(Object.keys(SHEET_LABELS).map((name) => [name, word("sheets", name, state.sheets[name])]));
  const view = paged({
    label: WORDS.common.sheets, fit: "whole", busy: WORDS.views.busySheets,
    request: () => ({ path: "/sheets", data: options() }),
    bar: (pack, again) => Object.entries(options()).map(([name, value]) => choice(SHEET_LABELS[name], value, state.sheets[name], (chosen) => { choose("sheets", name, chosen); again(); })),
    told: (answer) => [el("p", {}, WORDS.views.cardsOnSheets({ cards: WORDS.counts.cards(answer.cards), sheets: WORDS.counts.sheets(answer.sheets) })), ...list(answer.warnings, "warning"), ...list(answer.notes, "note")],
    named: (at, file, answer) => (options().backs === "duplex" ? WORDS.views.sheetSide({ number: Math.floor(at / 2) + 1, side: at % 2 ? WORDS.views.back : WORDS.views.front }) : WORDS.views.sheetOf({ number: (at % answer.sheets) + 1, stack: file.suffix ? `, ${file.suffix.slice(1)}` : "" })),
  });
  return { ...view, options };
}

/** The rulebook's pages. */
export function rulebook(state, { word, choose }, desk) {
  const format = () => word("rulebook", "format", state.books, state.books[0]);
  const games = (pack) => pack.games.map((each) => each.game);
  let game = "";
  const view = paged({
    label: WORDS.common.rulebook, busy: WORDS.views.busyRulebook,
    request: (pack) => {
      game = word("rulebook", "game", games(pack), "");
      return { path: "/book", data: { game: game || null, form: format(), rules: desk.rules.text() } };
    },
    bar: (pack, again) => [
      choice(WORDS.views.page, format(), state.books.map((each) => [each, each[0].toUpperCase() + each.slice(1)]), (value) => { choose("rulebook", "format", value); again(); }),
      pack.games.length > 1 ? choice(WORDS.common.game, word("rulebook", "game", games(pack), games(pack)[0]), pack.games.map((each) => [each.game, each.title]), (value) => { choose("rulebook", "game", value); again(); }) : null,
      el("button", { type: "button", onclick: () => desk.rules.open(game || pack.games[0]?.game || null) }, pack.games.length ? WORDS.rules.edit : WORDS.rules.write),
    ].filter(Boolean),
    told: (answer) => {
      desk.rules.told(answer.problems);
      const elsewhere = answer.problems.filter((each) => each.start === undefined);
      return [el("p", { className: answer.files.length ? "" : "told error" }, answer.files.length ? answer.said : WORDS.rules.haveErrors), ...elsewhere.map((each) => el("p", { className: `told ${each.severity}` }, `${each.where} `, problemWithActs(each)))];
    },
    named: (at) => WORDS.views.pageNumber({ number: at + 1 }),
  });
  // The first format is what a rulebook has by default.
  return { ...view, options: () => ({ game, format: format() === state.books[0] ? "" : format() }) };
}

const VERDICTS = {
  passes: ["good", WORDS.views.passes],
  refused: ["bad", WORDS.views.refused],
  "not judged": ["open", WORDS.views.notJudged],
};

/** The press proof for a printer, with what would be refused. */
export function press(state, { word, choose, pickPrinter }) {
  const options = () => ({ printer: word("proof", "printer", state.printers.map(([name]) => name), state.printers[0][0]) });
  const view = paged({
    label: WORDS.views.proof, busy: WORDS.views.busyProof,
    request: () => ({ path: "/proof", data: options() }),
    bar: (pack, again) => {
      const take = (value) => { choose("proof", "printer", value); again(); };
      const printer = choice(WORDS.views.printer, options().printer, state.printers, take);
      const compare = el("button", { type: "button", onclick: async () => {
        const chosen = await pickPrinter(options().printer);
        if (!chosen) return;
        printer.querySelector("select").value = chosen;
        take(chosen);
      } }, WORDS.views.comparePrinters);
      return [printer, compare];
    },
    told: (answer) => [
      el("p", { className: `verdict ${VERDICTS[answer.verdict][0]}` }, `${answer.printer} ${VERDICTS[answer.verdict][1]}`),
      answer.redrawn ? el("p", {}, answer.redrawn) : null,
      ...answer.findings.map((each) => el("p", { className: `told ${each.severity === "error" ? "error" : "warning"}` }, el("strong", {}, withActs(each.message)), ` ${each.where ? `(${each.where}) ` : ""}`, withActs(each.hint))),
      el("details", {}, el("summary", {}, WORDS.views.checked({ count: answer.facts.length })), el("ul", {}, answer.facts.map((each) => el("li", {}, withActs(each))))),
      answer.unjudged.length ? el("details", { open: true }, el("summary", {}, WORDS.views.unjudged({ count: answer.unjudged.length })), el("ul", {}, answer.unjudged.map((each) => el("li", {}, withActs(each))))) : null,
      answer.questions.length ? el("details", {}, el("summary", {}, WORDS.views.questions({ printer: answer.printer, count: answer.questions.length })), el("ul", {}, answer.questions.map((each) => el("li", {}, each)))) : null,
    ].filter(Boolean),
    named: (at) => WORDS.views.pageNumber({ number: at + 1 }),
  });
  return { ...view, options };
}
