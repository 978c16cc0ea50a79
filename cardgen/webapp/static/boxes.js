// The boxes of a card in the large view: chosen, moved, resized and turned by mouse and keyboard.
import { el } from "./dom.js";
import { isSlanted, boxDrag } from "./boxdrag.js";
import { alignRects, boundingRect, distributeRects, resizeByHandle, roundToTenth, rotateStep } from "./geometry.js";
import { WORDS } from "./words.js";

/** Pixels that a box needs for handles on its edges, and for one above it. */
const ROOMY = 48;
const HANDLES = [[-1, -1, WORDS.boxes.topLeftCorner], [0, -1, WORDS.boxes.topEdge], [1, -1, WORDS.boxes.topRightCorner], [1, 0, WORDS.boxes.rightEdge],
  [1, 1, WORDS.boxes.bottomRightCorner], [0, 1, WORDS.boxes.bottomEdge], [-1, 1, WORDS.boxes.bottomLeftCorner], [-1, 0, WORDS.boxes.leftEdge]];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };


/** Make the layer of boxes over a card. arrange: writes changes into the text; chose: called when others are chosen;
 *  placed: called with a box's new place while it is changed by hand; type: lets the user write what a box shows. */
export function boxLayer({ arrange, chose, placed, type }) {
  const root = el("div", { className: "boxes", role: "group", "aria-label": WORDS.boxes.boxesOfTheLayout });
  const handles = el("div", { className: "handles" });
  const guides = el("div", { className: "guides", "aria-hidden": "true" });
  const said = el("div", { className: "unseen", role: "status" });
  const buttons = new Map();
  /** Where boxes will be, until the text says so. */
  const wished = new Map();
  let pack = null;
  let boxes = [];
  let chosen = [];
  let several = false;

  const named = (name) => boxes.find((each) => each.name === name);
  const rectOf = (box) => wished.get(box.name)?.rect ?? box.rect;
  const angleOf = (box) => wished.get(box.name)?.angle ?? box.angle;
  const shownMillimetres = (length) => roundToTenth(length).toLocaleString("en", { maximumFractionDigits: 1 });
  const words = ([x, y, width, height]) => WORDS.boxes.place({ left: shownMillimetres(x), top: shownMillimetres(y), width: shownMillimetres(width), height: shownMillimetres(height) });

  /** Put an element where a rectangle is, turned by degrees. */
  function place(element, [x, y, width, height], angle) {
    const [wide, high] = [pack.size[0] + 2 * pack.bleed, pack.size[1] + 2 * pack.bleed];
    const set = { left: (x + pack.bleed) / wide, top: (y + pack.bleed) / high, width: width / wide, height: height / high };
    for (const [rule, share] of Object.entries(set)) element.style.setProperty(rule, `${share * 100}%`);
    element.style.transform = angle % 90 ? `rotate(${-angle}deg)` : "";
  }

  function draw() {
    const wanted = new Set(boxes.map((each) => each.name));
    for (const [name, each] of buttons) if (!wanted.has(name)) { each.remove(); buttons.delete(name); }
    const holder = document.activeElement;
    let next = root.firstChild;
    for (const box of boxes) {
      if (!buttons.has(box.name)) {
        const made = el("button", { type: "button", className: "box" });
        made.addEventListener("click", (event) => { if (event.detail === 0) choose(several ? toggled(box.name) : [box.name]); });
        made.addEventListener("keydown", (event) => key(event, box.name));
        buttons.set(box.name, made);
      }
      const button = buttons.get(box.name);
      if (next === handles) next = next.nextSibling;
      if (button === next) next = next.nextSibling; else root.insertBefore(button, next);
      place(button, rectOf(box), angleOf(box));
      button.classList.toggle("chosen", chosen.includes(box.name));
      button.setAttribute("aria-pressed", String(chosen.includes(box.name)));
      button.setAttribute("aria-label", `${box.name}, ${box.kind}, ${words(rectOf(box))}`);
    }
    // Whoever goes on from a box by the keyboard comes to its handles first.
    const [one] = chosen;
    if (one && buttons.get(one).nextSibling !== handles) buttons.get(one).after(handles);
    root.append(...(one ? [] : [handles]), guides, said);
    if (holder !== document.activeElement && root.contains(holder)) holder.focus({ preventScroll: true });
    handles.hidden = chosen.length !== 1 || !named(one).sized;
    if (chosen.length === 1) {
      const box = named(one);
      place(handles, rectOf(box), angleOf(box));
      // Where a box has little room, its handles lie around it.
      handles.classList.toggle("around", Math.min(rectOf(box)[2], rectOf(box)[3]) / scale() < ROOMY);
      turn.classList.toggle("under", (rectOf(box)[1] + pack.bleed) / scale() < ROOMY);
      [...handles.children].forEach((each, at) => each.setAttribute("aria-label", HANDLES[at] ? `${one}: ${HANDLES[at][2]}` : WORDS.boxes.turnOf({ box: one, angle: Math.round((angleOf(box) + 360) % 360) })));
    }
  }

  const toggled = (name) => (chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);

  function choose(names) {
    chosen = names;
    draw();
    chose(names);
  }

  /** Write where boxes have come to lie. */
  function write() {
    const changes = [...wished].flatMap(([name, { rect, angle }]) => [
      ...(rect ? [{ box: name, rect: rect.map((each) => Math.round(each * 1000) / 1000) }] : []),
      ...(angle === undefined ? [] : [{ box: name, values: { rotate: Math.round((angle + 360) % 360) } }])]);
    if (changes.length) arrange(changes);
  }

  /** Move, resize or turn by hand: shown at once, written when it is let go. */
  function put(name, what) {
    wished.set(name, { ...wished.get(name), ...what });
    if (chosen.length === 1) placed(what);
    draw();
  }

  function tell() {
    said.textContent = chosen.map((name) => `${name}: ${words(rectOf(named(name)))}`).join("; ");
  }

  function moveBy(step) {
    const [one] = chosen.map(named);
    if (chosen.length === 1 && one.column) {
      // In its column it goes past the next one.
      if (step[1]) arrange([{ box: one.name, along: Math.sign(step[1]) }]);
      return;
    }
    for (const name of chosen) {
      const rect = rectOf(named(name));
      put(name, { rect: [roundToTenth(rect[0] + step[0]), roundToTenth(rect[1] + step[1]), rect[2], rect[3]] });
    }
    tell();
    write();
  }

  function key(event, name) {
    const step = ARROWS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) { if (!chosen.includes(name)) choose([name]); moveBy(step.map((each) => each * (event.shiftKey ? 1 : 0.1))); }
    else if ((event.key === "Enter" && !several) || event.key === "F2") { choose([name]); type(name); }
    else if (event.key === "Delete" || event.key === "Backspace") arrange(chosen.map((each) => ({ box: each, remove: true })));
    else if (event.key === "]" || event.key === "[") arrange([{ box: name, order: event.key === "]" ? "forward" : "back" }]);
    else return;
    event.preventDefault();
  }

  // Handles

  for (const [x, y, name] of HANDLES) {
    const handle = el("button", { type: "button", className: "handle", title: name });
    handle.style.left = `${50 + 50 * x}%`;
    handle.style.top = `${50 + 50 * y}%`;
    handle.style.setProperty("--across", x);
    handle.style.setProperty("--down", y);
    handle.addEventListener("pointerdown", (event) => drag(event, pull([x, y])));
    handle.addEventListener("keydown", (event) => {
      const step = ARROWS[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const box = named(chosen[0]);
      const by = rotateStep(step.map((each, axis) => each * Math.abs([x, y][axis]) * (event.shiftKey ? 1 : 0.1)), isSlanted(box) ? angleOf(box) : 0);
      put(box.name, { rect: resizeByHandle(rectOf(box), [x, y], by, isSlanted(box) ? angleOf(box) : 0) });
      tell();
      write();
    });
    handles.append(handle);
  }
  const turn = el("button", { type: "button", className: "handle turn", title: WORDS.boxes.turn });
  turn.addEventListener("pointerdown", (event) => drag(event, turning()));
  turn.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const box = named(chosen[0]);
    put(box.name, { angle: Math.round(angleOf(box)) + step * (event.shiftKey ? 15 : 1) });
    said.textContent = WORDS.boxes.degrees({ name: box.name, angle: Math.round((angleOf(box) + 360) % 360) });
    write();
  });
  handles.append(turn);

  // The mouse

  const { boxAt, drag, moving, point, pull, scale, turning } = boxDrag({ root, guides, layer: {
    pack: () => pack, boxes: () => boxes, chosen: () => chosen, named, rectOf, angleOf, put, tell, write, forget: () => { wished.clear(); draw(); },
  } });

  root.addEventListener("pointerdown", (event) => {
    if (event.button || event.target.matches(".handle")) return;
    const met = boxAt(point(event));
    if (!met) { if (!event.shiftKey && !several) choose([]); return; }
    const { name } = met.box;
    event.preventDefault();
    if (event.shiftKey || several) { choose(toggled(name)); buttons.get(name).focus({ preventScroll: true }); return; }
    if (!chosen.includes(name)) choose([name]);
    buttons.get(name).focus({ preventScroll: true });
    drag(event, moving(met.twin));
  });
  root.addEventListener("dblclick", (event) => {
    const met = boxAt(point(event));
    if (met) { choose([met.box.name]); type(met.box.name); }
  });

  return {
    root,
    /** Show the boxes of a card. keep: leaves those that were put elsewhere there. */
    show(of, found, keep = false) {
      pack = of;
      boxes = found;
      if (!keep) wished.clear();
      chosen = chosen.filter((name) => named(name));
      draw();
      chose(chosen);
    },
    chosen: () => chosen.map(named),
    choose,
    /** Let the user type over a box. write: gets the words, unless they are as before. */
    edit(box, write) {
      const field = el("textarea", { className: "typing", value: box.source[2], "aria-label": WORDS.boxes.text({ name: box.name }), spellcheck: false });
      let done = false;
      const end = (take) => {
        if (done) return;
        done = true;
        const words = field.value;
        const within = document.activeElement === field;
        field.remove();
        if (within) buttons.get(box.name)?.focus({ preventScroll: true });
        if (take && words !== box.source[2]) write(words);
      };
      field.addEventListener("keydown", (event) => {
        event.stopPropagation();
        if (event.key === "Escape" || (event.key === "Enter" && !event.shiftKey)) { event.preventDefault(); end(event.key === "Enter"); }
      });
      for (const kind of ["pointerdown", "dblclick"]) field.addEventListener(kind, (event) => event.stopPropagation());
      field.addEventListener("blur", () => end(true));
      place(field, rectOf(box), angleOf(box));
      root.append(field);
      field.focus({ preventScroll: true });
      field.select();
    },
    several(on) { several = on; },
    /** Take back what was shown before it was written. */
    forget() { wished.clear(); draw(); },
    /** Align the chosen boxes: with one another, or one with the card. */
    align(axis, share) {
      const rects = chosen.map((name) => rectOf(named(name)));
      const area = rects.length > 1 ? boundingRect(rects) : [0, 0, ...pack.size];
      alignRects(rects, area, axis, share).forEach((rect, at) => put(chosen[at], { rect }));
      write();
    },
    distribute(axis) {
      distributeRects(chosen.map((name) => rectOf(named(name))), axis).forEach((rect, at) => put(chosen[at], { rect }));
      write();
    },
  };
}
