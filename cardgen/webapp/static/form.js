// The form of a job, made from its record: a control for each option, with its help, and problems at their fields.
import { toBase64 } from "./deck.js";
import { problemWithActs, withActs } from "./acts.js";
import { el } from "./dom.js";
import { Problem, ask } from "./server.js";
import { WORDS } from "./words.js";

const OTHER = "\u0000other";
/** The most pictures of a field that are not folded. */
const FEW = 4;

/** Return why a field has no effect with the value that another has; "" where it has one. usual: that one's default. */
function reasonWithoutEffect({ only }, values, usual) {
  if (!only) return "";
  const now = values[only.option] || usual;
  const has = only.values.length ? only.values.some((each) => each === now || (each === false && !now)) : Boolean(values[only.option]);
  return has ? "" : only.reason.replaceAll("{value}", String(now));
}

/**
 * Make a form. shape: as the server has it. values: what is filled in, by fields; changed(name, value) is called with
 * every change. words: more that some fields offer. finished: of a job that examines files, their suffixes (ends), and
 * a function that lists those beside the pack.
 */
export function jobForm(shape, values, { words: more, finished }, changed) {
  const fields = new Map();
  const whyIdle = (field) => reasonWithoutEffect(field, values, fields.get(field.only?.option)?.field.default);

  function set(field, value) {
    if (value) values[field.name] = value; else delete values[field.name];
    changed(field.name, value);
    refresh();
  }

  function picker(field, id) {
    const words = [...field.choices];
    for (const each of more[field.name] ?? []) if (!words.some(([word]) => word === each[0])) words.push(each);
    const initial = field.default ? WORDS.form.usual({ value: words.find(([word]) => word === field.default)?.[1] ?? field.default }) : field.required ? WORDS.form.choose : WORDS.form.notSet;
    const options = [["", initial], ...words.filter(([word]) => word !== field.default)];
    const value = values[field.name] ?? "";
    if (value && value !== field.default && !options.some(([word]) => word === value)) options.push([value, value]);
    const select = el("select", { id, onchange: () => {
      if (select.value !== OTHER) { set(field, select.value); return; }
      const box = input(field, id);
      select.replaceWith(box);
      box.value = "";
      box.focus();
    } }, [...options, ...(field.kind === "known" ? [[OTHER, WORDS.form.another]] : [])].map(([word, text]) => el("option", { value: word, selected: word === value }, text)));
    return select;
  }

  function input(field, id) {
    const placeholder = field.default || (field.kind === "file" ? WORDS.form.fileBesidePack : /[,x]/.test(field.metavar) ? field.metavar : "");
    const box = el("input", { type: "text", id, placeholder, value: values[field.name] ?? "", inputMode: field.kind === "number" ? "decimal" : "text", autocomplete: "off", spellcheck: false, oninput: () => set(field, box.value.trim()) });
    return box;
  }

  /** A choice by pictures: many are folded under the one that is chosen; where others are allowed, a text is for them. */
  function pictureChoice(field, id) {
    const words = [...(field.default || field.required ? [] : [["", WORDS.form.notSet]]), ...field.choices];
    const chosen = () => values[field.name] || field.default || "";
    const picture = (word) => (field.pictures[word] ? el("img", { src: field.pictures[word], alt: "", loading: "lazy" }) : el("span", { className: "blank" }));
    const inputs = words.map(([word], at) => el("input", { type: "radio", name: id, id: at ? `${id}-${word}` : id, value: word, checked: word === chosen(), onchange: () => { if (other) other.value = ""; choose(word); } }));
    const tiles = el("div", { className: "pictured", role: "radiogroup", "aria-label": field.label }, words.map(([word, text], at) => el("label", {}, inputs[at], picture(word), el("span", {}, text))));
    const known = () => words.some(([word]) => word === chosen());
    const other = field.kind === "known" ? el("input", { type: "text", placeholder: WORDS.form.another, "aria-label": `${field.label}: ${WORDS.form.another}`, value: known() ? "" : chosen(), autocomplete: "off", spellcheck: false, oninput: () => {
      const value = other.value.trim();
      for (const each of inputs) each.checked = each.value === (value || field.default || "");
      choose(value);
    } }) : null;
    const summary = el("summary", {});
    function tell() {
      const now = chosen();
      const text = words.find(([word]) => word === now)?.[1] ?? now;
      summary.replaceChildren(picture(now), el("span", {}, now && now === field.default ? WORDS.form.usual({ value: text }) : text));
    }
    function choose(word) {
      set(field, word === field.default ? "" : word);
      tell();
    }
    if (words.length <= FEW) return el("div", { className: "pictures-of" }, tiles, other ?? "");
    tell();
    const details = el("details", { className: "pictures-of" }, summary, tiles, other ?? "");
    // A click chooses and closes; keys go on to the next.
    tiles.addEventListener("click", (event) => { if (event.detail && event.target.closest("label")) details.open = false; });
    return details;
  }

  /** Files to examine: those beside the pack to choose from, and others to drop or to pick. */
  function filesToExamine(field, id) {
    const chosen = el("ul", { className: "chosen" });
    const said = el("p", { className: "wrong", role: "alert" });
    const names = () => values[field.name] ?? [];
    const nameOf = (each) => each.split("/").at(-1);
    const put = (some) => { set(field, some.length ? some : undefined); list(); };
    const beside = el("select", { id, onchange: () => { if (beside.value) put([...names(), beside.value]); beside.value = ""; } });
    const picked = el("input", { type: "file", multiple: true, hidden: true, accept: finished.ends.map((each) => each.slice(each.lastIndexOf("."))).join(), onchange: () => take([...picked.files]) });
    const drop = el("div", { className: "drop", ondragover: (event) => event.preventDefault(), ondrop: (event) => { event.preventDefault(); event.stopPropagation(); take([...event.dataTransfer.files]); } },
      el("button", { type: "button", onclick: () => picked.click() }, WORDS.form.chooseFile), picked, ` ${WORDS.form.orDropIt}`);

    async function take(files) {
      said.textContent = "";
      for (const file of files) {
        try {
          const { name } = await ask("/drop", { name: file.name, data: await toBase64(file) });
          put([...names(), name]);
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          said.replaceChildren(...withActs(error.message));
        }
      }
    }
    function list() {
      chosen.replaceChildren(...names().map((each) => el("li", {}, nameOf(each), " ",
        el("button", { type: "button", "aria-label": WORDS.form.leaveOut({ name: nameOf(each) }), onclick: () => put(names().filter((other) => other !== each)) }, "×"))));
    }
    const offer = (some) => beside.replaceChildren(...[["", some.length ? WORDS.form.besidePack : WORDS.form.noneBeside], ...some.map((each) => [each, each])].map(([value, text]) => el("option", { value }, text)));
    offer([]);
    finished.list().then(offer, () => {});
    list();
    return el("div", { className: "examined" }, beside, drop, chosen, said);
  }

  /** Answers to questions: a number for each, which are the value together. */
  function answers(field) {
    const given = new Map((values[field.name] ?? "").split(" ").filter(Boolean).map((each) => each.split("=")));
    return el("div", { className: "answers" }, field.questions.map(([name, question]) => el("label", {}, el("span", {}, question),
      el("input", { type: "text", inputMode: "decimal", value: given.get(name) ?? "", autocomplete: "off", oninput: ({ target }) => {
        const text = target.value.trim();
        if (text) given.set(name, text); else given.delete(name);
        set(field, field.questions.filter(([each]) => given.has(each)).map(([each]) => `${each}=${given.get(each)}`).join(" "));
      } }))));
  }

  function control(field, id) {
    if (finished && field.kind === "file" && field.many) return filesToExamine(field, id);
    if (field.questions.length) return answers(field);
    if (Object.keys(field.pictures).length) return pictureChoice(field, id);
    if (field.kind === "flag") {
      const box = el("input", { type: "checkbox", id, checked: Boolean(values[field.name]), onchange: () => set(field, box.checked) });
      return box;
    }
    return field.choices.length || more[field.name]?.length ? picker(field, id) : input(field, id);
  }

  function row(field) {
    const id = `field-${field.name}`;
    const about = el("small", { id: `${id}-about` });
    const wrong = el("p", { className: "wrong", id: `${id}-wrong`, hidden: true });
    const name = Object.keys(field.pictures).length ? el("strong", {}, field.label) : el("label", { htmlFor: id }, field.label);
    const flag = el("code", {}, field.flag);
    const made = control(field, id);
    const box = el("div", { className: `field is-${field.kind}` }, field.kind === "flag" ? [el("div", { className: "name" }, made, name, flag)] : [el("div", { className: "name" }, name, flag), made], about, wrong);
    fields.set(field.name, { field, box, about, wrong });
    return box;
  }

  const sections = shape.sections.map(({ title, fields: some }) => {
    const grid = el("div", { className: "fields" }, some.map(row));
    if (!title) return grid;
    const count = el("span", { className: "count" });
    const details = el("details", {}, el("summary", {}, title, count), grid);
    return Object.assign(details, { count, names: some.map((each) => each.name) });
  });

  /** Show which fields have no effect, and how many are filled in where they are folded away. */
  function refresh() {
    for (const { field, box, about } of fields.values()) {
      const why = whyIdle(field);
      const extent = field.extent ? ` (${field.extent})` : "";
      about.replaceChildren(...withActs(why ? WORDS.form.noEffectNow({ why }) : `${field.help}${extent}`));
      box.classList.toggle("idle", Boolean(why));
      const made = box.querySelector("input, select");
      for (const each of box.querySelectorAll("input, select")) each.disabled = Boolean(why);
      made.setAttribute("aria-describedby", `field-${field.name}-about field-${field.name}-wrong`);
    }
    for (const details of sections) {
      if (!details.names) continue;
      const filled = details.names.filter((name) => values[name]).length;
      details.count.textContent = filled ? WORDS.form.filledIn({ count: filled }) : "";
    }
  }
  for (const details of sections) if (details.names?.some((name) => values[name])) details.open = true;
  refresh();

  return {
    root: el("div", { className: "job" }, sections),
    /** Return what is filled in and has an effect. */
    filled() {
      return Object.fromEntries([...fields.values()].filter(({ field }) => values[field.name] && values[field.name] !== field.default && !whyIdle(field)).map(({ field }) => [field.name, values[field.name]]));
    },
    /** Show problems at their fields; returns those that have none here. */
    show(problems, reveal = false) {
      for (const { box, wrong } of fields.values()) {
        wrong.hidden = true;
        wrong.replaceChildren();
        box.querySelector("input, select").removeAttribute("aria-invalid");
        box.classList.remove("bad");
      }
      const rest = [];
      for (const each of problems) {
        const at = fields.get(each.field);
        if (!at) { rest.push(each); continue; }
        const { box, wrong } = at;
        wrong.hidden = false;
        wrong.append(el("span", { className: each.severity }, problemWithActs(each)));
        if (each.severity === "error") {
          box.classList.add("bad");
          box.querySelector("input, select").setAttribute("aria-invalid", "true");
        }
        box.closest("details")?.setAttribute("open", "");
      }
      if (reveal) this.root.querySelector(".field.bad")?.scrollIntoView({ block: "center" });
      return rest;
    },
  };
}
