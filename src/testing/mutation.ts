import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { concatBytes } from '../base/bytes.ts';
import { BoxcutterError } from '../base/errors.ts';
import { findingEntry } from '../base/findings.ts';
import { unsafeReason } from '../base/path.ts';
import type { OpenPackage } from '../formats/format.ts';
import { openPackage } from '../formats/registry.ts';
import { memorySource } from '../source/memory.ts';
import { type BuiltEntry, buildZip } from './builders/zip-builder.ts';
import { CODE_POINT } from './code-point.ts';
import { fixture, fixturePath, hasFixtures } from './fixtures.ts';
import { openArchive } from './open-archive.ts';

/** A file to mutate. */
export interface Subject {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The sample, and the fixtures if they are there. Together they hold everything that a carton can be, and the tricks of
 * hostile ones.
 */
export function subjects(): Subject[] {
  const sample = new URL('../../public/sample.carton', import.meta.url);
  const found: Subject[] = [{ name: 'sample.carton', bytes: new Uint8Array(readFileSync(sample)) }];
  if (!hasFixtures) return found;
  for (const folder of ['', 'carton/', 'carton/hostile/']) {
    for (const name of readdirSync(fixturePath(folder)).sort()) {
      if (name.endsWith('.carton')) found.push({ name: folder + name, bytes: fixture(folder + name) });
    }
  }
  return found;
}

/** Numbers at which formats behave differently. */
const EDGES = [0, 1, 8, 93, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

/**
 * A change of the bytes of a file. A place is relative, so that it stays in the file when another change makes the file
 * shorter.
 */
type ByteChange =
  | { kind: 'bit' | 'byte' | 'short' | 'long'; at: Place; value: number }
  | { kind: 'cut' | 'zero' | 'repeat' | 'insert'; at: Place; length: number; value: number }
  | { kind: 'end'; at: Place };

/** A share of the file, or an offset from the nth signature of a zip record, where changes matter most. */
type Place = { share: number } | { record: number; offset: number };

const place: fc.Arbitrary<Place> = fc.oneof(
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map((share) => ({ share })) },
  { weight: 2, arbitrary: fc.record({ record: fc.nat(10_000), offset: fc.integer({ min: -24, max: 80 }) }) },
);

const number = fc.oneof(fc.constantFrom(...EDGES), fc.nat(0xffffffff));

const byteChange: fc.Arbitrary<ByteChange> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom('bit', 'byte', 'short', 'long'), at: place, value: number }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('cut', 'zero', 'repeat', 'insert'),
      at: place,
      length: fc.oneof(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 5000 })),
      value: number,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), at: place }) },
);

/** One to six changes. */
export const byteChanges = fc.array(byteChange, { minLength: 1, maxLength: 6 });

/** The bytes after all changes, applied in order. */
export function mutate(bytes: Uint8Array, changes: readonly ByteChange[]): Uint8Array<ArrayBuffer> {
  let now = new Uint8Array(bytes);
  for (const change of changes) {
    const at = placeIn(now, change.at);
    if (change.kind === 'end') now = now.slice(0, at);
    else if ('length' in change) {
      const { kind, length, value } = change;
      const end = Math.min(now.length, at + length);
      if (kind === 'cut') now = concatBytes([now.subarray(0, at), now.subarray(end)]);
      else if (kind === 'zero') now.fill(0, at, end);
      else {
        const more = kind === 'repeat' ? now.slice(at, end) : new Uint8Array(length).fill(value);
        now = concatBytes([now.subarray(0, at), more, now.subarray(at)]);
      }
    } else if (at < now.length) {
      const { kind, value } = change;
      const width = kind === 'long' ? 4 : kind === 'short' ? 2 : 1;
      const view = new DataView(now.buffer);
      if (at + width > now.length) continue;
      if (kind === 'bit') now[at] = (now[at] as number) ^ (1 << (value & 7));
      else if (kind === 'byte') now[at] = value;
      else if (kind === 'short') view.setUint16(at, value & 0xffff, true);
      else view.setUint32(at, value >>> 0, true);
    }
  }
  return now;
}

function placeIn(bytes: Uint8Array, at: Place): number {
  const last = Math.max(0, bytes.length - 1);
  if ('share' in at) return Math.floor(at.share * last);
  const records: number[] = [];
  for (let i = bytes.indexOf(0x50); i >= 0; i = bytes.indexOf(0x50, i + 1)) if (bytes[i + 1] === 0x4b) records.push(i);
  const record = records[at.record % Math.max(1, records.length)] ?? 0;
  return Math.min(last, Math.max(0, record + at.offset));
}

/**
 * A change in the content of one file of a carton. The checksum is made right again, so that the change reaches the
 * parsers of texts.
 */
export const rewrites = fc.record({
  file: fc.nat(10_000),
  changes: fc.array(textChange(), { minLength: 1, maxLength: 4 }),
});

type Rewrite = typeof rewrites extends fc.Arbitrary<infer T> ? T : never;

/** Text that stands in TOML and MANIFEST, and text that must not. */
function textChange() {
  return fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(40) }),
    text: fc.oneof(
      fc.constantFrom(
        ...[
          '\n',
          '=',
          '"',
          '"""',
          "'",
          '[',
          ']',
          '{',
          '}',
          '[[',
          ']]',
          ',',
          '.',
          '#',
          '\\',
          '\0',
          '\ufeff',
          '\u{1f4e6}',
          ' ',
        ],
        ...[
          '\r\n',
          '1e999',
          '-1',
          '9223372036854775808',
          'nan',
          'true',
          '1979-05-27',
          '[[tensor]]',
          'inner = ["n", "n"]',
          '../',
        ],
        ...[
          '@misc/',
          '@tensor_data/',
          '"*"',
          'dtype = "nested"\n',
          'shape = [0, 9223372036854775807]\n',
          '__proto__ = 1\n',
          '<b',
          '](',
          '![',
        ],
      ),
      fc.string({ unit: CODE_POINT, maxLength: 8 }),
      fc
        .tuple(fc.constantFrom('[', '{a=', 'a.', '>', '- ', '['), fc.integer({ min: 1, max: 3000 }))
        .map(([piece, times]) => piece.repeat(times)),
    ),
  });
}

const decoded = new WeakMap<Subject, Promise<readonly BuiltEntry[] | undefined>>();

/** The files of a subject, decoded once. Undefined where it does not open. */
function filesOf(subject: Subject): Promise<readonly BuiltEntry[] | undefined> {
  const files = decoded.get(subject) ?? decode(subject);
  decoded.set(subject, files);
  return files;
}

async function decode({ name, bytes }: Subject): Promise<readonly BuiltEntry[] | undefined> {
  const archive = await openArchive(memorySource(name, bytes)).catch(() => undefined);
  if (!archive) return undefined;
  const entries: BuiltEntry[] = [];
  for (const { path, size, kind, shadowed } of archive.entries) {
    const source = shadowed ? undefined : archive.open(path);
    if (!source || size > 1_000_000) continue;
    const data = await source.read(0, source.size).catch(() => new Uint8Array(0));
    entries.push({ name: path, data, ...(kind === 'symlink' ? { mode: 0o100644 } : {}) });
  }
  return entries;
}

/** A carton with the same files, all stored, and one of them changed. If no file can be read, the bytes as they are. */
export async function rewrite(subject: Subject, { file, changes }: Rewrite): Promise<Uint8Array<ArrayBuffer>> {
  const files = await filesOf(subject);
  if (!files) return subject.bytes;
  const entries = files.map((entry) => ({ ...entry }));
  // Choose the files that parsers of texts read more often than others.
  const texts = entries.filter(({ name: path }) => /(\.toml|MANIFEST|LINKS)$/.test(String(path)));
  const among = file % 4 > 0 && texts.length > 0 ? texts : entries;
  const chosen = among[Math.floor(file / 4) % Math.max(1, among.length)];
  if (chosen) {
    let data = chosen.data as Uint8Array;
    for (const { share, cut, text } of changes) {
      const at = Math.floor(share * data.length);
      data = concatBytes([data.subarray(0, at), new TextEncoder().encode(text), data.subarray(at + cut)]);
    }
    chosen.data = data;
  }
  return buildZip(entries);
}

/**
 * Opens any bytes and reads everything in them. Each step must succeed or fail with one of our errors; otherwise
 * throws.
 */
export async function exercise(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<'opened' | 'refused'> {
  let opened: OpenPackage;
  try {
    opened = await openPackage(memorySource(name, bytes));
  } catch (error) {
    judge(error);
    return 'refused';
  }
  const { package: shown } = opened;
  structuredClone(shown);
  for (const { code, severity } of shown.findings) {
    if (findingEntry(code).severity !== severity) throw new Error(`${code} is no ${severity}`);
    if (code.startsWith('internal/') || code === 'source/out-of-range') throw new Error(`a finding of ${code}`);
  }
  for (const { path, unsafe } of shown.files) {
    if (!unsafe && unsafeReason(path) !== undefined) throw new Error(`“${path}” counts as safe`);
    if (unsafe && opened.source(path) !== undefined && unsafeReason(path) !== undefined)
      throw new Error(`“${path}” can be opened`);
  }
  await opened.verify?.().catch(judge);
  for (const { path } of shown.files) {
    const source = opened.source(path);
    await source?.read(0, Math.min(source.size, 4096)).catch(judge);
  }
  for (const { name: tensor } of shown.tensors) {
    const reader = await opened.tensor(tensor).catch(judge);
    await reader?.read(0, Math.min(reader.count, 100)).catch(judge);
  }
  return 'opened';
}

/** Throws an error that is not one of ours, that means a bug, or that shows a read outside the file. */
function judge(error: unknown): undefined {
  if (error instanceof BoxcutterError && error.tag !== 'internal' && error.tag !== 'cancelled') {
    if (error.code !== 'source/out-of-range') return undefined;
  }
  throw error;
}
