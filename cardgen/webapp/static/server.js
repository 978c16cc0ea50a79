// The way to the server: messages as cardgen/webapp/messages.py has them.
import { WORDS } from "./words.js";

export const tab = Array.from(crypto.getRandomValues(new Uint8Array(12)), (each) =>
  each.toString(16).padStart(2, "0")).join("");

/** What the server says no to, in words for people. */
export class Problem extends Error {}
/** There is no answer: the studio has ended, or cannot be reached. */
export class Ended extends Problem {}
/** A newer wish took the place of this one. */
export class Stale extends Error {}

let alive = true;
const watching = [];

/** Tell whether the studio answers, now and whenever that changes. */
export function watchLife(call) { watching.push(call); call(alive); }
export const isAlive = () => alive;

function setAlive(now) {
  if (alive === now) return;
  alive = now;
  for (const each of watching) each(now);
}

/** Ask for something; raises Problem, Ended and Stale. */
export async function ask(path, message = {}, signal = undefined) {
  let answer;
  let data;
  try {
    // All that is served lies below the page's own address.
    answer = await fetch(path.slice(1), {
      method: "POST", body: JSON.stringify(message), headers: { "content-type": "application/json" }, signal,
    });
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    data = isJson ? await answer.json() : { problem: await answer.text() };
  } catch (error) {
    if (error.name === "AbortError") throw new Stale();
    verify();
    throw new Ended(WORDS.server.noAnswer);
  }
  if (data.stale) throw new Stale();
  if (!answer.ok) throw new Problem(data.problem || WORDS.server.failed);
  return data;
}

/** See whether this run of the studio still answers, and tell those who watch its life. */
async function verify() {
  try {
    const answer = await fetch("static/icon.svg", { cache: "no-store", signal: AbortSignal.timeout(5000) });
    setAlive(answer.ok);
  } catch { setAlive(false); }
}

/** Listen to what the server tells by itself: a function for each kind of event. often: seconds between signs of life. */
export function listen(often, heard) {
  let events;
  let ended = false;
  let before = false;
  let silence = 0;
  function hear() {
    clearTimeout(silence);
    if (!ended && !document.hidden) silence = setTimeout(() => { verify(); hear(); }, 3000 * often);
  }
  function open() {
    events?.close();
    clearTimeout(silence);
    if (ended || document.hidden) return;
    const mine = new EventSource(`events?tab=${tab}`);
    events = mine;
    mine.onmessage = (message) => {
      hear();
      const { kind, data } = JSON.parse(message.data);
      ended = kind === "bye";
      if (ended) { mine.close(); setAlive(false); }
      heard[kind]?.(data);
    };
    mine.onopen = () => {
      hear();
      setAlive(true);
      if (before) heard.back?.();
      before = true;
    };
    mine.onerror = async () => {
      await verify();
      // A browser tries again by itself, but not where it was refused: that is another run, which knows no such tab.
      if (mine === events && mine.readyState === EventSource.CLOSED && alive) setTimeout(open, 2000);
    };
  }
  // A browser has few connections to one server: a tab that nobody sees leaves them to the others.
  document.addEventListener("visibilitychange", open);
  open();
}

const waiting = new WeakMap();

/** Ask no more for a picture that nobody waits for. */
export function releasePicture(image) {
  const next = waiting.get(image);
  if (!next || image.dataset.shown === image.dataset.source) return;
  next.src = "";
  delete image.dataset.source;
}

/** Show a picture once it is there; until then the one before it stays. Pixels are those of the screen. */
export function show(image, path, width) {
  const pixels = Math.max(16, Math.round(width * devicePixelRatio));
  const source = `${path}${path.includes("?") ? "&" : "?"}w=${pixels}`;
  if (image.dataset.source === source) return;
  image.dataset.source = source;
  const before = waiting.get(image);
  if (before) before.src = "";
  const next = new Image();
  waiting.set(image, next);
  next.src = source;
  next.decode().then(() => {
    if (image.dataset.source !== source) return;
    image.src = source;
    image.dataset.shown = source;
    image.classList.add("there");
    image.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
  }, () => { if (image.dataset.source === source) delete image.dataset.source; });
}
