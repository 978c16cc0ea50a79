// Boxes of a card under the mouse: which lies at a point, and how one is moved, resized and turned with guides.
import { el } from "./dom.js";
import { boundingRect, centre, containsPoint, nearestLine, resizeByHandle, roundToTenth, snapLines, rotateStep } from "./geometry.js";

/** Pixels within which a box snaps to a line. */
const REACH = 6;

export const isSlanted = (box) => box.angle % 90 !== 0;
const free = (event) => event.ctrlKey || event.altKey || event.metaKey;

/** Return a rectangle whose moved edges lie on tenths; the others stay. */
function tidy([x, y, width, height], side) {
  const [right, bottom] = [x + width, y + height];
  const left = side[0] < 0 ? roundToTenth(x) : x;
  const top = side[1] < 0 ? roundToTenth(y) : y;
  return [left, top, (side[0] > 0 ? left + roundToTenth(width) : right) - left, (side[1] > 0 ? top + roundToTenth(height) : bottom) - top];
}

/** Let boxes be moved by the mouse.
 *
 *  root: lies over the card; guides: holds the lines that a box snaps to. layer: returns the kind of piece, the boxes and the
 *  chosen ones, and where one is; puts one elsewhere, says where it is, writes that, or forgets it.
 */
export function boxDrag({ root, guides, layer }) {
  const scale = () => (layer.pack().size[0] + 2 * layer.pack().bleed) / root.getBoundingClientRect().width;
  function point(event) {
    const area = root.getBoundingClientRect();
    return [(event.clientX - area.left) * scale() - layer.pack().bleed, (event.clientY - area.top) * scale() - layer.pack().bleed];
  }
  const otherEnd = ([x, y]) => [layer.pack().size[0] - x, layer.pack().size[1] - y];

  /** Return the smallest box at a point, and whether it was met at its other end. */
  function boxAt(at) {
    const met = layer.boxes().flatMap((box, order) => {
      const rect = layer.rectOf(box);
      const inside = (spot) => {
        const [x, y] = centre(rect);
        const [dx, dy] = isSlanted(box) ? rotateStep([spot[0] - x, spot[1] - y], -layer.angleOf(box)) : [spot[0] - x, spot[1] - y];
        return containsPoint(rect, [x + dx, y + dy]);
      };
      const area = rect[2] * rect[3];
      if (inside(at)) return [{ box, order, area, twin: false }];
      return box.turned && inside(otherEnd(at)) ? [{ box, order, area, twin: true }] : [];
    });
    met.sort((one, other) => one.area - other.area || other.order - one.order);
    return met[0];
  }

  /** Follow the pointer until it is let go. moved: gets the step from the beginning in millimetres, and the event. */
  function drag(event, moved) {
    if (event.button) return;
    event.preventDefault();
    event.stopPropagation();
    const from = point(event);
    const { target, pointerId } = event;
    if (target.matches("button")) target.focus({ preventScroll: true });
    root.setPointerCapture(pointerId);
    let went = false;
    const follow = (next) => {
      const to = point(next);
      const step = [to[0] - from[0], to[1] - from[1]];
      if (!went && Math.hypot(...step) < 3 * scale()) return;
      went = true;
      moved(step, next, to);
    };
    const end = (next) => {
      root.removeEventListener("pointermove", follow);
      root.removeEventListener("pointerup", end);
      root.removeEventListener("pointercancel", end);
      guides.replaceChildren();
      if (!went) return;
      if (next.type === "pointercancel") { layer.forget(); return; }
      layer.tell();
      layer.write();
    };
    root.addEventListener("pointermove", follow);
    root.addEventListener("pointerup", end);
    root.addEventListener("pointercancel", end);
  }

  function showGuides(lines) {
    guides.replaceChildren(...lines.flatMap((line, axis) => {
      if (line === null) return [];
      const side = layer.pack().size[axis] + 2 * layer.pack().bleed;
      return [el("span", { className: axis ? "guide across" : "guide down", style: { [axis ? "top" : "left"]: `${((line + layer.pack().bleed) / side) * 100}%` } })];
    }));
  }

  const linesFor = (names) => snapLines(layer.pack().size, layer.pack().safe, layer.boxes().filter((each) => !names.includes(each.name)).map((each) => each.rect));

  function moving(twin) {
    const starts = layer.chosen().map((name) => [name, layer.rectOf(layer.named(name))]);
    const whole = boundingRect(starts.map(([, rect]) => rect));
    const lines = linesFor(layer.chosen());
    return (step, event) => {
      const way = twin ? -1 : 1;
      const by = step.map((each) => each * way);
      if (event.shiftKey) by[Math.abs(by[0]) < Math.abs(by[1]) ? 0 : 1] = 0;
      const snapped = [null, null];
      if (!free(event)) {
        for (const axis of [0, 1]) {
          const start = whole[axis] + by[axis];
          const [more, line] = nearestLine([start, start + whole[axis + 2] / 2, start + whole[axis + 2]], lines[axis], REACH * scale());
          by[axis] += more;
          snapped[axis] = line;
        }
      }
      showGuides(snapped);
      for (const [name, rect] of starts) {
        const to = [rect[0] + by[0], rect[1] + by[1]];
        // A line may lie between two tenths.
        layer.put(name, { rect: [roundToTenth(to[0]), roundToTenth(to[1]), rect[2], rect[3]] });
      }
    };
  }

  function pull(side) {
    return (() => {
      let start = null;
      let lines = null;
      return (step, event) => {
        const box = layer.named(layer.chosen()[0]);
        start ??= layer.rectOf(box);
        lines ??= linesFor(layer.chosen());
        const angle = isSlanted(box) ? layer.angleOf(box) : 0;
        const by = [...step];
        const snapped = [null, null];
        if (!angle && !free(event)) {
          for (const axis of [0, 1]) {
            if (!side[axis]) continue;
            const edge = start[axis] + (side[axis] > 0 ? start[axis + 2] : 0) + by[axis];
            const [more, line] = nearestLine([edge], lines[axis], REACH * scale());
            by[axis] += more;
            snapped[axis] = line;
          }
        }
        showGuides(snapped);
        const rect = resizeByHandle(start, side, by, angle, event.shiftKey);
        layer.put(box.name, { rect: angle ? rect : tidy(rect, side) });
      };
    })();
  }

  function turning() {
    return (_, event, to) => {
      const box = layer.named(layer.chosen()[0]);
      const [x, y] = centre(layer.rectOf(box));
      let angle = (Math.atan2(x - to[0], y - to[1]) * 180) / Math.PI;
      const near = Math.round(angle / 15) * 15;
      if (!free(event) && Math.abs(angle - near) < 4) angle = near;
      layer.put(box.name, { angle: Math.round(angle) });
    };
  }

  return { boxAt, drag, moving, point, pull, scale, turning };
}
