// What the pack means, at the side: its figures, its games, its look and its languages.
import { withActs } from "./acts.js";
import { additions } from "./additions.js";
import { $, afterPause, choice, el, keepFocus } from "./dom.js";
import { colours, controls } from "./controls.js";
import { composition, odds, setup, summary } from "./figures.js";
import { Problem, Stale, ask, tab } from "./server.js";
import { WORDS } from "./words.js";

const small = (text) => el("p", { className: "small" }, withActs(text));
const languageNames = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });

/** Make the side of a desk. plays: the view of what comes of games. */
export function meaning(desk, plays) {
  const { state } = desk;
  const side = Object.fromEntries(["composition", "table", "language", "look", "colours", "odds"].map((name) => [name, el("div", { className: name })]));
  const palette = colours({ set: desk.edits.set, attempt: (...value) => desk.examination.attempt(...value) });
  const playing = el("div", { className: "setup" });
  const atTable = el("section", { hidden: true }, el("h2", {}, WORDS.main.atTheTable), playing, side.table);
  side.colours.append(palette.root);
  $("side").append(el("h2", {}, WORDS.main.composition), side.composition, atTable,
    el("h2", {}, WORDS.main.look), side.language, side.look, el("h2", {}, WORDS.main.colours), side.colours,
    el("h2", {}, WORDS.additions.add), el("div", { className: "additions" }, additions(desk)), side.odds);

  const asked = { game: null, players: null, temperament: "", against: "" };
  const against = { packs: state.packs, files: state.files.filter((name) => name !== state.file.name) };
  let games = null;
  let first = true;

  const figures = afterPause(200, async () => {
    const mine = desk.good.rev;
    try {
      const answer = await ask("/figures", { tab, rev: mine });
      if (mine !== desk.good.rev) return;
      side.composition.replaceChildren(composition(answer.figures, desk.good.pack));
      side.odds.replaceChildren(...odds(answer.figures));
    } catch (error) {
      if (error instanceof Problem) side.composition.replaceChildren(small(error.message));
      else if (!(error instanceof Stale)) throw error;
    }
  });

  /** What the figures are held against, in words. */
  const other = () => asked.against || WORDS.main.yourPackAsSaved;

  function setups() {
    keepFocus(playing, () => setup(games, against, asked, () => { setups(); play(); }));
  }

  const play = afterPause(350, async () => {
    if (!games?.length || !desk.answer.sound) { if (!games?.length) side.table.replaceChildren(); return; }
    const game = games.find((each) => each.game === asked.game) ?? games[0];
    side.table.classList.add("older");
    try {
      await ask("/play", { tab, rev: desk.good.rev, ...asked, game: game.game, temperament: asked.temperament || game.thinking });
    } catch (error) {
      if (error instanceof Problem) side.table.replaceChildren(small(error.message));
      else if (!(error instanceof Stale)) throw error;
    }
  });

  return {
    play,
    /** Who plays, as the figures have it. */
    players: () => ({ players: asked.players, temperament: asked.temperament }),
    /** Count and play another version of the pack. */
    refresh() {
      const { pack } = desk.seen;
      if (JSON.stringify(games) !== JSON.stringify(pack.games)) {
        games = pack.games;
        // A deck without a game has nothing to be played.
        atTable.hidden = !games.length;
        desk.tabs.offer("plays", games.length > 0);
        setups();
        plays.offer(games);
      }
      // Nobody is writing when a page is opened: what it means need not wait for a pause.
      // Nothing is counted or played of a text with errors.
      if (!desk.answer.sound) return;
      if (first) { figures.now(); play.now(); } else { figures(); play(); }
      first = false;
    },
    /** Show the controls of the examined text. */
    controls(answer) {
      keepFocus(side.look, () => controls(answer.controls, desk.edits.set, desk.pickers.layout));
      palette.show(answer.colors);
    },
    /** Show what came of games so far. */
    played(data) {
      if (data.rev !== desk.good.rev) return;
      side.table.classList.remove("older");
      side.table.replaceChildren(...(data.problem ? [small(data.problem)] : summary(data, other())));
      plays.show(data, other());
    },
    languageBox: side.language,
  };
}

/** Show and make the pack of a desk in one of its languages, or in its own; nothing is written into the text. */
export function languages(desk, making) {
  let offered = "";
  let translated = [];

  /** Speak a language; null for the pack's own. */
  function speak(language) {
    desk.language = making.shared.language = language;
    desk.examination.again();
  }

  return {
    speak,
    has: (language) => translated.includes(language),
    /** Return the languages as words that fields of forms offer. */
    words: () => translated.map((each) => [each, languageNames.of(each)]),
    /** Offer languages; tell whether the one that is spoken is among them. */
    offer(known) {
      if (desk.language && !known.includes(desk.language)) { speak(null); return false; }
      const offer = JSON.stringify([known, desk.language]);
      if (offer === offered) return true;
      offered = offer;
      translated = known;
      keepFocus(desk.meaning.languageBox, () => (known.length
        ? [choice(WORDS.main.language, desk.language ?? "", [["", WORDS.main.asWritten], ...this.words()], (value) => speak(value || null))] : []));
      return true;
    },
  };
}
