import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sniffMedia } from '../model/file/media.ts';
import { cpuClock } from '../testing/cpu-clock.ts';
import { fixture, hasFixtures } from '../testing/fixtures.ts';
import type { RasterReading } from './cost.ts';
import { type RasterType, readRaster } from './raster.ts';

const TYPES: readonly RasterType[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'];

/** Bytes of text (one character a byte), numbers, and parts made before. */
function bytesOf(...parts: (string | number[] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((char) => char.charCodeAt(0)) : [...part])),
  );
}

const big = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => (value >>> (8 * (bytes - 1 - at))) & 255);
const little = (value: number, bytes: number) => big(value, bytes).reverse();

function gif(screen: [number, number], ...frames: [x: number, y: number, width: number, height: number][]): Uint8Array {
  return bytesOf(
    'GIF89a',
    little(screen[0], 2),
    little(screen[1], 2),
    [0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...frames.map((frame) =>
      bytesOf([0x21, 0xf9, 4, 4, 1, 0, 0, 0, 0x2c], ...frame.map((side) => little(side, 2)), [0, 2, 2, 0x44, 1, 0]),
    ),
    ';',
  );
}

function chunk(type: string, content: number[] | Uint8Array): Uint8Array {
  return bytesOf(big(content.length, 4), type, content, [0, 0, 0, 0]);
}

function png(width: number, height: number, ...chunks: Uint8Array[]): Uint8Array {
  return bytesOf('\x89PNG\r\n\x1a\n', chunk('IHDR', [...big(width, 4), ...big(height, 4), 8, 2, 0, 0, 0]), ...chunks);
}

function riff(...chunks: [type: string, content: Uint8Array | number[]][]): Uint8Array {
  const content = chunks.map(([type, body]) => bytesOf(type, little(body.length, 4), body, body.length % 2 ? [0] : []));
  return bytesOf('RIFF', [0, 0, 0, 0], 'WEBP', ...content);
}

const vp8l = (width: number, height: number) => [0x2f, ...little((width - 1) | ((height - 1) << 14), 4)];

function box(type: string, ...content: (number[] | string | Uint8Array)[]): Uint8Array {
  const body = bytesOf(...content);
  return bytesOf(big(body.length + 8, 4), type, body);
}

/** A sequence header of a single picture, in 12 bits each way. */
function av1(width: number, height: number, isReduced = true): Uint8Array {
  const bits = isReduced ? `000${'11'}${'00000'}` : `000${'10'}${'0'}${'0'}${'00000'}${'0'.repeat(12)}${'00000'}`;
  const size = `${(11).toString(2).padStart(4, '0').repeat(2)}${[width, height].map((side) => (side - 1).toString(2).padStart(12, '0')).join('')}`;
  const all = (bits + size).padEnd(Math.ceil((bits + size).length / 8) * 8, '0');
  const payload = (all.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return bytesOf([0x12, 0, 0x0a, payload.length], payload, [0x32, 1, 0]);
}

interface AvifParts {
  stated?: [number, number];
  item?: Uint8Array;
  type?: string;
  brands?: string;
  more?: Uint8Array;
}

function avif({ stated = [64, 32], item = av1(64, 32), type = 'av01', brands = 'mif1', more }: AvifParts): Uint8Array {
  const head = box('ftyp', 'avif', [0, 0, 0, 0], brands);
  const ispe = box('ispe', [0, 0, 0, 0], big(stated[0], 4), big(stated[1], 4));
  const meta = (start: number) =>
    box(
      'meta',
      [0, 0, 0, 0],
      box('iinf', [0, 0, 0, 0, 0, 1], box('infe', [2, 0, 0, 0, 0, 1, 0, 0], type, [0])),
      box('iloc', [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1], big(start, 4), big(item.length, 4)),
      box('iprp', box('ipco', ispe)),
    );
  const start = head.length + meta(0).length + 8;
  return bytesOf(head, meta(start), box('mdat', item), more ?? []);
}

/** With four million bytes of nothing behind. */
function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(bytes.length + 4_000_000);
  whole.set(bytes);
  return whole;
}

function read(bytes: Uint8Array, type: RasterType, isWhole = true): RasterReading | undefined {
  return readRaster(bytes, type, isWhole);
}

describe('readRaster', () => {
  it('takes the screen of a GIF for as large as its frames reach', () => {
    expect(read(gif([1, 1], [0, 0, 16_000, 16_000]), 'image/gif')).toEqual({
      width: 16_000,
      height: 16_000,
      frames: 1,
    });
    expect(read(gif([9, 8], [1, 2, 3, 3], [60_000, 1, 500, 2]), 'image/gif')).toEqual({
      width: 60_500,
      height: 8,
      frames: 2,
    });
    expect(read(gif([9, 8], [0, 0, 9, 8]), 'image/gif', false)).toEqual({ width: 9, height: 8, frames: 1 });
  });

  it('does not say how large a GIF is whose end is missing, or where decoders may go on in different ways', () => {
    const whole = gif([1, 1], [0, 0, 9, 9], [0, 0, 9, 9]);
    expect(read(whole.subarray(0, -4), 'image/gif', false)).toBeUndefined();
    expect(read(whole.subarray(0, -4), 'image/gif', true)).toEqual({ width: 9, height: 9, frames: 2 });
    expect(read(bytesOf(gif([1, 1]).subarray(0, -1), 'x'), 'image/gif')).toBeUndefined();
    expect(read(bytesOf(gif([1, 1]).subarray(0, -1), [0x21, 0xf9, 1, 0, 0]), 'image/gif')).toBeUndefined();
  });

  it('reads the sizes of a BMP with the oldest header, which are shorter', () => {
    const old = (width: number, height: number) =>
      bytesOf('BM', new Array(12).fill(0), little(12, 4), little(width, 2), little(height, 2), [1, 0, 1, 0]);
    expect(read(old(20_000, 20_000), 'image/bmp')).toEqual({ width: 20_000, height: 20_000, frames: 1 });
    expect(read(old(65_535, 65_535), 'image/bmp')).toMatchObject({ width: 65_535, height: 65_535 });
    const usual = bytesOf('BM', new Array(12).fill(0), little(40, 4), little(300, 4), little(-200, 4));
    expect(read(usual, 'image/bmp')).toEqual({ width: 300, height: 200, frames: 1 });
  });

  it('does not count the boxes of an AVIF picture without an end', () => {
    expect(
      read(avif({ more: bytesOf(...Array.from({ length: 100 }, () => box('free'))) }), 'image/avif'),
    ).toBeDefined();
    const boxes = bytesOf(...Array.from({ length: 10_000 }, () => box('free')));
    expect(read(avif({ more: boxes }), 'image/avif')).toBeUndefined();
  });

  it('counts the frames of an animated PNG, whatever it says', () => {
    const data = chunk('IDAT', [0]);
    const control = chunk('fcTL', new Array(26).fill(0));
    const told = chunk('acTL', [...big(2, 4), 0, 0, 0, 0]);
    expect(read(png(65_536, 9, data), 'image/png')).toEqual({ width: 65_536, height: 9, frames: 1 });
    expect(read(png(9, 9, told, control, data, control, control), 'image/png')).toMatchObject({ frames: 3 });
    expect(read(png(9, 9, chunk('acTL', [...big(70_000, 4), 0, 0, 0, 0]), data), 'image/png')).toMatchObject({
      frames: 70_000,
    });
    // Animations say so before the first picture.
    expect(read(png(9, 9, data, told, control, control), 'image/png')).toMatchObject({ frames: 1 });
    expect(read(png(9, 9, data), 'image/png', false)).toMatchObject({ frames: 1 });
    expect(read(png(9, 9, told, control, data), 'image/png', false)).toBeUndefined();
  });

  it('finds the frame of a JPEG among its segments, and counts the passes over it', () => {
    // A thumbnail's own frame header lies inside the APP1 segment and does not count.
    const exif = [0xff, 0xe1, 0, 10, 0xff, 0xc0, 0, 17, 8, 0, 1, 0];
    const frame = (kind: number) => [0xff, 0xff, kind, 0, 17, 8, 0x01, 0x00, 0x02, 0x00, ...new Array(10).fill(0)];
    const scan = [0xff, 0xda, 0, 2, 1, 2, 0xff, 0, 0xff, 0xd0, 3];
    const passes = (count: number) => Array.from({ length: count }, () => scan).flat();
    const size = { width: 512, height: 256 };
    expect(read(bytesOf('\xff\xd8', exif, frame(0xc0), scan), 'image/jpeg')).toEqual({ ...size, frames: 1 });
    expect(read(bytesOf('\xff\xd8', frame(0xc2), passes(40)), 'image/jpeg')).toEqual({ ...size, frames: 10 });
    expect(read(bytesOf('\xff\xd8', frame(0xc2), scan), 'image/jpeg', false)).toEqual({ ...size, frames: 25 });
    expect(read(bytesOf('\xff\xd8', frame(0xc2)), 'image/jpeg')).toBeUndefined();
  });

  it('turns a JPEG that its camera held on its side', () => {
    const frame = [0xff, 0xc0, 0, 17, 8, 0, 1, 0, 2, ...new Array(10).fill(0), 0xff, 0xda, 0, 2, 1];
    const exif = (orientation: number) =>
      bytesOf(
        [0xff, 0xe1, 0, 34],
        'Exif\0\0II*\0',
        little(8, 4),
        [1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0],
        [0, 0, 0, 0],
      );
    expect(read(bytesOf('\xff\xd8', exif(6), frame), 'image/jpeg')).toMatchObject({ width: 1, height: 2 });
    expect(read(bytesOf('\xff\xd8', exif(3), frame), 'image/jpeg')).toMatchObject({ width: 2, height: 1 });
  });

  it('takes the largest of what a WebP says: canvas, frames, and the pictures themselves', () => {
    expect(read(riff(['VP8L', vp8l(64, 32)]), 'image/webp')).toEqual({ width: 64, height: 32, frames: 1 });
    const vp8 = [0, 0, 0, 0x9d, 1, 0x2a, ...little(300, 2), ...little(200, 2)];
    expect(read(riff(['VP8 ', vp8]), 'image/webp')).toEqual({ width: 300, height: 200, frames: 1 });
    const canvas = (flags: number) => [flags, 0, 0, 0, ...little(511, 3), ...little(65_536, 3)];
    expect(read(riff(['VP8X', canvas(0)], ['VP8L', vp8l(9, 9)]), 'image/webp')).toEqual({
      width: 512,
      height: 65_537,
      frames: 1,
    });
    const inner = bytesOf('VP8L', little(5, 4), vp8l(16_000, 12), [0]);
    const frame = bytesOf(little(5000, 3), little(0, 3), little(8, 3), little(8, 3), [0, 0, 0, 0], inner);
    const film = riff(['VP8X', canvas(2)], ['ANIM', [0, 0, 0, 0, 0, 0]], ['ANMF', frame], ['ANMF', frame]);
    expect(read(film, 'image/webp')).toEqual({ width: 16_000, height: 65_537, frames: 2 });
    expect(read(film.subarray(0, -4), 'image/webp', false)).toBeUndefined();
  });

  it('takes the larger of what an AVIF states and what is coded in it', () => {
    expect(read(avif({}), 'image/avif')).toEqual({ width: 64, height: 32, frames: 1 });
    expect(read(avif({ stated: [9_000, 20] }), 'image/avif')).toMatchObject({ width: 9_000, height: 32 });
    expect(read(avif({ item: av1(4_000, 3_000) }), 'image/avif')).toMatchObject({ width: 4_000, height: 3_000 });
    const grid = bytesOf([0, 0, 1, 1], big(40_000, 2), big(30_000, 2));
    expect(read(avif({ item: grid, type: 'grid' }), 'image/avif')).toMatchObject({ width: 40_000, height: 30_000 });
    const frames = bytesOf(av1(64, 32), ...new Array(9).fill([0x32, 1, 0]));
    expect(read(avif({ item: frames }), 'image/avif')).toMatchObject({ frames: 10 });
    // Each frame of a stream that is not a single picture may say its own size.
    expect(read(avif({ item: av1(64, 32, false) }), 'image/avif')).toMatchObject({ width: 4_096, height: 4_096 });
  });

  it('does not say how large an AVIF is that it cannot follow', () => {
    expect(read(avif({ brands: 'avis' }), 'image/avif')).toBeUndefined();
    expect(read(avif({ more: box('moov') }), 'image/avif')).toBeUndefined();
    expect(read(avif({ type: 'hvc1' }), 'image/avif')).toBeUndefined();
    expect(read(avif({ item: bytesOf([0x32, 1, 0]) }), 'image/avif')).toBeUndefined();
    expect(read(avif({}).subarray(0, -3), 'image/avif', false)).toBeUndefined();
  });

  it('says nothing of a header that is cut, or of no pixels', () => {
    for (const type of TYPES) expect(read(new Uint8Array(6), type)).toBeUndefined();
    expect(read(png(0, 9, chunk('IDAT', [])), 'image/png')).toBeUndefined();
  });

  it('takes any bytes', () => {
    const seeds = [
      gif([9, 9], [0, 0, 3, 3], [1, 1, 2, 2]),
      png(9, 9, chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0]), chunk('IDAT', [1, 2, 3])),
      riff(['VP8X', [2, 0, 0, 0, 9, 0, 0, 9, 0, 0]], ['ANMF', new Array(40).fill(1)]),
      avif({}),
      bytesOf('\xff\xd8\xff\xc0', [0, 17, 8, 0, 9, 0, 9], '\xff\xda', [0, 2, 1, 2, 3]),
    ];
    const change = fc.tuple(fc.nat(400), fc.nat(255));
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.array(change, { maxLength: 6 }),
        fc.nat(400),
        fc.boolean(),
        (seed, changes, cut, isWhole) => {
          const bytes = seed.slice(0, Math.max(0, seed.length - (cut % 40)));
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          for (const type of TYPES) read(bytes, type, isWhole);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('takes time linear in the bytes', () => {
    const files: [RasterType, Uint8Array][] = [
      ['image/gif', padded(gif([1, 1]).subarray(0, -1))],
      ['image/png', padded(png(9, 9, chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0])))],
      ['image/jpeg', new Uint8Array(4_000_000).fill(0xff)],
      ['image/webp', padded(riff(['VP8L', vp8l(9, 9)]))],
      ['image/avif', padded(box('ftyp', 'avif'))],
    ];
    for (const [type, bytes] of files) {
      const seconds = cpuClock();
      read(bytes, type);
      expect(seconds()).toBeLessThan(3);
    }
  });
});

describe.skipIf(!hasFixtures)('the shared pictures', () => {
  it.each(['box.png', 'box.jpg', 'box.gif', 'box.webp'])('%s has 96 × 64 pixels', (name) => {
    const bytes = fixture(`media/${name}`);
    const kind = sniffMedia(bytes);
    if (kind.kind !== 'picture' || kind.type === 'image/svg+xml') throw new Error('not a picture of pixels');
    expect(read(bytes, kind.type)).toEqual({ width: 96, height: 64, frames: 1 });
  });
});
