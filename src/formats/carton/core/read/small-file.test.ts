import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { memorySource } from '../../../../source/memory.ts';
import { buildZip } from '../../../../testing/builders/zip-builder.ts';
import { openArchive } from '../../../../testing/open-archive.ts';
import { readSmall, streamSmall } from './small-file.ts';

const CONTENT = Buffer.from('a=b\n'.repeat(100));

const opened = () => openArchive(memorySource('a.zip', buildZip([{ name: 'MANIFEST', data: CONTENT }])));

it('gives a file piece by piece, with the hash of all', async () => {
  const pieces: Uint8Array[] = [];
  const consume = async (piece: Uint8Array) => void pieces.push(piece.slice());
  const file = await streamSmall(await opened(), 'MANIFEST', CONTENT.length, consume);
  expect(file).toEqual({ path: 'MANIFEST', sha256: createHash('sha256').update(CONTENT).digest('hex') });
  expect(Buffer.concat(pieces)).toEqual(CONTENT);
});

it('reads nothing of a file over the limit, and says the same of it as where it is read whole', async () => {
  const consume = vi.fn(async () => {});
  const streamed = await streamSmall(await opened(), 'MANIFEST', CONTENT.length - 1, consume);
  expect(consume).not.toHaveBeenCalled();
  expect(streamed).toEqual(await readSmall(await opened(), 'MANIFEST', CONTENT.length - 1));
  expect(streamed).toMatchObject({ problem: { code: 'carton/file-too-large' } });
});
