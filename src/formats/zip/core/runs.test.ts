import { expect, it } from 'vitest';
import { folderContainer, sourceContainer } from '../../../archive/container.ts';
import { memorySource } from '../../../source/memory.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { format } from './format.ts';

it('an archive of no known format runs nothing by itself', async () => {
  const zip = await format.open(sourceContainer(memorySource('a.zip', buildZip([{ name: 'a.txt', data: 'x' }]))), {});
  expect(zip.package.runs).toEqual({
    sentence: 'A zip archive runs nothing by itself',
    weight: 'ok',
    facts: [{ kind: 'nothing', text: [expect.stringContaining('It does not say which program loads its files')] }],
  });
  const folder = await format.open(folderContainer('f', [{ path: 'f/a', file: new File(['a'], 'a') }]), {});
  expect(folder.package.runs?.sentence).toBe('A folder runs nothing by itself');
});
