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

const SPACES = /^ +/;
const WILDCARD = /^[*xX]/;
const POINT = /^\./;

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
  /** What was read last, for messages. */
  #last = '';

  constructor(text: string) {
    this.#rest = text.replace(/^ +/, '');
  }

  requirement(): Comparator[] {
    if (this.#take(WILDCARD)) {
      this.#take(SPACES);
      if (this.#rest === '') return [];
      throw new Refused(
        this.#rest.startsWith(',') ? 'a wildcard must stand alone' : 'unexpected text after the wildcard',
      );
    }
    const comparators: Comparator[] = [];
    for (;;) {
      if (comparators.length === MAX_COMPARATORS) throw new Refused(`more than ${MAX_COMPARATORS} parts`);
      if (/^[*xX] *(,|$)/.test(this.#rest)) throw new Refused('a wildcard must stand alone');
      comparators.push(this.#comparator());
      this.#take(SPACES);
      if (this.#rest === '') return comparators;
      if (!this.#take(/^,/))
        throw new Refused(`expected a comma after the ${this.#last}, found ${JSON.stringify(this.#first())}`);
      this.#take(SPACES);
    }
  }

  #comparator(): Comparator {
    const operator = (this.#take(/^(?:>=|<=|[=<>~^])/) || undefined) as Operator | undefined;
    this.#take(SPACES);
    const numbers = [this.#number('major')];
    let hasWildcard = false;
    for (const what of ['minor', 'patch'] as const) {
      if (!this.#take(POINT)) break;
      if (this.#take(WILDCARD)) hasWildcard = true;
      else if (hasWildcard) throw new Refused('unexpected character after the wildcard');
      else numbers.push(this.#number(what));
    }
    const [major = 0n, minor, patch] = numbers;
    const pre = patch !== undefined && this.#take(/^-/) ? this.#identifiers('pre-release') : undefined;
    // Build metadata is allowed and means nothing.
    if (patch !== undefined && this.#take(/^\+/)) this.#identifiers('build');
    return { operator: operator ?? (hasWildcard ? '*' : '^'), major, minor, patch, pre };
  }

  /** Takes what matches off the beginning of the rest. Empty if nothing does. */
  #take(next: RegExp): string {
    const [taken = ''] = next.exec(this.#rest) ?? [];
    this.#rest = this.#rest.slice(taken.length);
    return taken;
  }

  #first(): string {
    return [...this.#rest][0] as string;
  }

  #number(what: string): bigint {
    this.#last = `${what} version number`;
    const digits = this.#take(/^[0-9]+/);
    if (digits === '')
      throw new Refused(
        this.#rest === ''
          ? `the text ends before the ${what} version number`
          : `unexpected ${JSON.stringify(this.#first())} instead of the ${what} version number`,
      );
    if (digits.length > 1 && digits.startsWith('0')) throw new Refused(`the ${what} version number starts with a zero`);
    if (digits.length > 20 || BigInt(digits) > MAX_U64) throw new Refused(`the ${what} version number is too large`);
    return BigInt(digits);
  }

  #identifiers(what: 'pre-release' | 'build'): string {
    this.#last = what === 'build' ? 'build metadata' : 'pre-release identifier';
    const text = this.#take(/^[0-9A-Za-z.-]*/);
    for (const part of text.split('.')) {
      if (part === '') throw new Refused(`an empty part in the ${what} identifier`);
      if (what === 'pre-release' && /^0[0-9]+$/.test(part))
        throw new Refused('a part of the pre-release identifier starts with a zero');
    }
    return text;
  }
}

/** Whether a requirement holds for every later version, too, which nobody has tried. */
export function isOpenEnded(req: VersionReq): boolean {
  return req.every((comparator) => rangeOf(comparator).to === undefined);
}

/**
 * A lower limit alone, as the requirement that ends before the next version that may break: `>=1.9` as `^1.9`.
 * Undefined for all else, where a person must decide.
 */
export function boundedReq(text: string): string | undefined {
  const [, version] = /^\s*>=\s*([1-9]\d*(?:\.\d+){0,2})\s*$/.exec(text) ?? [];
  return version === undefined ? undefined : `^${version}`;
}

/** A limit of a range: three numbers, and whether it is in the range. */
interface Limit {
  numbers: readonly bigint[];
  pre?: string | undefined;
  isIncluded: boolean;
}

interface Range {
  from?: Limit | undefined;
  to?: Limit | undefined;
}

/** The requirement in words: "exactly 1.12.1", "2.0.x", "at least 1.2.3 and below 2.0.0". */
export function describeVersionReq(req: VersionReq): string {
  if (req.length === 0) return 'any version';
  const ranges = req.map(rangeOf);
  const whole = ranges.slice(1).reduce<Range | undefined>(intersection, ranges[0]);
  // Parts that exclude each other, or whose pre-releases would have to be compared, are given one by one.
  return whole ? describeRange(whole) : ranges.map(describeRange).join(', and ');
}

function rangeOf({ operator, major, minor, patch, pre }: Comparator): Range {
  const given = [major, minor, patch].filter((number) => number !== undefined);
  const isWhole = patch !== undefined;
  const at: Limit = { numbers: [major, minor ?? 0n, patch ?? 0n], pre, isIncluded: true };
  const below: Limit = { ...at, isIncluded: false };
  /** The first version in which the number at a place is greater. */
  const beyond = (place: number): Limit => ({
    numbers: at.numbers.map((number, i) => (i < place ? number : i === place ? number + 1n : 0n)),
    isIncluded: false,
  });
  const last = given.length - 1;
  switch (operator) {
    case '=':
      return { from: at, to: isWhole ? at : beyond(last) };
    case '>':
      return { from: isWhole ? below : { ...beyond(last), isIncluded: true } };
    case '>=':
      return { from: at };
    case '<':
      return { to: below };
    case '<=':
      return { to: isWhole ? at : beyond(last) };
    case '*':
      return { from: at, to: beyond(last) };
    case '~':
      return { from: at, to: beyond(Math.min(last, 1)) };
    case '^': {
      // It keeps the leftmost number that is not zero.
      const kept = given.findIndex((number) => number > 0n);
      return { from: at, to: beyond(kept < 0 ? last : kept) };
    }
  }
}

/** What both ranges have. Undefined where that is nothing, or cannot be told. */
function intersection(a: Range | undefined, b: Range): Range | undefined {
  if (!a || [a.from, a.to, b.from, b.to].some((limit) => limit?.pre !== undefined)) return undefined;
  const from = stricter(a.from, b.from, 1);
  const to = stricter(a.to, b.to, -1);
  const order = from && to ? compare(from, to) : -1;
  return order < 0 || (order === 0 && from?.isIncluded && to?.isIncluded) ? { from, to } : undefined;
}

function stricter(a: Limit | undefined, b: Limit | undefined, sign: 1 | -1): Limit | undefined {
  if (!a || !b) return a ?? b;
  const order = sign * compare(a, b);
  return order > 0 || (order === 0 && !a.isIncluded) ? a : b;
}

function compare({ numbers: a }: Limit, { numbers: b }: Limit): number {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at < 0 ? 0 : (a[at] as bigint) < (b[at] as bigint) ? -1 : 1;
}

function describeRange({ from, to }: Range): string {
  const text = ({ numbers, pre }: Limit) => `${numbers.join('.')}${pre === undefined ? '' : `-${pre}`}`;
  if (from && to && from === to) return `exactly ${text(from)}`;
  const [major = 0n, minor = 0n, patch = 1n] = from?.numbers ?? [];
  const isEnd = (numbers: Limit['numbers']) => !to?.isIncluded && to?.numbers.join() === numbers.join();
  if (from?.isIncluded && from.pre === undefined && patch === 0n) {
    if (isEnd([major, minor + 1n, 0n])) return `${major}.${minor}.x`;
    if (minor === 0n && isEnd([major + 1n, 0n, 0n])) return `${major}.x`;
  }
  return [
    from && `${from.isIncluded ? 'at least' : 'above'} ${text(from)}`,
    to && `${to.isIncluded ? 'at most' : 'below'} ${text(to)}`,
  ]
    .filter(Boolean)
    .join(' and ');
}
