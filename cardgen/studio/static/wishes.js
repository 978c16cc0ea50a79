// Wishes for how the pack is to play, and the compositions that come near them.
import { choice, copied, el } from "./dom.js";
import { Problem, ask, tab } from "./server.js";

/** Make the form. save: saves the text first; playing: who plays, as the other figures have it. */
export function wishes(save, playing) {
  const asked = { attack: "", defence: "", wish: "", keep: "" };
  const field = (name, label, hint) => {
    const box = el("input", { type: "text", placeholder: hint, autocomplete: "off", spellcheck: false, oninput: () => { asked[name] = box.value.trim(); } });
    return el("label", { className: "choice" }, el("span", {}, label), box);
  };
  const came = el("div", { className: "came", role: "status" });
  const find = el("button", { type: "submit", className: "main" }, "Find compositions");
  const stop = el("button", { type: "button", hidden: true, onclick: () => ask("/stop", { tab }) }, "Stop");
  const root = el("section", { className: "wishes" }, el("h2", {}, "Wishes"),
    el("p", { className: "small" }, "Say how the pack is to play; packs that come near, with as few cards exchanged as will do, are written beside yours."),
    el("form", { onsubmit: (event) => { event.preventDefault(); run(); } },
      el("div", { className: "bar" }, field("attack", "Attack", "+10%"), field("defence", "Defence", "same"), field("wish", "And", "turns=-10%"),
        choice("Keep", "", [["", "nothing in particular"], ["green-cards", "green cards"], ["red-cards", "red cards"], ["green-points", "green points"], ["red-points", "red points"]], (value) => { asked.keep = value; })),
      el("div", { className: "bar" }, find, stop)), came);

  async function run() {
    try {
      if (!(await save())) throw new Problem("The pack was not saved, and designs begin with the saved pack.");
      find.disabled = true;
      await ask("/design", { tab, ...asked, ...playing() });
    } catch (error) {
      find.disabled = false;
      came.replaceChildren(el("p", { className: "told error" }, error.message));
    }
  }

  return {
    root,
    heard({ state, command, said, packs }) {
      const busy = state === "waiting" || state === "running";
      find.disabled = busy;
      stop.hidden = !busy;
      const copy = el("button", { type: "button", onclick: () => copied(command, copy) }, "Copy");
      const typed = el("p", { className: "typed" }, el("code", {}, command), copy);
      came.replaceChildren(...(busy ? [typed, el("progress", { "aria-label": "Searching" }), el("p", {}, "Playing candidates…")] : [
        typed,
        el("ul", { className: "files" }, packs.map((name) => el("li", {}, el("button", { type: "button", onclick: () => ask("/open", { name }) }, `Open ${name}`)))),
        el("pre", { tabIndex: 0, "aria-label": "What was found" }, (said || "It was stopped.").trim()),
      ]));
    },
  };
}
