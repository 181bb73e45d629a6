/** One cell of separated values, and where it ends: at a delimiter, a line end or the end of the text. */
export interface CsvCell {
  value: string;
  next: number;
  /** It begins with a quotation mark that has no second one. */
  isOpen?: true;
}

/**
 * Reads the cell at a place. A quoted cell may have line ends, and doubled quotation marks for one. What follows it up to
 * the next delimiter belongs to it as it stands. A quotation mark within a cell stands for itself.
 */
export function csvCell(text: string, start: number, delimiter: string): CsvCell {
  return text[start] === '"' ? quotedCell(text, start, delimiter) : plainCell(text, start, delimiter);
}

function plainCell(text: string, start: number, delimiter: string): CsvCell {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
  return { value: text.slice(start, end), next: end };
}

function quotedCell(text: string, start: number, delimiter: string): CsvCell {
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const end = text.indexOf('"', from);
    if (end < 0) return { value: [...parts, text.slice(from)].join(''), next: text.length, isOpen: true };
    parts.push(text.slice(from, end));
    if (text[end + 1] !== '"') {
      const { value, next } = plainCell(text, end + 1, delimiter);
      return { value: parts.join('') + value, next };
    }
    parts.push('"');
    from = end + 2;
  }
}
