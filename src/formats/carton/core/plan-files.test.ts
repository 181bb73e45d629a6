import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { isUnchanged, plannedSource } from '../../../archive/plan.ts';
import { compareUtf8 } from '../../../base/bytes.ts';
import type { FileChange } from '../../../model/draft.ts';
import type { Edit } from '../../../model/edit/edit.ts';
import { memorySource } from '../../../source/memory.ts';
import type { ByteSource } from '../../../source/source.ts';
import { rawDataOf, rawOf } from '../../../testing/builders/raw-entry.ts';
import { type BuiltEntry, buildZip } from '../../../testing/builders/zip-builder.ts';
import { fileDraft, put, savedDraft, savedFiles } from '../../../testing/file-draft.ts';
import { fixture, fixtureSource, hasFixtures, validCartons } from '../../../testing/fixtures.ts';
import { openArchive } from '../../../testing/open-archive.ts';
import type { OpenPackage } from '../../format.ts';
import { openPackage } from '../../registry.ts';

vi.setConfig({ testTimeout: 60_000 });

const sha = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

async function bytesAt(open: OpenPackage, path: string): Promise<Buffer> {
  const source = open.source(path);
  if (!source) throw new Error(`There is no ${path}.`);
  return Buffer.from(await source.read(0, source.size));
}

const OWN = ['carton.toml', 'MANIFEST', 'LINKS', 'tensor_data/index.toml'];

/** A file that nothing in carton.toml speaks of. An entry point is named there. */
function plainFile({ package: { files } }: OpenPackage): string {
  const targets = new Set(files.map(({ target }) => target));
  const found = files.find(
    ({ path, kind, size }) =>
      kind === 'file' &&
      size !== undefined &&
      path.startsWith('model/') &&
      !path.endsWith('.py') &&
      !targets.has(path) &&
      !OWN.includes(path),
  );
  return found?.path ?? '';
}

/** Holds each line of MANIFEST against the content that it names, and its order. */
async function expectManifest(open: OpenPackage): Promise<Map<string, string>> {
  const lines = (await bytesAt(open, 'MANIFEST')).toString().trimEnd().split('\n');
  const listed = new Map(lines.map((line) => [line.slice(0, -65), line.slice(-64)]));
  expect([...listed.keys()]).toEqual([...listed.keys()].sort(compareUtf8));
  for (const [path, hash] of listed)
    if (open.source(path)) expect([path, hash]).toEqual([path, sha(await bytesAt(open, path))]);
  return listed;
}

/** All entries but these have the same bytes in both files, headers included. */
async function expectCarried(before: ByteSource, after: ByteSource, except: readonly string[]): Promise<void> {
  const old = await openArchive(before, undefined);
  const now = await openArchive(after, undefined);
  for (const entry of old.entries) {
    if (except.includes(entry.path)) continue;
    const same = now.entryAt(entry.path);
    if (!same) throw new Error(`${entry.path} is gone.`);
    expect(Buffer.compare(await rawOf(before, entry), await rawOf(after, same)), entry.path).toBe(0);
  }
}

const noise = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 2654435761) >>> 13);
const valid = hasFixtures ? ['official.carton', ...validCartons] : [];
/** Its only plain file is the target of a symlink. What becomes of symlinks has a test of its own. */
const LINKED = 'carton/symlink.carton';
const codes = (open: OpenPackage) => [...new Set(open.package.findings.map(({ code }) => code))].sort();

describe.skipIf(!hasFixtures)('changes of the files of a valid fixture', () => {
  it.each(valid)('change only what was asked for: %s', async (name) => {
    const before = fixtureSource(name);
    const open = await openPackage(before);
    const own = await expectManifest(open);
    const plain = plainFile(open);
    expect(plain === '').toBe(name === LINKED);
    const text = `print("hello")\n${'# a line\n'.repeat(40)}`;
    const old = plain === '' ? Buffer.alloc(0) : await bytesAt(open, plain);
    const cases: [FileChange[], Record<string, string | Uint8Array>, string[]][] = [
      [[put('misc/näw.txt', text), put('misc/noise', noise)], { 'misc/näw.txt': text, 'misc/noise': noise }, []],
      [[put(plain, text)], { [plain]: text }, []],
      [[{ kind: 'rename', from: plain, to: 'model/other/é.bin' }], { 'model/other/é.bin': old }, [plain]],
      [
        [{ kind: 'rename', from: plain, to: 'model/kept.old' }, put(plain, noise)],
        { [plain]: noise, 'model/kept.old': old },
        [],
      ],
    ];
    for (const [acts, contents, gone] of plain === '' ? cases.slice(0, 1) : cases) {
      const result = await savedFiles(open, ...acts);
      await expectCarried(before, result.source, [...OWN, ...gone, ...Object.keys(contents)]);
      const listed = await expectManifest(result.open);
      for (const [path, content] of Object.entries(contents))
        expect(Buffer.compare(await bytesAt(result.open, path), Buffer.from(content as string))).toBe(0);
      const expected = new Set([...own.keys(), ...Object.keys(contents), 'tensor_data/index.toml']);
      for (const path of gone) expected.delete(path);
      expect([...listed.keys()].sort()).toEqual([...expected].sort());
      // Its runner loads the file that is renamed.
      const known = [...codes(open), ...(gone.length > 0 ? ['carton/will-not-load'] : [])];
      expect(codes(result.open).filter((code) => !known.includes(code))).toEqual([]);
      expect((await result.open.verify?.())?.mismatches).toEqual([]);
    }
  });

  it.each(valid)('undone give the first bytes, and what was added can be removed again: %s', async (name) => {
    const open = await openPackage(fixtureSource(name));
    const undone = await open.plan?.(await fileDraft(open, [put('misc/x', 'x'), { kind: 'remove', path: 'misc/x' }]));
    if (!undone) throw new Error('no plan');
    expect(isUnchanged(undone)).toBe(true);
    const source = plannedSource(undone);
    expect(Buffer.compare(await source.read(0, source.size), fixture(name))).toBe(0);
    const added = await savedFiles(open, put('misc/x', noise));
    const removed = await savedFiles(added.open, { kind: 'remove', path: 'misc/x' });
    await expectCarried(added.source, removed.source, [...OWN, 'misc/x']);
    expect(removed.source.size).toBeLessThan(added.source.size - noise.length);
    expect(removed.open.source('misc/x')).toBeUndefined();
    expect([...(await expectManifest(removed.open)).keys()]).not.toContain('misc/x');
  });

  it.each(valid.filter((name) => name !== LINKED))('keep the data of a renamed entry as stored: %s', async (name) => {
    const before = fixtureSource(name);
    const open = await openPackage(before);
    const plain = plainFile(open);
    const { source } = await savedFiles(open, { kind: 'rename', from: plain, to: 'model/sub/näme' });
    const old = (await openArchive(before, undefined)).entryAt(plain);
    const now = (await openArchive(source, undefined)).entryAt('model/sub/näme');
    if (!old || !now) throw new Error('not there');
    expect(Buffer.compare(await rawDataOf(before, old), await rawDataOf(source, now))).toBe(0);
    expect([now.size, now.storedSize, now.storage]).toEqual([old.size, old.storedSize, old.storage]);
  });
});

const TOML = `spec_version = 1
[runner]
runner_name = "python"
required_framework_version = "=3.10"
runner_compat_version = 1
`;

/** A carton with these files beside its own. */
async function packed(
  files: Record<string, string>,
  links: Record<string, string> = {},
  more: string[] = [],
  wrong: Record<string, string> = {},
): Promise<OpenPackage> {
  const held = { 'carton.toml': TOML, 'tensor_data/index.toml': 'tensor = []\n', ...files };
  const contentOf = (path: string) => held[path as keyof typeof held] ?? files[links[path] ?? ''] ?? '';
  const listed = [...Object.keys(held), ...Object.keys(links)];
  const lines = listed.map((path) => `${path}=${wrong[path] ?? sha(contentOf(path))}`);
  const entries: BuiltEntry[] = [
    ...Object.entries(held).map(([name, data]) => ({ name, data })),
    ...Object.entries(links).map(([name, to]) => ({ name, data: to.slice('model/'.length), mode: 0o120777 })),
    {
      name: 'MANIFEST',
      data: [...lines, ...more]
        .sort()
        .map((line) => `${line}\n`)
        .join(''),
    },
  ];
  return openPackage(memorySource('a.carton', buildZip(entries)));
}

describe('changes of the files of a carton', () => {
  it('give symlinks the hash of the file that they lead to', async () => {
    const open = await packed({ 'model/a': 'a', 'model/b': 'b' }, { 'model/link': 'model/a' });
    const replaced = await savedFiles(open, put('model/a', 'new'));
    expect((await expectManifest(replaced.open)).get('model/link')).toBe(sha('new'));
    const exchanged = await savedFiles(
      open,
      { kind: 'rename', from: 'model/a', to: 'model/b' },
      { kind: 'rename', from: 'model/b', to: 'model/a' },
    );
    const listed = await expectManifest(exchanged.open);
    expect([listed.get('model/a'), listed.get('model/link')]).toEqual([sha('b'), sha('b')]);
    const overLink = await savedFiles(open, put('model/link', 'own'));
    expect((await expectManifest(overLink.open)).get('model/link')).toBe(sha('own'));
    const moved = await savedFiles(open, { kind: 'rename', from: 'model/link', to: 'model/other' });
    expect((await expectManifest(moved.open)).get('model/other')).toBe(sha('a'));
  });

  it('say which symlinks lead nowhere afterwards', async () => {
    const open = await packed({ 'model/a': 'a', 'model/b': 'b' }, { 'model/link': 'model/a' });
    const notes = async (...acts: FileChange[]) =>
      (await savedFiles(open, ...acts)).plan.notes.filter((note) => note.includes('leads nowhere'));
    const rename = (from: string, to: string): FileChange => ({ kind: 'rename', from, to });
    expect(await notes(rename('model/link', 'misc/link'))).toEqual([expect.stringContaining('misc/link')]);
    expect(await notes({ kind: 'remove', path: 'model/a' })).toEqual([expect.stringContaining('model/link')]);
    expect(await notes(rename('model/a', 'model/c'))).toEqual([expect.stringContaining('model/link')]);
    expect(await notes(rename('model/a', 'model/c'), put('model/a', 'new'))).toEqual([]);
    expect(await notes(rename('model/a', 'misc/a'), rename('model/link', 'misc/link'))).toEqual([]);
    expect(await notes({ kind: 'remove', path: 'model/b' })).toEqual([]);
  });

  it('leave a wrong line as it is, of a symlink or of what it leads to', async () => {
    const wrong = sha('never there');
    for (const path of ['model/link', 'model/a']) {
      const open = await packed({ 'model/a': 'a', 'model/b': 'b' }, { 'model/link': 'model/a' }, [], { [path]: wrong });
      const other = path === 'model/a' ? 'model/link' : 'model/a';
      for (const act of [put('model/new', 'new'), { kind: 'rename', from: 'model/b', to: 'model/c' } as const]) {
        const { open: after } = await savedFiles(open, act);
        const lines = (await bytesAt(after, 'MANIFEST')).toString();
        expect(lines).toContain(`${path}=${wrong}\n`);
        expect(lines).toContain(`${other}=${sha('a')}\n`);
      }
    }
  });

  it('rename and remove files that are only listed', async () => {
    const hash = sha('elsewhere');
    const open = await packed({ 'model/a': 'a' }, {}, [`model/far=${hash}`, `model/gone=${hash}`]);
    const { open: after } = await savedFiles(
      open,
      { kind: 'rename', from: 'model/far', to: 'model/near' },
      { kind: 'remove', path: 'model/gone' },
    );
    const listed = await expectManifest(after);
    expect([listed.get('model/near'), listed.has('model/far'), listed.has('model/gone')]).toEqual([hash, false, false]);
  });

  it('say that the lock file no longer belongs to the requirements', async () => {
    const lock = (requirements: string) => `version = 1\norig_deps_hash = "${sha(requirements)}"\n`;
    const files = { 'model/requirements.txt': 'numpy', 'model/.carton/carton.lock': lock('numpy'), 'model/a.py': '' };
    const open = await packed(files);
    const isSaid = async (...acts: FileChange[]) =>
      (await savedFiles(open, ...acts)).plan.review.notes.some((note) => note.includes('out of date'));
    expect(await isSaid(put('model/requirements.txt', 'numpy<2'))).toBe(true);
    expect(await isSaid({ kind: 'remove', path: 'model/requirements.txt' })).toBe(true);
    expect(await isSaid(put('model/.carton/carton.lock', lock('other')))).toBe(true);
    expect(await isSaid(put('model/a.py', 'x'))).toBe(false);
    expect(await isSaid(put('model/requirements.txt', 'x'), put('model/.carton/carton.lock', lock('x')))).toBe(false);
    expect(
      await isSaid(put('model/requirements.txt', 'x'), { kind: 'remove', path: 'model/.carton/carton.lock' }),
    ).toBe(false);
  });

  it('write a tensor index that was put, completed as the reference reader asks', async () => {
    const index = '[[tensor]]\nname = "a"\ndtype = "float32"\nshape = [1]\nfile = "a.bin"\n';
    const open = await packed({ 'model/a': 'a', 'tensor_data/a.bin': '\0\0\0\0' });
    const { open: after } = await savedFiles(open, put('tensor_data/index.toml', index));
    expect((await bytesAt(after, 'tensor_data/index.toml')).toString()).toBe(`${index}inner = []\n`);
    expect(after.package.tensors.map(({ name }) => name)).toEqual(['a']);
    await expectManifest(after);
  });

  it('write what the review shows, whatever is edited, typed, put, renamed, removed and linked', async () => {
    const open = await packed({ 'model/a': 'a', 'misc/cat': 'cat', 'tensor_data/a.bin': '\0\0\0\0' });
    const line = fc.constantFrom('[[tensor]]', 'name = "a"', 'file = "a.bin"', 'inner = []', 'tensor = []', '# x', '');
    const index = fc.oneof(
      fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n')),
      fc.string({ unit: 'binary' }),
    );
    const file = fc.oneof(
      index.map((text) => put('tensor_data/index.toml', text)),
      fc.constantFrom('model/a', 'model/new', 'misc/cat').map((path) => put(path, 'new')),
      fc.constantFrom<FileChange>(
        { kind: 'rename', from: 'tensor_data/a.bin', to: 'tensor_data/b.bin' },
        { kind: 'rename', from: 'misc/cat', to: 'misc/dog' },
        { kind: 'remove', path: 'misc/cat' },
        { kind: 'link', path: 'model/a', urls: ['https://example.com/a'] },
      ),
    );
    const edit = fc.constantFrom<Edit>(
      { kind: 'set', path: ['license'], value: 'MIT' },
      { kind: 'set', path: ['runner', 'opts'], value: { 'a b': 1n } },
      { kind: 'set', path: ['input'], value: [{ name: 'x', dtype: 'float32', shape: ['n'] }] },
      { kind: 'set', path: ['model_description'], value: '![](@misc/cat)\n\n"""' },
      { kind: 'remove', path: ['runner'] },
    );
    const typed = fc.option(
      fc.oneof(fc.constantFrom('', '\ufeffspec_version = 1\r\n', '# half a "'), fc.string({ unit: 'binary' })),
      { nil: undefined },
    );
    const changes = fc.uniqueArray(file, { maxLength: 3, selector: (change) => JSON.stringify(change).slice(0, 40) });
    await fc.assert(
      fc.asyncProperty(
        typed,
        fc.array(edit, { maxLength: 3 }),
        changes,
        fc.boolean(),
        async (text, edits, acts, renew) => {
          const given =
            text === undefined ? undefined : new Map([['carton.toml', text.replace(/\p{Surrogate}/gu, '')]]);
          // A text that is not TOML takes no edits, and `remove` fits only where the field is there.
          const edited = await open.edit?.({ texts: given, edits }).catch(() => open.edit?.({ texts: given }));
          const draft = await fileDraft(open, acts).catch(() => fileDraft(open, []));
          // Compares the two, and throws where they differ.
          await savedDraft(open, { ...draft, texts: edited?.texts ?? new Map(), renew });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('let the tensor index follow renamed files, and say where it cannot', async () => {
    const path = 'tensor_data/index.toml';
    const tensor = (file: string) =>
      `# one\n[[tensor]]\nname = "a"\ndtype = "float32"\nshape = [1] # of\nfile = '${file}'\ninner = []\n`;
    const rename = (from: string, to: string): FileChange => ({ kind: 'rename', from, to });
    const files = { 'model/a': 'a', 'tensor_data/a.bin': '\0\0\0\0', 'tensor_data/b.bin': '\0\0\0\0' };
    const open = await packed({ ...files, [path]: tensor('a.bin') });
    const index = async (...acts: FileChange[]) => {
      const { open: after, plan } = await savedFiles(open, ...acts);
      await expectManifest(after);
      return { text: (await bytesAt(after, path)).toString(), after, plan };
    };
    const moved = await index(rename('tensor_data/a.bin', 'tensor_data/sub/ä.bin'));
    expect(moved.text).toBe(tensor('sub/ä.bin'));
    expect(moved.plan.review.files.map((file) => file.path)).toEqual([path, 'MANIFEST']);
    expect(codes(moved.after)).toEqual(codes(open));
    const swapped = [
      rename('tensor_data/a.bin', 'tensor_data/b.bin'),
      rename('tensor_data/b.bin', 'tensor_data/a.bin'),
    ];
    expect((await index(...swapped)).text).toBe(tensor('b.bin'));
    // An index that is put says itself where the files are, unless it was written before the rename.
    const added = put(path, tensor('b.bin'));
    expect((await index(...swapped, added)).text).toBe(tensor('b.bin'));
    expect((await index(rename('tensor_data/b.bin', 'tensor_data/c.bin'), added)).text).toBe(tensor('c.bin'));
    // A file that leaves the folder has no name there.
    const away = await index(rename('tensor_data/a.bin', 'misc/a.bin'));
    expect(away.text).toBe(tensor('a.bin'));
    expect(codes(away.after)).toContain('tensor/file-missing');
    const broken = await packed({ ...files, [path]: 'tensor = [' });
    const { plan } = await savedFiles(broken, rename('tensor_data/a.bin', 'tensor_data/c.bin'));
    expect(plan.review.notes.join()).toContain('If it refers to “tensor_data/a.bin”, those references are now broken.');
  });

  it('can be saved with all hashes computed again', async () => {
    const open = await packed({ 'model/a': 'a', 'model/b': 'b', 'model/c': 'c' });
    const hashes = await open.hash?.();
    const draft = await fileDraft(open, [
      put('model/new', 'new'),
      { kind: 'rename', from: 'model/a', to: 'model/z' },
      { kind: 'remove', path: 'model/b' },
    ]);
    const plan = await open.plan?.({ ...draft, renew: 'reseal' }, undefined, hashes);
    if (!plan) throw new Error('no plan');
    expect(plan.review.reseal).toMatchObject({ added: ['model/new'], differing: [], dropped: [] });
    const again = await openPackage(plannedSource(plan));
    const listed = await expectManifest(again);
    expect([...listed.keys()]).toEqual(['carton.toml', 'model/c', 'model/new', 'model/z', 'tensor_data/index.toml']);
  });

  it('reject where an added file is no longer what was added', async () => {
    const open = await packed({ 'model/a': 'a' });
    const draft = await fileDraft(open, [put('model/b', noise)]);
    const files = draft.files.map((change) => ({
      ...change,
      blob: new Blob([noise.map((byte) => byte ^ 1)]),
    })) as FileChange[];
    const plan = await open.plan?.({ ...draft, files });
    if (!plan) throw new Error('no plan');
    const reading = new Response(plannedSource(plan).stream(0, plan.size)).arrayBuffer();
    await expect(reading).rejects.toMatchObject({ code: 'source/changed', fields: { added: true } });
  });
});
