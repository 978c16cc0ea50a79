// Take it away: what the commands make, to download or into the folder, with the command to copy.
import { choice, copied, el, keepFocus, showProgress, size } from "./dom.js";
import { Problem, ask, tab } from "./server.js";

/** Open the window. save: saves the text, and tells whether it is saved. */
export function takeAway(state, asked, save, onEvent) {
  const shown = el("code", { className: "command" });
  const choices = el("div", { className: "bar" });
  const came = el("div", { className: "came", role: "status" });
  const copy = el("button", { type: "button", onclick: () => copied(shown.textContent, copy) }, "Copy");
  const download = el("button", { type: "button", className: "main", onclick: () => run(false) }, "Download");
  const folder = el("button", { type: "button", onclick: () => run(true) }, "Into the folder output/");
  const kinds = el("fieldset", {}, el("legend", {}, "What to make"), state.kinds.map((each) => el("label", { className: "kind" },
    el("input", { type: "radio", name: "kind", value: each.kind, checked: each.kind === asked.kind, onchange: () => { asked.kind = each.kind; draw(); } }),
    el("span", {}, el("strong", {}, each.title), el("small", {}, each.about)))));
  const cancel = el("button", { type: "button", onclick: () => { cancel.disabled = true; ask("/stop", { tab, kind: "made" }); } }, "Cancel");
  const bar = el("progress", { "aria-label": "Making" });
  const words = el("span");
  const seconds = el("span", { "aria-hidden": "true" });
  let began = 0;
  let timer = 0;

  // Files are made of the saved pack.
  const kind = () => state.kinds.find((each) => each.kind === asked.kind);
  function draw() {
    const now = kind();
    const unsaved = state.dirty();
    download.textContent = now.says ? (unsaved ? "Save and show" : "Show") : unsaved ? "Save and download" : "Download";
    folder.textContent = unsaved ? "Save, and into the folder output/" : "Into the folder output/";
    folder.hidden = now.says;
    if (now.says) asked.printer ??= state.printers[0][0];
    keepFocus(choices, () => [
      now.paper ? choice("Paper", asked.paper, state.sheets.paper, (value) => { asked.paper = value; draw(); }) : null,
      now.printer ? choice("Printer", asked.printer ?? "", [...(now.says ? [] : [["", "no particular one"]]), ...state.printers], (value) => { asked.printer = value || null; draw(); }) : null,
    ].filter(Boolean));
    shown.textContent = command(state, asked);
  }

  async function run(into) {
    download.disabled = folder.disabled = true;
    try {
      if (state.broken()) throw new Problem("The pack has errors. Mend them first: nothing was saved.");
      if (!(await save())) throw new Problem("The pack was not saved, and files are made of the saved pack.");
      draw();
      await ask("/make", { tab, kind: asked.kind, printer: kind().printer ? asked.printer : null, paper: kind().paper ? asked.paper : "a4", language: asked.language, folder: into });
    } catch (error) {
      came.replaceChildren(el("p", { className: "told error" }, error.message));
      download.disabled = folder.disabled = false;
    }
  }

  onEvent((told) => {
    if (told.progress) {
      const far = showProgress(bar, told.progress);
      words.textContent = `${told.progress.progress}${far ? `, ${far}` : ""}`;
      return;
    }
    clearInterval(timer);
    if (told.state === "waiting" || told.state === "running") {
      began = performance.now();
      seconds.textContent = "";
      timer = setInterval(() => { seconds.textContent = ` · ${Math.round((performance.now() - began) / 1000)} s`; }, 1000);
      words.textContent = told.state === "waiting" ? "Waiting for another command…" : "Making…";
      bar.removeAttribute("value");
      if (told.state === "waiting") { cancel.disabled = false; came.replaceChildren(bar, el("p", { className: "making" }, el("span", {}, words, seconds), cancel)); }
      return;
    }
    download.disabled = folder.disabled = false;
    const [verdict, good] = { done: ["Done.", true], cancelled: ["Cancelled.", true] }[told.state] ?? ["That did not go well.", false];
    const whole = told.kept && told.files.length > 1 ? [el("li", {}, link(`${told.files[0].name.split("/")[0]}/all.zip`, "All as a zip"))] : [];
    const files = told.files.slice(0, 80).map((file) => el("li", {}, told.kept ? link(file.name, file.name.split("/").slice(1).join("/")) : file.name, el("small", {}, ` ${size(file.size)}`)));
    came.replaceChildren(
      el("p", { className: good ? "verdict good" : "verdict bad" }, verdict),
      el("ul", { className: "files" }, files, whole),
      told.said ? el("pre", { tabIndex: 0, "aria-label": "What the command said" }, told.said.trim()) : "");
    if (told.kept && files.length === 1) came.querySelector("a").click();
  });

  const dialog = el("dialog", { className: "make", "aria-label": "Make files", onclose: () => { clearInterval(timer); onEvent(null); dialog.remove(); }, onclick: (event) => { if (event.target === dialog) dialog.close(); } },
    el("form", { method: "dialog" }, el("h2", {}, "Make files"), el("button", { type: "submit", "aria-label": "Close" }, "×")),
    kinds, choices, el("p", { className: "typed" }, shown, copy), el("div", { className: "bar" }, download, folder), came);
  draw();
  document.body.append(dialog);
  dialog.showModal();
}

const link = (name, text) => el("a", { href: `made/${name.split("/").map(encodeURIComponent).join("/")}`, download: text.split("/").at(-1) }, text);

/** The command that makes this, as it is typed. */
export function command(state, asked) {
  const kind = state.kinds.find((each) => each.kind === asked.kind);
  const words = ["cardgen", kind.words[0], quoted(state.file.name), ...kind.words.slice(1)];
  if (kind.paper && asked.paper !== "a4") words.push("--paper", asked.paper);
  if (kind.printer && asked.printer) words.push("--printer", asked.printer);
  if (asked.language) words.push("--language", asked.language);
  return words.join(" ");
}

const quoted = (name) => {
  const safe = name.startsWith("-") ? `./${name}` : name;
  return /^[\w./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
};
