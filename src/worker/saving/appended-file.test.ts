import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppendedFile } from './appended-file.ts';

const KIB = 1024;

/** A file in memory, and the sizes of what was written to it. */
function memoryFile(most = Number.POSITIVE_INFINITY) {
  let bytes = new Uint8Array(0);
  const sizes: number[] = [];
  const file = new AppendedFile({
    read(into, { at }) {
      const found = bytes.subarray(at, at + into.length);
      into.set(found);
      return found.length;
    },
    write(part, { at }) {
      sizes.push(part.length);
      const fits = part.subarray(0, Math.max(0, most - at));
      const next = new Uint8Array(Math.max(bytes.length, at + fits.length));
      next.set(bytes);
      next.set(fits, at);
      bytes = next;
      return fits.length;
    },
    flush() {},
    close() {},
  });
  return { file, sizes, bytes: () => bytes };
}

test('reads give what was appended and patched, however it was cut', () => {
  const step = fc.record({ size: fc.integer({ min: 0, max: 1500 * KIB }), patches: fc.boolean(), at: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const { file } = memoryFile();
      let expected = new Uint8Array(0);
      steps.forEach(({ size, patches, at }, value) => {
        const part = new Uint8Array(size).fill(value + 1);
        if (patches && expected.length >= size) {
          const to = at % (expected.length - size + 1);
          file.patch(part, to);
          expected.set(part, to);
        } else {
          file.append(part);
          const next = new Uint8Array(expected.length + size);
          next.set(expected);
          next.set(part, expected.length);
          expected = next;
        }
        expect(file.size).toBe(expected.length);
        const start = at % (expected.length + 1);
        const read = new Uint8Array(expected.length - start);
        expect(file.read(read, start)).toBe(read.length);
        expect(Buffer.compare(read, expected.subarray(start))).toBe(0);
      });
    }),
    { numRuns: 30 },
  );
});

test('small parts are written a megabyte at a time', () => {
  const { file, sizes, bytes } = memoryFile();
  for (let at = 0; at < 100; at++) file.append(new Uint8Array(64 * KIB));
  file.write();
  expect(bytes()).toHaveLength(100 * 64 * KIB);
  expect(sizes).toHaveLength(7);
});

const FULL = expect.objectContaining({
  code: 'source/save-failed',
  message: 'The browser could not write to a private file: it has no room left for this site.',
});

test('a full disk is told when the bytes are written', () => {
  const { file } = memoryFile(10);
  file.append(new Uint8Array(11));
  expect(() => file.write()).toThrow(FULL);
});

/** What Chromium's private windows say of a full disk: -8, as an unsigned number. */
const NO_SPACE = 4_294_967_288;

test('a full disk is told as such however the browser says it', () => {
  const full = (write: () => number) => new AppendedFile({ write, read: () => 0, flush() {}, close() {} });
  const quota = () => {
    throw new DOMException('No space available for this operation', 'QuotaExceededError');
  };
  for (const file of [full(() => NO_SPACE), full(quota)]) expect(() => file.patch(Uint8Array.of(1), 0)).toThrow(FULL);
  expect(() => full(() => NO_SPACE + 4).patch(Uint8Array.of(1), 0)).toThrow(
    'This site’s data was deleted in this browser while it was written. Try again.',
  );
  const broken = full(() => {
    throw new DOMException('', 'InvalidStateError');
  });
  expect(() => broken.patch(Uint8Array.of(1), 0)).toThrow('The browser could not write to a private file.');
});
