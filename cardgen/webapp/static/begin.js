// The first page, where no pack is open: choose what to begin with.
import { withActs } from "./acts.js";
import { PACK_NAME, PICTURES, TABLES, splitFiles, makeDeck, pastedTable } from "./deck.js";
import { el } from "./dom.js";
import { Problem, Stale, ask, show } from "./server.js";
import { WORDS } from "./words.js";

/** Show the choice in a box. */
export async function begin(box) {
  const { packs, files, folder, base } = await ask("/begin");
  const said = el("p", { className: "told error", hidden: true, role: "alert" });
  const name = el("input", { type: "text", value: "my-pack", required: true, pattern: PACK_NAME, autocomplete: "off", spellcheck: false });
  const copy = el("input", { type: "checkbox" });
  const where = el("p", { className: "small" });
  const tell = () => { where.textContent = WORDS.begin.savedAs({ name: name.value || "…", folder }); };
  name.addEventListener("input", tell);
  tell();

  const go = async (path, message) => {
    said.hidden = true;
    try { await ask(path, message); location.reload(); } catch (error) {
      if (!(error instanceof Problem)) throw error;
      said.replaceChildren(...withActs(error.message));
      said.hidden = false;
    }
  };
  const chosen = packs.find((each) => each.name === base) ?? packs[0];
  // What was proposed stands first, and the blank deck before the examples.
  packs.sort((one, other) => (other === chosen) - (one === chosen) || (other.name === "blank") - (one.name === "blank"));
  const group = (title, about, some) => el("fieldset", { className: "packs" }, el("legend", {}, title, el("small", {}, about)), some.map((each) => {
    each.image = el("img", { alt: "", style: { "aspect-ratio": "0.7" } });
    each.words = [el("strong", {}, each.name), el("small", {}, " ")];
    each.label = el("label", {}, el("input", { type: "radio", name: "base", value: each.name, checked: each === chosen, onchange: () => { copy.parentElement.hidden = each.example; } }), each.image, ...each.words);
    return each.label;
  }));
  const cards = el("div", {}, group(WORDS.begin.packsWithSuits, WORDS.begin.aboutPacksWithSuits, packs.filter((each) => !each.example)),
    group(WORDS.begin.decksOfAnyKind, WORDS.begin.aboutDecks, packs.filter((each) => each.example)));
  const take = (files) => {
    const { table, others } = splitFiles(files);
    said.hidden = Boolean(table) || !files.length;
    said.textContent = WORDS.begin.noSpreadsheet;
    if (table) makeDeck(table, others);
  };
  const pick = el("input", { type: "file", multiple: true, accept: `${TABLES}, ${PICTURES}`, "aria-label": WORDS.begin.chooseASpreadsheet, onchange: () => { take([...pick.files]); pick.value = ""; } });
  const cells = el("textarea", { rows: 1, placeholder: WORDS.begin.orPasteCells, "aria-label": WORDS.begin.pasteCells, onpaste: (event) => {
    const table = pastedTable(event.clipboardData.getData("text/plain"));
    if (table) { event.preventDefault(); makeDeck(table, [], true); }
  } });
  const drop = el("section", { className: "drop", "aria-label": WORDS.common.deckFromSpreadsheet }, el("h3", {}, WORDS.begin.deckFromSpreadsheet),
    el("p", {}, WORDS.begin.dropSpreadsheet), el("div", { className: "bar" }, pick, cells));
  box.ondragover = (event) => { event.preventDefault(); drop.classList.add("over"); };
  box.ondragleave = () => drop.classList.remove("over");
  box.ondrop = (event) => { event.preventDefault(); drop.classList.remove("over"); take([...event.dataTransfer.files]); };
  box.replaceChildren(el("div", { className: "begin" },
    el("h2", {}, WORDS.begin.makePack),
    el("p", {}, WORDS.begin.choosePack),
    drop,
    files.length ? el("section", {}, el("h3", {}, WORDS.begin.packsIn({ folder })), el("ul", { className: "files" }, files.map((each) => el("li", {}, el("button", { type: "button", onclick: () => go("/open", { name: each }) }, each))))) : null,
    el("form", { onsubmit: (event) => {
      event.preventDefault();
      const from = cards.querySelector("input:checked").value;
      go("/new", { base: from, name: name.value.trim(), copy: copy.checked });
    } }, el("div", { className: "bar" }, el("label", { className: "choice" }, el("span", {}, WORDS.begin.nameOfTheFile), name),
        el("label", { className: "choice" }, copy, el("span", {}, WORDS.begin.fullCopy)), el("button", { type: "submit", className: "main" }, WORDS.begin.begin)),
      where, said, cards)));
  draw(packs, box);
}

/** Draw the packs, one after the other: a visitor need not wait for all of them. */
async function draw(packs, box) {
  for (const each of packs) {
    if (!box.isConnected) return;
    let answer;
    try { answer = await ask("/offer", { name: each.name }); } catch (error) {
      if (error instanceof Problem || error instanceof Stale) return;
      throw error;
    }
    const { title, cards: count, key, wide } = answer;
    if (!key) { each.label.remove(); continue; }
    each.words[0].textContent = title;
    each.words[1].textContent = `${each.name}, ${WORDS.counts.cards(count)}`;
    each.image.style.setProperty("aspect-ratio", String(wide));
    show(each.image, `picture/${key}`, 104);
  }
}
