// What is seen: a tab for each view, and the command that makes what it shows.
import { $, afterPause, copyText, el } from "./dom.js";
import { command } from "./make.js";
import { Problem, Stale } from "./server.js";
import { WORDS } from "./words.js";

/** Make the tabs of a desk.
 *
 *  views: by name, each with its title, its view, the kind of file that it shows (make), the milliseconds for which a
 *  change waits (pause), whether it is hidden at first, and whether it shows a pack with errors as it is (isLive).
 */
export function tabs(desk, views, making) {
  let current = "cards";
  let newestCommand = 0;
  const broken = $("broken");
  const nothing = el("p", { className: "wait" }, WORDS.main.readingThePack);

  for (const [name, each] of Object.entries(views)) {
    // Pages are made of a version without errors; cards are seen while they are checked.
    each.now = () => { const { pack, rev } = name === "cards" ? desk.seen : desk.good; if (pack || each.isLive) each.view.show(pack, rev); };
    each.refresh = each.pause ? afterPause(each.pause, each.now) : each.now;
    each.button = el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "view", hidden: Boolean(each.hidden), onclick: () => turn(name) }, each.title);
    $("tabs").append(each.button);
  }
  $("tabs").addEventListener("keydown", (event) => {
    const names = Object.keys(views).filter((name) => !views[name].button.hidden);
    const at = names.indexOf(current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    turn(names.at(to % names.length));
    views[current].button.focus();
  });
  $("view").addEventListener("scroll", () => { if (current === "cards") desk.deck.scrolled(); }, { passive: true });
  $("copy").hidden = false;
  $("copy").addEventListener("click", () => copyText($("command").textContent, $("copy")));

  function turn(name) {
    current = name;
    for (const [other, each] of Object.entries(views)) {
      each.button.setAttribute("aria-selected", String(other === name));
      each.button.tabIndex = other === name ? 0 : -1;
    }
    $("view").setAttribute("aria-label", views[name].title);
    $("view").replaceChildren(nothing, views[name].view.root);
    banner();
    $("view").scrollTop = 0;
    reveal("");
    making.kind = views[name].make;
    document.body.classList.toggle("tabling", name === "table");
    views[name].now();
    tellCommand();
  }

  /** Show the command that makes what is seen. */
  async function tellCommand() {
    const mine = newestCommand += 1;
    try {
      const answer = await command(views[current].make, making.visible(views[current].make));
      if (mine === newestCommand) $("command").textContent = answer.command;
    } catch (error) {
      if (!(error instanceof Problem) && !(error instanceof Stale)) throw error;
    }
  }

  /** Say what is seen where the text has errors. */
  function banner() {
    const { sound, problems, pack } = desk.answer;
    const asIs = current === "cards" && Boolean(pack);
    broken.hidden = sound || !desk.seen.pack || Boolean(views[current].isLive);
    $("view").classList.toggle("stale", !sound && !asIs);
    nothing.hidden = sound || Boolean(desk.seen.pack);
    const inTable = problems.filter((each) => each.severity === "error").every((each) => each.table !== undefined);
    const where = inTable ? WORDS.main.tableHasErrors : WORDS.main.textHasErrors;
    broken.textContent = asIs ? WORDS.main.shownWithErrors({ where }) : WORDS.main.lastWithout({ where });
    nothing.textContent = WORDS.main.mend({ where });
  }

  // A narrow screen shows one part at a time.
  const parts = [["writing", WORDS.main.text], ["meaning", WORDS.main.figures]].map(([name, title]) => {
    const button = el("button", { type: "button", className: "narrow", "aria-pressed": "false", onclick: () => reveal(document.body.classList.contains(name) ? "" : name) }, title);
    button.dataset.part = name;
    return button;
  });
  $("tabs").before(...parts);
  function reveal(name) {
    for (const each of ["writing", "meaning"]) document.body.classList.toggle(each, each === name);
    for (const each of parts) each.setAttribute("aria-pressed", String(each.dataset.part === name));
  }

  return {
    turn,
    banner,
    reveal,
    tellCommand,
    get current() { return current; },
    get view() { return views[current].view; },
    now: () => views[current].now(),
    refresh: () => views[current].refresh(),
    /** Show cards that are still being checked. */
    showCards() { nothing.hidden = true; if (current === "cards") views.cards.refresh(); },
    /** Offer a tab, or do not: whoever is there goes to the cards. */
    offer(name, isOffered) {
      views[name].button.hidden = !isOffered;
      if (!isOffered && current === name) turn("cards");
    },
  };
}
