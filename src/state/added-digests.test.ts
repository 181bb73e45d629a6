import { describe, expect, it } from 'vitest';
import { MAX_UNDIGESTED } from '../base/limits.ts';
import { digestedContents } from './added-digests.ts';

/** A file of a size, without its bytes. */
const sized = (size: number) => ({ size }) as Blob;
const LARGE = MAX_UNDIGESTED + 100;
const digestOf = ({ size }: Blob) => ({ sha256: 'ab'.repeat(32), crc32: size });

/** Digests in two steps, and notes which files it was given. */
function digester(asked: Blob[]) {
  return async (blob: Blob, { signal, onProgress }: Parameters<Parameters<typeof digestedContents>[1]>[1]) => {
    asked.push(blob);
    onProgress({ done: 100, total: blob.size });
    await Promise.resolve();
    signal.throwIfAborted();
    onProgress({ done: blob.size, total: blob.size });
    return digestOf(blob);
  };
}

describe('the digests of added files', () => {
  it('are those of the large ones, with the progress of all', async () => {
    const [a, b, small] = [sized(LARGE), sized(LARGE + 1), sized(MAX_UNDIGESTED)];
    const asked: Blob[] = [];
    const told: number[] = [];
    const contents = await digestedContents([a, small, b], digester(asked), {
      signal: new AbortController().signal,
      onProgress({ done, total }) {
        expect(total).toBe(2 * LARGE + 1);
        told.push(done);
      },
    });
    expect(contents).toEqual([{ blob: a, digest: digestOf(a) }, { blob: small }, { blob: b, digest: digestOf(b) }]);
    expect(asked).toEqual([a, b]);
    expect(told).toEqual([100, LARGE, LARGE + 100, 2 * LARGE + 1]);
  });

  it('end when they are canceled, and no file is put', async () => {
    const controller = new AbortController();
    const asked: Blob[] = [];
    const files = [1, 2, 3].map(() => sized(LARGE));
    const made = digestedContents(files, digester(asked), {
      signal: controller.signal,
      onProgress({ done }) {
        if (done > LARGE) controller.abort(new Error('canceled'));
      },
    });
    await expect(made).rejects.toThrow('canceled');
    expect(asked).toHaveLength(2);
    const small = [sized(1)];
    const late = digestedContents(small, digester(asked), { signal: controller.signal, onProgress: () => {} });
    await expect(late).rejects.toThrow('canceled');
  });

  it('fail as a whole where one file cannot be read', async () => {
    const files = [sized(LARGE), sized(LARGE)];
    const made = digestedContents(files, () => Promise.reject(new Error('changed')), {
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    await expect(made).rejects.toThrow('changed');
  });
});
