import {
  DANGEROUS_MODULES,
  DANGEROUS_NAMES,
  DANGEROUS_PACKAGES,
  DANGEROUS_WORDS,
  REACHED_MODULES,
  REACHING_ATTRIBUTES,
} from './names/dangerous.ts';
import { HARMLESS_NAMES, HARMLESS_PATTERNS, NOT_LAYERS, UNCALLED_NAMES } from './names/harmless.ts';

/**
 * What is known of an imported name. `harmless`: a library's own class or function that makes an object of what it is
 * given and runs nothing else. `dangerous`: it runs code, reads or writes files, talks to hosts, or reaches whatever
 * else it is told to. `unknown`: everything that nobody has looked at. docs/pickles.md publishes the tables.
 */
export type Standing = 'harmless' | 'unknown' | 'dangerous';

const setOf = (groups: readonly { names: readonly string[] }[]): ReadonlySet<string> =>
  new Set(groups.flatMap(({ names }) => names));

const packages = setOf(DANGEROUS_PACKAGES);
const modules = setOf(DANGEROUS_MODULES);
const dangerous = setOf(DANGEROUS_NAMES);
const harmless = setOf(HARMLESS_NAMES);
const moduleParts: ReadonlySet<string> = new Set([...REACHED_MODULES, ...REACHING_ATTRIBUTES]);
const nameParts: ReadonlySet<string> = new Set([...moduleParts, ...DANGEROUS_WORDS]);

/** Python's own functions: each is judged by its name, as pickles need some of them. */
const BY_NAME: ReadonlySet<string> = new Set(['builtins', '__builtin__']);

/**
 * What is known of a name of a module, as Python imports it. Names can be dotted from protocol 4 on, and lead through
 * attributes of a module: such a name is never harmless.
 */
export function standingOf(module: string, name: string): Standing {
  const full = `${module}.${name}`;
  const isOneName = module !== '' && !name.includes('.');
  if (isOneName && harmless.has(full)) return 'harmless';
  const parts = full.split('.');
  if (packages.has(parts[0] as string)) return 'dangerous';
  // Also an attribute of something dangerous, such as `builtins.getattr.__call__`.
  for (let end = 1; end <= parts.length; end++) {
    const start = parts.slice(0, end).join('.');
    if (modules.has(start) || dangerous.has(start)) return 'dangerous';
  }
  if (!BY_NAME.has(module) && module.split('.').some((part) => moduleParts.has(part))) return 'dangerous';
  if (name.split('.').some((part) => nameParts.has(part))) return 'dangerous';
  const isKnown = isOneName && HARMLESS_PATTERNS.some(({ pattern }) => pattern.test(full));
  return isKnown && !NOT_LAYERS.test(full) ? 'harmless' : 'unknown';
}

/** Whether a harmless name is dangerous where a pickle calls it. */
export function isUncalled(module: string, name: string): boolean {
  return UNCALLED_NAMES.includes(`${module}.${name}`);
}
