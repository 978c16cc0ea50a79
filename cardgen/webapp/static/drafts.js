// What is not saved, kept in this browser: neither the end of the studio nor that of the page loses it.
import { tab } from "./server.js";

const PREFIX = "cardgen draft";

/** Keep drafts of a pack. path: of its file, which tells them from those of other packs. */
export function drafts(path) {
  const all = `${PREFIX}\n${path}\n`;
  const own = all + tab;
  // A page holds its lock for as long as it is open, so that its draft is not offered to other pages.
  navigator.locks?.request(own, () => new Promise(() => {}));

  return {
    /** Keep a draft in the place of the one before; tell whether the browser did. */
    keep(draft) {
      try {
        localStorage.setItem(own, JSON.stringify({ ...draft, when: Date.now() }));
        return true;
      } catch { return false; }
    },
    drop(key = own) {
      try { localStorage.removeItem(key); } catch { /* Nothing is kept where nothing may be. */ }
    },
    /** Return the drafts of pages that are no longer open, newest first. */
    async left() {
      const found = [];
      try {
        const held = new Set((await navigator.locks?.query())?.held.map((each) => each.name));
        for (const key of Object.keys(localStorage)) {
          if (!key.startsWith(all) || key === own || held.has(key)) continue;
          try {
            found.push({ key, ...JSON.parse(localStorage.getItem(key)) });
          } catch { localStorage.removeItem(key); }
        }
      } catch { /* As above. */ }
      return found.filter((each) => typeof each.text === "string").sort((one, other) => other.when - one.when);
    },
  };
}
