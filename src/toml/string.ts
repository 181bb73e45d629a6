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
 * Replaces the string `raw` with another text. Keeps the kind of string where that can hold the text, and keeps
 * the unchanged part as it is written.
 */
export function rewriteString(raw: string, text: string, context: StringContext): string {
  const old = kindOf(raw);
  // A string with line ends of its own keeps to those.
  const eol = raw.includes('\r\n') ? '\r\n' : raw.includes('\n') ? '\n' : context.eol;
  // A line end right after three opening quotes is not part of the text.
  const [open] = /^(?:(?:"""|''')(?:\r?\n)?|["'])/.exec(raw) as RegExpExecArray;
  const pieces = piecesOf(raw.slice(open.length, -DELIMITERS[old].length), old);
  const hadLines = pieces.some(({ meant }) => meant.includes('\n'));
  const kind = kindFor(text, old, hadLines, context);
  const isOpened = open.endsWith('\n');
  if (kind === old) {
    // A string on one line between its quotes starts on a line of its own when it gets several lines.
    const begin = kind.startsWith('multi') && text.includes('\n') && !hadLines && !isOpened ? eol : '';
    const spliced = `${open}${begin}${splicedPieces(pieces, text, kind, eol)}${DELIMITERS[kind]}`;
    if (saysSo(spliced, text)) return spliced;
  }
  return literalOf(text, kind, eol, isOpened);
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

function kindFor(text: string, old: StringKind, hadLines: boolean, { inline }: StringContext): StringKind {
  const several = text.includes('\n');
  const multi = old.startsWith('multi') || (several && !inline && !(old === 'basic' && hadLines));
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

/** What a letter or sign stands for after a backslash. */
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', '"': '"', '\\': '\\' };

const SHORT = new Map(Object.entries(ESCAPES).map(([code, char]) => [char, `\\${code}`]));

function escaped(char: string): string {
  return SHORT.get(char) ?? `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
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

/** A part of a string as it is written, and the text that it stands for: none for a backslash at the end of a line. */
interface Piece {
  written: string;
  meant: string;
}

/** A backslash at the end of a line, which removes all white space up to the next character; an escape; or text. */
const ESCAPED_PIECE = /\\[ \t]*\r?\n[ \t\r\n]*|\\u.{4}|\\U.{8}|\\.|\r\n|[^\\"\p{Cc}]+|./gsu;

const LITERAL_PIECE = /\r\n|[^\r\n]+|[\r\n]/g;

/** The parts of a string's inside. Each is written again as a whole, or stays. */
function piecesOf(inside: string, kind: StringKind): Piece[] {
  const hasEscapes = kind.endsWith('basic');
  return Array.from(inside.matchAll(hasEscapes ? ESCAPED_PIECE : LITERAL_PIECE), ([written]) => {
    if (written === '\r\n') return { written, meant: '\n' };
    if (!hasEscapes || !written.startsWith('\\')) return { written, meant: written };
    const code = written[1] as string;
    if (/[uU]/.test(code)) return { written, meant: String.fromCodePoint(Number.parseInt(written.slice(2), 16)) };
    return { written, meant: /\s/.test(code) ? '' : (ESCAPES[code] ?? code) };
  });
}

/** The inside of a string with another text, rewritten only where the texts differ. */
function splicedPieces(pieces: readonly Piece[], text: string, kind: StringKind, eol: string): string {
  const meantAt = (at: number) => (pieces[at] as Piece).meant;
  let head = 0;
  let from = 0;
  for (; head < pieces.length && text.startsWith(meantAt(head), from); head++) from += meantAt(head).length;
  // A backslash at the end of a line goes with what follows it.
  while (head > 0 && meantAt(head - 1) === '') head--;
  let tail = pieces.length;
  let to = text.length;
  for (; tail > head && text.slice(from, to).endsWith(meantAt(tail - 1)); tail--) to -= meantAt(tail - 1).length;
  const kept = (of: readonly Piece[]) => of.map(({ written }) => written).join('');
  return `${kept(pieces.slice(0, head))}${encoded(text.slice(from, to), kind, eol)}${kept(pieces.slice(tail))}`;
}
