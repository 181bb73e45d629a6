import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { BoxcutterError } from '../../base/errors.ts';
import { memorySource } from '../../source/memory.ts';
import { buildPng } from '../../testing/builders/png-builder.ts';
import { byteChanges, mutate } from '../../testing/mutation.ts';
import { pythonWith, runPython } from '../../testing/python.ts';
import { type PictureSamples, pngSamples } from './png.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const read = (bytes: Uint8Array) => pngSamples(memorySource('a.png', bytes));

const python = pythonWith('numpy, PIL');

const STORED = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;
const KINDS = [
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
] as const;

/** Bytes that look random and are the same each time. */
function noise(count: number, seed: number): Uint8Array<ArrayBuffer> {
  let state = seed;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 16;
  });
}

/** Any bytes are rows, with any filters. */
function noisy(color: keyof typeof STORED, depth: number, interlace: 0 | 1, withAlpha = false) {
  const [width, height] = [13, 11];
  const passes = interlace
    ? [
        [8, 8, 0, 0],
        [8, 8, 4, 0],
        [4, 8, 0, 4],
        [4, 4, 2, 0],
        [2, 4, 0, 2],
        [2, 2, 1, 0],
        [1, 2, 0, 1],
      ]
    : [[1, 1, 0, 0]];
  const rows = passes.flatMap(([across = 1, down = 1, left = 0, top = 0], pass) => {
    const bytes = Math.ceil((Math.ceil((width - left) / across) * STORED[color] * depth) / 8);
    return Array.from({ length: Math.ceil((height - top) / down) }, (_, row) => [
      (row + pass) % 5,
      ...noise(bytes, 31 * pass + row + depth + color),
    ]).flat();
  });
  const colors = noise(3 * 2 ** Math.min(8, depth), 5);
  const more = [
    ...(color === 3 ? [{ type: 'PLTE', body: colors }] : []),
    ...(withAlpha
      ? [
          {
            type: 'tRNS',
            body: color === 3 ? Uint8Array.of(0, 100, 200).slice(0, 2 ** depth) : noise(2 * STORED[color], 3),
          },
        ]
      : []),
  ];
  return buildPng({ width, height, depth, color, interlace }, Uint8Array.from(rows), more);
}

const BY_PILLOW = `
import json, sys, numpy
from PIL import Image
def samples(path):
    image = Image.open(path)
    if image.mode == 'P': image = image.convert('RGBA' if 'transparency' in image.info else 'RGB')
    elif 'transparency' in image.info: image = image.convert('RGBA')
    array = numpy.asarray(image)
    if array.dtype == bool: array = array.astype('uint8') * 255
    return {'mode': image.mode, 'shape': array.shape, 'samples': array.astype(int).ravel().tolist()}
print(json.dumps([samples(path) for path in sys.argv[1:]]))
`;

interface ByPillow {
  mode: string;
  shape: number[];
  samples: number[];
}

/** Samples as Pillow has them: with 8 bits but for gray ones, and as RGBA where one color is transparent. */
function asPillow({ channels, samples }: PictureSamples, { mode, shape }: ByPillow): number[] {
  const all = Array.from(samples);
  const isWide = samples instanceof Uint16Array && !mode.startsWith('I');
  const short = isWide ? all.map((sample) => sample >> 8) : all;
  if (channels !== 2 || shape[2] !== 4) return short;
  return short.flatMap((sample, at) => (at % 2 === 0 ? [sample, sample, sample] : [sample]));
}

test.skipIf(!python)('samples are those of Pillow', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-png-'));
  const files = KINDS.flatMap(([color, depths]) =>
    depths.flatMap((depth) =>
      ([0, 1] as const).flatMap((interlace) =>
        // Pillow knows no transparent color of 16 bits, and none of less than 8.
        [false, ...(color === 3 || (color < 3 && depth === 8) ? [true] : [])].map((alpha) => ({
          name: `${color}-${depth}-${interlace}-${alpha}`,
          bytes: noisy(color, depth, interlace, alpha),
        })),
      ),
    ),
  );
  const paths = files.map(({ name }) => join(folder, `${name}.png`));
  for (const [at, { bytes }] of files.entries()) writeFileSync(paths[at] as string, bytes);
  const expected: ByPillow[] = JSON.parse(
    runPython(python as string, BY_PILLOW, new Uint8Array(), ...paths).toString(),
  );
  rmSync(folder, { recursive: true });
  for (const [at, { name, bytes }] of files.entries()) {
    const known = expected[at] as ByPillow;
    expect(asPillow(await read(bytes), known), `${name} ${known.mode}`).toEqual(known.samples);
  }
});

describe('a PNG', () => {
  it('keeps 16 bits, and samples of few bits in proportion', async () => {
    const wide = buildPng({ width: 1, height: 1, depth: 16, color: 6 }, Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8));
    expect(await read(wide)).toMatchObject({ channels: 4, samples: Uint16Array.of(0x102, 0x304, 0x506, 0x708) });
    const few = await read(buildPng({ width: 4, height: 1, depth: 2, color: 0 }, Uint8Array.of(0, 0b00011011)));
    expect(few).toMatchObject({ channels: 1, samples: Uint8Array.of(0, 85, 170, 255) });
    expect(few.notes).toEqual(['Samples of 2 bits are multiplied by 85.']);
  });

  it('has alpha where a color is transparent', async () => {
    const key = { type: 'tRNS', body: Uint8Array.of(1, 2) };
    const gray = buildPng({ width: 2, height: 1, depth: 16, color: 0 }, Uint8Array.of(0, 1, 2, 1, 3), [key]);
    expect(await read(gray)).toMatchObject({ channels: 2, samples: Uint16Array.of(0x102, 0, 0x103, 0xffff) });
  });

  it.each([
    [
      'of 30,000 pixels on each side',
      buildPng({ width: 30_000, height: 30_000, depth: 8, color: 0 }, new Uint8Array()),
      'source/too-large',
    ],
    ['of no width', buildPng({ width: 0, height: 1, depth: 8, color: 0 }, new Uint8Array()), 'values/bad-picture'],
    [
      'with too few rows',
      buildPng({ width: 9, height: 9, depth: 8, color: 0 }, new Uint8Array(20)),
      'values/bad-picture',
    ],
    [
      'with a color that its palette lacks',
      buildPng({ width: 1, height: 1, depth: 8, color: 3 }, Uint8Array.of(0, 1), [
        { type: 'PLTE', body: new Uint8Array(3) },
      ]),
      'values/bad-picture',
    ],
    [
      'without a palette',
      buildPng({ width: 1, height: 1, depth: 8, color: 3 }, Uint8Array.of(0, 0)),
      'values/bad-picture',
    ],
    [
      'with a filter that PNG lacks',
      buildPng({ width: 1, height: 1, depth: 8, color: 0 }, Uint8Array.of(5, 0)),
      'values/bad-picture',
    ],
    ['with 3 bits', buildPng({ width: 1, height: 1, depth: 3, color: 0 }, Uint8Array.of(0, 0)), 'values/bad-picture'],
    [
      'that is cut off',
      buildPng({ width: 1, height: 1, depth: 8, color: 0 }, Uint8Array.of(0, 0)).slice(0, -6),
      'values/bad-picture',
    ],
    [
      'with a wrong checksum',
      buildPng({ width: 1, height: 1, depth: 8, color: 0 }, Uint8Array.of(0, 0)).map((byte, at) =>
        at === 24 ? byte + 8 : byte,
      ),
      'values/bad-picture',
    ],
  ])('%s is refused', async (_, bytes, code) => {
    await expect(read(bytes)).rejects.toMatchObject({ code });
  });

  it('that is damaged is refused, or read', async () => {
    const files = [noisy(2, 8, 1), noisy(3, 4, 0, true), noisy(6, 16, 0)];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), byteChanges, async (bytes, changes) => {
        const found = await read(mutate(bytes, changes)).catch((error: unknown) => error);
        if (found instanceof Error) expect(found).toBeInstanceOf(BoxcutterError);
      }),
    );
  });
});
