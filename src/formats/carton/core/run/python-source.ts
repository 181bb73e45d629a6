/** Where a Python module gives a name its value. */
export interface Definition {
  /** From 1. */
  line: number;
  how: 'defined' | 'imported';
}

/** A name that can be looked for. Others, which `getattr` could find too, are left alone. */
const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/**
 * Finds where a module's text defines or imports `name`, as far as its lines tell: nothing is run. The last definition
 * at the top counts, then one inside of another statement, then an import. Undefined where there is none.
 */
export function findDefinition(text: string, name: string): Definition | undefined {
  if (!IDENTIFIER.test(name)) return undefined;
  const defined = new RegExp(
    `^(?:(?:async\\s+)?def\\s+${name}\\s*[(\\[]|class\\s+${name}\\s*[(:\\[]|${name}\\s*(?::[^=]*)?=(?!=))`,
    'u',
  );
  const imported = new RegExp(
    `^(?:from\\s+\\S+\\s+import\\b|import\\b).*(?<![\\p{L}\\p{N}_.])${name}(?![\\p{L}\\p{N}_.])(?!\\s+as\\b)`,
    'u',
  );
  let top: number | undefined;
  let inner: number | undefined;
  let imports: number | undefined;
  for (const { line, code } of statements(text)) {
    const own = code.trimStart();
    const isTop = own.length === code.length;
    if (defined.test(own)) {
      if (isTop) top = line;
      else inner ??= line;
    } else if (isTop && imported.test(own)) imports = line;
  }
  const found = top ?? imports ?? inner;
  if (found === undefined) return undefined;
  return { line: found, how: found === imports ? 'imported' : 'defined' };
}

/** Letters of a function's name that is listed. Real ones have some dozens. */
const MAX_FUNCTION_NAME = 100;

const FUNCTION = new RegExp(
  `^(?:async\\s+)?def\\s+([\\p{L}_][\\p{L}\\p{N}_]{0,${MAX_FUNCTION_NAME - 1}})\\s*[(\\[]`,
  'u',
);

/**
 * The functions that a module's text defines at the top, each once, in their order, as far as its lines tell: nothing
 * is run.
 */
export function topFunctions(text: string): string[] {
  const names = new Set<string>();
  // A byte-order mark does not indent.
  for (const { code } of statements(text.replace(/^\uFEFF/, ''))) {
    const name = FUNCTION.exec(code)?.[1];
    if (name !== undefined) names.add(name);
  }
  return [...names];
}

/** Characters of one statement that are looked at. Longer ones are data. */
const MAX_STATEMENT = 2_000;

/**
 * The statements of a text, each on one line, with the line where it begins. Strings and comments are left out, so that
 * nothing in them looks like code. Takes time in proportion to the text.
 */
function* statements(text: string): Generator<{ line: number; code: string }> {
  // What a statement is made of: strings of both kinds, comments, brackets, line ends, and all else.
  const pieces = /("""|''')|(["'])|#[^\n\r]*|(\\)?(\r\n|\n|\r)|([([{])|([)\]}])|\\|[^"'#\n\r()[\]{}\\]+/gy;
  let line = 1;
  let begin = 1;
  let depth = 0;
  let code = '';
  for (let at = 0; at < text.length; ) {
    pieces.lastIndex = at;
    const [piece, long, short, joins, end, opens, closes] = pieces.exec(text) ?? [text[at] as string];
    at += piece.length;
    if (long !== undefined || short !== undefined) {
      const after = stringEnd(text, at, long ?? (short as string), long !== undefined);
      for (let i = at; i < after; i++) if (isLineEnd(text, i)) line++;
      at = after;
      if (code.length < MAX_STATEMENT) code += '""';
      continue;
    }
    if (end !== undefined) {
      line++;
      if (joins === undefined && depth === 0) {
        yield { line: begin, code };
        code = '';
        begin = line;
      } else if (code.length < MAX_STATEMENT) code += ' ';
      continue;
    }
    if (piece.startsWith('#')) continue;
    if (opens !== undefined) depth++;
    // A text that closes more brackets than it opens is not Python. What follows is still read.
    if (closes !== undefined) depth = Math.max(0, depth - 1);
    if (code.length < MAX_STATEMENT) code += piece.slice(0, MAX_STATEMENT);
  }
  yield { line: begin, code };
}

/** Where a string ends that begins at `at`, after its quotation mark. A short one ends with its line at the latest. */
function stringEnd(text: string, at: number, mark: string, isLong: boolean): number {
  for (let i = at; i < text.length; i++) {
    const char = text[i];
    if (char === '\\') {
      // A line end of two characters is one.
      if (text[i + 1] === '\r' && text[i + 2] === '\n') i++;
      i++;
    } else if (isLong ? text.startsWith(mark, i) : char === mark) return i + mark.length;
    else if (!isLong && (char === '\n' || char === '\r')) return i;
  }
  return text.length;
}

/** Whether a line ends at `at`. Of the two characters of `\r\n`, the second one ends it. */
function isLineEnd(text: string, at: number): boolean {
  return text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n');
}
