import type { FieldValue } from '../../../../../model/edit/field.ts';
import { MAX_INTEGER, MIN_INTEGER } from '../../../../../toml/parser.ts';
import { scalarText } from '../../../../../toml/value-text.ts';
import type { Read } from '../../../../form/committed-text.ts';
import { type OptionType, optionType } from '../../../core/read/carton-fields.ts';
import type { RunnerOption } from '../../../core/read/carton-schema.ts';

export function isOption(value: FieldValue): value is RunnerOption {
  return typeof value !== 'object';
}

/** Reads an option's value of some type, as people write it: decimal, and a float with a point or an exponent. */
export function readOption(text: string, type: OptionType): Read<RunnerOption> {
  const written = text.trim();
  switch (type) {
    case 'string':
      return { ok: true, value: text };
    case 'boolean':
      if (written === 'true' || written === 'false') return { ok: true, value: written === 'true' };
      return { ok: false, reason: 'It must be true or false.' };
    case 'integer': {
      if (!/^[+-]?\d{1,40}$/.test(written)) return { ok: false, reason: 'It must be a whole number.' };
      const value = BigInt(written.replace('+', ''));
      if (value > MAX_INTEGER || value < MIN_INTEGER) return { ok: false, reason: 'It does not fit in 64 bits.' };
      return { ok: true, value };
    }
    case 'float': {
      const special = /^([+-]?)(inf|nan)$/.exec(written);
      if (special) {
        const value = special[2] === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY;
        return { ok: true, value: special[1] === '-' ? -value : value };
      }
      if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(written))
        return { ok: false, reason: 'It must be a number, inf or nan.' };
      return { ok: true, value: Number(written) };
    }
  }
}

/** Converts an option's value to another type, where it means the same there. Nothing is made up. */
export function convertOption(value: RunnerOption, type: OptionType): Read<RunnerOption> {
  if (optionType(value) === type) return { ok: true, value };
  const text = typeof value === 'boolean' && type !== 'string' ? (value ? '1' : '0') : scalarText(value);
  if (type === 'boolean' && /^[01](\.0)?$/.test(text)) return { ok: true, value: text.startsWith('1') };
  if (type === 'integer' && typeof value === 'number' && Number.isInteger(value)) {
    const whole = readOption(String(BigInt(value)), type);
    if (whole.ok) return whole;
  }
  return readOption(text, type);
}
