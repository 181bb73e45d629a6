/** The runner that reads no file of `model/`. Every other one fails to load a carton that has none. */
import type { CartonRunner, RunnerOption } from '../read/carton-schema.ts';
export const NOOP_RUNNER = 'noop';

/** Runners of the reference implementation. */
export const KNOWN_RUNNERS: readonly string[] = ['python', 'torchscript', 'wasm', 'rust-bert', NOOP_RUNNER];

/** Parts of a module's name that are looked up. Real ones have one or two. */
const MAX_MODULE_PARTS = 20;

/** The parts of a module's name that are looked up. */
export function moduleParts(module: string): string[] {
  return module.split('.').slice(0, MAX_MODULE_PARTS);
}

/** Paths where a module of the folder `model` can be. A package goes before a module of the same name. */
export function modulePaths(module: string): string[] {
  const path = `model/${module.replaceAll('.', '/')}`;
  return [`${path}/__init__.py`, `${path}.py`];
}

/** What the Python runner imports from `model/` and calls. A part is undefined where the options do not say it. */
export interface EntryPoint {
  package: string | undefined;
  fn: string | undefined;
}

/** Where a Python model begins. Undefined for other runners, whose options name no such place. */
export function entryPoint({ runner_name, opts }: CartonRunner): EntryPoint | undefined {
  if (runner_name !== 'python') return undefined;
  return { package: textOption(opts?.entrypoint_package), fn: textOption(opts?.entrypoint_fn) };
}

function textOption(option: RunnerOption | undefined): string | undefined {
  return typeof option === 'string' ? option : undefined;
}
