// Windows in which something is chosen by its picture: an icon, a font, a layout, a printer, a colour.
import { withActs } from "./acts.js";
import { afterPause, el } from "./dom.js";
import { Problem, Stale, ask, show, tab } from "./server.js";
import { WORDS } from "./words.js";

/** Return a drawing of the server as a picture, in which no script runs. */
export const drawing = (svg, more = {}) => el("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: "", ...more });

const ARROWS = { ArrowRight: 1, ArrowLeft: -1 };

/** Let arrow keys go through buttons as they lie beside and below one another. */
function arrowKeys(box) {
  box.addEventListener("keydown", (event) => {
    const all = [...box.querySelectorAll("button")];
    const at = all.indexOf(event.target);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const middle = (each) => { const { left, width, top } = each.getBoundingClientRect(); return [left + width / 2, top]; };
    const [x, y] = middle(all[at]);
    const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const step = ARROWS[event.key];
    let to = step ? all[at + step] : event.key === "Home" ? all[0] : event.key === "End" ? all.at(-1) : null;
    if (down) {
      const there = all.filter((each) => (middle(each)[1] - y) * down > 4);
      const row = there.length ? (down > 0 ? Math.min : Math.max)(...there.map((each) => middle(each)[1])) : 0;
      to = there.filter((each) => Math.abs(middle(each)[1] - row) < 4).sort((one, other) => Math.abs(middle(one)[0] - x) - Math.abs(middle(other)[0] - x))[0];
    }
    if (!to && !down && !step) return;
    event.preventDefault();
    if (!to) return;
    for (const each of all) each.tabIndex = each === to ? 0 : -1;
    to.focus();
  });
}

/** Let the user choose, and return the value, or null.
 *
 *  load: returns the offers for what is searched, [{value, label, small, image, of}], and in words how many there are;
 *  of is the heading of a group. search: what is searched for, or null. name: a class for the looks.
 */
export function pick({ title, about = "", load, search = null, chosen = null, name }) {
  return new Promise((done) => {
    let answer = null;
    const opener = document.activeElement;
    /** Who opened the window has the keyboard again, also where it was made anew meanwhile. */
    const back = () => { if (!opener.isConnected) [...document.querySelectorAll("button")].find((each) => each.ariaLabel && each.ariaLabel === opener.ariaLabel)?.focus(); };
    const said = el("p", { className: "small", role: "status" });
    const offers = el("div", { className: "offers" });
    const field = search && el("input", { type: "search", placeholder: search, "aria-label": search });
    const window = el("dialog", { className: `picker ${name}`, "aria-label": title, onclose: () => { window.remove(); back(); done(answer); }, onclick: (event) => { if (event.target === window) window.close(); } },
      el("form", { method: "dialog" }, el("h2", {}, title), el("button", { type: "submit", "aria-label": WORDS.common.close }, "×")),
      about ? el("p", {}, about) : null, field ? el("div", { className: "bar" }, field) : null, said, offers);
    // The window below does not hear of it.
    for (const kind of ["keydown", "click"]) window.addEventListener(kind, (event) => event.stopPropagation());
    arrowKeys(offers);

    async function fill() {
      try {
        const wish = field?.value.trim() ?? "";
        const found = await load(wish);
        if (wish !== (field?.value.trim() ?? "") || !window.open) return;
        said.textContent = found.said ?? "";
        let group = offers;
        let of;
        offers.replaceChildren();
        for (const each of found.offers) {
          if (each.of !== undefined && each.of !== of) {
            of = each.of;
            group = el("div", { className: "offered" });
            offers.append(el("section", { "aria-label": of }, el("h3", {}, of, each.about ? el("small", {}, each.about) : null), group));
          }
          group.append(el("button", { type: "button", tabIndex: -1, "aria-pressed": String(each.value === chosen), onclick: () => { answer = each.value; window.close(); } },
            each.image, el("span", {}, each.label), each.small ? el("small", {}, each.small) : null));
        }
        const all = [...offers.querySelectorAll("button")];
        const first = all.find((each) => each.getAttribute("aria-pressed") === "true") ?? all[0];
        if (first) { first.tabIndex = 0; if (!field) { first.focus(); first.scrollIntoView({ block: "nearest" }); } }
      } catch (error) {
        if (error instanceof Problem) said.replaceChildren(...withActs(error.message));
        else if (!(error instanceof Stale)) throw error;
        // A newer text took the place of the one that was asked about.
        else if (window.open) later();
      }
    }
    const later = afterPause(120, fill);
    field?.addEventListener("input", later);
    field?.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "Enter") return;
      event.preventDefault();
      const first = offers.querySelector("button");
      if (event.key === "Enter") first?.click(); else first?.focus();
    });
    document.body.append(window);
    window.showModal();
    fill();
  });
}

/** Make the windows of a desk, for the pack that is seen. */
export function pickers(desk) {
  const rev = () => desk.seen.rev;
  /** Return the icons that match what is searched. */
  const icons = (query) => ask("/icons", { tab, rev: rev(), query });
  let known = { rev: -1, answer: null };
  function fonts() {
    if (known.rev !== rev()) {
      const mine = known = { rev: rev(), answer: ask("/fonts", { tab, rev: rev() }) };
      mine.answer.catch(() => { if (known === mine) known = { rev: -1, answer: null }; });
    }
    return known.answer;
  }
  return {
    icons,
    /** Return the fonts with samples, and the font of each type of text. */
    fonts,
    icon: (chosen = null) => pick({
      title: WORDS.picker.icon, name: "icons", search: WORDS.picker.findIcons, chosen,
      load: async (query) => {
        const { icons: found, of } = await icons(query);
        return { said: found.length < of ? WORDS.picker.firstIcons({ count: found.length, icons: WORDS.counts.icons(of) }) : WORDS.counts.icons(of),
          offers: found.map(({ name, svg }) => ({ value: name, label: name, image: drawing(svg) })) };
      },
    }),
    font: (chosen, about) => pick({
      title: WORDS.picker.font, name: "fonts", about, chosen,
      load: async () => {
        const found = await fonts();
        return { offers: found.fonts.map(({ name, svg }) => ({ value: name, label: name, image: svg ? drawing(svg) : null })) };
      },
    }),
    layout: (list, chosen) => pick({
      title: WORDS.picker.layout, name: "layouts", about: WORDS.picker.aboutLayouts, chosen,
      load: async () => {
        const { layouts } = await ask("/layouts", { tab, rev: rev(), list });
        const ratio = desk.seen.pack.kinds[0].size.join(" / ");
        return { offers: layouts.map(({ name, keys }) => ({ value: name, label: name,
          image: el("span", { className: "faces" }, keys.map((key) => { const image = el("img", { alt: "", style: { "aspect-ratio": ratio } }); show(image, `picture/${key}`, 112); return image; })) })) };
      },
    }),
    /** Let the user look at a list of names, as `cardgen list` prints it, and choose one. */
    list: (topic) => pick({
      title: WORDS.picker.list({ topic }), name: "names", search: WORDS.picker.findNames, about: WORDS.picker.aboutNames,
      load: async (query) => {
        const { names } = await ask("/list", { topic });
        const found = names.filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(query.toLowerCase()));
        return { offers: found.map(({ name, text, of, picture }) => ({ value: name, label: name, small: text, of: of || undefined, image: picture ? el("img", { src: picture, alt: "" }) : null })) };
      },
    }),
    printer: (chosen) => pick({
      title: WORDS.picker.printer, name: "printers", chosen,
      about: WORDS.picker.aboutPrinters,
      load: async () => {
        const { printers } = await ask("/printers", { tab, rev: rev() });
        const fits = { exact: WORDS.picker.exact, scaled: WORDS.picker.scaled, "": WORDS.picker.unfit };
        return { offers: printers.flatMap((printer) => printer.products.map((each) => ({ value: printer.name, of: printer.title, about: printer.products[0].fit ? "" : WORDS.picker.noneFits,
          label: each.name, small: WORDS.picker.product({ size: `${each.size}${each.shape === "rectangle" ? "" : `, ${each.shape}`}`, fit: fits[each.fit] }), image: drawing(each.svg, { className: each.fit || "unfit" }) }))) };
      },
    }),
  };
}
