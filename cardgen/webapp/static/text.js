// The text of the pack: its editor, problems at their places, completion and hover from the schema.
import {
  Decoration, EditorState, EditorView, HighlightStyle, Prec, StateEffect, StateField, WidgetType, autocompletion,
  bracketMatching, closeBrackets, closeBracketsKeymap, closeCompletion, completionKeymap, defaultKeymap, drawSelection,
  highlightActiveLine, highlightActiveLineGutter, highlightSelectionMatches, highlightSpecialChars, history,
  hoverTooltip, indentOnInput, indentUnit, indentWithTab, isolateHistory, keymap, lineNumbers, lintKeymap, redo, search,
  searchKeymap, selectedCompletion, setDiagnostics, syntaxHighlighting, tags, undo, undoDepth, yaml,
} from "./editor.js";
import { applyFix, fixes, inWordsWithActs, withActs } from "./acts.js";
import { el } from "./dom.js";
import { drawing } from "./picker.js";
import { Problem, Stale } from "./server.js";
import { describe, keysAt, placeIn, valuesAt } from "./schema.js";
import { WORDS } from "./words.js";

const MOST_INLINE = 20;
const MOST_MARKED = 500;
/** Milliseconds without a key after which the line that is written is spoken of. */
const PAUSE = 600;
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: "y-key" },
  { tag: [tags.string, tags.special(tags.string)], class: "y-text" },
  { tag: [tags.number, tags.bool, tags.null], class: "y-number" },
  { tag: tags.comment, class: "y-comment" },
  { tag: [tags.meta, tags.labelName, tags.typeName], class: "y-meta" },
]);

/** A problem below its line, with what mends it. */
class Message extends WidgetType {
  constructor(told) { super(); this.told = told; }
  eq(other) { return JSON.stringify(other.told) === JSON.stringify(this.told); }
  toDOM() {
    const { severity, message, hint, fixes: known } = this.told;
    return el("div", { className: "below" }, el("div", { className: `told ${severity}` }, el("strong", {}, withActs(message)),
      // The button with the only answer says what the hint does.
      hint && (severity === "warning" || !known.some((each) => each.certain)) ? withActs(`; ${hint}`) : "", fixes(this.told)));
  }
  ignoreEvent() { return true; }
}

/** The parts of a text of rules: headings, what is filled in, and remarks. */
const PARTS = /^#{1,6} .*$|\{\{[^]*?\}\}|\{%[^]*?%\}|\{#[^]*?#\}/gm;
const markOf = (part) => Decoration.mark({ class: part.startsWith("{#") ? "y-comment" : part.startsWith("{") ? "y-meta" : "y-key" });
const partsOf = (state) => Decoration.set([...state.doc.toString().matchAll(PARTS)].map((each) => markOf(each[0]).range(each.index, each.index + each[0].length)));
const inRules = StateField.define({
  create: partsOf,
  update: (shown, transaction) => (transaction.docChanged ? partsOf(transaction.state) : shown),
  provide: (self) => EditorView.decorations.from(self),
});

const messages = StateEffect.define();
const marking = StateEffect.define();
/** Steps that can be taken back, at least. */
const DEPTH = 1000;

/** Make the editor. changed: called after each change, with the depth that its history had before, or nothing where the
 *  change took another back or made it again; moved: called with the place of the cursor; save: called for Ctrl+S.
 *  schema: of a pack; without it, it is a text of rules. label: what a screen reader calls it. */
export function editor(parent, { schema, label, text, changed, moved, save, nonce, icons }) {
  let problems = [];
  let pause = 0;
  const field = StateField.define({
    create: () => Decoration.none,
    update(shown, transaction) {
      shown = shown.map(transaction.changes);
      for (const effect of transaction.effects) if (effect.is(messages)) shown = effect.value;
      return shown;
    },
    provide: (self) => EditorView.decorations.from(self),
  });

  // The lines of the card that is chosen.
  const marked = StateField.define({
    create: () => Decoration.none,
    update(shown, transaction) {
      shown = shown.map(transaction.changes);
      for (const effect of transaction.effects) if (effect.is(marking)) shown = effect.value;
      return shown;
    },
    provide: (self) => EditorView.decorations.from(self),
  });

  /** Make the edits of a fix. */
  function fix(each) {
    view.dispatch({ changes: each.edits.map(({ start, end, insert }) => ({ from: start, to: end, insert })), userEvent: "input.fix" });
    view.focus();
  }

  /** Mend the problem of the cursor's line that has one answer, or the first of all. */
  function mend() {
    const line = view.state.doc.lineAt(view.state.selection.main.head);
    const mendable = problems.filter((each) => each.fixes.some((one) => one.certain) && each.start !== undefined);
    const here = mendable.find((each) => each.start >= line.from && each.start <= line.to) ?? mendable[0];
    if (here) fix(here.fixes.find((one) => one.certain));
    return Boolean(here);
  }

  function complete(context) {
    const { path, word, isKey } = placeIn(context.state, context.pos);
    if (!word && !context.explicit) return null;
    const found = isKey ? keysAt(schema, path) : valuesAt(schema, path);
    // A value that is complete needs no help, and a list that is open would take Enter for itself.
    if (!found.size || (!isKey && found.has(word) && !context.explicit)) return null;
    return {
      from: context.pos - word.length,
      options: [...found].map(([label, info]) => ({ label, info: info || undefined, type: isKey ? "property" : "enum", apply: isKey ? `${label}: ` : label })),
      validFor: /^[\w -]*$/,
    };
  }

  /** Offer icons after a brace in a text; at the beginning of a value it begins a mapping. */
  async function completeIcon(context) {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const match = /\{([\p{L}\d:._-]{0,40})$/u.exec(before);
    if (!match) return null;
    const outside = before.slice(0, match.index);
    const isQuoted = (outside.match(/(?<!\\)"/g) ?? []).length % 2 === 1 || (outside.match(/'/g) ?? []).length % 2 === 1;
    if (!isQuoted && !/[^\s:,[{-]\s?$/.test(outside)) return null;
    try {
      const { icons: found } = await icons(match[1]);
      const isClosed = context.state.sliceDoc(context.pos, context.pos + 1) === "}";
      return { from: context.pos - match[1].length, filter: false, options: found.map(({ name, svg }) => ({ label: name, svg, apply: isClosed ? name : `${name}}` })) };
    } catch (error) {
      if (error instanceof Problem || error instanceof Stale) return null;
      throw error;
    }
  }
  const iconPicture = { render: (completion) => (completion.svg ? drawing(completion.svg, { className: "of-icon" }) : null), position: 20 };

  /** Close the list where what it would put in is there already: then Enter begins a line, as anywhere. */
  function leave() {
    const chosen = selectedCompletion(view.state);
    const at = view.state.selection.main.head;
    const put = chosen?.apply ?? "";
    if (put && view.state.sliceDoc(Math.max(0, at - put.length), at) === put) closeCompletion(view);
    return false;
  }

  const hover = hoverTooltip((view, position) => {
    const line = view.state.doc.lineAt(position);
    const here = line.text.slice(0, position - line.from).match(/[\w-]*$/)[0].length;
    const after = line.text.slice(position - line.from).match(/^[\w-]*/)[0].length;
    const from = position - here;
    const word = line.text.slice(from - line.from, position + after - line.from);
    if (!word || !/^["']?\s*:/.test(line.text.slice(position + after - line.from))) return null;
    const said = describe(schema, [...placeIn(view.state, from).path, word]);
    if (!said) return null;
    return {
      pos: from, end: position + after, above: true,
      create: () => ({ dom: el("div", { className: "hover" }, el("strong", {}, word), ` ${said.text}`, said.usual ? el("small", {}, WORDS.text.usually({ usual: said.usual })) : null) }),
    };
  });

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorState.lineSeparator.of("\n"),
        EditorState.tabSize.of(2), indentUnit.of("  "),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          "aria-label": label, tabindex: "0", "aria-description": WORDS.text.howToLeave,
        }),
        lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history({ minDepth: DEPTH }), drawSelection(), indentOnInput(),
        bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), search({ top: true }),
        // Before the list's own keys.
        Prec.highest(keymap.of([
          { key: "Mod-s", run: () => { save(); return true; }, preventDefault: true },
          { key: "Alt-Enter", run: mend },
          { key: "Enter", run: leave },
        ])),
        schema ? [yaml(), syntaxHighlighting(colours), autocompletion({ override: [complete, completeIcon], icons: false, addToOptions: [iconPicture] }), hover] : inRules,
        field, marked,
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => {
          if (update.selectionSet && view.hasFocus) moved(update.state.selection.main.head);
          if (!update.docChanged) return;
          const back = update.transactions.some((each) => each.isUserEvent("undo") || each.isUserEvent("redo"));
          changed(back ? undefined : undoDepth(update.startState));
        }),
      ],
    }),
  });

  // Whoever only passes by goes on with Tab; it indents once something was done in the text.
  let key = "";
  addEventListener("keydown", (event) => { key = event.key; }, true);
  addEventListener("pointerdown", () => { key = ""; }, true);
  const passing = (on) => { view.setTabFocusMode(on); parent.classList.toggle("passing", on); };
  view.contentDOM.addEventListener("focus", () => passing(key === "Tab"));
  for (const done of ["beforeinput", "pointerdown"]) view.contentDOM.addEventListener(done, () => passing(false));
  view.contentDOM.addEventListener("keydown", (event) => { if (!["Tab", "Shift", "Escape"].includes(event.key)) passing(false); });

  // Whoever pressed a button of a message goes on in the text, also after a window that it opened.
  view.dom.addEventListener("click", ({ target }) => { if (target.closest(".below button, .cm-tooltip button")) view.focus(); }, true);

  return {
    view,
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),
    fix,
    undo: () => undo(view),
    redo: () => redo(view),
    depth: () => undoDepth(view.state),
    /** What is written from now on is a step of its own. */
    endStep: () => view.dispatch({ annotations: isolateHistory.of("full") }),
    /** Put edits in as one step that can be undone. */
    apply(edits) {
      view.dispatch({ changes: edits.map(({ start, end, insert }) => ({ from: start, to: end, insert })), userEvent: "input.control", scrollIntoView: false });
      const at = edits[0]?.start;
      if (at !== undefined) view.dispatch({ effects: EditorView.scrollIntoView(Math.min(at, view.state.doc.length), { y: "nearest" }) });
    },
    /** Put another text in the place of all; undo brings the one before back. */
    replace(whole) {
      const now = view.state.doc.toString();
      let from = 0;
      while (from < now.length && from < whole.length && now[from] === whole[from]) from += 1;
      let end = 0;
      while (end < now.length - from && end < whole.length - from && now[now.length - 1 - end] === whole[whole.length - 1 - end]) end += 1;
      view.dispatch({ changes: { from, to: now.length - end, insert: whole.slice(from, whole.length - end) }, userEvent: "input.replace" });
    },
    /** Show problems: underlined, and in words below their lines. */
    told(found) {
      problems = found;
      const length = view.state.doc.length;
      const placed = found.filter((each) => each.start !== undefined && each.start <= length);
      const diagnostics = placed.map((each) => ({
        from: Math.min(each.start, length), to: Math.min(Math.max(each.end, each.start), length),
        severity: each.severity === "note" ? "info" : each.severity,
        message: each.message,
        renderMessage: () => el("span", {}, inWordsWithActs(each)),
        actions: each.fixes.map((one) => ({ name: one.label, apply: () => applyFix(one) })),
      }));
      const lineOf = (each) => view.state.doc.lineAt(Math.min(each.start, length));
      const below = placed.filter((each) => each.severity !== "note").slice(0, MOST_INLINE);
      const inWords = (some) => view.dispatch({ effects: messages.of(Decoration.set(some.map((each) =>
        Decoration.widget({ widget: new Message(each), block: true, side: 1 }).range(lineOf(each).to)), true)) });
      view.dispatch(setDiagnostics(view.state, diagnostics));
      // Whoever is still writing a line is not told at once what is wrong with it; it is underlined already.
      const writing = view.state.doc.lineAt(view.state.selection.main.head);
      const spoken = view.state.field(field).size > 0;
      clearTimeout(pause);
      inWords(view.hasFocus && !spoken ? below.filter((each) => lineOf(each).number !== writing.number) : below);
      pause = setTimeout(() => { if (view.state.doc.length === length) inWords(below); }, PAUSE);
    },
    /** Mark the lines of a range and bring them into sight; null marks none. */
    mark(range) {
      const length = view.state.doc.length;
      const lines = [];
      if (range) {
        const last = view.state.doc.lineAt(Math.min(range[1], length)).number;
        for (let at = view.state.doc.lineAt(Math.min(range[0], length)).number; at <= last && lines.length < MOST_MARKED; at += 1) lines.push(view.state.doc.line(at).from);
      }
      const effects = [marking.of(Decoration.set(lines.map((from) => Decoration.line({ class: "of-card" }).range(from))))];
      if (range) effects.push(EditorView.scrollIntoView(Math.min(range[0], length), { y: "nearest" }));
      view.dispatch({ effects });
    },
    /** Go to a problem, and choose what it is about. */
    go({ start, end = start }) {
      const at = Math.min(start, view.state.doc.length);
      view.dispatch({ selection: { anchor: at, head: Math.min(end, view.state.doc.length) }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
  };
}
