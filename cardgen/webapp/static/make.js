// Make files: a form for each job, the command that makes the same, and exactly what was made.
import { acts, problemWithActs, withActs } from "./acts.js";
import { afterPause, copyText, el, enable, showProgress, size } from "./dom.js";
import { jobForm } from "./form.js";
import { Problem, Stale, ask, tab } from "./server.js";
import { WORDS } from "./words.js";

/** The most files and findings that are listed. */
const MOST = 80;
const SHARED = ["paper", "printer", "language", "size"];

/** Return the form of a kind: that of its command without the fields that it lacks, some of them first. */
function shapeOf(state, kind) {
  const shape = state.forms[kind.command];
  const has = (field) => !kind.without.includes(field.name);
  const rank = ({ name }) => (kind.first.includes(name) ? kind.first.indexOf(name) : kind.first.length);
  const ordered = (fields) => fields.filter(has).toSorted((one, other) => rank(one) - rank(other));
  return { ...shape, sections: shape.sections.map((each) => ({ ...each, fields: ordered(each.fields) })).filter((each) => each.fields.length) };
}
const fieldsIn = (shape) => shape.sections.flatMap((each) => each.fields);

/** Return the kind that a command makes, with the command's options; null where no form makes it. */
export function kindOf(state, line) {
  const [, name, ...words] = line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g).map((each) => each.replaceAll(/["']/g, ""));
  const isOf = (field, word) => field.flag === word || field.asked_by === word;
  const kind = state.kinds.find((each) => each.command === name && words.every((word) => !word.startsWith("--") || fieldsIn(shapeOf(state, each)).some((field) => isOf(field, word))));
  if (!kind) return null;
  const fields = fieldsIn(shapeOf(state, kind));
  const options = {};
  words.forEach((word, at) => {
    const field = fields.find((each) => each.flag === word);
    if (field) options[field.name] = field.kind === "flag" ? true : words[at + 1];
  });
  // The name of the pack comes before the other words without an option.
  const plain = fields.filter((each) => each.argument);
  const [word] = words.slice(state.forms[name].takes_pack ? 1 : 0);
  if (plain.length === 1 && !plain[0].many && word && !words[0].startsWith("--") && !word.startsWith("--")) options[plain[0].name] = word;
  return { kind, options };
}

/**
 * What is to be made: which kind, and how its form is filled in. What is chosen of paper, printer, size and language holds
 * for all forms. A tab that shows files of a kind has some fields of its form, and what is chosen in one holds in the
 * other. tabs: functions by kind, which return the fields that a tab shows.
 */
export function wishes(state, tabs) {
  const shared = {};
  const own = {};
  const kindOf = (name) => state.kinds.find((each) => each.kind === name);
  const fieldsOf = (name) => fieldsIn(shapeOf(state, kindOf(name)));
  const given = (name) => ({ ...shared, ...kindOf(name).preset, ...own[name] });
  const changed = (name, all) => Object.fromEntries(fieldsOf(name).filter((each) => all[each.name] && all[each.name] !== each.default).map((each) => [each.name, all[each.name]]));
  return {
    kind: "build",
    shared,
    /** Return the kind that is chosen. */
    chosen() { return kindOf(this.kind); },
    /** Return what the form of the kind is filled in with, without defaults. */
    values() { return changed(this.kind, { ...tabs[this.kind]?.(), ...given(this.kind) }); },
    /** Return the options, without defaults, that make what the tab of a kind shows: that has no other fields. */
    visible(name) { return changed(name, tabs[name] ? { language: shared.language, ...tabs[name]() } : given(name)); },
    /** Return the word that a tab shows of a field: what was chosen, where that is one of its words, or the default. */
    word(name, field, words, usual = fieldsOf(name).find((each) => each.name === field).default) {
      const value = given(name)[field];
      return words.includes(value) ? value : usual;
    },
    /** Keep what was filled in, in a form or in the tab of a kind. */
    keep(field, value, name = this.kind) {
      const kept = own[name] ??= {};
      kept[field] = value;
      if (SHARED.includes(field) && !(field in kindOf(name).preset) && kindOf(name).command !== "words") { shared[field] = value; delete kept[field]; }
    },
  };
}

/** Ask how the command is typed that makes a kind with options; returns it with what is wrong. */
export const command = (kind, options) => ask("/command", { kind, options });

/**
 * Open the window, and return a function that shows the form of a kind there. save: saves the text, and tells whether it is saved. more: words that fields offer besides. set:
 * writes a value into the text, at a path.
 */
export function makeFiles(state, wish, { save, more, set }, onEvent) {
  const typed = el("code", { className: "command" });
  const copy = el("button", { type: "button", onclick: () => copyText(typed.textContent, copy) }, WORDS.common.copy);
  const download = el("button", { type: "button", className: "main", onclick: () => run(false) });
  const folder = el("button", { type: "button", onclick: () => run(true) });
  const box = el("div", { className: "options", tabIndex: -1 });
  const came = el("div", { className: "came", role: "status" });
  const cancel = el("button", { type: "button", onclick: () => { enable(cancel, false); ask("/stop", { tab, kind: "made" }).catch(() => enable(cancel, true)); } }, WORDS.common.cancel);
  const bar = el("progress", { "aria-label": WORDS.make.making });
  const words = el("span");
  const seconds = el("span", { "aria-hidden": "true" });
  let form = null;
  let began = 0;
  let timer = 0;
  let busy = false;

  const kinds = el("fieldset", { className: "kinds" }, el("legend", {}, WORDS.make.whatToMake), state.kinds.map((each) => el("label", { className: "kind" },
    el("input", { type: "radio", name: "kind", value: each.kind, checked: each.kind === wish.kind, onchange: () => { wish.kind = each.kind; came.replaceChildren(); draw(); } }),
    el("img", { src: each.picture, alt: "" }), el("span", {}, el("strong", {}, each.title), el("small", {}, each.about)))),
    el("details", { className: "others" }, el("summary", {}, WORDS.make.others), el("dl", {}, state.others.map((each) => el("div", {}, el("dt", {}, el("code", {}, each.command)), el("dd", {}, each.why))))));

  /** Tell whether the command reads the pack, which is then saved first. */
  const takesPack = () => state.forms[wish.chosen().command].takes_pack || Boolean(form?.filled().pack);

  function buttons() {
    const { says } = wish.chosen();
    const unsaved = takesPack() && state.dirty() ? WORDS.make.saveAnd : "";
    const verb = says ? WORDS.make.show : WORDS.make.download;
    download.textContent = unsaved ? unsaved + verb.toLowerCase() : verb;
    folder.textContent = unsaved ? WORDS.make.saveIntoFolder : WORDS.make.intoFolder;
    folder.hidden = says;
    for (const each of [download, folder]) enable(each, !busy);
  }

  /** Make the form of the kind that is chosen. */
  function draw() {
    const kind = wish.chosen();
    const values = wish.values();
    form = jobForm(shapeOf(state, kind), values, { words: more(kind.command), finished: finishedFiles(kind) }, (name, value) => {
      wish.keep(name, value);
      check();
    });
    box.replaceChildren(form.root);
    box.scrollTop = 0;
    keepKindInSight();
    buttons();
    check.now();
  }

  /** Show the form of a kind, with some of its options. */
  function show({ kind, options }) {
    wish.kind = kind.kind;
    for (const [name, value] of Object.entries(options)) wish.keep(name, value);
    for (const each of kinds.querySelectorAll("input")) each.checked = each.value === kind.kind;
    came.replaceChildren();
    draw();
    box.focus();
  }

  /** Write what is advised into the pack, one key after the other; what came of the job is of the pack before. */
  async function follow(keys) {
    for (const [key, value] of Object.entries(keys)) await set([key], value);
    came.replaceChildren(verdict(WORDS.make.packChanged, true));
    buttons();
  }

  const keepKindInSight = () => kinds.querySelector(":checked").parentElement.scrollIntoView({ block: "nearest", inline: "nearest" });

  let newest = 0;
  const check = afterPause(150, async () => {
    const mine = newest += 1;
    try {
      const options = form.filled();
      const answer = await command(wish.kind, options);
      if (mine !== newest) return;
      typed.textContent = answer.command;
      // What has to be filled in is no fault before anything is asked for.
      form.show(answer.problems.filter((each) => options[each.field]));
    } catch (error) {
      if (!(error instanceof Problem) && !(error instanceof Stale)) throw error;
    }
  });

  async function run(into) {
    busy = true;
    buttons();
    const failed = (...said) => { busy = false; buttons(); came.replaceChildren(...said); came.scrollIntoView({ block: "nearest" }); };
    try {
      if (takesPack()) {
        // Cards that are not in sight may still be checked.
        await state.examined();
        if (state.broken()) throw new Problem(WORDS.make.packHasErrors);
        if (!(await save())) throw new Problem(WORDS.make.notSaved);
      }
      buttons();
      const { problems } = await ask("/make", { tab, kind: wish.kind, options: form.filled(), folder: into });
      if (problems.some((each) => each.severity === "error")) failed(verdict(WORDS.make.nothingWasMade, false), ...said(form.show(problems, true)));
    } catch (error) {
      failed(el("p", { className: "told error" }, withActs(error.message)));
    }
  }

  /** Show how far the work is. */
  function running(told) {
    if (told.progress) {
      const far = showProgress(bar, told.progress);
      words.textContent = `${told.progress.progress}${far ? `, ${far}` : ""}`;
      return;
    }
    clearInterval(timer);
    began = performance.now();
    seconds.textContent = "";
    timer = setInterval(() => { seconds.textContent = ` · ${Math.round((performance.now() - began) / 1000)} s`; }, 1000);
    words.textContent = told.state === "waiting" ? WORDS.make.waitingForAnotherJob : WORDS.make.makingNow;
    bar.removeAttribute("value");
    if (told.state === "waiting") { enable(cancel, true); came.replaceChildren(bar, el("p", { className: "making" }, el("span", {}, words, seconds), cancel)); }
  }

  onEvent((told) => {
    if (told.state === "lost") {
      clearInterval(timer);
      words.textContent = WORDS.make.noAnswer;
      return;
    }
    if (told.state === "waiting" || told.state === "running") { running(told); return; }
    clearInterval(timer);
    busy = false;
    buttons();
    // A printer that was calibrated is a choice from now on.
    if (told.command.startsWith("cardgen calibrate")) ask("/state").then(({ forms }) => Object.assign(state.forms, forms), () => {});
    came.replaceChildren(...outcome(told, form.show(told.problems, told.state === "refused"), follow, ({ path, value }) => set(path, value)));
    came.scrollTop = 0;
    keepKindInSight();
    const links = came.querySelectorAll(".files a");
    if (told.kept && links.length === 1) links[0].click();
  });

  const dialog = el("dialog", { className: "make", "aria-label": WORDS.make.makeFiles, onclose: () => { clearInterval(timer); onEvent(null); dialog.remove(); }, onclick: (event) => { if (event.target === dialog) dialog.close(); } },
    el("form", { method: "dialog" }, el("h2", {}, WORDS.make.makeFiles), el("button", { type: "submit", "aria-label": WORDS.common.close }, "×")),
    el("div", { className: "choose" }, kinds, box),
    el("div", { className: "go" }, came,
      el("p", { className: "typed" }, el("span", { className: "small" }, WORDS.make.theCommandForIt), typed, copy),
      el("div", { className: "bar" }, download, folder)));
  document.body.append(dialog);
  dialog.showModal();
  draw();
  return show;
}

/** Return a function that asks for the finished files that a kind may examine; null for a kind that examines none. */
const finishedFiles = (kind) => (kind.examines.length ? { ends: kind.examines, list: async () => (await ask("/finished", { kind: kind.kind })).files } : null);

const verdict = (text, good) => el("p", { className: `verdict ${good ? "good" : "bad"}` }, text);
const said = (problems) => problems.map((each) => el("p", { className: `told ${each.severity}` }, each.where ? el("strong", {}, `${each.where} `) : null, problemWithActs(each)));
const link = (name, text) => el("a", { href: `made/${name.split("/").map(encodeURIComponent).join("/")}`, download: text.split("/").at(-1) }, text);
const VERDICTS = ["good", "bad", "open"];
const PREFLIGHT = {
  passes: ["good", WORDS.make.passes],
  refused: ["bad", WORDS.make.refused],
  "not judged": ["open", WORDS.make.notAllJudged],
};

/** Return the button that writes into the pack what the next step advises. */
function advised(fix, mend) {
  const button = el("button", { type: "button", className: "act", onclick: async () => { await mend(fix); button.replaceWith(WORDS.make.packChanged); } }, fix.label);
  return button;
}

/** What came of a job: its verdict, files, and what is said of them. follow: writes advice into the pack; mend: one fix. */
function outcome(told, problems, follow, mend) {
  const { state, faults, files } = told;
  // Some jobs only judge: what they say is the verdict, and nothing was made.
  const isJudged = told.blocks.some(([kind]) => VERDICTS.includes(kind));
  const heading = isJudged ? null : {
    done: faults.length ? verdict(WORDS.make.madeWithFaults, false) : verdict(WORDS.make.done, true),
    cancelled: verdict(WORDS.make.cancelled, true),
    refused: verdict(WORDS.make.nothingWasMade, false),
  }[state] ?? verdict(WORDS.make.failed, false);
  const whole = told.kept && files.length > 1 ? el("li", {}, link(`${files[0].path.split("/")[0]}/all.zip`, WORDS.make.allAsAZip)) : null;
  const named = (file) => (told.kept ? link(file.path, file.path.split("/").slice(1).join("/")) : file.path);
  const rows = files.slice(0, MOST).map((file) => el("li", {}, named(file), el("small", {}, ` ${size(file.size)}${file.about ? ` · ${file.about}` : ""}`),
    file.notes.map((note) => el("small", { className: "note" }, withActs(note))),
    file.preflight ? el("small", { className: `note ${PREFLIGHT[file.preflight][0]}` }, PREFLIGHT[file.preflight][1]) : null,
    file.findings.slice(0, MOST).map((each) => el("small", { className: "note" }, `${each.where ? `${each.where}: ` : ""}${each.severity}: `, problemWithActs(each)))));
  return [
    heading,
    ...(isJudged ? [] : faults).map((each) => el("p", { className: "told error" }, withActs(each))),
    files.length ? el("ul", { className: files.length > 6 ? "files many" : "files" }, whole, rows, files.length > MOST ? el("li", {}, WORDS.make.andMore({ files: WORDS.counts.moreFiles(files.length - MOST) })) : null) : null,
    told.about ? el("p", {}, withActs(told.about)) : null,
    ...said(problems),
    ...told.notes.map((each) => el("p", { className: "small" }, withActs(each))),
    told.blocks.length ? el("div", { className: "blocks" }, told.blocks.map((each) => block(each, follow))) : null,
    told.next_step && state === "done" && !faults.length ? el("p", { className: "next" }, withActs(told.next_step), told.fixes.flatMap((each) => [" ", advised(each, mend)])) : null,
  ].filter(Boolean);
}

/** A part of a text: a title, headed facts, commands, lines to write; the last two with buttons that do it. */
function block([kind, rows, keys], follow) {
  const text = rows[0][1];
  if (kind === "facts") return el("dl", { className: kind }, rows.map(([heading, each]) => el("div", {}, el("dt", {}, heading), el("dd", {}, withActs(each)))));
  if (kind === "list" || kind === "questions") return el("ul", { className: "checked" }, rows.map(([, each]) => el("li", {}, withActs(each))));
  if (kind === "pictures") return el("div", { className: "pictures" }, rows.map(([heading, data]) => el("figure", {}, el("img", { src: `data:image/png;base64,${data}`, alt: heading }), el("figcaption", {}, heading))));
  if (VERDICTS.includes(kind)) return el("p", { className: `verdict ${kind}` }, text);
  if (["error", "warning", "note"].includes(kind)) return el("div", {}, rows.map(([, each]) => el("p", { className: `told ${kind}` }, withActs(each))));
  if (kind === "by hand") return "";
  if (kind === "title") return el("h3", {}, text);
  if (kind === "lead") return el("h4", {}, text);
  if (kind === "command" || kind === "yaml") {
    const copy = el("button", { type: "button", onclick: () => copyText(text, copy) }, WORDS.common.copy);
    const act = Object.keys(keys).length ? el("button", { type: "button", className: "main", onclick: () => follow(keys) }, rows[0][0]) : null;
    return el("p", { className: "typed" }, el("code", { className: kind }, text), ...(kind === "command" ? acts(text) : []), act, copy);
  }
  return el("p", { className: kind }, withActs(text));
}
