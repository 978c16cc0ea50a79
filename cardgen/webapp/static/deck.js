// A deck from a spreadsheet: its columns and what they hold, its cards in each layout, and the button that makes it.
import { withActs } from "./acts.js";
import { afterPause, choice, el, enable } from "./dom.js";
import { Problem, Stale, ask, show, tab } from "./server.js";
import { WORDS } from "./words.js";

export const TABLES = ".csv, .tsv, .xlsx, .ods";
export const PICTURES = ".png, .jpg, .jpeg, .svg";
const isTable = (file) => /\.(csv|tsv|xlsx|ods|xls|xlsm|xlsb|numbers|gsheet)$/i.test(file.name);
const HELD = { title: WORDS.deck.title, text: WORDS.deck.text, picture: WORDS.deck.picture, quantity: WORDS.deck.numberOfCopies, kind: WORDS.deck.kindOfCard, notes: WORDS.deck.notesOnNoCard, id: WORDS.deck.id };
const languageNames = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });
const MOST_MISSING = 6;
const SAMPLE = 88;

/** What a pack's file may be called, for fields: letters and figures of any script, blanks, dots and hyphens. */
export const PACK_NAME = "[\\p{L}\\p{N}_][\\p{L}\\p{N}_ .\\-]*";
/** Return a name for the pack of a file. */
const packNameOf = (name) => name.normalize("NFC").replace(/\.\w+$/, "").replace(/[^\p{L}\p{N}_ .-]+/gu, "-").replace(/^[^\p{L}\p{N}_]+|[-. ]+$/gu, "") || "cards";
/** The most bytes of a file that is taken in, as the server has it. */
const MOST_FILE = 20 << 20;

/** Return the data of a file in base64; a file that is too large is a problem. */
export async function toBase64(file) {
  if (file.size > MOST_FILE) throw new Problem(WORDS.deck.tooLarge({ name: file.name, most: MOST_FILE >> 20 }));
  const url = await new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = () => failed(new Problem(WORDS.deck.couldNotBeRead({ name: file.name })));
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(",") + 1);
}

/** Divide files that were dropped into the first spreadsheet and the others. */
export function splitFiles(files) {
  const table = files.find(isTable);
  return { table, others: files.filter((each) => each !== table) };
}

/** Return cells that were pasted as a file; null for a text that is none of a table. */
export const pastedTable = (text) => (text.trim().includes("\n") || text.includes("\t") ? new File([text], text.includes("\t") ? "cards.tsv" : "cards.csv") : null);

/** Let the user make a deck of a spreadsheet, with pictures that were dropped with it. isPasted: its cells were pasted, and it is no file. */
export async function makeDeck(table, pictures, isPasted = false) {
  const wrong = el("p", { className: "told error", role: "alert", hidden: true });
  const said = el("p", { className: "small", role: "status" }, WORDS.deck.readingTheTable);
  const fail = (error) => {
    if (error instanceof Stale) return;
    if (!(error instanceof Problem)) throw error;
    said.textContent = "";
    wrong.replaceChildren(...withActs(error.message));
    wrong.hidden = false;
  };
  const name = el("input", { type: "text", required: true, value: packNameOf(table.name), pattern: PACK_NAME, autocomplete: "off", spellcheck: false });
  const make = el("button", { type: "submit", className: "main", disabled: true }, WORDS.deck.makeTheDeck);
  const options = el("div", { className: "bar" });
  const columns = el("table");
  const missing = el("div", { className: "drop" });
  const layouts = el("fieldset", { className: "packs samples" });
  const body = el("div", { className: "deck" }, said, wrong, options, el("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": WORDS.deck.theColumnsOfThe }, columns), missing, layouts);
  const window = el("dialog", { className: "another", "aria-label": WORDS.common.deckFromSpreadsheet, onclose: () => window.remove() },
    el("form", { method: "dialog" }, el("h2", {}, isPasted ? WORDS.deck.aDeckFromCells : WORDS.deck.aDeckFrom({ name: table.name })), el("button", { type: "submit", "aria-label": WORDS.common.close }, "×")),
    el("form", { className: "bar", onsubmit: (event) => { event.preventDefault(); finish(); } },
      el("label", { className: "choice" }, el("span", {}, WORDS.deck.nameOfTheDeck), name), make), body);
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => { event.preventDefault(); event.stopPropagation(); addPictures([...event.dataTransfer.files]); });
  document.body.append(window);
  window.showModal();

  const wish = { sheet: null, language: null, head_row: null, held: null };
  let chosen = null;

  async function look() {
    try {
      const answer = await ask("/proposals", { tab, ...wish });
      wrong.hidden = true;
      take(answer);
    } catch (error) { enable(make, false); fail(error); }
  }
  const lookLater = afterPause(50, look);
  const change = (what) => { Object.assign(wish, what); lookLater(); };

  function take(answer) {
    said.textContent = [WORDS.deck.whatNext({ cards: WORDS.counts.cards(answer.count) }), isPasted ? "" : WORDS.deck.tableStays({ table: table.name }), answer.said].filter(Boolean).join(" ");
    options.replaceChildren(...[
      answer.sheets.length > 1 ? choice(WORDS.deck.sheet, wish.sheet ?? answer.sheets[0], answer.sheets, (value) => change({ sheet: value, language: null, head_row: null, held: null })) : null,
      choice(WORDS.deck.headRow, String(answer.head_row), answer.head_rows.map((number) => [String(number), number ? WORDS.deck.inRow({ number }) : WORDS.deck.noHeadRow]), (value) => change({ head_row: Number(value), held: null })),
      choice(WORDS.deck.language, answer.language, answer.languages.map((code) => [code, languageNames.of(code)]), (value) => change({ language: value })),
    ].filter(Boolean));
    const offers = [["", WORDS.deck.notOnTheCards], ...answer.roles.map((each) => [each, HELD[each] ?? each])];
    const focused = columns.contains(document.activeElement) ? [...columns.querySelectorAll("select")].indexOf(document.activeElement) : -1;
    columns.replaceChildren(
      el("thead", {}, el("tr", {}, answer.heads.map((head) => el("th", { scope: "col" }, head))),
        el("tr", {}, answer.heads.map((head, at) => el("td", {}, el("select", { "aria-label": WORDS.deck.whatHolds({ head }), onchange: (event) => {
          // What is given to one column is taken from another.
          const held = answer.held.map((each, other) => (other === at ? event.target.value : each && each === event.target.value ? "" : each));
          change({ held });
        } }, offers.map(([value, label]) => el("option", { value, selected: value === answer.held[at] }, label))))))),
      el("tbody", {}, answer.rows.map((row) => el("tr", {}, row.map((each) => el("td", {}, el("div", {}, each)))))));
    if (focused >= 0) columns.querySelectorAll("select")[focused]?.focus();
    const pick = el("input", { type: "file", multiple: true, accept: PICTURES, "aria-label": WORDS.deck.addPictures, onchange: () => addPictures([...pick.files]) });
    const some = answer.missing.slice(0, MOST_MISSING).join(", ");
    const others = answer.missing.length - MOST_MISSING;
    missing.replaceChildren(el("p", {}, answer.missing.length
      ? WORDS.deck.missing({ pictures: WORDS.counts.pictures(answer.missing.length), are: answer.missing.length === 1 ? "is" : "are", names: `${some}${others > 0 ? `${WORDS.main.and}${WORDS.counts.morePictures(others)}` : ""}`, them: answer.missing.length === 1 ? "it" : "them" })
      : answer.pictures ? WORDS.deck.picturesAdded({ pictures: WORDS.counts.pictures(answer.pictures) }) : WORDS.deck.dropPictures), el("label", { className: "choice" }, el("span", {}, WORDS.deck.addPictures), pick));
    if (!answer.layouts.some((each) => each.name === chosen)) chosen = answer.layouts[0]?.name ?? null;
    const within = layouts.contains(document.activeElement);
    layouts.replaceChildren(el("legend", {}, WORDS.deck.howTheCardsLook, el("small", {}, WORDS.deck.aboutLayouts)),
      ...answer.layouts.map((each) => el("label", {}, el("input", { type: "radio", name: "layout", value: each.name, checked: each.name === chosen, onchange: () => { chosen = each.name; } }),
        el("span", { className: "faces" }, each.keys.map((key) => {
          const image = el("img", { alt: "", style: { "aspect-ratio": String(each.wide) } });
          show(image, `picture/${key}`, SAMPLE);
          return image;
        })), el("strong", {}, each.name))));
    if (within) layouts.querySelector("input:checked")?.focus();
    enable(make, Boolean(chosen));
    if (!chosen) fail(new Problem(WORDS.deck.noLayout));
  }

  async function addPictures(files) {
    let failed = null;
    for (const file of files) {
      try { await ask("/upload", { tab, name: file.name, data: await toBase64(file), for_draft: true, replace: false }); } catch (error) { failed = error; }
    }
    await look();
    // The others are taken in all the same.
    if (failed) fail(failed);
  }

  async function finish() {
    enable(make, false);
    try {
      await ask("/deck", { tab, name: name.value.trim(), layout: chosen });
      location.reload();
    } catch (error) { enable(make, true); fail(error); }
  }

  try {
    await ask("/spreadsheet", { tab, name: table.name, data: await toBase64(table) });
  } catch (error) { fail(error); return; }
  if (pictures.length) await addPictures(pictures); else await look();
  name.focus();
}
