import { crc32 as nodeCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { crc32, MIN_SHORTENED, tableCrc32 } from './crc32.ts';
import { createCrc32Shortener, FOLD_STEP, LATER, MAX_MESSAGE, REST_BYTES, VECTOR } from './crc32-shortener.ts';

afterEach(() => vi.restoreAllMocks());

/** The same bytes for the same seed, of no pattern that a CRC would not see. */
function bytesOf(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed | 1;
  for (let at = 0; at < length; at++) {
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

it('equals that of zlib, as a whole and in parts', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (bytes, cut) => {
      const whole = nodeCrc32(bytes);
      expect(crc32(bytes)).toBe(whole);
      expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(whole);
    }),
  );
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

it('equals that of zlib where messages are shortened, at any place, as a whole and in parts', () => {
  const most = 2 * MAX_MESSAGE + MIN_SHORTENED + 1;
  const memory = bytesOf(most + 64, 1);
  const lengths = [MIN_SHORTENED, MAX_MESSAGE, MAX_MESSAGE + MIN_SHORTENED, 2 * MAX_MESSAGE];
  for (const length of lengths.flatMap((near) => [near - 1, near, near + 1])) {
    const bytes = memory.subarray(3, 3 + length);
    expect(crc32(bytes), String(length)).toBe(nodeCrc32(bytes));
  }
  fc.assert(
    fc.property(fc.nat(63), fc.nat(most), fc.nat(most), (start, length, cut) => {
      const bytes = memory.subarray(start, start + length);
      expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(nodeCrc32(bytes));
    }),
    { numRuns: 60 },
  );
});

it('finds any changed bit of a message that is shortened', () => {
  const bytes = bytesOf(MIN_SHORTENED + 77, 2);
  const right = crc32(bytes);
  fc.assert(
    fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
      const changed = bytes.slice();
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(crc32(changed)).not.toBe(right);
    }),
  );
});

it('shortens any message to its last bytes and the rest', () => {
  const shorten = createCrc32Shortener();
  for (let length = REST_BYTES + FOLD_STEP; length < REST_BYTES + 4 * FOLD_STEP; length++) {
    const bytes = bytesOf(length, length);
    const short = shorten(bytes, 12_345);
    expect(short.length).toBeGreaterThanOrEqual(REST_BYTES);
    expect(short.length).toBeLessThan(REST_BYTES + FOLD_STEP);
    expect(tableCrc32(short, ~0), String(length)).toBe(nodeCrc32(bytes, 12_345));
  }
});

it('moves vectors by a multiple of the polynomial of CRC-32', () => {
  const power = (exponent: number) => {
    let value = 1;
    for (let at = 0; at < exponent; at++) value = ((value << 1) ^ (value >>> 31 ? 0x04c11db7 : 0)) >>> 0;
    return value;
  };
  const most = Math.max(...LATER);
  const terms = [0, ...LATER].map((later) => power(8 * VECTOR * (most - later)));
  expect(terms.reduce((sum, term) => (sum ^ term) >>> 0)).toBe(0);
});
