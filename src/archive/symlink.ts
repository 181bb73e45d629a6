import { MAX_NAME_BYTES, MAX_RESOLVE_CHARACTERS, MAX_SYMLINK_HOPS } from '../base/limits.ts';

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
