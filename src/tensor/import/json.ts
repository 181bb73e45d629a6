import { BadFileError } from '../../base/errors.ts';
import { MAX_RANK } from '../../base/limits.ts';
import { quote } from '../../base/text.ts';
import { JSON_KIND_WORDS, JsonError, JsonReader } from '../../json/reader.ts';
import { indexText } from '../shape.ts';
import { type TextCells, textChoice } from './text-values.ts';
import type { ReadableChoice, ReadHint } from './value-choice.ts';
import '../contents/findings.ts';

/** What Python, JavaScript and Boxcutter write for numbers that JSON lacks. */
const NOT_FINITE = /-?(?:NaN|Infinity|inf|nan)\b/y;

const NOT_FINITE_TEXT = /^[-+]?(?:nan|inf|infinity)$/i;

/** Members of an object that are listed. */
const MAX_MEMBERS = 1000;

/**
 * Values of JSON: lists in lists, all of one shape, or one value; of an object, each member whose value is one. Integers
 * are exact, also beyond 2^53. NaN and infinities may stand as Python writes them, or as strings. Rejects with
 * `values/syntax`, and with `values/hole`, `values/ragged` and `values/not-a-number` at the index.
 */
export async function jsonChoices(text: string, hint: ReadHint, signal?: AbortSignal): Promise<ReadableChoice[]> {
  const found = readJson(text);
  const choices: ReadableChoice[] = [];
  const seen = new Map<string, number>();
  for (const [at, { name, cells }] of found.entries()) {
    const nth = (seen.get(name ?? '') ?? 0) + 1;
    seen.set(name ?? '', nth);
    const label = nth > 1 ? `${name} (member ${nth} of this name)` : (name ?? 'JSON');
    // Two members may have one name, and a key is for one of them.
    const about = { key: name === undefined ? 'json' : `json ${at}`, label, notes: [] };
    choices.push(await textChoice(cells, about, hint, signal));
  }
  if (choices.length === 0) throw new BadFileError('values/no-values', 'The JSON object is empty.');
  return choices;
}

interface Found {
  name?: string;
  cells: TextCells;
}

function readJson(text: string): Found[] {
  const reader = new JsonReader(text, 0, MAX_RANK);
  try {
    const found: Found[] = [];
    if (reader.kind() !== 'object') found.push({ cells: new Lists(reader).read() });
    else
      reader.object((name) => {
        const cells = new Lists(reader, name).read();
        if (found.length < MAX_MEMBERS) found.push({ name, cells });
      });
    reader.end();
    const [half] = reader.loneSurrogates;
    if (half !== undefined) throw new JsonError('syntax', half, 'the escape stands for half of a character');
    return found;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const before = text.slice(0, error.at).split('\n');
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    const message = `Line ${place.line}, column ${place.column}: ${error.message}.`;
    throw new BadFileError('values/syntax', message, place);
  }
}

type ValueKind = 'string' | 'number' | 'boolean';

/** Reads nested lists. */
class Lists {
  readonly #reader: JsonReader;
  readonly #where: string;
  readonly #texts: string[] = [];
  /** Sizes of the lists at each depth. Those of lists that are not read to their end yet are unknown. */
  readonly #sizes: number[] = [];
  readonly #index: number[] = [];
  /** How deep the values are. Undefined before the first one. */
  #depth: number | undefined;
  #kind: ValueKind | undefined;
  /** A text was read that may be a number that JSON lacks, before any value that tells. */
  #isOpen = false;

  constructor(reader: JsonReader, name?: string) {
    this.#reader = reader;
    this.#where = name === undefined ? '' : ` of ${quote(name)}`;
  }

  read(): TextCells {
    this.#value();
    return {
      texts: this.#texts,
      shape: this.#sizes.map(BigInt),
      areStrings: (this.#kind ?? this.#openKind) === 'string',
    };
  }

  #value(): void {
    const reader = this.#reader;
    const isWord = reader.match(NOT_FINITE)?.[0];
    const kind = isWord === undefined ? reader.kind() : 'number';
    if (kind === 'array') this.#list();
    else if (kind === 'object') throw this.#bad('values/not-a-number', 'is an object, and not a value');
    else if (kind === 'null') throw this.#bad('values/hole', 'is null');
    else {
      if (this.#index.length !== (this.#depth ?? this.#index.length)) throw this.#ragged();
      this.#depth = this.#index.length;
      if (isWord !== undefined) this.#agree('number');
      this.#texts.push(isWord ?? this.#text(kind));
    }
  }

  #text(kind: ValueKind): string {
    const text = kind === 'boolean' ? String(this.#reader.boolean()) : this.#reader[kind]();
    // A number that JSON lacks, among numbers, or a text, among texts.
    if (kind === 'string' && this.#kind !== 'boolean' && NOT_FINITE_TEXT.test(text)) this.#isOpen = true;
    else this.#agree(kind);
    return text;
  }

  /** Texts for which nothing else tells are texts. */
  get #openKind(): 'string' | undefined {
    return this.#isOpen ? 'string' : undefined;
  }

  /** Throws where a value is of another kind than those before. */
  #agree(kind: ValueKind): void {
    const known = this.#kind ?? (kind === 'boolean' ? this.#openKind : undefined);
    this.#kind ??= kind;
    if (known === undefined || kind === known) return;
    const [one, other] = [JSON_KIND_WORDS[kind], JSON_KIND_WORDS[known]];
    throw this.#bad('values/not-a-number', `is ${one}, and others are ${other}`);
  }

  #list(): void {
    const depth = this.#index.length;
    if (this.#depth !== undefined && depth >= this.#depth) throw this.#ragged();
    let size = 0;
    this.#index.push(0);
    this.#reader.array((at) => {
      this.#index[depth] = at;
      size = at + 1;
      this.#value();
    });
    this.#index.pop();
    this.#sizes[depth] ??= size;
    if (this.#sizes[depth] !== size)
      throw this.#bad('values/ragged', `has ${size} elements, and the first list like it has ${this.#sizes[depth]}`);
    // An empty list is as deep as there are lists.
    if (size === 0) this.#depth ??= depth + 1;
  }

  #ragged(): BadFileError {
    return this.#bad('values/ragged', 'is nested less or more deeply than the first value');
  }

  #bad(code: 'values/ragged' | 'values/hole' | 'values/not-a-number', what: string): BadFileError {
    const place =
      this.#index.length > 0 ? `The item at ${indexText(this.#index)}${this.#where}` : `The value${this.#where}`;
    return new BadFileError(code, `${place} ${what}.`);
  }
}
