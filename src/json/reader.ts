/** What a value is, by its first character. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** Each kind with its article, for messages. */
export const JSON_KIND_WORDS: Record<JsonKind, string> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

/** A stretch of a text in UTF-16 units, `end` excluded. */
export interface TextSpan {
  start: number;
  end: number;
}

/**
 * Where a text is not JSON (RFC 8259), or is nested too deeply. `at` is the place in UTF-16 units. The message is the
 * end of a sentence: "a comma or } is missing".
 */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly kind: 'syntax' | 'too-deep';
  readonly at: number;

  constructor(kind: JsonError['kind'], at: number, message: string) {
    super(message);
    this.kind = kind;
    this.at = at;
  }
}

/**
 * Arrays and objects inside each other. serde_json refuses the 128th (`remaining_depth`), and the reader recurses. Real
 * files have four.
 */
export const MAX_JSON_DEPTH = 127;

/** Escapes that stand for half of a character are remembered up to this number, and counted beyond it. */
const MAX_LONE_SURROGATES = 100;

/** What stands for itself in a string, as long as it goes on. */
const PLAIN = /[ !#-[\]-\uffff]*/y;

const ESCAPE = /\\(?:(["\\/bfnrt])|u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})|u([\da-fA-F]{4}))/y;

const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const DIGITS = /\d+/y;

/**
 * Reads JSON strictly and without loss, value by value, in the order of the text. The caller asks for the value that it
 * expects, so a text of 100 MB becomes no tree. Unlike `JSON.parse`, it gives numbers as they are written (`8e0`,
 * 2^53 + 1), every member of an object also where two have one name, and the place of each. Every method first passes
 * white space, and throws a `JsonError` at the first character that is not JSON.
 */
export class JsonReader {
  readonly text: string;
  /** The next unit to read. */
  at: number;
  /**
   * Places of escapes that stand for half of a character, as `\ud800`. RFC 8259 allows them, and strict readers refuse
   * them. The string has U+FFFD in their place.
   */
  readonly loneSurrogates: number[] = [];
  /** The first place that is nested more than `MAX_JSON_DEPTH` levels deep. */
  deepAt: number | undefined;
  #maxDepth: number;
  #depth = 0;
  /** Where the name ends that was read last, with its quotation marks. */
  #nameEnd = 0;

  /**
   * @param at where to begin
   * @param maxDepth levels of nesting. Only `skip` reads more than `MAX_JSON_DEPTH` of them without recursion.
   */
  constructor(text: string, at = 0, maxDepth = MAX_JSON_DEPTH) {
    this.text = text;
    this.at = at;
    this.#maxDepth = maxDepth;
  }

  /** What the next value is. */
  kind(): JsonKind {
    const char = this.#next();
    if (char === '"') return 'string';
    if (char === '{') return 'object';
    if (char === '[') return 'array';
    if (char === '-' || (char >= '0' && char <= '9')) return 'number';
    if (this.#isWord('true') || this.#isWord('false')) return 'boolean';
    if (this.#isWord('null')) return 'null';
    throw this.#misses('a value');
  }

  /**
   * Reads an object. `member` is called for each member with its name, unescaped, and where the name stands, with its
   * quotation marks. It must read the value.
   */
  object(member: (name: string, span: TextSpan) => void): void {
    this.#open('{', 'an object');
    if (!this.#passes('}')) {
      do {
        this.#next();
        const start = this.at;
        const name = this.#name();
        member(name, { start, end: this.#nameEnd });
      } while (this.#passes(','));
      if (!this.#passes('}')) throw this.#misses('a comma or }');
    }
    this.#depth--;
  }

  /** Reads an array. `item` is called for each item with its index, and must read it. */
  array(item: (index: number) => void): void {
    this.#open('[', 'an array');
    if (!this.#passes(']')) {
      let index = 0;
      do item(index++);
      while (this.#passes(','));
      if (!this.#passes(']')) throw this.#misses('a comma or ]');
    }
    this.#depth--;
  }

  /** Reads a string and gives its value. */
  string(): string {
    if (this.#next() !== '"') throw this.#misses('a string');
    const { text } = this;
    let value = '';
    for (let start = this.at + 1; ; ) {
      const end = endOf(PLAIN, text, start);
      value += text.slice(start, end);
      if (text[end] === '"') {
        this.at = end + 1;
        return value;
      }
      if (end === text.length) throw new JsonError('syntax', end, 'the text ends inside a string');
      if (text[end] !== '\\') throw new JsonError('syntax', end, 'control character in a string');
      value += this.#escape(end);
      start = ESCAPE.lastIndex;
    }
  }

  /** Reads a number and gives it as it is written. */
  number(): string {
    this.#next();
    const { text } = this;
    const start = this.at;
    if (text[this.at] === '-') this.at++;
    if (text[this.at] === '0') this.at++;
    else this.#digits();
    if (text[this.at] === '.') {
      this.at++;
      this.#digits();
    }
    if (text[this.at] === 'e' || text[this.at] === 'E') {
      this.at++;
      if (text[this.at] === '+' || text[this.at] === '-') this.at++;
      this.#digits();
    }
    return text.slice(start, this.at);
  }

  boolean(): boolean {
    const value = this.kind() === 'boolean' && this.#isWord('true');
    this.#word(value ? 'true' : 'false');
    return value;
  }

  null(): void {
    this.#next();
    this.#word('null');
  }

  /**
   * Passes a value that is written in one way only. Undefined, and nothing but white space is passed, where it is
   * written in another.
   *
   * @param pattern sticky, and matches only whole values that are valid JSON
   */
  match(pattern: RegExp): RegExpExecArray | undefined {
    this.#next();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return undefined;
    this.at = pattern.lastIndex;
    return found;
  }

  /**
   * Passes the next value, whatever it is. Checks its syntax all the same, and does not recurse.
   *
   * @param maxDepth levels of nesting in this value, where it may have more than others
   */
  skip(maxDepth = this.#maxDepth): void {
    const others = this.#maxDepth;
    this.#maxDepth = maxDepth;
    /** The arrays and objects around the value, by the characters that end them. */
    const ends: string[] = [];
    do {
      const kind = this.kind();
      if (kind !== 'object' && kind !== 'array') this[kind]();
      else {
        const [first, end] = kind === 'object' ? ['{', '}'] : ['[', ']'];
        this.#open(first, '');
        if (!this.#passes(end)) {
          ends.push(end);
          if (kind === 'object') this.#name();
          continue;
        }
        this.#depth--;
      }
      this.#leave(ends);
    } while (ends.length > 0);
    this.#maxDepth = others;
  }

  /** After a value: leaves what ends there, up to the next value of what does not. */
  #leave(ends: string[]): void {
    for (let end = ends.at(-1); end !== undefined; end = ends.at(-1)) {
      if (this.#passes(',')) {
        if (end === '}') this.#name();
        return;
      }
      if (!this.#passes(end)) throw this.#misses(`a comma or ${end}`);
      this.#depth--;
      ends.pop();
    }
  }

  /** Passes the name of a member and its colon. */
  #name(): string {
    if (this.#next() !== '"') throw this.#misses('a name in quotation marks');
    const name = this.string();
    this.#nameEnd = this.at;
    if (!this.#passes(':')) throw this.#misses('a colon');
    return name;
  }

  /** Passes the white space at the end. Throws where anything else is left. */
  end(): void {
    this.#next();
    if (this.at < this.text.length) throw new JsonError('syntax', this.at, 'unexpected text after the end');
  }

  #open(char: string, what: string): void {
    if (this.#next() !== char) throw this.#misses(what);
    if (++this.#depth > MAX_JSON_DEPTH) this.deepAt ??= this.at;
    if (this.#depth > this.#maxDepth) {
      throw new JsonError('too-deep', this.at, `values are nested more than ${this.#maxDepth} levels deep`);
    }
    this.at++;
  }

  /** Passes white space and this character. False where another one stands there. */
  #passes(char: string): boolean {
    if (this.#next() !== char) return false;
    this.at++;
    return true;
  }

  /** Passes white space. Gives the character that follows; nothing at the end of the text. */
  #next(): string {
    for (;;) {
      const char = this.text[this.at] ?? '';
      if (char !== ' ' && char !== '\n' && char !== '\r' && char !== '\t') return char;
      this.at++;
    }
  }

  #digits(): void {
    const end = endOf(DIGITS, this.text, this.at);
    if (end === this.at) throw this.#misses('a digit');
    this.at = end;
  }

  #isWord(word: string): boolean {
    return this.text.startsWith(word, this.at);
  }

  #word(word: string): void {
    if (!this.#isWord(word)) throw this.#misses(word);
    this.at += word.length;
  }

  /** What the escape at `at` stands for. `ESCAPE.lastIndex` is then where it ends. */
  #escape(at: number): string {
    ESCAPE.lastIndex = at;
    const found = ESCAPE.exec(this.text);
    if (!found) throw new JsonError('syntax', at, 'invalid escape in a JSON string');
    const [, short, high, low, unit] = found;
    if (short !== undefined) return SHORT_ESCAPES[short] ?? short;
    const units = [high, low, unit].filter((digits) => digits !== undefined);
    const text = String.fromCharCode(...units.map((digits) => Number.parseInt(digits, 16)));
    if (!/\p{Surrogate}/u.test(text)) return text;
    if (this.loneSurrogates.length < MAX_LONE_SURROGATES) this.loneSurrogates.push(at);
    return '\ufffd';
  }

  #misses(what: string): JsonError {
    const atEnd = this.at >= this.text.length;
    return new JsonError('syntax', this.at, atEnd ? `the text ends where ${what} is expected` : `${what} is missing`);
  }
}

/** Where a match that begins at `at` ends; `at` where there is none. */
function endOf(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : at;
}
