// The first page, where no pack is open: choose what to begin with.
import { el, plural } from "./dom.js";
import { Problem, ask, show } from "./server.js";

/** Show the choice in a box. */
export async function begin(box) {
  box.replaceChildren(el("p", { className: "wait" }, "Drawing the packs…"));
  const { packs, files, folder, base } = await ask("/begin");
  const said = el("p", { className: "told error", hidden: true, role: "alert" });
  const name = el("input", { type: "text", value: "my-pack", required: true, pattern: "[\\w][\\w .\\-]*", autocomplete: "off", spellcheck: false });
  const copy = el("input", { type: "checkbox" });
  const where = el("p", { className: "small" });
  const tell = () => { where.textContent = `Saved as ${name.value || "…"}.yaml in ${folder}`; };
  name.addEventListener("input", tell);
  tell();

  const go = async (path, message) => {
    said.hidden = true;
    try { await ask(path, message); location.reload(); } catch (error) {
      if (!(error instanceof Problem)) throw error;
      said.textContent = error.message;
      said.hidden = false;
    }
  };
  const chosen = packs.find((each) => each.name === base) ?? packs[0];
  // What was proposed stands first, and the blank deck before the examples.
  packs.sort((one, other) => (other === chosen) - (one === chosen) || (other.name === "blank") - (one.name === "blank"));
  const group = (title, about, some) => el("fieldset", { className: "packs" }, el("legend", {}, title, el("small", {}, about)), some.map((each) => {
    const image = el("img", { alt: "", style: { "aspect-ratio": String(each.wide) } });
    show(image, `picture/${each.key}`, 104);
    return el("label", {}, el("input", { type: "radio", name: "base", value: each.name, checked: each === chosen, onchange: () => { copy.parentElement.hidden = each.example; } }), image,
      el("strong", {}, each.title), el("small", {}, `${each.name}, ${plural(each.cards, "card")}`));
  }));
  const cards = el("div", {}, group("Packs with suits", "Yours lists only what differs.", packs.filter((each) => !each.example)),
    group("Decks of any kind", "A card in each line: title, picture, text. Yours begins as a copy, with its pictures.", packs.filter((each) => each.example)));
  box.replaceChildren(el("div", { className: "begin" },
    el("h2", {}, "Make a pack of your own"),
    el("p", {}, "Choose a pack to start from; change a number, a text, a colour or a back, and see every card, sheet and page as it will be printed."),
    files.length ? el("section", {}, el("h3", {}, `Packs in ${folder}`), el("ul", { className: "files" }, files.map((each) => el("li", {}, el("button", { type: "button", onclick: () => go("/open", { name: each }) }, each))))) : null,
    el("form", { onsubmit: (event) => {
      event.preventDefault();
      const from = cards.querySelector("input:checked").value;
      go("/new", { base: from, name: name.value.trim(), copy: copy.checked });
    } }, el("div", { className: "bar" }, el("label", { className: "choice" }, el("span", {}, "Name of the file"), name),
        el("label", { className: "choice" }, copy, el("span", {}, "a full copy, not a variant")), el("button", { type: "submit", className: "main" }, "Begin")),
      where, said, cards)));
}
