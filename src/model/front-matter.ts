/** What stands before a Markdown text: its keys with their values, or the text where it is not made of keys. */
export type FrontMatter = { rows: readonly { key: string; value: string }[] } | { text: string };

/** Rows of a table. More keys are shown as text. */
const MAX_ROWS = 100;

/**
 * Splits a Markdown text from the YAML between two lines of `---` at its start. Values are for reading, not for
 * programs: a quoted string is without its quotes, a list of plain words is one line, and anything else is as it
 * stands.
 */
export function splitFrontMatter(text: string): { matter?: FrontMatter; body: string } {
  const opening = /^\ufeff?---[ \t]*\r?\n/.exec(text);
  if (!opening) return { body: text };
  const from = opening[0].length;
  // A regular expression would look from each line to the end.
  const lines = text.slice(from).split('\n');
  const end = lines.findIndex((line) => /^(?:---|\.\.\.)\s*$/.test(line));
  if (end < 0) return { body: text };
  const own = lines.slice(0, end).map((line) => line.replace(/\r$/, ''));
  const body = lines.slice(end + 1).join('\n');
  if (own.every((line) => line.trim() === '')) return { body };
  const rows = rowsOf(own);
  return { matter: rows ? { rows } : { text: own.join('\n') }, body };
}

/** The keys of the highest level. Undefined where a line belongs to none, or a key stands there twice. */
function rowsOf(lines: readonly string[]): { key: string; value: string }[] | undefined {
  const found: { key: string; own: string; below: string[] }[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    const match = /^([^\s#:'"[{&*!|>%@`-][^:]{0,199}):(?:\s+(.*))?$/.exec(line);
    if (match) found.push({ key: (match[1] as string).trim(), own: (match[2] ?? '').trim(), below: [] });
    else if (line.trim() === '' || line.startsWith('#')) last?.below.push('');
    else if (last && /^(?:\s|- |-$)/.test(line)) last.below.push(line);
    else return undefined;
  }
  if (found.length > MAX_ROWS || new Set(found.map(({ key }) => key)).size < found.length) return undefined;
  return found.map(({ key, own, below }) => ({ key, value: shownValue(own, below) }));
}

function shownValue(own: string, below: readonly string[]): string {
  const lines = below.filter((line) => line.trim() !== '');
  if (lines.length === 0) return inlineList(own) ?? unquoted(own);
  // A block of text: the mark only says how it is folded.
  const first = /^[|>][+-]?$/.test(own) ? '' : own;
  const items = lines.map((line) => /^\s*- (?![^'"]*:(?:\s|$))(.*)$/.exec(line)?.[1]);
  if (first === '' && items.every((item) => item !== undefined))
    return items.map((item) => unquoted((item as string).trim())).join(', ');
  const indent = lines.reduce((least, line) => Math.min(least, line.search(/\S/)), Infinity);
  return [first, ...lines.map((line) => line.slice(indent))].filter((line) => line !== '').join('\n');
}

/** `[a, b]` without its brackets, if its items are plain words. */
function inlineList(text: string): string | undefined {
  const inner = /^\[([^[\]{}'"#]*)\]$/.exec(text)?.[1];
  return inner
    ?.split(',')
    .map((item) => item.trim())
    .join(', ');
}

function unquoted(text: string): string {
  return /^'[^']*'$|^"[^"\\]*"$/.test(text) ? text.slice(1, -1) : text;
}
