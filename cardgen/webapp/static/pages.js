// Finished pages, one below the other; those in sight are drawn, and a page stays until its successor is there.
import { el } from "./dom.js";
import { show } from "./server.js";

/** Make a list of pages. whole: show each whole, not as wide as there is room. */
export function pages(label, whole) {
  const root = el("ol", { className: "pages", "aria-label": label });
  const near = new Set();
  let shown = null;
  const observer = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (isIntersecting) near.add(target); else near.delete(target);
    }
    draw();
  }, { rootMargin: "300px" });

  function draw() {
    for (const item of near) {
      if (item.dataset.path) show(item.firstChild.firstChild, item.dataset.path, item.clientWidth);
    }
  }

  return {
    root,
    /** Show files: each with its key and the sizes of its pages in millimetres. */
    show(files, named) {
      shown = [files, named];
      const wanted = files.flatMap((file) => file.pages.map((size, number) => ({ file, size, number })));
      while (root.children.length > wanted.length) { near.delete(root.lastChild); observer.unobserve(root.lastChild); root.lastChild.remove(); }
      wanted.forEach(({ file, size, number }, at) => {
        let item = root.children[at];
        if (!item) {
          item = el("li", {}, el("div", { className: "page" }, el("img", { alt: "" })), el("span", {}));
          root.append(item);
          observer.observe(item);
        }
        const [wide, high] = size;
        item.style.setProperty("--ratio", `${wide} / ${high}`);
        item.style.setProperty("--width", whole ? `calc(max(100vh - 235px, 320px) * ${wide / high})` : `${Math.round(2.6 * wide)}px`);
        item.lastChild.textContent = named(at, file);
        item.dataset.path = `picture/${file.key}?page=${number}`;
      });
      requestAnimationFrame(draw);
    },
    draw,
    /** Show each page whole, or as wide as there is room. */
    fit(to) { whole = to; if (shown) this.show(...shown); },
  };
}
