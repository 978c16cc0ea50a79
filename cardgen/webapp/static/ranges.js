// Ranges of cells as spreadsheet programs put them on the clipboard.

/** Take a text apart into rows of cells (RFC 4180): a cell in quotes may hold separators, line breaks and doubled quotes. */
function cellsOf(text, separator) {
  const rows = [[]];
  const quoted = /"((?:[^"]|"")*)"/y;
  let at = 0;
  while (at <= text.length) {
    let value = "";
    if (text[at] === '"') {
      quoted.lastIndex = at;
      const closed = quoted.exec(text);
      const end = quoted.lastIndex;
      // A quote that is part of a text, such as of a speech, begins no quoted cell.
      if (closed && (end === text.length || text[end] === separator || text[end] === "\n")) {
        value = closed[1].replaceAll('""', '"');
        at = end;
      }
    }
    while (at < text.length && text[at] !== separator && text[at] !== "\n") { value += text[at]; at += 1; }
    rows.at(-1).push(value);
    if (text[at] === "\n") rows.push([]);
    else if (at >= text.length) break;
    at += 1;
  }
  return rows;
}

/** Return the rows that a pasted text is of, or null where it belongs into one cell as it is.
 *
 *  whole: it takes the place of all that is in the cell; separator: of the table's file; width: the
 *  number of columns that rows separated so must have; table: the clipboard has it as a table, too.
 */
export function rangeOf(text, { whole, separator, width, table }) {
  const plain = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  if (plain.includes("\t")) return cellsOf(plain, "\t");
  const column = cellsOf(plain, "\t");
  // One cell with line breaks comes in quotes.
  if (table || (column.length === 1 && column[0][0] !== plain)) return column;
  if (!whole || !plain.includes("\n")) return null;
  const rows = cellsOf(plain, separator);
  return width > 1 && rows.every((each) => each.length === width) ? rows : null;
}
