import type { Archive } from '../../../archive/archive.ts';
import { type Finding, finding } from '../../../base/findings.ts';
import { parseToml, type TomlFile } from '../../../toml/parser.ts';
import { MAX_LOCK_BYTES } from './limits.ts';
import type { ManifestEntry } from './manifest.ts';
import { LOCK_FILE, REQUIREMENTS_FILE } from './python-runner.ts';

const LOCK_TOML: TomlFile = { path: LOCK_FILE, syntax: 'meta/lock-syntax', tooLarge: 'carton/file-too-large' };

/**
 * Checks that `model/.carton/carton.lock` was made for the requirements beside it: its `orig_deps_hash` must be the
 * SHA-256 of `model/requirements.txt`. Finds nothing where either hash is not known. Never throws.
 *
 * @param requirements SHA-256 of `model/requirements.txt`; undefined where there is none
 */
function checkLock(lock: Uint8Array, requirements: string | undefined): Finding[] {
  const { value, findings, at } = parseToml(lock, LOCK_TOML);
  if (!value) return findings;
  const stated = value.orig_deps_hash;
  if (typeof stated !== 'string' || requirements === undefined || stated === requirements.toLowerCase()) return [];
  const message = `The lock file was made for another ${REQUIREMENTS_FILE} than the one in the package.`;
  return [finding('meta/lock-stale', message, { path: LOCK_FILE, ...at(['orig_deps_hash']) })];
}

/**
 * Reads the lock file of a carton and checks it with `checkLock`. A lock file that cannot be read is reported
 * elsewhere.
 */
export async function verifyLock(
  archive: Archive,
  listed: ReadonlyMap<string, ManifestEntry> | undefined,
  signal: AbortSignal | undefined,
): Promise<Finding[]> {
  const source = archive.open(LOCK_FILE);
  if (!source) return [];
  if (source.size > MAX_LOCK_BYTES) {
    const message = `${LOCK_FILE} has ${source.size} bytes; Boxcutter reads up to ${MAX_LOCK_BYTES}.`;
    return [finding('meta/lock-syntax', message, { path: LOCK_FILE })];
  }
  return checkLock(await source.read(0, source.size, signal), listed?.get(REQUIREMENTS_FILE)?.sha256);
}
