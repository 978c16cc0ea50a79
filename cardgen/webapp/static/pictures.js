// Pictures and spreadsheets that are dropped on the page.
import { splitFiles, toBase64, makeDeck } from "./deck.js";
import { fail, notice, say } from "./notices.js";
import { ask, tab } from "./server.js";
import { WORDS } from "./words.js";

/** The most names of pictures that are said. */
const MOST_NAMED = 5;

/** Take a picture in, where the pack names it or else beside the pack; return its name, or null. */
export const takePicture = async (file) => (await upload(file))?.name ?? null;

/** Take a picture in; return its name and whether the pack names it, or null. */
async function upload(file) {
  try {
    const message = { tab, name: file.name, data: await toBase64(file), for_draft: false };
    const answer = await ask("/upload", { ...message, replace: false });
    if (!answer.exists) return answer;
    const wish = await new Promise((done) => say("picture", WORDS.main.anotherPicture({ name: answer.name }), ...[[WORDS.main.keepBoth, "both"], [WORDS.main.replaceIt, "replace"], [WORDS.main.useThatOne, "that"], [WORDS.common.cancel, null]].map(([label, value]) => [label, () => done(value)])));
    if (wish === "replace") await ask("/upload", { ...message, replace: true });
    if (wish !== "both") return wish && answer;
    for (let number = 2; ; number += 1) {
      const other = await ask("/upload", { ...message, name: file.name.replace(/(?=\.\w+$)/, ` (${number})`), replace: false });
      if (!other.exists) return other;
    }
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
  // A pack that was just opened is examined first: until then it is not known which pictures it names.
  await desk.examination.examined();
  // What was said of a drop before holds no more.
  notice("");
  const taken = [];
  for (const file of files) {
    const made = await upload(file);
    if (made) taken.push(made);
  }
  if (!taken.length) return;
  if (takesPicture(face)) await giveFace(desk, face, taken[0].name);
  else {
    const others = taken.filter((each) => !each.in_pack).map((each) => each.name);
    const shown = taken.length - others.length;
    notice([
      ...(shown ? [WORDS.main.picturesOnCards({ pictures: WORDS.counts.pictures(shown) })] : []),
      ...(others.length ? [WORDS.main.picturesAdded({ names: others.slice(0, MOST_NAMED).join(", "), more: others.length > MOST_NAMED ? "…" : "" })] : []),
    ].join(" "), [WORDS.common.close]);
  }
  desk.examination.again();
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
