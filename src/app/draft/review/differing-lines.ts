/** Lines of a text up to which all of them are shown. */
const MAX_WHOLE = 4;

/** Lines shown beside those that differ. */
const AROUND = 1;

/**
 * The lines of a text that differ from another one, from the first to the last, and one on each side, with "…" for what
 * is left out. All lines if the text is short or has no counterpart.
 */
export function differingLines(text: string, other: string | undefined): readonly string[] {
  const lines = text.split('\n');
  if (other === undefined || lines.length <= MAX_WHOLE) return lines;
  const others = other.split('\n');
  const room = Math.min(lines.length, others.length);
  let same = 0;
  while (same < room && lines[same] === others[same]) same++;
  let end = 0;
  while (end < room - same && lines.at(-1 - end) === others.at(-1 - end)) end++;
  const from = Math.max(0, same - AROUND);
  const to = Math.min(lines.length, lines.length - end + AROUND);
  return [...(from > 0 ? ['…'] : []), ...lines.slice(from, to), ...(to < lines.length ? ['…'] : [])];
}
