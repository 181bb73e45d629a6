import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderContainer } from '../../../../archive/container.ts';
import { plannedSource } from '../../../../archive/plan.ts';
import { compareUtf8 } from '../../../../base/bytes.ts';
import type { Draft, Texts } from '../../../../model/draft.ts';
import { memorySource } from '../../../../source/memory.ts';
import type { ByteSource } from '../../../../source/source.ts';
import { type BuiltEntry, buildZip } from '../../../../testing/builders/zip-builder.ts';
import { draftOf } from '../../../../testing/draft.ts';
import { fixture, fixturePath, fixtureSource, hasFixtures, validCartons } from '../../../../testing/fixtures.ts';
import type { DraftPlan, OpenPackage } from '../../../format.ts';
import { openPackage } from '../../../registry.ts';

const sha = (data: string) => createHash('sha256').update(data).digest('hex');

const TOML =
  'spec_version = 1\n[runner]\nrunner_name = "noop"\nrequired_framework_version = "1"\nrunner_compat_version = 1\n';
const INDEX = 'tensor = []\n';
const FILES = { 'carton.toml': TOML, 'model/m': 'model', 'tensor_data/index.toml': INDEX };

type Files = Readonly<Record<string, string>>;

/** The text of a MANIFEST that fits these files. */
function manifestOf(contents: Files): string {
  const paths = Object.keys(contents).sort(compareUtf8);
  return paths.map((path) => `${path}=${sha(contents[path] as string)}\n`).join('');
}

async function carton(contents: Files, more: readonly BuiltEntry[] = []): Promise<OpenPackage> {
  const entries = Object.entries(contents).map(([name, data]) => ({ name, data, method: data.length > 60 ? 8 : 0 }));
  return openPackage(memorySource('a.carton', buildZip([...entries, ...more])));
}

async function textOf(open: OpenPackage, path: string): Promise<string> {
  const source = open.source(path);
  return Buffer.from((await source?.read(0, source.size)) ?? []).toString();
}

interface Resealed {
  plan: DraftPlan;
  source: ByteSource;
  open: OpenPackage;
  manifest: string;
}

/** Saves a carton resealed, checks the result as saving does, opens it and verifies it. */
async function resealed(open: OpenPackage, texts: Texts = new Map()): Promise<Resealed> {
  const draft: Draft = { texts, files: [], renew: 'reseal' };
  const plan = await open.plan?.(draft, undefined, await open.hash?.());
  if (!plan) throw new Error('It cannot be resealed.');
  const source = plannedSource(plan);
  await plan.check(source);
  const again = await openPackage(source);
  expect(again.package.identity).toEqual(plan.review.identity);
  expect((await again.verify?.())?.mismatches).toEqual([]);
  expect(again.package.can.save).toBe(true);
  return { plan, source, open: again, manifest: await textOf(again, 'MANIFEST') };
}

const NOTHING = { differing: [], added: [], dropped: [], linked: [], unlistable: [] };

const hostile = hasFixtures
  ? readdirSync(fixturePath('carton/hostile')).flatMap((name) =>
      name.endsWith('.carton') ? `carton/hostile/${name}` : [],
    )
  : [];
const valid = hasFixtures ? ['official.carton', ...validCartons] : [];

describe.skipIf(!hasFixtures)('resealing a valid fixture', () => {
  it.each(valid)('changes nothing: %s', async (path) => {
    const { plan, source } = await resealed(await openPackage(fixtureSource(path)));
    expect(plan.review.files).toEqual([]);
    expect(plan.review.asks).toBeUndefined();
    expect(plan.review.reseal).toMatchObject({ differing: [], added: [], dropped: [] });
    expect(Buffer.compare(await source.read(0, source.size), fixture(path))).toBe(0);
  });
});

describe.skipIf(!hasFixtures)('resealing a hostile fixture', () => {
  it.each(hostile)('gives a MANIFEST that fits, or names the file that cannot be hashed: %s', async (path) => {
    const before = await openPackage(fixtureSource(path)).catch(() => undefined);
    if (!before?.package.can.reseal) return;
    const failed = await before.hash?.().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failed) expect(failed).toMatchObject({ fields: { path: expect.any(String) } });
    else await resealed(before);
  });
});

describe('resealing', () => {
  it('changes nothing in any carton whose hashes are right', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((part) => !/[\p{Cc}/\\]|^\.+$/u.test(part));
    const contents = fc.uniqueArray(fc.tuple(name, fc.string()), { selector: ([path]) => path, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(contents, async (more) => {
        const now = { ...FILES, ...Object.fromEntries(more.map(([path, data]) => [`misc/${path}`, data])) };
        const { plan, manifest } = await resealed(await carton({ ...now, MANIFEST: manifestOf(now) }));
        expect(plan.review.files).toEqual([]);
        expect(manifest).toBe(manifestOf(now));
      }),
      { numRuns: 60 },
    );
  });

  it('gives each file the hash that it has, and names those that differ', async () => {
    const now = { ...FILES, 'model/m': 'another model', 'model/n': 'n' };
    const stale = manifestOf({ ...FILES, 'model/n': 'n' });
    const { plan, manifest, open } = await resealed(await carton({ ...now, MANIFEST: stale }));
    expect(manifest).toBe(manifestOf(now));
    const differing = [{ path: 'model/m', before: sha('model'), after: sha('another model') }];
    expect(plan.review.reseal).toEqual({ ...NOTHING, files: 4, differing });
    expect(plan.review.asks).toEqual([
      {
        note: '“model/m” does not match MANIFEST. Saving replaces its hash there, which hides what changed.',
        agree: 'Save with the new hash of this file',
        of: 'reseal',
      },
    ]);
    expect(plan.notes).toContain(plan.review.asks?.[0]?.note);
    expect(plan.review.files).toEqual([{ path: 'MANIFEST', kind: 'changed', before: stale, after: manifest }]);
    expect(open.package.findings.filter(({ code }) => code.startsWith('manifest/'))).toEqual([]);
  });

  it('lists what was not listed, and drops lines of what is gone', async () => {
    const now = { ...FILES, 'model/=odd=': 'x', 'misc/é': 'y' };
    const old = manifestOf({ ...FILES, 'model/gone': 'z', '../outside': 'w' });
    const { plan, manifest } = await resealed(await carton({ ...now, MANIFEST: old }));
    expect(manifest).toBe(manifestOf(now));
    expect(plan.review.reseal).toEqual({
      ...NOTHING,
      files: 5,
      added: ['model/=odd=', 'misc/é'],
      dropped: ['../outside', 'model/gone'],
    });
    expect(plan.review.asks).toBeUndefined();
  });

  it('makes a MANIFEST where it is missing or cannot be read', async () => {
    const unreadable: BuiltEntry[][] = [
      [],
      [{ name: 'MANIFEST', data: Uint8Array.of(0xff) }],
      [{ name: 'MANIFEST', data: manifestOf(FILES), crc32: 1 }],
    ];
    for (const more of unreadable) {
      const open = await carton(FILES, more);
      expect(open.package.can).toMatchObject({ save: false, reseal: true });
      // Without the hashes of all files nothing can be written.
      await expect(open.plan?.(draftOf(`${TOML}# edited\n`))).rejects.toMatchObject({ code: 'internal/bug' });
      const { manifest, plan } = await resealed(open);
      expect(manifest).toBe(manifestOf(FILES));
      expect(plan.review.reseal?.added).toEqual(Object.keys(FILES));
      expect(plan.review.asks).toBeUndefined();
    }
  });

  it('gives edited files the hash of what is saved, and tells of a wrong line even so', async () => {
    const text = `${TOML}# edited\n`;
    const link = { name: 'model/alias', data: '../carton.toml', mode: 0o120777 };
    const old = manifestOf({ ...FILES, 'carton.toml': 'x', 'model/alias': TOML });
    const { manifest, plan } = await resealed(
      await carton({ ...FILES, MANIFEST: old }, [link]),
      new Map([['carton.toml', text]]),
    );
    expect(manifest).toBe(manifestOf({ ...FILES, 'carton.toml': text, 'model/alias': text }));
    expect(plan.review.reseal?.differing).toEqual([{ path: 'carton.toml', before: sha('x'), after: sha(text) }]);
  });

  it('writes a missing tensor index, and asks where MANIFEST lists it', async () => {
    const { 'tensor_data/index.toml': _, ...held } = FILES;
    const never = await resealed(await carton({ ...held, MANIFEST: manifestOf(held) }));
    expect(never.manifest).toBe(manifestOf(FILES));
    expect(never.plan.review.asks).toBeUndefined();
    const lost = await resealed(await carton({ ...held, MANIFEST: manifestOf(FILES) }));
    expect(lost.plan.review.asks).toMatchObject([{ note: expect.stringContaining(sha(INDEX)) }]);
    expect(lost.plan.review.asks?.[0]).not.toHaveProperty('of');
  });

  it('gives symlinks the hash of what they lead to, and lists none that lead to no file', async () => {
    const links = [
      { name: 'model/alias', data: 'm', mode: 0o120777 },
      { name: 'model/lost', data: 'nowhere', mode: 0o120777 },
      { name: 'model/self', data: '../MANIFEST', mode: 0o120777 },
      { name: 'model/folder', data: '../tensor_data', mode: 0o120777 },
    ];
    const old = manifestOf({ ...FILES, 'model/folder/index.toml': INDEX });
    const { manifest, plan } = await resealed(await carton({ ...FILES, MANIFEST: old }, links));
    expect(manifest).toBe(manifestOf({ ...FILES, 'model/alias': 'model', 'model/folder/index.toml': INDEX }));
    expect(plan.review.reseal?.unlistable).toEqual([
      { path: 'model/lost', why: 'points to no file' },
      { path: 'model/self', why: 'points to MANIFEST' },
      { path: 'model/folder', why: 'points to no file' },
    ]);
  });

  it('keeps the hash of what is only linked, fetched or not, and says so', async () => {
    const linked = 'far away';
    const links = `version = 1\n[urls]\n${sha(linked)} = ["https://models.example/w"]\n`;
    const old = manifestOf({ ...FILES, 'model/w': linked });
    const open = await carton({ ...FILES, 'model/m': 'new', MANIFEST: old, LINKS: links });
    const fetched = await open.withFiles?.(new Map([['model/w', memorySource('model/w', Buffer.from(linked))]]));
    for (const each of [open, fetched as OpenPackage]) {
      const { manifest, plan } = await resealed(each);
      expect(manifest).toBe(manifestOf({ ...FILES, 'model/m': 'new', 'model/w': linked }));
      expect(plan.review.reseal?.linked).toEqual(['model/w']);
      expect(plan.notes).toContain('“model/w” is only linked, so it is not hashed. It keeps its hash in MANIFEST.');
    }
  });

  it('asks where LINKS has files whose paths only a lost MANIFEST could say', async () => {
    const links = `version = 1\n[urls]\n${sha('far')} = ["https://models.example/w"]\n${sha('model')} = ["https://models.example/m"]\n`;
    const { plan } = await resealed(await carton({ ...FILES, LINKS: links }));
    expect(plan.review.asks).toEqual([
      {
        note: 'LINKS has URLs for 1 file that is not in the carton. Only MANIFEST could tell its path, so no line lists it now.',
        agree: 'Save without the linked file',
      },
    ]);
    const whole = await resealed(await carton({ ...FILES, LINKS: links, MANIFEST: manifestOf(FILES) }));
    expect(whole.plan.review.asks).toBeUndefined();
  });

  it('leaves out names that MANIFEST cannot say, and says so', async () => {
    const odd = [
      { name: 'model/a\nmodel/b', data: '1' },
      { name: '../c', data: '2' },
    ];
    const twice = [...odd, { name: 'model/m', data: 'second' }];
    const { manifest, plan } = await resealed(await carton({ ...FILES, MANIFEST: manifestOf(FILES) }, twice));
    expect(manifest).toBe(manifestOf(FILES));
    expect(plan.review.reseal?.unlistable.map(({ path }) => path)).toEqual(['model/a\nmodel/b', '../c', 'model/m']);
    expect(plan.notes).toEqual([
      expect.stringContaining('is not listed in MANIFEST: it contains a control character.'),
      expect.stringContaining('“../c” is not listed in MANIFEST: it contains “..”'),
      expect.stringContaining('“model/m” is not listed in MANIFEST: it is in the package more than once'),
    ]);
  });

  it('refuses where a file cannot be read or is damaged, and names it', async () => {
    const damaged = [
      { name: 'model/damaged', data: 'x', crc32: 1 },
      { name: 'model/odd', data: 'x', method: 97, stored: Buffer.from('x') },
    ];
    const open = await carton({ ...FILES, MANIFEST: manifestOf(FILES) }, damaged);
    await expect(open.hash?.()).rejects.toMatchObject({
      code: 'zip/crc-mismatch',
      fields: { path: 'model/damaged' },
      message: expect.stringMatching(/because “model\/damaged”, “model\/odd” cannot be read/),
    });
  });

  it('reads each file once, reports bytes, and stops when it is canceled', async () => {
    const open = await carton({ ...FILES, MANIFEST: manifestOf(FILES) });
    const seen: number[] = [];
    await open.hash?.({ onProgress: ({ done, total }) => seen.push(done, total) });
    const total = Object.values(FILES).join('').length;
    expect([seen[0], seen[1], seen.at(-2), seen.at(-1)]).toEqual([0, total, total, total]);
    await expect(open.hash?.({ signal: AbortSignal.abort() })).rejects.toMatchObject({ tag: 'cancelled' });
  });

  it('is not possible for what cannot be written again', async () => {
    const folder = await openPackage(
      folderContainer(
        'a',
        Object.entries(FILES).map(([path, data]) => ({ path, file: new File([data], path) })),
      ),
    );
    const inTheWay = await carton({ ...FILES, 'MANIFEST/x': '1' });
    for (const open of [folder, inTheWay]) {
      expect(open.package.can.reseal).toBe(false);
      expect([open.hash, open.plan]).toEqual([undefined, undefined]);
    }
  });
});
