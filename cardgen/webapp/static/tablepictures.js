// Pictures for the rows of a table: dropped on a row or a cell, or chosen by a button.
import { PICTURES } from "./deck.js";
import { el } from "./dom.js";
import { WORDS } from "./words.js";

const isPicture = (name) => /\.(png|jpe?g|svg)$/i.test(name);

/** Let pictures be put into a sheet; return the button that chooses one, and its field.
 *
 *  grid: has the rows; file: writes the cells; picture: takes a picture in and returns its name, or null.
 */
export function tablePictures(sheet, { grid, file, picture }) {
  /** Write a picture into a cell: the one it was dropped on if that has pictures, or that of the row's picture. */
  async function put(chosen, row, place = undefined) {
    const made = await picture(chosen);
    if (!made) return;
    const mapped = sheet.columnNamed("picture");
    let target = place !== undefined && (isPicture(sheet.fileValue(row, place)) || place === mapped) ? place : mapped;
    if (target < 0) {
      sheet.column = sheet.heads.length;
      await file.changeColumns("add", { head: "picture" });
      target = sheet.heads.indexOf("picture");
    }
    if (target >= 0) file.fill(row, target, [[made]]);
  }

  const { box, body } = grid;
  const leave = (row = null) => { for (const each of body.querySelectorAll(".over")) if (each !== row) each.classList.remove("over"); };
  box.addEventListener("dragover", (event) => {
    const row = event.target.closest?.("tr[data-row]");
    leave(row);
    if (row && event.dataTransfer.types.includes("Files")) { event.preventDefault(); row.classList.add("over"); }
  });
  box.addEventListener("drop", (event) => {
    const row = event.target.closest?.("tr[data-row]");
    const [chosen, ...others] = event.dataTransfer.files;
    leave();
    // Several are taken in for the whole page: one row shows one picture.
    if (!row || others.length || !chosen || !sheet.canChange || !isPicture(chosen.name)) return;
    event.preventDefault();
    event.stopPropagation();
    const place = event.target.closest("td")?.querySelector("[data-cell]")?.dataset.cell.split("-")[1];
    put(chosen, Number(row.dataset.row), place === undefined ? undefined : Number(place));
  });

  const field = el("input", { type: "file", accept: PICTURES, hidden: true, "aria-label": WORDS.table.pictureOfTheRow, onchange: () => {
    const [chosen] = field.files;
    field.value = "";
    if (chosen && sheet.current >= 1) put(chosen, sheet.current);
  } });
  const button = el("button", { type: "button", disabled: true, title: WORDS.table.aboutPicture, onclick: () => field.click() }, WORDS.table.picture);
  return { button, field };
}
