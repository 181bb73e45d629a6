import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { soundFacts } from './sound.ts';

const text = (letters: string) => [...letters].map((letter) => letter.charCodeAt(0));
const little = (value: number, bytes: number) => Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 255);
const big = (value: number, bytes: number) => little(value, bytes).reverse();

/** A WAV header, with a chunk before the samples. */
const WAV = [
  ...text('RIFF'),
  ...little(0, 4),
  ...text('WAVE'),
  ...[...text('fmt '), ...little(16, 4), ...little(1, 2), ...little(2, 2), ...little(44_100, 4)],
  ...[...little(176_400, 4), ...little(4, 2), ...little(16, 2)],
  ...[...text('LIST'), ...little(3, 4), 1, 2, 3, 0],
  ...[...text('data'), ...little(352_800, 4)],
];

describe('what the header of a sound says', () => {
  it('of a WAV', () => {
    const size = WAV.length + 352_800;
    expect(soundFacts(Uint8Array.from(WAV), size)).toEqual({ rate: 44_100, channels: 2, bits: 16, seconds: 2 });
    // A stream has no length yet; the file has.
    const open = Uint8Array.from([...WAV.slice(0, -4), ...little(0xffff_ffff, 4)]);
    expect(soundFacts(open, size).seconds).toBe(2);
  });

  it('of a FLAC', () => {
    const packed = (16_000n << 44n) | (0n << 41n) | (23n << 36n) | 48_000n;
    const info = [
      ...Array<number>(10).fill(0),
      ...big(Number(packed >> 32n), 4),
      ...big(Number(packed & 0xffff_ffffn), 4),
    ];
    const flac = Uint8Array.from([...text('fLaC'), 0, 0, 0, 34, ...info, ...Array<number>(16).fill(0)]);
    expect(soundFacts(flac, flac.length)).toEqual({ rate: 16_000, channels: 1, bits: 24, seconds: 3 });
  });

  it('of an MP3, by its first frame or by the count of its frames', () => {
    const frame = [0xff, 0xfb, 0x90, 0xc0];
    const constant = Uint8Array.from([...frame, ...Array<number>(200).fill(0)]);
    expect(soundFacts(constant, 160_000)).toMatchObject({ rate: 44_100, channels: 1, seconds: 10 });
    const counted = Uint8Array.from([
      ...frame,
      ...Array<number>(17).fill(0),
      ...text('Xing'),
      ...big(1, 4),
      ...big(441, 4),
    ]);
    expect(soundFacts(counted, 160_000).seconds).toBeCloseTo((441 * 1152) / 44_100);
    const tagged = Uint8Array.from([...text('ID3'), 4, 0, 0, 0, 0, 0, 3, 7, 7, 7, ...constant]);
    expect(soundFacts(tagged, 160_013)).toMatchObject({ rate: 44_100, seconds: 10 });
  });

  it('of an Ogg with Opus, by its last page', () => {
    const page = (granule: number) => [
      ...text('OggS'),
      0,
      0,
      ...little(granule, 4),
      ...Array<number>(16).fill(0),
      1,
      19,
    ];
    const opus = [...page(0), ...text('OpusHead'), 1, 2, ...little(312, 2), ...little(24_000, 4)];
    const all = Uint8Array.from([...opus, ...Array<number>(40).fill(0), ...page(48_312), 0]);
    expect(soundFacts(all, all.length)).toMatchObject({ rate: 24_000, channels: 2, seconds: 1 });
  });

  it('of an MPEG-4', () => {
    const box = (kind: string, content: number[]) => [...big(8 + content.length, 4), ...text(kind), ...content];
    const times = [...Array<number>(12).fill(0), ...big(1000, 4), ...big(2500, 4)];
    const entry = box('mp4a', [
      ...Array<number>(16).fill(0),
      ...big(2, 2),
      ...big(16, 2),
      0,
      0,
      0,
      0,
      ...big(48_000, 2),
      0,
      0,
    ]);
    const media = box('mdia', box('minf', box('stbl', box('stsd', [0, 0, 0, 0, ...big(1, 4), ...entry]))));
    const file = Uint8Array.from([
      ...box('ftyp', text('M4A ')),
      ...box('moov', [...box('mvhd', times), ...box('trak', media)]),
    ]);
    expect(soundFacts(file, file.length)).toMatchObject({ rate: 48_000, channels: 2, seconds: 2.5 });
  });

  it('is nothing that cannot be true, whatever the bytes are', () => {
    const magic = fc.constantFrom('RIFF\0\0\0\0WAVEfmt ', 'fLaC', 'OggS', '\0\0\0\x10ftypM4A ', 'ID3', '\xff\xfb\x90');
    fc.assert(
      fc.property(magic, fc.uint8Array({ maxLength: 300 }), fc.nat(), (begin, rest, size) => {
        const bytes = Uint8Array.from([...text(begin), ...rest]);
        const { rate = 1, channels = 1, bits = 1, seconds = 1 } = soundFacts(bytes, size);
        for (const value of [rate, channels, bits, seconds]) expect(value > 0 && Number.isFinite(value)).toBe(true);
      }),
    );
  });
});
