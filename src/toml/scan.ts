import { MAX_TOML_DEPTH, MAX_TOML_VALUES } from '../base/limits.ts';

/**
 * One pass over a TOML text before any parser sees it. It knows strings, comments, brackets and keys. It does not check
 * TOML's rules: the parsers do.
 *
 * It protects the parsers:
 * - They recurse, and keep a node for each value. So it limits nesting and the number of values.
 * - The parser that gives places passes the characters of a string as arguments of one call. So long strings are left
 *   out for it.
 */
export interface TomlScan {
  problem?: { kind: 'too-deep' | 'too-many' | 'escape' | 'too-long'; offset: number };
  /** Insides of long strings and comments, in order. Without these ranges of the text, its structure is the same. */
  long: { start: number; end: number }[];
  /**
   * The text has nothing that parsers of TOML read in different ways: what TOML 1.1 changed (inline tables, times, the
   * escapes `\e` and `\x`), and dates.
   */
  plain: boolean;
  /** Keys, values and comments. */
  values: number;
  /** Offsets of the headers of lists' items, `[[…]]`, in order. */
  items: number[];
}

/**
 * Longer insides of strings and comments are left out. This is well below the number of arguments that any engine
 * allows in a call.
 */
const LONG = 2048;

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const APOSTROPHE = 39;
const COMMA = 44;
const HYPHEN = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const EQUALS = 61;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Characters of a bare key or number. No number of a real file has a hundred digits. Only strings may be long. */
const MAX_BARE = 2048;

/** Scans a text. Stops at the first problem. */
export function scanToml(text: string, maxValues = MAX_TOML_VALUES): TomlScan {
  const long: TomlScan['long'] = [];
  const items: number[] = [];
  // The parser of values passes over a byte-order mark. The caller has taken the one away that is allowed.
  let plain = text.charCodeAt(0) !== 0xfeff;
  let values = 0;
  const problem = (kind: NonNullable<TomlScan['problem']>['kind'], offset: number): TomlScan => ({
    problem: { kind, offset },
    long,
    plain,
    values,
    items,
  });
  /**
   * Parts of the header that the current lines stand under, and parts of the key that is being read or was just read.
   */
  let table = 0;
  let dots = 0;
  let key = 0;
  let depth = 0;
  const outer: number[] = [];
  let inKey = true;
  let inHeader = false;
  let lineStart = true;
  let bare = 0;
  let at = 0;
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (c === HASH) {
      let end = text.indexOf('\n', at);
      if (end < 0) end = text.length;
      if (end - at > LONG) long.push({ start: at + 1, end });
      values++;
      // The line end counts like any other.
      at = end - 1;
    } else if (c === QUOTE || c === APOSTROPHE) {
      const string = stringAt(text, at, c);
      if (string.insideEnd - string.insideStart > LONG) {
        if (c === QUOTE) {
          const bad = laterEscape(text, string.insideStart, string.insideEnd);
          if (bad !== undefined) return problem('escape', bad);
        }
        long.push({ start: string.insideStart, end: string.insideEnd });
      }
      if (c === QUOTE && plain) plain = laterEscape(text, string.insideStart, string.insideEnd) === undefined;
      at = string.end;
      bare = 0;
      lineStart = false;
      continue;
    } else if (c === NEWLINE) {
      if (outer.length === 0) {
        if (inHeader) table = dots + 1;
        inHeader = false;
        inKey = true;
        depth = table;
        dots = 0;
        key = 0;
        lineStart = true;
      }
      bare = 0;
      at++;
      continue;
    } else if (c === OPEN_BRACKET || c === OPEN_BRACE) {
      values++;
      if (c === OPEN_BRACE) plain = false;
      if (lineStart && c === OPEN_BRACKET) {
        inHeader = true;
        depth = 0;
        dots = 0;
        if (text.charCodeAt(at + 1) === OPEN_BRACKET) {
          items.push(at);
          at++;
        }
      } else if (!inHeader) {
        outer.push(depth);
        depth += key + 1;
        key = 0;
        dots = 0;
        inKey = true;
      }
      bare = 0;
    } else if (c === CLOSE_BRACKET || c === CLOSE_BRACE) {
      if (!inHeader) {
        depth = outer.pop() ?? table;
        key = 0;
        dots = 0;
      }
      bare = 0;
    } else if (c === COMMA) {
      values++;
      key = 0;
      dots = 0;
      inKey = true;
      bare = 0;
    } else if (c === EQUALS) {
      values++;
      key = dots + 1;
      dots = 0;
      inKey = false;
      bare = 0;
    } else if (c === DOT) {
      if (inKey) {
        dots++;
        values++;
        bare = 0;
      } else bare++;
    } else if (c === SPACE || c === TAB || c === RETURN) {
      bare = 0;
      at++;
      continue;
    } else if (++bare > MAX_BARE) return problem('too-long', at - MAX_BARE);
    else if (c === COLON || (c === HYPHEN && isDigit(text.charCodeAt(at - 1)))) plain = false;
    lineStart = false;
    if (depth + dots + key > MAX_TOML_DEPTH) return problem('too-deep', at);
    if (values > maxValues) return problem('too-many', at);
    at++;
  }
  return { long, plain, values, items };
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** The string that begins at `at`. An unfinished one ends with its line, or with the text. */
function stringAt(text: string, at: number, quote: number): { insideStart: number; insideEnd: number; end: number } {
  const basic = quote === QUOTE;
  const multiline = text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote;
  const insideStart = at + (multiline ? 3 : 1);
  for (let i = insideStart; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (basic && c === BACKSLASH) i++;
    else if (multiline) {
      if (c === quote && text.charCodeAt(i + 1) === quote && text.charCodeAt(i + 2) === quote) {
        // Up to two quotes may stand right before the closing three. They count as part of the end, where they do no
        // harm.
        let end = i + 3;
        for (let more = 0; more < 2 && text.charCodeAt(end) === quote; more++) end++;
        return { insideStart, insideEnd: i, end };
      }
    } else if (c === quote) return { insideStart, insideEnd: i, end: i + 1 };
    else if (c === NEWLINE) return { insideStart, insideEnd: i, end: i };
  }
  return { insideStart, insideEnd: text.length, end: text.length };
}

/**
 * The first escape of TOML 1.1 (`\e`, `\xHH`) in the inside of a basic string. The parser of values accepts them, but
 * TOML 1.0 does not have them.
 */
function laterEscape(text: string, start: number, end: number): number | undefined {
  const inside = text.slice(start, end);
  for (let i = inside.indexOf('\\'); i >= 0; i = inside.indexOf('\\', i + 2)) {
    const c = inside[i + 1];
    if (c === 'e' || c === 'x') return start + i;
  }
  return undefined;
}
