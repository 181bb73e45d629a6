import type { FieldValue } from '../../src/model/edit/field.ts';
import { parseToml, plainValue } from '../../src/toml/parser.ts';

/** A value of TOML 1.0. Undefined if the text is not a value, more than one, or a date, which cannot be set. */
export function tomlValue(text: string): FieldValue | undefined {
  const document = parseToml(`value = ${text}`, { path: 'VALUE', syntax: 'toml/syntax', tooLarge: 'toml/syntax' });
  if (!document.value || document.findings.length > 0) return undefined;
  const { value, ...more } = document.value;
  return Object.keys(more).length > 0 || holdsDate(value) ? undefined : plainValue(value);
}

function holdsDate(value: unknown): boolean {
  if (value instanceof Date) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsDate);
}
