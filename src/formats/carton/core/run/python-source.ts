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

/** A long string, a short one, which ends with its line at the latest, or a comment. */
const OPAQUE = /("""|''')(?:\\.|.)*?(?:\1|$)|(["'])(?:\\(?:\r\n|.)|(?!\2)[^\\\r\n])*\2?|#[^\r\n]*/gs;

const LINE_END = /\r\n|\n|\r/;

/** Stands for a line end that does not end a statement. */
const JOINED = '\v';

/**
 * The statements of a text, each on one line, with the line where it begins. Strings and comments are left out, so that
 * nothing in them looks like code. Takes time in proportion to the text.
 */
function* statements(text: string): Generator<{ line: number; code: string }> {
  const bare = text
    .replaceAll(JOINED, ' ')
    .replace(OPAQUE, (piece) => {
      return piece.startsWith('#') ? ' ' : `""${JOINED.repeat(piece.split(LINE_END).length - 1)}`;
    })
    .replace(/\\(?:\r\n|\n|\r)/g, JOINED);
  let line = 1;
  let begin = 1;
  let depth = 0;
  let code = '';
  for (const part of bare.split(LINE_END)) {
    line += part.split(JOINED).length;
    if (code.length < MAX_STATEMENT) code += part.slice(0, MAX_STATEMENT).replaceAll(JOINED, ' ');
    for (const [bracket] of part.matchAll(/[([{}\])]/g)) {
      // A text that closes more brackets than it opens is not Python. What follows is still read.
      depth = Math.max(0, depth + ('([{'.includes(bracket) ? 1 : -1));
    }
    if (depth > 0) code += ' ';
    else {
      yield { line: begin, code };
      code = '';
      begin = line;
    }
  }
  yield { line: begin, code };
}
