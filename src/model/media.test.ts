import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { SNIFF_BYTES } from '../base/limits.ts';
import { fixture, hasFixtures } from '../testing/fixtures.ts';
import { decodeText, isHeavyDrawing, sniffMedia } from './media.ts';
import { type PictureSize, pictureSize } from './picture.ts';

function bytesOf(...parts: (string | number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((char) => char.charCodeAt(0)) : part)),
  );
}

/** Silence as layer III frames of 128 kbit/s at 44.1 kHz: a header and 413 bytes. */
function mp3(frames: number): Uint8Array {
  const bytes = new Uint8Array(417 * frames);
  for (let at = 0; at < bytes.length; at += 417) bytes.set([0xff, 0xfb, 0x90, 0x00], at);
  return bytes;
}

describe('sniffMedia', () => {
  it.each([
    ['image/png', bytesOf('\x89PNG\r\n\x1a\n')],
    ['image/jpeg', bytesOf('\xff\xd8\xff\xe0')],
    ['image/gif', bytesOf('GIF89a')],
    ['image/webp', bytesOf('RIFF', [1, 0, 0, 0], 'WEBPVP8 ')],
    ['image/avif', bytesOf([0, 0, 0, 28], 'ftypavif')],
    ['image/avif', bytesOf([0, 0, 0, 28], 'ftypmif1', [0, 0, 0, 0], 'mif1avifmiaf')],
    ['image/bmp', bytesOf('BM', new Array(12).fill(0), [40, 0, 0, 0])],
    ['audio/wav', bytesOf('RIFF', [1, 0, 0, 0], 'WAVEfmt ')],
    ['audio/flac', bytesOf('fLaC')],
    ['audio/ogg', bytesOf('OggS', new Array(24).fill(0), 'OpusHead')],
    ['video/ogg', bytesOf('OggS', new Array(24).fill(0), '\x80theora')],
    ['audio/mpeg', bytesOf('ID3', [4, 0, 0])],
    ['audio/mpeg', mp3(2)],
    ['audio/mp4', bytesOf([0, 0, 0, 32], 'ftypM4A ')],
    ['video/mp4', bytesOf([0, 0, 0, 32], 'ftypisom')],
    ['video/webm', bytesOf('\x1aE\xdf\xa3', [0x9f, 0x42, 0x82, 0x84], 'webm')],
    ['image/svg+xml', encodeUtf8('\ufeff<?xml version="1.0"?>\n<!-- a\nb --><!DOCTYPE svg>\n<svg xmlns="">')],
  ])('knows %s by its bytes, whatever its name says', (type, bytes) => {
    expect(sniffMedia(bytes, 'weights.bin')).toMatchObject({ type });
  });

  it.each([
    ['HEIF picture', bytesOf([0, 0, 0, 28], 'ftypheic')],
    ['Zip archive', bytesOf('PK\x03\x04')],
    ['NumPy array', bytesOf('\x93NUMPY\x01\x00')],
    ['GGUF model', bytesOf('GGUF', [3, 0, 0, 0])],
    ['Safetensors file', bytesOf([59, 0, 0, 0, 0, 0, 0, 0], '{"w"')],
    ['Python pickle', bytesOf('\x80\x02}q\x00')],
    ['PDF document', bytesOf('%PDF-1.7\n%\xe2\xe3')],
    ['Binary data', bytesOf([0, 0, 128, 63])],
    ['Binary data', mp3(1)],
  ])('names what is shown as bytes: %s', (label, bytes) => {
    expect(sniffMedia(bytes)).toEqual({ kind: 'bytes', label });
  });

  it('takes UTF-8 without control bytes for text, and gets its language from the name', () => {
    expect(sniffMedia(encodeUtf8('import os\n'), 'model/main.py')).toEqual({
      kind: 'text',
      language: 'python',
      label: 'Python',
    });
    expect(sniffMedia(encodeUtf8('version = 1\n'), 'LINKS')).toMatchObject({ language: 'toml' });
    expect(sniffMedia(encodeUtf8('తెలుగు 😀'), 'misc/_example_misc_file_0')).toEqual({
      kind: 'text',
      label: 'Plain text',
    });
    expect(sniffMedia(new Uint8Array(), 'a.py')).toMatchObject({ kind: 'text' });
    expect(sniffMedia(bytesOf('a\x00b'), 'main.py')).toMatchObject({ kind: 'bytes' });
    expect(sniffMedia(bytesOf('\xe9t\xe9'), 'main.py')).toMatchObject({ kind: 'bytes' });
    expect(sniffMedia(encodeUtf8('<svgx>'), 'a.svg')).toMatchObject({ kind: 'text' });
  });

  it('leaves out a character that is cut at the end', () => {
    expect(decodeText(encodeUtf8('a😀').slice(0, 3))).toBe('a');
  });

  it('takes any bytes and any name', () => {
    const magic = fc.constantFrom(
      '',
      '\xff\xfb\x90',
      'RIFF',
      'OggS',
      '\x80\x04',
      '<?',
      '<!--',
      '\xff\xd8\xff\xc0',
      'BM',
    );
    fc.assert(
      fc.property(magic, fc.uint8Array({ maxLength: SNIFF_BYTES }), fc.string(), (start, rest, name) => {
        const bytes = Uint8Array.from([...bytesOf(start), ...rest]);
        const kind = sniffMedia(bytes, name);
        expect(kind.label).not.toBe('');
        if (kind.kind === 'picture') pictureSize(bytes, kind.type);
      }),
    );
  });

  it('takes for text whatever has no control characters and no magic', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const bytes = encodeUtf8(` ${text.replace(/\p{Cc}/gu, '')}`);
        expect(sniffMedia(bytes).kind === 'text' || text.includes('<svg')).toBe(true);
      }),
    );
  });
});

describe('isHeavyDrawing', () => {
  it('tells a drawing that repeats itself from a plain one', () => {
    expect(isHeavyDrawing('<svg><use href="#a"/><path/></svg>')).toBe(false);
    expect(isHeavyDrawing(`<svg>${'<svg:use href="#a"/>'.repeat(33)}</svg>`)).toBe(true);
    expect(isHeavyDrawing('<!DOCTYPE svg [<!ENTITY a "&b;&b;">]><svg/>')).toBe(true);
    expect(isHeavyDrawing(`<svg xmlns:a.b="x">${'<a.b:use href="#a"/>'.repeat(33)}</svg>`)).toBe(true);
    expect(isHeavyDrawing(`<svg>${'<ü:USE href="#a"/>'.repeat(33)}</svg>`)).toBe(true);
  });

  it.each(['pattern', 'marker', 'mask', 'clipPath', 'filter', 'image', 'foreignObject'])('counts nested %s', (name) => {
    expect(isHeavyDrawing(`<svg>${`<${name} id="a">`.repeat(9)}`)).toBe(true);
  });

  it('lets ordinary drawings pass', () => {
    const gradient = '<linearGradient id="g"/><rect fill="url(#g)"/>'.repeat(50);
    expect(isHeavyDrawing(`<svg><defs>${gradient}<clipPath id="c"/></defs><text>used images</text></svg>`)).toBe(false);
  });
});

describe('pictureSize', () => {
  it('reads every form of header', () => {
    const png = bytesOf('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 1, 0, 0, 0, 0, 0, 9]);
    expect(pictureSize(png, 'image/png')).toEqual({ width: 65536, height: 9 });
    // A thumbnail has its own frame header, inside the APP1 segment. It does not count.
    const exif = [0xff, 0xe1, 0, 10, 0xff, 0xc0, 0, 17, 8, 0, 1, 0];
    const jpeg = bytesOf('\xff\xd8', exif, [0xff, 0xff, 0xc2, 0, 17, 8, 0x01, 0x00, 0x02, 0x00]);
    expect(pictureSize(jpeg, 'image/jpeg')).toEqual({ width: 512, height: 256 });
    const riff = [0, 0, 0, 0];
    expect(
      pictureSize(bytesOf('RIFF', riff, 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0], [255, 1, 0], [0, 0, 1]), 'image/webp'),
    ).toEqual({ width: 512, height: 65537 });
    expect(
      pictureSize(bytesOf('RIFF', riff, 'WEBPVP8L', [5, 0, 0, 0, 0x2f], [0x3f, 0xc0, 0x07, 0]), 'image/webp'),
    ).toEqual({ width: 64, height: 32 });
    const ispe = (width: number) => bytesOf([0, 0, 0, 20], 'ispe', [0, 0, 0, 0, 0, 0, 0, width, 0, 0, 0, 5]);
    const avif = Uint8Array.from([...bytesOf([0, 0, 0, 8], 'ftyp'), ...ispe(3), ...ispe(200), ...ispe(7)]);
    expect(pictureSize(avif, 'image/avif')).toEqual({ width: 200, height: 5 });
  });

  it('gives undefined for a header that is cut off', () => {
    for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'] as const)
      expect(pictureSize(new Uint8Array(6), type)).toBeUndefined();
  });
});

describe.skipIf(!hasFixtures)('the shared pictures, sounds and film', () => {
  const CASES: readonly (readonly [string, string, PictureSize | undefined])[] = [
    ['box.png', 'image/png', { width: 96, height: 64 }],
    ['box.jpg', 'image/jpeg', { width: 96, height: 64 }],
    ['box.gif', 'image/gif', { width: 96, height: 64 }],
    ['box.webp', 'image/webp', { width: 96, height: 64 }],
    ['active.svg', 'image/svg+xml', undefined],
    ['tone.mp3', 'audio/mpeg', undefined],
    ['tone.wav', 'audio/wav', undefined],
    ['clip.mp4', 'video/mp4', undefined],
  ];

  it.each(CASES)('%s is %s', (name, type, size) => {
    const bytes = fixture(`media/${name}`);
    const kind = sniffMedia(bytes.subarray(0, SNIFF_BYTES));
    expect(kind).toMatchObject({ type });
    if (kind.kind === 'picture') expect(pictureSize(bytes, kind.type)).toEqual(size);
  });
});
