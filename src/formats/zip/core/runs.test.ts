import { describe, expect, it } from 'vitest';
import { folderContainer, sourceContainer } from '../../../archive/container.ts';
import { runSummary } from '../../../model/run-facts.ts';
import { memorySource } from '../../../source/memory.ts';
import { buildZip } from '../../../testing/zip-builder.ts';
import { format } from './format.ts';

const zip = (files: Record<string, string | Uint8Array>) =>
  format.open(
    sourceContainer(memorySource('a.zip', buildZip(Object.entries(files).map(([name, data]) => ({ name, data }))))),
    {},
  );

describe('what an archive of no known format would run', () => {
  it('is nothing by itself', async () => {
    const opened = await zip({ 'a.txt': 'x' });
    const runs = {
      sentence: 'A zip archive runs nothing by itself',
      weight: 'ok',
      facts: [{ kind: 'nothing', text: [expect.stringContaining('It does not say which program loads its files')] }],
    };
    // First bytes tell pickles of any name.
    expect(opened.package.runs).toEqual({ ...runs, unread: true });
    expect(await opened.whatRuns?.()).toEqual(runs);
    const remote = Object.assign(memorySource('a.zip', buildZip([{ name: 'a', data: 'x' }])), { servedFrom: 'host' });
    expect((await format.open(sourceContainer(remote), {})).package.runs).toEqual(runs);
    const folder = await format.open(folderContainer('f', [{ path: 'f/a', file: new File(['a'], 'a') }]), {});
    expect(folder.package.runs?.sentence).toBe('A folder runs nothing by itself');
  });

  it('names pickles of any name, with what they import', async () => {
    const { whatRuns } = await zip({
      weights: Uint8Array.from('\x80\x02cos\nsystem\n.', (char) => char.charCodeAt(0)),
    });
    const runs = await whatRuns?.();
    expect(runs?.facts.at(-1)?.text.at(-1)).toBe('imports 1 name of 1 module: 1 dangerous');
  });

  it('names files that may be unpickled, by name first and then by their bytes', async () => {
    const { package: pkg, whatRuns } = await zip({ 'a.pkl': '(lp0', 'w.bin': '\0\0', '../x.pkl': '(lp0' });
    expect(pkg.runs?.unread).toBe(true);
    expect(pkg.runs?.facts.at(-1)).toMatchObject({ kind: 'unpickles', text: ['Possibly 3 files'] });
    const runs = await whatRuns?.();
    expect(runs?.facts.at(-1)?.lists?.[0]?.items).toEqual([
      [{ name: 'a.pkl', path: 'a.pkl' }, ', possibly a pickle'],
      // Unpacked, it is a file like any other.
      [{ name: '../x.pkl', path: '../x.pkl' }, ', judging by its name: it cannot be read'],
    ]);
    expect(runs && runSummary(runs)).toMatchObject({ weight: 'info', detail: ['may unpickle 2 files'], unread: false });
    expect((await (await zip({ 'w.bin': '\0\0' })).whatRuns?.())?.facts).toHaveLength(1);
  });
});
