import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { isList, isObject, type Json, type JsonObject } from './json.ts';

/** The file that says what the model is. */
export const METADATA = 'metadata.json';

/** Reads values of metadata.json, and reports what is missing or of another type. */
export class FieldReader {
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  /** @param due what the field has to be: "a text" */
  wrong(field: string, due: string): undefined {
    this.#report.add('mlf/field-type', `${quote(field)} is not ${due}.`, { path: METADATA });
  }

  missing(field: string): undefined {
    this.#report.add('mlf/missing-field', `${quote(field)} is missing.`, { path: METADATA });
  }

  text(value: Json | undefined, field: string): string | undefined {
    return value === undefined || typeof value === 'string' ? value : this.wrong(field, 'a text');
  }

  object(value: Json | undefined, field: string): JsonObject | undefined {
    return value === undefined || isObject(value) ? value : this.wrong(field, 'an object');
  }

  /** The objects of a list. */
  objects(value: Json | undefined, field: string): JsonObject[] {
    return this.#items(value, field, isObject, 'a list of objects');
  }

  /** The texts of a list. */
  texts(value: Json | undefined, field: string): string[] {
    return this.#items(value, field, (item) => typeof item === 'string', 'a list of texts');
  }

  /** Reports a list or an object that has nothing. */
  filled(value: Json | undefined, field: string): void {
    if ((isList(value) && value.length === 0) || (isObject(value) && value.size === 0)) {
      this.#report.add('mlf/empty-field', `${quote(field)} is empty.`, { path: METADATA });
    }
  }

  #items<T extends Json>(value: Json | undefined, field: string, is: (item: Json) => item is T, due: string): T[] {
    if (value === undefined) return [];
    const items = isList(value) ? value.filter(is) : [];
    if (!isList(value) || items.length !== value.length) this.wrong(field, due);
    return items;
  }

  /**
   * The number of bytes at the first of some keys that the object has.
   *
   * @param isDue report that it has none of them
   */
  bytes(item: JsonObject, keys: readonly string[], field: string, isDue = false): bigint | undefined {
    const key = keys.find((name) => item.has(name));
    if (key === undefined) return isDue ? this.missing(`${field}.${keys[0]}`) : undefined;
    const value = item.get(key);
    return typeof value === 'bigint' && value >= 0n ? value : this.wrong(`${field}.${key}`, 'a number of bytes');
  }
}
