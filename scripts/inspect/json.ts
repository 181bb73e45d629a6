/**
 * A value as JSON, without loss: a bigint as a number with all its digits, a non-finite number as a string. Strings
 * come from strangers, so it escapes characters that move the cursor of a terminal or change the direction of text, and
 * what the log of a CI service takes for a command.
 */
export function toJson(value: unknown, indent = ''): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number')
    return Number.isFinite(value) ? (Object.is(value, -0) ? '-0' : String(value)) : `"${value}"`;
  if (typeof value === 'string') return jsonString(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return enclose(
      '[',
      value.map((item) => toJson(item ?? null, inner)),
      ']',
      indent,
    );
  if (typeof value !== 'object') throw new TypeError(`No JSON for ${typeof value}`);
  const pairs = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${jsonString(key)}: ${toJson(item, inner)}`);
  return enclose('{', pairs, '}', indent);
}

function enclose(open: string, parts: string[], close: string, indent: string): string {
  return parts.length === 0 ? open + close : `${open}\n${indent}  ${parts.join(`,\n${indent}  `)}\n${indent}${close}`;
}

function jsonString(text: string): string {
  return JSON.stringify(text)
    .replace(UNSAFE, escapedInJson)
    .replaceAll('##[', `##${escapedInJson('[')}`);
}

function escapedInJson(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Control characters, line and paragraph separators, and characters that change the direction of text. Each is a single
 * UTF-16 unit.
 */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * What the log of a CI service may take for a command: GitHub's runner reads `::error::` at the start of a line, after
 * any spaces, and `##[error]` anywhere in it.
 */
const COMMAND = /^\s*::|##\[/g;

/** Text for a terminal or a log: one line, without characters that act on the terminal, and no command of the log. */
export function forTerminal(text: string): string {
  return withoutControls(text).replace(COMMAND, (command) => command.slice(0, -1) + escaped(command.slice(-1)));
}

/** Text without characters that act on the terminal, for what is no line of its own. */
export function withoutControls(text: string): string {
  return text.replace(UNSAFE, escaped);
}

function escaped(character: string): string {
  return `\\u{${character.charCodeAt(0).toString(16)}}`;
}
