// Icons that are offered in a field as one types the brace before their names.
import { el } from "./dom.js";
import { drawing } from "./picker.js";
import { Problem, Stale } from "./server.js";
import { WORDS } from "./words.js";

const FIELDS = ".view-table textarea:not([readonly]), .typing, .panel textarea";
const OPEN = /\{([\p{L}\d:._ -]{0,40})$/u;
const MOST = 30;
/** The least pixels that the list is high, also where the field leaves no room for them. */
const LEAST_HIGH = 130;

/** Offer icons in all fields for texts of cards. find: returns those that match. */
export function offerIcons(find) {
  let field = null;
  let start = 0;
  let at = 0;
  let wish = 0;
  const list = el("ul", { className: "offered-icons", id: "offered-icons", role: "listbox", "aria-label": WORDS.icontyping.icons });
  // The field keeps the keyboard.
  list.addEventListener("pointerdown", (event) => event.preventDefault());

  function close() {
    wish += 1;
    if (!field) return;
    for (const name of ["aria-autocomplete", "aria-controls", "aria-activedescendant"]) field.removeAttribute(name);
    field = null;
    list.remove();
  }

  function mark() {
    [...list.children].forEach((each, place) => each.setAttribute("aria-selected", String(place === at)));
    field.setAttribute("aria-activedescendant", `offered-icon-${at}`);
    list.children[at].scrollIntoView({ block: "nearest" });
  }

  function put(name) {
    const of = field;
    const { selectionEnd, value } = of;
    close();
    of.focus();
    of.setSelectionRange(start, value[selectionEnd] === "}" ? selectionEnd + 1 : selectionEnd);
    // As if it were typed: it can be taken back, and is written when the field is left.
    document.execCommand("insertText", false, `${name}}`);
  }

  async function look(target) {
    const match = OPEN.exec(target.value.slice(0, target.selectionStart));
    if (!match) { close(); return; }
    const mine = wish += 1;
    let found;
    try { found = (await find(match[1].trim())).icons.slice(0, MOST); } catch (error) {
      if (error instanceof Problem || error instanceof Stale) return;
      throw error;
    }
    if (mine !== wish || document.activeElement !== target) return;
    if (!found.length) { close(); return; }
    field = target;
    start = target.selectionStart - match[1].length;
    at = 0;
    list.replaceChildren(...found.map(({ name, svg }, place) => el("li", { id: `offered-icon-${place}`, role: "option", onclick: () => put(name) }, drawing(svg), el("span", {}, name))));
    (target.closest("dialog") ?? document.body).append(list);
    target.setAttribute("aria-autocomplete", "list");
    target.setAttribute("aria-controls", list.id);
    const { left, top, bottom } = target.getBoundingClientRect();
    const room = innerHeight - bottom;
    list.style.maxHeight = "";
    list.style.left = `${Math.max(4, Math.min(left, innerWidth - list.offsetWidth - 8))}px`;
    const isBelow = room > list.offsetHeight + 8 || room > top;
    // Beside a field that fills the window the list lies over its end.
    list.style.maxHeight = `${Math.min(list.offsetHeight, Math.max(LEAST_HIGH, (isBelow ? room : top) - 8))}px`;
    list.style.top = `${Math.max(4, Math.min(isBelow ? bottom + 2 : top - list.offsetHeight - 2, innerHeight - list.offsetHeight - 4))}px`;
    mark();
  }

  document.addEventListener("input", ({ target }) => { if (target.matches?.(FIELDS)) look(target); });
  document.addEventListener("focusout", ({ target }) => { if (target === field) close(); });
  // Before the field's own keys.
  addEventListener("keydown", (event) => {
    if (!field || event.target !== field || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { at = (at + step + list.children.length) % list.children.length; mark(); }
    else if (event.key === "Enter" || event.key === "Tab") list.children[at].click();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
