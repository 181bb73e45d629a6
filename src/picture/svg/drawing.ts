import { drawingTime } from './cost.ts';
import { DrawingDoubt } from './doubt.ts';
import { bounded, readLength, readViewBox } from './number.ts';
import { type Part, readParts } from './part.ts';
import { parseXml } from './xml.ts';

/** What is known about a drawing before it is drawn. */
export interface DrawingReading {
  /** CSS pixels, where there is room for them. */
  width: number;
  height: number;
  /** Milliseconds that drawing takes at most, estimated. */
  time: number;
}

/** Pixels of a large screen, in either direction. What lies beyond them is not drawn at the same time. */
const MAX_SCREEN = 1500;

/** CSS pixels of a side. A smaller one shows nothing, and its ratio to the other gives sizes that nothing can have. */
const MIN_SIDE = 0.001;

/** CSS pixels of a drawing that states no size (CSS Images 3, 5.2). */
const OTHERWISE = { width: 300, height: 150 };

/**
 * Reads an SVG document and compares all that it holds with what is plain (`plain.ts`), in time linear in its length.
 * Throws a `DrawingDoubt` where something is not plain. A plain drawing may still take too long: the caller decides.
 *
 * @param text the whole document
 */
export function readDrawing(text: string): DrawingReading {
  const parts = readParts(parseXml(text));
  const size = sizeOf(parts.root);
  const box = readViewBox(parts.root.attributes.get('viewBox')) ?? size;
  // It is shown no larger than it states, and no wider than the screen.
  const shrink = Math.min(1, MAX_SCREEN / size.width);
  const zoom = Math.max(size.width / box.width, size.height / box.height) * shrink;
  const pixels = Math.min(size.width * shrink, MAX_SCREEN) * Math.min(size.height * shrink, MAX_SCREEN);
  return { ...size, time: drawingTime(parts, { side: Math.max(box.width, box.height), zoom, pixels }) };
}

/** The reason in an error that `readDrawing` threw. Undefined for an error of another kind. */
export function doubtIn(error: unknown): string | undefined {
  return error instanceof DrawingDoubt ? error.message : undefined;
}

function sizeOf({ attributes }: Part): { width: number; height: number } {
  const box = readViewBox(attributes.get('viewBox'));
  const otherwise = box ?? OTHERWISE;
  const measures = { side: Math.max(otherwise.width, otherwise.height), fontSize: 16 };
  const side = (name: 'width' | 'height') => {
    const text = attributes.get(name)?.trim() ?? 'auto';
    const length = text === 'auto' || text.endsWith('%') ? 0 : readLength(text, measures);
    return length > 0 ? length : undefined;
  };
  const [width, height] = [side('width'), side('height')];
  const ratio = otherwise.width / otherwise.height;
  return {
    width: shownSide(width ?? (height === undefined ? otherwise.width : height * ratio)),
    height: shownSide(height ?? (width === undefined ? otherwise.height : width / ratio)),
  };
}

function shownSide(pixels: number): number {
  if (pixels < MIN_SIDE) throw new DrawingDoubt('has a side that is too short to see');
  return bounded(pixels);
}
