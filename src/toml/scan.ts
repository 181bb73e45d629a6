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

/** Characters of a bare key or number. No number of a real file has a hundred digits. Only strings may be long. */
const MAX_BARE = 2048;

/** A comment, what a string begins with, a line end, white space, punctuation, or all else up to the next of these. */
const TOKEN = /#[^\n]*|"""|'''|\n|[ \t\r]+|["'[\]{},=.]|[^#"'\n \t\r[\]{},=.]+/y;

/** Scans a text. Stops at the first problem. */
export function scanToml(text: string, maxValues = MAX_TOML_VALUES): TomlScan {
  // The parser of values passes over a byte-order mark. The caller has taken the one away that is allowed.
  const scan: TomlScan = { long: [], plain: text.charCodeAt(0) !== 0xfeff, values: 0, items: [] };
  const problem = (kind: NonNullable<TomlScan['problem']>['kind'], offset: number): TomlScan => ({
    ...scan,
    problem: { kind, offset },
  });
  /** Parts of the header that the current lines stand under. */
  let table = 0;
  /** Parts of the key that is being read, and of the one that was just read. */
  let dots = 0;
  let key = 0;
  let depth = 0;
  const outer: number[] = [];
  let inKey = true;
  let inHeader = false;
  let lineStart = true;
  let bare = 0;
  const begin = (isKey: boolean, parts: number) => {
    inKey = isKey;
    key = parts;
    dots = 0;
  };
  for (let at = 0, end = 0; at < text.length; at = end) {
    TOKEN.lastIndex = at;
    TOKEN.test(text);
    end = TOKEN.lastIndex;
    const first = text[at] as string;
    const isLineStart = lineStart;
    lineStart = first === '\n' ? lineStart || outer.length === 0 : lineStart && /[ \t\r]/.test(first);
    const wasBare = bare;
    bare = 0;
    switch (first) {
      case ' ':
      case '\t':
      case '\r':
        continue;
      case '\n':
        if (outer.length > 0) continue;
        if (inHeader) table = dots + 1;
        inHeader = false;
        depth = table;
        begin(true, 0);
        continue;
      case '#':
        scan.values++;
        if (end - at > LONG) scan.long.push({ start: at + 1, end });
        break;
      case '"':
      case "'": {
        const string = stringAt(text, end, text.slice(at, end));
        const isLong = string.insideEnd - end > LONG;
        if (isLong && string.later !== undefined) return problem('escape', string.later);
        if (isLong) scan.long.push({ start: end, end: string.insideEnd });
        if (string.later !== undefined) scan.plain = false;
        end = string.end;
        continue;
      }
      case '[':
      case '{':
        scan.values++;
        if (first === '{') scan.plain = false;
        if (isLineStart && first === '[') {
          inHeader = true;
          depth = 0;
          dots = 0;
          if (text[end] === '[') {
            scan.items.push(at);
            end++;
          }
        } else if (!inHeader) {
          outer.push(depth);
          depth += key + 1;
          begin(true, 0);
        }
        break;
      case ']':
      case '}':
        if (!inHeader) {
          depth = outer.pop() ?? table;
          begin(inKey, 0);
        }
        break;
      case ',':
        scan.values++;
        begin(true, 0);
        break;
      case '=':
        scan.values++;
        begin(false, dots + 1);
        break;
      default:
        if (first === '.' && inKey) {
          dots++;
          scan.values++;
        } else {
          // A time or a date, perhaps.
          if (/:|\d-/.test(text.slice(at, end))) scan.plain = false;
          bare = wasBare + end - at;
          if (bare > MAX_BARE) return problem('too-long', end - bare);
        }
    }
    if (depth + dots + key > MAX_TOML_DEPTH) return problem('too-deep', at);
    if (scan.values > maxValues) return problem('too-many', at);
  }
  return scan;
}

/** What is of interest in a string up to its end, by what it begins with. */
const STOPS: Readonly<Record<string, RegExp>> = {
  '"': /\\.?|"|\n/gs,
  "'": /'|\n/g,
  // Up to two quotes may stand right before the closing three. They count as part of the end, where they do no harm.
  '"""': /\\.?|"{3,5}/gs,
  "'''": /'{3,5}/g,
};

/**
 * Where the inside of a string ends that begins at `start`, and where the string does: an unfinished one with its line,
 * or with the text. `later` is the first escape of TOML 1.1 in it (`\e`, `\xHH`): the parser of values accepts them,
 * but TOML 1.0 does not have them.
 */
function stringAt(text: string, start: number, quotes: string): { insideEnd: number; end: number; later?: number } {
  const stop = STOPS[quotes] as RegExp;
  let later: number | undefined;
  stop.lastIndex = start;
  for (let found = stop.exec(text); found; found = stop.exec(text)) {
    const { index, 0: part } = found;
    if (part === '\\e' || part === '\\x') later ??= index;
    else if (!part.startsWith('\\')) return { insideEnd: index, end: part === '\n' ? index : stop.lastIndex, later };
  }
  return { insideEnd: text.length, end: text.length, later };
}
