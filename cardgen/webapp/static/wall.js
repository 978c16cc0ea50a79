// The wall of cards as a plan: which card, back or heading of a group lies in which row and column.
import { WORDS } from "./words.js";

/** Pixels between cards, and of the heading of a group. */
export const GAP = 12;
const HEADING = 40;

export const kindOfFace = (pack, face) => pack.kinds[face.kind] ?? pack.kinds[0];

/** Return the name of the group that a card is in. */
function groupOf(pack, face, by) {
  if (by === "piece") return kindOfFace(pack, face).piece || WORDS.common.cards;
  if (by === "suit") return pack.suits[face.suit] ?? WORDS.cards.withoutSuit;
  if (face.suit) return WORDS.cards.suits;
  return face.list ? pack.lists[face.list] || WORDS.cards.list({ list: Number(face.list) + 1 }) : WORDS.cards.otherCards;
}

/** Return the runs of cards that begin a row of their own: each with a heading, if it has one. */
function runs(pack, faces, by) {
  const found = new Map();
  for (const each of faces) {
    const name = by ? groupOf(pack, each.face, by) : each.face.suit;
    if (!found.has(name)) found.set(name, { heading: by ? name : "", some: [] });
    found.get(name).some.push(each);
  }
  return [...found.values()];
}

/** Return the cards of a pack with their places, those that a search finds. */
function facesFound(pack, words) {
  const faces = pack.faces.map((face, index) => ({ face, index }));
  return words ? faces.filter(({ face }) => `${face.label}\n${face.id}\n${face.notes}`.toLowerCase().includes(words)) : faces;
}

/** Put cards in rows: places in order (cards, backs and headings), rows with their first place, top and height, and the height of all.
 *
 *  look: groups, and whether backs stand beside their cards; words: what is searched; room: the width of all; wide and high: the
 *  size of one with what stands below it.
 */
export function wall(pack, { look, words, room, wide, high }) {
  const backs = new Map(pack.backs.map((each) => [each.id, each]));
  const beside = look.backs ? 2 : 1;
  const columns = Math.max(beside, Math.floor((room + GAP) / (wide + GAP) / beside) * beside);
  const [places, rows] = [[], []];
  let [top, column] = [0, columns];
  const begin = (tall) => { rows.push({ first: places.length, top, height: tall }); top += tall; };
  const head = (heading, count) => { begin(HEADING); places.push({ heading, count, row: rows.length - 1, column: 0 }); };
  const put = (place) => {
    if (column >= columns) { begin(high); column = 0; }
    places.push({ ...place, row: rows.length - 1, column });
    column += 1;
  };
  for (const { heading, some } of runs(pack, facesFound(pack, words), look.groups)) {
    column = columns;
    if (heading) head(heading, some.length);
    for (const each of some) {
      // A card and its back stand in one row.
      put(each);
      if (look.backs) put({ face: backs.get(each.face.back) ?? pack.backs[0], of: each.face, index: each.index, back: true });
    }
  }
  if (!words && !look.backs) {
    if (look.groups) head(WORDS.cards.backs, pack.backs.length);
    if (look.groups || pack.faces.at(-1)?.suit) column = columns;
    for (const face of pack.backs) put({ face, index: pack.faces.length, back: true });
  }
  return { places, rows, height: top };
}

/** Return the row at a height. */
export function rowAt(rows, y) {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rows[middle].top <= y) low = middle; else high = middle - 1;
  }
  return low;
}
