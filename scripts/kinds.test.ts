import { describe, expect, it } from 'vitest';
import { plannedSource } from '../src/archive/plan.ts';
import { ALL_FORMATS } from '../src/formats/list.ts';
import { type AuditedPackage, formatDrafts, openPackage, packageMakers } from '../src/formats/registry.ts';
import { KINDS, type PackageKind } from './documents/kinds.ts';
import { type DocumentExample, openExample } from './documents/row.ts';
import { parseAssignment } from './inspect/assignment.ts';
import { planOf } from './inspect/save.ts';

const SIGNAL = new AbortController().signal;

/** Names in backticks of what tells a kind: ends of names, and paths. */
const namesIn = ({ signs }: PackageKind) => [...signs.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** A copy with another bit at a place. */
const flipped = (bytes: Uint8Array, at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

/** Bytes of a file by which its place in the package is found: fewer may be found elsewhere. */
const MIN_BYTES = 4;

/** The example with one bit of a file of the package changed. */
async function damaged({ name, content }: DocumentExample, opened: AuditedPackage): Promise<DocumentExample> {
  const { files } = opened.package;
  const { path } = files.findLast(({ size = 0, role }) => size >= MIN_BYTES && role !== 'hash-list') ?? { path: '' };
  const source = opened.source(path);
  const data = (await source?.read(0, source.size)) ?? new Uint8Array();
  if (!(content instanceof Uint8Array)) return { name, content: { ...content, [path]: flipped(data, 0) } };
  const at = Buffer.from(content).indexOf(data);
  expect(at).toBeGreaterThan(0);
  return { name, content: flipped(content, at) };
}

it('has a row for every format', () => {
  expect(new Set(KINDS.map(({ format }) => format))).toEqual(new Set(ALL_FORMATS.map(({ id }) => id)));
});

it.each(ALL_FORMATS)('names how files of $id end', ({ id, ends = [] }) => {
  const named = KINDS.filter(({ format }) => format === id).flatMap(namesIn);
  expect(named.filter((name) => name.startsWith('.')).sort()).toEqual(
    [...ends, ...(id === 'numpy' ? ['.npy'] : [])].sort(),
  );
});

it('says of which formats new packages are made', async () => {
  const made = KINDS.filter(({ isMade }) => isMade).map(({ format }) => format);
  expect(made).toEqual([...(await packageMakers()).keys()]);
});

describe.each(KINDS)('$kind', (row) => {
  const { format, example, byContent, set } = row;
  const { content } = example;

  it('is recognized by what the row says', async () => {
    const { package: pkg } = await openExample(example);
    expect(pkg.format).toBe(format);
    expect(pkg.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const isFile = content instanceof Uint8Array;
    expect(byContent === true).toBe(isFile && (await openExample({ name: 'x', content })).package.format === format);
    const { mayHold } = ALL_FORMATS.find(({ id }) => id === format) ?? {};
    const paths = namesIn(row).filter((name) => !name.startsWith('.') && !name.endsWith('blobs/'));
    expect(paths.filter((path) => !mayHold?.(path, true))).toEqual([]);
  });

  it('finds a changed bit where the row says that all bytes are checked', async () => {
    const opened = await openExample(example);
    if (!opened.package.can.verify) return expect(opened.verify).toBeUndefined();
    expect((await opened.verify?.())?.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const broken = await openExample(await damaged(example, opened));
    // What opening has found, verifying does not repeat.
    const found = [...broken.package.findings, ...((await broken.verify?.())?.findings ?? [])];
    expect(found.map(({ severity }) => severity)).toContain('error');
  });

  it('is edited and saved where the row says so', async () => {
    const opened = await openExample(example);
    const { can } = opened.package;
    expect((await formatDrafts(format)) !== undefined || !can.edit).toBe(true);
    expect(set !== undefined).toBe(can.edit && can.save);
    if (!can.save) return expect(can.files).toBeUndefined();
    const edits = set
      ? [{ kind: 'set' as const, assignment: parseAssignment(set) }]
      : [{ kind: 'remove' as const, path: opened.package.files[0]?.path ?? '' }];
    const plan = await planOf(opened, { edits, reseal: can.reseal === true, force: false }, SIGNAL);
    const saved = await openPackage(plannedSource(plan));
    expect(saved.package.format).toBe(format);
    expect(saved.package.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const said = async (of: AuditedPackage) => [
      of.package.files.map(({ path }) => path),
      (await of.edit?.({}))?.values,
    ];
    expect(await said(saved)).not.toEqual(await said(opened));
  });
});
