import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxcutterError } from '../../base/errors.ts';
import { memorySource } from '../../source/memory.ts';
import type { NumericContents } from '../../tensor/contents/contents.ts';
import { keepInMemory } from '../../tensor/contents/flow.ts';
import { floatWav } from '../../tensor/wav.ts';
import { buildNpy, padded } from '../../testing/builders/numpy-files.ts';
import { buildPng } from '../../testing/builders/png-builder.ts';
import { buildSafetensors, entryText } from '../../testing/builders/safetensors-builder.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { byteChanges, mutate } from '../../testing/mutation.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import { blobSink } from '../saving/byte-sink.ts';

const calls = callsInThread({});

const read = (bytes: Uint8Array<ArrayBuffer> | Blob, name: string, key?: string, dtype?: string) =>
  calls.call('readValues', {
    file: new Blob([bytes]),
    name,
    ...(key === undefined ? {} : { key }),
    declared: { dtype },
  });

const textOf = (found: Awaited<ReturnType<typeof read>>) => found.chosen?.preview.first.join(' ');

describe('the values of a file', () => {
  it('of NumPy are a slice of it', async () => {
    const bytes = buildNpy();
    const file = new File([bytes], 'x.npy');
    const found = await calls.call('readValues', { file, name: 'x.npy' });
    expect(found).toMatchObject({
      choices: [{ key: 'x', dtype: 'float64', shape: [3n] }],
      key: 'x',
      chosen: {
        contents: { dtype: 'float64', shape: [3n] },
        preview: { first: ['1', '2', '3'], count: 3, isPicture: false },
      },
    });
    expect(found.chosen?.contents).toMatchObject({ data: { size: 24 } });
  });

  it('of NumPy are known without their name, and in other orders', async () => {
    const header = padded("{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }");
    const data = Uint8Array.of(0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6);
    const found = await read(buildNpy({ header, data }), 'values.bin');
    expect(found).toMatchObject({ chosen: { contents: { dtype: 'int16', shape: [2n, 3n] } } });
    expect(textOf(found)).toBe('1 2 3 4 5 6');
  });

  it('of an archive are those that are chosen', async () => {
    const zip = buildZip([
      { name: 'a.npy', data: buildNpy() },
      {
        name: 'b.npy',
        data: buildNpy({
          header: padded("{'descr': '<U2', 'fortran_order': False, 'shape': (), }"),
          data: Uint8Array.of(0x61, 0, 0, 0, 0, 0, 0, 0),
        }),
        method: 8,
      },
    ]);
    const found = await read(zip, 'a.npz');
    expect(found.choices.map(({ key, dtype }) => [key, dtype])).toEqual([
      ['a', 'float64'],
      ['b', 'string'],
    ]);
    expect(found.chosen).toBeUndefined();
    expect(textOf(await read(zip, 'a.npz', 'b'))).toBe('a');
  });

  it('with a wrong checksum are refused', async () => {
    const zip = buildZip([{ name: 'a.npy', data: buildNpy() }]);
    zip[140] = (zip[140] as number) ^ 1;
    await expect(read(zip, 'a.npz')).rejects.toMatchObject({ tag: 'bad-file' });
  });

  it('of a picture, a sound, a table and a text', async () => {
    const png = buildPng({ width: 2, height: 1, depth: 8, color: 2 }, Uint8Array.of(0, 1, 2, 3, 4, 5, 6));
    expect(await read(png, 'a')).toMatchObject({
      choices: [{ label: 'RGB picture, 2 × 1', dtype: 'uint8', shape: [1n, 2n, 3n] }],
    });
    const wav = await read(floatWav([Float32Array.of(0, 0.5), Float32Array.of(1, -1)], 8000), 'a.wav', 'samples');
    expect(wav.choices.map(({ key, dtype, shape }) => [key, dtype, shape])).toEqual([
      ['samples', 'float32', [2n, 2n]],
      ['rate', 'int64', []],
    ]);
    expect(textOf(wav)).toBe('0 1 0.5 -1');
    expect(textOf(await read(new Blob(['1,2\n3,4']), 'a.csv', undefined, 'float32'))).toBe('1 2 3 4');
    const pasted = await calls.call('readValues', { text: '1\t2', declared: { dtype: 'int8' } });
    expect(pasted.chosen?.contents).toMatchObject({ dtype: 'int8', shape: [2n] });
  });

  it.each([
    [
      'objects',
      buildNpy({ header: padded("{'descr': '|O', 'fortran_order': False, 'shape': (3,), }"), data: new Uint8Array(9) }),
      'a.npy',
      'numpy/object',
    ],
    ['a cut array', buildNpy().slice(0, -1), 'a.npy', 'numpy/data-cut'],
    ['text that is called .npy', new TextEncoder().encode('hello'), 'a.npy', 'numpy/not-npy'],
    ['bytes of no kind', Uint8Array.of(1, 2, 3, 0, 255), 'a.bin', 'values/unread'],
    ['nothing', new Uint8Array(0), 'a.csv', 'values/no-values'],
    [
      'a compressed WAV',
      new Uint8Array([
        ...new TextEncoder().encode('RIFF    WAVEfmt '),
        16,
        0,
        0,
        0,
        6,
        0,
        1,
        0,
        ...new Uint8Array(12),
        ...new TextEncoder().encode('data'),
        0,
        0,
        0,
        0,
      ]),
      'a.wav',
      'values/bad-sound',
    ],
  ])('%s is refused', async (_, bytes, name, code) => {
    await expect(read(bytes as Uint8Array<ArrayBuffer>, name)).rejects.toMatchObject({ code });
  });
});

/** A WAV of one channel. */
function buildWav(bits: number, bytes: number[], coding = 1, extensible = false): Uint8Array<ArrayBuffer> {
  const format = new Uint8Array(extensible ? 40 : 16);
  const view = new DataView(format.buffer);
  view.setUint16(0, extensible ? 0xfffe : coding, true);
  view.setUint16(2, 1, true);
  view.setUint32(4, 16_000, true);
  view.setUint16(12, bits / 8, true);
  view.setUint16(14, bits, true);
  if (extensible) view.setUint16(24, coding, true);
  const words = (text: string, size: number) => [...new TextEncoder().encode(text), size, 0, 0, 0];
  return Uint8Array.from([
    ...words('RIFF', 0),
    ...new TextEncoder().encode('WAVE'),
    ...words('fmt ', format.length),
    ...format,
    ...words('data', bytes.length),
    ...bytes,
  ]);
}

/** One file of each kind. */
const FILES: readonly [name: string, bytes: Uint8Array<ArrayBuffer>][] = [
  ['a.npy', buildNpy()],
  ['a.npz', buildZip([{ name: 'a.npy', data: buildNpy(), method: 8 }])],
  ['a.safetensors', buildSafetensors(`{${entryText('a', 'F32', [2], 0, 8)}}`, 8)],
  ['a.wav', buildWav(24, [1, 2, 3, 4, 5, 6], 1, true)],
  ['a.csv', new TextEncoder().encode('x,y\n1,"2"\n3,4')],
  ['a.json', new TextEncoder().encode('{"x": [[1, NaN], [2.5e3, "inf"]]}')],
];

describe('a damaged file', () => {
  it('is refused by an error of ours, or read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FILES), byteChanges, async ([name, bytes], changes) => {
        const found = await read(mutate(bytes, changes), name).catch((error: unknown) => error);
        if (!(found instanceof Error)) {
          const { choices } = found as Awaited<ReturnType<typeof read>>;
          const one =
            choices[0] && (await read(mutate(bytes, changes), name, choices[0].key).catch((error: unknown) => error));
          if (one instanceof Error) expect(one).toBeInstanceOf(BoxcutterError);
        } else expect(found).toBeInstanceOf(BoxcutterError);
      }),
      { numRuns: 300 },
    );
  });
});

describe('WAV samples', () => {
  it.each([
    [8, [0, 128, 255], 'uint8', '0 128 255', '-1 0 0.9921875'],
    [16, [0, 128, 255, 127], 'int16', '-32768 32767', '-1 0.9999695'],
    [24, [0, 0, 128, 255, 255, 127], 'int32', '-8388608 8388607', '-1 0.9999999'],
    [32, [0, 0, 0, 128, 1, 0, 0, 0], 'int32', '-2147483648 1', '-1 4.656612873077393e-10'],
  ])('of %d bits are kept, and scaled', async (bits, bytes, dtype, own, scaled) => {
    for (const extensible of [false, true]) {
      const samples = await read(buildWav(bits, bytes, 1, extensible), 'a.wav', 'samples');
      expect([samples.choices[0]?.dtype, textOf(samples)]).toEqual([dtype, own]);
      expect(textOf(await read(buildWav(bits, bytes, 1, extensible), 'a.wav', 'scaled'))).toBe(scaled);
    }
  });
});

describe('values on their way', () => {
  it('are held against what is declared, converted and changed', async () => {
    const { chosen } = await read(buildNpy(), 'x.npy');
    const contents = chosen?.contents as NumericContents;
    const fit = await calls.call('fitContents', { contents, declared: { dtype: 'float32', shape: [1n, 3n] } });
    if (fit.kind !== 'converts') throw new Error(fit.kind);
    const conversions = fit.options[0]?.conversions.map(({ conversion }) => conversion) ?? [];
    const made = await calls.call('convertContents', { contents, conversions });
    expect(made.preview).toMatchObject({ dtype: 'float32', shape: [1n, 3n], first: ['1', '2', '3'] });
    const edited = await calls.call('editCells', {
      contents: made.contents as NumericContents,
      cells: [{ element: 1, text: '0.1' }],
    });
    expect(edited.preview.first).toEqual(['1', '0.1', '3']);
    const typed = await calls.call('typeContents', {
      typed: { kind: 'fill', dtype: 'uint8', shape: [2n], value: '7' },
    });
    expect(typed.preview.first).toEqual(['7', '7']);
  });

  it('go to a private file where they are many', async () => {
    let written = 0;
    const openSink = async () => ({
      ...blobSink(2 ** 28),
      write(bytes: Uint8Array) {
        written += bytes.length;
      },
      privateFile: 'private',
      release() {},
    });
    const own = callsInThread({}, { openSink });
    const { contents } = await own.call('typeContents', {
      typed: { kind: 'range', dtype: 'uint16', shape: [2n ** 25n + 8n], start: '0', step: '0' },
    });
    expect(contents).toMatchObject({ privateFiles: ['private'] });
    expect(written).toBe(2 ** 26 + 16);
  });

  it('are those of an open tensor', async () => {
    const own = callsInThread({ container: memorySource('x.npy', buildNpy()) });
    const { handle } = await own.call('open', { descriptor: { kind: 'file', file: new File([], 'x.npy') } });
    expect((await own.call('tensorContents', { handle, tensor: 'x' })).preview.first).toEqual(['1', '2', '3']);
  });

  it('say when a file has changed', async () => {
    const file = new Blob([buildNpy()]);
    file.slice = () => new Blob([]);
    await expect(calls.call('readValues', { file, name: 'x.npy' })).rejects.toMatchObject({ code: 'source/changed' });
  });

  it('take no more memory than there may be', async () => {
    async function* none(): AsyncGenerator<Uint8Array> {}
    await expect(keepInMemory()(none(), 2 ** 27, undefined)).rejects.toBeInstanceOf(BoxcutterError);
  });
});
