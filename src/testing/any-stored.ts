import fc from 'fast-check';

/**
 * Anything that a browser can store (structured clones): also maps, sets, dates without a time, typed arrays, holes,
 * members with the names of prototypes, long texts, and values within themselves.
 */
export function anyStored(): fc.Arbitrary<unknown> {
  const plain = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
    withBoxedValues: true,
    key: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'valueOf', 'length')),
  });
  const odd = fc.constantFrom<() => unknown>(
    () => new Date(Number.NaN),
    () => 'x'.repeat(100_000),
    () => new Array(2 ** 32 - 1),
    () => ({ toString: 1, valueOf: 1 }),
    () => 8.64e15 + 1,
    () => {
      const around: unknown[] = [];
      around.push(around, { around });
      return around;
    },
  );
  return fc.oneof(
    { weight: 4, arbitrary: plain.filter(isStorable) },
    { weight: 1, arbitrary: odd.map((make) => make()) },
  );
}

function isStorable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}
