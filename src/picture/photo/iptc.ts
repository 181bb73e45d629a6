import { begins, viewOf } from '../../base/bytes.ts';

import type { Told } from './exif.ts';

/**
 * Datasets of IPTC-IIM's application record that name a place: content location code and name, city, sublocation,
 * province, country code, country, (IIM 4.2, chapter 6).
 */
const PLACES = new Set([26, 27, 90, 92, 95, 100, 101]);

/** Resource of Photoshop that holds IPTC-IIM. */
const IPTC = 0x0404;

/** A place that IPTC names, if any. */
export function readIptc(bytes: Uint8Array): Told {
  return { place: placeValues(bytes).length > 0 ? 'named' : undefined };
}

/** The same block, with each place name overwritten by spaces. */
export function blankIptc(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blank = Uint8Array.from(bytes);
  for (const { start, end } of placeValues(bytes)) blank.fill(0x20, start, end);
  return blank;
}

/** Resources with Exif (two of them) and XMP, which are not read. */
const OTHERS = new Set([0x0422, 0x0423, 0x0424]);

/** Whether Photoshop's resources have a description that is not read, or go on from another segment. */
export function hasUnreadResource(bytes: Uint8Array): boolean {
  const { found, end } = resources(bytes);
  return end < bytes.length || found.some(({ id }) => OTHERS.has(id));
}

/** Where the names of places stand in a block of Photoshop's resources (`8BIM`). */
function placeValues(bytes: Uint8Array): { start: number; end: number }[] {
  const { found } = resources(bytes);
  return found.flatMap(({ id, start, end }) => (id === IPTC ? datasets(bytes, start, end) : []));
}

/** Photoshop's resources, and where the last one that can be read ends. */
function resources(bytes: Uint8Array): { found: { id: number; start: number; end: number }[]; end: number } {
  const view = viewOf(bytes);
  const found: { id: number; start: number; end: number }[] = [];
  let at = 0;
  while (at + 12 <= bytes.length && begins(bytes, '8BIM', at)) {
    // The name, with its length, has an even number of bytes.
    const name = (bytes[at + 6] as number) + 1;
    const sizeAt = at + 6 + name + (name % 2);
    if (sizeAt + 4 > bytes.length) break;
    const start = sizeAt + 4;
    const size = view.getUint32(sizeAt);
    found.push({ id: view.getUint16(at + 4), start, end: Math.min(bytes.length, start + size) });
    at = start + size + (size % 2);
  }
  return { found, end: at };
}

function datasets(bytes: Uint8Array, from: number, to: number): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = from; at + 5 <= to && bytes[at] === 0x1c; ) {
    const [start, size] = [at + 5, viewOf(bytes).getUint16(at + 3)];
    // Longer than 32 KiB is not a name of a place.
    if (size >= 0x8000 || start + size > to) return found;
    const isPlace = bytes[at + 1] === 2 && PLACES.has(bytes[at + 2] as number);
    at = start + size;
    if (isPlace && bytes.subarray(start, at).some((byte) => byte !== 0x20)) found.push({ start, end: at });
  }
  return found;
}
