// The text of the rules: the rulebook's template, edited in the place of the pack's text, beside its pages.
import { $, el } from "./dom.js";
import { fail, say } from "./notices.js";
import { ask } from "./server.js";
import { editor } from "./text.js";
import { WORDS } from "./words.js";

/** Make the editor of a desk's rules. nonce: for its styles. */
export function rules(desk, nonce) {
  const head = el("p", {}, el("button", { type: "button", onclick: close }, `← ${WORDS.rules.back}`), " ", el("span"));
  const pane = el("div", { className: "rules", hidden: true }, head);
  $("text").append(pane);
  let text = null;
  let name = "";
  // The file as the server last found it.
  let saved = null;
  let digest = "";

  const isDirty = () => Boolean(text) && (text.text() !== saved || !digest) && !isUntouched();
  // Rules that were only begun are no change yet.
  const isUntouched = () => !digest && text.text() === saved;

  function take(found) {
    ({ text: saved, digest } = found);
    head.lastChild.textContent = digest ? name : WORDS.rules.asNew({ name });
    desk.file.show();
  }

  async function load(game) {
    const found = await ask("/rules", { game });
    name = found.name;
    if (!text) {
      text = editor(pane, { label: WORDS.rules.text, text: found.text, nonce, save: () => desk.file.save(), moved: () => {}, changed: (depth) => {
        if (depth !== undefined) desk.past.wrote(depth, "rules");
        desk.file.show();
        redraw();
      } });
      take(found);
    } else differs(found);
  }

  const redraw = () => { if (desk.tabs.current === "rulebook") desk.tabs.refresh(); };

  function show(isShown) {
    pane.hidden = !isShown;
    $("text").classList.toggle("with-rules", isShown);
  }
  function close() { show(false); desk.text.focus(); }

  /** The file holds another text than the one that this page knows. */
  function differs(found) {
    if (found.digest === digest) return;
    const mine = text.text();
    if (mine === found.text || mine === saved) {
      take(found);
      if (mine !== found.text) text.replace(found.text);
      return;
    }
    say("rules", WORDS.rules.changedTwice({ name }),
      [WORDS.main.takeTheirs, () => { take(found); text.replace(found.text); }],
      [WORDS.main.keepMine, () => { take(found); }]);
  }

  return {
    /** Show the text of the rules; game: whose rules a new one begins with. */
    async open(game) {
      try {
        await load(game);
        show(true);
        desk.tabs.reveal("writing");
        text.focus();
        redraw();
      } catch (error) { fail(error); }
    },
    isDirty,
    /** Return the text as it is now, which pages are made of; null where it was not opened. */
    text: () => text?.text() ?? null,
    editor: () => text,
    show,
    /** Bring back what was not saved. */
    async restore(kept) {
      await load(null);
      if (text.text() !== kept) text.replace(kept);
      show(true);
    },
    /** Look whether another program has changed the file. */
    async again() {
      if (!text) return;
      try { differs(await ask("/rules", { game: null })); } catch (error) { fail(error); }
    },
    /** Save the text; tell whether the file has it now. */
    async save() {
      if (!isDirty()) return true;
      const whole = text.text();
      const answer = await ask("/saverules", { text: whole, digest });
      if (answer.changed) { differs(answer.changed); return false; }
      take({ text: whole, digest: answer.digest });
      return true;
    },
    /** Show what is wrong with it, at its lines. */
    told: (found) => text?.told(found),
  };
}
