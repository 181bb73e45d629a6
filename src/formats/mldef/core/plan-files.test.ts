import { describe, expect, it } from 'vitest';
import { isUnchanged, plannedSource } from '../../../archive/plan.ts';
import type { FileChange } from '../../../model/draft.ts';
import { memorySource } from '../../../source/memory.ts';
import type { ByteSource } from '../../../source/source.ts';
import { MLDEF_FILES, mldefManifest, mldefModel, signatureOf } from '../../../testing/builders/mldef-builder.ts';
import { rawDataOf, rawOf } from '../../../testing/builders/raw-entry.ts';
import { fileDraft, put } from '../../../testing/file-draft.ts';
import { openArchive } from '../../../testing/open-archive.ts';
import type { DraftPlan, OpenPackage } from '../../format.ts';
import { openPackage } from '../../registry.ts';

const FILES = { ...MLDEF_FILES, 'docs/a.md': 'text' };

interface Model {
  source: ByteSource;
  open: OpenPackage;
}

async function opened(files: Readonly<Record<string, string | Uint8Array>> = FILES): Promise<Model> {
  const source = memorySource('a.mldef', mldefModel(mldefManifest(), files));
  return { source, open: await openPackage(source) };
}

async function saved({ open }: Model, ...acts: FileChange[]): Promise<Model & { plan: DraftPlan }> {
  const plan = await open.plan?.(await fileDraft(open, acts));
  if (!plan) throw new Error('no plan');
  const planned = plannedSource(plan);
  const source = memorySource('b.mldef', await planned.read(0, planned.size));
  await plan.check(source);
  return { plan, source, open: await openPackage(source) };
}

async function textAt({ open }: Model, path: string): Promise<string> {
  const source = open.source(path);
  return Buffer.from((await source?.read(0, source.size)) ?? 'none').toString();
}

const paths = ({ open }: Model) => open.package.files.map(({ path }) => path).sort();
const codes = ({ open }: Model) => [...new Set(open.package.findings.map(({ code }) => code))].sort();

/** Every entry but these has the same bytes in both. */
async function expectCarried(before: Model, after: Model, ...except: string[]): Promise<void> {
  const [old, now] = [await openArchive(before.source, undefined), await openArchive(after.source, undefined)];
  for (const entry of old.entries) {
    if (except.includes(entry.path)) continue;
    const same = now.entryAt(entry.path);
    if (!same) throw new Error(`${entry.path} is gone.`);
    expect(Buffer.compare(await rawOf(before.source, entry), await rawOf(after.source, same)), entry.path).toBe(0);
  }
}

describe('changes of the files of an mldef model', () => {
  it('change only what was asked for, and come back', async () => {
    const model = await opened();
    const after = await saved(model, put('docs/new.md', 'new'), put('license.txt', 'Apache\n'), {
      kind: 'rename',
      from: 'docs/a.md',
      to: 'docs/b.md',
    });
    expect(paths(after)).toEqual([
      'docs/b.md',
      'docs/new.md',
      'layers/t.csv',
      'layers/w.float32',
      'license.txt',
      'manifest.json',
    ]);
    expect(await textAt(after, 'docs/new.md')).toBe('new');
    expect(await textAt(after, 'license.txt')).toBe('Apache\n');
    expect(await textAt(after, 'docs/b.md')).toBe('text');
    await expectCarried(model, after, 'license.txt', 'docs/a.md');
    expect(after.plan.review).toMatchObject({
      files: [],
      notes: [],
      changes: [
        { path: 'docs/b.md', kind: 'renamed', from: 'docs/a.md' },
        { path: 'docs/new.md', kind: 'added' },
        { path: 'license.txt', kind: 'replaced' },
      ],
    });
    expect(codes(after)).toEqual(codes(model));
    const back = await saved(after, { kind: 'remove', path: 'docs/new.md' }, put('license.txt', 'MIT\n'), {
      kind: 'rename',
      from: 'docs/b.md',
      to: 'docs/a.md',
    });
    expect(paths(back)).toEqual(paths(model));
    for (const path of paths(model)) expect(await textAt(back, path)).toBe(await textAt(model, path));
  });

  it('are none where they are taken back', async () => {
    const model = await opened();
    const { plan, source } = await saved(model, put('x', 'x'), { kind: 'remove', path: 'x' });
    expect(isUnchanged(plan)).toBe(true);
    const bytes = Buffer.from(await source.read(0, source.size));
    expect(Buffer.compare(bytes, Buffer.from(mldefModel(mldefManifest(), FILES)))).toBe(0);
  });

  it('keep the data of a renamed file as stored', async () => {
    const model = await opened();
    const after = await saved(model, { kind: 'rename', from: 'layers/w.float32', to: 'layers/weights' });
    const old = (await openArchive(model.source, undefined)).entryAt('layers/w.float32');
    const now = (await openArchive(after.source, undefined)).entryAt('layers/weights');
    if (!old || !now) throw new Error('not there');
    expect(Buffer.compare(await rawDataOf(model.source, old), await rawDataOf(after.source, now))).toBe(0);
    // The manifest names it by its path, so the model says at once that it is missing.
    expect(codes(after).filter((code) => !codes(model).includes(code))).not.toEqual([]);
  });

  it('can be made together with an edit of the manifest', async () => {
    const model = await opened();
    const edit = { kind: 'set', path: ['model', 'name'], value: 'Heater' } as const;
    const texts = (await model.open.edit?.({ edits: [edit] }))?.texts ?? new Map();
    const draft = await fileDraft(model.open, [put('docs/new.md', 'new'), { kind: 'remove', path: 'docs/a.md' }]);
    const plan = await model.open.plan?.({ ...draft, texts });
    if (!plan) throw new Error('no plan');
    const after = await openPackage(plannedSource(plan));
    expect(after.package.title).toBe('Heater');
    expect(after.package.files.map(({ path }) => path)).toContain('docs/new.md');
    expect(plan.review.files.map(({ path }) => path)).toEqual(['manifest.json']);
    expect(plan.review.changes?.map(({ path, kind }) => [path, kind])).toEqual([
      ['docs/a.md', 'removed'],
      ['docs/new.md', 'added'],
    ]);
  });

  it('are followed by SIGNATURE, in its form', async () => {
    const { 'docs/a.md': _, ...listed } = FILES;
    const model = await opened({ ...FILES, SIGNATURE: signatureOf(listed).replaceAll('  ', ' *') });
    const after = await saved(
      model,
      put('layers/t.csv', '1,2,3\n4,5,6\n'),
      { kind: 'rename', from: 'license.txt', to: 'terms.txt' },
      { kind: 'remove', path: 'layers/w.float32' },
      put('docs/new.md', 'new'),
    );
    const now = {
      'manifest.json': await textAt(model, 'manifest.json'),
      'terms.txt': await textAt(model, 'license.txt'),
      'layers/t.csv': '1,2,3\n4,5,6\n',
      'docs/new.md': 'new',
    };
    const lines = (text: string) => text.trim().split('\n').sort();
    expect(lines(await textAt(after, 'SIGNATURE'))).toEqual(lines(signatureOf(now).replaceAll('  ', ' *')));
    expect(after.plan.review.notes).toEqual([]);
  });

  it.each<[string, FileChange]>([
    ['the manifest', put('manifest.json', '{}')],
    ['the manifest, by a rename', { kind: 'rename', from: 'manifest.json', to: 'm.json' }],
    ['SIGNATURE', { kind: 'remove', path: 'SIGNATURE' }],
    ['a link, which no model can have', { kind: 'link', path: 'license.txt', urls: ['https://a.example/'] }],
  ])('are rejected for %s', async (_, act) => {
    const { open } = await opened({ ...FILES, SIGNATURE: signatureOf(FILES) });
    await expect(open.plan?.(await fileDraft(open, [act]))).rejects.toMatchObject({ code: 'internal/bug' });
  });
});
