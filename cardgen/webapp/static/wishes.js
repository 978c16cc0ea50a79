// Wishes for how the pack is to play, and the compositions that come near them, as they are found.
import { problemWithActs, withActs } from "./acts.js";
import { choice, copyText, el, enable, keepFocus, showProgress } from "./dom.js";
import { number } from "./figures.js";
import { Problem, ask, tab } from "./server.js";
import { WORDS } from "./words.js";

const VERDICTS = { met: WORDS.wishes.met, "likely met": WORDS.wishes.likelyMet, "likely missed": WORDS.wishes.likelyMissed, missed: WORDS.wishes.missed };

/** Make the form. save: saves the text first; playing: who plays, as the other figures have it; use: writes
 * quantities into the text; has: how many of a card the text has now; now: what a measure is at present, in words; lacking: why nothing can be searched. */
export function wishes({ save, playing, use, has, now, lacking }) {
  const asked = { attack: "", defence: "", measure: "", target: "", keep: "", cards: "", vary: "" };
  const offers = (words) => words.map(([value, text]) => el("option", { value }, text));
  const measures = el("select", { "aria-label": WORDS.wishes.and, onchange: () => { asked.measure = measures.value; } });
  const measure = el("label", { className: "choice" }, el("span", {}, WORDS.wishes.and), measures);
  /** Options that may vary, each added to those that do. */
  const varied = el("select", { "aria-label": WORDS.wishes.addOption, onchange: () => {
    const box = root.querySelector("[name=vary]");
    box.value = `${box.value} ${varied.value}`.trim();
    asked.vary = box.value;
    varied.value = "";
    box.focus();
  } });
  const field = (name, label, hint) => {
    const box = el("input", { type: "text", name, placeholder: hint, autocomplete: "off", spellcheck: false, oninput: () => { asked[name] = box.value.trim(); } });
    return el("label", { className: "choice" }, el("span", {}, label), box);
  };
  const came = el("div", { className: "came" });
  const said = el("p", { role: "status" });
  const find = el("button", { type: "submit", className: "main", disabled: Boolean(lacking) }, WORDS.wishes.findCompositions);
  const stop = el("button", { type: "button", hidden: true, onclick: () => ask("/stop", { tab, kind: "designed" }) }, WORDS.wishes.stop);
  const root = el("section", { className: "wishes" }, el("h2", {}, WORDS.wishes.wishes),
    el("p", { className: "small" }, WORDS.wishes.howToWish),
    el("form", { onsubmit: (event) => { event.preventDefault(); run(); } },
      el("div", { className: "bar" }, field("attack", WORDS.wishes.attack, "+10%"), field("defence", WORDS.wishes.defence, "same"), el("span", { className: "choice" }, measure, field("target", WORDS.wishes.target, "-10%")),
        choice(WORDS.wishes.keep, "", [["", WORDS.wishes.keepNothing], ["green-cards", WORDS.wishes.greenCards], ["red-cards", WORDS.wishes.redCards], ["green-points", WORDS.wishes.greenPoints], ["red-points", WORDS.wishes.redPoints]], (value) => { asked.keep = value; }),
        field("cards", WORDS.wishes.cards, "50-60"), field("vary", WORDS.wishes.vary, WORDS.wishes.nothingVaries), varied),
      el("div", { className: "bar" }, find, stop, lacking ? el("span", { className: "small" }, lacking) : null)), said, came);

  async function run() {
    try {
      if (!(await save())) throw new Problem(WORDS.wishes.notSaved);
      enable(find, false);
      said.textContent = "";
      const { measure: of, target, ...others } = asked;
      await ask("/design", { tab, ...others, wish: of && target ? `${of}=${target}` : "", ...playing() });
    } catch (error) {
      enable(find, true);
      came.replaceChildren(el("p", { className: "told error" }, withActs(error.message)));
    }
  }

  /** Say what is exchanged: "2 × green 1 out, 2 × green 4 in". */
  function exchanged(quantities) {
    const parts = Object.entries(quantities).flatMap(([suit, ranks]) => Object.entries(ranks).map(([rank, wanted]) => {
      const { label, count } = has(suit, rank);
      return [wanted - count, label];
    }));
    const words = (some, word) => (some.length ? word({ cards: some.map(([by, label]) => `${Math.abs(by)} × ${label}`).join(", ") }) : "");
    return [words(parts.filter(([by]) => by < 0), WORDS.wishes.out), words(parts.filter(([by]) => by > 0), WORDS.wishes.in)].filter(Boolean).join("; ") || WORDS.wishes.unchanged;
  }

  /** A candidate: what it exchanges, and how near it comes to each wish. */
  function candidate(design, place) {
    const cells = design.wishes.map((each) => {
      const { value, low, high } = each.value;
      const half = low === null ? "" : ` ± ${number((high - low) / 2, each.unit)}`;
      return el("li", { className: each.word.endsWith("met") ? "good" : "" }, WORDS.wishes.wished({ measure: each.key, before: now(each.key) || WORDS.wishes.unknown, value: number(value, each.unit), tolerance: half, target: number(each.target, each.unit), word: VERDICTS[each.word] }));
    });
    const options = Object.entries(design.options ?? {}).map(([name, value]) => `${name}=${value}`).join(", ");
    const what = [exchanged(design.quantities), options && WORDS.wishes.with({ options })].filter(Boolean).join("; ");
    return el("li", {}, el("strong", {}, what), el("ul", {}, cells),
      el("button", { type: "button", "aria-label": WORDS.wishes.useComposition({ number: place + 1 }), onclick: () => use(design.quantities) }, WORDS.wishes.useThis));
  }

  let best = [];
  let quantities = "";
  function list() {
    const shown = JSON.stringify([best, best.map((each) => exchanged(each.quantities))]);
    if (shown === quantities) return;
    quantities = shown;
    const box = came.querySelector(".candidates");
    if (box) keepFocus(box, () => best.map(candidate));
  }

  return {
    root,
    /** The text has other quantities now. */
    changed: list,
    /** Offer what can be wished for in a game. */
    offer(game) {
      measures.replaceChildren(...offers([["", WORDS.wishes.nothingElse], ...game.measures]));
      measures.value = asked.measure;
      varied.replaceChildren(...offers([["", WORDS.wishes.addOption], ...game.options]));
    },
    heard(told) {
      const { state, command, progress } = told;
      // What it comes to in the end is told as after each round.
      const found = told.found ?? (told.facts?.designs ? told.facts : null);
      const busy = state === "waiting" || state === "running";
      enable(find, !busy && !lacking);
      stop.hidden = !busy;
      if (found) {
        best = found.designs;
        said.textContent = found.searched.ending === null
          ? WORDS.wishes.searchingSoFar({ compositions: WORDS.counts.compositions(found.searched.compositions), games: WORDS.counts.games(found.searched.games) })
          : found.measured.games ? WORDS.wishes.measured({ games: WORDS.counts.freshGames(found.measured.games) }) : WORDS.wishes.stopped;
        list();
        if (told.found) return;
      }
      if (progress) {
        showProgress(came.querySelector("progress"), progress);
        return;
      }
      if (busy) {
        best = [];
        quantities = "";
        const copy = el("button", { type: "button", onclick: () => copyText(command, copy) }, WORDS.common.copy);
        said.textContent = state === "waiting" ? WORDS.wishes.waiting : WORDS.wishes.begins;
        came.replaceChildren(el("p", { className: "typed" }, el("code", {}, command), copy), el("progress", { "aria-label": WORDS.wishes.searching }), el("ol", { className: "candidates" }));
        return;
      }
      came.querySelector("progress")?.remove();
      const words = [...[...told.faults, told.interrupted].filter(Boolean).map(withActs), ...told.problems.map(problemWithActs)];
      came.append(...words.map((each) => el("p", { className: `told ${state === "done" ? "note" : "error"}` }, each)));
      const packs = told.files.map((file) => file.path).filter((path) => path.endsWith(".yaml") && !path.includes("/"));
      if (packs.length) came.append(el("p", {}, WORDS.wishes.written), el("ul", { className: "files" }, packs.map((name) => el("li", {}, el("button", { type: "button", onclick: () => ask("/open", { name }) }, WORDS.wishes.open({ name }))))));
      if (!best.length) said.textContent = words.length ? "" : WORDS.wishes.foundNothing;
    },
  };
}
