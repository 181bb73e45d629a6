import type { RunnerOption } from '../../../model/carton-toml.ts';

/** An option's TOML type. The reference tells 1 from 1.0. */
export function optionType(option: RunnerOption): 'integer' | 'float' | 'string' | 'boolean' {
  switch (typeof option) {
    case 'bigint':
      return 'integer';
    case 'number':
      return 'float';
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
  }
}

/** An option's value as it reads in TOML, a float never without its point. */
export function optionText(option: RunnerOption): string {
  if (typeof option === 'string') return option;
  if (typeof option !== 'number') return String(option);
  if (Number.isNaN(option)) return 'nan';
  if (!Number.isFinite(option)) return option > 0 ? 'inf' : '-inf';
  const text = Object.is(option, -0) ? '-0' : String(option);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** Characters shown of one value; the file itself has the rest. */
export const MAX_VALUE = 500;

/** A value, cut where it is too long to read. */
export function shortened(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
