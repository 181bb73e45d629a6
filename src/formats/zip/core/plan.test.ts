import { describe, expect, it } from 'vitest';
import { plannedSource } from '../../../archive/plan.ts';
import { memorySource } from '../../../source/memory.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { fileDraft, put } from '../../../testing/file-draft.ts';
import { openPackage } from '../../registry.ts';

const WHEEL = { 'a/__init__.py': 'a = 1', 'a-1.dist-info/RECORD': 'a/__init__.py,sha256=…' };

async function openZip(files: Record<string, string>) {
  return openPackage(memorySource('a.zip', buildZip(Object.entries(files).map(([name, data]) => ({ name, data })))));
}

describe('the files of a zip', () => {
  it('can be changed, and the others stay', async () => {
    const open = await openZip({ a: 'a', 'b/c': 'c', d: 'd' });
    expect(open.package.can).toMatchObject({ edit: false, save: true, files: { own: [] } });
    const draft = await fileDraft(open, [
      put('new', 'new'),
      { kind: 'rename', from: 'b/c', to: 'b/x' },
      { kind: 'remove', path: 'd' },
    ]);
    const plan = await open.plan?.(draft);
    if (!plan) throw new Error('no plan');
    const result = plannedSource(plan);
    await plan.check(result);
    const after = await openPackage(result);
    expect(after.package.files.map(({ path }) => path)).toEqual(['a', 'b/x', 'new']);
    expect((await after.verify?.())?.findings).toEqual([]);
    expect(plan.review).toMatchObject({
      files: [],
      notes: [],
      changes: [
        { path: 'd', kind: 'removed' },
        { path: 'b/x', kind: 'renamed', from: 'b/c' },
        { path: 'new', kind: 'added' },
      ],
    });
  });

  it('never become links, which no list of it could have', async () => {
    const open = await openZip({ a: 'a' });
    expect(open.package.can.files?.links).toBeUndefined();
    const draft = await fileDraft(open, [{ kind: 'link', path: 'a', urls: ['https://a.example/a'] }]);
    await expect(open.plan?.(draft)).rejects.toMatchObject({ code: 'internal/bug' });
  });

  it('are listed by a wheel with hashes, which it says are the old ones then', async () => {
    const open = await openZip(WHEEL);
    const notes = async (...acts: Parameters<typeof fileDraft>[1]) =>
      (await open.plan?.(await fileDraft(open, acts)))?.review.notes;
    expect(await notes(put('a/__init__.py', 'a = 2'))).toEqual([expect.stringContaining('RECORD keeps the hashes')]);
    expect(await notes()).toEqual([]);
    expect(await notes(put('a-1.dist-info/RECORD', ''), put('b', ''))).toEqual([]);
  });

  it('cannot be changed in a folder, which says why', async () => {
    const { folderContainer } = await import('../../../archive/container.ts');
    const open = await openPackage(folderContainer('a', [{ path: 'x', file: new File(['x'], 'x') }]));
    expect(open.package.can.files).toBeUndefined();
    expect(open.package.cannot?.save).toContain('cannot be saved');
    expect(open.plan).toBeUndefined();
  });
});
