import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import { SNIFF_BYTES } from '../../base/limits.ts';
import { fixture, hasFixtures } from '../../testing/fixtures.ts';
import { decodeText, sniffMedia } from './media.ts';

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
    ['HEIF picture', bytesOf([0, 0, 0, 24], 'ftypmsf1', [0, 0, 0, 0], 'hevcmsf1')],
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

describe.skipIf(!hasFixtures)('the shared pictures, sounds and film', () => {
  const CASES: readonly (readonly [string, string])[] = [
    ['box.png', 'image/png'],
    ['box.jpg', 'image/jpeg'],
    ['box.gif', 'image/gif'],
    ['box.webp', 'image/webp'],
    ['active.svg', 'image/svg+xml'],
    ['tone.mp3', 'audio/mpeg'],
    ['tone.wav', 'audio/wav'],
    ['clip.mp4', 'video/mp4'],
  ];

  it.each(CASES)('%s is %s', (name, type) => {
    const bytes = fixture(`media/${name}`);
    const kind = sniffMedia(bytes.subarray(0, SNIFF_BYTES));
    expect(kind).toMatchObject({ type });
  });
});
