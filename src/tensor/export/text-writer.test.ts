import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concatBytes } from '../../base/bytes.ts';
import { elementText } from '../elements.ts';
import { TextWriter } from './text-writer.ts';

function written(write: (writer: TextWriter) => void): string {
  const writer = new TextWriter();
  write(writer);
  return new TextDecoder().decode(writer.take());
}

const float32 = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((bits) => new Float32Array(Uint32Array.of(bits).buffer)[0] as number),
  // Where digits are computed, with few of them and with many.
  fc.double({ min: -2e9, max: 2e9, noNaN: true }).map(Math.fround),
  fc.double({ min: -0.01, max: 0.01, noNaN: true }).map(Math.fround),
  fc.tuple(fc.integer({ min: -99999, max: 99999 }), fc.nat(6)).map(([n, digits]) => Math.fround(n / 10 ** digits)),
);

/** What a writer makes of each value. */
function eachWritten(values: readonly number[], write: (writer: TextWriter, value: number) => void): string[] {
  const writer = new TextWriter();
  const parts: Uint8Array[] = [];
  for (const value of values) {
    write(writer, value);
    writer.ascii('\n');
    if (writer.isFull) parts.push(writer.take());
  }
  return new TextDecoder()
    .decode(concatBytes([...parts, writer.take()]))
    .trimEnd()
    .split('\n');
}

test('floats are what elementText says, digit by digit', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(float32, fc.double()), { minLength: 1, maxLength: 500 }), (values) => {
      expect(eachWritten(values, (writer, value) => writer.float(value))).toEqual(values.map(elementText));
    }),
    { numRuns: 200 },
  );
});

test('floats beside powers of two and of ten are exact too', () => {
  const bits = new Uint32Array(1);
  const value = new Float32Array(bits.buffer);
  const values: number[] = [];
  for (let exponent = -40; exponent <= 38; exponent++) {
    for (const start of [2 ** exponent, 10 ** exponent]) {
      value[0] = start;
      const [middle] = bits as unknown as [number];
      for (let step = -40; step <= 40; step++) {
        bits[0] = middle + step;
        values.push(value[0] as number, -(value[0] as number));
      }
    }
  }
  expect(eachWritten(values, (writer, each) => writer.float(each))).toEqual(values.map(elementText));
});

test('whole numbers have all their digits', () => {
  const value = fc.oneof(
    fc.maxSafeInteger(),
    fc.integer({ min: -1e10, max: 1e10 }),
    fc.constantFrom(0, 999_999_999, 1e9),
  );
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 100 }), (values) => {
      expect(eachWritten(values, (writer, each) => writer.integer(each))).toEqual(values.map(String));
    }),
  );
});

test('texts of any length follow each other, and a lone surrogate is replaced', () => {
  const texts = ['é', 'a'.repeat(5000), '漢'.repeat(1024), '\ud800', 'z'];
  const all = written((writer) => {
    for (const text of texts) writer.text(text);
  });
  expect(all).toBe(texts.join('').replace('\ud800', '\ufffd'));
});

test('is full at a mebibyte, and empty once it was taken', () => {
  const writer = new TextWriter();
  let count = 0;
  for (; !writer.isFull; count++) writer.ascii('0123456789abcdef');
  expect(count * 16).toBe(2 ** 20);
  expect(writer.take()).toHaveLength(2 ** 20);
  expect([writer.isEmpty, writer.isFull]).toEqual([true, false]);
});
