import fc from 'fast-check';
import { expect, test } from 'vitest';
import { floatWav, wavLayout, wavReader } from './wav.ts';

const text = (letters: string) => [...letters].map((letter) => letter.charCodeAt(0));
const little = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) & 255);

interface Made {
  coding?: number;
  bits: number;
  channels?: number;
  rate?: number;
  data: ArrayLike<number>;
  extensible?: boolean;
  frameBytes?: number;
  length?: number;
}

/** A WAV file, with a chunk of odd length before its samples. */
function wav({ coding = 1, bits, channels = 1, rate = 8000, data, extensible = false, ...lie }: Made): Uint8Array {
  const frame = lie.frameBytes ?? channels * Math.ceil(bits / 8);
  const format = [...little(extensible ? 0xfffe : coding, 2), ...little(channels, 2), ...little(rate, 4)];
  format.push(...little(rate * frame, 4), ...little(frame, 2), ...little(bits, 2));
  if (extensible)
    format.push(
      ...little(22, 2),
      ...little(bits, 2),
      ...little(0, 4),
      ...little(coding, 2),
      ...Array<number>(14).fill(0),
    );
  return Uint8Array.from([
    ...text('RIFF'),
    ...little(0, 4),
    ...text('WAVEfmt '),
    ...little(format.length, 4),
    ...format,
    ...text('LIST'),
    ...little(3, 4),
    ...[1, 2, 3, 0],
    ...text('data'),
    ...little(lie.length ?? data.length, 4),
    ...Array.from(data),
  ]);
}

function readerOf(bytes: Uint8Array) {
  const layout = wavLayout(bytes, bytes.length);
  return layout && wavReader(layout, async (start, end) => bytes.slice(start, end));
}

test('integers of 8, 16, 24 and 32 bits go from -1 to 1', async () => {
  for (const bits of [8, 16, 24, 32]) {
    const half = 2 ** (bits - 1);
    const values = [-half, -half / 2, -1, 0, 1, half / 2, half - 1];
    const data = values.flatMap((value) =>
      little(bits === 8 ? value + 128 : value < 0 ? value + 2 ** bits : value, bits / 8),
    );
    for (const extensible of [false, true]) {
      const reader = readerOf(wav({ bits, data, extensible }));
      expect(reader).toMatchObject({ count: values.length, frames: values.length, channels: 1, rate: 8000 });
      const read = [...((await reader?.read(0, values.length)) ?? [])];
      expect(read).toEqual(values.map((value) => Math.fround(value / half)));
    }
  }
});

test('floats are as they are, and any part of interleaved channels is read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.double({ noNaN: true }), { minLength: 2, maxLength: 20 }),
      fc.nat(),
      fc.nat(),
      async (values, a, b) => {
        const whole = values.slice(0, values.length - (values.length % 2));
        const data = new Uint8Array(Float64Array.from(whole).buffer);
        const reader = readerOf(wav({ coding: 3, bits: 64, channels: 2, data }));
        expect(reader).toMatchObject({ frames: whole.length / 2, channels: 2 });
        const [start, end] = [a % (whole.length + 1), b % (whole.length + 1)].sort((x, y) => x - y) as [number, number];
        expect([...((await reader?.read(start, end)) ?? [])]).toEqual(whole.slice(start, end));
      },
    ),
  );
});

test('a file that is written is read again, sample by sample', async () => {
  const channels = [Float32Array.of(0, 0.5, -1), Float32Array.of(1, -0.25, 0.125)];
  const blob = floatWav(channels, 44_100);
  const reader = readerOf(new Uint8Array(await blob.arrayBuffer()));
  expect(reader).toMatchObject({ channels: 2, frames: 3, rate: 44_100 });
  expect([...((await reader?.read(0, 6)) ?? [])]).toEqual([0, 1, 0.5, -0.25, -1, 0.125]);
});

test('what a header lies about is not believed, and other codings are not read', async () => {
  const data = [0, 0, 0, 64];
  // A stream's placeholder: the file's end counts.
  expect(readerOf(wav({ bits: 16, data, length: 0xffff_ffff }))).toMatchObject({ frames: 2 });
  // The last frame is cut off.
  expect(readerOf(wav({ bits: 16, channels: 2, data: [1, 2, 3, 4, 5] }))).toMatchObject({ frames: 1 });
  for (const lie of [
    { channels: 0 },
    { rate: 0 },
    { bits: 12, frameBytes: 7 },
    { coding: 2 },
    { bits: 64 },
    { bits: 0 },
    { coding: 3 },
  ])
    expect(readerOf(wav({ bits: 16, data, ...lie })), JSON.stringify(lie)).toBeUndefined();
  expect(wavLayout(Uint8Array.from(text('RIFF....AVI data')), 16)).toBeUndefined();
  expect(wavLayout(Uint8Array.from([...text('RIFF....WAVEdata'), 0, 0, 0, 0]), 20)).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const all = Uint8Array.from([...text('RIFF....WAVE'), ...bytes]);
      try {
        readerOf(all);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});
