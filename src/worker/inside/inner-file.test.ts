import { expect, test, vi } from 'vitest';
import { INNER_MEMORY_BYTES } from '../../base/limits.ts';
import type { AuditedPackage } from '../../formats/registry.ts';
import type { ByteSource } from '../../source/source.ts';
import { DecodedRooms } from './decoded-rooms.ts';
import { innerFile } from './inner-file.ts';

/** A package with a file, and one beside it that is compressed and larger than what is decoded in memory. */
function opened(): AuditedPackage {
  const files = ['a', 'b'].map((path) => ({
    path,
    size: path === 'a' ? 0 : INNER_MEMORY_BYTES + 1,
    role: 'other',
    hash: 'none',
    kind: 'file',
    ...(path === 'b' ? { compressed: true } : {}),
  }));
  const source = (path: string): ByteSource | undefined => {
    const file = files.find((each) => each.path === path);
    return file && ({ name: path, size: file.size, read: async () => new Uint8Array(0) } as unknown as ByteSource);
  };
  return { package: { files }, source } as unknown as AuditedPackage;
}

test('what is decoded of a file beside it goes with it, also where it is released before that is there', async () => {
  const release = vi.fn();
  const room = { append() {}, read: () => new Uint8Array(0), blob: async () => undefined, release };
  const rooms = new DecodedRooms({ freeBytes: async () => 1e13, open: async () => room });
  const first = await innerFile(opened(), 'a', { levels: 1, rooms });
  await first.sibling('b');
  expect(release).not.toHaveBeenCalled();
  first.release();
  expect(release).toHaveBeenCalledTimes(1);
  const second = await innerFile(opened(), 'a', { levels: 1, rooms });
  const asked = second.sibling('b');
  second.release();
  await expect(asked).rejects.toMatchObject({ tag: 'cancelled' });
  expect(release).toHaveBeenCalledTimes(2);
});
