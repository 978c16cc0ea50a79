// Sheets, rulebook and press: their choices above, their pages below.
import { choice, el, plural } from "./dom.js";
import { Problem, Stale, ask, tab } from "./server.js";
import { pages } from "./pages.js";

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
    const message = request();
    if (!message) return;
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
      shown.show(answer.files, (at, file) => named(at, file, answer));
    } catch (error) {
      if (error instanceof Problem) words.replaceChildren(el("p", { className: "told error" }, error.message));
      else if (!(error instanceof Stale)) throw error;
      if (asked === wish) asked = null;
    } finally {
      clearTimeout(slow);
      root.classList.remove("busy");
    }
  }

  const size = () => choice("Size", fit, [["width", "page width"], ["whole", "whole page"]], (value) => { fit = value; shown.fit(value === "whole"); });

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

const list = (texts, name) => texts.map((text) => el("p", { className: `told ${name}` }, text));

/** The sheets as they will be printed. */
export function sheets(state, asked) {
  return paged({
    label: "Sheets", fit: "whole", busy: "Laying out the sheets…",
    request: () => ({ path: "/sheets", data: { ...asked } }),
    bar: (pack, again) => ["paper", "backs", "flip", "guides"].map((name) =>
      choice({ paper: "Paper", backs: "Backs", flip: "Flip on the edge", guides: "Guides" }[name], asked[name], state.sheets[name], (value) => { asked[name] = value; again(); })),
    told: (answer) => [el("p", {}, `${plural(answer.cards, "card")} on ${plural(answer.sheets, "sheet")}`), ...list(answer.warnings, "warning"), ...list(answer.notes, "note")],
    named: (at, file, answer) => (asked.backs === "duplex" ? `Sheet ${Math.floor(at / 2) + 1}, ${at % 2 ? "back" : "front"}` : `Sheet ${(at % answer.sheets) + 1}${file.suffix ? `, ${file.suffix.slice(1)}` : ""}`),
  });
}

/** The rulebook's pages. */
export function rulebook(state, asked) {
  const view = paged({
    label: "Rulebook", busy: "Setting the rulebook…",
    request: () => ({ path: "/book", data: { ...asked } }),
    bar: (pack, again) => [
      choice("Page", asked.form, state.books.map((each) => [each, each[0].toUpperCase() + each.slice(1)]), (value) => { asked.form = value; again(); }),
      pack.games.length > 1 ? choice("Game", asked.game ?? pack.games[0].game, pack.games.map((each) => [each.game, each.title]), (value) => { asked.game = value; again(); }) : null,
    ].filter(Boolean),
    told: (answer) => [el("p", {}, answer.said)],
    named: (at) => `Page ${at + 1}`,
  });
  return view;
}

/** The press proof for a printer, with what would be refused. */
export function press(state, asked) {
  return paged({
    label: "Proof", busy: "Making the press files, checking them and drawing the proof…",
    request: () => ({ path: "/proof", data: { ...asked } }),
    bar: (pack, again) => [choice("Printer", asked.printer, state.printers, (value) => { asked.printer = value; again(); })],
    told: (answer) => [
      el("p", { className: answer.passed ? "verdict good" : "verdict bad" }, answer.passed ? `${answer.printer} should take this.` : `${answer.printer} would refuse this.`),
      answer.redrawn ? el("p", {}, answer.redrawn) : null,
      ...answer.findings.map((each) => el("p", { className: `told ${each.severity === "error" ? "error" : "warning"}` }, el("strong", {}, each.message), ` ${each.where ? `(${each.where}) ` : ""}${each.hint}`)),
      el("details", {}, el("summary", {}, `What was checked (${answer.facts.length})`), el("ul", {}, answer.facts.map((each) => el("li", {}, each)))),
      answer.questions.length ? el("details", {}, el("summary", {}, `What to ask ${answer.printer} (${answer.questions.length})`), el("ul", {}, answer.questions.map((each) => el("li", {}, each)))) : null,
    ].filter(Boolean),
    named: (at) => `Page ${at + 1}`,
  });
}
