import type { FindingCode } from '../base/findings.ts';
import { MAX_NAME_BYTES, MAX_RESOLVE_CHARACTERS, MAX_SYMLINK_HOPS } from '../base/limits.ts';
import type { Report } from '../base/report.ts';
import { quote } from '../base/text.ts';
import type { PathOrder } from './path.ts';
import './findings.ts';

/** Where a path leads: the path of a file or folder, or why it leads nowhere. */
export type Resolution = { path: string } | { problem: 'outside' | 'loop' | 'missing' | 'too-long' };

/** Characters that may still be looked up. Bounds the cost of thousands of links of thousands of parts. */
export interface Effort {
  left: number;
}

/**
 * Follows the symlinks in every part of a path, as a file system does, but never out of the package.
 *
 * @param links gives the text of the symlink at a path
 * @param exists whether there is a file or folder at a path
 */
export function resolvePath(
  path: string,
  links: (path: string) => string | undefined,
  exists: (path: string) => boolean,
  effort: Effort = { left: MAX_RESOLVE_CHARACTERS },
): Resolution {
  const todo = path.split('/').reverse();
  let done = '';
  let hops = 0;
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (done === '') return { problem: 'outside' };
      done = done.slice(0, Math.max(0, done.lastIndexOf('/')));
      continue;
    }
    const next = done === '' ? part : `${done}/${part}`;
    effort.left -= next.length;
    if (next.length > MAX_NAME_BYTES || effort.left < 0) return { problem: 'too-long' };
    const text = links(next);
    if (text === undefined) {
      done = next;
      continue;
    }
    if (++hops > MAX_SYMLINK_HOPS) return { problem: 'loop' };
    // A leading slash, a drive or a backslash stands for the root of some system.
    if (text.startsWith('/') || /^[A-Za-z]:/.test(text) || text.includes('\\')) return { problem: 'outside' };
    effort.left -= text.length;
    todo.push(...text.split('/').reverse());
  }
  return exists(done) ? { path: done } : { problem: 'missing' };
}

/** The names of an archive whose symlinks are followed. */
export interface LinkedNames<Entry = LinkEntry> {
  readonly entries: readonly Entry[];
  /** The entries that count. */
  readonly byPath: ReadonlyMap<string, Entry>;
  readonly order: PathOrder;
}

export interface LinkEntry {
  readonly path: string;
  readonly kind: 'file' | 'symlink';
  readonly linkText?: string;
  target?: string;
}

/** Sets `target` of every symlink that leads to a file or folder of the archive. Reports the others. */
export function resolveLinks({ entries, byPath, order }: LinkedNames, report: Report): void {
  const effort = { left: MAX_RESOLVE_CHARACTERS };
  const text = (path: string) => byPath.get(path)?.linkText;
  const exists = (path: string) => byPath.has(path) || order.isFolder(path);
  for (const entry of entries) {
    const { path, linkText } = entry;
    if (linkText === undefined) continue;
    const result = linkText === '' || /\p{Cc}/u.test(linkText) ? undefined : resolvePath(path, text, exists, effort);
    if (result && 'path' in result) {
      entry.target = result.path;
      continue;
    }
    const [code, what] = PROBLEMS[result?.problem ?? 'no-path'];
    report.add(code, `The link ${quote(path)} ${what(quote(linkText))}.`, { path });
  }
}

/** What a link does that leads nowhere, by its text. */
const PROBLEMS = {
  'no-path': ['zip/unsafe-path', () => 'is empty or contains a control character'],
  outside: ['zip/unsafe-path', (text) => `points outside the package, to ${text}`],
  loop: ['zip/symlink-loop', () => 'points back to itself'],
  'too-long': ['zip/symlink-dangling', () => 'takes too many steps to follow'],
  missing: ['zip/symlink-dangling', (text) => `points to ${text}, which does not exist`],
} satisfies Record<string, readonly [FindingCode, (text: string) => string]>;

/** The file at a path. Follows the symlinks whose `target` is set, also where a folder on the way is one. */
export function linkedFile<T extends LinkEntry>(path: string, byPath: ReadonlyMap<string, T>): T | undefined {
  const file = (at: string) => {
    const entry = byPath.get(at);
    return entry?.kind === 'file' ? entry : undefined;
  };
  const entry = byPath.get(path);
  if (entry) return entry.kind === 'file' ? entry : entry.target === undefined ? undefined : file(entry.target);
  const result = resolvePath(
    path,
    (part) => byPath.get(part)?.linkText,
    (end) => byPath.has(end),
  );
  return 'path' in result ? file(result.path) : undefined;
}
