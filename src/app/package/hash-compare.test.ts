import { describe, expect, it } from 'vitest';
import { compareHash } from './hash-compare.tsx';

const HASH = 'f1cae5143a92a44e3a7e1d9c32a0245065dfb6e0f1e91c18b5e44356d081dfb5';

describe('compareHash', () => {
  it('says same for the hash in any case, with spaces or a prefix', () => {
    expect(compareHash(HASH, HASH)).toBe('same');
    expect(compareHash(HASH, ` SHA256:${HASH.toUpperCase()}\n`)).toBe('same');
  });

  it('takes a line that sha256sum printed', () => {
    expect(compareHash(HASH, `${HASH}  MANIFEST\n`)).toBe('same');
    expect(compareHash(HASH, `${'0'.repeat(64)}  MANIFEST`)).toBe('different');
  });

  it('says different for another hash, even by one digit', () => {
    expect(compareHash(HASH, `${HASH.slice(0, -1)}6`)).toBe('different');
  });

  it('does not call a part of a hash same or different', () => {
    expect(compareHash(HASH, HASH.slice(0, 12))).toBe('not-a-hash');
    expect(compareHash(HASH, '')).toBeUndefined();
  });
});
