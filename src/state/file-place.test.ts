import { describe, expect, it } from 'vitest';
import type { FileChange } from '../model/draft.ts';
import { filePlace, placeKey, readPut } from './file-place.ts';

const blob = new Blob(['new bytes']);
const changes: FileChange[] = [
  { kind: 'put', path: 'a', blob },
  { kind: 'rename', from: 'b', to: 'c' },
  { kind: 'remove', path: 'd' },
];

describe('where the bytes of a path are', () => {
  it('is a file of the draft, or the path in the open package', () => {
    expect(filePlace(changes, 'a')).toEqual({ kind: 'put', path: 'a', blob });
    expect(filePlace(changes, 'c')).toEqual({ kind: 'open', path: 'b' });
    // A removed file can be looked at until it is saved.
    expect(filePlace(changes, 'd')).toEqual({ kind: 'open', path: 'd' });
  });

  it('has one key for the same bytes, and another for others', () => {
    const key = (list: FileChange[], path: string) => placeKey(filePlace(list, path));
    expect(key(changes, 'a')).toBe(key([{ kind: 'put', path: 'a', blob }], 'a'));
    expect(key(changes, 'a')).not.toBe(key([{ kind: 'put', path: 'a', blob: new Blob(['new bytes']) }], 'a'));
    expect(key(changes, 'c')).toBe(key([], 'b'));
  });

  it('is read in parts, and tells of a file that went away', async () => {
    const place = { kind: 'put', path: 'a', blob } as const;
    expect(new TextDecoder().decode(await readPut(place, 4, 99))).toBe('bytes');
    const gone = {
      name: 'weights.bin',
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
    };
    await expect(readPut({ ...place, blob: gone as unknown as Blob }, 0, 1)).rejects.toMatchObject({
      code: 'source/changed',
      message: '“weights.bin” changed on the disk after you added it, or is missing.',
      fields: { path: 'a', added: true },
    });
  });
});
