import type { FindingCode } from '../../../base/findings.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { decodeText } from '../../../json/encoding.ts';
import { JsonError, type JsonKind, JsonReader } from '../../../json/reader.ts';
import { LineIndex } from '../../../toml/places.ts';
import { MAX_SECTIONS } from './limits.ts';
import { MANIFEST } from './paths.ts';

/** The kinds of sections, by the words in their keys, in the order of the document and of the form. */
export const SECTION_KINDS = ['model', 'dataFile', 'nodeRange', 'layer'] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

/** One value of a section. */
export interface Field {
  /** Its key as written. */
  key: string;
  kind: JsonKind;
  /** A string's value, and a number as written. Of others, empty. */
  text: string;
  /** The texts of a list of texts. */
  items?: readonly string[] | undefined;
  /** Where the key is, in UTF-16 units. */
  at: number;
}

/** One section, such as a layer. Its fields are by their keys without case, spaces, dashes and underscores. */
export interface Section {
  fields: ReadonlyMap<string, Field>;
  at: number;
}

/** A place in the manifest: in UTF-16 units, and as a path among the values of a draft (`layer.2.prior`). */
export interface Place {
  at: number;
  field?: string;
}

/** Reports a finding about a place in the manifest. */
export type Tell = (code: FindingCode, message: string, place?: Place) => void;

export interface Manifest {
  sections: Readonly<Record<SectionKind, readonly Section[]>>;
  /** Keys of sections that the manifest has, also where they have nothing usable. */
  kinds: ReadonlySet<SectionKind>;
}

/** The document names the sections and fixes no keys: one section and several have a key each. */
const SECTION_KEY = /^(?:(model)(?:s|section)?|(datafile|noderange|layer)(?:s|sections?)?)$/;

/** The kind of the sections at a key. Undefined where the document has no such section. */
export function kindAt(key: string): SectionKind | undefined {
  const [, one, several] = SECTION_KEY.exec(plainKey(key)) ?? [];
  return SECTION_KINDS.find((kind) => kind.toLowerCase() === (one ?? several));
}

/** A key without what the document leaves open: "Start Index", "start_index" and "StartIndex" are one. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[\s_-]+/g, '');
}

/** A manifest that was read. */
export interface ReadManifest {
  manifest: Manifest;
  tell: Tell;
  /** Its text with a byte-order mark, if there is one. Undefined where it is not UTF-8. */
  text: string | undefined;
}

/** Parses a manifest. Of a broken one, gives the sections before the break. Never throws. */
export function parseManifest(bytes: Uint8Array, report: Report): ReadManifest {
  const { text, badByte } = decodeText(bytes);
  const lines = new LineIndex(text);
  const tell: Tell = (code, message, place) =>
    report.add(code, message, () => {
      if (!place) return { path: MANIFEST };
      const { at, ...field } = place;
      return { path: MANIFEST, ...lines.place(at), ...field };
    });
  if (badByte !== undefined) tell('mldef/not-utf8', `Byte ${badByte} is not valid UTF-8.`);
  if (text.startsWith(MARK)) tell('mldef/byte-order-mark', 'The manifest begins with a byte-order mark (U+FEFF).');
  return { manifest: new ManifestParser(text, tell), tell, text: badByte === undefined ? text : undefined };
}

/** The sections of a text. Undefined where it is not one JSON object. Places in it count a byte-order mark. */
export function sectionsOf(text: string): Manifest['sections'] | undefined {
  const { isObject, sections } = new ManifestParser(text);
  return isObject ? sections : undefined;
}

/** Kinds of sections that a manifest.json must have where nothing else says that it is a model's. */
export const LEAST_SECTIONS = 2;

/** A key whose value can be sections. No key of a section is longer, however it is spaced. */
const KEY_OF_SECTIONS = /"([^"\\]{1,40})"\s*:\s*[[{]/g;

/**
 * How many kinds of sections a text has, if it is a JSON object. Tells a manifest of a model from others of its name.
 * Of broken JSON, its keys count: it then opens as a model, which says where it breaks.
 */
export function kindsOfSections(bytes: Uint8Array): number {
  const { text } = decodeText(bytes);
  const { isObject, listed } = new ManifestParser(text);
  if (isObject || !/^\ufeff?\s*\{/.test(text)) return listed.size;
  const kinds = new Set([...text.matchAll(KEY_OF_SECTIONS)].map(([, key = '']) => kindAt(key)));
  kinds.delete(undefined);
  return kinds.size;
}

/** A byte-order mark. */
export const MARK = '\ufeff';

class ManifestParser implements Manifest {
  readonly sections: Record<SectionKind, Section[]> = { model: [], dataFile: [], nodeRange: [], layer: [] };
  readonly kinds = new Set<SectionKind>();
  /** Kinds whose values can be sections: objects and lists. */
  readonly listed = new Set<SectionKind>();
  /** Whether the text is one object. */
  isObject = false;
  readonly #reader: JsonReader;
  readonly #tell: Tell;
  /** Sections beyond `MAX_SECTIONS`. */
  #left = 0;

  constructor(text: string, tell: Tell = () => {}) {
    this.#reader = new JsonReader(text, text.startsWith(MARK) ? MARK.length : 0);
    this.#tell = tell;
    try {
      this.isObject = this.#read();
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      const code = error.kind === 'too-deep' ? 'mldef/too-deep' : 'mldef/bad-json';
      tell(code, `At character ${error.at + 1}, ${error.message}.`, { at: error.at });
    }
    for (const at of this.#reader.loneSurrogates) {
      tell('mldef/lone-surrogate', 'An escape stands for half of a character.', { at });
    }
    if (this.#left > 0) {
      tell('mldef/too-many-sections', `${this.#left} sections beyond ${MAX_SECTIONS} of a kind are not read.`);
    }
  }

  #read(): boolean {
    const reader = this.#reader;
    const isObject = reader.kind() === 'object';
    if (isObject) this.#readTop();
    else {
      this.#tell('mldef/bad-type', 'The manifest is not an object with sections.', { at: reader.at });
      reader.skip();
    }
    reader.end();
    return isObject;
  }

  #readTop(): void {
    const seen = new Set<string>();
    this.#reader.object((name, { start }) => {
      const kind = kindAt(name);
      if (kind === undefined) {
        this.#tell('mldef/unknown-field', `The document has no section ${quote(name)}.`, { at: start });
        this.#reader.skip();
        return;
      }
      if (seen.has(name)) {
        this.#tell('mldef/duplicate-key', `The key ${quote(name)} appears twice. All its sections are read.`, {
          at: start,
        });
      }
      seen.add(name);
      this.kinds.add(kind);
      this.#readSections(kind, name);
    });
  }

  #readSections(kind: SectionKind, name: string): void {
    const reader = this.#reader;
    const value = reader.kind();
    if (value === 'array' || value === 'object') this.listed.add(kind);
    if (value === 'array') reader.array(() => this.#readSection(kind, name));
    else this.#readSection(kind, name);
  }

  #readSection(kind: SectionKind, name: string): void {
    const reader = this.#reader;
    const value = reader.kind();
    const { at } = reader;
    if (value !== 'object') {
      this.#tell('mldef/bad-type', `A section of ${quote(name)} is not an object.`, { at });
      reader.skip();
      return;
    }
    const list = this.sections[kind];
    if (list.length >= MAX_SECTIONS) {
      this.#left++;
      reader.skip();
      return;
    }
    const fields = new Map<string, Field>();
    // Pushed first: of a broken manifest, the fields before the break count.
    list.push({ fields, at });
    reader.object((key, { start }) => {
      const plain = plainKey(key);
      if (fields.has(plain)) {
        this.#tell('mldef/duplicate-key', `The key ${quote(key)} appears twice in one section.`, { at: start });
      }
      fields.set(plain, this.#readField(key, start));
    });
  }

  #readField(key: string, at: number): Field {
    const reader = this.#reader;
    const kind = reader.kind();
    if (kind === 'string') return { key, kind, text: reader.string(), at };
    if (kind === 'number') return { key, kind, text: reader.number(), at };
    if (kind !== 'array') {
      reader.skip();
      return { key, kind, text: '', at };
    }
    const items: (string | undefined)[] = [];
    reader.array(() => {
      items.push(reader.kind() === 'string' ? reader.string() : undefined);
      if (items.at(-1) === undefined) reader.skip();
    });
    return { key, kind, text: '', at, items: items.every((item) => item !== undefined) ? items : undefined };
  }
}
