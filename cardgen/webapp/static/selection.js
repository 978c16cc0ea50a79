// A range of cells that is chosen with the mouse or with Shift and the arrows, as in a spreadsheet program.

/** Write cells as spreadsheet programs put them on the clipboard. */
export const toTabSeparated = (rows) => rows.map((row) => row.map((each) => (/[\t\n"]/.test(each) ? `"${each.replaceAll('"', '""')}"` : each)).join("\t")).join("\n");

/** Choose ranges of cells. cellAt: returns the [row, column] of an element, or null; changed: called with the range, or null. */
export function cellRanges(box, { cellAt, changed }) {
  let anchor = null;
  let end = null;
  const range = () => {
    if (!end || (end[0] === anchor[0] && end[1] === anchor[1])) return null;
    return { top: Math.min(anchor[0], end[0]), bottom: Math.max(anchor[0], end[0]), left: Math.min(anchor[1], end[1]), right: Math.max(anchor[1], end[1]) };
  };
  const set = (from, to) => {
    const before = JSON.stringify(range());
    [anchor, end] = [from, to];
    if (JSON.stringify(range()) !== before) changed(range());
  };

  box.addEventListener("pointerdown", (event) => {
    const at = cellAt(event.target);
    if (!at || event.button) return;
    if (event.shiftKey && anchor) { event.preventDefault(); set(anchor, at); return; }
    set(at, null);
  });
  box.addEventListener("pointerover", (event) => {
    if (!(event.buttons & 1) || !anchor || event.pointerType === "touch") return;
    const at = cellAt(event.target);
    // Within its cell the mouse chooses letters.
    if (!at || (!end && at[0] === anchor[0] && at[1] === anchor[1])) return;
    const active = document.activeElement;
    if (active?.setSelectionRange) active.setSelectionRange(active.selectionStart, active.selectionStart);
    set(anchor, at);
  });

  return {
    range,
    /** Go on from another cell, where no range is chosen any more. */
    begin(at) { set(at, null); },
    /** Let the range end at another cell. */
    extend(to) { if (anchor) set(anchor, to); },
    end: () => end ?? anchor,
    clear() { set(anchor, null); },
  };
}
