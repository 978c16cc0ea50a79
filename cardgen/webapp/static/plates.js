// The plates of a face that is seen large: each alone, special inks on the face, and the inks at a point.
import { el, keepFocus } from "./dom.js";
import { WORDS } from "./words.js";

const INKS = [WORDS.face.cyan, WORDS.face.magenta, WORDS.face.yellow, WORDS.face.black];

/** Return a plate in one colour, clear where it has no ink. shines: as metal does. */
function tinted({ data, width, height }, color, shines = false) {
  const drawn = Object.assign(document.createElement("canvas"), { width, height });
  const context = drawn.getContext("2d");
  context.putImageData(new ImageData(data.map((value, n) => (n % 4 === 3 ? data[n - 3] : value)), width, height), 0, 0);
  context.globalCompositeOperation = "source-in";
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  if (!shines) return drawn;
  context.globalCompositeOperation = "source-atop";
  const light = context.createLinearGradient(0, 0, width, height);
  for (const [at, stop] of ["#fff0", "#fffa", "#fff0", "#fff8", "#fff0"].entries()) light.addColorStop(at / 4, stop);
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
  return drawn;
}

/** Make the controls of plates, which are drawn on a canvas over the face on a stage. shown: returns the kind of piece and the
 *  face that are seen. */
export function plates({ canvas, stage, shown }) {
  const said = el("output", { className: "inks" }, "");
  const buttons = el("div", { className: "plates", role: "group", "aria-label": WORDS.face.plates });
  const overCard = el("div", { className: "tools", role: "group", "aria-label": WORDS.face.specialInks });
  // Foil, varnish and white have plates of their own.
  const plateNames = () => [...INKS, ...shown().kind.special_inks.map((each) => each.plate)];
  /** The plate that is shown alone; "" for the face. */
  let alone = "";
  /** The plates of special inks that are not shown on the face. */
  const left = new Set();
  function fill() {
    if (!plateNames().includes(alone)) alone = "";
    keepFocus(buttons, () => ["", ...plateNames()].map((name) => el("button", { type: "button", "aria-pressed": String(name === alone), onclick: () => { alone = name; fill(); paint(); } }, name || WORDS.face.asPrinted)));
    keepFocus(overCard, () => shown().kind.special_inks.map(({ plate, color }) => el("label", {},
      el("input", { type: "checkbox", checked: !left.has(plate), disabled: Boolean(alone), onchange: ({ target }) => { if (target.checked) left.delete(plate); else left.add(plate); paint(); } }),
      el("span", { className: "swatch", style: { background: color } }), WORDS.face.inkOnFace({ ink: plate }))));
  }

  let inks = null;
  let reading = null;
  /** Read the plates of the face as it is now; tell whether they are there. */
  const load = () => reading ??= (async () => {
    const { key } = shown().face;
    const answers = await Promise.all(plateNames().map((_, at) => fetch(`plate/${key}?ink=${at}`)));
    const bitmaps = answers.some((each) => each.status !== 200) ? [] : await Promise.all(answers.map(async (answer) => createImageBitmap(await answer.blob())));
    // A face that was changed meanwhile has other plates.
    if (key !== shown().face.key) return false;
    if (!bitmaps.length) { reading = null; return false; }
    inks = bitmaps.map((bitmap) => {
      const context = Object.assign(document.createElement("canvas"), { width: bitmap.width, height: bitmap.height })
        .getContext("2d", { willReadFrequently: true });
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height);
    });
    return true;
  })();

  /** Draw the plate that is shown alone, or the special inks on the face. */
  async function paint() {
    const special = () => shown().kind.special_inks.filter((each) => !left.has(each.plate));
    if (!(alone || special().length) || !await load() || !inks) { canvas.hidden = true; return; }
    const [{ width, height }] = inks;
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    const plateOf = (name) => inks[plateNames().indexOf(name)];
    if (alone) {
      context.fillStyle = "#fff";
      context.fillRect(0, 0, width, height);
      context.drawImage(tinted(plateOf(alone), "#000"), 0, 0);
    } else {
      for (const { plate, color, opacity } of special()) {
        context.globalAlpha = opacity;
        context.drawImage(tinted(plateOf(plate), color, opacity === 1), 0, 0);
      }
    }
    canvas.hidden = false;
  }

  stage.addEventListener("pointermove", async (event) => {
    // A box that is dragged is not looked into.
    if (event.buttons || !await load() || !inks) return;
    const box = stage.getBoundingClientRect();
    const { width, height } = inks[0];
    const x = Math.min(width - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * width)));
    const y = Math.min(height - 1, Math.max(0, Math.floor(((event.clientY - box.top) / box.height) * height)));
    const shares = inks.map((each) => Math.round((each.data[4 * (y * width + x)] / 255) * 100));
    const special = plateNames().slice(INKS.length).filter((_, n) => shares[INKS.length + n] > 0).map((name) => `, ${name}`).join("");
    const sum = shares.slice(0, INKS.length).reduce((a, b) => a + b);
    said.textContent = WORDS.face.inks({ cyan: shares[0], magenta: shares[1], yellow: shares[2], black: shares[3], sum }) + special;
  });

  return {
    elements: [overCard, buttons, said],
    /** Show the face as it is now. */
    show() {
      inks = reading = null;
      canvas.hidden = true;
      fill();
      paint();
    },
  };
}
