import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toHex } from '../base/bytes.ts';
import { createScalarSha256, createSha256, type Sha256 } from './sha256.ts';
import { DATA_BYTES } from './sha256-module.ts';
import { compiledSha256, createSimdSha256 } from './simd-sha256.ts';

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

afterEach(() => vi.restoreAllMocks());

describe.each<[string, () => Promise<Sha256 | undefined>]>([
  ['with vectors', createSimdSha256],
  ['without', createScalarSha256],
])('a SHA-256 in WebAssembly, %s', (_, create) => {
  const made = async () => {
    const hash = await create();
    if (!hash) throw new Error('WebAssembly has no vectors here');
    return hash;
  };

  it('is the one of Node, for each length around a block and around its memory', async () => {
    const hash = await made();
    const lengths = [...Array(200).keys(), DATA_BYTES - 1, DATA_BYTES, DATA_BYTES + 1, 3 * DATA_BYTES + 7];
    for (const length of lengths) {
      const bytes = Uint8Array.from({ length }, (__, at) => (at * 167 + length) & 0xff);
      hash.update(bytes);
      expect(hash.digest(), String(length)).toBe(expected(bytes));
      hash.update(bytes);
      expect(toHex(hash.digestBytes()), String(length)).toBe(expected(bytes));
    }
  });

  it('takes bytes in any parts, and says in between what they give so far', async () => {
    const [hash, other] = [await made(), await made()];
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
  await createSimdSha256();
  const given = compiledSha256();
  vi.resetModules();
  const compile = vi.spyOn(WebAssembly, 'compile');
  const fresh = await import('./simd-sha256.ts');
  fresh.adoptSha256(given as WebAssembly.Module);
  const hash = await fresh.createSimdSha256();
  hash?.update(Uint8Array.of(1, 2, 3));
  expect(hash?.digest()).toBe(expected(Uint8Array.of(1, 2, 3)));
  expect(compile).not.toHaveBeenCalled();
});

it('falls back to a library in a browser without vectors', async () => {
  vi.resetModules();
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  const fresh = await import('./sha256.ts');
  const hash = await fresh.createSha256();
  hash.update(Uint8Array.of(1, 2, 3));
  expect(hash.digest()).toBe(expected(Uint8Array.of(1, 2, 3)));
  expect(await (await import('./simd-sha256.ts')).createSimdSha256()).toBeUndefined();
  vi.restoreAllMocks();
  expect((await createSha256()).digest()).toBe(expected(new Uint8Array(0)));
});
