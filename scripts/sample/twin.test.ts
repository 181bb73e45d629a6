import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { concatBytes } from '../../src/base/bytes.ts';
import { modelHost } from '../../src/formats/carton/core/run/host.ts';
import { DEFAULT_RUN_LIMITS, type RunTensor } from '../../src/model/run/run-thread.ts';
import { floats } from './runners.ts';
import { LABELS, type Shape, SIZE, sketchShapes } from './shapes.ts';

const files = unzipSync(readFileSync(new URL('../../public/sample-wasm.carton', import.meta.url)));
const textOf = (path: string) => new TextDecoder().decode(files[path]);

interface Case {
  name: string;
  inputs: Record<string, string>;
  expected_out?: Record<string, string>;
  sample_out?: Record<string, string>;
}

const carton = parse(textOf('carton.toml')) as unknown as { self_test: Case[]; example: Case[] };
const index = parse(textOf('tensor_data/index.toml')) as unknown as {
  tensor: { name: string; dtype: 'float32' | 'string'; shape: number[]; file: string }[];
};

/** The tensor that a reference names. */
function tensorAt(name: string, reference: string): RunTensor {
  const entry = index.tensor.find((tensor) => `@tensor_data/${tensor.name}` === reference);
  if (!entry) throw new Error(`${reference} is not in the index`);
  const path = `tensor_data/${entry.file}`;
  const { dtype, shape } = entry;
  if (dtype === 'string') return { name, dtype, shape, data: parse(textOf(path)).data as string[] };
  return { name, dtype, shape, data: concatBytes([files[path] as Uint8Array]) };
}

const host = modelHost();
const model = concatBytes([files['model/model.wasm'] as Uint8Array]);
host({ kind: 'load', model, limits: DEFAULT_RUN_LIMITS });

function infer(inputs: RunTensor[]): RunTensor[] {
  const { reply } = host({ kind: 'infer', inputs });
  if (reply.kind !== 'outputs') throw new Error(JSON.stringify(reply));
  return [...reply.outputs];
}

const number = (value: number) => concatBytes([floats(Float32Array.of(value))]);
const temperature: RunTensor = { name: 'temperature', dtype: 'float32', shape: [], data: number(1) };

/** What the model takes pictures for. */
function labelsOf(pictures: Float32Array[]): readonly string[] {
  const data = concatBytes(pictures.map(floats));
  const image: RunTensor = { name: 'image', dtype: 'float32', shape: [pictures.length, SIZE, SIZE], data };
  const label = infer([image, temperature]).find(({ name }) => name === 'label');
  return label?.dtype === 'string' ? label.data : [];
}

/** As a hand may draw them: outlines with gaps, small ones, filled ones, and ones in a corner. */
const DRAWINGS: readonly [label: string, drawing: string[]][] = [
  ['circle', ['..####..', '.#....#.', '#......#', '#......#', '#......#', '.#....#.', '..####..']],
  ['circle', ['..###..', '.#...#.', '#.....#', '#.....#', '#......', '.#.....', '..###..']],
  ['circle', ['.####.', '######', '######', '######', '######', '.####.']],
  [
    'circle',
    [
      '....####....',
      '..##....##..',
      '.#........#.',
      '#..........#',
      '#..........#',
      '#..........#',
      '#..........#',
      '.#........#.',
      '..##....##..',
      '....####....',
    ],
  ],
  ['square', ['########', '#......#', '#......#', '#......#', '#......#', '#......#', '#......#', '########']],
  ['square', ['#######.', '#.....#.', '#.....##', '#......#', '##.....#', '.#.....#', '.#####.#']],
  ['square', ['######', '######', '######', '######', '######', '######']],
  [
    'square',
    [
      '.....#.....',
      '....#.#....',
      '...#...#...',
      '..#.....#..',
      '.#.......#.',
      '#.........#',
      '.#.......#.',
      '..#.....#..',
      '...#...#...',
      '....#.#....',
      '.....#.....',
    ],
  ],
  [
    'triangle',
    ['....#....', '...#.#...', '...#.#...', '..#...#..', '..#...#..', '.#.....#.', '.#.....#.', '#########'],
  ],
  ['triangle', ['#.......', '##......', '#.#.....', '#..#....', '#...#...', '#....#..', '#.....#.', '########']],
  ['triangle', ['...##...', '...##...', '..####..', '..####..', '.######.', '.######.', '########']],
  ['triangle', ['###########', '#........#.', '.#......#..', '..#....#...', '...#..#....', '....##.....']],
];

function pixelsOf(drawing: readonly string[], left: number, top: number): Float32Array {
  const pixels = new Float32Array(SIZE * SIZE);
  for (const [y, row] of drawing.entries())
    for (const [x, cell] of [...row].entries()) if (cell === '#') pixels[(top + y) * SIZE + left + x] = 1;
  return pixels;
}

describe('the wasm twin of the sample', () => {
  it.each([...carton.self_test, ...carton.example])('gives the outputs of “$name”', (given) => {
    const outputs = infer(Object.entries(given.inputs).map(([name, reference]) => tensorAt(name, reference)));
    const expected = Object.entries(given.expected_out ?? given.sample_out ?? {});
    expect(outputs.map(({ name }) => name)).toEqual(expected.map(([name]) => name));
    for (const [i, [name, reference]] of expected.entries())
      if (reference.startsWith('@tensor_data/')) expect(outputs[i]).toEqual(tensorAt(name, reference));
  });

  it('knows what is drawn by hand, wherever it is on the picture', () => {
    for (const [label, drawing] of DRAWINGS) {
      const right = SIZE - (drawing[0] as string).length;
      const bottom = SIZE - drawing.length;
      const places = [
        [0, 0],
        [right, 0],
        [0, bottom],
        [right, bottom],
        [right >> 1, bottom >> 1],
      ] as const;
      const said = labelsOf(places.map(([left, top]) => pixelsOf(drawing, left, top)));
      expect(said, drawing.join('\n')).toEqual(places.map(() => label));
    }
  });

  it('knows at least 98 of 100 sketches that it was not trained on', () => {
    const sketches = sketchShapes(900, 6);
    const said = labelsOf(sketches.map(({ pixels }) => pixels));
    const right = sketches.filter(({ label }: Shape, i) => said[i] === LABELS[label]);
    expect(right.length / sketches.length).toBeGreaterThanOrEqual(0.98);
  });

  it.each([
    ['no temperature', [{ name: 'image', dtype: 'float32', shape: [1, 16, 16], data: new Uint8Array(1024) }]],
    [
      'pictures of another size',
      [{ name: 'image', dtype: 'float32', shape: [1, 8, 8], data: new Uint8Array(256) }, temperature],
    ],
    ['another type', [{ name: 'image', dtype: 'int32', shape: [1, 16, 16], data: new Uint8Array(1024) }, temperature]],
  ] as [string, RunTensor[]][])('stops at %s', (_, inputs) => {
    expect(host({ kind: 'infer', inputs }).reply).toMatchObject({ kind: 'failed', error: { code: 'run/trap' } });
  });

  it('says something of no pictures, of an empty one, and of any temperature', () => {
    expect(labelsOf([])).toEqual([]);
    expect(LABELS).toContain(labelsOf([new Float32Array(256)])[0]);
    const image: RunTensor = {
      name: 'image',
      dtype: 'float32',
      shape: [1, 16, 16],
      data: concatBytes([floats(pixelsOf(DRAWINGS[0]?.[1] ?? [], 3, 3))]),
    };
    for (const value of [1e-30, 0.1, 1, 1e30]) {
      const [probability] = infer([image, { ...temperature, data: number(value) } as RunTensor]);
      const { data } = probability as { data: Uint8Array<ArrayBuffer> };
      const values = new Float32Array(data.slice().buffer);
      expect(values.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 5);
    }
  });
});
