import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSoundFacts } from './sound.ts';

const text = (letters: string) => [...letters].map((letter) => letter.charCodeAt(0));
const little = (value: number, bytes: number) => Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 255);
const big = (value: number, bytes: number) => little(value, bytes).reverse();

/** The facts of a file of which these are the first bytes, or all. Says which bytes were asked for. */
function facts(bytes: Uint8Array, size = bytes.length, reads: [number, number][] = []) {
  return readSoundFacts(async (start, end) => {
    reads.push([start, end]);
    return bytes.subarray(start, end);
  }, size);
}

const box = (kind: string, content: readonly number[]) => [...big(8 + content.length, 4), ...text(kind), ...content];

/** Of 2.5 seconds, in stereo. */
const MOOV = moov(48_000, 1000);

/** @param scale units of a second in the time of the track */
function moov(rate: number, scale: number, inEntry: readonly number[] = []): number[] {
  const header = (kind: string, unit: number) =>
    box(kind, [...Array<number>(12).fill(0), ...big(unit, 4), ...big(2.5 * unit, 4)]);
  const entry = [...Array<number>(16).fill(0), ...big(2, 2), ...big(16, 2), 0, 0, 0, 0, ...big(rate, 2), 0, 0];
  const stsd = box('stsd', [0, 0, 0, 0, ...big(1, 4), ...box('mp4a', [...entry, ...inEntry])]);
  const media = [...header('mdhd', scale), ...box('minf', box('stbl', stsd))];
  return box('moov', [...header('mvhd', 1000), ...box('trak', box('mdia', media))]);
}

/** The block STREAMINFO of a FLAC, in mono and with 24 bits. */
function streamInfo(rate: number, samples: number): number[] {
  const packed = (BigInt(rate) << 44n) | (23n << 36n) | BigInt(samples);
  const high = [...big(Number(packed >> 32n), 4), ...big(Number(packed & 0xffff_ffffn), 4)];
  return [0, 0, 0, 34, ...Array<number>(10).fill(0), ...high, ...Array<number>(16).fill(0)];
}

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
  it('of a WAV', async () => {
    const size = WAV.length + 352_800;
    expect(await facts(Uint8Array.from(WAV), size)).toEqual({ rate: 44_100, channels: 2, bits: 16, seconds: 2 });
    // Floats, by their number or by the GUID of the extensible form.
    const float = Uint8Array.from(WAV).fill(3, 20, 21);
    expect(await facts(float, size)).toMatchObject({ bits: 16, isFloat: true });
    const [head, rest] = [WAV.slice(0, 36), WAV.slice(36)];
    const wide = Uint8Array.from([
      ...head,
      ...little(22, 2),
      ...little(32, 2),
      ...little(3, 4),
      3,
      ...Array(15).fill(0),
      ...rest,
    ]);
    wide.set([40], 16);
    wide.set([0xfe, 0xff], 20);
    expect(await facts(wide, wide.length + 352_800)).toMatchObject({ isFloat: true, seconds: 2 });
    // A stream has no length yet; the file has.
    const open = Uint8Array.from([...WAV.slice(0, -4), ...little(0xffff_ffff, 4)]);
    expect((await facts(open, size)).seconds).toBe(2);
  });

  it('of a WAV, whose length is that of its samples, whatever it says of the bytes of a second', async () => {
    const [ofSamples, ofBytes, adpcm] = [1, 1, 2].map((coding) => Uint8Array.from(WAV).fill(coding, 20, 21));
    const size = WAV.length + 352_800;
    ofSamples?.fill(0, 28, 32);
    ofBytes?.fill(1, 28, 32);
    for (const bytes of [ofSamples, ofBytes]) expect((await facts(bytes as Uint8Array, size)).seconds).toBe(2);
    // 12 bits take two bytes. What is compressed takes what the header says.
    expect((await facts(Uint8Array.from(WAV).fill(12, 34, 35), size)).seconds).toBe(2);
    expect((await facts(adpcm?.fill(0, 34, 35) as Uint8Array, size)).seconds).toBe(2);
    for (const [from, to] of [
      [22, 24],
      [24, 28],
      [34, 36],
    ] as const)
      expect((await facts(Uint8Array.from(WAV).fill(0, from, to), size)).seconds).toBeUndefined();
  });

  it('of a FLAC', async () => {
    const flac = Uint8Array.from([...text('fLaC'), ...streamInfo(16_000, 48_000)]);
    expect(await facts(flac, flac.length)).toEqual({ rate: 16_000, channels: 1, bits: 24, seconds: 3 });
  });

  it('of an MP3, by its first frame or by the count of its frames', async () => {
    const frame = [0xff, 0xfb, 0x90, 0xc0];
    const constant = Uint8Array.from([...frame, ...Array<number>(200).fill(0)]);
    expect(await facts(constant, 160_000)).toMatchObject({ rate: 44_100, channels: 1, seconds: 10 });
    const counted = Uint8Array.from([
      ...frame,
      ...Array<number>(17).fill(0),
      ...text('Xing'),
      ...big(1, 4),
      ...big(441, 4),
    ]);
    expect((await facts(counted, 160_000)).seconds).toBeCloseTo((441 * 1152) / 44_100);
    const tagged = Uint8Array.from([...text('ID3'), 4, 0, 0, 0, 0, 0, 3, 7, 7, 7, ...constant]);
    expect(await facts(tagged, 160_013)).toMatchObject({ rate: 44_100, seconds: 10 });
    // A tag with a picture, longer than what is read at once, is not read.
    const cover = Array<number>(300_000).fill(0xff);
    const long = Uint8Array.from([...text('ID3'), 4, 0, 0, 0, 18, 39, 96, ...cover, ...constant]);
    const reads: [number, number][] = [];
    expect(await facts(long, 300_010 + 160_000, reads)).toMatchObject({ rate: 44_100, channels: 1, seconds: 10 });
    expect(reads.reduce((sum, [from, to]) => sum + to - from, 0)).toBeLessThanOrEqual(2 * 64 * 1024);
    // One that claims more than the file has.
    expect(await facts(long.fill(127, 6, 10))).toEqual({});
  });

  it('of an Ogg with Opus, by its last page', async () => {
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
    expect(await facts(all, all.length)).toMatchObject({ rate: 24_000, channels: 2, seconds: 1 });
  });

  it('of an MPEG-4, wherever it is described', async () => {
    const found = { rate: 48_000, channels: 2, seconds: 2.5 };
    const start = box('ftyp', text('M4A '));
    expect(await facts(Uint8Array.from([...start, ...MOOV]))).toMatchObject(found);
    // Behind the samples, which are not read; the length of their box may have 64 bits.
    const samples = Array<number>(200_000).fill(7);
    const wide = [...big(1, 4), ...text('mdat'), ...big(0, 4), ...big(16 + samples.length, 4), ...samples];
    for (const middle of [box('mdat', samples), wide]) {
      const reads: [number, number][] = [];
      expect(await facts(Uint8Array.from([...start, ...middle, ...MOOV]), undefined, reads)).toMatchObject(found);
      expect(reads.reduce((sum, [from, to]) => sum + to - from, 0)).toBeLessThan(70_000);
    }
    // A box that is longer than the file, or goes on to its end.
    for (const length of [0xffff_ffff, 0, 1, 7])
      expect(await facts(Uint8Array.from([...start, ...big(length, 4), ...text('mdat'), ...MOOV]))).toEqual({});
  });

  it('of an MPEG-4 with a rate beyond 16 bits, by the time of its track or the header of a FLAC', async () => {
    const rateOf = async (...of: Parameters<typeof moov>) =>
      (await facts(Uint8Array.from([...box('ftyp', text('M4A ')), ...moov(...of)]))).rate;
    expect(await rateOf(0, 96_000)).toBe(96_000);
    expect(await rateOf(192_000 % 2 ** 16, 192_000)).toBe(192_000);
    // Not all tracks count their time in samples.
    expect(await rateOf(48_000, 90_000)).toBe(48_000);
    expect(await rateOf(0, 1000)).toBeUndefined();
    const dfLa = box('dfLa', [0, 0, 0, 0, ...streamInfo(192_000, 7)]);
    const flac = Uint8Array.from([...box('ftyp', text('M4A ')), ...moov(48_000, 192_000, dfLa)]);
    expect(await facts(flac)).toEqual({ rate: 192_000, channels: 1, bits: 24, seconds: 2.5 });
  });

  it('is read with a bounded number of reads, however many boxes there are', async () => {
    const reads: [number, number][] = [];
    const boxes = Array<number[]>(5000).fill(box('free', []));
    await facts(Uint8Array.from([...box('ftyp', text('M4A ')), ...boxes.flat()]), undefined, reads);
    expect(reads.length).toBeLessThan(300);
  });

  it('is nothing that cannot be true, whatever the bytes are', async () => {
    const magic = fc.constantFrom('RIFF\0\0\0\0WAVEfmt ', 'fLaC', 'OggS', '\0\0\0\x10ftypM4A ', 'ID3', '\xff\xfb\x90');
    await fc.assert(
      fc.asyncProperty(magic, fc.uint8Array({ maxLength: 300 }), fc.nat(), async (begin, rest, size) => {
        const bytes = Uint8Array.from([...text(begin), ...rest]);
        const { rate = 1, channels = 1, bits = 1, seconds = 1 } = await facts(bytes, size);
        for (const value of [rate, channels, bits, seconds]) expect(value > 0 && Number.isFinite(value)).toBe(true);
      }),
    );
  });
});
