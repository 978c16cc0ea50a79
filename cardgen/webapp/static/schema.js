// Where one is in a pack, and what its JSON schema says of that place.
import { WORDS } from "./words.js";

/** Return the keys around a place of the text, what is being written there, and whether it is a key. */
export function placeIn(state, position) {
  const line = state.doc.lineAt(position);
  const before = line.text.slice(0, position - line.from);
  const inner = isInsideValue(before);
  return { path: [...above(state, line.number, indentOf(line.text)), ...inner.path], word: inner.word, isKey: inner.isKey };
}

const indentOf = (text) => text.length - text.trimStart().length;

/** Read a line up to the cursor: keys and brackets that are still open. */
function isInsideValue(text) {
  let rest = text.trimStart();
  const path = [];
  while (/^- /.test(rest)) { path.push("-"); rest = rest.slice(2).trimStart(); }
  const open = [];
  let key = null;
  let word = "";
  for (let at = 0; at < rest.length; at += 1) {
    const sign = rest[at];
    if (sign === '"' || sign === "'") {
      const end = rest.indexOf(sign, at + 1);
      word += end < 0 ? rest.slice(at) : rest.slice(at, end + 1);
      at = end < 0 ? rest.length : end;
    } else if (sign === "#" && (at === 0 || rest[at - 1] === " ")) return { path, word: "", isKey: false };
    else if (sign === ":" && (at + 1 === rest.length || rest[at + 1] === " ")) { key = word.trim().replace(/^["']|["']$/g, ""); word = ""; }
    else if (sign === "{" || sign === "[") { open.push({ key, list: sign === "[" }); key = null; word = ""; }
    else if (sign === "}" || sign === "]") { open.pop(); key = null; word = ""; }
    else if (sign === "," && open.length) { key = null; word = ""; }
    else word += sign;
  }
  for (const each of open) {
    if (each.key !== null) path.push(each.key);
    if (each.list) path.push("-");
  }
  if (key !== null) path.push(key);
  const inList = open.length > 0 && open.at(-1).list;
  return { path, word: word.trimStart(), isKey: key === null && !inList };
}

/** The keys that a line stands below, by its indent. */
function above(state, number, indent) {
  const path = [];
  let least = indent;
  for (let at = number - 1; at > 0 && least > 0; at -= 1) {
    const { text } = state.doc.line(at);
    if (!text.trim() || text.trimStart().startsWith("#")) continue;
    const here = indentOf(text);
    if (here >= least) continue;
    const found = /^((?:- )*)\s*(?:"([^"]+)"|'([^']+)'|([^:#{[]+)):/.exec(text.trimStart());
    if (!found) continue;
    path.unshift(found[2] ?? found[3] ?? found[4].trim());
    if (found[1]) path.unshift("-");
    least = here;
  }
  return path;
}

/** All schemas that may hold at a path. */
export function schemasAt(schema, path) {
  let here = [schema];
  for (const part of path) {
    here = here.flatMap((each) => plain(schema, each)).flatMap((each) => {
      if (part === "-") return each.items ? [each.items] : [];
      if (each.properties?.[part]) return [each.properties[part]];
      return typeof each.additionalProperties === "object" ? [each.additionalProperties] : [];
    });
  }
  return here.flatMap((each) => plain(schema, each));
}

/** A schema without references and choices: all that it may be, each with the description around it. */
function plain(schema, each, depth = 0) {
  if (depth > 8 || typeof each !== "object") return [];
  const { description } = each;
  const told = (found) => found.map((one) => (description && !one.description ? { ...one, description } : one));
  if (each.$ref) return told(plain(schema, schema.$defs[each.$ref.split("/").at(-1)], depth + 1).map((one) => ({ ...one, ...(description ? { description } : {}) })));
  const choices = [...(each.anyOf ?? []), ...(each.oneOf ?? [])].filter((one) => !("required" in one && Object.keys(one).length === 1));
  return [each, ...told(choices.flatMap((one) => plain(schema, one, depth + 1)))];
}

/** The keys that may stand in a mapping at a path, each with its text. */
export function keysAt(schema, path) {
  const found = new Map();
  for (const each of schemasAt(schema, path)) {
    for (const [key, below] of Object.entries(each.properties ?? {})) {
      if (!found.has(key)) found.set(key, below.description ?? "");
    }
  }
  return found;
}

/** The values that may stand at a path, each with its text. */
export function valuesAt(schema, path) {
  const found = new Map();
  for (const each of schemasAt(schema, path)) {
    for (const value of each.enum ?? ("const" in each ? [each.const] : [])) found.set(String(value), "");
    if (each.type === "boolean") { found.set("true", ""); found.set("false", ""); }
    for (const value of each.examples ?? []) if (typeof value === "string") found.set(value, WORDS.schema.forExample);
  }
  return found;
}

/** What is said of a key. */
export function describe(schema, path) {
  const texts = schemasAt(schema, path).map((each) => each.description).filter(Boolean);
  const first = schemasAt(schema, path).find((each) => "default" in each);
  if (!texts.length) return null;
  return { text: texts[0], usual: first && first.default !== null ? JSON.stringify(first.default) : "" };
}
