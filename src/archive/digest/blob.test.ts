import { describe, expect, it } from 'vitest';
import { crc32 } from '../../codec/crc32.ts';
import { sha256 } from '../../codec/sha256.ts';
import { digestBlob } from './blob.ts';

describe('the digest of a Blob', () => {
  it.each([0, 1, 1000, 9 * 1024 * 1024 + 5])('is that of its %d bytes, and tells how far it is', async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, at) => at * 7 + (at >> 8));
    const told: number[] = [];
    const digest = await digestBlob(new Blob([bytes]), undefined, (done) => told.push(done));
    expect(digest).toEqual({ sha256: await sha256(bytes), crc32: crc32(bytes) });
    expect(told.at(-1) ?? 0).toBe(size);
  });

  it('ends when it is canceled', async () => {
    const controller = new AbortController();
    const asked = digestBlob(new Blob([new Uint8Array(9 * 1024 * 1024)]), controller.signal, () => controller.abort());
    await expect(asked).rejects.toMatchObject({ code: 'internal/cancelled' });
  });
});
