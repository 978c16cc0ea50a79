// Controls that write into the text: each change is one readable change there.
import { choice, el } from "./dom.js";
import { WORDS } from "./words.js";

/** The look: style, stripe, sizes, back. pickLayout: lets the user choose the layout of a list by its picture. */
export function controls(found, set, pickLayout) {
  return found.map((each) => {
    if (each.kind === "choice") {
      const control = choice(each.label, each.value, each.choices, (value) => { if (value) set(each.path, value); });
      if (each.path[0] !== "cards" || each.path[2] !== "layout") return control;
      const pictures = el("button", { type: "button", "aria-label": WORDS.controls.byPicturesOf({ label: each.label }), title: WORDS.controls.byPictures, onclick: async () => {
        const chosen = await pickLayout(Number(each.path[1]), each.value);
        if (chosen && chosen !== each.value) set(each.path, chosen);
      } }, "▦");
      return el("div", { className: "with-pictures" }, control, pictures);
    }
    if (each.kind === "switch") {
      const box = el("input", { type: "checkbox", checked: each.value, onchange: () => set(each.path, box.checked) });
      return el("label", { className: "choice" }, el("span", {}, each.label), box);
    }
    const box = el("input", {
      type: "number", min: each.least, max: each.most, step: 0.1, value: each.value ?? "", placeholder: WORDS.controls.auto,
      onchange: () => {
        if (box.value && box.checkValidity()) { set(each.path, WORDS.controls.millimetres({ value: Number(box.value) })); return; }
        box.reportValidity();
        box.value = each.value ?? "";
      },
    });
    return el("label", { className: "choice" }, el("span", {}, each.label), el("span", { className: "unit" }, box, WORDS.controls.unit));
  });
}

const SIGHTS = { protanopia: WORDS.controls.withoutRed, deuteranopia: WORDS.controls.withoutGreen, tritanopia: WORDS.controls.withoutBlue };

/** The colours, their contrast, what is wrong with them, and how colour-blind people see them.
 *
 *  set: writes a colour that was chosen; attempt: shows one that is being chosen, and null once that is over.
 */
export function colours({ set, attempt }) {
  const root = el("div", { className: "colours" });
  const rows = new Map();

  function row(path) {
    let choosing = false;
    const picker = el("input", {
      type: "color",
      oninput: () => { choosing = true; attempt(path, picker.value.toUpperCase()); },
      onchange: () => { choosing = false; set(path, picker.value.toUpperCase()); },
      onblur: () => { if (choosing) { choosing = false; attempt(null); } },
    });
    const label = el("span");
    const ratio = el("small");
    const sights = el("span", { className: "sights" });
    const wrong = el("div", { className: "wrong", role: "status" });
    const shown = el("div", {}, el("div", { className: "colour" }, picker, el("span", { className: "name" }, label, ratio), sights), wrong);
    return {
      shown,
      show(each) {
        // A picker that is open stays what it is.
        if (!choosing) picker.value = each.hex.toLowerCase();
        picker.setAttribute("aria-label", WORDS.controls.colourOf({ thing: each.label }));
        label.textContent = each.label;
        ratio.textContent = WORDS.controls.contrastOn({ ratio: each.contrast.toFixed(1), against: each.against });
        ratio.className = each.wrong.length ? "weak" : "";
        sights.replaceChildren(...Object.entries(each.sights).map(([sight, hex]) =>
          el("span", { className: "sight", title: `${SIGHTS[sight]} (${sight})`, style: { background: hex } })));
        if (wrong.textContent !== each.wrong.join("")) wrong.replaceChildren(...each.wrong.map((words) => el("p", {}, words)));
      },
    };
  }

  return {
    root,
    show(found) {
      const wanted = found.map((each) => {
        const key = JSON.stringify(each.path);
        if (!rows.has(key)) rows.set(key, row(each.path));
        rows.get(key).show(each);
        return rows.get(key).shown;
      });
      const there = [...root.children];
      if (there.length !== wanted.length || wanted.some((each, at) => each !== there[at])) root.replaceChildren(...wanted);
    },
  };
}
