import { percentDecoded } from '../../../../base/address.ts';
import type { Finding } from '../../../../base/findings.ts';
import { isTable } from '../../../../model/edit/field.ts';
import { hostOf } from '../../../../model/link/linked-content.ts';
import { parseToml, type TomlFile, type TomlPlaces } from '../../../../toml/parser.ts';
import { LOCK_FILE } from '../paths.ts';

/** A wheel that the Python runner puts in place before it loads the model. */
export interface LockedPackage {
  /** From the wheel's file name: `numpy`. The whole file name, or the hash, if it is not a wheel's. */
  name: string;
  version?: string;
  /** Where it is fetched, as written. */
  url?: string;
  /** The host of `url`, as `URL.host` gives it. */
  host?: string;
  /** Its path in the carton, where it is not fetched. */
  path?: string;
  /** Where the lock file names it: tables and lists from the top. */
  place: readonly (string | number)[];
}

/** What a lock file says (`CartonLock` of the reference's packager). */
export interface Lock {
  /** SHA-256 of the requirements that it was made for. */
  requirementsHash?: string;
  /** Platforms that it has packages for, in words: "linux x86_64, Python 3.11". */
  platforms: readonly string[];
  packages: readonly LockedPackage[];
  at: TomlPlaces['at'];
}

const LOCK_TOML: TomlFile = { path: LOCK_FILE, syntax: 'meta/lock-syntax', tooLarge: 'meta/lock-syntax' };

/**
 * Reads a lock file. What has another type than it should is left out. Where it is not TOML, `findings` say why. Never
 * throws.
 */
export function parseLock(bytes: Uint8Array): { lock?: Lock; findings: readonly Finding[] } {
  const { value, findings, at } = parseToml(bytes, LOCK_TOML);
  if (!value) return { findings };
  const platforms = new Set<string>();
  const packages: LockedPackage[] = [];
  for (const [i, entry] of tablesOf(value.lockfile).entries()) {
    platforms.add(platformOf(entry));
    for (const [j, dependency] of tablesOf(entry.locked_deps).entries())
      packages.push(lockedPackage(dependency, ['lockfile', i, 'locked_deps', j]));
  }
  const { orig_deps_hash: hash } = value;
  const requirementsHash = typeof hash === 'string' ? hash : undefined;
  return { lock: { requirementsHash, platforms: [...platforms], packages, at }, findings };
}

type Fields = Readonly<Record<string, unknown>>;

function tablesOf(value: unknown): Fields[] {
  // An item that is not a table keeps its place and is empty.
  return Array.isArray(value) ? value.map((item) => (isTable(item) ? (item as Fields) : {})) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function platformOf(entry: Fields): string {
  const system = [textOf(entry.sys_platform) ?? textOf(entry.os_name), textOf(entry.platform_machine)];
  const python = [
    textOf(entry.platform_python_implementation) ?? 'Python',
    textOf(entry.python_full_version) ?? textOf(entry.python_version),
  ];
  const parts = [system, python.at(-1) === undefined ? [] : python].map((words) => words.filter(Boolean).join(' '));
  return parts.filter(Boolean).join(', ') || 'every platform';
}

function lockedPackage(fields: Fields, place: LockedPackage['place']): LockedPackage {
  const url = textOf(fields.url);
  // The runner asks the address first: a path beside it is never read.
  const path = url === undefined ? textOf(fields.bundled_whl_path) : undefined;
  return {
    ...wheelName(fileNameOf(url ?? path ?? '') || textOf(fields.sha256) || 'a package without a name'),
    url,
    host: url && hostOf(url),
    path: path && `model/${path}`,
    place,
  };
}

function fileNameOf(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  return percentDecoded(path.slice(path.lastIndexOf('/') + 1));
}

/** The package of a wheel, by its file name: `numpy-1.25.0-cp311-cp311-linux_x86_64.whl` (PEP 427). */
function wheelName(fileName: string): Pick<LockedPackage, 'name' | 'version'> {
  const parts = /\.whl$/i.test(fileName) ? fileName.slice(0, -'.whl'.length).split('-') : [];
  const [name, version] = parts;
  if (parts.length < 5 || parts.length > 6 || !name || !version) return { name: fileName };
  return { name: name.replaceAll('_', '-'), version };
}
