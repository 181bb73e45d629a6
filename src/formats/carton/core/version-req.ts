/**
 * A version requirement as Rust's `semver` crate reads it (carton.toml, `required_framework_version`; the format
 * document names the crate). npm's form looks alike but differs: here a space separates nothing, and a bare version
 * means `^`.
 */

export type Operator = '=' | '>' | '>=' | '<' | '<=' | '~' | '^' | '*';

/** One part between commas. The operator `*` says that a wildcard stands for a number, as in `1.*`. */
export interface Comparator {
  operator: Operator;
  major: bigint;
  minor?: bigint;
  patch?: bigint;
  /** Pre-release identifiers, without their `-`. */
  pre?: string;
}

/** All comparators must hold. Without any, every version fits. */
export type VersionReq = readonly Comparator[];

export type VersionReqResult = { ok: true; req: VersionReq } | { ok: false; reason: string };

const MAX_U64 = 2n ** 64n - 1n;

/** The crate's own limit. */
const MAX_COMPARATORS = 32;

class Refused extends Error {}

/** Reads a requirement. Where the reference refuses it, `reason` says why in its terms. */
export function parseVersionReq(text: string): VersionReqResult {
  try {
    return { ok: true, req: new Reader(text).requirement() };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Most characters of a text that is corrected. Nobody writes longer requirements. */
const MAX_FIXABLE = 256;

/**
 * A requirement in npm's or pip's spelling, in this crate's: commas between its parts, one `=`, no `v` before a number.
 * Undefined where nothing changes, where the text is not a requirement, or where another spelling would mean something
 * else (`||`, `!=`, `~>`, ranges with a dash).
 */
export function versionReqFix(text: string): string | undefined {
  if (text.length > MAX_FIXABLE || / - |\|/.test(text)) return undefined;
  const fixed = text
    .replace(/([<>=~^])\s+/g, '$1')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => part.replace(/^==(?=[v\d])/, '=').replace(/^([<>]=?|[=~^])?v(?=\d)/, '$1'))
    .join(', ');
  return fixed !== '' && fixed !== text && parseVersionReq(fixed).ok ? fixed : undefined;
}

class Reader {
  #rest: string;

  constructor(text: string) {
    this.#rest = text.replace(/^ +/, '');
  }

  requirement(): Comparator[] {
    if (this.#wildcard()) {
      this.#spaces();
      if (this.#rest === '') return [];
      throw new Refused(
        this.#rest.startsWith(',') ? 'a wildcard must stand alone' : 'unexpected text after the wildcard',
      );
    }
    const comparators: Comparator[] = [];
    for (;;) {
      if (comparators.length === MAX_COMPARATORS) throw new Refused(`more than ${MAX_COMPARATORS} parts`);
      if (/^[*xX] *(,|$)/.test(this.#rest)) throw new Refused('a wildcard must stand alone');
      const last = this.#comparator(comparators);
      this.#spaces();
      if (this.#rest === '') return comparators;
      if (!this.#take(',')) {
        throw new Refused(`expected a comma after the ${last}, found ${JSON.stringify(this.#first())}`);
      }
      this.#spaces();
    }
  }

  /** Adds the next comparator and names its last part. */
  #comparator(comparators: Comparator[]): string {
    const written = /^(?:>=|<=|[=<>~^])/.exec(this.#rest)?.[0] as Operator | undefined;
    this.#rest = this.#rest.slice(written?.length ?? 0);
    this.#spaces();
    const comparator: Comparator = { operator: written ?? '^', major: this.#number('major') };
    let last = 'major version number';
    let wildcard = false;
    if (this.#take('.')) {
      last = 'minor version number';
      if (this.#wildcard()) {
        wildcard = true;
        comparator.operator = written ?? '*';
      } else comparator.minor = this.#number('minor');
      if (this.#take('.')) {
        last = 'patch version number';
        if (this.#wildcard()) comparator.operator = written ?? '*';
        else if (wildcard) throw new Refused('unexpected character after the wildcard');
        else comparator.patch = this.#number('patch');
      }
    }
    if (comparator.patch !== undefined) {
      if (this.#take('-')) {
        comparator.pre = this.#identifiers('pre-release');
        last = 'pre-release identifier';
      }
      // Build metadata is allowed and means nothing.
      if (this.#take('+')) {
        this.#identifiers('build');
        last = 'build metadata';
      }
    }
    comparators.push(comparator);
    return last;
  }

  #take(char: string): boolean {
    if (!this.#rest.startsWith(char)) return false;
    this.#rest = this.#rest.slice(1);
    return true;
  }

  #spaces(): void {
    this.#rest = this.#rest.replace(/^ +/, '');
  }

  #wildcard(): boolean {
    if (!/^[*xX]/.test(this.#rest)) return false;
    this.#rest = this.#rest.slice(1);
    return true;
  }

  #first(): string {
    return [...this.#rest][0] as string;
  }

  #number(what: string): bigint {
    const digits = /^[0-9]+/.exec(this.#rest)?.[0];
    if (digits === undefined) {
      throw new Refused(
        this.#rest === ''
          ? `the text ends before the ${what} version number`
          : `unexpected ${JSON.stringify(this.#first())} instead of the ${what} version number`,
      );
    }
    if (digits.length > 1 && digits.startsWith('0')) {
      throw new Refused(`the ${what} version number starts with a zero`);
    }
    if (digits.length > 20 || BigInt(digits) > MAX_U64) throw new Refused(`the ${what} version number is too large`);
    this.#rest = this.#rest.slice(digits.length);
    return BigInt(digits);
  }

  #identifiers(what: 'pre-release' | 'build'): string {
    const text = /^[0-9A-Za-z.-]*/.exec(this.#rest)?.[0] as string;
    for (const part of text.split('.')) {
      if (part === '') throw new Refused(`an empty part in the ${what} identifier`);
      if (what === 'pre-release' && /^0[0-9]+$/.test(part)) {
        throw new Refused('a part of the pre-release identifier starts with a zero');
      }
    }
    this.#rest = this.#rest.slice(text.length);
    return text;
  }
}

/** The requirement in words: "exactly 1.12.1", "at least 1.2.3 and below 2.0.0". */
export function describeVersionReq(req: VersionReq): string {
  return req.length === 0 ? 'any version' : req.map(describeComparator).join(', and ');
}

function describeComparator(comparator: Comparator): string {
  const { operator, major, minor, patch, pre } = comparator;
  const version = `${major}.${minor ?? 0n}.${patch ?? 0n}${pre === undefined ? '' : `-${pre}`}`;
  const whole = patch !== undefined;
  const above = nextVersion(comparator);
  switch (operator) {
    case '=':
      return whole ? `exactly ${version}` : between(version, above);
    case '>':
      return whole ? `above ${version}` : `at least ${above}`;
    case '>=':
      return `at least ${version}`;
    case '<':
      return `below ${version}`;
    case '<=':
      return whole ? `at most ${version}` : `below ${above}`;
    case '*':
      return between(version, above);
    case '~':
      return between(version, minor === undefined ? `${major + 1n}.0.0` : `${major}.${minor + 1n}.0`);
    case '^':
      return between(version, caretEnd(comparator));
  }
}

function between(from: string, below: string): string {
  return `at least ${from} and below ${below}`;
}

/** The first version after all those that begin with the given numbers: 1.3.0 after 1.2. */
function nextVersion({ major, minor, patch }: Comparator): string {
  if (minor === undefined) return `${major + 1n}.0.0`;
  if (patch === undefined) return `${major}.${minor + 1n}.0`;
  return `${major}.${minor}.${patch + 1n}`;
}

/** The first version that `^` excludes. It keeps the leftmost number that is not zero. */
function caretEnd({ major, minor, patch }: Comparator): string {
  if (major > 0n || minor === undefined) return `${major + 1n}.0.0`;
  if (minor > 0n || patch === undefined) return `0.${minor + 1n}.0`;
  return `0.0.${patch + 1n}`;
}
