// Controls that write into the text: each change is one readable change there.
import { choice, el } from "./dom.js";

/** The look: style, stripe, sizes, back. */
export function controls(found, set) {
  return found.map((each) => {
    if (each.kind === "choice") return choice(each.label, each.value, each.choices, (value) => { if (value) set(each.path, value); });
    if (each.kind === "switch") {
      const box = el("input", { type: "checkbox", checked: each.value, onchange: () => set(each.path, box.checked) });
      return el("label", { className: "choice" }, el("span", {}, each.label), box);
    }
    const box = el("input", {
      type: "number", min: each.least, max: each.most, step: 0.1, value: each.value ?? "", placeholder: "auto",
      onchange: () => {
        if (box.value && box.checkValidity()) { set(each.path, `${Number(box.value)} mm`); return; }
        box.reportValidity();
        box.value = each.value ?? "";
      },
    });
    return el("label", { className: "choice" }, el("span", {}, each.label), el("span", { className: "unit" }, box, " mm"));
  });
}

const SIGHTS = { protanopia: "without red", deuteranopia: "without green", tritanopia: "without blue" };

/** The colours, their contrast, and how colour-blind people see them. */
export function colours(found, set) {
  return found.map((each) => {
    const picker = el("input", { type: "color", value: each.hex.toLowerCase(), "aria-label": `Colour of ${each.label}`, onchange: () => set(each.path, picker.value.toUpperCase()) });
    return el("div", { className: "colour" }, picker,
      el("span", { className: "name" }, each.label, el("small", { className: each.weak ? "weak" : "" }, `${each.contrast.toFixed(1)} : 1 on ${each.against}`)),
      el("span", { className: "sights" }, Object.entries(each.sights).map(([sight, hex]) =>
        el("span", { className: "sight", title: `${SIGHTS[sight]} (${sight})`, style: { background: hex } }))));
  });
}
