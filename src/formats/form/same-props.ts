import type { Finding } from '../../base/findings.ts';
import { isTable } from '../../model/edit/field.ts';

/**
 * For `memo`: whether two sets of props are the same. Lists, such as a field's path or findings, are compared item by
 * item, because each rendering makes new ones.
 */
export function sameProps<P extends object>(before: P, now: P): boolean {
  const keys = Object.keys(now) as (keyof P)[];
  return keys.length === Object.keys(before).length && keys.every((key) => isSameProp(before[key], now[key]));
}

function isSameProp(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => isSameItem(item, b[i]));
}

/** What the form shows of a finding. Its place in the text moves with every letter typed above. */
const SHOWN = ['code', 'message', 'field', 'fix', 'fixed', 'more'] as const satisfies readonly (keyof Finding)[];

function isSameItem(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  return isTable(a) && isTable(b) && 'severity' in a && SHOWN.every((part) => a[part] === b[part]);
}
