import type { Archive } from '../../../../archive/archive.ts';
import { throwIfAborted } from '../../../../base/abort.ts';
import { formatCount } from '../../../../base/amounts.ts';
import { decodeUtf8 } from '../../../../base/bytes.ts';
import { faultOfFile } from '../../../../base/errors.ts';
import { fileIndex } from '../../../../model/file/file-index.ts';
import type { PackageFile } from '../../../../model/package.ts';
import { type FactText, factFile, factName, type RunFact } from '../../../../model/run-facts.ts';
import { MAX_PYTHON_BYTES } from '../limits.ts';
import type { CartonRunner } from '../read/carton-schema.ts';
import { unlessEmpty } from './fact-parts.ts';
import { entryPoint, moduleParts, modulePaths } from './python-runner.ts';
import { findDefinition } from './python-source.ts';

/** Where a function is defined, as far as that is known. */
interface Definition {
  line?: number;
  note?: FactText;
}

/** What the Python runner imports and calls, from the options and the paths of files. */
export function pythonFact(runner: CartonRunner, files: readonly PackageFile[], definition: Definition = {}): RunFact {
  const { package: module, fn } = entryPoint(runner) ?? {};
  if (module === undefined || fn === undefined)
    return {
      kind: 'runs',
      text: ['Python'],
      warnings: [
        { text: ['The options entrypoint_package and entrypoint_fn do not say what to run, so loading fails'] },
      ],
    };
  const { path, before } = moduleFiles(module, files);
  const name = `${module}.${fn}`;
  const notes: FactText[] = definition.note ? [definition.note] : [];
  const first = before.flatMap((file, i) => (i === 0 ? [factFile(file)] : [', ', factFile(file)]));
  if (before.length > 0) notes.push(['Runs ', ...first, ' first']);
  return {
    kind: 'runs',
    text: ['Python, ', path === undefined ? factName(name) : factFile(path, definition.line, name)],
    brief: [factName(name)],
    notes: unlessEmpty(notes),
    warnings: path === undefined ? [{ text: ['No file in model/ is the module ', factName(module)] }] : undefined,
  };
}

/**
 * As `pythonFact`, with the line of the function. Rejects when canceled, and where the container's bytes do not come.
 */
export async function readPythonFact(
  runner: CartonRunner,
  files: readonly PackageFile[],
  archive: Archive,
  signal: AbortSignal | undefined,
): Promise<RunFact> {
  const { package: module, fn } = entryPoint(runner) ?? {};
  const path = module === undefined ? undefined : moduleFiles(module, files).path;
  const definition = path === undefined || fn === undefined ? {} : await definitionIn(archive, path, fn, signal);
  return pythonFact(runner, files, definition);
}

/**
 * The file of a module in the folder `model`, and the files that Python runs before it: the `__init__.py` of each
 * package that it is in, and of `model/`, which the runner imports as a package.
 */
function moduleFiles(module: string, files: readonly PackageFile[]): { path: string | undefined; before: string[] } {
  const index = fileIndex(files);
  const parts = moduleParts(module);
  const folders = parts.map((_, i) => ['model', ...parts.slice(0, i)].join('/'));
  const before = folders.map((folder) => `${folder}/__init__.py`).filter((path) => index.has(path));
  return { path: modulePaths(module).find((path) => index.has(path)), before };
}

async function definitionIn(
  archive: Archive,
  path: string,
  fn: string,
  signal: AbortSignal | undefined,
): Promise<Definition> {
  const source = archive.open(path);
  if (!source) return { note: [factFile(path), ' is only linked, so it was not read'] };
  if (source.size > MAX_PYTHON_BYTES)
    return { note: [factFile(path), ` has ${formatCount(source.size)} bytes and was not read`] };
  let text: string | undefined;
  try {
    text = decodeUtf8(await source.read(0, source.size, signal));
  } catch (error) {
    faultOfFile(error);
  }
  throwIfAborted(signal);
  if (text === undefined) return { note: [factFile(path), ' cannot be read as text'] };
  const found = findDefinition(text, fn);
  if (!found) return { note: ['No definition of ', factName(fn), ' found in ', factFile(path)] };
  const { line, how } = found;
  return {
    line,
    note: [how === 'defined' ? 'Defined in ' : 'Imported in ', factFile(path, line), `, line ${formatCount(line)}`],
  };
}
