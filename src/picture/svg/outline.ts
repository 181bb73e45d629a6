import { DrawingDoubt } from './doubt.ts';
import { bounded, NumberReader } from './number.ts';

/** Upper bounds of a shape, in user units of the shape. */
export interface Outline {
  width: number;
  height: number;
  /** Length of its outline. A curve counts as the way through its control points. */
  length: number;
  /** Lines and curves. */
  segments: number;
}

/** Collects the box, length and segments of a shape, point by point. */
class Bounds {
  #left = Number.POSITIVE_INFINITY;
  #right = Number.NEGATIVE_INFINITY;
  #top = Number.POSITIVE_INFINITY;
  #bottom = Number.NEGATIVE_INFINITY;
  length = 0;
  segments = 0;

  add(x: number, y: number, around = 0): void {
    this.#left = Math.min(this.#left, x - around);
    this.#right = Math.max(this.#right, x + around);
    this.#top = Math.min(this.#top, y - around);
    this.#bottom = Math.max(this.#bottom, y + around);
  }

  get outline(): Outline {
    const isEmpty = this.#right < this.#left;
    return {
      width: isEmpty ? 0 : this.#right - this.#left,
      height: isEmpty ? 0 : this.#bottom - this.#top,
      length: this.length,
      segments: this.segments,
    };
  }
}

/** The outline of a rectangle, with or without rounded corners. */
export function boxOutline(width: number, height: number): Outline {
  const [w, h] = [Math.abs(width), Math.abs(height)];
  return { width: w, height: h, length: 2 * (w + h), segments: 8 };
}

/** The outline of a circle or ellipse. */
export function ellipseOutline(rx: number, ry: number): Outline {
  return boxOutline(2 * rx, 2 * ry);
}

/**
 * The outline of lines through points. Closing them at most doubles the length.
 *
 * @param points x and y in turn
 */
export function lineOutline(points: readonly number[], isClosed: boolean): Outline {
  const bounds = new Bounds();
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    bounds.add(x, y);
    if (at > 0) bounds.length += Math.hypot(x - (points[at - 2] as number), y - (points[at - 1] as number));
    bounds.segments++;
  }
  if (isClosed) bounds.length *= 2;
  return bounds.outline;
}

/** How many numbers a command of path data takes (SVG 2, 9.3.9). It may be followed by several such sets. */
const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/**
 * The outline of path data. Throws a `DrawingDoubt` where the data is not valid: browsers draw it up to the mistake.
 */
export function pathOutline(data: string): Outline {
  const reader = new NumberReader(data);
  const bounds = new Bounds();
  const pen = new Pen(bounds);
  let isFirst = true;
  for (let letter = reader.letter(); letter !== undefined; letter = reader.letter()) {
    const command = letter.toUpperCase();
    const count = Object.hasOwn(ARGUMENTS, command) ? ARGUMENTS[command] : undefined;
    if (count === undefined || (isFirst && command !== 'M')) throw new DrawingDoubt('has path data that is not plain');
    isFirst = false;
    const isRelative = letter !== command;
    if (count === 0) {
      pen.close();
      continue;
    }
    let next = reader.first();
    if (next === undefined) throw new DrawingDoubt('has path data that is not plain');
    for (let round = 0; next !== undefined; round++) {
      pen.draw(command, round, isRelative, argumentsOf(reader, command, count, next));
      next = reader.next();
    }
  }
  return bounds.outline;
}

function argumentsOf(reader: NumberReader, command: string, count: number, first: number): number[] {
  const found = [first];
  while (found.length < count) {
    if (command === 'A' && (found.length === 3 || found.length === 4)) {
      reader.flag();
      found.push(0);
    } else found.push(reader.take());
  }
  return found;
}

class Pen {
  readonly bounds: Bounds;
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  /** Largest distance from here to the last control point, which `S` and `T` mirror. */
  #reach = 0;

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  close(): void {
    this.#line(this.#startX, this.#startY);
    this.#reach = 0;
  }

  draw(command: string, round: number, isRelative: boolean, numbers: readonly number[]): void {
    const [ox, oy] = isRelative ? [this.#x, this.#y] : [0, 0];
    const number = (at: number) => numbers[at] as number;
    if (command === 'H') this.#line(ox + number(0), this.#y);
    else if (command === 'V') this.#line(this.#x, oy + number(0));
    else if (command === 'M' && round === 0) {
      [this.#x, this.#y] = [bounded(ox + number(0)), bounded(oy + number(1))];
      [this.#startX, this.#startY] = [this.#x, this.#y];
      this.bounds.add(this.#x, this.#y);
    } else if (command === 'A') this.#arc(number(0), number(1), ox + number(5), oy + number(6));
    else if (command === 'M' || command === 'L') this.#line(ox + number(0), oy + number(1));
    else {
      this.#curve(
        command === 'S' || command === 'T',
        numbers.map((value, at) => value + (at % 2 === 0 ? ox : oy)),
      );
      return;
    }
    this.#reach = 0;
  }

  #line(x: number, y: number): void {
    this.bounds.length += Math.hypot(x - this.#x, y - this.#y);
    this.#move(x, y);
  }

  #move(x: number, y: number): void {
    [this.#x, this.#y] = [bounded(x), bounded(y)];
    this.bounds.add(x, y);
    this.bounds.segments++;
  }

  /** A Bézier curve lies within its control points, and is no longer than the way through them. */
  #curve(isSmooth: boolean, points: readonly number[]): void {
    const reach = isSmooth ? this.#reach : 0;
    this.bounds.add(this.#x, this.#y, reach);
    let [x, y, length, last] = [this.#x, this.#y, 2 * reach, reach];
    for (let at = 0; at + 1 < points.length; at += 2) {
      const [nextX, nextY] = [points[at] as number, points[at + 1] as number];
      last = Math.hypot(nextX - x, nextY - y);
      length += last;
      this.bounds.add(nextX, nextY);
      [x, y] = [nextX, nextY];
    }
    this.bounds.length += length;
    // `T` has no control point of its own, but the mirrored one.
    this.#reach = bounded(points.length === 2 ? last + reach : last);
    this.#move(x, y);
  }

  /** An arc. Radii that are too small for the distance grow (SVG 2, B.2.5). */
  #arc(rx: number, ry: number, x: number, y: number): void {
    const [small, large] = [Math.min(Math.abs(rx), Math.abs(ry)), Math.max(Math.abs(rx), Math.abs(ry))];
    const distance = Math.hypot(x - this.#x, y - this.#y);
    if (small === 0) {
      this.#line(x, y);
      return;
    }
    const radius = bounded(large * Math.max(1, distance / 2 / small));
    this.bounds.add(this.#x, this.#y, 2 * radius);
    this.bounds.add(x, y, 2 * radius);
    this.bounds.length += 2 * Math.PI * radius;
    // An arc is drawn as four curves at most.
    this.bounds.segments += 3;
    this.#move(x, y);
  }
}
