import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, encodeUtf8 } from '../../base/bytes.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { type BuiltEntry, type BuiltZip, buildZip, extraField } from '../../testing/builders/zip-builder.ts';
import { countingSource } from '../../testing/counting-source.ts';
import { type FileChanges, type PlanOptions, plannedSource } from '../plan.ts';
import { writeNewZip } from './new-zip.ts';
import { zipPlanProblem } from './plan.ts';
import { checkSavedZip as checkSaved, type ZipPlan } from './saved.ts';
import { openZip, type ZipArchive } from './zip.ts';

const planZip = (archive: ZipArchive, changes: FileChanges, options?: PlanOptions) => archive.plan(changes, options);

const checkSavedZip = (result: ByteSource, plan: ZipPlan, signal?: AbortSignal) =>
  checkSaved(result, plan, openZip, signal);

type Changes = Record<string, string | null>;

interface Result {
  bytes: Uint8Array;
  archive: ZipArchive;
  plan: ZipPlan;
}

async function saved(
  zip: Uint8Array,
  changes: Changes,
  options: PlanOptions = { last: ['MANIFEST', 'LINKS'] },
): Promise<Result> {
  const source = memorySource('old.zip', zip);
  const contents = Object.entries(changes).map(
    ([path, text]) => [path, text === null ? null : encodeUtf8(text)] as const,
  );
  const plan = await planZip(await openZip(source, undefined), new Map(contents), options);
  const result = plannedSource(plan, 'new.zip');
  const archive = await checkSavedZip(result, plan);
  return { bytes: await result.read(0, result.size), archive, plan };
}

const build = (entries: readonly BuiltEntry[], changes: Changes, zip?: BuiltZip) =>
  saved(buildZip(entries, zip), changes);

const text = async (archive: ZipArchive, path: string) => {
  const source = archive.open(path);
  return source && Buffer.from(await source.read(0, source.size)).toString();
};

/** Names in the order of the directory, and in the order of the data. */
const names = ({ archive }: Result) => ({
  records: archive.entries.map(({ path }) => path),
  data: [...archive.entries].sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0)).map(({ path }) => path),
});

const holds = (bytes: Uint8Array, part: Uint8Array | string) => Buffer.from(bytes).includes(Buffer.from(part));

const three: BuiltEntry[] = [
  { name: 'a', data: 'content of a' },
  { name: 'b', data: 'content of b '.repeat(20), method: 8 },
  { name: 'MANIFEST', data: 'old manifest' },
];

describe('a planned zip', () => {
  it('says that it leaves out the signature of the directory', async () => {
    const built = buildZip([{ name: 'a', data: 'a' }]);
    const end = built.length - 22;
    const signature = Uint8Array.of(0x50, 0x4b, 5, 5, 4, 0, 1, 2, 3, 4);
    const signed = concatBytes([built.slice(0, end), signature, built.slice(end)]);
    const view = new DataView(signed.buffer);
    view.setUint32(signed.length - 10, view.getUint32(signed.length - 10, true) + signature.length, true);
    const archive = await openZip(memorySource('signed.zip', signed), undefined);
    expect(archive.findings).toEqual([]);
    const { notes } = await planZip(archive, new Map([['b', encodeUtf8('b')]]));
    expect(notes).toEqual([expect.stringContaining('The digital signature of the zip directory is left out')]);
    expect((await planZip(archive, new Map())).notes).toEqual([]);
  });

  it('is the old file where nothing changes', async () => {
    const zip = buildZip(three, {
      prefix: encodeUtf8('before'),
      suffix: encodeUtf8('after'),
      comment: encodeUtf8('c'),
    });
    const { bytes, plan } = await saved(zip, {});
    expect(bytes).toEqual(zip);
    expect(plan.segments).toEqual([{ kind: 'old', start: 0, end: zip.length }]);
    expect(plan.notes).toEqual([]);
  });

  it('keeps the bytes of other entries, and puts new entries behind them', async () => {
    const zip = buildZip(three);
    const result = await saved(zip, { a: 'new a', c: 'c'.repeat(100), MANIFEST: 'new manifest '.repeat(9) });
    expect(names(result)).toEqual({ records: ['b', 'a', 'c', 'MANIFEST'], data: ['b', 'a', 'c', 'MANIFEST'] });
    const [b, a, c, manifest] = result.archive.entries;
    expect(b?.span?.start).toBe(0);
    const old = (await openZip(memorySource('', zip), undefined)).entries[1]?.span ?? { start: 0, end: 0 };
    expect(result.bytes.slice(0, b?.span?.end)).toEqual(zip.slice(old.start, old.end));
    expect([a?.method, c?.method, manifest?.method]).toEqual(['stored', 'deflate', 'stored']);
    expect(await text(result.archive, 'a')).toBe('new a');
    expect(await text(result.archive, 'c')).toBe('c'.repeat(100));
    expect(await text(result.archive, 'b')).toBe('content of b '.repeat(20));
    expect(holds(result.bytes, 'content of a')).toBe(false);
    expect(result.archive.findings).toEqual([]);
  });

  it.each(['zstd', 'deflate', 'stored'] as const)('keeps the way that its files are packed in: %s', async (method) => {
    const parts: Uint8Array[] = [];
    // Small files need no patch.
    const sink = { write: (bytes: Uint8Array) => void parts.push(bytes.slice()), patch() {} };
    const made = ['a', 'b'].map((path) => ({ path, source: memorySource(path, encodeUtf8(`${path} `.repeat(99))) }));
    const last = async () => [{ path: 'MANIFEST', bytes: encodeUtf8('m '.repeat(99)) }];
    await writeNewZip(made, sink, { compression: method, last });
    const changes = { a: 'edited '.repeat(99), c: 'added '.repeat(99), tiny: 'x', MANIFEST: 'new '.repeat(99) };
    const { archive } = await saved(concatBytes(parts), changes);
    expect(archive.entries.map((entry) => `${entry.path} ${entry.method}`)).toEqual([
      `b ${method}`,
      `a ${method}`,
      `c ${method}`,
      'tiny stored',
      'MANIFEST stored',
    ]);
    expect(await text(archive, 'a')).toBe(changes.a);
    expect(await text(archive, 'c')).toBe(changes.c);
  });

  it('gives the same bytes each time', async () => {
    const changes = { a: 'new '.repeat(50), é: 'x' };
    expect((await build(three, changes)).bytes).toEqual((await build(three, changes)).bytes);
  });

  it('removes files', async () => {
    const result = await build(three, { a: null, gone: null });
    expect(names(result).records).toEqual(['b', 'MANIFEST']);
    expect(names(result).data).toEqual(['b', 'MANIFEST']);
    const none = await build(three, { a: null, b: null, MANIFEST: null });
    expect(none.archive.entries).toEqual([]);
    expect(none.bytes).toHaveLength(22);
  });

  it('writes what every tool reads: a fixed date, Unix modes, a UTF-8 mark only where it is needed', async () => {
    const { archive, bytes } = await build([], { 'a.txt': 'a', é: 'é'.repeat(40) });
    const view = new DataView(bytes.buffer);
    const [a, e] = archive.entries;
    for (const [entry, needed, flags] of [
      [a, 10, 0],
      [e, 20, 0x800],
    ] as const) {
      const record = archive.directory.start + (entry?.record ?? 0);
      const start = entry?.span?.start ?? 0;
      expect(view.getUint16(record + 4, true)).toBe(0x32d);
      for (const at of [record + 6, start + 4]) {
        expect([view.getUint16(at, true), view.getUint16(at + 2, true)]).toEqual([needed, flags]);
        expect(view.getUint32(at + 6, true)).toBe(0x210000);
      }
      expect(view.getUint32(record + 38, true)).toBe(0o100644 * 2 ** 16);
    }
    expect(archive.findings).toEqual([]);
  });

  it('leaves out the record of an empty folder where a file gets its path', async () => {
    const entries = [{ name: 'empty/', data: '' }, { name: 'kept/', data: '' }, ...three];
    const put = await build(entries, { empty: 'a file now' });
    expect(put.archive.findings).toEqual([]);
    expect(holds(put.bytes, 'empty/')).toBe(false);
    expect(holds(put.bytes, 'kept/')).toBe(true);
    const moves = new Map([['a', null], ['empty', { movedFrom: 'a' }] as const]);
    const moved = await planZip(await openZip(memorySource('old.zip', buildZip(entries)), undefined), moves);
    expect((await checkSavedZip(plannedSource(moved), moved)).findings).toEqual([]);
  });

  it('names a renamed file whose own header had another name', async () => {
    const zip = buildZip([
      { name: 'other', data: 'a', local: { name: 'odd' } },
      { name: 'packed', data: 'b', local: { method: 8 } },
      { name: 'plain', data: 'c' },
    ]);
    const rename = (from: string): Promise<ZipPlan> =>
      openZip(memorySource('old.zip', zip), undefined).then((archive) =>
        planZip(archive, new Map([[from, null], ['new', { movedFrom: from }] as const])),
      );
    expect((await rename('other')).notes).toEqual([
      '“other” had different names in its own header and in the directory. Both now have the new name.',
    ]);
    expect((await rename('plain')).notes).toEqual([]);
    // Another method stays in the header, so that it is still found there.
    const packed = await rename('packed');
    expect(packed.notes).toEqual([]);
    const bytes = await plannedSource(packed).read(0, packed.size);
    const at = Buffer.from(bytes).indexOf('new') - 30;
    expect(new DataView(bytes.buffer, bytes.byteOffset).getUint16(at + 8, true)).toBe(8);
  });

  it('keeps symlinks, folders, descriptors, modes, comments and extra fields', async () => {
    const extra = extraField(0x5455, Uint8Array.of(1, 0, 0, 0, 0));
    const zip = buildZip(
      [
        { name: 'model/', data: '', mode: 0o40755, externalAttributes: 0x10 },
        { name: 'a', data: 'old' },
        { name: 'model/link', data: 'real', mode: 0o120777, extra, localExtra: extra },
        { name: 'model/real', data: 'streamed', method: 8, descriptor: true, comment: encodeUtf8('note') },
      ],
      { comment: encodeUtf8('of the zip') },
    );
    const before = await openZip(memorySource('', zip), undefined);
    const { archive, bytes } = await saved(zip, { a: 'new' });
    expect(await text(archive, 'model/link')).toBe('streamed');
    expect(Buffer.from(bytes.slice(-10)).toString()).toBe('of the zip');
    // Every record except the changed file's, with its new offset.
    const records = (from: ZipArchive) => {
      const copy = from.directory.bytes.slice();
      const view = new DataView(copy.buffer);
      for (let at = 0; at < copy.length; ) {
        view.setUint32(at + 42, 0);
        at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
      }
      return Buffer.from(copy).toString('latin1');
    };
    const [old = '', fresh = ''] = [records(before), records(archive)];
    const changed = before.entries.find(({ path }) => path === 'a')?.record ?? 0;
    expect(fresh.startsWith(old.slice(0, changed) + old.slice(changed + 47))).toBe(true);
  });

  it('moves a stored file to the end, and no compressed one', async () => {
    const zip = buildZip([{ name: 'LINKS', data: 'links' }, ...three]);
    const result = await saved(zip, { MANIFEST: 'new', a: 'new a' });
    expect(names(result)).toEqual({ records: ['b', 'a', 'MANIFEST', 'LINKS'], data: ['b', 'a', 'MANIFEST', 'LINKS'] });
    expect(await text(result.archive, 'LINKS')).toBe('links');
    const deflated = await build([{ name: 'LINKS', data: 'links '.repeat(9), method: 8 }, ...three], { a: 'x' });
    expect(names(deflated).data).toEqual(['LINKS', 'b', 'a', 'MANIFEST']);
  });

  it('keeps zip64 where it was, and does not add it', async () => {
    const entries = three.map((entry) => ({ ...entry, zip64: true }));
    const zip64 = await build(entries, { a: 'new' }, { zip64: true });
    expect(zip64.archive.directory.zip64).toBe(true);
    const view = new DataView(zip64.bytes.buffer);
    const end = zip64.bytes.length - 22;
    expect([view.getUint16(end + 10, true), view.getUint32(end + 12, true)]).toEqual([0xffff, 0xffffffff]);
    expect(zip64.archive.findings).toEqual([]);
    expect(await text(zip64.archive, 'b')).toBe('content of b '.repeat(20));
    const plain = await build(three, { a: 'new' });
    expect(plain.archive.directory.zip64).toBe(false);
    expect(holds(plain.bytes, 'PK\x06\x06')).toBe(false);
  });

  it('uses zip64 to count more than 65,534 entries', async () => {
    const zip = buildZip(Array.from({ length: 65_534 }, (_, at): BuiltEntry => ({ name: `f/${at}`, data: '' })));
    const at = await saved(zip, { 'f/0': 'same number' });
    expect([at.archive.entries.length, at.archive.directory.zip64]).toEqual([65_534, false]);
    const beyond = await saved(zip, { more: 'one' });
    expect([beyond.archive.entries.length, beyond.archive.directory.zip64]).toEqual([65_535, true]);
    expect(beyond.archive.findings).toEqual([]);
  }, 60_000);

  it('leaves out the bytes around the zip, and says so', async () => {
    for (const relative of [true, false]) {
      const zip = buildZip(three, { prefix: encodeUtf8('#!/bin/sh\n'), relative, suffix: encodeUtf8('junk') });
      const { archive, plan, bytes } = await saved(zip, { a: 'new' });
      expect(plan.notes).toEqual([
        'The 10 bytes before the first file of the zip are left out.',
        'The 4 bytes after the end of the zip are left out.',
      ]);
      expect(archive.findings).toEqual([]);
      expect(await text(archive, 'b')).toBe('content of b '.repeat(20));
      expect(holds(bytes, '#!/bin')).toBe(false);
    }
  });

  it('does not uncover an entry that another one hid', async () => {
    const twice = [...three, { name: 'a', data: 'hidden' }, { name: 'b', data: 'hidden b' }];
    const { archive, plan } = await build(twice, { a: 'new' });
    expect(await text(archive, 'a')).toBe('new');
    expect(archive.entries.map(({ path }) => path)).toEqual(['b', 'b', 'a', 'MANIFEST']);
    expect(await text(archive, 'b')).toBe('content of b '.repeat(20));
    expect(plan.notes).toEqual(['“a” was in the zip more than once, and the copy that readers ignore is left out.']);
    const links = await build([{ name: 'LINKS', data: 'first' }, ...three, { name: 'LINKS', data: 'second' }], {
      a: 'x',
    });
    expect(await text(links.archive, 'LINKS')).toBe('first');
  });

  it('keeps names that lead out of the package, encrypted entries and other methods as they are', async () => {
    const odd: BuiltEntry[] = [
      { name: '../../etc/passwd', data: 'x' },
      { name: 'secret', data: 'x', flags: 1 },
      { name: 'lzma', stored: encodeUtf8('xyz'), data: 'x', method: 14 },
      { name: Uint8Array.of(0xff, 0x61), data: 'x' },
    ];
    const before = await openZip(memorySource('', buildZip([...three, ...odd])), undefined);
    const { archive } = await build([...three, ...odd], { b: 'new' });
    const about = (from: ZipArchive) => from.findings.map(({ code, path }) => `${code} ${path}`);
    expect(about(archive)).toEqual(about(before));
  });

  it('leaves out an entry that lies outside the file', async () => {
    const zip = buildZip([...three, { name: 'far', data: 'x', offset: 1e6 }]);
    const { archive, plan } = await saved(zip, { a: 'new' });
    expect(archive.resolve('far')).toBe(undefined);
    expect(plan.notes).toEqual(['“far” is outside the file, so it is left out.']);
  });

  it('cuts nothing that a carried entry overlaps', async () => {
    // Two records share one local header. One is changed, the other stays.
    const shared = buildZip([
      { name: 'a', data: 'shared content' },
      { name: 'z', data: 'shared content', offset: 0, absent: true },
      { name: 'b', data: 'b' },
    ]);
    const one = await saved(shared, { a: 'new' });
    expect(await text(one.archive, 'z')).toBe('shared content');
    // A local header with a longer name than the directory's reaches into the next entry.
    const inside = buildZip([{ name: 'in', data: 'kept' }]).slice(0, 36);
    const nested = buildZip([
      {
        name: 'a',
        stored: concatBytes([encodeUtf8('12345678'), inside]),
        data: concatBytes([encodeUtf8('12345678'), inside]),
      },
      { name: 'in', data: 'kept', offset: 31 + 8, absent: true },
    ]);
    const two = await saved(nested, { a: 'new' });
    expect(await text(two.archive, 'in')).toBe('kept');
    const three = await saved(nested, { in: 'new' });
    expect((await text(three.archive, 'a'))?.length).toBe(44);
    // An entry is longer than the directory tells, and goes on into bytes that a changed one claims.
    const long = buildZip([
      { name: 'a', data: '0123456789'.repeat(10), localExtra: extraField(9, new Uint8Array(16)) },
      { name: 'b', data: 'b', offset: 140, absent: true },
      { name: 'c', data: 'c' },
    ]);
    const four = await saved(long, { b: 'new' });
    expect(await text(four.archive, 'a')).toBe('0123456789'.repeat(10));
    expect(await text(four.archive, 'c')).toBe('c');
  });

  it('bounds how many pieces are cut out', async () => {
    const many = Array.from({ length: 6000 }, (_, at): BuiltEntry => ({ name: at % 2 ? 'a' : `f/${at}`, data: 'x' }));
    const { plan, archive } = await build(many, { a: 'new' });
    expect(plan.segments.length).toBeLessThan(10);
    expect(await text(archive, 'f/1000')).toBe('x');
  });

  it('cuts nothing where thousands of entries reach into each other, and asks few of them where they end', async () => {
    const entries = Array.from(
      { length: 3000 },
      (_, at): BuiltEntry => ({
        name: `f${at}`,
        localExtra: extraField(9, new Uint8Array(1)),
        storedSize: 99,
        size: 99,
      }),
    );
    const zip = buildZip([{ name: 'a', data: 'a' }, ...entries, { name: 'z', data: 'y'.repeat(99) }]);
    const source = countingSource(memorySource('old.zip', zip));
    const archive = await openZip(source, undefined);
    source.accesses.length = 0;
    const plan = await planZip(archive, new Map([['a', encodeUtf8('new')]]));
    expect(source.accesses.length).toBeLessThan(300);
    const result = plannedSource(plan, 'new.zip');
    const saved = await checkSavedZip(result, plan);
    expect(await text(saved, 'a')).toBe('new');
    expect(await text(saved, 'z')).toBe('y'.repeat(99));
    expect(holds(await result.read(0, result.size), zip.subarray(32, archive.directory.start))).toBe(true);
  });

  it('has a true zip64 end where the last record ends in a false one', async () => {
    // The comment of the file that moves to the end: an end record of another directory, and its locator.
    const fake = new Uint8Array(76);
    const view = new DataView(fake.buffer);
    view.setUint32(0, 0x06064b50, true);
    view.setUint32(4, 44, true);
    view.setUint32(56, 0x07064b50, true);
    view.setUint32(72, 1, true);
    const links = { name: 'LINKS', data: 'links', comment: fake };
    const { archive } = await build([links, ...three], { a: 'new' });
    expect(archive.entries.map(({ path }) => path)).toEqual(['b', 'a', 'MANIFEST', 'LINKS']);
    expect(archive.findings).toEqual([]);
  });

  it('drops a comment that looks like another zip', async () => {
    const zip = buildZip(three, { comment: encodeUtf8('see PK\x05\x06 here') });
    const { archive, plan } = await saved(zip, { a: 'new' });
    expect(plan.notes).toHaveLength(1);
    expect(archive.findings).toEqual([]);
  });

  it('refuses a zip whose directory does not list all its files', async () => {
    const zip = buildZip(three, { end: { count: 4 } });
    await expect(saved(zip, { a: 'new' })).rejects.toMatchObject({ code: 'zip/bad-directory', tag: 'unsupported' });
    expect((await saved(zip, {})).bytes).toEqual(zip);
  });

  it('can be cancelled', async () => {
    const archive = await openZip(memorySource('', buildZip(three)), undefined);
    const signal = AbortSignal.abort();
    await expect(planZip(archive, new Map([['a', encodeUtf8('x')]]), { signal })).rejects.toMatchObject({
      tag: 'cancelled',
    });
  });

  it('leaves unchanged files readable, even if others claim the same bytes', async () => {
    const name = fc.constantFrom('carton.toml', 'MANIFEST', 'LINKS', 'a', 'b', 'd/', '../x', 'é', 'd/index.toml');
    const field = fc.constant(extraField(9, new Uint8Array(20)));
    const entry = fc.record(
      {
        name,
        data: fc.string({ maxLength: 40 }),
        method: fc.constantFrom(0, 8, 93, 14),
        descriptor: fc.boolean(),
        zip64: fc.boolean(),
        flags: fc.constantFrom(0, 1, 8, 0x800),
        offset: fc.nat(300),
        absent: fc.boolean(),
        mode: fc.constantFrom(0o100644, 0o120777, 0o40755),
        extra: field,
        localExtra: field,
        storedSize: fc.nat(100),
      },
      { requiredKeys: ['name', 'data', 'method'] },
    );
    const around = fc.record(
      { zip64: fc.boolean(), relative: fc.boolean(), prefix: fc.constant(encodeUtf8('0123456789')), suffix: field },
      { requiredKeys: [] },
    );
    const contentOf = async (archive: ZipArchive, path: string) => {
      try {
        return await text(archive, path);
      } catch (error) {
        return (error as { code?: string }).code;
      }
    };
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 9 }), around, async (entries, zip) => {
        const bytes = buildZip(entries, zip);
        const before = await openZip(memorySource('', bytes), undefined).catch(() => undefined);
        // With an offset outside the file, another place can look like the directory.
        if (!before || zipPlanProblem(before) !== undefined) return;
        const held = before.entries.filter(
          ({ kind, unsafe, shadowed, span }) => kind === 'file' && !unsafe && !shadowed && span,
        );
        const contents = await Promise.all(
          held.map(async ({ path }) => [path, await contentOf(before, path)] as const),
        );
        const changes = { 'carton.toml': 'new', MANIFEST: 'new manifest', b: null };
        const { archive } = await saved(bytes, changes);
        count++;
        for (const [path, content] of contents)
          if (!Object.hasOwn(changes, path)) expect([path, await contentOf(archive, path)]).toEqual([path, content]);
        expect([await text(archive, 'carton.toml'), archive.resolve('b')]).toEqual(['new', undefined]);
      }),
      { numRuns: 400 },
    );
    expect(count).toBeGreaterThan(150);
  });
});
