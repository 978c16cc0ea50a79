// The page: the studio of a pack, or the choice of one.
import { $ } from "./dom.js";
import { begin } from "./begin.js";
import { say } from "./notices.js";
import { ask, listen, watchLife } from "./server.js";
import { studio } from "./studio.js";
import { WORDS } from "./words.js";

const state = await ask("/state");
document.title = state.file ? WORDS.main.titleOfPack({ name: state.file.name }) : WORDS.main.title;

if (state.file) studio(state);
else {
  document.body.classList.add("beginning");
  document.querySelector("footer").hidden = true;
  $("view").setAttribute("aria-label", WORDS.begin.begin);
  $("text").remove();
  $("side").remove();
  await begin($("view"));
  listen(state.alive, { opened: () => location.reload() });
  watchLife((alive) => say("life", alive ? null : WORDS.main.endedNoPack));
}
