import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ZSTDDecoder } from 'zstddec';
import { expect, FIXTURES, hasFixtures, openFile, openNext, show, test } from './support.ts';

const EVERY = `${FIXTURES}carton/every-tensor`;
const REAL = `${FIXTURES}neighbours/real/`;

/** Planes up to this size are in the document whole, with every value. */
const WHOLE = { columns: 48, cells: 2400 };

/** A tensor as another program has it: exact values as texts, in row-major order. */
interface Known {
  name: string;
  shape: readonly number[];
  values: readonly string[];
}

/** What of the tensor is shown: the dimensions along rows and columns, and the index of each of the others. */
interface Mapping {
  rows: number | undefined;
  columns: number | undefined;
  fixed: 'first' | 'last';
}

/** Every pair of dimensions in both orders, each alone along either axis, and the sliders at both of their ends. */
function mappingsOf({ shape }: Known): Mapping[] {
  const dimensions = [undefined, ...shape.keys()];
  return dimensions.flatMap((rows) =>
    dimensions.flatMap((columns) => {
      const axes = [rows, columns].filter((axis) => axis !== undefined);
      if (axes[0] === axes[1] || (axes.length === 0 && shape.length > 0)) return [];
      const ends = shape.length > axes.length ? (['first', 'last'] as const) : (['first'] as const);
      return ends.map((fixed) => ({ rows, columns, fixed }));
    }),
  );
}

/** The value of a cell, counted from the strides of the tensor alone. */
function valueAt({ shape, values }: Known, { rows, columns, fixed }: Mapping, row: number, column: number) {
  const index = shape.map((size, dimension) => {
    if (dimension === rows) return row;
    if (dimension === columns) return column;
    return fixed === 'first' ? 0 : size - 1;
  });
  return values[index.reduce((at, position, dimension) => at * (shape[dimension] as number) + position, 0)];
}

/** Where the page shows a mapping, with a cell of it chosen. */
function addressOf({ name, shape }: Known, { rows, columns, fixed }: Mapping, row: number, column: number): string {
  const along = (dimension: number) => dimension === rows || dimension === columns;
  const last = (size: number) => (fixed === 'first' ? 0 : size - 1);
  const slice = shape.map((size, dimension) => (along(dimension) ? ':' : last(size)));
  const cell = shape.map((size, dimension) => (dimension === rows ? row : dimension === columns ? column : last(size)));
  const query = `slice=[${slice}]&axes=${rows ?? ''},${columns ?? ''}&cell=${cell}`;
  return `#/tensors/${name}${shape.length > 0 ? `?${query}` : ''}`;
}

/** Cells that are drawn, by row and column, and their exact values. Undefined where some are not loaded. */
const drawnCells = (page: Page, name: string) =>
  page.evaluate((label) => {
    const grid = document.querySelector(`[role="grid"][aria-label="Values of ${label}"]`);
    const cells = [...(grid?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
    return {
      size: ['aria-rowcount', 'aria-colcount'].map((side) => Number(grid?.getAttribute(side)) - 1),
      cells: cells.map(({ dataset }) => [dataset.cell ?? '', dataset.value] as const),
    };
  }, name);

/** Looks at a tensor in every mapping: at all of a small plane, and at what is drawn round the corners of a large one. */
async function expectEveryMapping(page: Page, known: Known): Promise<number> {
  const mappings = mappingsOf(known);
  for (const mapping of mappings) {
    const [rows, columns] = [mapping.rows, mapping.columns].map((axis) =>
      axis === undefined ? 1 : (known.shape[axis] as number),
    ) as [number, number];
    const isWhole = columns <= WHOLE.columns && rows * columns <= WHOLE.cells;
    const ends = [
      [0, 0],
      [rows - 1, columns - 1],
    ];
    const others = [
      [0, columns - 1],
      [rows - 1, 0],
      [rows >> 1, columns >> 1],
    ];
    // Each pair of dimensions is looked at all round once, and at its ends where the sliders are at theirs.
    const isPair = mapping.rows !== undefined && mapping.columns !== undefined && mapping.fixed === 'first';
    const cells = isWhole ? [[0, 0]] : isPair ? [...ends, ...others] : ends;
    for (const [row, column] of cells as [number, number][]) {
      const address = addressOf(known, mapping, row, column);
      await show(page, address);
      await expect(async () => {
        const { size, cells } = await drawnCells(page, known.name);
        expect(size).toEqual([rows, columns]);
        if (isWhole) expect(cells).toHaveLength(rows * columns);
        else expect(cells.map(([cell]) => cell)).toContain(`${row},${column}`);
        expect(cells).toEqual(
          cells.map(([cell]) => {
            const [down, across] = cell.split(',').map(Number) as [number, number];
            return [cell, valueAt(known, mapping, down, across)];
          }),
        );
      }, address).toPass({ timeout: 10_000, intervals: [10, 20, 40, 80, 160] });
    }
  }
  return mappings.length;
}

const READ: Readonly<Record<string, (bytes: ArrayBuffer) => ArrayLike<number | bigint>>> = {
  float32: (bytes) => new Float32Array(bytes),
  float64: (bytes) => new Float64Array(bytes),
  int8: (bytes) => new Int8Array(bytes),
  uint8: (bytes) => new Uint8Array(bytes),
  int16: (bytes) => new Int16Array(bytes),
  uint16: (bytes) => new Uint16Array(bytes),
  int32: (bytes) => new Int32Array(bytes),
  uint32: (bytes) => new Uint32Array(bytes),
  int64: (bytes) => new BigInt64Array(bytes),
  uint64: (bytes) => new BigUint64Array(bytes),
};

/** Little-endian values as the page writes them. */
function textsOf(dtype: string, bytes: Uint8Array): string[] {
  const read = READ[dtype];
  if (!read) throw new Error(`No values of ${dtype}.`);
  return Array.from(read(Uint8Array.from(bytes).buffer), (value) => (Object.is(value, -0) ? '-0' : String(value)));
}

/** The files of a zip by name, those that are compressed by zstd. Zips of the fixtures have no other traps. */
async function zstdFiles(zip: Buffer): Promise<Map<string, Uint8Array>> {
  const decoder = new ZSTDDecoder();
  await decoder.init();
  const files = new Map<string, Uint8Array>();
  const end = zip.lastIndexOf('PK\x05\x06');
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === 0x02014b50; ) {
    const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (zip.readUInt16LE(at + 10) === 93 && size > 0)
      files.set(name, decoder.decode(zip.subarray(start, start + packed), size));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

test.describe('in every mapping', () => {
  test.skip(!hasFixtures, 'the fixtures are not beside the repository');

  test('every kind of tensor has the values that NumPy wrote', async ({ page }) => {
    test.slow();
    interface Truth {
      dtype: string;
      shape?: number[];
      first?: string[];
      values?: string[];
    }
    const truth: Record<string, Truth> = JSON.parse(readFileSync(`${EVERY}.json`, 'utf8'));
    const files = await zstdFiles(readFileSync(`${EVERY}.carton`));
    await page.goto('/');
    await openFile(page, `${EVERY}.carton`);
    const NUMPY: Record<string, string> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity', '-0.0': '-0' };
    let looks = 0;
    for (const [at, [name, { dtype, shape, first = [], values }]] of Object.entries(truth).entries()) {
      // A nested one shows those inside, which are here as well.
      if (!shape && dtype === 'nested') continue;
      const isText = dtype === 'string';
      const sizes = shape ?? [];
      if (sizes.includes(0)) {
        for (const axes of ['0,1', '1,0']) {
          await show(page, `#/tensors/${name}?slice=[:,:]&axes=${axes}`);
          await expect(page.getByText('No values')).toBeVisible();
        }
        continue;
      }
      const stored = files.get(`tensor_data/tensor_${at}.bin`);
      const all = isText ? (values as string[]) : textsOf(dtype, stored as Uint8Array);
      const known = { name, shape: isText ? [2, 3] : sizes, values: all };
      if (!isText) {
        // The file is the one that the truth speaks of.
        const expected = first.map((text) => NUMPY[text] ?? (/^-?\d+$/.test(text) ? text : String(Number(text))));
        expect(all.slice(0, expected.length), name).toEqual(expected);
      }
      looks += await expectEveryMapping(page, known);
    }
    expect(looks).toBeGreaterThan(100);
  });

  test('tensors of other people’s programs have the bytes that independent readers found', async ({ page }) => {
    test.slow();
    interface Truth {
      tensors?: { name: string; dtype: string; shape: number[]; data_offsets: number[]; sha256: string }[];
      header_bytes?: number;
    }
    const DTYPES: Record<string, string> = { F32: 'float32', I64: 'int64' };
    const truth: Record<string, Truth> = JSON.parse(readFileSync(`${REAL}truth.json`, 'utf8'));
    await page.goto('/');
    let looks = 0;
    for (const [file, { tensors = [], header_bytes = 0 }] of Object.entries(truth)) {
      if (tensors.length === 0) continue;
      const bytes = readFileSync(`${REAL}${file}`);
      await openNext(page, `${REAL}${file}`);
      for (const { name, dtype, shape, data_offsets, sha256 } of tensors) {
        const [start, end] = data_offsets.map((offset) => 8 + header_bytes + offset);
        const own = bytes.subarray(start, end);
        expect(createHash('sha256').update(own).digest('hex'), name).toBe(sha256);
        looks += await expectEveryMapping(page, { name, shape, values: textsOf(DTYPES[dtype] as string, own) });
      }
    }
    expect(looks).toBeGreaterThan(100);
  });
});
