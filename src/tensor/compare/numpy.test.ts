import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { concatBytes } from '../../base/bytes.ts';
import { decodeElements } from '../elements.ts';
import { Comparer } from './comparer.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const hasNumPy = spawnSync('python3', ['-c', 'import numpy']).status === 0;

/**
 * Compares pairs of arrays that stand one after another on the standard input. Floats as float64, as the page computes
 * with them; whole numbers of one type as they are.
 */
const COMPARE = `
import json, sys, numpy
numpy.seterr(all='ignore')
data = sys.stdin.buffer.read()
at = 0
found = []
for one, other, count, rtol, atol, nan in json.loads(sys.argv[1]):
    a = numpy.frombuffer(data, one, count, at); at += a.nbytes
    b = numpy.frombuffer(data, other, count, at); at += b.nbytes
    if a.dtype.kind == 'f' or b.dtype.kind == 'f':
        a, b = a.astype('f8'), b.astype('f8')
    # NumPy rounds whole numbers to float64 before it looks whether they are close.
    close = numpy.isclose(a, b, rtol, atol, nan) if a.dtype.kind == 'f' else a == b
    finite = numpy.isfinite(a) & numpy.isfinite(b)
    wide = 'O' if a.dtype.kind != 'f' else 'f8'
    gaps = numpy.abs(a[finite].astype(wide) - b[finite].astype(wide))
    found.append({
        'close': bool(numpy.allclose(a, b, rtol, atol, nan) if a.dtype.kind == 'f' else close.all()), 'beyond': int((~close).sum()),
        'first': int(numpy.argmin(close)) if not close.all() else None,
        'equal': bool(numpy.array_equal(a, b, equal_nan=nan and a.dtype.kind == 'f')),
        'maxAbs': str(float(gaps.max())) if len(gaps) else None,
        'at': int(numpy.flatnonzero(finite)[numpy.argmax(gaps)]) if len(gaps) else None,
    })
print(json.dumps(found))
`;

const DTYPES = [
  ['float64', '<f8', 8],
  ['float32', '<f4', 4],
  ['float16', '<f2', 2],
  ['int64', '<i8', 8],
  ['uint64', '<u8', 8],
  ['int8', '|i1', 1],
  ['bool', '|b1', 1],
] as const;

const SPECIAL = [
  0,
  -0,
  1,
  1 + 1e-5,
  -1,
  1e-8,
  6e4,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1.7e308,
  -1.7e308,
];

type Type = (typeof DTYPES)[number];

/** Elements of a type: bytes at random, so all kinds of values of floats, or a special one, where the type has it. */
function bytesOf([dtype, , width]: Type, picks: readonly number[], random: Uint8Array): Uint8Array {
  const bytes = random.slice(0, picks.length * width);
  if (dtype === 'bool') return bytes.map((byte) => byte & 1);
  for (const [at, pick] of picks.entries()) {
    const special = SPECIAL[pick];
    if (special === undefined) continue;
    const view = new DataView(bytes.buffer, at * width, width);
    if (dtype === 'float64') view.setFloat64(0, special, true);
    else if (dtype === 'float32') view.setFloat32(0, special, true);
    else if (dtype === 'int64' || dtype === 'uint64') view.setBigUint64(0, 2n ** 62n + BigInt(pick % 3), true);
  }
  return bytes;
}

const type = fc.constantFrom(...DTYPES);
const picks = fc.array(fc.nat(2 * SPECIAL.length), { minLength: 12, maxLength: 12 });
const random = fc.uint8Array({ minLength: 96, maxLength: 96 });
const wanted = fc.record({
  ...{ one: type, other: type, picks, otherPicks: picks, random, otherRandom: random, isSame: fc.boolean() },
  rtol: fc.constantFrom(0, 1e-5, 0.25),
  atol: fc.constantFrom(0, 1e-8, 1),
  equalNan: fc.boolean(),
});

test.skipIf(!hasNumPy)('what is close, the first that is not, and the largest difference are as NumPy has them', () => {
  const asked = fc.sample(wanted, 400).map((each) => {
    // NumPy subtracts whole numbers of different types as float64, and wraps around.
    const isWhole = ([dtype]: Type) => !dtype.startsWith('float');
    const other = isWhole(each.one) && isWhole(each.other) ? each.one : each.other;
    const a = bytesOf(each.one, each.picks, each.random);
    const b = each.isSame && other === each.one ? a : bytesOf(other, each.otherPicks, each.otherRandom);
    const tolerance = isWhole(each.one) ? { rtol: 0, atol: 0 } : { rtol: each.rtol, atol: each.atol };
    return { ...each, ...tolerance, other, a, b };
  });
  const orders = asked.map(({ one, other, rtol, atol, equalNan }) => [one[1], other[1], 12, rtol, atol, equalNan]);
  const input = concatBytes(asked.flatMap(({ a, b }) => [a, b]));
  const { stdout, stderr } = spawnSync('python3', ['-c', COMPARE, JSON.stringify(orders)], { input });
  expect(stderr.toString()).toBe('');
  const expected: unknown[] = JSON.parse(stdout.toString());
  for (const [index, { one, other, a, b, rtol, atol, equalNan }] of asked.entries()) {
    const comparer = new Comparer(one[0], other[0], { rtol, atol, equalNan });
    comparer.add(decodeElements(one[0], a.slice()), decodeElements(other[0], b.slice()), 0);
    const { beyond, first = null, differs, maxAbs } = comparer.result();
    const { maxAbs: most, at, ...told } = expected[index] as Record<string, unknown>;
    expect({ close: beyond === 0, beyond, first, equal: differs === 0 }).toEqual(told);
    expect(maxAbs?.value).toBe(most === null ? undefined : Number(String(most).replace('inf', 'Infinity')));
    if (maxAbs && maxAbs.value > 0) expect(maxAbs.at).toBe(at);
  }
});
