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
    if (value === undefined) return [];
    const items = isList(value) ? value.filter(isObject) : [];
    if (!isList(value) || items.length !== value.length) this.wrong(field, 'a list of objects');
    return items;
  }

  /** The number of bytes at the first of some keys that the object has. */
  bytes(item: JsonObject, keys: readonly string[], field: string): bigint | undefined {
    for (const key of keys) {
      const value = item.get(key);
      if (typeof value === 'bigint' && value >= 0n) return value;
      if (value !== undefined) this.wrong(`${field}.${key}`, 'a number of bytes');
    }
    return undefined;
  }
}
