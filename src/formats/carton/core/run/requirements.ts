import { hostOf } from '../../../../model/link/linked-content.ts';

/** One thing that requirements.txt asks pip for. */
export interface Requirement {
  /** From 1, where it begins. */
  line: number;
  /** As written, on one line, without its comment. */
  text: string;
  /** The package, or what else the line asks for. */
  kind: 'package' | 'address' | 'path' | 'editable' | 'file' | 'index';
  /** Its name, as written. Only of a package, and of an address that names one (`name @ https://…`). */
  name?: string;
  /** An address, or the path of another file, as written. */
  target?: string;
  /** Of an address: the host, as `URL.host` gives it. Undefined where there is none. */
  host?: string;
  /** The version-control program that fetches the address: `git`. */
  program?: string;
}

export interface Requirements {
  items: readonly Requirement[];
  /** Lines that ask for more than `MAX_REQUIREMENTS`, which are left out. */
  more: number;
}

/** Requirements that are kept. Real files have some dozens. */
const MAX_REQUIREMENTS = 2_000;

/**
 * Options of pip that say where packages come from: an index of packages, another file of requirements or constraints,
 * or source code. Others only change how packages are chosen.
 */
const OPTIONS: Partial<Record<Requirement['kind'], readonly string[]>> = {
  index: ['-i', '--index-url', '--pypi-url', '--extra-index-url', '-f', '--find-links'],
  file: ['-r', '--requirement', '-c', '--constraint'],
  editable: ['-e', '--editable'],
};
const OPTION_KINDS = Object.entries(OPTIONS) as [Requirement['kind'], readonly string[]][];

/** A package's name (PEP 508), and what follows it. */
const NAMED = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)\s*(.*)$/is;

/** An address of a version-control system: `git+https://…`. */
const VERSION_CONTROL = /^(git|hg|svn|bzr)\+/i;

/** Reads requirements.txt as pip does ("Requirements File Format"), as far as it says what comes from where. */
export function parseRequirements(text: string): Requirements {
  const items: Requirement[] = [];
  let more = 0;
  for (const { line, text: logical } of logicalLines(text)) {
    const found = requirementOf(line, logical);
    if (!found) continue;
    if (items.length < MAX_REQUIREMENTS) items.push(found);
    else more++;
  }
  return { items, more };
}

/** Lines without comments. A backslash at the end of a line goes on with the next one. */
function* logicalLines(text: string): Generator<{ line: number; text: string }> {
  let begun: { line: number; parts: string[] } | undefined;
  // An empty line at the end finishes what a backslash left open.
  for (const [index, written] of [...text.split(/\r\n|\r|\n/), ''].entries()) {
    // A comment never continues a line.
    const goesOn = !/^\s*#/.test(written) && written.endsWith('\\');
    begun ??= { line: index + 1, parts: [] };
    begun.parts.push(goesOn ? written.slice(0, -1) : written);
    if (goesOn) continue;
    const whole = begun.parts.join('').replace(/(^|\s)#.*$/s, '');
    yield { line: begun.line, text: whole.trim() };
    begun = undefined;
  }
}

function requirementOf(line: number, text: string): Requirement | undefined {
  if (text === '') return undefined;
  const { option, value } = optionOf(text);
  if (option !== undefined) {
    const [kind] = OPTION_KINDS.find(([, names]) => names.includes(option)) ?? [];
    return kind && { line, text, kind, ...addressed(value) };
  }
  const named = NAMED.exec(text);
  const [, name = '', rest = ''] = named ?? [];
  if (named && rest.startsWith('@')) return { line, text, kind: 'address', name, ...addressed(rest.slice(1).trim()) };
  const [first = ''] = text.split(/\s/, 1);
  if (VERSION_CONTROL.test(first) || /^[a-z][a-z0-9+.-]*:\/\//i.test(first))
    return { line, text, kind: 'address', ...addressed(first) };
  if (!named || /[/\\]/.test(first) || /\.(?:whl|zip|tar\.gz|tgz)$/i.test(first))
    return { line, text, kind: 'path', target: first };
  return { line, text, kind: 'package', name };
}

/** A line that begins with an option: `-r a.txt`, `-ra.txt`, `--index-url=https://…`. */
function optionOf(text: string): { option?: string; value: string } {
  const long = /^(--[a-z-]+)(?:\s*=\s*|\s+|$)(.*)$/is.exec(text);
  if (long) return { option: (long[1] as string).toLowerCase(), value: unquoted(long[2] as string) };
  const short = /^(-[a-z])\s*=?\s*(.*)$/is.exec(text);
  return short ? { option: short[1] as string, value: unquoted(short[2] as string) } : { value: '' };
}

function unquoted(value: string): string {
  return value.trim().replace(/^(["'])(.*)\1$/s, '$2');
}

function addressed(written: string): Pick<Requirement, 'target' | 'host' | 'program'> {
  const [target = ''] = written.split(/\s/, 1);
  const program = VERSION_CONTROL.exec(target)?.[1]?.toLowerCase();
  const address = target.replace(VERSION_CONTROL, '');
  // Git's own way of writing: git+git@host:path.
  const host = hostOf(address) ?? (program ? /^(?:[^@/\s]+@)?([\w.-]+):/.exec(address)?.[1] : undefined);
  return { target, host, program };
}
