import { deflateSync } from 'node:zlib';
import { concatBytes } from '../../base/bytes.ts';
import { crc32 } from '../../codec/crc32.ts';

/** Bytes of text (one character a byte), numbers, and parts made before. */
export function bytesOf(...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return concatBytes(
    parts.map((part) =>
      typeof part === 'string' ? Uint8Array.from(part, (char) => char.charCodeAt(0)) : Uint8Array.from(part),
    ),
  );
}

export const big = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** (bytes - 1 - at)) & 255);
const little = (value: number, bytes: number) => big(value, bytes).reverse();

export interface ExifParts {
  isLittle?: boolean;
  make?: string;
  model?: string;
  orientation?: number;
  /** Degrees, minutes and hundredths of seconds, each side by its letter. */
  gps?: {
    latitude: readonly [number, number, number, 'N' | 'S'];
    longitude: readonly [number, number, number, 'E' | 'W'];
  };
}

type Value = { tag: number; type: number; count: number; bytes: number[] };

/** A TIFF file with a directory of the camera, and one of its position (Exif 2.32, 4.6). */
export function exifOf({ isLittle = false, make, model, orientation, gps }: ExifParts): Uint8Array<ArrayBuffer> {
  const num = isLittle ? little : big;
  const text = (tag: number, value: string): Value => {
    const bytes = [...bytesOf(value), 0];
    return { tag, type: 2, count: bytes.length, bytes };
  };
  const angle = (tag: number, [degrees, minutes, hundredths]: readonly [number, number, number, string]): Value => ({
    tag,
    type: 5,
    count: 3,
    bytes: [degrees, 1, minutes, 1, hundredths, 100].flatMap((part) => num(part, 4)),
  });
  const main: Value[] = [];
  if (make !== undefined) main.push(text(0x010f, make));
  if (model !== undefined) main.push(text(0x0110, model));
  if (orientation !== undefined) main.push({ tag: 0x0112, type: 3, count: 1, bytes: num(orientation, 2) });
  const position: Value[] = gps
    ? [text(1, gps.latitude[3]), angle(2, gps.latitude), text(3, gps.longitude[3]), angle(4, gps.longitude)]
    : [];
  const pointer: Value = { tag: 0x8825, type: 4, count: 1, bytes: [] };
  if (gps) main.push(pointer);
  const directory = (values: readonly Value[], at: number): number[] => {
    const data: number[] = [];
    const dataAt = at + 2 + 12 * values.length + 4;
    const entries = values.flatMap(({ tag, type, count, bytes }) => {
      const isShort = bytes.length <= 4;
      const value = isShort ? [...bytes, 0, 0, 0, 0].slice(0, 4) : num(dataAt + data.length, 4);
      if (!isShort) data.push(...bytes, ...(bytes.length % 2 ? [0] : []));
      return [...num(tag, 2), ...num(type, 2), ...num(count, 4), ...value];
    });
    return [...num(values.length, 2), ...entries, 0, 0, 0, 0, ...data];
  };
  pointer.bytes = num(0, 4);
  pointer.bytes = num(8 + directory(main, 8).length, 4);
  const first = directory(main, 8);
  return bytesOf(
    isLittle ? 'II' : 'MM',
    num(42, 2),
    num(8, 4),
    first,
    gps ? directory(position, 8 + first.length) : [],
  );
}

export function xmpOf(properties: string): Uint8Array<ArrayBuffer> {
  return bytesOf(
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description ${properties}/></rdf:RDF></x:xmpmeta>`,
  );
}

/** Photoshop's resources with IPTC-IIM of one dataset of the application record. */
export function iptcOf(dataset: number, value: string): Uint8Array<ArrayBuffer> {
  const iim = bytesOf([0x1c, 2, dataset], big(value.length, 2), value);
  return bytesOf('8BIM', [0x04, 0x04, 0, 0], big(iim.length, 4), iim, iim.length % 2 ? [0] : []);
}

const segment = (marker: number, content: Uint8Array) => bytesOf([0xff, marker], big(content.length + 2, 2), content);

export interface PhotoParts {
  exif?: Uint8Array;
  xmp?: Uint8Array;
  iptc?: Uint8Array;
}

/** A JPEG file whose picture is only said to be there. With `second`, its index lists that file behind it (MPF). */
export function jpegOf({ exif, xmp, iptc }: PhotoParts, second?: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = bytesOf(
    [0xff, 0xd8],
    segment(0xe0, bytesOf('JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0])),
    exif ? segment(0xe1, bytesOf('Exif\0\0', exif)) : [],
    xmp ? segment(0xe1, bytesOf('http://ns.adobe.com/xap/1.0/\0', xmp)) : [],
    iptc ? segment(0xed, bytesOf('Photoshop 3.0\0', iptc)) : [],
  );
  const tail = bytesOf(
    segment(0xc0, bytesOf([8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
    segment(0xda, bytesOf([1, 1, 0, 0, 63, 0])),
    [1, 2, 3, 0xff, 0, 4, 0xff, 0xd9],
  );
  if (!second) return bytesOf(head, tail);
  const index = (offset: number) =>
    segment(
      0xe2,
      bytesOf(
        'MPF\0MM\0*',
        big(8, 4),
        [0, 1, 0xb0, 0x02, 0, 7],
        big(32, 4),
        big(26, 4),
        [0, 0, 0, 0],
        [...big(0, 4), ...big(0, 4), ...big(0, 4), ...big(0, 4)],
        [...big(0, 4), ...big(second.length, 4), ...big(offset, 4), ...big(0, 4)],
      ),
    );
  // Offsets count from "MM", which stands eight bytes behind the segment's marker.
  const offset = index(0).length - 8 + tail.length;
  return bytesOf(head, index(offset), tail, second);
}

/** A chunk of a PNG file. */
export function chunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const body = bytesOf(type, content);
  return bytesOf(big(content.length, 4), body, big(crc32(body), 4));
}

/** A PNG of one gray pixel, with other chunks around its data. */
export function pngOf(before: readonly Uint8Array[] = [], after: readonly Uint8Array[] = []): Uint8Array<ArrayBuffer> {
  return bytesOf(
    '\x89PNG\r\n\x1a\n',
    chunk('IHDR', bytesOf(big(1, 4), big(1, 4), [8, 0, 0, 0, 0])),
    ...before,
    chunk('IDAT', deflateSync(bytesOf([0, 128]))),
    ...after,
    chunk('IEND', bytesOf()),
  );
}

/** ImageMagick's text of a block, compressed or not. */
export function profileChunk(name: string, content: Uint8Array, isPacked: boolean): Uint8Array<ArrayBuffer> {
  const text = bytesOf(`\n${name}\n${String(content.length).padStart(8)}\n${Buffer.from(content).toString('hex')}\n`);
  const keyword = `Raw profile type ${name}\0`;
  return isPacked ? chunk('zTXt', bytesOf(keyword, [0], deflateSync(text))) : chunk('tEXt', bytesOf(keyword, text));
}

export function webpOf({ exif, xmp }: PhotoParts): Uint8Array<ArrayBuffer> {
  const part = (type: string, content: Uint8Array) =>
    bytesOf(type, little(content.length, 4), content, content.length % 2 ? [0] : []);
  const content = bytesOf(
    'WEBP',
    part('VP8X', bytesOf([0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    part('VP8L', bytesOf([0x2f, 0, 0, 0, 0])),
    exif ? part('EXIF', exif) : [],
    xmp ? part('XMP ', xmp) : [],
  );
  return bytesOf('RIFF', little(content.length, 4), content);
}

/** A HEIF file whose Exif lies in two pieces, and XMP in the box of the items. @param brand `avif` or `heic` */
export function heifOf({ exif, xmp }: PhotoParts, brand: string): Uint8Array<ArrayBuffer> {
  const item = exif ? bytesOf(big(6, 4), 'Exif\0\0', exif) : bytesOf();
  const half = Math.floor(item.length / 2);
  const items = (base: number): HeifItem[] => [
    ...(exif
      ? [{ type: 'Exif', extents: [[base, half] as const, [base + half + 3, item.length - half] as const] }]
      : []),
    ...(xmp
      ? [{ type: 'mime', more: 'application/rdf+xml\0', isInside: true, extents: [[0, xmp.length] as const] }]
      : []),
  ];
  const head = (base: number) => heifHead(brand, items(base), xmp);
  const base = head(0).length + 8;
  return bytesOf(head(base), box('mdat', item.subarray(0, half), [7, 7, 7], item.subarray(half), [9, 9]));
}

export interface HeifItem {
  type: string;
  /** What follows its name. */
  more?: string;
  /** Whether offsets count from the content of `idat`. */
  isInside?: boolean;
  /** Offset and length of each of its parts. */
  extents: readonly (readonly [number, number])[];
}

/** What stands before the data of a HEIF file. @param inside content of `idat` */
export function heifHead(
  brand: string,
  items: readonly HeifItem[],
  inside: Uint8Array = bytesOf(),
): Uint8Array<ArrayBuffer> {
  const infos = items.map(({ type, more = '' }, at) =>
    box('infe', [2, 0, 0, 0], big(at + 1, 2), [0, 0], type, `\0${more}`),
  );
  const places = items.flatMap(({ isInside, extents }, at) => [
    ...[...big(at + 1, 2), 0, isInside ? 1 : 0, 0, 0, ...big(extents.length, 2)],
    ...extents.flatMap(([start, length]) => [...big(start, 4), ...big(length, 4)]),
  ]);
  return bytesOf(
    box('ftyp', brand, [0, 0, 0, 0], 'mif1'),
    box(
      'meta',
      [0, 0, 0, 0],
      box('hdlr', [0, 0, 0, 0, 0, 0, 0, 0], 'pict', new Uint8Array(13)),
      box('iinf', [0, 0, 0, 0], big(items.length, 2), ...infos),
      box('iloc', [1, 0, 0, 0, 0x44, 0], big(items.length, 2), places),
      box('idat', inside),
    ),
  );
}

function box(type: string, ...content: (string | readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const body = bytesOf(...content);
  return bytesOf(big(body.length + 8, 4), type, body);
}
