// Places on a card in millimetres: turning, snapping, aligning. A rectangle is [left, top, width, height].

export const roundToTenth = (length) => Math.round(length * 10) / 10 + 0;
export const centre = ([x, y, width, height]) => [x + width / 2, y + height / 2];
export const containsPoint = ([x, y, width, height], [px, py]) => px >= x && px <= x + width && py >= y && py <= y + height;

/** Return a step turned by degrees anticlockwise, as the screen shows them. */
export function rotateStep([x, y], degrees) {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [x * cosine + y * sine, y * cosine - x * sine];
}

/** Return the rectangle around several. */
export function boundingRect(rects) {
  const x = Math.min(...rects.map((each) => each[0]));
  const y = Math.min(...rects.map((each) => each[1]));
  return [x, y, Math.max(...rects.map((each) => each[0] + each[2])) - x, Math.max(...rects.map((each) => each[1] + each[3])) - y];
}

/** Return a rectangle after one of its handles was pulled by a step; the opposite side stays where it is.
 *
 *  side: -1, 0 or 1 in each direction; degrees: how far the box is turned; even: keeps its proportions.
 */
export function resizeByHandle(rect, side, step, degrees, even = false) {
  const [right, down] = rotateStep(step, -degrees);
  let width = Math.max(1, rect[2] + side[0] * right);
  let height = Math.max(1, rect[3] + side[1] * down);
  if (even && side[0] && side[1]) {
    const by = Math.max(width / rect[2], height / rect[3]);
    [width, height] = [rect[2] * by, rect[3] * by];
  }
  const grown = rotateStep([(side[0] * (width - rect[2])) / 2, (side[1] * (height - rect[3])) / 2], degrees);
  const [x, y] = centre(rect);
  return [x + grown[0] - width / 2, y + grown[1] - height / 2, width, height];
}

/** Return the lines that boxes snap to: edges, middle and safe zone of the card, edges and middles of other boxes. */
export function snapLines([width, height], safe, others) {
  const along = (side, axis) => [0, side / 2, side, safe, side - safe,
    ...others.flatMap((each) => [each[axis], each[axis] + each[axis + 2] / 2, each[axis] + each[axis + 2]])];
  return [along(width, 0), along(height, 1)];
}

/** Return how far a length is from the nearest line, and the line; [0, null] if none is within reach. */
export function nearestLine(places, lines, reach) {
  let found = [0, null];
  let least = reach;
  for (const place of places) {
    for (const line of lines) {
      if (Math.abs(line - place) < least) { least = Math.abs(line - place); found = [line - place, line]; }
    }
  }
  return found;
}

/** Return rectangles aligned: axis 0 across, 1 down; share: 0 at the beginning, 0.5 in the middle, 1 at the end of an area. */
export const alignRects = (rects, area, axis, share) => rects.map((rect) => {
  const moved = [...rect];
  moved[axis] = area[axis] + (area[axis + 2] - rect[axis + 2]) * share;
  return moved;
});

/** Return rectangles with the same distance between each two along an axis; the outermost stay. */
export function distributeRects(rects, axis) {
  const order = rects.map((_, at) => at).sort((one, other) => rects[one][axis] - rects[other][axis]);
  const area = boundingRect(rects);
  const free = area[axis + 2] - rects.reduce((sum, each) => sum + each[axis + 2], 0);
  const moved = rects.map((each) => [...each]);
  let at = area[axis];
  for (const place of order) {
    moved[place][axis] = at;
    at += rects[place][axis + 2] + free / (rects.length - 1);
  }
  return moved;
}
