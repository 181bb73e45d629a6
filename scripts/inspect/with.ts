import { comparePackages, readUnread } from '../../src/formats/package-pair.ts';
import type { AuditedPackage } from '../../src/formats/registry.ts';
import type { Package } from '../../src/model/package.ts';
import { statesCalls } from '../../src/model/pair/caller-changes.ts';
import { isNothing, uncomparedSentence } from '../../src/model/pair/package-diff.ts';
import { type PairReport, pairMarkdown, pairText } from '../../src/model/pair/pair-markdown.ts';
import { tensorDiffs } from '../../src/model/pair/tensor-diffs.ts';
import { plainText } from '../../src/model/run-facts.ts';
import { forTerminal, toJson } from './json.ts';

/** What a package is compared with, and how that is printed. */
export interface WithOrder {
  /** A file, a folder or a URL. */
  other: string;
  as: 'text' | 'json' | 'markdown';
  /** Only what breaks callers counts. */
  onlyBreaking: boolean;
}

/** The order of `--with`. */
export function withOrder(values: Record<string, unknown>): WithOrder | undefined {
  const { with: other, markdown = false, breaking: onlyBreaking = false, json = false } = values;
  if (other === undefined) return undefined;
  return {
    other: other as string,
    as: json ? 'json' : markdown ? 'markdown' : 'text',
    onlyBreaking: onlyBreaking as boolean,
  };
}

interface Reading {
  signal: AbortSignal;
  /** Files that only their bytes can tell apart are read, which may take gigabytes of requests. */
  readsAll: boolean;
  /** Gets the bytes that were compared. */
  onBytes?: ((done: number) => void) | undefined;
}

/** Compares two packages. Gives what is to be printed, and whether that is a reason to fail. */
export async function withText(
  a: AuditedPackage,
  b: AuditedPackage,
  { as, onlyBreaking }: WithOrder,
  { signal, readsAll, onBytes }: Reading,
): Promise<{ text: string; fails: boolean }> {
  const stated = await comparePackages(a, b, signal);
  const files = readsAll ? await readUnread(a, b, stated.files, { signal, onBytes }) : stated.files;
  const diff = { ...stated, files };
  const tensors = tensorDiffs(a.package, b.package, files);
  const report: PairReport = { names: [a.package.name, b.package.name], diff, tensors };
  const breaks = diff.callers.some(({ effect }) => effect === 'breaks');
  const fails = onlyBreaking ? breaks : !isNothing(diff, tensors);
  const told = onlyBreaking ? breakingOnly(report) : report;
  if (as === 'json') return { text: toJson(jsonOf(a.package, b.package, told, uncomparedSentence(diff))), fails };
  const more = told.diff.files.unread > 0 && !readsAll ? ['\n\n--verify reads them.'] : [];
  const isStated = statesCalls(a.package) && statesCalls(b.package);
  const none = isStated
    ? 'Nothing here breaks callers, going by what the packages say they take and return.'
    : 'Nobody can tell whether this breaks callers: the packages do not both say what they take and return.';
  const written = as === 'markdown' ? pairMarkdown(told) : pairText(told);
  const text = onlyBreaking && !breaks ? none : [written, ...more].join('');
  return { text: text.split('\n').map(forTerminal).join('\n'), fails };
}

/** Without what is the same, and without all that callers do not notice. */
function breakingOnly({ names, diff, tensors }: PairReport): PairReport {
  return {
    names,
    diff: {
      ...diff,
      callers: diff.callers.filter(({ effect }) => effect === 'breaks'),
      runs: { changes: [], isCut: false, unread: [false, false] },
      runsErrors: [],
      more: [],
      fields: [],
      files: { ...diff.files, diffs: [], more: 0, differing: 0, unread: 0, stated: 0 },
    },
    tensors: { ...tensors, diffs: [], differing: 0 },
  };
}

function jsonOf(a: Package, b: Package, { diff, tensors }: PairReport, uncompared: string | undefined): object {
  const side = ({ name, format, title, size, identity }: Package) => ({ name, format, title, size, identity });
  const type = (info: { dtype: string; shape: readonly bigint[] } | undefined) =>
    info && { dtype: info.dtype, shape: info.shape };
  return {
    a: side(a),
    b: side(b),
    differs: !isNothing(diff, tensors),
    uncompared,
    callers: diff.callers.map(({ effect, about, name, text }) => ({
      breaks: effect,
      about,
      name,
      text: plainText(text),
    })),
    runs: diff.runs.changes.map(({ change, what, text }) => ({ change, what, text: plainText(text) })),
    fields: diff.fields.map(({ kind, item, label, before, after }) => ({
      diff: kind,
      path: item ?? label,
      label,
      before,
      after,
    })),
    files: {
      same: diff.files.same,
      unread: diff.files.unread,
      more: diff.files.more,
      diffs: diff.files.diffs.map(({ diff: kind, path, before, after, by }) => ({
        diff: kind,
        path,
        from: before?.path === path ? undefined : before?.path,
        before: before && { size: before.size, sha256: before.sha256 },
        after: after && { size: after.size, sha256: after.sha256 },
        by,
      })),
    },
    tensors: tensors.diffs
      .filter(({ diff: kind }) => kind !== 'same' && kind !== 'unread')
      .map(({ diff: kind, a: one, b: other, pair }) => ({
        diff: kind,
        name: (other ?? one)?.name,
        from: one && other && one.name !== other.name ? one.name : undefined,
        by: pair?.by,
        before: type(one),
        after: type(other),
      })),
  };
}
