// A table in sight: what its file has, what is typed and not written yet, and which cell, rows and cards are meant.

/** The state that the parts of the view of tables share. */
export class Sheet {
  /** The tables that the text names, and which of them is shown. */
  known = [];
  at = 0;
  /** The table as the server has it, or null. */
  held = null;
  /** The row with the keyboard, and the column that tools work on. */
  current = 0;
  column = 0;
  /** The rows that the filter shows. */
  order = [];
  problems = [];
  /** The cards of the table by the number of their row, and all cards of the pack. */
  faces = new Map();
  allFaces = null;
  /** The lists of cards that are tables: their paths, and their headings by the names of columns. */
  lists = [];
  /** The row of the card that is chosen. */
  marked = null;
  /** The files as they were last seen or written here. */
  digests = new Map();
  /** Cells that could not be written, by table and place: what was typed, what the cell had before, and why not. */
  unwritten = new Map();

  get name() { return this.known[this.at]?.name ?? null; }
  /** Tell whether the table is here and can be changed. */
  get canChange() { return Boolean(this.held) && !this.held.why; }
  get heads() { return this.held.rows[0]; }

  placeOf(row, column, file = this.name) { return JSON.stringify([file, row, column]); }
  /** Return what a cell has in its file, and what it shows. */
  fileValue(row, column) { return this.held.rows[row]?.[column] ?? ""; }
  shownValue(row, column) { return this.unwritten.get(this.placeOf(row, column))?.value ?? this.fileValue(row, column); }

  /** Find the rows that hold a text, or all. */
  sift(wish) {
    const all = this.held ? this.held.rows.map((_, row) => row).slice(1) : [];
    this.order = wish ? all.filter((row) => this.held.rows[row].some((each) => each.toLowerCase().includes(wish))) : all;
  }

  /** Find the cards of the table. */
  takeFaces(found = this.allFaces) {
    this.allFaces = found;
    this.faces = new Map((found ?? []).filter((each) => each.table && each.table === this.name).map((each) => [each.row, each]));
  }

  /** Return the column that the pack calls by a name: its place in the table, or -1. */
  columnNamed(name, heads = this.heads, file = this.name) {
    const head = (this.lists.find((each) => each.table === file)?.columns[name] ?? name).toLowerCase();
    return heads.findIndex((each) => each.trim().toLowerCase() === head);
  }

  faultsOf(number) { return this.problems.filter((each) => each.table === this.name && each.row === number); }

  /** Return the column that a problem is about: its message begins with the column's name. */
  columnOf(problem) {
    const message = problem.message.toLowerCase();
    return this.heads.findIndex((head) => head && [":", " of "].some((end) => message.startsWith(head.trim().toLowerCase() + end)));
  }

  /** Let cells that are not written yet go along with their rows. */
  moveUnwritten(file, how, row, to) {
    const places = [...this.unwritten].filter(([place]) => JSON.parse(place)[0] === file);
    const target = (old) => {
      if (how === "add") return old >= row ? old + 1 : old;
      if (how === "copy") return old > row ? old + 1 : old;
      if (how === "delete") return old > row ? old - 1 : old === row ? null : old;
      return old === row ? to : old === to ? row : old;
    };
    for (const [place] of places) this.unwritten.delete(place);
    for (const [place, wish] of places) {
      const [, old, column] = JSON.parse(place);
      const now = target(old);
      if (now !== null) this.unwritten.set(this.placeOf(now, column, file), wish);
    }
  }
}
