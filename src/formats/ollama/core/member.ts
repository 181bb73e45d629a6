import type { FindingCode } from '../../../base/findings.ts';
import { shortened } from '../../../base/text.ts';
import { unsignedInteger } from '../../../json/integer.ts';
import { JSON_KIND_WORDS, type JsonKind, type JsonReader } from '../../../json/reader.ts';
import { MAX_NAME_UNITS } from './limits.ts';

/** Adds a finding about the text that is read. Line and column count from 1. */
export type Tell = (code: FindingCode, message: string, place?: { line: number; column: number }) => void;

/** Largest integer of Go's `int64`. */
const MAX_INT64 = 2n ** 63n - 1n;

/** No key of a manifest is longer. */
const MAX_KEY = 40;

/**
 * Reads the members of JSON objects as Go's `encoding/json` does: keys in any case, and of several with one key the
 * last. Reports what that hides.
 */
export class MemberReader {
  readonly json: JsonReader;
  readonly tell: Tell;

  constructor(reader: JsonReader, tell: Tell) {
    this.json = reader;
    this.tell = tell;
  }

  /**
   * Reads an object. Each member with a known key is given to its function, which must read the value; others are
   * passed. A null leaves what is there already, as in Go, and is not given.
   *
   * @param what the object in a sentence: "Layer 2"
   * @param nulls called for a null of their keys: of a list, it leaves nothing
   */
  object(
    what: string,
    known: Readonly<Record<string, () => void>>,
    nulls: Readonly<Record<string, () => void>> = {},
  ): void {
    const seen = new Set<string>();
    this.json.object((written) => {
      const key = keyOf(written, known);
      const read = key === undefined ? undefined : known[key];
      if (key === undefined || !read) {
        this.json.skip();
        return;
      }
      if (key !== written) this.tell('ollama/key-case', `${what} has the key “${written}” for “${key}”.`);
      if (seen.has(key)) this.tell('ollama/duplicate-key', `${what} has “${key}” more than once.`);
      seen.add(key);
      if (this.json.kind() === 'null') {
        this.json.null();
        nulls[key]?.();
      } else read();
    });
  }

  /** A text, shortened to `MAX_NAME_UNITS`. Undefined, with a finding, for anything else. */
  text(what: string): string | undefined {
    if (!this.#is('string', what, 'text')) return undefined;
    return shortened(this.json.string(), MAX_NAME_UNITS);
  }

  /** A whole number of 64 bits with a sign. Undefined, with a finding, for anything else, also for `8e0`. */
  integer(what: string): bigint | undefined {
    if (!this.#is('number', what, 'a whole number')) return undefined;
    const text = this.json.number();
    const isNegative = text.startsWith('-');
    const value = unsignedInteger(isNegative ? text.slice(1) : text);
    if (typeof value === 'bigint' && value <= MAX_INT64) return isNegative ? -value : value;
    const why = value === 'fraction' ? 'not written as a whole number' : 'larger than 64 bits';
    this.tell('ollama/bad-type', `${what} is ${shortened(text, MAX_KEY)}, which is ${why}.`);
    return undefined;
  }

  /** Whether the next value is an object. Passes it, with a finding, where it is not. */
  isObject(what: string): boolean {
    return this.#is('object', what, 'an object');
  }

  /** Whether the next value is a list. Passes it, with a finding, where it is not. */
  isList(what: string): boolean {
    return this.#is('array', what, 'a list');
  }

  #is(wanted: JsonKind, what: string, words: string): boolean {
    const kind = this.json.kind();
    if (kind === wanted) return true;
    this.json.skip();
    this.tell('ollama/bad-type', `${what} is ${JSON_KIND_WORDS[kind]}, not ${words}.`);
    return false;
  }
}

/** The known key that Go takes a key for: the same one, else the same in another case. */
function keyOf(written: string, known: Readonly<Record<string, unknown>>): string | undefined {
  if (Object.hasOwn(known, written)) return written;
  if (written.length > MAX_KEY) return undefined;
  const folded = foldCase(written);
  return Object.keys(known).find((key) => foldCase(key) === folded);
}

/** Case as Go folds it: a long s (U+017F) is an s, and the sign of Kelvin (U+212A) a k. */
export function foldCase(key: string): string {
  return key.replaceAll('\u017f', 's').replaceAll('\u212a', 'k').toLowerCase();
}
