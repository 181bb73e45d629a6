import { structuredPatch } from 'diff';
import { visibleText } from '../../base/text.ts';

/** A line of a difference. Numbers count from 1. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  before?: number;
  after?: number;
}

/** Consecutive lines: changed ones with a few unchanged ones around them. */
export type Hunk = readonly DiffLine[];

export interface TextDiff {
  hunks: readonly Hunk[];
  added: number;
  removed: number;
}

/** Unchanged lines around each change. */
const CONTEXT = 3;

/**
 * Finding a difference takes time in the square of its size, and strangers write texts, too. After this long,
 * everything between the first and the last change counts as changed.
 */
const PATIENCE_MS = 400;

/**
 * The lines that differ between two texts. Their invisible characters are written out.
 *
 * @param patience milliseconds after which the answer is coarse: see `PATIENCE_MS`
 */
export function textDiff(before: string, after: string, patience = PATIENCE_MS): TextDiff {
  const hunks = before === after ? [] : (precise(before, after, patience) ?? coarse(before, after));
  // Line ends are written out only where they are not all alike.
  const plain = [before, after].every((text) => !/\r/.test(text) || !/\r(?!\n)|(?:^|[^\r])\n/.test(text));
  const endsAlike = plain && (before.includes('\r') === after.includes('\r') || before === '' || after === '');
  let [added, removed] = [0, 0];
  const shown = hunks.map((hunk) =>
    hunk.map((line) => {
      if (line.kind === 'added') added++;
      if (line.kind === 'removed') removed++;
      return { ...line, text: written(endsAlike ? line.text.replace(/\r$/, '') : line.text) };
    }),
  );
  return { hunks: shown, added, removed };
}

function written(line: string): string {
  return line
    .split('\t')
    .map((part) => visibleText(part))
    .join('\t');
}

function precise(before: string, after: string, timeout: number): DiffLine[][] | undefined {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: CONTEXT,
    timeout,
  });
  return patch?.hunks.map(({ oldStart, newStart, lines }) => {
    let [old, own] = [oldStart, newStart];
    const list: DiffLine[] = [];
    for (const line of lines) {
      const text = line.slice(1);
      if (line.startsWith('+')) list.push({ kind: 'added', text, after: own++ });
      else if (line.startsWith('-')) list.push({ kind: 'removed', text, before: old++ });
      else if (line.startsWith(' ')) list.push({ kind: 'same', text, before: old++, after: own++ });
      // The only other line says that the line before it has no end.
      else {
        const last = list.at(-1);
        if (last) last.text += ' (without a line end)';
      }
    }
    return list;
  });
}

/** A single hunk, from the first line that differs to the last one. */
function coarse(before: string, after: string): DiffLine[][] {
  const [old, own] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, own.length);
  let start = 0;
  while (start < shorter && old[start] === own[start]) start++;
  let tail = 0;
  while (tail < shorter - start && old[old.length - 1 - tail] === own[own.length - 1 - tail]) tail++;
  const list: DiffLine[] = [];
  const around = (from: number, to: number, shift: number) => {
    for (let i = Math.max(0, from); i < Math.min(to, old.length); i++) {
      list.push({ kind: 'same', text: old[i] as string, before: i + 1, after: i + 1 + shift });
    }
  };
  around(start - CONTEXT, start, 0);
  for (let i = start; i < old.length - tail; i++) {
    list.push({ kind: 'removed', text: old[i] as string, before: i + 1 });
  }
  for (let i = start; i < own.length - tail; i++) list.push({ kind: 'added', text: own[i] as string, after: i + 1 });
  around(old.length - tail, old.length - tail + CONTEXT, own.length - old.length);
  return [list];
}
