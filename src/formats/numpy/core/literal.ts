import { MAX_DIGITS, MAX_LITERAL_DEPTH } from './limits.ts';

/** A value that a Python literal stands for. Nothing is evaluated. */
export type Literal = string | bigint | boolean | null | LiteralItems | LiteralDict;

export interface LiteralItems {
  kind: 'list' | 'tuple';
  items: readonly Literal[];
}

/** The pairs as written, including repeated keys. */
export interface LiteralDict {
  kind: 'dict';
  pairs: readonly (readonly [key: Literal, value: Literal])[];
}

/** What was read, or why the text is not a literal. `at` counts UTF-16 units. */
export type LiteralReading =
  | { value: Literal /** Whether a number ends in `L`, as of Python 2. */; hasLongs: boolean }
  | { problem: string; at: number };

/**
 * Reads the text of one Python value, as `ast.literal_eval` does: dictionaries, lists, tuples, strings, whole numbers,
 * True, False and None. Never throws. Knows no bytes, floats, sets, f-strings, named characters or joined strings: no
 * header needs one.
 */
export function readLiteral(text: string): LiteralReading {
  const scanner = new Scanner(text);
  try {
    const value = scanner.value(0);
    scanner.end();
    return { value, hasLongs: scanner.hasLongs };
  } catch (error) {
    if (error instanceof Fault) return { problem: error.message, at: error.at };
    throw error;
  }
}

class Fault extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const SPACE = /(?:[ \t\f\r\n]+|#[^\r\n]*)*/y;
const NUMBER = /([+-]?)\s*(0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+|0+|[1-9]\d*)(L?)(?![\w.])/y;
const WORD = /[A-Za-z_]\w*/y;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['True', true],
  ['False', false],
  ['None', null],
]);

/** Characters after a backslash, and what they stand for. */
const ESCAPED = ['\\', "'", '"', '', '\x07', '\b', '\f', '\n', '\r', '\t', '\v'];
const ESCAPES: ReadonlyMap<string, string> = new Map(
  [...'\\\'"\nabfnrtv'].map((char, at) => [char, ESCAPED[at] ?? '']),
);
const CODES = /[0-7]{1,3}|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})/y;
/** What stands for itself in a string. */
const PLAIN = /[^'"\\\r\n]+/y;

class Scanner {
  hasLongs = false;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): Literal {
    this.#match(SPACE);
    const char = this.#text[this.#at];
    if (char === undefined) throw this.#fault('it ends where a value is expected');
    if ('{[('.includes(char) && depth >= MAX_LITERAL_DEPTH) throw this.#fault('its brackets are nested too deeply');
    if (char === '{') return this.#dict(depth);
    if (char === '[') return this.#list(depth);
    if (char === '(') return this.#group(depth);
    if (char === "'" || char === '"') return this.#string(char);
    return this.#number() ?? this.#word();
  }

  end(): void {
    this.#match(SPACE);
    if (this.#at < this.#text.length) throw this.#fault('there is more after its value');
  }

  #dict(depth: number): LiteralDict {
    const pairs: [Literal, Literal][] = [];
    this.#items('}', () => {
      const key = this.value(depth + 1);
      if (!this.#takes(':')) throw this.#fault('a colon is missing after a key');
      pairs.push([key, this.value(depth + 1)]);
    });
    return { kind: 'dict', pairs };
  }

  #list(depth: number): LiteralItems {
    const items: Literal[] = [];
    this.#items(']', () => items.push(this.value(depth + 1)));
    return { kind: 'list', items };
  }

  /** A tuple. In Python, `(3)` is the number in brackets, and `(3,)` a tuple. */
  #group(depth: number): Literal {
    const items: Literal[] = [];
    const hasComma = this.#items(')', () => items.push(this.value(depth + 1)));
    const [only] = items;
    return items.length === 1 && only !== undefined && !hasComma ? only : { kind: 'tuple', items };
  }

  /** Reads what is between brackets, and tells whether it has a comma. */
  #items(close: ')' | ']' | '}', readItem: () => void): boolean {
    let hasComma = false;
    this.#at++;
    while (!this.#takes(close)) {
      readItem();
      if (this.#takes(',')) hasComma = true;
      else if (this.#takes(close)) return hasComma;
      else throw this.#fault(`a comma or ${close} is missing after a value`);
    }
    return hasComma;
  }

  #string(quote: string): string {
    let value = '';
    this.#at++;
    for (;;) {
      value += this.#match(PLAIN)?.[0] ?? '';
      const char = this.#text[this.#at];
      if (char === undefined || char === '\n' || char === '\r') throw this.#fault('a string has no end');
      this.#at++;
      if (char === quote) return value;
      value += char === '\\' ? this.#escape() : char;
    }
  }

  #escape(): string {
    const char = this.#text[this.#at] ?? '';
    const known = ESCAPES.get(char);
    if (known !== undefined) {
      this.#at++;
      return known;
    }
    const code = this.#match(CODES);
    if (!code) {
      if ('xuUN'.includes(char)) throw this.#fault('a string has an invalid escape');
      // As in Python, a backslash before any other character stands for itself.
      return '\\';
    }
    const hex = code[1] ?? code[2] ?? code[3];
    const point = hex === undefined ? Number.parseInt(code[0], 8) : Number.parseInt(hex, 16);
    if (point > 0x10ffff) throw this.#fault('a string has a character that Unicode does not have');
    return String.fromCodePoint(point);
  }

  #number(): bigint | undefined {
    const start = this.#at;
    const found = this.#match(NUMBER);
    if (!found) return undefined;
    const [, sign, digits = '', long] = found;
    if (digits.length > MAX_DIGITS) throw new Fault('a number has too many digits', start);
    if (long) this.hasLongs = true;
    const value = BigInt(digits);
    return sign === '-' ? -value : value;
  }

  #word(): Literal {
    const start = this.#at;
    const [word = ''] = this.#match(WORD) ?? [];
    // Python 2 wrote names of fields with this prefix.
    const quote = this.#text[this.#at];
    if (/^[uU]$/.test(word) && (quote === "'" || quote === '"')) return this.#string(quote);
    const value = WORDS.get(word);
    if (value === undefined) throw new Fault('it contains something that is not a plain value', start);
    return value;
  }

  #takes(char: string): boolean {
    this.#match(SPACE);
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found;
  }

  #fault(message: string): Fault {
    return new Fault(message, this.#at);
  }
}
