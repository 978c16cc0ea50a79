// What is added to a pack by buttons: drawings as icons, sets of them, and cards that tell the rules.
import { chosenFile, el } from "./dom.js";
import { notice } from "./notices.js";
import { takePicture } from "./pictures.js";
import { WORDS } from "./words.js";

/** The end of a path to a new value of a list, as the server has it. */
const LAST = "-";

/** Return the name of an icon for a file: its own without its ending, in small letters and hyphens. */
const iconName = (file) => file.toLowerCase().replace(/\.\w+$/, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || LAST;

/** Return the buttons that add to the pack of a desk. */
export function additions(desk) {
  /** Let the user choose a file, put it beside the pack, and write its name where the pack wants it. */
  async function addFile(accept, write) {
    const file = await chosenFile(accept);
    const name = file && await takePicture(file);
    if (name) await write(name);
  }
  const addIcon = () => addFile(".svg", async (file) => {
    const name = iconName(file);
    await desk.edits.set(["icons", name], file);
    notice(WORDS.additions.iconAdded({ name: `{${name}}` }), [WORDS.common.close]);
  });
  /** Let the user choose an icon, to be pasted where it belongs. */
  const copyIcon = async () => {
    await desk.examination.examined();
    const name = await desk.pickers.icon();
    if (!name) return;
    await navigator.clipboard.writeText(`{${name}}`);
    notice(WORDS.acts.copied({ value: `{${name}}` }), [WORDS.common.close]);
  };
  const addSet = () => addFile(".json", async (file) => {
    await desk.edits.set(["icons", "sets", LAST], file);
    notice(WORDS.additions.setAdded({ file }), [WORDS.additions.showIcons, copyIcon], [WORDS.common.close]);
  });
  /** Add a card, and show it. */
  const addCard = async (card) => {
    const before = new Set(desk.seen.pack?.faces.map((each) => each.id));
    await desk.edits.set(["extras", LAST], card);
    await desk.examination.examined();
    desk.tabs.turn("cards");
    desk.deck.mark(desk.seen.pack?.faces.map((each) => each.id).filter((id) => !before.has(id)) ?? []);
  };
  const button = (label, title, call) => el("button", { type: "button", title, onclick: call }, label);
  return [
    button(WORDS.additions.summary, WORDS.additions.aboutSummary, () => addCard({ face: "summary" })),
    button(WORDS.additions.reference, WORDS.additions.aboutReference, () => addCard({ layout: "reference", title: WORDS.additions.yourTurn, heading: WORDS.additions.inThisOrder, text: WORDS.additions.steps })),
    button(WORDS.additions.icon, WORDS.additions.aboutIcon, addIcon),
    button(WORDS.additions.iconSet, WORDS.additions.aboutIconSet, addSet),
  ];
}
