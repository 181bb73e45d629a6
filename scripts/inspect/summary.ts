import { addressText } from '../../src/base/address.ts';
import { formatBytes, formatCount, formatNumberIs, formatNumberOf } from '../../src/base/amounts.ts';
import type { Finding } from '../../src/base/findings.ts';
import { hostText } from '../../src/base/host.ts';
import type { Reseal } from '../../src/model/draft.ts';
import type { FileChangeKind } from '../../src/model/file/file-changes.ts';
import type { Package, PanelRow, TensorSpec } from '../../src/model/package.ts';
import type { FactText, RunFact } from '../../src/model/run-facts.ts';
import { countNeverOpened, unhashedSentence } from '../../src/model/unhashed.ts';
import type { Verification } from '../../src/model/verification.ts';
import { spoken } from '../../src/model/words.ts';
import { type Shape, type ShapeSpec, shapeText } from '../../src/tensor/shape.ts';
import { forTerminal } from './json.ts';
import type { JudgedFinding } from './report/checked.ts';
import { SEVERITY_WORDS, sentenceOf } from './report/words.ts';

/** What verification counted. */
export type Verified = Pick<Verification, 'files' | 'bytes' | 'mismatches'>;

/** What happened to a package that was saved with fields set. */
export interface Saved {
  path: string;
  size: number;
  oldSha256: string | undefined;
  newSha256: string | undefined;
  /** Files that were written again. */
  files: { path: string; kind: 'changed' | FileChangeKind; from?: string }[];
  notes: string[];
  /** Warnings that the old package did not have. */
  newWarnings: Finding[];
  /** The same of notes. */
  newNotes: Finding[];
  /** With `--reseal`. */
  reseal?: Reseal;
}

const NOTHING_TO_VERIFY = 'Not verified: it has no hashes, sizes or checksums to compare';

/** A saved package for people at a terminal: what changed, and what is wrong with it now. */
export function savedSummary(found: Package & { verified?: Verified | null }, saved: Saved, hasColors = false): string {
  const label = found.identity?.label.toLowerCase() ?? 'hash';
  const errors = found.findings.filter(({ severity }) => severity === 'error');
  const lines = [
    `Saved ${forTerminal(saved.path)}, ${formatBytes(saved.size)}`,
    // A format without a hash of the whole package has neither.
    ...(saved.oldSha256 === undefined && saved.newSha256 === undefined
      ? []
      : [`Old ${label}: ${saved.oldSha256 ?? 'none'}`, `New ${label}: ${saved.newSha256 ?? 'none'}`]),
    saved.files.length === 0
      ? 'Nothing changed: the files are identical'
      : `Written: ${saved.files.map((file) => forTerminal(writtenText(file))).join(', ')}`,
    ...saved.notes.map(forTerminal),
    ...(saved.reseal ? resealLines(found, saved.reseal) : []),
  ];
  if (found.verified) lines.push(verifiedLine(found, found.verified));
  else if (found.verified === null) lines.push(NOTHING_TO_VERIFY);
  else lines.push(...unreadLines(found, saved));
  lines.push(...unlistedLines(found, saved));
  if (saved.newWarnings.length > 0) lines.push('', 'New warnings', ...newLines(saved.newWarnings, hasColors));
  if (saved.newNotes.length > 0) lines.push('', 'New notes', ...newLines(saved.newNotes, hasColors));
  if (errors.length > 0) lines.push('', 'Errors, which do not prevent saving', ...findingLines(errors, hasColors));
  return lines.join('\n');
}

/** New warnings, and new notes, that are printed: enough to see what is wrong. */
const MAX_SHOWN_NEW = 20;

function newLines(findings: readonly Finding[], hasColors: boolean): string[] {
  const lines = findingLines(findings.slice(0, MAX_SHOWN_NEW), hasColors);
  return findings.length > lines.length
    ? [...lines, `  and ${formatCount(findings.length - lines.length)} more`]
    : lines;
}

function writtenText({ path, kind, from }: Saved['files'][number]): string {
  if (kind === 'added') return `${path} (new)`;
  if (kind === 'removed' || kind === 'linked') return `${path} (${kind})`;
  return from === undefined ? path : `${path} (was ${from})`;
}

/**
 * Says that the files that stay as they are were not compared with their hashes, which are from the old hash list.
 */
function unreadLines({ files, words }: Package, { files: written, reseal }: Saved): string[] {
  if (reseal || written.length === 0) return [];
  const anew = new Set(written.map(({ path }) => path));
  const count = files.filter(({ path, hash, sha256 }) => sha256 && hash === 'unverified' && !anew.has(path)).length;
  if (count === 0) return [];
  const list = spoken(words).hashList;
  if (count === 1) return [`1 unchanged file was not compared with its hash in ${list}. --verify compares it`];
  return [
    `${formatCount(count)} unchanged files were not compared with their hashes in ${list}. --verify compares them`,
  ];
}

/** Says that saving left files out of the hash list that were not in it: the old package had that warning already. */
function unlistedLines({ files, words, can }: Package, { files: written, reseal }: Saved): string[] {
  if (reseal || written.length === 0) return [];
  const count = files.filter(({ hash, shadowed }) => hash === 'unlisted' && !shadowed).length;
  if (count === 0) return [];
  const isOne = count === 1;
  const hint = can.reseal ? `. --reseal lists ${isOne ? 'it' : 'them'}` : '';
  return [`${formatNumberIs(count, 'file')} still not listed in ${spoken(words).hashList}${hint}`];
}

/** Each line of the hash list that resealing changed, added or dropped. */
function resealLines({ words }: Package, { files, differing, added, dropped }: Reseal): string[] {
  const list = spoken(words).hashList;
  const lines = [`Hashed: ${formatNumberOf(files, 'file')}, ${formatCount(differing.length)} differed`];
  const section = (title: string, rows: readonly string[][]) => {
    if (rows.length > 0) lines.push('', title);
    for (const line of columns(rows)) lines.push(line);
  };
  section(
    `Did not match ${list}`,
    differing.map(({ path, before, after }) => [path, `${before} -> ${after}`]),
  );
  section(
    `Newly listed in ${list}`,
    added.map((path) => [path]),
  );
  section(
    `No longer listed in ${list}: not in the ${words.one}`,
    dropped.map((path) => [path]),
  );
  return lines;
}

/**
 * A package for people at a terminal. Escapes names and texts that could act on the terminal.
 *
 * @param path where it is, as it was given
 */
export function summary(
  opened: Package & { verified?: Verified | null },
  hasColors = false,
  path = opened.name,
): string {
  const lines: string[] = [];
  const section = (title: string, rows: readonly (readonly string[])[]) => {
    if (rows.length === 0) return;
    lines.push('', title);
    // A call cannot take a million arguments.
    for (const line of columns(rows)) lines.push(line);
  };
  lines.push(forTerminal(opened.title ?? opened.name));
  if (opened.summary !== undefined) lines.push(forTerminal(opened.summary));
  lines.push(
    `${opened.formatName}, ${formatBytes(opened.size)}, ${formatNumberOf(opened.files.length, 'file')}: ${forTerminal(path)}`,
  );
  if (opened.identity) lines.push(`${opened.identity.label}: ${opened.identity.sha256}`);
  section(
    'Facts',
    opened.facts.map(({ label, value, note, href, items }) => [
      label,
      href === undefined ? value : addressText(value),
      note ?? (items ?? []).flatMap((item) => item.note ?? []).join(', '),
    ]),
  );
  for (const { title, rows, more } of opened.panels ?? []) {
    section(title, [...rows.map(panelRow), ...(more === undefined ? [] : [[`and ${formatCount(more)} more`]])]);
  }
  if (opened.more) lines.push('', opened.more.text);
  section('What would run', (opened.runs?.facts ?? []).flatMap(runRows));
  section('Inputs', opened.inputs.map(specRow));
  section('Outputs', opened.outputs.map(specRow));
  section(
    'Tensors',
    opened.tensors.map(({ name, dtype, shape, inner, data, problem }) => [
      name,
      dtype,
      inner ? formatNumberOf(inner.length, 'tensor') : statedText(shape),
      problem ?? data?.path ?? '',
    ]),
  );
  section('Examples and self-tests', [
    ...opened.examples.map(({ name }, i) => [`Example ${i + 1}`, name ?? '']),
    ...opened.selfTests.map(({ name }, i) => [`Self-test ${i + 1}`, name ?? '']),
  ]);
  section(
    'Files',
    opened.files.map(({ path, size, storage, hash, linkText }) => [
      linkText === undefined ? path : `${path} -> ${linkText}`,
      size === undefined ? '' : formatBytes(size),
      storage ?? '',
      hash === 'none' ? '' : hash,
    ]),
  );
  if (opened.verified) lines.push('', verifiedLine(opened, opened.verified));
  if (opened.verified === null) lines.push('', NOTHING_TO_VERIFY);
  if (opened.findings.length > 0) lines.push('', 'Problems');
  // A call cannot take a million arguments.
  for (const line of findingLines(opened.findings, hasColors)) lines.push(line);
  return lines.join('\n');
}

function verifiedLine(found: Package, { files, bytes: read, mismatches: { length } }: Verified): string {
  if (found.words.hashList === undefined) {
    const damaged = found.files.filter(({ hash }) => hash === 'mismatch' || hash === 'unreadable').length;
    const sentence = unhashedSentence({ damaged, left: countNeverOpened(found.files) });
    return `${sentence}. ${formatNumberOf(files, 'file')} read, ${formatBytes(read)}`;
  }
  const { hashList } = found.words;
  if (files + length === 0) return `No file was compared with ${hashList}`;
  const outcome = length === 0 ? 'all match' : length === 1 ? '1 differs' : `${formatCount(length)} differ`;
  const which = `${formatNumberOf(files, 'file')} of ${hashList}`;
  return `${which} read and compared, ${formatBytes(read)}: ${outcome}`;
}

function runRows({ kind, text, warnings = [], notes = [] }: RunFact): string[][] {
  return [
    [kind, plainText(text)],
    ...[...warnings.map(({ text: warning }) => warning), ...notes].map((said) => ['', plainText(said)]),
  ];
}

function plainText(text: FactText): string {
  return text
    .map((part) => (typeof part === 'string' ? part : 'host' in part ? hostText(part.host) : part.name))
    .join('');
}

/** Of a terminal: red and yellow as its owner has chosen them. A note needs no color. */
const COLORS: Partial<Record<Finding['severity'], number>> = { error: 31, warning: 33 };

/** A line for each finding. With colors, its severity stands out. */
export function findingLines(findings: readonly JudgedFinding[], hasColors = false): string[] {
  const lines = columns(findings.map(findingRow));
  if (!hasColors) return lines;
  return lines.map((line, at) => {
    const { severity, accepted } = findings[at] as JudgedFinding;
    const color = accepted ? undefined : COLORS[severity];
    return color === undefined ? line : line.replace(severity, `\u001b[${color}m${severity}\u001b[0m`);
  });
}

/** A finding as a row of `columns`. */
function findingRow(finding: JudgedFinding): string[] {
  const { severity, code, path, line, accepted } = finding;
  return [
    accepted ? 'accepted' : SEVERITY_WORDS[severity],
    code,
    path === undefined ? '' : line === undefined ? path : `${path}:${line}`,
    sentenceOf(finding),
  ];
}

function panelRow({ label, value, bytes: size, share }: PanelRow): string[] {
  return [
    label,
    value,
    size === undefined ? '' : formatBytes(size),
    share === undefined ? '' : `${Number((share * 100).toPrecision(2))}%`,
  ];
}

function specRow({ name, dtype, shape, description }: TensorSpec): string[] {
  return [name ?? '?', dtype ?? '?', shape === undefined ? '?' : statedText(shape), description ?? ''];
}

function statedText(shape: Shape | ShapeSpec): string {
  if (shape === '*') return 'any shape';
  if (typeof shape === 'string') return shape;
  return shapeText(shape);
}

/** A wider cell pushes only its own row. */
const MAX_COLUMN = 48;

/** Rows as lines whose cells are below each other, with nothing in them that acts on the terminal. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(forTerminal));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [i, cell] of row.entries()) {
      if (cell.length <= MAX_COLUMN) widths[i] = Math.max(widths[i] ?? 0, cell.length);
    }
  }
  return cells.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd());
}
