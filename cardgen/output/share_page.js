// Search, size and large pictures of a shared deck. What it says is in the page.
const items = [...document.querySelectorAll(".cards li")];
const words = items.map((each) => `${each.dataset.words ?? ""}\n${each.querySelector("img").alt}`.toLowerCase());
const [search] = document.querySelectorAll("input[type=search]");
const [size] = document.querySelectorAll("input[type=range]");
const [count] = document.querySelectorAll(".tools output");
const [dialog] = document.querySelectorAll("dialog");
document.querySelector(".tools").hidden = false;

search.addEventListener("input", () => {
  const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  items.forEach((each, at) => {
    each.hidden = !wanted.every((word) => words[at].includes(word));
    if (!each.hidden) shown += 1;
  });
  count.textContent = wanted.length ? `${shown} / ${items.length}` : "";
});
size.addEventListener("input", () => document.documentElement.style.setProperty("--size", `${size.value}px`));
document.querySelector("[data-does=print]").addEventListener("click", () => print());
for (const each of document.querySelectorAll("[data-does=print-rules]")) {
  each.addEventListener("click", () => each.closest("section").querySelector("iframe").contentWindow.print());
}

let current = 0;
function enlarge(at) {
  current = at;
  const image = items[at].querySelector("img");
  const large = dialog.querySelector("img");
  large.src = image.src;
  large.alt = image.alt;
  dialog.style.setProperty("--ratio", getComputedStyle(items[at]).getPropertyValue("--ratio"));
  dialog.querySelector("h2").textContent = image.alt;
  dialog.querySelector("p").textContent = items[at].dataset.words ?? "";
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}
function turn(by) {
  for (let at = current + by; at >= 0 && at < items.length; at += by) if (!items[at].hidden) { enlarge(at); return; }
}
items.forEach((each, at) => each.querySelector("button").addEventListener("click", () => enlarge(at)));
dialog.querySelector("[data-does=before]").addEventListener("click", () => turn(-1));
dialog.querySelector("[data-does=next]").addEventListener("click", () => turn(1));
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
dialog.addEventListener("close", () => items[current].querySelector("button").focus());
dialog.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by) { event.preventDefault(); turn(by); }
});
