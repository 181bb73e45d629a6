import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ArchiveEntry } from '../../../../archive/archive.ts';
import { plannedSource } from '../../../../archive/plan.ts';
import { compareUtf8 } from '../../../../base/bytes.ts';
import type { Draft } from '../../../../model/draft.ts';
import { memorySource } from '../../../../source/memory.ts';
import type { ByteSource } from '../../../../source/source.ts';
import { rawOf } from '../../../../testing/builders/raw-entry.ts';
import { type BuiltEntry, type BuiltZip, buildZip } from '../../../../testing/builders/zip-builder.ts';
import { countingSource } from '../../../../testing/counting-source.ts';
import { draftOf, textIn } from '../../../../testing/draft.ts';
import { fixture, fixturePath, fixtureSource, hasFixtures, validCartons } from '../../../../testing/fixtures.ts';
import { openArchive } from '../../../../testing/open-archive.ts';
import type { DraftPlan, OpenPackage } from '../../../format.ts';
import { openPackage } from '../../../registry.ts';
import { MAX_CARTON_TOML_BYTES } from '../limits.ts';

const sha = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

async function textOf(open: OpenPackage, path: string): Promise<string> {
  const source = open.source(path);
  return Buffer.from((await source?.read(0, source.size)) ?? []).toString();
}

interface Result {
  plan: DraftPlan;
  source: ByteSource;
  open: OpenPackage;
}

/** Saves a draft, checks the result as saving does, and opens it. */
async function saved(open: OpenPackage, draft: Draft): Promise<Result> {
  if (!open.plan) throw new Error(open.package.cannot?.save);
  const plan = await open.plan(draft);
  const source = plannedSource(plan);
  await plan.check(source);
  const again = await openPackage(source);
  expect(again.package.identity).toEqual(plan.review.identity);
  expect(source.size).toBe(plan.review.size);
  return { plan, source, open: again };
}

const licensed = async (open: OpenPackage): Promise<Draft> => {
  const state = await open.edit?.({ edits: [{ kind: 'set', path: ['license'], value: 'LicenseRef-new' }] });
  return draftOf(state ? textIn(state) : 'spec_version = 1\n');
};

const files = (folder: string) => readdirSync(fixturePath(folder)).filter((name) => name.endsWith('.carton'));
const valid = hasFixtures ? ['official.carton', ...validCartons] : [];
const hostile = hasFixtures ? files('carton/hostile').map((name) => `carton/hostile/${name}`) : [];

describe.skipIf(!hasFixtures)('a plan for a valid fixture', () => {
  it.each(valid)('without edits gives the same bytes: %s', async (path) => {
    const open = await openPackage(fixtureSource(path));
    const text = await textOf(open, 'carton.toml');
    for (const renew of [false, true]) {
      const { plan, source } = await saved(open, draftOf(text, renew));
      expect(Buffer.compare(await source.read(0, source.size), fixture(path))).toBe(0);
      expect(plan.review).toMatchObject({ files: [], notes: [], identity: open.package.identity });
      expect(plan.segments).toHaveLength(1);
    }
  });

  it.each(valid)('with one field edited changes nothing else: %s', async (path) => {
    const before = await openPackage(fixtureSource(path));
    const draft = await licensed(before);
    const { open, source, plan } = await saved(before, draft);
    const changed = ['carton.toml', 'MANIFEST'];
    expect(plan.review.files.map((file) => file.path)).toEqual(changed);
    expect(plan.notes).toEqual([]);
    expect(open.package.license).toBe('LicenseRef-new');
    expect(await textOf(open, 'carton.toml')).toBe(textIn(draft));
    const oldSource = fixtureSource(path);
    const old = await openArchive(oldSource);
    const fresh = await openArchive(source);
    const isCarried = (entry: ArchiveEntry) => !changed.includes(entry.path);
    expect(fresh.entries.map((entry) => entry.path).sort()).toEqual(old.entries.map((entry) => entry.path).sort());
    const carried = old.entries.filter(isCarried);
    for (const entry of carried) {
      const there = fresh.entries.find((other) => other.path === entry.path);
      const raw = await rawOf(source, there as ArchiveEntry);
      expect(Buffer.compare(raw, await rawOf(oldSource, entry))).toBe(0);
    }
    const lines = (text: string) => text.split('\n').filter((line) => !line.startsWith('carton.toml='));
    const manifest = await textOf(open, 'MANIFEST');
    expect(lines(manifest)).toEqual(lines(await textOf(before, 'MANIFEST')));
    expect(manifest).toContain(`carton.toml=${sha(textIn(draft))}\n`);
    expect(await open.verify?.()).toMatchObject({ mismatches: [] });
    // MANIFEST and LINKS come last and are stored.
    const last = [...fresh.entries].sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0)).slice(-2);
    const names = last.map((entry) => entry.path);
    expect(names.at(-1)).toBe(fresh.resolve('LINKS') ? 'LINKS' : 'MANIFEST');
    for (const name of ['MANIFEST', 'LINKS']) expect(fresh.resolve(name)?.storage ?? 'Stored').toBe('Stored');
  });

  it.each(valid)('gives the same bytes for the same draft, and reads no weights: %s', async (path) => {
    const make = async () => {
      const counting = countingSource(fixtureSource(path));
      const open = await openPackage(counting);
      const draft = await licensed(open);
      const read = counting.bytes;
      const plan = await open.plan?.(draft);
      expect(counting.bytes - read).toBeLessThan(64 * 1024);
      const source = plannedSource({ segments: [], size: 0, ...plan, old: fixtureSource(path) });
      return sha(await source.read(0, source.size));
    };
    expect(await make()).toBe(await make());
  });
});

describe.skipIf(!hasFixtures)('a plan for a hostile fixture', () => {
  it.each(hostile)('gives a carton that is not worse, or says why not: %s', async (path) => {
    const before = await openPackage(fixtureSource(path)).catch(() => undefined);
    if (!before) return;
    if (!before.package.can.save) {
      expect(before.package).toMatchObject({ can: { save: false }, cannot: { save: expect.any(String) } });
      return;
    }
    const own = await before.edit?.({});
    // A file that is not TOML can only be edited as text.
    const draft = own && !own.values ? draftOf(`${textIn(own)}\n# edited\n`) : await licensed(before);
    const { open } = await saved(before, draft);
    const errors = ({ package: { findings } }: OpenPackage) =>
      new Set(findings.filter(({ severity }) => severity === 'error').map(({ code }) => code));
    const old = errors(before);
    // A carton.toml that was missing has only the fields that it is given here.
    for (const code of errors(open)) if (!code.startsWith('schema/')) expect([...old]).toContain(code);
    const verified = [await before.verify?.(), await open.verify?.()];
    const [was, is] = verified.map((result) => new Set(result?.mismatches));
    for (const mismatch of is ?? []) expect([...(was ?? [])]).toContain(mismatch);
  });
});

const TOML =
  '# a comment\nspec_version = 1\n[runner]\nrunner_name = "noop"\nrequired_framework_version = "1"\nrunner_compat_version = 1\n';
const INDEX = 'tensor = []\n';
const A = 'a'.repeat(64);

type Files = Record<string, string>;

const lineOf = ([path, data]: [string, string]) => `${path}=${sha(data)}\n`;

function manifestOf(contents: Files): string {
  return Object.entries(contents)
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(lineOf)
    .join('');
}

async function carton(contents: Files, more: readonly BuiltEntry[] = [], zip?: BuiltZip): Promise<OpenPackage> {
  const entries = Object.entries(contents).map(([name, data]) => ({ name, data, method: data.length > 60 ? 8 : 0 }));
  return openPackage(memorySource('a.carton', buildZip([...entries, ...more], zip)));
}

const FILES: Files = { 'carton.toml': TOML, 'model/m': 'model', 'tensor_data/index.toml': INDEX };

/** A carton with a MANIFEST that fits its files, or with another one. */
const packed = (contents: Files = FILES, manifest = manifestOf(contents), more: readonly BuiltEntry[] = []) =>
  carton({ ...contents, MANIFEST: manifest }, more);

const edited = draftOf(`${TOML}# edited\n`);

describe('MANIFEST of a saved carton', () => {
  it('is in byte order, whatever its order was', async () => {
    const contents = { ...FILES, 'model/😀': '1', 'model/\uffee': '2', 'model/A': '3', 'model/a=b': '4' };
    const shuffled = Object.entries(contents).reverse().map(lineOf).join('');
    const { open } = await saved(await packed(contents, shuffled), edited);
    const expected = { ...contents, 'carton.toml': textIn(edited) };
    expect(await textOf(open, 'MANIFEST')).toBe(manifestOf(expected));
    expect(open.package.findings.filter(({ code }) => code.startsWith('manifest/'))).toEqual([]);
  });

  it('leaves out malformed lines, and says so', async () => {
    const good = manifestOf(FILES);
    const odd = `${good}no line\n\nMANIFEST=${A}\nLINKS=${A}\nmodel/twice=${sha('1')}\nmodel/twice=${A.toUpperCase()}\nend=${A}`;
    const { open, plan } = await saved(await packed(FILES, odd.replaceAll('model/m=', 'model/n=')), edited);
    const lines = (await textOf(open, 'MANIFEST')).split('\n');
    expect(lines.slice(1)).toEqual([
      `end=${A}`,
      `model/n=${sha('model')}`,
      `model/twice=${A}`,
      `tensor_data/index.toml=${sha(INDEX)}`,
      '',
    ]);
    expect(plan.notes).toEqual([
      '2 lines of MANIFEST that did not name a file and its hash are left out.',
      '2 lines of MANIFEST about itself or LINKS are left out.',
      '1 line of MANIFEST is left out, because a later line is about the same file.',
    ]);
  });

  it('ends lines with LF only, and lists carton.toml where it did not', async () => {
    const manifest = manifestOf(FILES)
      .replace(/^carton.*\n/, '')
      .replaceAll('\n', '\r\n');
    const { open } = await saved(await packed(FILES, manifest), edited);
    expect(await textOf(open, 'MANIFEST')).toBe(manifestOf({ ...FILES, 'carton.toml': textIn(edited) }));
    const renewed = await saved(await packed(FILES, manifest), draftOf(TOML, true));
    expect(await textOf(renewed.open, 'MANIFEST')).toBe(manifestOf(FILES));
    expect(renewed.plan.review.files.map(({ path }) => path)).toEqual(['MANIFEST']);
  });

  it('keeps hashes of files that are linked, missing or wrong', async () => {
    const manifest = `${manifestOf(FILES).replace(sha('model'), A)}model/gone=${A}\n`;
    const { open } = await saved(await packed(FILES, manifest), edited);
    const after = await textOf(open, 'MANIFEST');
    expect(after).toContain(`model/m=${A}\n`);
    expect(after).toContain(`model/gone=${A}\n`);
  });
});

describe('symlinks in a saved carton', () => {
  const link = (name: string, to: string): BuiltEntry => ({ name, data: to, mode: 0o120777 });

  it('have the new hash of a changed file that they lead to', async () => {
    const contents = { ...FILES, 'misc/about.toml': TOML, 'misc/deep': TOML, 'misc/i': INDEX, 'misc/m': 'model' };
    const inside = { ...FILES, MANIFEST: manifestOf(contents) };
    const links = [
      link('misc/about.toml', '../carton.toml'),
      link('misc/deep', 'about.toml'),
      link('misc/i', '../tensor_data/index.toml'),
      link('misc/m', '../model/m'),
    ];
    const { open } = await saved(await carton(inside, links), edited);
    const expected = {
      ...contents,
      'carton.toml': textIn(edited),
      'misc/about.toml': textIn(edited),
      'misc/deep': textIn(edited),
    };
    expect(await textOf(open, 'MANIFEST')).toBe(manifestOf(expected));
    expect(await open.verify?.()).toMatchObject({ mismatches: [], files: 7 });
  });

  it('are replaced where carton.toml is a symlink, and the target stays', async () => {
    const contents: Files = { ...FILES, 'misc/link': TOML, 'model/real.toml': TOML };
    const { 'carton.toml': _, 'misc/link': __, ...inside } = contents;
    const links = [link('carton.toml', 'model/real.toml'), link('misc/link', '../carton.toml')];
    const { open } = await saved(await carton({ ...inside, MANIFEST: manifestOf(contents) }, links), edited);
    expect(open.package.files.find(({ path }) => path === 'carton.toml')?.kind).toBe('file');
    const expected = { ...contents, 'carton.toml': textIn(edited), 'misc/link': textIn(edited) };
    expect(await textOf(open, 'MANIFEST')).toBe(manifestOf(expected));
    expect(await textOf(open, 'model/real.toml')).toBe(TOML);
    expect(await open.verify?.()).toMatchObject({ mismatches: [], files: 5 });
  });

  it('that replace a folder lead to the file that is written', async () => {
    const index = '[[tensor]]\nname = "t"\ndtype = "uint8"\nshape = [1]\nfile = "t.bin"\n';
    const contents = {
      'carton.toml': TOML,
      'data/index.toml': index,
      'data/t.bin': 'x',
      'tensor_data/index.toml': index,
    };
    const { 'tensor_data/index.toml': _, ...inside } = contents;
    const { open, plan } = await saved(
      await carton({ ...inside, MANIFEST: manifestOf(contents) }, [link('tensor_data', 'data')]),
      edited,
    );
    const complete = `${index}inner = []\n`;
    expect(plan.review.files.map(({ path }) => path)).toEqual(['carton.toml', 'data/index.toml', 'MANIFEST']);
    expect(await textOf(open, 'MANIFEST')).toBe(
      manifestOf({
        ...contents,
        'carton.toml': textIn(edited),
        'data/index.toml': complete,
        'tensor_data/index.toml': complete,
      }),
    );
    expect(await open.verify?.()).toMatchObject({ mismatches: [] });
  });
});

describe('the index of a saved carton', () => {
  const index = '[[tensor]] # first\nname = "t"\ndtype = "uint8"\nshape = [1]\nfile = "t.bin"\n';

  it('is made where there is none', async () => {
    const { 'tensor_data/index.toml': _, ...contents } = FILES;
    const { open, plan } = await saved(await packed(contents), edited);
    expect(plan.review.files[1]).toEqual({ path: 'tensor_data/index.toml', kind: 'added', after: INDEX });
    expect(await textOf(open, 'MANIFEST')).toBe(manifestOf({ ...FILES, 'carton.toml': textIn(edited) }));
    const renewed = await saved(await packed(contents), draftOf(TOML, true));
    expect(renewed.plan.review.files.map(({ path }) => path)).toEqual(['tensor_data/index.toml', 'MANIFEST']);
    expect(renewed.open.package.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('gets a missing inner, and the review shows it', async () => {
    const contents = { ...FILES, 'tensor_data/index.toml': index, 'tensor_data/t.bin': 'x' };
    const before = await packed(contents);
    const { plan, open } = await saved(before, edited);
    expect(plan.review.files[1]).toEqual({
      path: 'tensor_data/index.toml',
      kind: 'changed',
      before: index,
      after: `${index}inner = []\n`,
    });
    expect(open.package.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect((await saved(before, draftOf(TOML))).plan.review.files).toEqual([]);
  });

  it.each([
    ['no TOML', 'tensor = ', 'stays as it is'],
    ['not text', '\xff', 'stays as it is'],
  ])('stays where it is %s', async (_, text, why) => {
    const data = text === '\xff' ? Uint8Array.of(0xff) : text;
    const { 'tensor_data/index.toml': _index, ...contents } = FILES;
    const more = [{ name: 'tensor_data/index.toml', data }];
    const { plan, open } = await saved(await packed(contents, manifestOf(contents), more), edited);
    expect(plan.notes).toEqual([expect.stringContaining(why), expect.stringContaining('was not listed')]);
    expect(await textOf(open, 'MANIFEST')).toContain(`tensor_data/index.toml=${sha(data)}\n`);
  });

  it.each(['tensor_data/index.toml/', 'tensor_data/index.toml/x'])(
    'is not made where a folder is: %s',
    async (name) => {
      const { 'tensor_data/index.toml': _, ...contents } = FILES;
      const { plan, open } = await saved(await packed(contents, manifestOf(contents), [{ name }]), edited);
      expect(plan.notes).toEqual([expect.stringContaining('cannot be added')]);
      expect(open.package.findings.map(({ code }) => code)).not.toContain('zip/file-and-folder');
    },
  );

  it('is not made where a file is in its way, or where it is linked', async () => {
    const inTheWay = await packed({ 'carton.toml': TOML, 'model/m': 'model', tensor_data: 'x' });
    expect((await saved(inTheWay, edited)).plan.notes).toEqual([expect.stringContaining('cannot be added')]);
    const { 'tensor_data/index.toml': _, ...held } = FILES;
    const links = `version = 1\n[urls]\n${sha(INDEX)} = ["https://models.example/index.toml"]\n`;
    const linked = await carton({ ...held, MANIFEST: manifestOf(FILES), LINKS: links });
    const { open, plan } = await saved(linked, edited);
    expect(plan.review.files.map(({ path }) => path)).toEqual(['carton.toml', 'MANIFEST']);
    expect(await textOf(open, 'MANIFEST')).toContain(`tensor_data/index.toml=${sha(INDEX)}\n`);
    expect(plan.notes).toEqual([
      'LINKS is stored without compression, as the format requires. Its content is the same.',
    ]);
    const archive = await openArchive(plannedSource(plan));
    expect(archive.entries.at(-1)).toMatchObject({ path: 'LINKS', storage: 'Stored' });
    expect(await textOf(open, 'LINKS')).toBe(links);
  });
});

describe('a plan where MANIFEST was wrong about a file', () => {
  it.each([
    ['carton.toml', { ...FILES, 'carton.toml': `${TOML}# another` }],
    ['tensor_data/index.toml', { ...FILES, 'tensor_data/index.toml': '# another\n' }],
  ])('says so, as its new MANIFEST does not: %s', async (path, contents) => {
    const { plan, open } = await saved(await packed(contents, manifestOf(FILES)), edited);
    expect(plan.notes).toEqual([
      `“${path}” did not match MANIFEST even before your edits. In the saved file, it matches.`,
    ]);
    expect(await open.verify?.()).toMatchObject({ mismatches: [] });
  });

  it('says so for a symlink whose target is edited', async () => {
    const link = { name: 'model/alias', data: '../carton.toml', mode: 0o120777 };
    const manifest = manifestOf({ ...FILES, 'model/alias': 'another' });
    const { plan } = await saved(await packed(FILES, manifest, [link]), edited);
    expect(plan.notes).toEqual([expect.stringContaining('“model/alias” did not match MANIFEST')]);
    const both = await packed(FILES, manifestOf({ ...FILES, 'carton.toml': 'x', 'model/alias': 'another' }), [link]);
    expect((await saved(both, edited)).plan.notes).toEqual([expect.stringMatching(/“carton.toml” .* 1 more\.$/)]);
    const right = await packed(FILES, manifestOf({ ...FILES, 'model/alias': TOML }), [link]);
    expect((await saved(right, edited)).plan.notes).toEqual([]);
  });

  it('says what was listed and missing, and what was there and not listed', async () => {
    const { 'tensor_data/index.toml': _, ...held } = FILES;
    const missing = await saved(await packed(held, manifestOf(FILES)), edited);
    expect(missing.plan.notes).toEqual([expect.stringContaining('was listed in MANIFEST but missing')]);
    // The hash in MANIFEST may be all that is left of the index, so saving asks first.
    const { asks } = missing.plan.review;
    expect(asks).toEqual([
      {
        note: missing.plan.notes[0],
        agree: 'Save with an empty tensor_data/index.toml instead of the missing one',
      },
    ]);
    const lost = /tensor_data\/index\.toml=(\w{64})/.exec(manifestOf(FILES))?.[1];
    expect(asks?.[0]?.note).toContain(`replaces that of the missing file, ${lost}.`);
    const neverThere = await saved(await packed(held, manifestOf(held)), edited);
    expect([neverThere.plan.notes, neverThere.plan.review.asks]).toEqual([[], undefined]);
    const unlisted = await saved(await packed(FILES, manifestOf(held)), edited);
    expect(unlisted.plan.notes).toEqual([expect.stringContaining('was not listed in MANIFEST')]);
  });

  it('keeps lines whose names only look like those of edited files', async () => {
    const link = { name: 'model/alias', data: 'm', mode: 0o120777 };
    const lines = { './carton.toml': 'a', 'model/../carton.toml': 'b', 'model//../carton.toml': 'c' };
    const { open } = await saved(await packed(FILES, manifestOf({ ...FILES, ...lines }), [link]), edited);
    const text = await textOf(open, 'MANIFEST');
    for (const line of Object.entries(lines).map(lineOf)) expect(text).toContain(line);
  });
});

describe('a plan', () => {
  it('puts a linked file that was fetched into the carton once it is edited', async () => {
    const { 'carton.toml': _, ...held } = FILES;
    const links = `version = 1\n[urls]\n${sha(TOML)} = ["https://models.example/carton.toml"]\n`;
    const linked = await carton({ ...held, MANIFEST: manifestOf(FILES), LINKS: links });
    const fetched = await linked.withFiles?.(
      new Map([['carton.toml', memorySource('carton.toml', Buffer.from(TOML))]]),
    );
    if (!fetched) throw new Error('it has no links');
    expect((await saved(fetched, draftOf(TOML))).plan.review.files).toEqual([]);
    const { open } = await saved(fetched, edited);
    expect(await textOf(open, 'carton.toml')).toBe(textIn(edited));
    expect(await open.verify?.()).toMatchObject({ mismatches: [], files: 3 });
  });

  it('keeps a byte-order mark and line ends of the text', async () => {
    const text = `\ufeff${textIn(edited).replaceAll('\n', '\r\n')}`;
    expect(await textOf((await saved(await packed(), draftOf(text))).open, 'carton.toml')).toBe(text);
  });

  it('says why it cannot be done', async () => {
    const whole = buildZip(
      Object.entries({ ...FILES, MANIFEST: manifestOf(FILES) }).map(([name, data]) => ({ name, data })),
      {
        end: { count: 9 },
      },
    );
    for (const [open, why] of [
      [await carton(FILES), 'no MANIFEST'],
      [await carton(FILES, [{ name: 'MANIFEST', data: Uint8Array.of(0xff) }]), 'not text'],
      [await carton(FILES, [{ name: 'MANIFEST', data: manifestOf(FILES), crc32: 1 }]), 'cannot be read'],
      [await openPackage(memorySource('a.carton', whole)), 'zip directory is damaged'],
    ] as const) {
      expect(open.package.can.save).toBe(false);
      // Where there is a plan at all, it is for drafts that reseal.
      if (open.plan) await expect(open.plan(edited)).rejects.toMatchObject({ code: 'internal/bug' });
      expect(open.package.cannot?.save).toContain(why);
    }
  });

  it('refuses a text that could not be read again', async () => {
    const open = await packed();
    const text = `${TOML}# ${'x'.repeat(MAX_CARTON_TOML_BYTES)}\n`;
    await expect(open.plan?.(draftOf(text))).rejects.toMatchObject({ code: 'carton/file-too-large' });
    await expect(open.plan?.(edited, AbortSignal.abort())).rejects.toMatchObject({ tag: 'cancelled' });
  });
});

describe('a change that no plan makes', () => {
  it.each<[string, Partial<Draft>]>([
    ['misc/a', { files: [{ kind: 'put', path: 'misc/a', blob: new Blob(['a']) }] }],
    ['misc/a', { files: [{ kind: 'rename', from: 'misc/a', to: 'misc/b' }] }],
    ['misc/a', { files: [{ kind: 'remove', path: 'misc/a' }] }],
    ['carton.toml', { files: [{ kind: 'remove', path: 'carton.toml' }] }],
    ['MANIFEST', { files: [{ kind: 'put', path: 'MANIFEST', blob: new Blob(['a']) }] }],
    ['index.toml', { files: [{ kind: 'remove', path: 'tensor_data/index.toml' }] }],
    ['misc/other.toml', { texts: new Map([['misc/other.toml', 'x = 1']]) }],
  ])('is refused and named: %s', async (what, parts) => {
    const open = await packed();
    await expect(open.plan?.({ ...draftOf(TOML), ...parts })).rejects.toMatchObject({
      code: 'internal/bug',
      message: expect.stringContaining(what),
    });
  });

  it('leaves the texts as they are where there are none', async () => {
    const open = await packed();
    expect((await open.plan?.({ texts: new Map(), files: [], renew: false }))?.review.files).toEqual([]);
  });
});
