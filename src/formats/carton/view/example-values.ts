import type { Binding, Package, TensorInfo } from '../../../model/package.ts';
import { caseTitle } from '../../../model/tensor/tensor-use.ts';
import type { Actions } from '../../../state/app-state.ts';
import { useLoading, useOpenPackage } from '../../../state/hooks.ts';
import { elementCount } from '../../../tensor/shape.ts';
import { firstPlane } from '../../../widgets/tensor/tensor-first.ts';
import { isCartonDtype } from '../core/read/dtypes.ts';
import { MAX_SNIPPET_ELEMENTS, MAX_SNIPPET_TENSORS, type SnippetValue } from './snippet.ts';

/** A call's signal, and where its progress goes. */
type CallOptions = NonNullable<Parameters<Actions['readCells']>[2]>;

/** The values of the example, or the self-test, that a snippet uses. */
export interface ExampleValues {
  /** Its title: "Example 1", or its name. */
  title: string;
  values: ReadonlyMap<string, SnippetValue>;
  /** The files that the snippet reads, and the files of the package that they are. */
  files: readonly { name: string; path: string }[];
}

/**
 * The values of the first example of the open package, else of its first self-test. Undefined where it has neither, and
 * until they are read.
 */
export function useExampleValues(): ExampleValues | undefined {
  const pkg = useOpenPackage();
  const given = firstCase(pkg);
  const loading = useLoading(given && 'example values', (actions, options) =>
    readValues(pkg, given as FirstCase, actions, options),
  );
  return loading.status === 'ready' ? loading.value : undefined;
}

interface FirstCase {
  title: string;
  inputs: readonly Binding[];
}

function firstCase({ examples: [example], selfTests: [test] }: Package): FirstCase | undefined {
  if (example) return { title: caseTitle('example', 0, example.name), inputs: example.inputs };
  return test && { title: caseTitle('self-test', 0, test.name), inputs: test.inputs };
}

/** Names of the inputs that the example or self-test gives. Undefined if there is no such case, or it gives no inputs. */
export function exampleInputs(pkg: Package): ReadonlySet<string> | undefined {
  const names = firstCase(pkg)?.inputs.map(({ name }) => name) ?? [];
  return names.length > 0 ? new Set(names) : undefined;
}

async function readValues(
  pkg: Package,
  { title, inputs }: FirstCase,
  actions: Actions,
  options: CallOptions,
): Promise<ExampleValues> {
  const values = new Map<string, SnippetValue>();
  const files: { name: string; path: string }[] = [];
  for (const { name, value } of inputs.slice(0, MAX_SNIPPET_TENSORS)) {
    if (value.kind === 'tensor') {
      const tensor = pkg.tensors.find((one) => one.name === value.tensor);
      const elements = tensor && (await readElements(tensor, actions, options));
      if (elements) values.set(name, elements);
      continue;
    }
    const file = await pictureFile(value.path, name, actions, options);
    if (file === undefined) continue;
    values.set(name, { kind: 'picture', file });
    files.push({ name: file, path: value.path });
  }
  return { title, values, files };
}

/** All elements of a small tensor. Undefined for a large one, and where they cannot be read. */
async function readElements(
  { name, dtype, shape, inner, problem }: TensorInfo,
  actions: Actions,
  options: CallOptions,
): Promise<SnippetValue | undefined> {
  if (!isCartonDtype(dtype) || inner || problem !== undefined) return undefined;
  const count = elementCount(shape);
  if (count > BigInt(MAX_SNIPPET_ELEMENTS)) return undefined;
  if (count === 0n) return { kind: 'elements', dtype, shape, elements: [] };
  const plane = firstPlane(shape, MAX_SNIPPET_ELEMENTS);
  const elements = plane && (await actions.readCells(name, plane, options).catch(notCancelled(options)));
  if (!elements) return undefined;
  return { kind: 'elements', dtype, shape, elements };
}

/** Formats that all libraries of the snippets read, with their endings. */
const ENDINGS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/bmp': 'bmp' };

/** What the program calls the picture of an input. Undefined for other files and for rare picture formats. */
async function pictureFile(
  path: string,
  input: string,
  actions: Actions,
  options: CallOptions,
): Promise<string | undefined> {
  const read = await actions.readPicture(path, options).catch(notCancelled(options));
  const ending = read?.picture && ENDINGS[read.picture.type];
  if (ending === undefined) return undefined;
  return `${input.replace(/[^\w-]+/g, '_').slice(0, 40)}.${ending}`;
}

/** Leaves a value that cannot be read out of the snippet. A cancel is passed on. */
function notCancelled({ signal }: CallOptions): (error: unknown) => undefined {
  return (error) => {
    if (signal?.aborted) throw error;
    return undefined;
  };
}
