import { parse } from 'smol-toml';
import type { Quote } from './style.ts';

/** Writes strings of TOML 1.0. Uses no escape that TOML 1.1 added: the reference reader refuses those. */

export type StringKind = 'basic' | 'literal' | 'multi-basic' | 'multi-literal';

const DELIMITERS: Record<StringKind, string> = {
  basic: '"',
  literal: "'",
  'multi-basic': '"""',
  'multi-literal': "'''",
};

export interface StringContext {
  eol: string;
  /** Whether the string stands inside an inline table or list, where the line must not end. */
  inline: boolean;
  /** The quotes of the strings around it. */
  style: { readonly quote: Quote; readonly longQuote: Quote };
}

/**
 * Writes a new string in the quotes of its neighbors, if those can hold it: with several lines where the text has
 * several and the place allows it.
 */
export function writeString(text: string, { eol, inline, style }: StringContext): string {
  const multi = !inline && text.includes('\n');
  const literal = (multi ? style.longQuote : style.quote) === 'literal' && fitsLiteral(text, multi);
  return literalOf(text, `${multi ? 'multi-' : ''}${literal ? 'literal' : 'basic'}`, eol);
}

/** A key in quotes: in `quote`, if that can hold it. */
export function quotedKey(name: string, quote: Quote): string {
  return literalOf(name, quote === 'literal' && fitsLiteral(name, false) ? 'literal' : 'basic', '');
}

/**
 * Writes another text in place of the string `raw`. Keeps the kind of string where that can hold the text, and keeps
 * the unchanged part as it is written.
 */
export function rewriteString(raw: string, text: string, context: StringContext): string {
  const old = kindOf(raw);
  // A string with line ends of its own keeps to those.
  const eol = raw.includes('\r\n') ? '\r\n' : raw.includes('\n') ? '\n' : context.eol;
  const units = cutsOf(raw, old);
  const kind = kindFor(text, old, units.text, context);
  const opened = raw.slice(DELIMITERS[old].length).match(/^\r?\n/) !== null;
  if (kind === old) {
    const spliced = splicedString(raw, units, text, kind, eol);
    if (spliced !== undefined && saysSo(spliced, text)) return spliced;
  }
  return literalOf(text, kind, eol, opened);
}

/** Whether a piece of TOML is a string with this text. */
function saysSo(literal: string, text: string): boolean {
  try {
    return parse(`x=${literal.replaceAll('\r\n', '\n')}`).x === text;
  } catch {
    return false;
  }
}

function kindOf(raw: string): StringKind {
  if (raw.startsWith('"""')) return 'multi-basic';
  if (raw.startsWith("'''")) return 'multi-literal';
  return raw.startsWith("'") ? 'literal' : 'basic';
}

function kindFor(text: string, old: StringKind, oldText: string, { inline }: StringContext): StringKind {
  const several = text.includes('\n');
  const multi = old.startsWith('multi') || (several && !inline && !(old === 'basic' && oldText.includes('\n')));
  if (old.endsWith('literal') && fitsLiteral(text, multi)) return multi ? 'multi-literal' : 'literal';
  // What would have to be escaped between double quotes may stay as it is between three single ones.
  if (old === 'literal' && /["\\]/.test(text) && !text.includes('\n') && fitsLiteral(text, true))
    return 'multi-literal';
  return multi ? 'multi-basic' : 'basic';
}

/** Whether literal quotes can hold a text. TOML 1.0 allows one or two quotes right before the closing three. */
function fitsLiteral(text: string, multi: boolean): boolean {
  if (multi) return !/(?![\t\n])\p{Cc}|'''|^'+$/u.test(text);
  return !/(?!\t)\p{Cc}|'/u.test(text);
}

function literalOf(text: string, kind: StringKind, eol: string, opened = false): string {
  const delimiter = DELIMITERS[kind];
  // A line end right after the opening quotes is not part of the text, so the text starts on a new line.
  const open = kind.startsWith('multi') && (opened || text.includes('\n')) ? eol : '';
  return `${delimiter}${open}${encoded(text, kind, eol)}${delimiter}`;
}

const SHORT: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

function escaped(char: string): string {
  return SHORT[char] ?? `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A piece of a string's text, as it is written between the quotes. */
function encoded(text: string, kind: StringKind, eol: string): string {
  switch (kind) {
    case 'basic':
      return text.replace(/[\p{Cc}"\\]/gu, escaped);
    case 'literal':
      return text;
    case 'multi-basic':
      // Escapes quotes that touch another quote or the end: parsers differ in where four or five quotes end a string.
      return text.replace(/(?![\t\n])\p{Cc}|\\|"(?="|$)|(?<=")"/gu, escaped).replaceAll('\n', eol);
    case 'multi-literal':
      return text.replaceAll('\n', eol);
  }
}

interface Cuts {
  text: string;
  /** The offset in the raw string for each offset of the text. -1 inside the characters that one escape stands for. */
  at: number[];
}

/** A backslash at the end of a line removes all white space up to the next character. */
const CONTINUED = /\\[ \t]*\r?\n[ \t\r\n]*/y;

/** A string's text, and where each part of it is written. */
function cutsOf(raw: string, kind: StringKind): Cuts {
  const width = DELIMITERS[kind].length;
  const end = raw.length - width;
  const at: number[] = [];
  let text = '';
  let i = width;
  if (width === 3) {
    if (raw[i] === '\n') i++;
    else if (raw.startsWith('\r\n', i)) i += 2;
  }
  const put = (start: number, chars: string) => {
    at.push(start);
    for (let n = 1; n < chars.length; n++) at.push(-1);
    text += chars;
  };
  /** Where a backslash at the end of a line stands. The next character is cut together with it. */
  let trimmed = -1;
  const cut = (place: number) => {
    const start = trimmed >= 0 ? trimmed : place;
    trimmed = -1;
    return start;
  };
  while (i < end) {
    const start = i;
    const c = raw[i] as string;
    if (c === '\\' && kind.endsWith('basic')) {
      CONTINUED.lastIndex = i;
      const line = kind === 'multi-basic' ? CONTINUED.exec(raw) : null;
      if (line) {
        if (trimmed < 0) trimmed = i;
        i += line[0].length;
        continue;
      }
      const code = raw[i + 1] as string;
      const digits = code === 'u' ? 4 : code === 'U' ? 8 : 0;
      i += 2 + digits;
      if (digits > 0) put(cut(start), String.fromCodePoint(Number.parseInt(raw.slice(start + 2, i), 16)));
      else put(cut(start), UNESCAPED[code] ?? code);
    } else if (c === '\r' && raw[i + 1] === '\n') {
      i += 2;
      put(cut(start), '\n');
    } else {
      const wide = (c.charCodeAt(0) & 0xfc00) === 0xd800 ? raw.slice(i, i + 2) : c;
      i += wide.length;
      put(cut(start), wide);
    }
  }
  at.push(cut(end));
  return { text, at };
}

const UNESCAPED: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' };

/**
 * The raw string, rewritten only where the texts differ. Undefined where it cannot be cut there.
 */
function splicedString(raw: string, { text: old, at }: Cuts, text: string, kind: StringKind, eol: string) {
  let same = 0;
  const most = Math.min(old.length, text.length);
  while (same < most && old[same] === text[same]) same++;
  while (same > 0 && (at[same] as number) < 0) same--;
  let tail = 0;
  while (tail < most - same && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
  while (tail > 0 && (at[old.length - tail] as number) < 0) tail--;
  const from = at[same];
  const to = at[old.length - tail];
  if (from === undefined || to === undefined || from < 0 || to < 0) return undefined;
  const middle = encoded(text.slice(same, text.length - tail), kind, eol);
  // A string on one line between its quotes starts on a line of its own when it gets several lines.
  const width = DELIMITERS[kind].length;
  const open = width === 3 && text.includes('\n') && !old.includes('\n') && !/^\r?\n/.test(raw.slice(width)) ? eol : '';
  return raw.slice(0, width) + open + raw.slice(width, from) + middle + raw.slice(to);
}
