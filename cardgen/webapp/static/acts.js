// Commands that texts name: a button beside each does the same on the page.
import { $, copyText, el, withCode } from "./dom.js";
import { WORDS } from "./words.js";

/** Return what the page does for a command: a label and a function; without a label, what it does is in sight. */
let instead = () => null;

/** Do what a button of a problem says. */
let fix = () => {};
export const applyFix = (each) => fix(each);

/** Let the page do commands, and mend problems. find: returns what it does for a command, as above; null for one that only
 *  a terminal does. mend: does what a button of a problem says. */
export function offerActs(find, mend) { instead = find; fix = mend; }

/** Return the button for a command; one that only a terminal does is copied. null where nothing is left to do. */
function button(command) {
  const act = instead(command);
  if (act) return act.label ? el("button", { type: "button", className: "act", onclick: act.show }, act.label) : null;
  const copy = el("button", { type: "button", className: "act", onclick: () => copyText(command, copy) }, WEB.test(command) ? WORDS.acts.copyForWeb : WORDS.acts.copy);
  return copy;
}

/** Commands that fetch from the web. */
const WEB = /^cardgen (pull\b|icons .*--fetch\b)/;

const isCommand = (line) => line.trim().startsWith("cardgen ");
/** Return the commands in a line: the whole of it, or what stands between backticks. */
const commandsIn = (line) => (isCommand(line) ? [line.trim()] : [...line.matchAll(/`(cardgen [^`]+)`/g)].map((each) => each[1]));

/** Return the buttons for the commands in a text. */
export const acts = (text) => text.split("\n").flatMap(commandsIn).map(button).filter(Boolean);

/** Return a text as children of an element, with a button for each command in it. */
export const withActs = (text) => text.split("\n").flatMap((line, at) => [at ? "\n" : "",
  ...(isCommand(line) ? [el("code", { className: "command" }, line.trim())] : withCode(line)), ...acts(line).flatMap((each) => [" ", each])]);

/** Return what mends a problem: labels and functions. Where nothing surely mends it, an error may go with the change that made it. */
export function mendings(problem) {
  const { severity, fixes: known = [] } = problem;
  // A problem of a table names its column.
  const whole = (fix) => fix.shows?.table === undefined ? fix : { ...fix, shows: problem };
  const undo = severity === "error" && !$("undo").disabled && !known.some((each) => each.certain)
    ? [{ label: WORDS.acts.undo, mend: () => $("undo").click() }] : [];
  return [...known.map((each) => ({ label: each.label, isCertain: each.certain, mend: () => applyFix(whole(each)) })), ...undo];
}

/** Return the buttons that mend a problem. */
export const fixes = (problem) => mendings(problem).map(({ label, isCertain, mend }) => el("button", { type: "button", className: "act", title: isCertain ? WORDS.text.altEnter : "", onclick: mend }, label));

/** Return a problem in words, as children of an element, with a button for each command in it. */
export const inWordsWithActs = ({ message, hint }) => withActs(hint ? `${message}; ${hint}` : message);
/** Return a problem in words, with buttons for its commands and for what mends it. */
export const problemWithActs = (problem) => [...inWordsWithActs(problem), ...fixes(problem).flatMap((each) => [" ", each])];
