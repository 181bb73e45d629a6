import { type Finding, finding } from '../../../base/findings.ts';
import { LOCK_FILE, REQUIREMENTS_FILE } from './runner.ts';
import { parseToml } from './toml.ts';

/**
 * Whether `model/.carton/carton.lock` was made for the requirements beside it: its `orig_deps_hash` is the SHA-256 of
 * `model/requirements.txt`. Says nothing where either is not known. Never throws.
 *
 * @param requirements SHA-256 of `model/requirements.txt`; undefined where there is none
 */
export function checkLock(lock: Uint8Array, requirements: string | undefined): Finding[] {
  const { value, findings, at } = parseToml(lock, LOCK_FILE, 'meta/lock-syntax');
  if (!value) return findings;
  const stated = value.orig_deps_hash;
  if (typeof stated !== 'string' || requirements === undefined || stated === requirements.toLowerCase()) return [];
  const message = `The lock file was made for another ${REQUIREMENTS_FILE} than the one in the package.`;
  return [finding('meta/lock-stale', message, { path: LOCK_FILE, ...at(['orig_deps_hash']) })];
}
