import { viewOf } from '../../base/bytes.ts';

/** Where a photo was taken: degrees of WGS 84, north and east positive. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** What a block says of the place and the device. */
export interface Told {
  /** `named`: it names a place, without coordinates that can be read. */
  place?: Coordinates | 'named' | undefined;
  /** Maker and model of the camera, or that its number is there. A stranger's text. */
  device?: string | undefined;
}

/** Entries of one directory (IFD) that are read. Cameras write some fifty. */
const MAX_ENTRIES = 500;

/** Characters of a maker's or a model's name that are read. */
const MAX_NAME = 60;

const [MAKE, MODEL, ORIENTATION, EXIF, GPS] = [0x010f, 0x0110, 0x0112, 0x8769, 0x8825];
const [MAKER_NOTE, BODY_SERIAL, LENS_SERIAL] = [0x927c, 0xa431, 0xa435];
const [LATITUDE_SIDE, LATITUDE, LONGITUDE_SIDE, LONGITUDE] = [1, 2, 3, 4];
/** Time, date and version of GPS say nothing of a place. */
const PLACELESS = new Set([0, 7, 29]);

/** Where the TIFF file of an Exif block begins: some writers put `Exif\0\0` before it outside of JPEG too. */
function tiffStart(bytes: Uint8Array): number {
  return bytes[0] === 0x45 && bytes[1] === 0x78 ? 6 : 0;
}

/** Place and device of an Exif block (Exif 2.32, 4.6). What cannot be read is left out. Never throws. */
export function readExif(bytes: Uint8Array): Told {
  const tiff = Tiff.of(bytes.subarray(tiffStart(bytes)));
  if (!tiff) return {};
  const main = tiff.directory(tiff.first);
  const exif = tiff.directoryAt(main, EXIF);
  const gps = tiff.directoryAt(main, GPS);
  const [make, model] = [tiff.text(main.get(MAKE)), tiff.text(main.get(MODEL))];
  const named = model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`.trim();
  const hasNumber = [BODY_SERIAL, LENS_SERIAL, MAKER_NOTE].some((tag) => exif.has(tag));
  return { place: placeOf(tiff, gps), device: named || (hasNumber ? 'its camera' : undefined) };
}

function placeOf(tiff: Tiff, gps: Directory): Told['place'] {
  if ([...gps.keys()].every((tag) => PLACELESS.has(tag))) return undefined;
  const [latitude, longitude] = [tiff.degrees(gps.get(LATITUDE)), tiff.degrees(gps.get(LONGITUDE))];
  if (latitude === undefined || longitude === undefined || latitude > 90 || longitude > 180) return 'named';
  return {
    latitude: tiff.text(gps.get(LATITUDE_SIDE)) === 'S' ? -latitude : latitude,
    longitude: tiff.text(gps.get(LONGITUDE_SIDE)) === 'W' ? -longitude : longitude,
  };
}

/** The orientation of an Exif block, 1 to 8. One where it has none: the picture is as it is stored. */
export function readOrientation(bytes: Uint8Array): number {
  const tiff = Tiff.of(bytes.subarray(tiffStart(bytes)));
  const value = tiff?.short(tiff.directory(tiff.first).get(ORIENTATION)) ?? 1;
  return value >= 1 && value <= 8 ? value : 1;
}

/** A directory of one entry: the header, the count, the entry, and that no other directory follows. */
const BLANK_BYTES = 26;

/** An Exif block of the same length that says only the orientation. One too short for that is all zeros. */
export function blankExif(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blank = new Uint8Array(bytes.length);
  const start = tiffStart(bytes);
  if (bytes.length < start + BLANK_BYTES) return blank;
  blank.set(bytes.subarray(0, start));
  const view = viewOf(blank.subarray(start));
  view.setUint32(0, 0x4d4d002a);
  view.setUint32(4, 8);
  view.setUint16(8, 1);
  view.setUint16(10, ORIENTATION);
  view.setUint16(12, SHORT);
  view.setUint32(14, 1);
  view.setUint16(18, readOrientation(bytes));
  return blank;
}

/** An entry of a directory. Its value stands in its last four bytes, or where these say. */
interface Entry {
  type: number;
  count: number;
  at: number;
}

type Directory = ReadonlyMap<number, Entry>;

const [ASCII, SHORT, LONG, RATIONAL, SIGNED_RATIONAL, POINTER] = [2, 3, 4, 5, 10, 13];

/** The part of TIFF that Exif uses (TIFF 6.0, section 2). Offsets outside of the block give nothing. */
class Tiff {
  readonly first: number;
  readonly #view: DataView;
  readonly #isLittle: boolean;

  private constructor(view: DataView, isLittle: boolean) {
    this.#view = view;
    this.#isLittle = isLittle;
    this.first = view.getUint32(4, isLittle);
  }

  static of(bytes: Uint8Array): Tiff | undefined {
    if (bytes.length < 8) return undefined;
    const view = viewOf(bytes);
    const order = view.getUint16(0);
    if (order !== 0x4949 && order !== 0x4d4d) return undefined;
    return view.getUint16(2, order === 0x4949) === 42 ? new Tiff(view, order === 0x4949) : undefined;
  }

  directory(at: number): Directory {
    const entries = new Map<number, Entry>();
    if (at < 8 || at + 2 > this.#view.byteLength) return entries;
    const count = Math.min(MAX_ENTRIES, this.#view.getUint16(at, this.#isLittle));
    for (let next = at + 2, left = count; left > 0 && next + 12 <= this.#view.byteLength; next += 12, left--) {
      const tag = this.#view.getUint16(next, this.#isLittle);
      if (entries.has(tag)) continue;
      const type = this.#view.getUint16(next + 2, this.#isLittle);
      entries.set(tag, { type, count: this.#view.getUint32(next + 4, this.#isLittle), at: next + 8 });
    }
    return entries;
  }

  /** The directory that an entry of another one leads to. */
  directoryAt(from: Directory, tag: number): Directory {
    const entry = from.get(tag);
    const leads = entry?.count === 1 && (entry.type === LONG || entry.type === POINTER);
    return leads ? this.directory(this.#view.getUint32(entry.at, this.#isLittle)) : new Map();
  }

  short(entry: Entry | undefined): number | undefined {
    return entry?.type === SHORT && entry.count === 1 ? this.#view.getUint16(entry.at, this.#isLittle) : undefined;
  }

  text(entry: Entry | undefined): string {
    if (entry?.type !== ASCII) return '';
    const length = Math.min(entry.count, MAX_NAME);
    const at = entry.count <= 4 ? entry.at : this.#view.getUint32(entry.at, this.#isLittle);
    if (at + length > this.#view.byteLength) return '';
    const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, length);
    return (new TextDecoder().decode(bytes).split('\0')[0] ?? '').trim();
  }

  /** Degrees, minutes and seconds, each a fraction. */
  degrees(entry: Entry | undefined): number | undefined {
    // Some phones call them signed.
    const isRational = entry?.type === RATIONAL || entry?.type === SIGNED_RATIONAL;
    if (!isRational || entry.count < 1 || entry.count > 3) return undefined;
    const at = this.#view.getUint32(entry.at, this.#isLittle);
    if (at + 8 * entry.count > this.#view.byteLength) return undefined;
    let sum = 0;
    for (let part = 0; part < entry.count; part++) {
      const above = this.#view.getUint32(at + 8 * part, this.#isLittle);
      const below = this.#view.getUint32(at + 8 * part + 4, this.#isLittle);
      if (below === 0 && above !== 0) return undefined;
      sum += above === 0 ? 0 : above / below / 60 ** part;
    }
    return sum;
  }
}
