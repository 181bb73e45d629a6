import { readingsOf } from './readings.ts';
import { secretName } from './secret-names.ts';
import { isPlaceholder, NEAR, SECRET_PATTERNS, type SecretPattern } from './secret-patterns.ts';

/** A secret that a file may contain. It never has the secret itself. */
export interface Secret {
  /** Stays the same when words change. */
  rule: string;
  /** What it is, as a noun: "private key". */
  what: string;
  /** Counted from 1. Undefined where only the path says it. */
  line?: number;
}

/** What a file says of secrets. */
export interface SecretsFound {
  /** What its path says first, then by lines, one for each. */
  secrets: readonly Secret[];
  /** Whether the whole content was looked at. */
  isWhole: boolean;
}

/** Lines of a file that are named. */
const MAX_NAMED_LINES = 3;

/** What a file may contain and where, in phrases: "Its name suggests logins", "Line 3: npm token". */
export function secretPhrases(secrets: readonly Secret[]): string[] {
  const named = secrets.filter(({ line }) => line === undefined);
  const lines = secrets.filter(({ line }) => line !== undefined);
  const more = lines.length - MAX_NAMED_LINES;
  return [
    ...named.map(({ what }) => `Its name suggests ${what}`),
    ...lines.slice(0, MAX_NAMED_LINES).map(({ line, what }) => `Line ${line}: ${what}`),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'line' : 'lines'}`] : []),
  ];
}

/**
 * Bytes of a file whose content is looked at. Files that people write are smaller, and this takes about 20 ms. What is
 * larger is mostly weights and vocabularies, where only the path says something.
 */
export const MAX_SECRET_BYTES = 1 << 20;

/**
 * Places of a file where patterns are tried. Files of this size that people write have a tenth of it. Together with the
 * bounded patterns, it limits what the search takes of a file that was made to be slow.
 */
export const MAX_TRIES = 50_000;

/**
 * Which secrets a file may contain, by its path and its content.
 *
 * @param content of at most `MAX_SECRET_BYTES`. Of more, only that much is looked at
 */
export function secretsIn(path: string, content?: Uint8Array): SecretsFound {
  const name = secretName(path);
  const named: Secret[] = name ? [{ rule: name.rule, what: name.what }] : [];
  if (!content) return { secrets: named, isWhole: false };
  const read = readingsOf(content.subarray(0, MAX_SECRET_BYTES)).map(secretsOfText);
  return {
    secrets: [...named, ...byLine(read.flatMap(({ secrets }) => secrets))],
    isWhole: read.every(({ isWhole }) => isWhole) && content.length <= MAX_SECRET_BYTES,
  };
}

type LineSecret = Required<Secret>;

function secretsOfText(text: string): { secrets: LineSecret[]; isWhole: boolean } {
  const { found, isWhole } = matchesIn(text);
  return { secrets: withLines(text, found), isWhole };
}

/** One for each line, the first one of several. */
function byLine(secrets: readonly LineSecret[]): LineSecret[] {
  const lines = new Map<number, LineSecret>();
  for (const secret of secrets) if (!lines.has(secret.line)) lines.set(secret.line, secret);
  return [...lines.values()].sort((a, b) => a.line - b.line);
}

interface Found {
  at: number;
  pattern: SecretPattern;
}

function matchesIn(text: string): { found: Found[]; isWhole: boolean } {
  const lower = text.toLowerCase();
  const found: Found[] = [];
  let tries = 0;
  for (const pattern of SECRET_PATTERNS) {
    const searched = pattern.anyCase ? lower : text;
    for (const literal of pattern.literals) {
      for (let at = searched.indexOf(literal); at >= 0; at = searched.indexOf(literal, at + literal.length)) {
        tries++;
        if (tries > MAX_TRIES) return { found, isWhole: false };
        if (matchesAt(pattern, text, at)) found.push({ at, pattern });
      }
    }
  }
  return { found, isWhole: true };
}

function matchesAt({ pattern, fits }: SecretPattern, text: string, at: number): boolean {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return false;
  const [whole] = match;
  const value = match.groups?.value ?? whole;
  if (isPlaceholder(value)) return false;
  const end = at + whole.length;
  const lead = whole.slice(0, whole.lastIndexOf(value));
  return (
    fits?.({ value, lead, before: text.slice(Math.max(0, at - NEAR), at), after: text.slice(end, end + NEAR) }) ?? true
  );
}

/** By lines. Of several on one line, the one of the first pattern. */
function withLines(text: string, found: readonly Found[]): LineSecret[] {
  const first = new Map<number, SecretPattern>();
  let line = 1;
  let end = text.indexOf('\n');
  for (const { at, pattern } of [...found].sort((a, b) => a.at - b.at)) {
    for (; end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line++;
    const other = first.get(line);
    if (!other || SECRET_PATTERNS.indexOf(pattern) < SECRET_PATTERNS.indexOf(other)) first.set(line, pattern);
  }
  return [...first].map(([at, { rule, what }]) => ({ rule, what, line: at }));
}
