import { readFile } from 'node:fs/promises';
import { dirname, posix, relative, resolve, sep } from 'node:path';
import { loadedFindings } from '../../../src/base/findings.ts';
import '../../../src/formats/findings.ts';
import { quote } from '../../../src/base/text.ts';
import { parseToml } from '../../../src/toml/parser.ts';
import { forTerminal } from '../json.ts';
import { isUrl } from '../source.ts';
import { UsageError } from '../usage.ts';
import type { Acceptance } from './checked.ts';

/** A finding that somebody accepts for a time. */
export interface BaselineEntry extends Acceptance {
  code: string;
  /** Path from the folder of the baseline, or a URL. `*` stands for any part of a name, `**` for any part of a path. */
  package: string;
  /** The file in the package. Left out, any. */
  path?: string;
}

export interface Baseline {
  file: string;
  entries: readonly BaselineEntry[];
}

const TEXTS = ['code', 'package', 'path', 'reason'] as const;

/** Reads a baseline. Throws a `UsageError` with the entry that is wrong, and how. */
export async function readBaseline(file: string): Promise<Baseline> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The baseline ${file} cannot be read (${error.code ?? error.message}).`);
  });
  const { value, findings } = parseToml(bytes, { path: file, syntax: 'toml/syntax', tooLarge: 'toml/syntax' });
  if (!value || findings[0]) throw new UsageError(findings[0]?.message ?? `${file} is empty.`);
  const { accepted = [], ...others } = value;
  for (const key of Object.keys(others)) throw new UsageError(`${file} has a key that no baseline has: ${shown(key)}.`);
  if (!Array.isArray(accepted)) throw new UsageError(`${file}: accepted must be a list: [[accepted]].`);
  return { file, entries: accepted.map((entry, i) => entryOf(entry, `${file}, entry ${i + 1}`)) };
}

function entryOf(given: unknown, where: string): BaselineEntry {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || given instanceof Date)
    throw new UsageError(`${where} must be a table: [[accepted]].`);
  const { until, ...texts } = given as Record<string, unknown>;
  for (const [key, text] of Object.entries(texts)) {
    if (!TEXTS.some((name) => name === key)) throw new UsageError(`${where} has an unknown key: ${shown(key)}.`);
    if (typeof text !== 'string' || text.trim() === '') throw new UsageError(`${where}: ${key} must be text.`);
  }
  for (const key of TEXTS)
    if (key !== 'path' && texts[key] === undefined) throw new UsageError(`${where} has no ${key}.`);
  const entry = { ...(texts as unknown as Omit<BaselineEntry, 'until'>), until: dayOf(until, where) };
  if (!loadedFindings().entries.has(entry.code))
    throw new UsageError(`${where} has an unknown code: ${shown(entry.code)}. docs/findings.md has all.`);
  return entry;
}

/** A day as TOML writes it. A time of day or a zone would only raise the question whose it is. */
function dayOf(until: unknown, where: string): string {
  if (until === undefined) throw new UsageError(`${where} has no until, the last day on which it is accepted.`);
  const text = until instanceof Date ? until.toISOString() : '';
  if (!isDay(text)) throw new UsageError(`${where}: until must be a date without quotation marks: 2027-01-31.`);
  return text;
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

function shown(text: string): string {
  return forTerminal(quote(text));
}

/** What a FILE of the command line is called in a baseline: its path from the baseline's folder, or its URL. */
export function nameInBaseline(baseline: string, file: string): string {
  if (isUrl(file)) return file;
  return (
    relative(dirname(resolve(baseline)), resolve(file))
      .split(sep)
      .join('/') || '.'
  );
}

/** Tests names of packages against what an entry says. */
export function packageTest({ package: written }: Pick<BaselineEntry, 'package'>): (name: string) => boolean {
  if (isUrl(written)) return (name) => name === written;
  const path = posix.normalize(written).replace(/(?<=.)\/$/, '');
  if (!isPattern(written)) return (name) => name === path;
  const parts = path.split(/(\*+\/|\*{2,})|(\*)/).filter((part) => part);
  return (name) =>
    fits(
      name,
      parts.flatMap((part) => (part === '*/' ? ['*', '/'] : [part ?? ''])),
    );
}

/**
 * Whether a name fits the parts of a pattern, all of it. Takes the places that each part may end at in turn, and not one
 * way after the other: a stranger who names a file could make those too many.
 */
function fits(name: string, parts: readonly string[]): boolean {
  let ends = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    if (!part.startsWith('*')) {
      for (const at of ends) if (name.startsWith(part, at)) next.add(at + part.length);
    } else {
      // Each part gives its places in order, so the first is the least.
      const [first] = ends;
      if (first === undefined) return false;
      let isIn = false;
      for (let at = first; at <= name.length; at++) {
        const isStart = ends.has(at);
        if (part === '*') isIn = isStart || (isIn && name[at - 1] !== '/');
        else isIn = !part.endsWith('/') || isStart || (at > first && name[at - 1] === '/');
        if (isIn) next.add(at);
      }
    }
    ends = next;
  }
  return ends.has(name.length);
}

export function isPattern(written: string): boolean {
  return written.includes('*') && !isUrl(written);
}
