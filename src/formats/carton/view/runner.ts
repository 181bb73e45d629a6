import type { CartonRunner, RunnerOption } from '../../../model/carton-toml.ts';

/** Runners that the reference implementation has. */
export const KNOWN_RUNNERS: readonly string[] = ['python', 'torchscript', 'wasm', 'rust-bert', 'noop'];

/** Lists the wheels that the Python runner installs. */
export const LOCK_FILE = 'model/.carton/carton.lock';

/** What the Python runner imports from `model/` and calls; undefined of what its options do not say. */
export interface EntryPoint {
  package: string | undefined;
  fn: string | undefined;
}

/** Where a Python model begins; undefined of other runners, whose options name no such place. */
export function entryPoint({ runner_name, opts }: Partial<CartonRunner>): EntryPoint | undefined {
  if (runner_name !== 'python') return undefined;
  return { package: textOption(opts?.entrypoint_package), fn: textOption(opts?.entrypoint_fn) };
}

function textOption(option: RunnerOption | undefined): string | undefined {
  return typeof option === 'string' ? option : undefined;
}

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
