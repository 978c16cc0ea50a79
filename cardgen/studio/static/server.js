// The way to the server: messages as cardgen/studio/messages.py has them.

export const tab = Array.from(crypto.getRandomValues(new Uint8Array(12)), (each) =>
  each.toString(16).padStart(2, "0")).join("");

/** What the server says no to, in words for people. */
export class Problem extends Error {}
/** A newer wish took the place of this one. */
export class Stale extends Error {}

/** Ask for something; raises Problem and Stale. */
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
    throw new Problem("The studio does not answer. Your text is still here: copy it, and start the studio again.");
  }
  if (data.stale) throw new Stale();
  if (!answer.ok) throw new Problem(data.problem || "That did not work.");
  return data;
}

/** Listen to what the server tells by itself: a function for each kind of event. */
export function listen(heard) {
  let events;
  let ended = false;
  let before = false;
  function open() {
    events?.close();
    if (ended || document.hidden) return;
    events = new EventSource(`events?tab=${tab}`);
    events.onmessage = (message) => {
      const { kind, data } = JSON.parse(message.data);
      ended = kind === "bye";
      if (ended) events.close();
      heard[kind]?.(data);
    };
    events.onopen = () => {
      if (before) heard.back?.();
      before = true;
    };
  }
  // A browser has few connections to one server: a tab that nobody sees leaves them to the others.
  document.addEventListener("visibilitychange", open);
  open();
}

const waiting = new WeakMap();

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
