/** Code points of a text. A lone surrogate becomes U+FFFD, because no program text can hold it. */
export function codePoints(text: string): number[] {
  return Array.from(text, (char) => {
    const point = char.codePointAt(0) as number;
    return point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
  });
}

/**
 * Whether a character is printable ASCII. It stands for itself in all languages, except those that a
 * language escapes.
 */
export function isPlain(point: number): boolean {
  return point >= 0x20 && point < 0x7f;
}

/**
 * A string literal in ASCII, as Python and Rust write it.
 *
 * @param escaped how the language writes a character that has no short escape
 */
function stringLiteral(text: string, escaped: (point: number) => string): string {
  const body = codePoints(text).map((point) => {
    const char = String.fromCodePoint(point);
    if (char === '"' || char === '\\') return `\\${char}`;
    if (isPlain(point)) return char;
    if (char === '\n') return '\\n';
    if (char === '\t') return '\\t';
    return escaped(point);
  });
  return `"${body.join('')}"`;
}

/**
 * A Python string literal in ASCII (Python's language reference, 2.4.1). Nothing in a stranger's text can hide in it.
 */
export function pythonString(text: string): string {
  return stringLiteral(text, (point) => {
    if (point <= 0xff) return `\\x${point.toString(16).padStart(2, '0')}`;
    if (point <= 0xffff) return `\\u${point.toString(16).padStart(4, '0')}`;
    return `\\U${point.toString(16).padStart(8, '0')}`;
  });
}

/** A Rust string literal in ASCII (The Rust Reference, "String literals"). */
export function rustString(text: string): string {
  return stringLiteral(text, (point) => `\\u{${point.toString(16)}}`);
}

/** A word for bash and zsh, in ASCII. Nothing in a stranger's text can hide in it or end it. */
export function shellString(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text;
  // zsh takes a word that begins with “=” for the path of a command.
  if (/^(?!=)[\w./:@%+=,-]+$/.test(word)) return word;
  const points = Array.from(word, (char) => char.codePointAt(0) as number);
  if (points.every(isPlain)) return `'${word.replaceAll("'", "'\\''")}'`;
  const body = points.map((point) => {
    if (point === 0x27 || point === 0x5c) return `\\${String.fromCodePoint(point)}`;
    if (isPlain(point)) return String.fromCodePoint(point);
    if (point < 0x20 || point === 0x7f) return `\\x${point.toString(16).padStart(2, '0')}`;
    return point <= 0xffff ? `\\u${point.toString(16).padStart(4, '0')}` : `\\U${point.toString(16).padStart(8, '0')}`;
  });
  return `$'${body.join('')}'`;
}
