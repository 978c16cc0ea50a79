// The first turns of a game. All judgements are data in the page; nothing is fetched or sent.
"use strict";
for (const lesson of document.querySelectorAll(".lesson")) {
  const data = JSON.parse(lesson.querySelector("script").textContent);
  const text = (number) => data.texts[number];
  const faces = new Map([...lesson.querySelectorAll("[data-label]")].map((face) => [face.dataset.label, face]));
  const history = [0];
  let chosen = null;

  const element = (tag, attributes = {}, ...inside) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  };
  const task = element("p", { class: "task", tabindex: "-1" });
  const table = element("div", { class: "zones" });
  const ways = element("div", { class: "ways" });
  const verdict = element("div", { class: "verdict", role: "status" });
  const back = element("button", { type: "button" }, "Back one turn");
  const again = element("button", { type: "button" }, "Start again");
  lesson.append(task, table, ways, verdict, element("div", { class: "controls" }, back, again));

  const position = () => data.positions[history.at(-1)];
  const isOf = (choice, zone, label) => choice[1] === zone && choice[2] === label;

  const face = (label) => {
    const found = faces.get(text(label));
    return found ? [...found.childNodes].map((node) => node.cloneNode(true)) : [text(label)];
  };

  const say = (sign, sentences) => {
    const kind = sign === "✓" ? "good" : "bad";
    const words = sign ? { "✓": "Allowed. ", "✗": "Not allowed. " }[sign] : "";
    const mark = sign ? [element("span", { class: "sign", "aria-hidden": "true" }, sign + " ")] : [];
    const list = element("ol", {}, ...sentences.map((each) => element("li", {}, each)));
    verdict.replaceChildren(element("p", { class: kind }, ...mark, element("strong", {}, words)), list);
  };

  const attempt = (choice) => {
    const [, , , legal, said, next] = choice;
    if (!legal) {
      say("✗", said.map(text));
      return;
    }
    const over = next === -1;
    const stays = next === history.at(-1);
    if (!over) history.push(next);
    if (stays) history.pop();
    chosen = null;
    draw(over);
    say("✓", [...said.map(text), ...(over ? [text(data.end)] : [])]);
    if (!stays) task.focus({ preventScroll: true });
    if (!stays) verdict.scrollIntoView({ block: "nearest" });
  };

  const choose = (zone, label) => {
    chosen = [zone, label];
    verdict.replaceChildren();
    draw(false);
    table.querySelector("[aria-pressed=true]")?.focus();
    ways.scrollIntoView({ block: "nearest" });
  };

  const button = (choice) => {
    const made = element("button", { type: "button" }, text(choice[0]));
    made.addEventListener("click", () => attempt(choice));
    return element("li", {}, made);
  };

  const cardOf = (zone, [label, note], choices) => {
    const under = text(note) ? [element("small", {}, text(note))] : [];
    if (!choices.some((choice) => isOf(choice, zone, label))) {
      const shown = element("span", { class: "card", role: "img", "aria-label": text(label) }, ...face(label));
      return element("li", {}, shown, ...under);
    }
    const pressed = chosen !== null && chosen[0] === zone && chosen[1] === label;
    const made = element("button", { type: "button", class: "card", "aria-label": text(label), "aria-pressed": pressed }, ...face(label));
    made.addEventListener("click", () => choose(zone, label));
    return element("li", {}, made, ...under);
  };

  const zoneOf = ([title, note, cards, covered], number, choices) => {
    const about = [text(note), covered ? `${covered} face down` : "", cards.length || covered ? "" : "empty"].filter(Boolean).join("; ");
    const heading = element("p", { class: "where" }, element("strong", {}, text(title)), about ? ` (${about})` : "");
    const list = element("ul", {}, ...cards.map((card) => cardOf(number, card, choices)));
    return element("div", { class: "zone" }, heading, ...(cards.length ? [list] : []));
  };

  const draw = (over) => {
    const [goal, facts, zones, all] = position();
    const choices = over ? [] : all;
    const told = facts.map(([name, value]) => `${text(name)}: ${text(value)}`).join(" · ");
    const turn = over ? "The lesson is over." : `Your turn ${history.length}: ${text(goal)}.`;
    task.replaceChildren(element("strong", {}, turn), told ? ` ${told}` : "");
    table.replaceChildren(...zones.map((zone, number) => zoneOf(zone, number, choices)));
    const open = choices.filter((choice) => choice[1] === -1 || !text(choice[2]));
    const mine = chosen === null ? [] : choices.filter((choice) => isOf(choice, ...chosen));
    const lists = [];
    if (mine.length) lists.push(element("p", {}, `What do you do with ${text(chosen[1])}?`), element("ul", {}, ...mine.map(button)));
    if (open.length) lists.push(element("p", {}, mine.length || choices.length > open.length ? "Or without a card:" : "What do you do?"), element("ul", {}, ...open.map(button)));
    if (!mine.length && choices.length > open.length) lists.unshift(element("p", {}, "Choose a card above."));
    ways.replaceChildren(...lists);
    back.disabled = history.length === 1 && !over;
    again.disabled = back.disabled;
    back.onclick = () => restart(over ? history.length : history.length - 1);
    again.onclick = () => restart(1);
  };

  const restart = (turns) => {
    history.length = Math.max(1, turns);
    chosen = null;
    verdict.replaceChildren();
    draw(false);
    task.focus({ preventScroll: true });
  };

  draw(false);
  if (data.before.length) say("", data.before.map(text));
}
