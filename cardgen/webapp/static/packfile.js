// The pack's file: saving it, what others save into it, and the draft of what is not saved.
import { $, enable } from "./dom.js";
import { drafts } from "./drafts.js";
import { fail, notice, say } from "./notices.js";
import { Ended, ask, isAlive } from "./server.js";
import { WORDS } from "./words.js";

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** Keep the file of a desk's text. */
export function packFile(desk) {
  const { text, state } = desk;
  // The file as the server last found it: a text, which digest tells from others; or why there is none.
  let { digest, problem: fault, text: savedText } = state;
  let since = "";
  const own = drafts(`${state.file.folder}/${state.file.name}`);

  const isTextDirty = () => Boolean(fault) || text.text() !== savedText;
  const isDirty = () => isTextDirty() || desk.rules.isDirty();

  /** Save the text; tell whether the file has it now. */
  async function save() {
    try {
      const at = WORDS.main.savedAt({ time: new Date().toLocaleTimeString([], CLOCK) });
      if (desk.rules.isDirty()) {
        if (!(await desk.rules.save())) return false;
        since = at;
      }
      if (!isTextDirty()) { show(); desk.deck.saved(); return true; }
      const whole = text.text();
      const answer = await ask("/save", { text: whole, digest });
      if (answer.changed) { differs(answer.changed); return false; }
      take({ text: whole, digest: answer.digest, problem: "" }, at);
      desk.deck.saved();
      desk.meaning.play();
      return true;
    } catch (error) {
      if (error instanceof Ended) notice(WORDS.main.notSaved, [WORDS.common.close]); else fail(error);
      return false;
    }
  }

  /** Take in what the file holds. said: since when, or by whom. */
  function take(found, said) {
    ({ digest, problem: fault } = found);
    savedText = found.text;
    since = said;
    show();
    showWhetherSaved();
  }

  /** Say whether the cards in sight are those of the file. */
  function showWhetherSaved() {
    const isSaved = desk.answer.sound && desk.seen.rev === desk.rev && !desk.examination.isAttempting() && !desk.language && !isTextDirty();
    desk.deck.asSaved(isSaved ? desk.rev : null);
  }

  /** Say whether the text is that of the file, in the button and below; keep it as a draft where it is not. */
  function show() {
    const open = isDirty();
    enable($("save"), open);
    $("save").textContent = open || !isAlive() ? WORDS.main.save : WORDS.main.saved;
    const cells = desk.rows.unwritten();
    const lost = cells.length ? WORDS.main.cellsNotWritten({ cells: WORDS.counts.cells(cells.length) }) : "";
    const kept = open || lost ? (own.keep({ text: text.text(), cells, rules: desk.rules.isDirty() ? desk.rules.text() : null }) ? WORDS.main.keptInThisBrowser : WORDS.main.notKept) : own.drop();
    const said = fault || (text.text() !== savedText ? WORDS.main.notSavedYet : desk.rules.isDirty() ? WORDS.rules.notSaved : lost ? "" : isAlive() ? since : WORDS.main.ended);
    $("saved").textContent = [said, lost, isAlive() && !lost ? "" : kept].filter(Boolean).join("; ");
    $("saved").className = fault || lost || (open && !isAlive()) ? "bad" : "";
  }

  /** The file holds another text than the one that this page began with. */
  function differs(found) {
    if (found.digest === digest && found.problem === fault) return;
    if (found.problem) {
      // The text is still here, and in no file.
      take({ ...found, text: savedText }, "");
      return;
    }
    if (found.text === text.text()) { take(found, fault ? WORDS.main.thereAgain : since); say("file", null); return; }
    if (text.text() === savedText) {
      take(found, WORDS.main.reloadedFromTheFile);
      text.replace(found.text);
      desk.meaning.play();
      return;
    }
    const mine = text.text();
    say("file", WORDS.main.changedTwice({ file: state.file.name }),
      [WORDS.main.takeTheirs, () => { take(found, WORDS.main.reloadedFromTheFile); text.replace(found.text); text.focus(); }],
      [WORDS.main.keepMine, () => {
        // Theirs goes into the editor's history first, so that undo brings it back.
        take(found, "");
        text.replace(found.text);
        text.replace(mine);
        text.focus();
      }]);
  }

  /** Offer what is left of pages that were closed, or whose studio ended, before it was saved. */
  async function offer() {
    const [draft] = (await own.left()).filter((each) => {
      const isNew = each.text !== text.text() || each.cells?.length || each.rules;
      if (!isNew) own.drop(each.key);
      return isNew;
    });
    if (!draft) return;
    const isText = draft.text !== text.text() || Boolean(draft.rules);
    const when = new Date(draft.when).toLocaleString([], { day: "numeric", month: "long", ...CLOCK });
    const cells = draft.cells?.length ? WORDS.main.cellsOfTables({ and: isText ? WORDS.main.and : "", cells: WORDS.counts.cells(draft.cells.length) }) : "";
    say("draft", WORDS.main.draft({ text: isText ? WORDS.main.aText : "", cells, when }),
      [WORDS.main.bringItBack, async () => {
        if (draft.text !== text.text()) text.replace(draft.text);
        own.drop(draft.key);
        await desk.examination.look();
        await desk.rows.restore(draft.cells ?? []);
        if (draft.rules) await desk.rules.restore(draft.rules);
        offer();
      }],
      [WORDS.main.throwItAway, () => { own.drop(draft.key); offer(); }], [WORDS.main.later]);
  }

  addEventListener("beforeunload", (event) => { if (isDirty() || desk.rows.unwritten().length) event.preventDefault(); });
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s" && !event.defaultPrevented) { event.preventDefault(); save(); }
  });
  $("save").hidden = false;
  $("save").addEventListener("click", save);

  return { isDirty, save, show, showWhetherSaved, differs, offer };
}
