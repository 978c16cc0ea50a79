// Elements, made in one call.
import { WORDS } from "./words.js";

/** Make an element: properties, then children (elements or texts; null is left out). */
export function el(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key === "style") for (const [rule, set] of Object.entries(value)) made.style.setProperty(rule, set);
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** Make an element of SVG. */
export function svg(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export const $ = (id) => document.getElementById(id);

/** Return a text as children of an element, with what stands between backticks as code. */
export const withCode = (text) => text.split("`").map((part, at, parts) => (at % 2 && at < parts.length - 1 ? el("code", {}, part) : at % 2 ? `\`${part}` : part));

/** Make a labelled choice; told calls with the value chosen. */
export function choice(label, value, choices, told) {
  const select = el("select", { "aria-label": label, onchange: () => told(select.value) },
    choices.map((each) => {
      const [key, text] = Array.isArray(each) ? each : [each, each];
      return el("option", { value: key, selected: key === value }, text);
    }));
  return el("label", { className: "choice" }, el("span", {}, label), select);
}

/** Make the controls of a box anew; whoever has the keyboard there keeps it. */
export function keepFocus(box, make) {
  const controls = () => [...box.querySelectorAll("input, select, button")];
  const at = controls().indexOf(document.activeElement);
  box.replaceChildren(...make());
  if (at >= 0) controls()[at]?.focus();
}

/** Let a button be pressed or not. One that has the keyboard keeps it: whoever pressed it goes on from there. */
export function enable(button, on) {
  const held = !on && document.activeElement === button;
  button.disabled = !on && !held;
  button.ariaDisabled = held ? "true" : null;
  if (held) button.addEventListener("blur", () => { if (button.ariaDisabled) { button.disabled = true; button.ariaDisabled = null; } }, { once: true });
}
document.addEventListener("click", (event) => { if (event.target.closest("[aria-disabled=true]")) { event.preventDefault(); event.stopImmediatePropagation(); } }, true);

/** Let the user choose a file; return it, or null. accept: the suffixes that are offered. */
export const chosenFile = (accept) => new Promise((done) => {
  const field = el("input", { type: "file", accept, onchange: () => done(field.files[0] ?? null), oncancel: () => done(null) });
  field.click();
});

/** Copy a text, and say so in the button that was pressed. */
export async function copyText(text, button) {
  await navigator.clipboard.writeText(text);
  const before = button.textContent;
  button.textContent = WORDS.dom.copied;
  setTimeout(() => { button.textContent = before; }, 1500);
}

/** Show in a bar how far a command is, and return it in words; work that cannot be counted has no total. */
export function showProgress(bar, { done, total, unit }) {
  if (!total) { bar?.removeAttribute("value"); return ""; }
  if (bar) { bar.max = total; bar.value = done; }
  return WORDS.dom.doneOf({ done: done.toLocaleString("en"), total: total.toLocaleString("en"), unit: unit ? ` ${unit}` : "" });
}

/** Write a size in bytes for people. */
export function size(bytes) {
  const [by, unit] = bytes < 1e3 ? [1, "bytes"] : bytes < 1e6 ? [1e3, "kB"] : [1e6, "MB"];
  return `${(bytes / by).toLocaleString("en", { maximumFractionDigits: by === 1e6 ? 1 : 0 })} ${unit}`;
}

/** Wait until nothing has called for a while; now() does not wait. */
export function afterPause(milliseconds, call) {
  let timer = 0;
  const paused = () => {
    clearTimeout(timer);
    timer = setTimeout(call, milliseconds);
  };
  paused.now = () => { clearTimeout(timer); call(); };
  return paused;
}
