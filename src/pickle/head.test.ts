import { expect, it } from 'vitest';
import { buildZip } from '../testing/builders/zip-builder.ts';
import { walkBefore } from './head.ts';

const ZIP = buildZip([{ name: 'a.txt', data: new Uint8Array([1, 2, 3]), method: 0 }]);

function sourceOf(before: string, servedFrom?: string) {
  const bytes = new Uint8Array([...Buffer.from(before, 'latin1'), ...ZIP]);
  const read = async (start: number, end: number) => bytes.slice(start, end);
  return { size: bytes.length, read, servedFrom };
}

it('finds a pickle before an archive, however far its names are', async () => {
  for (const before of ['cos\nsystem\n.', 'Np1_0\n0cos\nsystem\n.', `${'N0'.repeat(1_000_000)}cos\nsystem\n.`]) {
    const walk = await walkBefore(sourceOf(before));
    expect(walk?.imports.list.map(({ module, name }) => [module, name])).toEqual([['os', 'system']]);
  }
});

it('keeps what a walk found that then fails, and says that it failed', async () => {
  const walk = await walkBefore(sourceOf('cos\nsystem\n)R\xff'));
  expect(walk?.imports.list).toHaveLength(1);
  expect(walk?.problem).toMatchObject({ reason: 'bad' });
});

it('says what is not read before an archive on a host', async () => {
  const walk = await walkBefore(sourceOf(`${'N0'.repeat(1_000_000)}cos\nsystem\n.`, 'models.example'));
  expect(walk?.problem).toMatchObject({ reason: 'unread' });
});

it('takes other bytes before an archive for no pickle', async () => {
  for (const before of ['', 'MZ\x90\0\x03', '#!/bin/sh\nexec python "$0"\n', 'GGUF\x03\0\0\0'])
    expect(await walkBefore(sourceOf(before))).toBeUndefined();
});
