// The panel beside the card: what holds for the chosen box, as controls, and what can be done with it.
import { contrastVerdict, pickColour } from "./colourpicker.js";
import { PICTURES } from "./deck.js";
import { choice, chosenFile, el, keepFocus } from "./dom.js";
import { roundToTenth } from "./geometry.js";
import { WORDS } from "./words.js";

const NUMBERS = [[WORDS.boxpanel.left, 0], [WORDS.boxpanel.top, 1], [WORDS.boxpanel.width, 2], [WORDS.boxpanel.height, 3]];
const EDGES = [[WORDS.boxpanel.leftEdges, 0, 0, "⇤"], [WORDS.boxpanel.centresAcross, 0, 0.5, "↔"], [WORDS.boxpanel.rightEdges, 0, 1, "⇥"],
  [WORDS.boxpanel.topEdges, 1, 0, "⤒"], [WORDS.boxpanel.centresDown, 1, 0.5, "↕"], [WORDS.boxpanel.bottomEdges, 1, 1, "⤓"]];

/** Make the panel. arrange: writes changes; layer: the boxes; renewed: waits until the panel shows all changes. */
export function boxPanel({ arrange, layer, renewed, hands }) {
  const root = el("section", { className: "panel", "aria-label": WORDS.boxpanel.box });
  const title = el("h3", {}, "");
  const hint = el("p", { className: "small" }, "");
  const fields = el("div", { className: "properties" });
  const failed = el("p", { className: "wrong", role: "status" });
  let found = { boxes: [], types: [], columns: [], paints: {} };
  /** The card whose boxes are shown, and the fields that follow a box while it is moved. */
  let shown = null;
  let places = null;
  let text = null;
  let picker = null;
  /** The properties whose columns are being chosen. */
  const opened = new Set();

  const button = (label, call, more = {}) => el("button", { type: "button", onclick: call, ...more }, label);
  const add = el("div", { className: "buttons", role: "group", "aria-label": WORDS.boxpanel.addABox }, ["text", "picture", "icon", "shape"].map((kind) =>
    button(`+ ${kind[0].toUpperCase()}${kind.slice(1)}`, () => addBox(kind), { "aria-label": WORDS.boxpanel.addKind({ kind }) })));
  let added = null;
  /** Add a box; of a card that names no picture yet, the user chooses it first. */
  async function addBox(kind) {
    if (kind === "picture" && hands.picturable(shown) && !found.columns.some(([name]) => name === "picture")) {
      const file = await chosenFile(PICTURES);
      const name = file && await hands.picture(file);
      if (!name) return;
      await hands.show(shown, name);
      await renewed();
    }
    added = found.boxes.map((each) => each.name);
    arrange([{ add: kind }]);
  }
  const many = el("input", { type: "checkbox", onchange: () => layer.several(many.checked) });
  const palette = el("div", {}, el("h3", {}, WORDS.boxpanel.addABox), add);
  root.append(el("div", { className: "buttons" }, button(WORDS.boxpanel.undo, () => hands.past.undo()), button(WORDS.boxpanel.redo, () => hands.past.redo())), palette,
    el("label", { className: "choice" }, el("span", {}, WORDS.boxpanel.chooseSeveral), many), title, hint, fields, failed);

  const set = (key, value) => arrange(layer.chosen().map((box) => ({ box: box.name, values: { [key]: value } })));

  /** Say, where it is seen, why something could not be done. */
  function fail(why) {
    failed.textContent = why;
    failed.scrollIntoView({ block: "nearest" });
  }

  /** Write what a box shows where it stands: in the text, or in a cell of a table. */
  function write(box, words) {
    const [kind, column] = box.source;
    const head = kind === "column" && found.row?.heads[column];
    if (head) hands.write(found.row.table, found.row.row, head, words, fail);
    else arrange([{ box: box.name, text: words }]);
  }

  function numbers(box) {
    return el("div", { className: "numbers" }, NUMBERS.map(([label, at], order) => {
      const field = el("input", { type: "number", step: 0.1, value: roundToTenth(box.rect[at]), min: at > 1 ? 0.1 : -20, max: 300, disabled: Boolean(box.column) && (at < 2 || !box.sized), onchange: () => {
        if (!field.value || !field.checkValidity()) { field.value = roundToTenth(box.rect[at]); return; }
        arrange([{ box: box.name, rect: box.rect.map((each, n) => (n === at ? Number(field.value) : each)) }]);
      } });
      places[order] = field;
      return el("label", {}, el("span", {}, label), field);
    }));
  }

  /** A colour. ink: as drawn; against: the colour under it, null on a picture; without them it is that of a ground. */
  function colour(label, key, value, ink, against) {
    const isText = ink !== undefined;
    const hex = value?.startsWith("#") ? value : found.paints[value] ?? ink ?? null;
    const usual = isText ? WORDS.boxpanel.usualColour : WORDS.boxpanel.noGround;
    const word = value?.startsWith("#") ? value : value || usual;
    const shown = el("button", { type: "button", className: "paint", "aria-label": WORDS.boxpanel.valueOf({ label, value: word }), onclick: async () => {
      const chosen = await pickColour({ title: label, paints: Object.entries(found.paints), value: value ?? "", ink: hex, on: isText ? against : undefined, sights: hands.sights, usual });
      if (chosen !== null) set(key, chosen || null);
    } }, el("span", { className: "swatch", "aria-hidden": "true", style: hex ? { background: hex } : {} }), el("span", {}, word));
    const said = el("small");
    if (ink) { const { words, weak } = contrastVerdict(ink, against); said.textContent = words; said.className = weak ? "weak" : ""; }
    return el("div", { className: "colouring" }, el("div", { className: "choice" }, el("span", {}, label), shown), said);
  }

  /** The picture of a box: chosen among the user's files, and copied beside the pack. */
  function pictureField(box) {
    const whose = box.source[0] === "column" ? WORDS.boxpanel.pictureOfCard({ column: box.source[1] }) : WORDS.boxpanel.pictureOfLayout;
    const file = box.source[2].split("/").pop();
    picker = button(`${file}…`, async () => {
      const chosen = await chosenFile(PICTURES);
      const made = chosen && await hands.picture(chosen);
      if (made && made !== box.source[2]) write(box, made);
    }, { className: "font", "aria-label": WORDS.boxpanel.valueOf({ label: whose, value: file }) });
    return el("div", { className: "choice" }, el("span", {}, whose), picker);
  }

  /** Put an icon into the text of a box, or in its place. */
  async function putIcon(box) {
    const chosen = await hands.pickers.icon();
    if (chosen === null) return;
    // What was written before may be on its way yet: the field with it is another one.
    await renewed();
    const [now] = layer.chosen();
    if (!text || now?.name !== box.name) return;
    const at = box.kind === "icon" ? [0, text.value.length] : [text.selectionStart, text.selectionEnd];
    text.setRangeText(`{${chosen}}`, ...at, "end");
    write(now, text.value);
  }

  /** The font of a type of text, in all boxes of that type. */
  function fontField(type) {
    const shown = button("…", async () => {
      const chosen = await hands.pickers.font(shown.dataset.font, WORDS.boxpanel.fontOfAll({ type }));
      if (chosen !== null && chosen !== shown.dataset.font) hands.set(["types", type, "font"], chosen);
    }, { className: "font" });
    shown.setAttribute("aria-label", WORDS.boxpanel.fontOf({ type }));
    hands.pickers.fonts().then(({ types }) => { shown.dataset.font = shown.textContent = types[type]; shown.setAttribute("aria-label", WORDS.boxpanel.valueOf({ label: WORDS.boxpanel.fontOf({ type }), value: shown.textContent })); }, () => {});
    return el("div", { className: "choice" }, el("span", {}, WORDS.boxpanel.font), shown);
  }

  /** A switch. */
  const flag = (label, key, value) => {
    const box = el("input", { type: "checkbox", checked: Boolean(value), onchange: () => set(key, box.checked) });
    return el("label", { className: "choice" }, el("span", {}, label), box);
  };

  function when(box) {
    const choices = [["", WORDS.boxpanel.onAllCards], ...found.columns.map(([name]) => [JSON.stringify({ [name]: "set" }), WORDS.boxpanel.whereFilledIn({ column: name })]),
      ...found.columns.filter(([, value]) => value.length <= 24).map(([name, value]) => [JSON.stringify({ [name]: value }), WORDS.boxpanel.whereValue({ column: name, value })])];
    const current = box.when ? [["now", box.when]] : [];
    return choice(WORDS.boxpanel.shown, box.when ? "now" : "", [...current, ...choices], (value) => { if (value !== "now") set("when", value ? JSON.parse(value) : null); });
  }

  /** The column that chooses a value, which then changes for cards like this one only. */
  function by(box, key, control) {
    const chooses = box.by[key] ?? "";
    const [label] = control.querySelector("[aria-label]").getAttribute("aria-label").split(":");
    const columns = found.columns.map(([name]) => name).filter((name) => name !== box.source[1]);
    if (chooses && !columns.includes(chooses)) columns.push(chooses);
    if (!columns.length) return [control];
    const value = found.columns.find(([name]) => name === chooses)?.[1];
    const row = choice(WORDS.boxpanel.differsBy, chooses, [["", WORDS.boxpanel.sameOnAll], ...columns], (column) => arrange([{ box: box.name, by: { [key]: column || null } }]));
    row.className += " by";
    row.querySelector("select").setAttribute("aria-label", WORDS.boxpanel.differsByOf({ control: label }));
    row.hidden = !chooses && !opened.has(key);
    const toggle = el("button", { type: "button", className: "differ", "aria-expanded": String(!row.hidden), "aria-label": WORDS.boxpanel.mayDifferOf({ control: label }), title: WORDS.boxpanel.mayDiffer, onclick: () => {
      row.hidden = !row.hidden;
      if (row.hidden) opened.delete(key); else { opened.add(key); row.querySelector("select").focus(); }
      toggle.setAttribute("aria-expanded", String(!row.hidden));
    } }, WORDS.boxpanel.by);
    return [el("div", { className: "differing" }, control, toggle), row,
      ...(chooses ? [el("small", { className: "like" }, value ? WORDS.boxpanel.forCardsLike({ chooses, value }) : WORDS.boxpanel.forCardsWithout({ chooses }))] : [])];
  }

  function controlsOf(box) {
    const { values } = box;
    places = [];
    const isText = box.kind === "text";
    const types = found.types.includes(values.type) || !values.type ? found.types : [values.type, ...found.types];
    const turn = el("input", { type: "number", min: -360, max: 360, step: 1, value: values.rotate ?? 0, onchange: () => { if (turn.value && turn.checkValidity()) set("rotate", Number(turn.value)); } });
    places.turn = turn;
    text = ["shape", "picture", "column"].includes(box.kind) ? null : el("textarea", { rows: 2, value: box.source[2], onchange: () => write(box, text.value) });
    return [
      numbers(box),
      ...(box.column ? [el("p", { className: "small" }, WORDS.boxpanel.standsInColumn({ column: box.column }), button(WORDS.boxpanel.chooseColumn({ column: box.column }), () => layer.choose([box.column])))] : []),
      ...(text ? [el("label", { className: "writing" }, el("span", {}, box.source[0] === "column" ? WORDS.boxpanel.textOfCard({ column: box.source[1] }) : WORDS.boxpanel.textOfLayout), text),
        button(box.kind === "icon" ? WORDS.boxpanel.chooseAnIcon : WORDS.boxpanel.putInAnIcon, () => putIcon(box), { className: "put" })] : []),
      ...(box.kind === "picture" ? [pictureField(box)] : []),
      ...(isText ? by(box, "type", choice(WORDS.boxpanel.type, values.type, types, (value) => set("type", value))) : []),
      ...(isText && values.type ? [fontField(values.type)] : []),
      ...(isText || box.kind === "icon" ? by(box, "color", colour(WORDS.boxpanel.colour, "color", values.color, box.ink, box.on)) : []),
      ...(box.kind === "shape" ? [colour(WORDS.boxpanel.ground, "ground", values.ground)] : []),
      ...(box.kind === "column" ? by(box, "vertical", choice(WORDS.boxpanel.vertical, values.vertical, ["top", "middle", "bottom"], (value) => set("vertical", value))) : []),
      ...(isText || box.kind === "icon" ? [
        ...by(box, "align", choice(WORDS.boxpanel.align, values.align, ["left", "center", "right"], (value) => set("align", value))),
        ...by(box, "vertical", choice(WORDS.boxpanel.vertical, values.vertical, ["top", "middle", "bottom"], (value) => set("vertical", value)))] : []),
      ...(box.kind === "picture" || box.kind === "icon" ? by(box, "fit", choice(WORDS.boxpanel.fit, values.fit, [["cover", WORDS.boxpanel.fillTheBox], ["contain", WORDS.boxpanel.showAllOfIt]], (value) => set("fit", value))) : []),
      ...(box.kind === "picture" || box.kind === "shape" ? by(box, "shape", choice(WORDS.boxpanel.outline, values.shape, ["rectangle", "circle", "hexagon", "flat-hexagon"], (value) => set("shape", value))) : []),
      el("label", { className: "choice" }, el("span", {}, WORDS.boxpanel.turn), el("span", { className: "unit" }, turn, " °")),
      when(box),
      flag(WORDS.boxpanel.turned, "turned", values.turned),
      ...(isText ? [flag(WORDS.boxpanel.rise, "rise", values.rise), flag(WORDS.boxpanel.grow, "grow", values.grow)] : []),
    ];
  }

  function actions(count) {
    const order = count === 1 ? ["forward", "back"].map((way) => button(way === "forward" ? WORDS.boxpanel.forward : WORDS.boxpanel.back, () => arrange([{ box: layer.chosen()[0].name, order: way }]), { title: way === "forward" ? "]" : "[" })) : [];
    const edges = EDGES.map(([label, axis, share, sign]) => button(sign, () => layer.align(axis, share), { "aria-label": WORDS.boxpanel.alignTo({ edge: label.toLowerCase() }), title: `${label}${count === 1 ? WORDS.boxpanel.onTheCard : ""}` }));
    const spread = count > 2 ? [[WORDS.boxpanel.spreadAcross, 0], [WORDS.boxpanel.spreadDown, 1]].map(([label, axis]) => button(label, () => layer.distribute(axis))) : [];
    return [el("div", { className: "buttons edges" }, edges), el("div", { className: "buttons" }, order, spread,
      button(WORDS.boxpanel.remove, () => arrange(layer.chosen().map((box) => ({ box: box.name, remove: true })))))];
  }

  function show() {
    const chosen = layer.chosen();
    title.textContent = chosen.length > 1 ? WORDS.boxpanel.boxes({ count: chosen.length }) : chosen[0]?.name ?? WORDS.boxpanel.noBoxChosen;
    hint.textContent = !found.layout ? found.back ? WORDS.boxpanel.backWithoutBoxes : WORDS.boxpanel.noLayout
      : chosen.length ? "" : WORDS.boxpanel.howToChoose({ layout: found.layout });
    // What is being written stays.
    if (text && document.activeElement === text && chosen.length === 1 && text.dataset.box === chosen[0].name) return;
    text = picker = places = null;
    keepFocus(fields, () => (!found.layout && found.back ? [button(WORDS.boxpanel.designBack, () => arrange([{ begin: true }]), { className: "main" })] : chosen.length ? [...(chosen.length === 1 ? controlsOf(chosen[0]) : []), ...actions(chosen.length)] : []));
    if (text) text.dataset.box = chosen[0].name;
  }

  return {
    root,
    show,
    /** Take in the boxes of the card. */
    take(answer, face) {
      found = answer;
      shown = face;
      failed.replaceChildren(...hands.problems(face));
      palette.hidden = !answer.layout;
      const fresh = added && answer.boxes.find((each) => !added.includes(each.name));
      if (fresh) { added = null; return fresh.name; }
      return null;
    },
    fail,
    write,
    /** Show where a box is while it is moved, resized or turned. */
    follow({ rect, angle }) {
      if (!places) return;
      if (rect) NUMBERS.forEach(([, at], order) => { places[order].value = roundToTenth(rect[at]); });
      if (angle !== undefined) places.turn.value = Math.round((angle + 360) % 360);
    },
    /** Let the user choose what a box shows. */
    type() { if (text) { text.focus(); text.select(); } else picker?.focus(); },
  };
}
