// A face seen large: at its true size or larger, with cut, bleed and safe zone, and the ink on its plates.
import { boxLayer } from "./boxes.js";
import { boxPanel } from "./boxpanel.js";
import { el, keepFocus, svg } from "./dom.js";
import { Problem, Stale, ask, show, tab } from "./server.js";
import { WORDS } from "./words.js";

const INKS = [WORDS.face.cyan, WORDS.face.magenta, WORDS.face.yellow, WORDS.face.black];

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
  const arrange = (changes) => hands.arrange(face.id, changes, (words) => { layer.forget(); panel.fail(words); });
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
      layer.show(kind, answer.boxes);
      if (added) layer.choose([added]);
    } catch (error) {
      if (error instanceof Problem) panel.fail(error.message);
      else if (!(error instanceof Stale)) throw error;
    }
  }
  const said = el("output", { className: "inks" }, "");

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
  const plates = el("div", { className: "plates", role: "group", "aria-label": WORDS.face.plates });
  const overCard = el("div", { className: "tools", role: "group", "aria-label": WORDS.face.specialInks });
  // Foil, varnish and white have plates of their own.
  const plateNames = () => [...INKS, ...kind.special_inks.map((each) => each.plate)];
  /** The plate that is shown alone; "" for the face. */
  let alone = "";
  /** The plates of special inks that are not shown on the face. */
  const left = new Set();
  function fillPlates() {
    if (!plateNames().includes(alone)) alone = "";
    keepFocus(plates, () => ["", ...plateNames()].map((name) => el("button", { type: "button", "aria-pressed": String(name === alone), onclick: () => { alone = name; fillPlates(); paint(); } }, name || WORDS.face.asPrinted)));
    keepFocus(overCard, () => kind.special_inks.map(({ plate, color }) => el("label", {},
      el("input", { type: "checkbox", checked: !left.has(plate), disabled: Boolean(alone), onchange: ({ target }) => { if (target.checked) left.delete(plate); else left.add(plate); paint(); } }),
      el("span", { className: "swatch", style: { background: color } }), WORDS.face.inkOnFace({ ink: plate }))));
  }

  let inks = null;
  let reading = null;
  /** Read the plates of the face as it is now; tell whether they are there. */
  const load = () => reading ??= (async () => {
    const { key } = face;
    const answers = await Promise.all(plateNames().map((_, at) => fetch(`plate/${key}?ink=${at}`)));
    const bitmaps = answers.some((each) => each.status !== 200) ? [] : await Promise.all(answers.map(async (answer) => createImageBitmap(await answer.blob())));
    // A face that was changed meanwhile has other plates.
    if (key !== face.key) return false;
    if (!bitmaps.length) { reading = null; return false; }
    inks = bitmaps.map((bitmap) => {
      const context = Object.assign(document.createElement("canvas"), { width: bitmap.width, height: bitmap.height })
        .getContext("2d", { willReadFrequently: true });
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height);
    });
    return true;
  })();

  /** Return a plate in one colour, clear where it has no ink. shines: as metal does. */
  function tinted({ data, width, height }, color, shines = false) {
    const drawn = Object.assign(document.createElement("canvas"), { width, height });
    const context = drawn.getContext("2d");
    context.putImageData(new ImageData(data.map((value, n) => (n % 4 === 3 ? data[n - 3] : value)), width, height), 0, 0);
    context.globalCompositeOperation = "source-in";
    context.fillStyle = color;
    context.fillRect(0, 0, width, height);
    if (!shines) return drawn;
    context.globalCompositeOperation = "source-atop";
    const light = context.createLinearGradient(0, 0, width, height);
    for (const [at, stop] of ["#fff0", "#fffa", "#fff0", "#fff8", "#fff0"].entries()) light.addColorStop(at / 4, stop);
    context.fillStyle = light;
    context.fillRect(0, 0, width, height);
    return drawn;
  }

  /** Draw the plate that is shown alone, or the special inks on the face. */
  async function paint() {
    const special = () => kind.special_inks.filter((each) => !left.has(each.plate));
    if (!(alone || special().length) || !await load() || !inks) { canvas.hidden = true; return; }
    const [{ width, height }] = inks;
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    const plateOf = (name) => inks[plateNames().indexOf(name)];
    if (alone) {
      context.fillStyle = "#fff";
      context.fillRect(0, 0, width, height);
      context.drawImage(tinted(plateOf(alone), "#000"), 0, 0);
    } else {
      for (const { plate, color, opacity } of special()) {
        context.globalAlpha = opacity;
        context.drawImage(tinted(plateOf(plate), color, opacity === 1), 0, 0);
      }
    }
    canvas.hidden = false;
  }

  stage.addEventListener("pointermove", async (event) => {
    // A box that is dragged is not looked into.
    if (event.buttons || !await load() || !inks) return;
    const box = stage.getBoundingClientRect();
    const { width, height } = inks[0];
    const x = Math.min(width - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * width)));
    const y = Math.min(height - 1, Math.max(0, Math.floor(((event.clientY - box.top) / box.height) * height)));
    const shares = inks.map((each) => Math.round((each.data[4 * (y * width + x)] / 255) * 100));
    const special = plateNames().slice(INKS.length).filter((_, n) => shares[INKS.length + n] > 0).map((name) => `, ${name}`).join("");
    const sum = shares.slice(0, INKS.length).reduce((a, b) => a + b);
    said.textContent = WORDS.face.inks({ cyan: shares[0], magenta: shares[1], yellow: shares[2], black: shares[3], sum }) + special;
  });

  const title = el("h2", {});
  const about = el("p", {});
  const step = (label, by, sign) => el("button", { type: "button", "aria-label": label, title: by < 0 ? WORDS.face.keyBefore : WORDS.face.keyNext, onclick: () => hands.turn(by) }, sign);
  const dialog = el("dialog", { className: "large", onclose: () => { removeEventListener("resize", resize); dialog.remove(); closed(); }, onclick: (event) => { if (event.target === dialog) dialog.close(); } },
    el("form", { method: "dialog" }, el("span", { className: "turns" }, step(WORDS.face.cardBefore, -1, "‹"), step(WORDS.face.nextCard, 1, "›")), title, el("button", { type: "submit", "aria-label": WORDS.common.close, autofocus: true }, "×")),
    about,
    el("div", { className: "desk" },
      el("div", { className: "scene" }, stage,
        el("div", { className: "tools" }, el("label", {}, size, WORDS.face.trueSize), toggle(WORDS.face.bleed, "bleed", true), toggle(WORDS.face.cut, "trimmed", true), toggle(WORDS.face.safeZone, "safely", true), toggle(WORDS.face.boxes, "boxed", true)),
        overCard, plates, said,
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
  fillPlates();
  resize();
  finding = findBoxes();
  paint();
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
        inks = reading = null;
        canvas.hidden = true;
        fillPlates();
        resize();
        paint();
      }
      finding = findBoxes();
    },
  };
}
