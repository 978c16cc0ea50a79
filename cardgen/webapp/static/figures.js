// What the pack means: its composition and odds at once, and what comes of games, sharper and sharper.
import { choice, el } from "./dom.js";
import { WORDS } from "./words.js";

const digits = (value) => (Math.abs(value) >= 100 ? 1 : 2);
/** Write a figure: shares in per cent. */
export const number = (value, unit) => (value === null ? "–" : unit === "share" ? `${(value * 100).toFixed(1)} %` : value.toFixed(digits(value)));
const sign = (value, unit) => (value >= 0 ? "+" : "−") + number(Math.abs(value), unit);

const row = (title, ...values) => el("div", { className: "row" }, el("dt", {}, title), el("dd", {}, ...values));

/** The composition: suits, cards, points. */
export function composition(figures, pack) {
  const rows = figures.suits.map((suit) =>
    row(suit.name, WORDS.figures.cardsAndPoints({ cards: suit.cards, points: suit.points === null ? "" : `, ${suit.points} points` })));
  const beside = figures.pieces - figures.cards;
  rows.push(row(WORDS.figures.inAll, beside && figures.cards ? `${figures.cards} + ${beside}` : `${figures.pieces ?? pack.count}`));
  return el("dl", {}, rows);
}

/** The odds that a hand holds one of a kind. */
export function odds(figures) {
  const hand = figures.odds.hands[0];
  if (!hand) return [];
  const rows = hand.kinds.slice(0, 8).map((each) => row(each.of, chance(each.at_least_one.value)));
  for (const each of hand.ceilings.slice(0, 8)) rows.push(row(WORDS.figures.cardFor({ pointage: each.pointage }), chance(each.hand_holds_one_that_fits.value)));
  return [el("h2", {}, WORDS.figures.handHas({ cards: hand.hand })), el("dl", {}, rows)];
}

/** A chance in per cent; what is never quite certain is not told as certain. */
function chance(value) {
  if (value > 0.9995 && value < 1) return WORDS.figures.nearlyCertain;
  if (value < 0.0005 && value > 0) return WORDS.figures.nearlyNever;
  return `${(value * 100).toFixed(1)} %`;
}

/** The figures that say most of how a pack plays. */
const FIRST = ["attack", "defence", "score", "turns", "margin"];

/** A few figures of games, for the side. */
export function summary(told, other) {
  const wanted = told.rows.filter((each) => FIRST.includes(each.key));
  return [
    el("dl", {}, wanted.map((each) => row(each.title,
      `${number(each.value, each.unit)}${each.low === null ? "" : ` ± ${number((each.high - each.low) / 2, each.unit)}`}`,
      each.sure ? el("span", { className: side(each) }, ` ${sign(each.more, each.unit)}`) : ""))),
    progress(told, other),
  ];
}

/** Blue for more and brown for less: neither is better. */
const side = (each) => (each.more > 0 ? "more" : "less");

const progress = (told, other) => el("div", {},
  el("progress", { max: told.most, value: told.games, "aria-label": WORDS.figures.gamesPlayed }),
  el("p", { className: "small" }, WORDS.figures.gamesInColour({ games: told.games.toLocaleString("en"), other })));

/** The most changes that are told in words. */
const MOST_TOLD = 5;

/** The most cards that are named. */
const MOST_NAMED = 6;

/** Name the cards of which there are more or fewer than before, what changed most first; "" without any. */
function changedCards(changed) {
  const named = changed.slice(0, MOST_NAMED).map(({ card, before, now }) => {
    const values = { card, before, now, by: Math.abs(now - before) };
    return now > before ? WORDS.plays.moreOf(values) : WORDS.plays.fewerOf(values);
  });
  return [...named, ...(changed.length > MOST_NAMED ? [WORDS.plays.otherCards({ count: changed.length - MOST_NAMED })] : [])].join(", ");
}

/** Tell in sentences what plays otherwise than with the pack that this one is held against, what changed most first. */
export function changesInWords(told, other) {
  const compared = told.rows.filter((each) => each.more !== undefined && each.more !== null);
  if (!compared.length) return [];
  const sure = compared.filter((each) => each.sure && each.more);
  if (!sure.length) return [el("p", {}, compared.some((each) => each.more) ? WORDS.plays.nothingDiffers({ other }) : WORDS.plays.sameGames({ other }))];
  // What is a share of a hundred differs by parts of that hundred, and not of itself.
  const difference = ({ more, unit }) => (unit === "share" ? WORDS.plays.ofHundred({ by: (Math.abs(more) * 100).toFixed(1) }) : number(Math.abs(more), unit));
  const share = (each) => Math.abs(each.more) / Math.max(Math.abs(each.value - each.more), 1e-9);
  const said = [...sure].sort((one, two) => FIRST.includes(two.key) - FIRST.includes(one.key) || share(two) - share(one)).slice(0, MOST_TOLD).map((each) => {
    const values = { figure: each.title, by: difference(each), before: number(each.value - each.more, each.unit), now: number(each.value, each.unit) };
    return el("li", {}, each.more > 0 ? WORDS.plays.higher(values) : WORDS.plays.lower(values), each.meaning ? el("small", {}, each.meaning) : null);
  });
  const of = (key) => sure.find((each) => each.key === key)?.more ?? 0;
  // An index is a share of what is held: it falls where more is added than can be played.
  const cards = changedCards(told.changed ?? []);
  const reason = of("attack") < 0 && of("score") > 0 ? WORDS.plays.moreHeld : of("attack") > 0 && of("score") < 0 ? WORDS.plays.lessHeld : null;
  const why = reason?.({ cards: cards || WORDS.plays.thisPack });
  return [el("h2", {}, WORDS.plays.whatChanged({ other })), cards ? el("p", {}, WORDS.plays.because({ cards })) : "", el("ul", { className: "changes" }, said), ...(why ? [el("p", {}, why)] : [])];
}

/** All figures of games, part by part, with their intervals drawn. */
export function table(told, other) {
  const parts = Map.groupBy ? Map.groupBy(told.rows, (each) => each.part) : grouped(told.rows);
  return [...parts].map(([part, rows]) => el("section", {}, el("h2", {}, part),
    el("table", {}, el("thead", {}, el("tr", {}, ...[WORDS.figures.figure, WORDS.figures.now, WORDS.figures.interval, WORDS.figures.stillOpen, WORDS.figures.moreOrLessThan({ other })].map((each) => el("th", { scope: "col" }, each)))),
      el("tbody", {}, rows.map((each) => el("tr", {}, el("th", { scope: "row" }, each.title, each.meaning ? el("small", {}, each.meaning) : null), el("td", {}, number(each.value, each.unit)),
        el("td", {}, each.low === null ? "" : WORDS.figures.range({ low: number(each.low, each.unit), high: number(each.high, each.unit) })), el("td", {}, interval(each)),
        el("td", { className: each.sure ? side(each) : "" }, each.more === undefined || each.more === null ? "" : each.more ? sign(each.more, each.unit) : "=")))))));
}

function grouped(rows) {
  const found = new Map();
  for (const each of rows) found.set(each.part, [...(found.get(each.part) ?? []), each]);
  return found;
}

/** The width of an interval against its value: it shrinks as games are played. */
function interval(each) {
  if (each.low === null || !each.value) return "";
  const share = Math.min(1, (each.high - each.low) / Math.abs(each.value) / 0.5);
  return el("span", { className: "interval", "aria-hidden": "true" }, el("span", { style: { width: `${Math.max(2, share * 100)}%` } }));
}

/** What is played: the choices. */
export function setup(games, { packs, files }, asked, told) {
  const game = games.find((each) => each.game === asked.game) ?? games[0];
  if (!game) return [];
  return [
    games.length > 1 ? choice(WORDS.common.game, game.game, games.map((each) => [each.game, each.title]), (value) => { asked.game = value; asked.temperament = ""; told(); }) : null,
    choice(WORDS.figures.players, String(asked.players ?? ""), [["", WORDS.figures.theUsual], ...["2", "3", "4", "5", "6"].map((each) => [each, each])], (value) => { asked.players = value ? Number(value) : null; told(); }),
    choice(WORDS.figures.theyPlay, asked.temperament || game.thinking, game.temperaments.map((each) => [each, each]), (value) => { asked.temperament = value; told(); }),
    choice(WORDS.figures.against, asked.against, [["", WORDS.figures.asSaved], ...Object.keys(packs).filter((name) => packs[name].includes(game.game)), ...files], (value) => { asked.against = value; told(); }),
  ].filter(Boolean);
}
