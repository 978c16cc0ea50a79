// Pictures and spreadsheets that are dropped on the page.
import { splitFiles, toBase64, makeDeck } from "./deck.js";
import { fail, notice, say } from "./notices.js";
import { ask, tab } from "./server.js";
import { WORDS } from "./words.js";

/** The most names of pictures that are said. */
const MOST_NAMED = 5;

/** Take a picture in beside the pack; return its name, or null. */
export async function takePicture(file) {
  try {
    const message = { tab, name: file.name, data: await toBase64(file), for_draft: false };
    const answer = await ask("/upload", { ...message, replace: false });
    if (!answer.exists) return answer.name;
    const replace = await new Promise((done) => say("picture", WORDS.main.anotherPicture({ name: answer.name }), [WORDS.main.replaceIt, () => done(true)], [WORDS.main.useThatOne, () => done(false)], [WORDS.common.cancel, () => done(null)]));
    if (replace) await ask("/upload", { ...message, replace: true });
    return replace === null ? null : answer.name;
  } catch (error) { fail(error); return null; }
}

/** Whether a card can be given a picture: it stands in a list, or in a row of a table. */
export const takesPicture = (face) => Boolean(face?.table) || face?.path?.[0] === "cards";

/** Let a card name a picture that lies beside the pack. */
export function giveFace(desk, face, name) {
  if (face.table) return desk.rows.write(face.table, face.row, "picture", name, (why) => notice(why, [WORDS.common.close]));
  return desk.edits.set([...face.path.slice(0, -1), "picture"], name);
}

/** Take in pictures: one that is dropped on a card becomes its picture. */
async function takePictures(desk, files, target) {
  const face = desk.tabs.current === "cards" && files.length === 1 ? desk.deck.at(target) : null;
  const names = [];
  for (const file of files) {
    const made = await takePicture(file);
    if (made) names.push(made);
  }
  if (!names.length) return;
  if (takesPicture(face)) giveFace(desk, face, names[0]);
  else {
    notice(WORDS.main.picturesAdded({ names: names.slice(0, MOST_NAMED).join(", "), more: names.length > MOST_NAMED ? "…" : "" }), [WORDS.common.close]);
    desk.examination.again();
  }
}

/** Take what is dropped anywhere on the page: a spreadsheet becomes another deck. */
export function takeDrops(desk) {
  addEventListener("dragover", (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); });
  addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    const { table, others } = splitFiles([...event.dataTransfer.files]);
    event.preventDefault();
    if (table) makeDeck(table, others);
    else takePictures(desk, others, event.target);
  });
}
