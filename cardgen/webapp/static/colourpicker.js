// A colour that is chosen with its contrast on what lies under it, as everybody and as colour-blind people see it.
import { contrast } from "./contrast.js";
import { el } from "./dom.js";
import { WORDS } from "./words.js";

const SMALL_TYPE = 4.5;
const SIGHTS = { "": WORDS.colourpicker.usualSight, protanopia: WORDS.controls.withoutRed, deuteranopia: WORDS.controls.withoutGreen, tritanopia: WORDS.controls.withoutBlue };

const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const encoded = (part) => { const bounded = Math.max(0, Math.min(1, part)); return bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055; };

/** Return a colour as somebody sees it. matrix: what makes the linear parts of one those of the other; null for the usual sight. */
export function simulateColourVision(hex, matrix) {
  if (!matrix) return hex;
  const light = parts(hex).map(linear);
  return `#${matrix.map((row) => Math.round(255 * encoded(row.reduce((sum, weight, at) => sum + weight * light[at], 0))).toString(16).padStart(2, "0")).join("")}`;
}

/** Say how well a colour is read on another. */
export function contrastVerdict(hex, on) {
  if (!on) return { words: WORDS.boxpanel.contrastNotJudged, weak: false };
  const ratio = contrast(hex, on);
  const weak = ratio < SMALL_TYPE;
  return { words: WORDS.boxpanel.contrastOnGround({ ratio: ratio.toFixed(1), weak: weak ? WORDS.boxpanel.smallTextNeeds : "" }), weak };
}

/** Let the user choose a colour, and return it: a word, #RRGGBB, "" for the usual one; null for none.
 *
 *  paints: [[word, hex]]; value: what is chosen now; ink: its colour as drawn; on: the colour under it, or null;
 *  sights: how others see colours, by name; usual: what "" means; left out where there is no usual one.
 */
export function pickColour({ title, paints, value, ink, on, sights, usual }) {
  return new Promise((done) => {
    let answer = null;
    const said = el("p", { className: "small", role: "status" });
    const sample = el("div", { className: "seen" });
    const own = el("input", { type: "color", value: (ink ?? "#000000").toLowerCase(), "aria-label": WORDS.boxpanel.anotherColour({ label: title }), oninput: () => tell(own.value) });
    const window = el("dialog", { className: "picker colour-picker", "aria-label": title, onclose: () => { window.remove(); done(answer); }, onclick: (event) => { if (event.target === window) window.close(); } },
      el("form", { method: "dialog" }, el("h2", {}, title), el("button", { type: "submit", "aria-label": WORDS.common.close }, "×")));
    for (const kind of ["keydown", "click"]) window.addEventListener(kind, (event) => event.stopPropagation());
    const take = (word) => { answer = word; window.close(); };

    function tell(hex) {
      const { words, weak } = on === undefined ? { words: "", weak: false } : contrastVerdict(hex, on);
      said.textContent = words;
      said.classList.toggle("weak", weak);
      sample.replaceChildren(...Object.entries(SIGHTS).map(([sight, label]) => {
        const matrix = sights[sight] ?? null;
        const [shown, under] = [simulateColourVision(hex, matrix), on ? simulateColourVision(on, matrix) : "#ffffff"];
        // A ground is shown as one.
        return el("figure", {}, el("span", { className: on === undefined ? "" : "letters", "aria-hidden": "true", style: on === undefined ? { background: shown } : { color: shown, background: under } }), el("figcaption", {}, label));
      }));
    }

    const offer = ([word, hex]) => el("button", { type: "button", "aria-pressed": String(word === value), onclick: () => take(word), onfocus: () => tell(hex), onpointerenter: () => tell(hex) },
      el("span", { className: on ? "swatch letters" : "swatch", "aria-hidden": "true", style: on === undefined || !on ? { background: hex } : { background: on, color: hex } }), el("span", {}, word), on ? el("small", { className: contrastVerdict(hex, on).weak ? "weak" : "" }, `${contrast(hex, on).toFixed(1)} : 1`) : null);
    window.append(el("div", { className: "offered" }, paints.map(offer)),
      el("div", { className: "bar" }, usual === undefined ? null : el("button", { type: "button", "aria-pressed": String(!value), onclick: () => take("") }, usual),
        el("label", { className: "choice" }, el("span", {}, WORDS.colourpicker.another), own), el("button", { type: "button", onclick: () => take(own.value.toUpperCase()) }, WORDS.colourpicker.useIt)),
      sample, said);
    document.body.append(window);
    window.showModal();
    tell(own.value);
    window.querySelector("[aria-pressed=true]")?.focus();
  });
}
