import type { MakerField } from '../../../../model/maker.ts';
import { MAX_PYTHON_BYTES } from '../limits.ts';
import { modulePaths } from '../run/python-runner.ts';
import { findDefinition, topFunctions } from '../run/python-source.ts';

/** Functions of a file that a note names. */
const MAX_NAMED = 5;

/** The field of the form that says what the Python runner imports and calls. */
export const ENTRY_POINT: MakerField = {
  id: 'entry-point',
  label: 'Entry point',
  value: 'infer.get_model',
  about: 'The Python file in model/ without “.py”, a dot, and the function that returns the model.',
  ofFiles: true,
  problem: entryPointProblem,
  file: {
    places: (value) => (entryPointProblem(value) === undefined ? modulePaths(entryParts(value).module) : []),
    maxBytes: MAX_PYTHON_BYTES,
    fit: fittingEntry,
    lack: missingFunction,
  },
};

/** The module and the function of an entry point. */
export function entryParts(value: string): { module: string; fn: string } {
  const point = value.lastIndexOf('.');
  return { module: value.slice(0, point), fn: value.slice(point + 1) };
}

function entryPointProblem(value: string): string | undefined {
  return /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value)
    ? undefined
    : 'Write the file and the function with a dot between them: infer.get_model.';
}

/**
 * The entry point with the only function that the module's text defines, where it does not define the one that it has.
 */
function fittingEntry(value: string, text: string): string {
  const { module, fn } = entryParts(value);
  if (findDefinition(text, fn)) return value;
  const [only, ...more] = topFunctions(text);
  const fitting = `${module}.${only}`;
  return only === undefined || more.length > 0 || entryPointProblem(fitting) !== undefined ? value : fitting;
}

function missingFunction(value: string, path: string, text: string): string | undefined {
  const { fn } = entryParts(value);
  if (findDefinition(text, fn)) return undefined;
  const functions = topFunctions(text);
  const more = functions.length - MAX_NAMED;
  const named = functions.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `No definition of ${fn} found in ${path}.${named === '' ? '' : ` It defines ${named}.`}`;
}
