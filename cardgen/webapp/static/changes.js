// What differs between the cards now and as they were saved, and as they were printed last.

const KEPT = "cardgen printed ";

/** Return what tells a card from another: its picture, and how many there are. */
const stateOf = (face) => `${face.key.slice(0, 12)} ${face.quantity}`;

/** Keep the cards of a pack as saved, and as printed last; these stay in this browser. pack: the path of its file. */
export function cardChanges(pack) {
  let saved = new Map();
  let savedIds = new Set();
  let printed = read();
  /** The cards as saved were printed: those whose pictures become known later, too. */
  let isPrinted = false;

  function read() {
    try { return new Map(JSON.parse(localStorage.getItem(KEPT + pack)) ?? []); } catch { return new Map(); }
  }
  function write() {
    try { localStorage.setItem(KEPT + pack, JSON.stringify([...printed])); } catch { /* Nothing is kept where nothing may be. */ }
  }

  return {
    /** Begin anew: these are the cards as saved. */
    begin(faces) {
      saved = new Map();
      savedIds = new Set(faces.map((each) => each.id));
      isPrinted = false;
      this.take(faces);
    },
    /** Take in cards as saved whose pictures are known by now. */
    take(faces) {
      const known = faces.filter((each) => each.key && !saved.has(each.id));
      for (const face of known) saved.set(face.id, stateOf(face));
      if (isPrinted && known.length) { for (const face of known) printed.set(face.id, stateOf(face)); write(); }
    },
    /** Take in that the cards as saved were printed. */
    print() {
      isPrinted = true;
      printed = new Map(saved);
      write();
    },
    wasPrinted: () => printed.size > 0,
    /** Return whether a card is "changed" or "new" since it was "saved" or "printed"; "" for neither, and if that is not known. */
    of(face, since) {
      const [known, isOld] = since === "printed" ? [printed, (id) => !printed.size || printed.has(id)] : [saved, (id) => !savedIds.size || savedIds.has(id)];
      if (!isOld(face.id)) return face.quantity ? "new" : "";
      return face.key && known.has(face.id) && known.get(face.id) !== stateOf(face) ? "changed" : "";
    },
  };
}
