// What is wrong, in the foot of the page and above it, and the way to it.
import { mendings, problemWithActs } from "./acts.js";
import { $, el } from "./dom.js";
import { notice } from "./notices.js";
import { WORDS } from "./words.js";

/** Problems that are told beside a card. */
const MOST_WRONG = 3;
const RANK = ["error", "warning", "note"];

/** Return a problem in words. */
export const problemText = (problem) => `${problem.where ? `${problem.where}: ` : ""}${problem.message}${problem.hint ? `; ${problem.hint}` : ""}`;

const hasPlace = (each) => each.start !== undefined || each.table !== undefined;
const ranked = (found) => RANK.flatMap((rank) => found.filter((each) => each.severity === rank));

/** Show the problems of a desk. */
export function problems(desk) {
  let visited = null;
  /** Whether an error that the text has no place for is said above the page. */
  let apart = false;

  /** Go to a problem. */
  function visit(problem) {
    if (problem.start !== undefined) { desk.tabs.reveal("writing"); desk.text.go(problem); return; }
    if (desk.tabs.current !== "table") desk.tabs.turn("table");
    desk.rows.go(problem);
  }

  // Errors first, then warnings, then notes; those that have a place.
  $("problems").addEventListener("click", () => {
    const ordered = ranked(desk.answer.problems.filter(hasPlace));
    if (!ordered.length) return;
    const at = ordered.findIndex((each) => JSON.stringify(each) === visited);
    const next = ordered[(at + 1) % ordered.length];
    visited = JSON.stringify(next);
    visit(next);
  });

  return {
    visit,
    /** Return the errors and warnings about a card in words; where none is about it, the first that are about no card. */
    of({ problems }) {
      const others = desk.answer.problems.filter(({ severity, of_card: ofCard }) => severity !== "note" && !ofCard);
      // What mends a problem is told once, with the text.
      const whole = (problem) => desk.answer.problems.find(({ message }) => message === problem.message) ?? problem;
      return (problems.length ? problems.map(whole) : ranked(others).slice(0, MOST_WRONG)).map((each) => el("span", { className: each.severity }, problemWithActs(each)));
    },
    /** Tell whether there are errors. */
    hasErrors: () => desk.answer.problems.some((each) => each.severity === "error"),
    /** Show how many there are, and what has no place in the text. */
    show() {
      const found = desk.answer.problems;
      const errors = found.filter((each) => each.severity === "error").length;
      const warnings = found.filter((each) => each.severity === "warning").length;
      const parts = [errors ? WORDS.counts.errors(errors) : "", warnings ? WORDS.counts.warnings(warnings) : ""].filter(Boolean);
      $("problems").textContent = parts.join(", ") || WORDS.main.noProblems;
      $("problems").className = errors ? "bad" : warnings ? "doubt" : "";
      $("problems").disabled = !found.some(hasPlace);
      const [elsewhere] = found.filter((each) => each.start === undefined && each.severity === "error");
      if (!elsewhere && apart) notice(null);
      apart = Boolean(elsewhere);
      if (!apart || desk.tabs.current === "table") return;
      const go = elsewhere.table !== undefined && !elsewhere.fixes.some((each) => each.shows) ? [[WORDS.main.goThere, () => visit(elsewhere)]] : [];
      const mending = mendings(elsewhere).map(({ label, mend }) => [label, mend]);
      notice(problemText(elsewhere), ...go, ...mending, [WORDS.common.close]);
    },
  };
}
