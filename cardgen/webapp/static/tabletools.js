// The tools above a table: for its rows and its columns.
import { el, enable } from "./dom.js";
import { WORDS } from "./words.js";

/** Make the tools of a sheet. file: changes it; grid: lets a column be named; cells: fills down; pictures: chooses one. */
export function tableTools(sheet, { file, grid, cells, pictures }) {
  const tool = (label, title, call) => el("button", { type: "button", disabled: true, title, onclick: call }, label);
  const ofRow = (label, how, key = "") => tool(label, key, () => file.changeRows(how));
  const rows = {
    add: ofRow(WORDS.table.addRow, "add"), copy: ofRow(WORDS.table.duplicate, "copy"),
    up: ofRow(WORDS.table.moveUp, "up", WORDS.table.altUp), down: ofRow(WORDS.table.moveDown, "down", WORDS.table.altDown),
    delete: ofRow(WORDS.table.deleteRow, "delete"),
  };
  const columns = {
    add: tool(WORDS.table.addColumn, WORDS.table.aboutAddColumn, () => grid.rename(true)),
    rename: tool(WORDS.table.rename, WORDS.table.aboutRename, () => grid.rename()),
    left: tool("←", WORDS.table.moveLeft, () => file.changeColumns("move", { to: sheet.column - 1 })),
    right: tool("→", WORDS.table.moveRight, () => file.changeColumns("move", { to: sheet.column + 1 })),
    up: tool(WORDS.table.sortUp, WORDS.table.aboutSortUp, () => file.changeColumns("sort")),
    down: tool(WORDS.table.sortDown, WORDS.table.aboutSortDown, () => file.changeColumns("sort-down")),
    delete: tool(WORDS.table.deleteColumn, WORDS.table.aboutDeleteColumn, () => file.changeColumns("delete")),
    fill: tool(WORDS.table.fillDown, WORDS.table.aboutFillDown, () => cells.fillDown()),
  };
  const group = (name, ...children) => el("span", { className: "tools", role: "group", "aria-label": name }, ...children);

  return {
    elements: [group(WORDS.table.rows, ...Object.values(rows), pictures.button, pictures.field), group(WORDS.table.columns, ...Object.values(columns))],
    /** Say which tools have something to do. isFiltered: whether rows are hidden. */
    states(isFiltered) {
      const { canChange, current, column } = sheet;
      const row = canChange && current >= 1;
      for (const each of [...Object.values(rows), ...Object.values(columns), pictures.button]) each.hidden = !canChange;
      enable(rows.add, canChange);
      for (const each of [rows.copy, rows.delete, pictures.button]) enable(each, row);
      // Between rows that are hidden nothing is moved.
      enable(rows.up, row && current >= 2 && !isFiltered);
      enable(rows.down, row && current < sheet.held.rows.length - 1 && !isFiltered);
      for (const each of ["copy", "up", "down", "delete"]) rows[each].setAttribute("aria-label", row ? WORDS.table.toolOfRow({ tool: rows[each].textContent, number: sheet.held.number + current }) : rows[each].textContent);
      for (const each of Object.values(columns)) enable(each, canChange);
      if (!canChange) return;
      enable(columns.left, column >= 1);
      enable(columns.right, column < sheet.heads.length - 1);
      enable(columns.delete, sheet.heads.length >= 2);
      enable(columns.fill, cells.range() || (row && sheet.order.indexOf(current) >= 1));
      for (const each of Object.values(columns)) each.setAttribute("aria-label", `${each.title}: ${sheet.heads[column]}`);
    },
  };
}
