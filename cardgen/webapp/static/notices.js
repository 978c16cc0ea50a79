// What is said over the foot of the page until it is answered.
import { withActs } from "./acts.js";
import { $, el } from "./dom.js";
import { Ended, Problem, Stale } from "./server.js";
import { WORDS } from "./words.js";

const boxes = new Map();

/** Say something; of what has the same name, the last is said, and no text takes it back. buttons: [label, call] each. */
export function say(name, text, ...buttons) {
  const before = document.activeElement;
  const close = () => { boxes.get(name)?.remove(); boxes.delete(name); };
  close();
  if (!text) return;
  const box = el("div", { className: "notice", role: "alert" }, el("span", {}, withActs(text)), ...buttons.map(([label, call]) =>
    el("button", { type: "button", onclick: () => { close(); before.focus(); call?.(); } }, label)));
  boxes.set(name, box);
  $("notices").append(box);
}

export const notice = (text, ...buttons) => say("notice", text, ...buttons);

/** Say what did not work; that the studio has ended is said once, elsewhere. */
export function fail(error) {
  if (error instanceof Problem && !(error instanceof Ended)) notice(error.message, [WORDS.common.close]);
  else if (!(error instanceof Stale || error instanceof Ended)) throw error;
}
