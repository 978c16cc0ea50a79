// A card on the table: its picture, as cardgen draws it, or its back.
import { el } from "./dom.js";
import { show } from "./server.js";
import { WORDS } from "./words.js";

const USUAL_WIDTH = 150;

/** Return the kind of pieces of a face, with its size in millimetres. */
const kindOf = (deck, face) => deck.kinds[face?.kind ?? 0];

/** Make a card: a button where something can be done with it. face: its record; null if it lies face down. back: the face whose back it shows. */
export function playCard(deck, { face, back = null, name, note = "", pressed, className = "", properties = {} }) {
  const kind = kindOf(deck, face ?? back);
  const [width, height] = kind.size;
  const image = el("img", { alt: "", decoding: "async", draggable: false });
  const shown = face ?? deck.backs.find((each) => each.id === (back?.back ?? deck.faces[0]?.back)) ?? deck.backs[0];
  const called = face || !name ? name ?? face.label : name;
  const text = [called || WORDS.play.faceDown, note].filter(Boolean).join(", ");
  const card = el(pressed ? "button" : "span", {
    className: `card ${face || name ? "" : "covered"} ${className}`, "aria-label": text, title: text,
    ...(pressed ? { type: "button", onclick: pressed } : { role: "img" }), ...properties,
    style: { "--ratio": `${width} / ${height}`, "--round": `${(100 * kind.corner) / width}% / ${(100 * kind.corner) / height}%` },
  });
  if (shown?.key) { card.append(image); show(image, `picture/${shown.key}`, USUAL_WIDTH); }
  else card.append(el("span", { className: "word" }, called || WORDS.play.faceDown));
  return card;
}
