// How the pack plays: the figures of games, and wishes for others.
import { withActs } from "./acts.js";
import { el } from "./dom.js";
import { changesInWords, number, table } from "./figures.js";
import { WORDS } from "./words.js";
import { wishes } from "./wishes.js";

/** Make the view of a desk's games. */
export function plays(desk) {
  const results = el("div");
  let played = null;
  const wished = wishes({
    save: () => desk.file.save(), use: (quantities) => desk.edits.use(quantities), lacking: desk.state.lacking,
    playing: () => desk.meaning.players(),
    has: (suit, rank) => {
      const face = desk.seen.pack?.faces.find(({ path }) => path[0] === "suits" && path[1] === suit && path[3] === rank);
      return { label: face?.label ?? `${suit} ${rank}`, count: face?.quantity ?? 0 };
    },
    now: (key) => {
      const row = played?.rows.find((each) => each.key === key);
      return row ? number(row.value, row.unit) : "";
    },
  });
  const root = el("div", { className: "view-plays" }, wished.root, results);
  let other = "";
  let problem = "";

  function draw() {
    if (problem) { results.replaceChildren(el("p", { className: "told error" }, withActs(problem))); return; }
    if (!played) { results.replaceChildren(el("p", { className: "wait" }, WORDS.main.firstGames)); return; }
    results.replaceChildren(el("p", {}, WORDS.main.gamesPlayed({ games: played.games.toLocaleString("en"), all: played.most.toLocaleString("en") })), ...changesInWords(played, other), ...table(played, other));
  }

  return {
    view: { root, show: () => {} },
    /** Offer wishes where one of the pack's games has designs. */
    offer(games) {
      const designed = games.find((each) => each.designs);
      wished.root.hidden = !designed;
      if (designed) wished.offer(designed);
      draw();
    },
    /** Show what came of games, or why none are played. against: what they are held against, in words. */
    show(data, against) { problem = data.problem ?? ""; played = problem ? null : data; other = against; draw(); },
    heard: wished.heard,
    changed: wished.changed,
  };
}
