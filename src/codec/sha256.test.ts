import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compiledSha256, createSha256 } from './sha256.ts';
import { DATA_BYTES } from './sha256-module.ts';

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

afterEach(() => vi.restoreAllMocks());

describe('a SHA-256 in WebAssembly', () => {
  it('is the one of Node, for each length around a block and around its memory', async () => {
    const hash = await createSha256();
    const lengths = [...Array(200).keys(), DATA_BYTES - 1, DATA_BYTES, DATA_BYTES + 1, 3 * DATA_BYTES + 7];
    for (const length of lengths) {
      const bytes = Uint8Array.from({ length }, (__, at) => (at * 167 + length) & 0xff);
      hash.update(bytes);
      expect(hash.digest(), String(length)).toBe(expected(bytes));
    }
  });

  it('takes bytes in any parts, and says in between what they give so far', async () => {
    const [hash, other] = [await createSha256(), await createSha256()];
    const parts = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 });
    fc.assert(
      fc.property(parts, (pieces) => {
        const all: number[] = [];
        for (const piece of pieces) {
          hash.update(piece);
          // Another hash in between changes nothing.
          other.update(piece.subarray(1));
          all.push(...piece);
          expect(hash.soFar()).toBe(expected(Uint8Array.from(all)));
        }
        expect(hash.digest()).toBe(expected(Uint8Array.from(all)));
      }),
    );
  });
});

it('is not compiled again in a thread that was given what another one has compiled', async () => {
  await createSha256();
  const given = compiledSha256();
  vi.resetModules();
  const compile = vi.spyOn(WebAssembly, 'compile');
  const fresh = await import('./sha256.ts');
  fresh.adoptSha256(given as WebAssembly.Module);
  const hash = await fresh.createSha256();
  hash.update(Uint8Array.of(1, 2, 3));
  expect(hash.digest()).toBe(expected(Uint8Array.of(1, 2, 3)));
  expect(compile).not.toHaveBeenCalled();
});
