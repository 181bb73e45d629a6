import type { FieldValue } from '../../../../model/edit/field.ts';
import type { FieldGuide } from '../../../format.ts';
import type { ValueType } from '../header/value-type.ts';
import { canonicalText, itemType } from './edited-value.ts';
import { KEY_VALUES } from './header-edit.ts';
import { parsedEntry } from './stored-entries.ts';

/** What a command line can set in a header. */
export const HEADER_FIELDS: FieldGuide = {
  file: 'a GGUF header',
  fields: [
    {
      path: ['*'],
      kind: 'text',
      about: 'the value of a key, in the type that it has; a list as ["a", "b"]. A new key gets a text',
      isDotted: true,
    },
  ],
  set(values, path, what, value) {
    const at = [KEY_VALUES, ...path];
    const table = values[KEY_VALUES] as { [key: string]: FieldValue } | undefined;
    const key = String(path[0]);
    const old = table && Object.hasOwn(table, key) ? parsedEntry(table[key]) : undefined;
    const type = old?.type ?? 'string';
    const items = itemType(type);
    const text = String(value);
    const held = items === undefined ? canonicalText(type as ValueType, text) : listOf(items, text);
    return { name: `Set ${what}`, edits: [{ kind: 'set', path: at, value: { type, value: held } }] };
  },
  newItem: () => undefined,
};

/** The texts of the items of a JSON list; any other text is refused by `edit`, as a single value. */
function listOf(type: ValueType, text: string): string | string[] {
  try {
    // As text, so that no digit of a large number is lost.
    const whole = type === 'string' ? text : text.replace(/[^\s,[\]]+/g, (item) => JSON.stringify(item));
    const items: unknown = JSON.parse(whole);
    return Array.isArray(items) ? items.map((item) => canonicalText(type, String(item))) : text;
  } catch {
    return text;
  }
}
