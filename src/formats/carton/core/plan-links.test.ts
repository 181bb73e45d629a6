import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { plannedSource } from '../../../archive/plan.ts';
import type { FileChange } from '../../../model/draft.ts';
import { memorySource } from '../../../source/memory.ts';
import { rawOf } from '../../../testing/builders/raw-entry.ts';
import { type BuiltEntry, buildZip } from '../../../testing/builders/zip-builder.ts';
import { fileDraft, put, savedFiles } from '../../../testing/file-draft.ts';
import { fixture, fixtureSource, hasFixtures, validCartons } from '../../../testing/fixtures.ts';
import { openArchive } from '../../../testing/open-archive.ts';
import type { DraftPlan, OpenPackage } from '../../format.ts';
import { openPackage } from '../../registry.ts';

vi.setConfig({ testTimeout: 60_000 });

const sha = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');
const A = 'https://a.example/file';
const B = 'https://b.example/file';
const link = (path: string, ...urls: string[]): FileChange => ({ kind: 'link', path, urls });

async function bytesAt(open: OpenPackage, path: string): Promise<Buffer<ArrayBuffer>> {
  const source = open.source(path);
  if (!source) throw new Error(`There is no ${path}.`);
  return Buffer.from(await source.read(0, source.size));
}

const textAt = async (open: OpenPackage, path: string) => (await bytesAt(open, path)).toString();
const fileAt = (open: OpenPackage, path: string) => open.package.files.find((file) => file.path === path);
const codes = (open: OpenPackage) => [...new Set(open.package.findings.map(({ code }) => code))].sort();

const TOML = `spec_version = 1
[runner]
runner_name = "python"
required_framework_version = "=3.10"
runner_compat_version = 1
`;

interface Packed {
  files: Record<string, string>;
  /** Contents of files that only MANIFEST lists. */
  far?: Record<string, string>;
  /** Targets of symlinks. */
  symlinks?: Record<string, string>;
  LINKS?: string;
}

async function packed({ files, far = {}, symlinks = {}, LINKS }: Packed): Promise<OpenPackage> {
  const held = { 'carton.toml': TOML, 'tensor_data/index.toml': 'tensor = []\n', ...files };
  const all: Record<string, string> = { ...held, ...far };
  const lines = [
    ...Object.entries(all).map(([path, content]) => `${path}=${sha(content)}\n`),
    ...Object.entries(symlinks).map(([path, to]) => `${path}=${sha(all[to] ?? '')}\n`),
  ];
  const entries: BuiltEntry[] = [
    ...Object.entries(held).map(([name, data]) => ({ name, data })),
    ...Object.entries(symlinks).map(([name, to]) => ({ name, data: to.slice('model/'.length), mode: 0o120777 })),
    { name: 'MANIFEST', data: lines.sort().join('') },
    ...(LINKS === undefined ? [] : [{ name: 'LINKS', data: LINKS }]),
  ];
  return openPackage(memorySource('a.carton', buildZip(entries)));
}

const OWN = ['carton.toml', 'MANIFEST', 'LINKS', 'tensor_data/index.toml'];

describe.skipIf(!hasFixtures)('links of a valid fixture', () => {
  it.each(['official.carton', ...validCartons])('leave all else as it is, and lead back to it: %s', async (name) => {
    const before = fixtureSource(name);
    const open = await openPackage(before);
    const held = open.package.files.filter(
      ({ path, kind, sha256 }) => kind === 'file' && sha256 !== undefined && !OWN.includes(path) && open.source(path),
    );
    const archive = await openArchive(before, undefined);
    for (const { path, sha256 = '' } of held.slice(0, 3)) {
      const content = await bytesAt(open, path);
      const linked = await savedFiles(open, link(path, A, B));
      expect(linked.open.source(path)).toBeUndefined();
      expect(fileAt(linked.open, path)).toMatchObject({ hash: 'linked', sha256, link: { urls: [A, B] } });
      // Neither MANIFEST nor the model hash changes, unless MANIFEST was not in its right form.
      expect(await textAt(linked.open, 'MANIFEST')).toBe(await textAt(open, 'MANIFEST'));
      const now = await openArchive(linked.source, undefined);
      expect(now.entries.at(-1)?.path).toBe('LINKS');
      expect(now.entryAt('LINKS')?.compressed ?? false).toBe(false);
      for (const entry of archive.entries) {
        if (entry.path === path || OWN.includes(entry.path)) continue;
        const same = now.entryAt(entry.path);
        if (!same) throw new Error(`${entry.path} is gone.`);
        expect(Buffer.compare(await rawOf(before, entry), await rawOf(linked.source, same)), entry.path).toBe(0);
      }
      expect(codes(linked.open).filter((code) => !codes(open).includes(code))).toEqual([]);
      // What it was.
      const baked = await savedFiles(linked.open, put(path, content));
      expect(Buffer.compare(await bytesAt(baked.open, path), content)).toBe(0);
      expect(baked.open.package.identity).toEqual(open.package.identity);
      expect(baked.open.source('LINKS') && (await textAt(baked.open, 'LINKS'))).toBe(
        open.source('LINKS') && (await textAt(open, 'LINKS')),
      );
      expect((await baked.open.verify?.())?.mismatches).toEqual([]);
    }
    expect(held.length).toBeGreaterThan(0);
    const undone = plannedSource((await open.plan?.(await fileDraft(open, []))) as DraftPlan);
    expect(Buffer.compare(await undone.read(0, undone.size), fixture(name))).toBe(0);
  });
});

describe('links of a carton', () => {
  const LINKS = `# where it is
version = 1 # the only one

[urls] # by hash
# spare
${'0'.repeat(64)}   = ['https://c.example/x']
# the weights
${sha('far')} = [
  "${A}", # first
]
# the end`;

  it('keep every other line of LINKS, and its comments', async () => {
    const open = await packed({ files: { 'model/a': 'a' }, far: { 'model/far': 'far' }, LINKS });
    const added = await savedFiles(open, link('model/far', A, B));
    expect(await textAt(added.open, 'LINKS')).toBe(LINKS.replace('# first\n', `# first\n  "${B}",\n`));
    const more = await savedFiles(open, link('model/a', B));
    expect(await textAt(more.open, 'LINKS')).toContain(LINKS.slice(0, LINKS.indexOf(']\n# the end')));
    expect(await textAt(more.open, 'LINKS')).toContain(`${sha('a')} = [`);
    const baked = await savedFiles(added.open, put('model/far', 'far'));
    const entry = LINKS.slice(LINKS.indexOf('# the weights'), LINKS.indexOf('# the end'));
    expect(await textAt(baked.open, 'LINKS')).toBe(LINKS.replace(entry, ''));
  });

  it('are made where there is no LINKS, which goes with the last of them', async () => {
    const open = await packed({ files: { 'model/a': 'a' } });
    const linked = await savedFiles(open, link('model/a', A));
    expect(await textAt(linked.open, 'LINKS')).toBe(`version = 1\n\n[urls]\n${sha('a')} = ["${A}"]\n`);
    expect(linked.plan.review.files.map(({ path, kind }) => [path, kind])).toEqual([['LINKS', 'added']]);
    const baked = await savedFiles(linked.open, put('model/a', 'a'));
    expect(baked.open.source('LINKS')).toBeUndefined();
    expect(baked.plan.review.notes).toEqual([expect.stringContaining('LINKS is left out')]);
  });

  it('take a file that has no URL left for missing, and say so', async () => {
    const open = await packed({ files: { 'model/a': 'a' }, far: { 'model/far': 'far' }, LINKS });
    const result = await savedFiles(open, link('model/far'));
    expect(result.plan.review.notes).toEqual([
      '“model/far” is neither linked anymore nor in the package, so nobody can load it.',
    ]);
    expect(fileAt(result.open, 'model/far')?.hash).toBe('missing');
    expect(codes(result.open)).toContain('manifest/file-missing');
    expect(await textAt(result.open, 'LINKS')).not.toContain(sha('far'));
  });

  it('stay where another linked file has the same content', async () => {
    const open = await packed({ files: {}, far: { 'model/far': 'far', 'model/too': 'far' }, LINKS });
    const one = await savedFiles(open, put('model/far', 'far'));
    expect(await textAt(one.open, 'LINKS')).toBe(LINKS);
    expect(fileAt(one.open, 'model/too')?.hash).toBe('linked');
    const both = await savedFiles(one.open, put('model/too', 'far'));
    expect(await textAt(both.open, 'LINKS')).not.toContain(sha('far'));
    const removed = await savedFiles(
      open,
      { kind: 'remove', path: 'model/far' },
      { kind: 'remove', path: 'model/too' },
    );
    expect(await textAt(removed.open, 'LINKS')).not.toContain(sha('far'));
    const replaced = await savedFiles(open, put('model/far', 'other'), { kind: 'remove', path: 'model/too' });
    expect(await textAt(replaced.open, 'LINKS')).not.toContain(sha('far'));
  });

  it('can be of a new file, a renamed one, the target of a symlink, and several files of one content', async () => {
    const open = await packed({
      files: { 'model/a': 'a', 'model/b': 'a', 'model/t': 'target' },
      symlinks: { 'model/s': 'model/t' },
    });
    const { open: after, plan } = await savedFiles(
      open,
      put('model/new', 'new'),
      link('model/new', A),
      { kind: 'rename', from: 'model/a', to: 'model/z' },
      link('model/z', A),
      link('model/b', B),
      link('model/t', B),
    );
    expect(await textAt(after, 'LINKS')).toContain(`${sha('a')} = ["${B}", "${A}"]`);
    for (const path of ['model/new', 'model/z', 'model/b', 'model/t', 'model/s'])
      expect([path, fileAt(after, path)?.hash]).toEqual([path, 'linked']);
    expect(fileAt(after, 'model/new')?.sha256).toBe(sha('new'));
    expect(fileAt(after, 'model/a')).toBeUndefined();
    expect(codes(after).filter((code) => !codes(open).includes(code))).toEqual([]);
    expect(plan.size).toBeLessThan(3000);
    const baked = await savedFiles(after, put('model/t', 'target'));
    expect(await textAt(baked.open, 'model/s')).toBe('target');
    expect(await textAt(baked.open, 'LINKS')).not.toContain(sha('target'));
  });

  it('keep their hashes when all hashes are computed again', async () => {
    const open = await packed({ files: { 'model/a': 'a', 'model/b': 'b' } });
    const draft = await fileDraft(open, [link('model/a', A), put('model/n', 'n'), link('model/n', B)]);
    const plan = await open.plan?.({ ...draft, renew: 'reseal' }, undefined, await open.hash?.());
    const after = await openPackage(plannedSource(plan as DraftPlan));
    expect(['model/a', 'model/b', 'model/n'].map((path) => fileAt(after, path)?.sha256)).toEqual(
      ['a', 'b', 'n'].map(sha),
    );
    expect(['model/a', 'model/n'].map((path) => fileAt(after, path)?.link?.urls)).toEqual([[A], [B]]);
  });

  it('are refused for files of the format, for what MANIFEST does not list, and in a LINKS that cannot be read', async () => {
    const open = await packed({ files: { 'model/a': 'a' }, LINKS: 'version = 1\nurls = 3\n' });
    for (const path of ['LINKS', 'MANIFEST', 'carton.toml', 'tensor_data/index.toml'])
      await expect(savedFiles(open, link(path, A))).rejects.toMatchObject({ code: 'internal/bug' });
    await expect(savedFiles(open, link('model/a', A))).rejects.toMatchObject({
      code: 'links/syntax',
      fields: { path: 'LINKS' },
    });
    const broken = await packed({ files: { 'model/a': 'a' }, LINKS: '= nothing' });
    await expect(savedFiles(broken, link('model/a', A))).rejects.toMatchObject({ code: 'links/syntax' });
  });

  it('of any files, baked in any order, leave the files and MANIFEST as they were', async () => {
    const names = ['model/a', 'model/b', 'model/c', 'misc/d'];
    const content = (path: string) => (path === 'model/c' ? 'a' : path.slice(-1));
    const open = await packed({ files: Object.fromEntries(names.map((path) => [path, content(path)])) });
    const manifest = await textAt(open, 'MANIFEST');
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(names, { minLength: 1 }),
        fc.array(fc.constantFrom(A, B, 'https://c.example/ü?x=1#"\\'), { minLength: 1, maxLength: 3 }),
        fc.nat(),
        async (paths, urls, turn) => {
          let now = (await savedFiles(open, ...paths.map((path) => link(path, ...urls)))).open;
          for (const path of paths) expect(fileAt(now, path)?.link?.urls).toEqual([...new Set(urls)]);
          const from = turn % paths.length;
          for (const path of [...paths.slice(from), ...paths.slice(0, from)])
            now = (await savedFiles(now, put(path, content(path)))).open;
          expect(await textAt(now, 'MANIFEST')).toBe(manifest);
          for (const path of names) expect(await textAt(now, path)).toBe(content(path));
          expect(now.source('LINKS')).toBeUndefined();
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('a link without bytes', () => {
  const HASH = sha('far');
  const added: FileChange = { kind: 'link', path: 'model/far', urls: [A, B], sha256: HASH };

  it('is added with its hash and URLs, and leaves all other files', async () => {
    const open = await packed({ files: { 'model/a': 'a' } });
    const saved = await savedFiles(open, added);
    expect(fileAt(saved.open, 'model/far')).toMatchObject({ hash: 'linked', sha256: HASH, link: { urls: [A, B] } });
    expect(await textAt(saved.open, 'MANIFEST')).toContain(`model/far=${HASH}\n`);
    expect(await textAt(saved.open, 'LINKS')).toBe(`version = 1\n\n[urls]\n${HASH} = ["${A}", "${B}"]\n`);
    expect(codes(saved.open)).toEqual(codes(open));
    expect((await saved.open.verify?.())?.mismatches).toEqual([]);
  });

  it('is added to recomputed hashes as well', async () => {
    const open = await packed({ files: { 'model/a': 'a' } });
    const draft = { ...(await fileDraft(open, [added])), renew: 'reseal' as const };
    const plan = (await open.plan?.(draft, undefined, await open.hash?.({}))) as DraftPlan;
    const saved = await openPackage(plannedSource(plan));
    expect(fileAt(saved, 'model/far')).toMatchObject({ hash: 'linked', sha256: HASH });
  });
});

describe('LINKS as text', () => {
  const text = (urls: string) => `# mine\nversion = 1\n[urls]\n${sha('far')} = [${urls}]\n`;
  const carton = () => packed({ files: { 'model/a': 'a' }, far: { 'model/far': 'far' }, LINKS: text(`"${A}"`) });

  it('is saved as somebody wrote it, stored, last and in no line of MANIFEST', async () => {
    const open = await carton();
    const typed = text(`"${B}", "${A}" `);
    const saved = await savedFiles(open, put('LINKS', typed));
    expect(await textAt(saved.open, 'LINKS')).toBe(typed);
    expect(fileAt(saved.open, 'model/far')?.link?.urls).toEqual([B, A]);
    expect(await textAt(saved.open, 'MANIFEST')).toBe(await textAt(open, 'MANIFEST'));
    const archive = await openArchive(saved.source, undefined);
    expect(archive.entries.at(-1)?.path).toBe('LINKS');
    expect(archive.entryAt('LINKS')?.compressed ?? false).toBe(false);
  });

  it('is checked as that of a package, whatever it says', async () => {
    const saved = await savedFiles(await carton(), put('LINKS', 'version = 1\n[urls]\n'));
    expect(codes(saved.open)).toContain('manifest/file-missing');
    const broken = await savedFiles(await carton(), put('LINKS', 'version = '));
    expect(codes(broken.open)).toContain('links/syntax');
  });

  it('takes changes of links in, and says where they overrule it', async () => {
    const open = await carton();
    const typed = text(`"${B}"`);
    const draft = await fileDraft(open, [put('LINKS', typed), link('model/a', A), link('model/far', A)]);
    const plan = (await open.plan?.(draft)) as DraftPlan;
    expect(plan.review.notes.join()).toContain('“model/far” gets the URLs in the text of LINKS');
    const saved = await openPackage(plannedSource(plan));
    expect(await textAt(saved, 'LINKS')).toBe(
      `# mine\nversion = 1\n[urls]\n${sha('far')} = ["${B}"]\n${sha('a')} = ["${A}"]\n`,
    );
  });

  it('can be written where there was none', async () => {
    const open = await packed({ files: {}, far: { 'model/far': 'far' } });
    const saved = await savedFiles(open, put('LINKS', text(`"${A}"`)));
    expect(fileAt(saved.open, 'model/far')?.hash).toBe('linked');
    expect(await textAt(saved.open, 'MANIFEST')).not.toContain('LINKS');
  });
});
