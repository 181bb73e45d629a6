import type { Package, TensorSpec } from '../../src/model/package.ts';
import type { Verification } from '../../src/model/verification.ts';
import type { Shape, ShapeSpec } from '../../src/tensor/shape.ts';
import { forTerminal } from './json.ts';

/** What verification counted. */
export type Verified = Pick<Verification, 'files' | 'bytes' | 'mismatches'>;

/** A package for people at a terminal. Names and texts are escaped where they could act on it. */
export function summary(opened: Package & { verified?: Verified }): string {
  const lines: string[] = [];
  const section = (title: string, rows: readonly (readonly string[])[]) => {
    if (rows.length === 0) return;
    lines.push('', title);
    // A million files are more than a call takes as arguments.
    for (const line of columns(rows)) lines.push(line);
  };
  lines.push(forTerminal(opened.title ?? opened.name));
  if (opened.summary !== undefined) lines.push(forTerminal(opened.summary));
  lines.push(`${opened.formatName}, ${bytes(opened.size)}, ${opened.files.length} files: ${forTerminal(opened.name)}`);
  if (opened.identity) lines.push(`${opened.identity.label}: ${opened.identity.sha256}`);
  section(
    'Facts',
    opened.facts.map(({ label, value, note, items }) => [
      label,
      value,
      note ?? (items ?? []).flatMap((item) => item.note ?? []).join(', '),
    ]),
  );
  section('Inputs', opened.inputs.map(specRow));
  section('Outputs', opened.outputs.map(specRow));
  section(
    'Tensors',
    opened.tensors.map(({ name, dtype, shape, inner, file, problem }) => [
      name,
      dtype,
      inner ? `${inner.length} tensors` : shapeText(shape),
      problem ?? file ?? '',
    ]),
  );
  section('Examples and self-tests', [
    ...opened.examples.map(({ name }, i) => [`Example ${i + 1}`, name ?? '']),
    ...opened.selfTests.map(({ name }, i) => [`Self-test ${i + 1}`, name ?? '']),
  ]);
  section(
    'Files',
    opened.files.map(({ path, size, method, hash, linkText }) => [
      linkText === undefined ? path : `${path} -> ${linkText}`,
      size === undefined ? '' : bytes(size),
      method ?? '',
      hash === 'none' ? '' : hash,
    ]),
  );
  if (opened.verified) {
    const { files, bytes: read, mismatches } = opened.verified;
    const { length } = mismatches;
    const outcome = length === 0 ? 'none differs' : length === 1 ? '1 differs' : `${length} differ`;
    lines.push('', `${files} files of MANIFEST read and compared, ${bytes(read)}: ${outcome}`);
  }
  section(
    'Problems',
    opened.findings.map(({ severity, code, path, line, message, more }) => [
      severity,
      code,
      path === undefined ? '' : line === undefined ? path : `${path}:${line}`,
      more ? `${message} (and ${more} more)` : message,
    ]),
  );
  return lines.join('\n');
}

function specRow({ name, dtype, shape, description }: TensorSpec): string[] {
  return [name ?? '?', dtype ?? '?', shape === undefined ? '?' : shapeText(shape), description ?? ''];
}

function shapeText(shape: Shape | ShapeSpec): string {
  if (shape === '*') return 'any shape';
  if (typeof shape === 'string') return shape;
  return shape.length === 0 ? 'scalar' : shape.join(' × ');
}

function bytes(count: number): string {
  return `${count.toLocaleString('en')} bytes`;
}

/** Cells that are wider than this push only their own row. */
const MAX_COLUMN = 48;

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
