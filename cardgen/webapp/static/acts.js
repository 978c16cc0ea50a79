// Commands that texts name: a button beside each does the same on the page.
import { copied, el, withCode } from "./dom.js";
import { WORDS } from "./words.js";

/** Return what the page does for a command: a label and a function; without a label, what it does is in sight. */
let instead = () => null;

/** Let the page do commands. find: returns what it does for one, as above; null for one that only a terminal does. */
export function offerActs(find) { instead = find; }

/** Return the button for a command; one that only a terminal does is copied. null where nothing is left to do. */
function button(command) {
  const act = instead(command);
  if (act) return act.label ? el("button", { type: "button", className: "act", onclick: act.show }, act.label) : null;
  const copy = el("button", { type: "button", className: "act", onclick: () => copied(command, copy) }, WORDS.acts.copy);
  return copy;
}

const isCommand = (line) => line.trim().startsWith("cardgen ");
/** Return the commands in a line: the whole of it, or what stands between backticks. */
const commandsIn = (line) => (isCommand(line) ? [line.trim()] : [...line.matchAll(/`(cardgen [^`]+)`/g)].map((each) => each[1]));

/** Return the buttons for the commands in a text. */
export const acts = (text) => text.split("\n").flatMap(commandsIn).map(button).filter(Boolean);

/** Return a text as children of an element, with a button for each command in it. */
export const withActs = (text) => text.split("\n").flatMap((line, at) => [at ? "\n" : "",
  ...(isCommand(line) ? [el("code", { className: "command" }, line.trim())] : withCode(line)), ...acts(line).flatMap((each) => [" ", each])]);

/** Return a problem in words, as children of an element, with a button for each command in it. */
export const problemWithActs = ({ message, hint }) => withActs(hint ? `${message}; ${hint}` : message);
