import type { RunnerOption } from '../../../model/carton-toml.ts';
import { MAX_VALUE } from '../../../model/value-text.ts';

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

/** A value, cut where it is too long to read. */
export function shortened(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
