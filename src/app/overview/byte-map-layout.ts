/** A rectangle of a map, in the unit of its width and height. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The least width and height of what can be pressed, in CSS pixels. */
const LEAST_SIDE = 24;

/** Parts drawn at most. More are told apart by nobody. */
const MAX_PARTS = 60;

/** Parts without a box of their own have one together, unless they are less than this share of all. */
const LEAST_REST = 0.01;

/** The box of the rest is at most as large as this share of all others: a thousand equal parts would leave them no room. */
const MOST_REST = 0.25;

/**
 * The biggest parts that can each have a box that can be pressed, in proportion to their sizes. The last box is that of
 * the rest together, if `hasRest`.
 *
 * @param sizes biggest first
 */
export function mapLayout(
  sizes: readonly number[],
  width: number,
  height: number,
): { boxes: Box[]; shown: number; hasRest: boolean } {
  const total = sum(sizes);
  if (width <= 0 || height <= 0 || total <= 0) return { boxes: [], shown: 0, hasRest: false };
  let rest = sum(sizes.slice(MAX_PARTS));
  for (let shown = Math.min(MAX_PARTS, sizes.length); shown > 0; shown--) {
    const hasRest = rest >= LEAST_REST * total;
    const restSize = Math.min(rest, MOST_REST * (total - rest));
    const boxes = squarified([...sizes.slice(0, shown), ...(hasRest ? [restSize] : [])], width, height);
    if (shown === 1 || boxes.every((box) => Math.min(box.width, box.height) >= LEAST_SIDE)) {
      return { boxes, shown, hasRest };
    }
    rest += sizes[shown - 1] ?? 0;
  }
  return { boxes: [], shown: 0, hasRest: false };
}

/** How wide a character of a label is, and what a box has beside it, in CSS pixels. */
const CHARACTER = 7.5;
const SIDES = 20;

/**
 * The ends of names that boxes have room for: the last two parts, `layers.17` of `model.layers.17`. Where one of those
 * with the same beginning has room for the last one alone, they all have that. One without room for any does not count.
 */
export function labelsWithin(of: readonly { label: string; width: number }[]): string[] {
  const isTight = new Set(
    of.flatMap(({ label, width }) => {
      const hasRoomFor = (parts: 1 | 2) => lastParts(label, parts).length * CHARACTER + SIDES <= width;
      return hasRoomFor(1) && !hasRoomFor(2) ? [label.slice(0, label.lastIndexOf('.'))] : [];
    }),
  );
  return of.map(({ label }) => lastParts(label, isTight.has(label.slice(0, label.lastIndexOf('.'))) ? 1 : 2));
}

/** The last one or two parts of a name. All of one that has an empty part there. */
function lastParts(label: string, parts: 1 | 2): string {
  const dot = label.lastIndexOf('.');
  if (dot <= 0 || dot === label.length - 1) return label;
  return label.slice((parts === 1 ? dot : label.lastIndexOf('.', dot - 1)) + 1);
}

/**
 * Boxes with areas in proportion to the sizes, as near to squares as rows along the shorter side allow (Bruls, Huizing
 * and van Wijk: Squarified Treemaps, 2000).
 */
export function squarified(sizes: readonly number[], width: number, height: number): Box[] {
  const scale = (width * height) / sum(sizes);
  const areas = sizes.map((size) => size * scale);
  const boxes: Box[] = [];
  let free: Box = { x: 0, y: 0, width, height };
  for (let start = 0; start < areas.length; ) {
    const side = Math.min(free.width, free.height);
    let end = start + 1;
    while (end < areas.length && worst(areas.slice(start, end + 1), side) <= worst(areas.slice(start, end), side))
      end++;
    free = placeRow(areas.slice(start, end), free, boxes);
    start = end;
  }
  return boxes;
}

/** The highest ratio of two sides in a row along `side`. */
function worst(areas: readonly number[], side: number): number {
  const thick = sum(areas) / side;
  return Math.max(...areas.map((area) => Math.max(area / thick ** 2, thick ** 2 / area)));
}

/** Puts a row along the shorter side of what is free, and gives what is free then. */
function placeRow(areas: readonly number[], free: Box, boxes: Box[]): Box {
  const { x, y, width, height } = free;
  const isColumn = width >= height;
  const thick = sum(areas) / (isColumn ? height : width);
  let at = isColumn ? y : x;
  for (const area of areas) {
    const long = area / thick;
    boxes.push(isColumn ? { x, y: at, width: thick, height: long } : { x: at, y, width: long, height: thick });
    at += long;
  }
  return isColumn
    ? { x: x + thick, y, width: width - thick, height }
    : { x, y: y + thick, width, height: height - thick };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
