// The first turns of a game. All judgements are data in the page; nothing is fetched or sent.
"use strict";
for (const lesson of document.querySelectorAll(".lesson")) {
  const data = JSON.parse(lesson.querySelector("script").textContent);
  const say = (name, values = {}) => data.words[name].replace(/\{(\w+)\}/g, (slot, key) => values[key] ?? slot);
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
  const back = element("button", { type: "button" }, say("back"));
  const again = element("button", { type: "button" }, say("again"));
  lesson.append(task, table, ways, verdict, element("div", { class: "controls" }, back, again));

  const position = () => data.positions[history.at(-1)];
  const isOf = (choice, zone, label) => choice[1] === zone && choice[2] === label;

  const face = (label) => {
    const found = faces.get(text(label));
    return found ? [...found.childNodes].map((node) => node.cloneNode(true)) : [text(label)];
  };

  const listOf = (sentences) => element("ol", {}, ...sentences.map((each) => element("li", {}, each)));

  const judge = (legal, sentences) => {
    const sign = element("span", { class: "sign", "aria-hidden": "true" }, legal ? "✓ " : "✗ ");
    const word = element("strong", {}, say(legal ? "allowed" : "forbidden"));
    verdict.replaceChildren(element("p", { class: legal ? "good" : "bad" }, sign, word, " "), listOf(sentences));
  };

  const attempt = (choice) => {
    const [, , , legal, said, next] = choice;
    if (!legal) {
      judge(false, said.map(text));
      return;
    }
    const over = next === -1;
    const stays = next === history.at(-1);
    if (!over) history.push(next);
    if (stays) history.pop();
    chosen = null;
    draw(over);
    judge(true, [...said.map(text), ...(over ? [text(data.end)] : [])]);
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

  const zoneOf = ([title, about, cards], number, choices) => {
    const heading = element("p", { class: "where" }, element("strong", {}, text(title)), text(about) ? ` (${text(about)})` : "");
    const list = element("ul", {}, ...cards.map((card) => cardOf(number, card, choices)));
    return element("div", { class: "zone" }, heading, ...(cards.length ? [list] : []));
  };

  const draw = (over) => {
    const [goal, facts, zones, all] = position();
    const choices = over ? [] : all;
    const told = facts.map(text).join(" · ");
    const turn = over ? say("over") : say("turn", { number: history.length, task: text(goal) });
    task.replaceChildren(element("strong", {}, turn), told ? ` ${told}` : "");
    table.replaceChildren(...zones.map((zone, number) => zoneOf(zone, number, choices)));
    const open = choices.filter((choice) => choice[1] === -1 || !text(choice[2]));
    const mine = chosen === null ? [] : choices.filter((choice) => isOf(choice, ...chosen));
    const lists = [];
    if (mine.length) lists.push(element("p", {}, say("card", { card: text(chosen[1]) })), element("ul", {}, ...mine.map(button)));
    if (open.length) lists.push(element("p", {}, say(mine.length || choices.length > open.length ? "other" : "any")), element("ul", {}, ...open.map(button)));
    if (!mine.length && choices.length > open.length) lists.unshift(element("p", {}, say("choose")));
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
  if (data.before.length) verdict.replaceChildren(listOf(data.before.map(text)));
}
