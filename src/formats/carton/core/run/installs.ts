import type { Archive } from '../../../../archive/archive.ts';
import { throwIfAborted } from '../../../../base/abort.ts';
import { decodeUtf8 } from '../../../../base/bytes.ts';
import { faultOfFile } from '../../../../base/errors.ts';
import { type Finding, finding } from '../../../../base/findings.ts';
import { hostText } from '../../../../base/host.ts';
import { Report } from '../../../../base/report.ts';
import { sha256 } from '../../../../codec/sha256.ts';
import { MAX_LOCK_BYTES, MAX_REQUIREMENTS_BYTES } from '../limits.ts';
import { LOCK_FILE, REQUIREMENTS_FILE } from '../paths.ts';
import { readWhole } from '../read/small-file.ts';
import { type Lock, type LockedPackage, parseLock } from './lock.ts';
import { parseRequirements, type Requirement, type Requirements } from './requirements.ts';

/**
 * Hosts that Python packages usually come from: the Python Package Index, its files, and the builds of PyTorch, which
 * its own instructions name.
 */
export const USUAL_HOSTS: readonly string[] = ['pypi.org', 'files.pythonhosted.org', 'download.pytorch.org'];

export function isUsualHost(host: string): boolean {
  return USUAL_HOSTS.includes(host);
}

/** The two files that say which Python packages a carton needs, as far as they can be read. */
export interface Installs {
  lock: ReadFile<Lock>;
  requirements: ReadFile<Requirements>;
  /** The lock file was made for other requirements than those beside it. */
  isStale: boolean;
  /** What is wrong with the two files. */
  findings: readonly Finding[];
}

/** The parsed content of a small file, or a sentence about why it cannot be read. Neither if the file is missing. */
export interface ReadFile<T> {
  value?: T;
  problem?: string;
}

/**
 * Reads the lock file and the requirements of a carton. Rejects when canceled, and where the container's bytes do not
 * come.
 *
 * @param listedHash SHA-256 of `model/requirements.txt` as MANIFEST has it, for a file that is not read
 */
export async function readInstalls(
  archive: Archive,
  listedHash: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Installs> {
  const [lockBytes, requirementsBytes] = await Promise.all([
    readBytes(archive, LOCK_FILE, MAX_LOCK_BYTES, signal),
    readBytes(archive, REQUIREMENTS_FILE, MAX_REQUIREMENTS_BYTES, signal),
  ]);
  const report = new Report();
  const lock = lockOf(lockBytes, report);
  const requirements = requirementsOf(requirementsBytes);
  const hash = requirementsBytes.value ? await sha256(requirementsBytes.value) : listedHash?.toLowerCase();
  throwIfAborted(signal);
  const stated = lock.value?.requirementsHash;
  const isStale = stated !== undefined && hash !== undefined && stated !== hash;
  if (isStale) {
    const message = `The lock file was made for a different ${REQUIREMENTS_FILE}.`;
    report.add('meta/lock-stale', message, { path: LOCK_FILE, ...lock.value?.at(['orig_deps_hash']) });
  }
  report.include(unusualHosts(lock.value, requirements.value));
  return { lock, requirements, isStale, findings: report.findings };
}

function lockOf({ value, problem }: ReadFile<Uint8Array>, report: Report): ReadFile<Lock> {
  if (problem !== undefined) report.add('meta/lock-syntax', problem, { path: LOCK_FILE });
  if (!value) return { problem };
  const { lock, findings } = parseLock(value);
  report.include(findings);
  return lock ? { value: lock } : { problem: findings[0]?.message ?? `${LOCK_FILE} cannot be read.` };
}

function requirementsOf({ value, problem }: ReadFile<Uint8Array>): ReadFile<Requirements> {
  if (!value) return { problem };
  const text = decodeUtf8(value);
  return text === undefined
    ? { problem: `${REQUIREMENTS_FILE} is not UTF-8 text.` }
    : { value: parseRequirements(text.replace(/^\ufeff/, '')) };
}

/** A finding for each unusual host, where it is named first. */
function unusualHosts(lock: Lock | undefined, requirements: Requirements | undefined): Finding[] {
  const first = new Map<string, LockedPackage | Requirement>();
  for (const item of [...(lock?.packages ?? []), ...(requirements?.items ?? [])]) {
    const { host } = item;
    if (host !== undefined && !isUsualHost(host) && !first.has(host)) first.set(host, item);
  }
  return Array.from(first, ([host, item]) => {
    const place =
      'place' in item
        ? { path: LOCK_FILE, ...lock?.at([...item.place, 'url']) }
        : { path: REQUIREMENTS_FILE, line: item.line };
    const what = 'place' in item ? 'The lock file' : 'requirements.txt';
    return finding('meta/package-host', `${what} gets Python packages from ${hostText(host)}.`, place);
  });
}

async function readBytes(
  archive: Archive,
  path: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<ReadFile<Uint8Array>> {
  try {
    return { value: await readWhole(archive, path, limit, signal) };
  } catch (error) {
    return { problem: faultOfFile(error).message };
  }
}
