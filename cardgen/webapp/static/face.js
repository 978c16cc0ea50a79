// A face seen large: at its true size or larger, with cut, bleed and safe zone, and the ink on its plates.
import { boxLayer } from "./boxes.js";
import { boxPanel } from "./boxpanel.js";
import { el, svg } from "./dom.js";
import { plates } from "./plates.js";
import { Problem, Stale, ask, show, tab } from "./server.js";
import { WORDS } from "./words.js";

/** Open a face, or a back, in a window, and return it.
 *
 *  kind: that of the piece. hands: what changes its boxes: arrange writes changes into the text, write a cell of a table;
 *  past is the history, problems returns what is wrong with a card, as elements, turn shows the next side or the one before, and
 *  examined waits until all changes are examined.
 */
export function large(kind, face, rev, hands, closed) {
  const page = () => kind.size.map((each) => each + 2 * kind.bleed);
  const image = el("img", { alt: "" });
  const canvas = el("canvas", { hidden: true });
  const lines = svg("svg", { class: "lines", preserveAspectRatio: "none", "aria-hidden": "true" });
  /** Draw what is cut off, the trim twice, to be seen on any colour, and the safe zone. */
  function drawLines() {
    const [wide, high] = page();
    const [trim, safe] = face.back ? kind.face_outlines : kind.back_outlines;
    const rim = ["M", 0, 0, "H", wide, "V", high, "H", 0, "Z"].join(" ");
    const paths = [{ class: "off", d: rim + trim }, { class: "trim under", d: trim }, { class: "trim", d: trim }, { class: "safe", d: safe }];
    lines.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    lines.replaceChildren(...paths.map((each) => svg("path", each)));
  }
  /** Changes that no answer shows yet: boxes stay where they were put until one does. */
  let underWay = 0;
  async function arrange(changes) {
    underWay += 1;
    try {
      await hands.arrange(face.id, changes, (words) => { layer.forget(); panel.fail(words); });
      await hands.examined();
    } finally { underWay -= 1; }
  }
  let chosen = "";
  /** The lines of the box that is chosen are marked in the text. */
  function tellChosen(name) {
    if (name === chosen) return;
    chosen = name;
    hands.chose(face.id, name);
  }
  const layer = boxLayer({ arrange, chose: (names) => { panel.show(); tellChosen(names.length === 1 ? names[0] : ""); }, placed: (what) => panel.follow(what), type: (name) => {
    const [box] = layer.chosen();
    if (box?.name === name && (box.kind === "text" || box.kind === "icon")) layer.edit(box, (words) => panel.write(box, words));
    else panel.type();
  } });
  const panel = boxPanel({ arrange, layer, renewed: async () => { await hands.examined(); await finding; }, hands });
  const stage = el("div", { className: "stage cut" }, image, canvas, lines, layer.root);

  /** The newest question where the boxes are. */
  let finding = null;

  async function findBoxes() {
    const mine = rev;
    const { id } = face;
    try {
      const answer = await ask("/boxes", { tab, rev: mine, card: id });
      if (mine !== rev || id !== face.id || !dialog.open) return;
      const added = panel.take(answer, face);
      // In a newer text its lines may be others.
      chosen = "";
      layer.show(kind, answer.boxes, underWay > 0);
      if (added) layer.choose([added]);
    } catch (error) {
      if (error instanceof Problem) panel.fail(error.message);
      else if (!(error instanceof Stale)) throw error;
    }
  }

  let truly = false;
  function resize() {
    const beside = innerWidth > 760 ? 350 : 0;
    const [wide, high] = page();
    const controls = kind.special_inks.length ? 290 : 260;
    const room = Math.min(Math.max(innerHeight - controls, 260), 1100, ((innerWidth - 70 - beside) * high) / wide);
    const height = truly ? (high / 25.4) * 96 : room;
    const width = (height * wide) / high;
    stage.style.width = `${width}px`;
    stage.style.height = `${height}px`;
    show(image, `picture/${face.key}?bleed=1`, width);
  }

  const toggle = (label, name, on) => {
    const box = el("input", { type: "checkbox", checked: on, onchange: () => stage.classList.toggle(name, box.checked) });
    stage.classList.toggle(name, on);
    return el("label", {}, box, label);
  };
  const size = el("input", { type: "checkbox", onchange: () => { truly = size.checked; resize(); } });
  addEventListener("resize", resize);
  const ofPlates = plates({ canvas, stage, shown: () => ({ kind, face }) });
  const title = el("h2", {});
  const about = el("p", {});
  const step = (label, by, sign) => el("button", { type: "button", "aria-label": label, title: by < 0 ? WORDS.face.keyBefore : WORDS.face.keyNext, onclick: () => hands.turn(by) }, sign);
  const dialog = el("dialog", { className: "large", onclose: () => { removeEventListener("resize", resize); dialog.remove(); closed(); }, onclick: (event) => { if (event.target === dialog) dialog.close(); } },
    el("form", { method: "dialog" }, el("span", { className: "turns" }, step(WORDS.face.cardBefore, -1, "‹"), step(WORDS.face.nextCard, 1, "›")), title, el("button", { type: "submit", "aria-label": WORDS.common.close, autofocus: true }, "×")),
    about,
    el("div", { className: "desk" },
      el("div", { className: "scene" }, stage,
        el("div", { className: "tools" }, el("label", {}, size, WORDS.face.trueSize), toggle(WORDS.face.bleed, "bleed", true), toggle(WORDS.face.cut, "trimmed", true), toggle(WORDS.face.safeZone, "safely", true), toggle(WORDS.face.boxes, "boxed", true)),
        ofPlates.elements,
        el("p", { className: "small" }, WORDS.face.howToRead)),
      panel.root));
  dialog.addEventListener("keydown", (event) => {
    const by = { PageUp: -1, PageDown: 1 }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("textarea")) return;
    event.preventDefault();
    hands.turn(by);
  });

  function tell() {
    dialog.setAttribute("aria-label", face.label);
    title.textContent = face.label;
    image.alt = WORDS.face.withItsBleed({ label: face.label });
    about.textContent = WORDS.face.sizes({ size: kind.shown, bleed: kind.bleed, safe: kind.safe }) + (face.notes ? WORDS.face.notes({ notes: face.notes }) : "");
    drawLines();
  }

  document.body.append(dialog);
  dialog.showModal();
  tell();
  ofPlates.show();
  resize();
  finding = findBoxes();
  return {
    id: () => face.id,
    /** Show the face as a newer text has it, or another. */
    show(of, newer, number) {
      if (!newer.key) return;
      const changed = newer.key !== face.key;
      if (newer.id !== face.id) layer.show(of, []);
      [kind, face, rev] = [of, newer, number];
      tell();
      if (changed) {
        ofPlates.show();
        resize();
      }
      finding = findBoxes();
    },
  };
}
