// The cells of the wall of cards: a card or a back with its marks and its quantity, or the heading of a group.
import { el } from "./dom.js";
import { show } from "./server.js";
import { GAP, kindOfFace } from "./wall.js";
import { WORDS } from "./words.js";

const MARKS = { changed: WORDS.cards.isChanged, new: WORDS.cards.isNew };
const FLAWS = { error: WORDS.cards.hasError, warning: WORDS.cards.hasWarning };

/** Return the least quantity of a card. */
const least = (face) => (face.path[0] === "extras" ? 1 : 0);

/** Put the field of a card's quantity into its cell. quantityOf: returns what is wished; wish: changes it. */
function addStepper(cell, { quantityOf, wish, notice }) {
  const step = (by) => () => wish(cell.face, Math.max(least(cell.face), quantityOf(cell.face) + by));
  // By the keyboard they are the arrows of the field between them.
  cell.less = el("button", { type: "button", tabIndex: -1, onclick: step(-1) }, "−");
  cell.more = el("button", { type: "button", tabIndex: -1, onclick: step(1) }, "+");
  cell.count = el("input", { type: "text", inputMode: "numeric", autocomplete: "off", onchange: () => {
    const value = Number(cell.count.value);
    if (/^\d{1,4}$/.test(cell.count.value.trim())) wish(cell.face, Math.max(least(cell.face), value));
    else {
      notice(WORDS.cards.noQuantity({ written: cell.count.value.trim() || WORDS.cards.nothing, least: least(cell.face), label: cell.face.label, quantity: cell.face.quantity }), [WORDS.common.close]);
      cell.count.value = cell.face.quantity;
    }
  } });
  cell.count.addEventListener("keydown", (event) => {
    if (event.key === "ArrowUp") { step(1)(); event.preventDefault(); }
    if (event.key === "ArrowDown") { step(-1)(); event.preventDefault(); }
  });
  cell.root.append(el("div", { className: "stepper" }, cell.less, cell.count, cell.more));
}

/** Show what is wrong with a card, and whether it has changed. */
function showMarks(cell, face, mark) {
  cell.mark.hidden = !mark;
  cell.mark.textContent = mark && MARKS[mark];
  cell.root.classList.toggle("differs", Boolean(mark));
  const [flaw] = face.problems;
  cell.flaw.hidden = !flaw;
  if (flaw) cell.flaw.className = `flaw ${flaw.severity}`;
  cell.button.title = face.problems.map((each) => each.message).join("\n");
  return [flaw && FLAWS[flaw.severity], mark && MARKS[mark]].filter(Boolean).map((each) => `${each}, `).join("");
}

/** Make and fill the cells of the wall.
 *
 *  seen: returns the pack, the look, the rows and the size of a card. hands: what changes a card's quantity; set: writes a value
 *  into the text. draw: draws the wall; open: shows a card large; enter: called when a cell has the keyboard. isMarked: whether
 *  the cursor in the text is about a card; changeOf: returns how a card has changed.
 */
export function cardCells({ seen, hands, set, notice, draw, open, enter, isMarked, changeOf }) {
  const wished = new Map();
  const quantityOf = (face) => wished.get(face.id) ?? face.quantity;

  function wish(face, quantity) {
    if (quantity === quantityOf(face)) return;
    wished.set(face.id, quantity);
    draw();
    (face.path.length ? set(face.path, quantity) : hands.count(face, quantity)).finally(() => { if (wished.get(face.id) === quantity) wished.delete(face.id); });
  }

  /** Give a picture the size of its kind of piece, in proportion to the cards. */
  function fit(cell, face) {
    if (!face.kind) { cell.button.removeAttribute("style"); return; }
    const { pack, wide, high } = seen();
    const [first, kind] = [pack.kinds[0], kindOfFace(pack, face)];
    const by = Math.min(wide / first.size[0], wide / kind.size[0], high / kind.size[1]);
    const [w, h] = kind.size.map((each) => Math.round(each * by));
    Object.assign(cell.button.style, { width: `${w}px`, height: `${h}px`, margin: `${high - h}px auto 0`, borderRadius: `${kind.corner * by}px` });
  }

  /** Show what stands below a card: its quantity, where the page can change it, or the name of a back. */
  function showBelow(cell, face, back) {
    if (!back && (face.path.length || hands.countable(face))) {
      // While its pack was being checked, its place in the file was not known.
      cell.below?.remove();
      cell.below = undefined;
      if (!cell.count) addStepper(cell, { quantityOf, wish, notice });
      cell.count.setAttribute("aria-label", WORDS.cards.quantity({ card: face.label }));
      cell.less.setAttribute("aria-label", WORDS.cards.less({ card: face.label }));
      cell.more.setAttribute("aria-label", WORDS.cards.more({ card: face.label }));
      cell.less.disabled = quantityOf(face) <= least(face);
      if (document.activeElement !== cell.count || wished.has(face.id)) cell.count.value = quantityOf(face);
      return;
    }
    cell.below ??= cell.root.appendChild(el("span", { className: "label", title: back ? null : WORDS.cards.quantityInSpreadsheet }));
    cell.below.textContent = back ? face.label : `${quantityOf(face)} ×`;
  }

  return {
    /** Make an empty cell for a place. */
    make(id, { heading }) {
      const cell = { id };
      if (heading) { cell.root = el("li", { className: "group" }, el("h2", {}), el("small", {})); return cell; }
      cell.image = el("img", { alt: "", decoding: "async" });
      cell.mark = el("span", { className: "mark", hidden: true, "aria-hidden": "true" });
      cell.flaw = el("span", { hidden: true, "aria-hidden": "true" }, "!");
      cell.button = el("button", { type: "button", className: "face", "aria-description": WORDS.cards.arrowKeys, onclick: () => { if (cell.face.key) open(cell.face); } }, cell.image);
      cell.root = el("li", { onfocusin: () => enter(cell) }, cell.button, cell.mark, cell.flaw);
      return cell;
    },
    /** Show in a cell what has a place. passing: somebody scrolls past it, and its picture can wait. */
    fill(cell, place, at, passing) {
      const { pack, rows, look, wide } = seen();
      const { face, back, row, column } = place;
      cell.at = at;
      const move = `translate(${column * (wide + GAP)}px, ${rows[row].top}px)`;
      if (cell.root.style.transform !== move) cell.root.style.transform = move;
      if (place.heading) {
        cell.root.firstChild.textContent = place.heading;
        cell.root.lastChild.textContent = place.heading === WORDS.cards.backs ? "" : WORDS.counts.cards(place.count);
        return;
      }
      Object.assign(cell, { face, back });
      fit(cell, face);
      cell.button.classList.toggle("outlined", !kindOfFace(pack, face).is_rectangle);
      cell.root.classList.toggle("none", !back && quantityOf(face) === 0);
      cell.root.classList.toggle("of-text", !back && isMarked(face));
      const marks = showMarks(cell, face, back ? "" : changeOf(face));
      cell.button.setAttribute("aria-label", back ? WORDS.cards.backSeenLarge({ card: place.of ? `${place.of.label}, ` : "", back: face.label }) : WORDS.cards.cardSeenLarge({ card: face.label, cards: WORDS.counts.cards(quantityOf(face)), mark: marks }));
      if (face.key && !passing) show(cell.image, `picture/${face.key}`, wide);
      if (look.titles && !back) {
        if (!cell.title) { cell.title = el("span", { className: "title" }); cell.button.after(cell.title); }
        cell.title.textContent = cell.title.title = face.label;
      } else if (cell.title) { cell.title.remove(); cell.title = undefined; }
      showBelow(cell, face, back);
    },
  };
}
