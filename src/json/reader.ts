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

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const LETTER_E = 0x45;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const SMALL_E = 0x65;
const SMALL_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

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
    this.#passSpace();
    const unit = this.text.charCodeAt(this.at);
    if (unit === QUOTE) return 'string';
    if (unit === OPEN_BRACE) return 'object';
    if (unit === OPEN_BRACKET) return 'array';
    if (unit === MINUS || isDigit(unit)) return 'number';
    if (this.#isWord('true') || this.#isWord('false')) return 'boolean';
    if (this.#isWord('null')) return 'null';
    throw this.#misses('a value');
  }

  /**
   * Reads an object. `member` is called for each member with its name, unescaped, and where the name stands, with its
   * quotation marks. It must read the value.
   */
  object(member: (name: string, span: TextSpan) => void): void {
    this.#open(OPEN_BRACE, 'an object');
    if (!this.#passes(CLOSE_BRACE)) {
      do {
        this.#passSpace();
        const start = this.at;
        const name = this.#name();
        member(name, { start, end: this.#nameEnd });
      } while (this.#passes(COMMA));
      if (!this.#passes(CLOSE_BRACE)) throw this.#misses('a comma or }');
    }
    this.#depth--;
  }

  /** Reads an array. `item` is called for each item with its index, and must read it. */
  array(item: (index: number) => void): void {
    this.#open(OPEN_BRACKET, 'an array');
    if (!this.#passes(CLOSE_BRACKET)) {
      let index = 0;
      do item(index++);
      while (this.#passes(COMMA));
      if (!this.#passes(CLOSE_BRACKET)) throw this.#misses('a comma or ]');
    }
    this.#depth--;
  }

  /** Reads a string and gives its value. */
  string(): string {
    this.#passSpace();
    if (this.text.charCodeAt(this.at) !== QUOTE) throw this.#misses('a string');
    const { text } = this;
    const start = this.at + 1;
    for (let at = start; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) {
        this.at = at + 1;
        return text.slice(start, at);
      }
      if (unit === BACKSLASH) return this.#escapedString(start, at);
      if (unit < SPACE) throw new JsonError('syntax', at, 'control character in a string');
    }
    throw new JsonError('syntax', text.length, 'the text ends inside a string');
  }

  /** Reads a number and gives it as it is written. */
  number(): string {
    this.#passSpace();
    const start = this.at;
    if (this.text.charCodeAt(this.at) === MINUS) this.at++;
    if (this.text.charCodeAt(this.at) === ZERO) this.at++;
    else this.#digits();
    if (this.text.charCodeAt(this.at) === POINT) {
      this.at++;
      this.#digits();
    }
    const unit = this.text.charCodeAt(this.at);
    if (unit === SMALL_E || unit === LETTER_E) {
      const sign = this.text.charCodeAt(++this.at);
      if (sign === PLUS || sign === MINUS) this.at++;
      this.#digits();
    }
    return this.text.slice(start, this.at);
  }

  boolean(): boolean {
    const value = this.kind() === 'boolean' && this.#isWord('true');
    this.#word(value ? 'true' : 'false');
    return value;
  }

  null(): void {
    this.#passSpace();
    this.#word('null');
  }

  /**
   * Passes a value that is written in one way only. Undefined, and nothing but white space is passed, where it is
   * written in another.
   *
   * @param pattern sticky, and matches only whole values that are valid JSON
   */
  match(pattern: RegExp): RegExpExecArray | undefined {
    this.#passSpace();
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
    const ends: number[] = [];
    do {
      const end = this.#enterOrPass();
      if (end !== undefined) ends.push(end);
      else this.#leave(ends);
    } while (ends.length > 0);
    this.#maxDepth = others;
  }

  /** Enters an array or object up to its first value, and gives the character that ends it. Passes any other value. */
  #enterOrPass(): number | undefined {
    switch (this.kind()) {
      case 'object':
        this.#open(OPEN_BRACE, 'an object');
        if (!this.#passes(CLOSE_BRACE)) {
          this.#name();
          return CLOSE_BRACE;
        }
        this.#depth--;
        return undefined;
      case 'array':
        this.#open(OPEN_BRACKET, 'an array');
        if (!this.#passes(CLOSE_BRACKET)) return CLOSE_BRACKET;
        this.#depth--;
        return undefined;
      case 'string':
        this.string();
        return undefined;
      case 'number':
        this.number();
        return undefined;
      case 'boolean':
        this.boolean();
        return undefined;
      case 'null':
        this.null();
        return undefined;
    }
  }

  /** After a value: leaves what ends there, up to the next value of what does not. */
  #leave(ends: number[]): void {
    for (let end = ends.at(-1); end !== undefined; end = ends.at(-1)) {
      if (this.#passes(COMMA)) {
        if (end === CLOSE_BRACE) this.#name();
        return;
      }
      if (!this.#passes(end)) throw this.#misses(end === CLOSE_BRACE ? 'a comma or }' : 'a comma or ]');
      this.#depth--;
      ends.pop();
    }
  }

  /** Passes the name of a member and its colon. */
  #name(): string {
    this.#passSpace();
    if (this.text.charCodeAt(this.at) !== QUOTE) throw this.#misses('a name in quotation marks');
    const name = this.string();
    this.#nameEnd = this.at;
    if (!this.#passes(COLON)) throw this.#misses('a colon');
    return name;
  }

  /** Passes the white space at the end. Throws where anything else is left. */
  end(): void {
    this.#passSpace();
    if (this.at < this.text.length) throw new JsonError('syntax', this.at, 'unexpected text after the end');
  }

  #open(unit: number, what: string): void {
    this.#passSpace();
    if (this.text.charCodeAt(this.at) !== unit) throw this.#misses(what);
    if (++this.#depth > MAX_JSON_DEPTH) this.deepAt ??= this.at;
    if (this.#depth > this.#maxDepth) {
      throw new JsonError('too-deep', this.at, `values are nested more than ${this.#maxDepth} levels deep`);
    }
    this.at++;
  }

  /** Passes white space and this character. False where another one stands there. */
  #passes(unit: number): boolean {
    this.#passSpace();
    if (this.text.charCodeAt(this.at) !== unit) return false;
    this.at++;
    return true;
  }

  #passSpace(): void {
    const { text } = this;
    for (;;) {
      const unit = text.charCodeAt(this.at);
      if (unit !== SPACE && unit !== NEWLINE && unit !== RETURN && unit !== TAB) return;
      this.at++;
    }
  }

  #digits(): void {
    const start = this.at;
    while (isDigit(this.text.charCodeAt(this.at))) this.at++;
    if (this.at === start) throw this.#misses('a digit');
  }

  #isWord(word: string): boolean {
    return this.text.startsWith(word, this.at);
  }

  #word(word: string): void {
    if (!this.#isWord(word)) throw this.#misses(word);
    this.at += word.length;
  }

  /** The rest of a string from its first escape on. Joins its parts once: a long one may be all escapes. */
  #escapedString(start: number, firstEscape: number): string {
    const { text } = this;
    const parts = [text.slice(start, firstEscape)];
    let at = firstEscape;
    for (let plain = at; ; ) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) {
        parts.push(text.slice(plain, at));
        this.at = at + 1;
        return parts.join('');
      }
      if (Number.isNaN(unit)) throw new JsonError('syntax', text.length, 'the text ends inside a string');
      if (unit < SPACE) throw new JsonError('syntax', at, 'control character in a string');
      if (unit !== BACKSLASH) {
        at++;
        continue;
      }
      parts.push(text.slice(plain, at));
      const [value, end] = this.#escape(at);
      parts.push(value);
      at = end;
      plain = end;
    }
  }

  /** The escape that begins at `at`: what it stands for, and where it ends. */
  #escape(at: number): [value: string, end: number] {
    const letter = this.text.charAt(at + 1);
    const short = ESCAPES.get(letter);
    if (short !== undefined) return [short, at + 2];
    const unit = this.#unicodeEscape(at);
    if (unit === undefined) throw new JsonError('syntax', at, 'invalid escape in a JSON string');
    if (unit < 0xd800 || unit > 0xdfff) return [String.fromCharCode(unit), at + 6];
    const low = unit < 0xdc00 ? this.#unicodeEscape(at + 6) : undefined;
    if (low !== undefined && low >= 0xdc00 && low <= 0xdfff) return [String.fromCharCode(unit, low), at + 12];
    if (this.loneSurrogates.length < MAX_LONE_SURROGATES) this.loneSurrogates.push(at);
    return ['\ufffd', at + 6];
  }

  /** The value of `\uXXXX` at a place. Undefined where something else stands there. */
  #unicodeEscape(at: number): number | undefined {
    const { text } = this;
    if (text.charCodeAt(at) !== BACKSLASH || text.charCodeAt(at + 1) !== SMALL_U) return undefined;
    const digits = text.slice(at + 2, at + 6);
    return /^[\da-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
  }

  #misses(what: string): JsonError {
    const atEnd = this.at >= this.text.length;
    return new JsonError('syntax', this.at, atEnd ? `the text ends where ${what} is expected` : `${what} is missing`);
  }
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= NINE;
}
