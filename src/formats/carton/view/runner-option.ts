import type { RunnerOption } from '../core/carton-fields.ts';

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
