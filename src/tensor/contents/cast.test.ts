import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { concatBytes, encodeUtf8, toHex } from '../../base/bytes.ts';
import { pythonWith, runPython } from '../../testing/python.ts';
import { type DecodedDtype, DTYPES, isComplexDtype, isNumericDtype, type NumericDtype } from '../dtype.ts';
import { decodeElements, elementText } from '../elements.ts';
import { floatTable, isNarrowFloat } from '../float.ts';
import { bytesCast, castTo, isWidening, Losses } from './cast.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const NUMERIC = (Object.keys(DTYPES) as DecodedDtype[]).filter(isNumericDtype);
const python = pythonWith('numpy');
const IN_NUMPY = NUMERIC.filter((dtype) => 'descr' in DTYPES[dtype]);

const bytesOf = (values: ArrayBufferView<ArrayBuffer>) => new Uint8Array(values.buffer.slice(0));

const textsOf = (dtype: NumericDtype, bytes: Uint8Array) => {
  const values = decodeElements(dtype, bytes.slice());
  return Array.from({ length: values.length }, (_, at) => elementText(values[at] as number | bigint));
};

/** What a list of numbers becomes, as text, and what is lost. */
function cast(values: number[], to: NumericDtype) {
  const losses = new Losses();
  const bytes = castTo(to)(Float64Array.from(values), losses, 0);
  return { made: textsOf(to, bytes), losses: losses.list };
}

/** Numbers near everything that a type may round or refuse. */
const EDGES = [
  0,
  -0,
  1,
  -1,
  0.5,
  1.5,
  2.5,
  -2.5,
  127,
  128,
  -128,
  -129,
  255,
  256,
  32767,
  32768,
  65503,
  65504,
  65519.99,
  2049,
  2047.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 53,
  1e-8,
  6e-8,
  2 ** -24,
  2 ** -25,
  3 * 2 ** -26,
  0.1,
  1 / 3,
  1e-45,
  1e-40,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  3.4e38,
  5e-324,
  Math.PI,
  1e10,
  448,
  464,
  6,
  7.5,
  28,
];

const CAST = `
import json, sys, warnings, numpy
warnings.simplefilter('ignore')
asked = json.load(sys.stdin)
cast = lambda one: numpy.frombuffer(bytes.fromhex(one['hex']), one['from']).astype(one['to']).tobytes().hex()
print(json.dumps([cast(one) for one in asked]))
`;

/** What NumPy makes of bytes, all in one process. */
function castByNumPy(asked: { bytes: Uint8Array; from: NumericDtype; to: NumericDtype }[]): Uint8Array[] {
  const descr = (dtype: NumericDtype) => (DTYPES[dtype] as { descr?: string }).descr;
  const told = asked.map(({ bytes, from, to }) => ({ hex: toHex(bytes), from: descr(from), to: descr(to) }));
  const answer: string[] = JSON.parse(runPython(python as string, CAST, encodeUtf8(JSON.stringify(told))).toString());
  return answer.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')));
}

describe.skipIf(!python)('casts, held against NumPy', () => {
  test('of each type to each', () => {
    const pairs = IN_NUMPY.flatMap((from) => IN_NUMPY.map((to) => ({ from, to })));
    const asked = pairs.map(({ from, to }) => {
      const own = castTo(from)(Float64Array.from(EDGES), new Losses(), 0);
      const width = own.length / EDGES.length;
      const elements = EDGES.map((_, at) => own.slice(at * width, (at + 1) * width));
      // What becomes of a value out of range differs with the machine in NumPy.
      const kept = elements.filter((element) => {
        const losses = new Losses();
        bytesCast(from, to)(element.slice(), losses, 0);
        return !losses.refusal;
      });
      return { from, to, bytes: concatBytes(kept) };
    });
    for (const [at, expected] of castByNumPy(asked).entries()) {
      const { from, to, bytes } = asked[at] as (typeof asked)[number];
      expect(bytes.length).toBeGreaterThan(0);
      const made = bytesCast(from, to)(bytes, new Losses(), 0);
      expect(textsOf(to, made), `${from} to ${to}`).toEqual(textsOf(to, expected));
    }
  });

  test('of every float32 pattern of a kind to float16', () => {
    const patterns = Uint32Array.from({ length: 2 ** 16 }, (_, at) => Math.imul(at, 65_537) + (at % 3) * 4096);
    const values = new Float32Array(patterns.buffer).filter((value) => Math.abs(value) < 65520 || Number.isNaN(value));
    const [expected] = castByNumPy([{ bytes: bytesOf(values), from: 'float32', to: 'float16' }]) as [Uint8Array];
    const made = castTo('float16')(values, new Losses(), 0);
    expect(textsOf('float16', made)).toEqual(textsOf('float16', expected));
  });
});

describe('a cast', () => {
  it('keeps every value of a narrow float as the pattern that it has', () => {
    for (const dtype of NUMERIC.filter(isNarrowFloat)) {
      const table = floatTable(dtype);
      const losses = new Losses();
      const bytes = castTo(dtype)(table, losses, 0);
      expect(losses.list, dtype).toEqual([]);
      expect(textsOf(dtype, bytes), dtype).toEqual(Array.from(table, elementText));
    }
  });

  it('rounds to the nearest narrow float, and of two to the even one', () => {
    expect(cast([1.0625, 1.1875, 464, 0.0009765625, 0.0029296875], 'float8_e4m3fn').made).toEqual([
      '1',
      '1.25',
      '448',
      '0',
      '0.00390625',
    ]);
    expect(cast([1.5, 3, 0.75, 2 ** -127], 'float8_e8m0fnu').made).toEqual(['2', '2', '0.5', String(2 ** -127)]);
    expect(cast([0.25, 0.75, 5, -5], 'F4').made).toEqual(['0', '1', '4', '-4']);
    expect(cast([1.00390625, 1.01171875], 'bfloat16').made).toEqual(['1', '1.015625']);
  });

  it('counts what it does not keep, with the first of each kind', () => {
    expect(cast([0.1, 1, 0.1, 1e-50, 1e300], 'float32').losses).toEqual([
      { kind: 'digits', count: 2, first: { element: 0, from: '0.1', to: '0.10000000149011612' } },
      { kind: 'zero', count: 1, first: { element: 3, from: '1e-50', to: '0' } },
      { kind: 'range', count: 1, first: { element: 4, from: '1e+300', to: 'Infinity' } },
    ]);
    expect(cast([1.5, -0, 300, Number.NaN, -1], 'uint8').losses).toEqual([
      { kind: 'fraction', count: 1, first: { element: 0, from: '1.5', to: '1' } },
      { kind: 'sign', count: 1, first: { element: 1, from: '-0', to: '0' } },
      { kind: 'range', count: 3, first: { element: 2, from: '300' } },
    ]);
    expect(cast([0, 1, 2, Number.NaN], 'bool').losses).toMatchObject([{ kind: 'truth', count: 2 }]);
    expect(cast([449, 465, Number.POSITIVE_INFINITY], 'float8_e4m3fn').losses).toMatchObject([
      { kind: 'digits', count: 1 },
      { kind: 'range', count: 2, first: { element: 1 } },
    ]);
    expect(cast([Number.NaN, -0], 'F4').losses).toMatchObject([{ kind: 'range', count: 1 }]);
    expect(cast([-0], 'float8_e4m3fnuz').losses).toMatchObject([{ kind: 'sign' }]);
  });

  it('is exact beyond 2^53, or says that it is not', () => {
    const values = BigInt64Array.of(2n ** 53n + 1n, -(2n ** 63n), 7n);
    const losses = new Losses();
    const bytes = bytesCast('int64', 'float64')(bytesOf(values), losses, 0);
    expect([...decodeElements('float64', bytes)]).toEqual([2 ** 53, -(2 ** 63), 7]);
    expect(losses.list).toEqual([
      { kind: 'digits', count: 1, first: { element: 0, from: '9007199254740993', to: '9007199254740992' } },
    ]);
    const back = new Losses();
    bytesCast('float64', 'int64')(bytesOf(Float64Array.of(2 ** 63, 1)), back, 0);
    expect(back.refusal).toMatchObject({ count: 1, first: { element: 0 } });
  });

  it('takes complex numbers apart and makes them', () => {
    const losses = new Losses();
    const made = bytesCast('complex64', 'float32')(bytesOf(Float32Array.of(1, 0, 2, -3)), losses, 0);
    expect([...decodeElements('float32', made)]).toEqual([1, 2]);
    expect(losses.list).toEqual([{ kind: 'imaginary', count: 1, first: { element: 1, from: '2-3j', to: '2' } }]);
    const pair = bytesCast('int8', 'complex128')(Uint8Array.of(5), new Losses(), 0);
    expect([...decodeElements('float64', pair)]).toEqual([5, 0]);
    const narrow = new Losses();
    bytesCast('complex128', 'complex64')(bytesOf(Float64Array.of(1, 1, 1, 0.1)), narrow, 0);
    expect(narrow.list).toMatchObject([{ kind: 'digits', first: { element: 1 } }]);
  });

  it('loses nothing where a type has all values of another', () => {
    for (const from of NUMERIC)
      for (const to of NUMERIC) {
        if (!isWidening(from, to) || isComplexDtype(from)) continue;
        const bits = DTYPES[from].bits;
        if (bits > 16) continue;
        const patterns =
          bits === 16
            ? bytesOf(Uint16Array.from({ length: 2 ** 16 }, (_, at) => at))
            : Uint8Array.from({ length: from === 'bool' ? 2 : 256 }, (_, at) => at);
        const losses = new Losses();
        bytesCast(from, to)(patterns, losses, 0);
        expect(losses.list, `${from} to ${to}`).toEqual([]);
      }
  });
});

describe('an integer of 64 bits', () => {
  const from = (values: bigint[], to: NumericDtype) => {
    const losses = new Losses();
    const bytes = bytesCast('int64', to)(bytesOf(BigInt64Array.from(values)), losses, 0);
    return { values: decodeElements(to, bytes.slice()), losses: losses.list };
  };

  it.each(['float32', 'bfloat16'] as const)('becomes the nearest %s', (dtype) => {
    const bits = dtype === 'float32' ? 24 : 8;
    fc.assert(
      fc.property(
        fc.bigInt(2n ** 54n, 2n ** 62n),
        fc.constantFrom(-1n, 0n, 1n),
        fc.constantFrom(-1n, 1n),
        (high, aside, sign) => {
          // Just beside the middle of two floats.
          const unit = BigInt(high.toString(2).length - bits);
          const low = (high >> unit) << unit;
          const value = low + (1n << (unit - 1n)) + aside;
          const nearest = aside < 0n || (aside === 0n && (low >> unit) % 2n === 0n) ? low : low + (1n << unit);
          const made = from([sign * value], dtype);
          expect(BigInt(made.values[0] as number)).toBe(sign * nearest);
          expect(made.losses).toHaveLength(1);
        },
      ),
    );
  });

  it('is counted where a float64 has as few of its digits', () => {
    expect(from([2n ** 62n + 1n, 2n ** 53n + 1n], 'bfloat16').losses).toMatchObject([{ count: 2 }]);
  });
});
