import { quote } from '../../../base/text.ts';
import { unsignedInteger } from '../../../json/integer.ts';
import { MAX_NUMBER_UNITS } from './limits.ts';
import { type Field, plainKey, type Section, type Tell } from './manifest.ts';

/** A number of the document's type float. */
export interface FloatField {
  /** As written. */
  text: string;
  value: number;
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const NOT_FINITE = /^[+-]?(?:nan|inf|infinity)$/i;

/** The value of a decimal text, of a name of infinity, or of NaN. Undefined for other texts. */
export function decimal(text: string): number | undefined {
  if (DECIMAL.test(text)) return Number(text);
  if (!NOT_FINITE.test(text)) return undefined;
  if (/nan$/i.test(text)) return Number.NaN;
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** Reads the fields of one section with the types of the document, and reports what is of another type. */
export class FieldReader {
  readonly #section: Section;
  readonly #what: string;
  readonly #tell: Tell;

  /**
   * @param what the section in a sentence: "Layer 2"
   * @param known the names of its fields in the document
   */
  constructor(section: Section, what: string, known: readonly string[], tell: Tell) {
    this.#section = section;
    this.#what = what;
    this.#tell = tell;
    const plain = new Set(known.map(plainKey));
    for (const [key, { key: written, at }] of section.fields) {
      if (!plain.has(key)) tell('mldef/unknown-field', `${what} has a field ${quote(written)}.`, at);
    }
  }

  /** Where the section begins. */
  get at(): number {
    return this.#section.at;
  }

  /** Where a field is, else its section. */
  placeOf(name: string): number {
    return this.#field(name)?.at ?? this.at;
  }

  tell(...args: Parameters<Tell>): void {
    this.#tell(...args);
  }

  /** Reports a field that is missing and without which the section cannot be used. */
  require(name: string, has: boolean): void {
    if (!has && !this.#isBad(name)) this.#tell('mldef/missing-field', `${this.#what} has no ${quote(name)}.`, this.at);
  }

  /** Reports a field that the document lists and that is missing. */
  expect(name: string, has: boolean): void {
    if (!has && !this.#isBad(name)) this.#tell('mldef/missing-detail', `${this.#what} has no ${quote(name)}.`, this.at);
  }

  /** A text without spaces around it. Undefined where it is empty or missing. */
  text(name: string): string | undefined {
    const field = this.#field(name);
    if (!field || field.kind === 'null') return undefined;
    if (field.kind === 'string') return field.text.trim() === '' ? undefined : field.text.trim();
    this.#badType(name, field, 'a text');
    return field.kind === 'number' ? field.text : undefined;
  }

  /** A list of words, separated by commas. */
  words(name: string): readonly string[] {
    const field = this.#field(name);
    if (!field || field.kind === 'null') return [];
    if (field.items) {
      const message = `${this.#what} has ${quote(field.key)} as a JSON list.`;
      this.#tell('mldef/list-of-words', message, field.at);
      return wordsIn(field.items);
    }
    if (field.kind === 'string') return wordsIn(field.text.split(','));
    this.#badType(name, field, 'a text');
    return [];
  }

  /** An unsigned integer. Undefined where it is empty, missing or no such number. */
  uint(name: string): number | undefined {
    const field = this.#field(name);
    const text = field && this.#numberText(name, field, 'a whole number');
    if (field === undefined || text === undefined) return undefined;
    const value = NOT_FINITE.test(text) ? 'fraction' : unsignedInteger(text);
    if (typeof value === 'bigint' && value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
    const why = {
      negative: 'is negative',
      fraction: 'is not a whole number',
      'too-large': 'is larger than any file',
    }[typeof value === 'string' ? value : 'too-large'];
    this.#tell('mldef/bad-number', `${this.#what}: ${quote(name)} ${why}: ${quote(text)}.`, field.at);
    return undefined;
  }

  /** A float. Undefined where it is empty, missing or no number. */
  float(name: string): FloatField | undefined {
    const field = this.#field(name);
    const text = field && this.#numberText(name, field, 'a number');
    if (field === undefined || text === undefined) return undefined;
    const value = decimal(text) as number;
    if (Number.isFinite(value) || NOT_FINITE.test(text)) return { text, value };
    this.#tell('mldef/bad-number', `${this.#what}: ${quote(name)} is too large: ${quote(text)}.`, field.at);
    return undefined;
  }

  #field(name: string): Field | undefined {
    return this.#section.fields.get(plainKey(name));
  }

  /** Whether a field has a value of another kind, which is reported already. */
  #isBad(name: string): boolean {
    const field = this.#field(name);
    return field !== undefined && field.kind !== 'null' && !(field.kind === 'string' && field.text.trim() === '');
  }

  #numberText(name: string, field: Field, what: string): string | undefined {
    const { kind, at } = field;
    const text = field.text.trim();
    if (kind === 'null' || (kind === 'string' && text === '')) return undefined;
    if (text.length <= MAX_NUMBER_UNITS) {
      if (kind === 'number') return text;
      if (kind === 'string' && decimal(text) !== undefined) {
        this.#tell('mldef/number-as-text', `${this.#what} has ${quote(name)} as a text: ${quote(text)}.`, at);
        return text;
      }
    }
    this.#badType(name, field, what);
    return undefined;
  }

  #badType(name: string, { at, kind }: Field, wanted: string): void {
    this.#tell('mldef/bad-type', `${this.#what}: ${quote(name)} is not ${wanted} (${kind}).`, at);
  }
}

function wordsIn(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
