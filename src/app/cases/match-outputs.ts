import type { Binding, TensorInfo } from '../../model/package.ts';
import type { CompareTarget } from '../../state/compare-slice.ts';

/** An expected output that is a tensor of the package. */
export interface Output {
  name: string;
  tensor: string;
}

export function outputsOf(expected: readonly Binding[] = []): Output[] {
  return expected.flatMap(({ name, value }) => (value.kind === 'tensor' ? { name, tensor: value.tensor } : []));
}

/** A tensor of a file that was chosen, or of what a run gave. */
export interface Actual {
  key: string;
  /** Its file, and its name where the file has several. */
  label: string;
  /** What an output may be called that it is the result of: the array, and the file without its ending. */
  names: readonly string[];
  target: CompareTarget;
  info: TensorInfo;
}

interface Files {
  handle?: number | undefined;
  name: string;
  tensors: readonly TensorInfo[];
}

export function actualsOf(files: readonly Files[]): Actual[] {
  return files.flatMap(({ handle, name: file, tensors }) =>
    tensors.map((info): Actual => {
      const { name } = info;
      const isOnly = tensors.length === 1;
      return {
        key: `${handle} ${name}`,
        label: isOnly ? file : `${file}: ${name}`,
        names: isOnly ? [name, file.replace(/\.[^.]*$/, '')] : [name],
        target: { handle, tensor: name },
        info,
      };
    }),
  );
}

/** A name as programs write it into the name of a file: `output:0` as `output_0`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_');
}

/**
 * The actual result of each output, by the output's name: the last one that is called so, exactly or as programs write
 * names into those of files. Where there is one output and one result, that one.
 */
export function matchOutputs(outputs: readonly { name: string }[], actuals: readonly Actual[]): Map<string, Actual> {
  const named = actuals.flatMap((actual) => actual.names.map((name) => [name, actual] as const));
  const exact = new Map(named);
  const similar = new Map(named.map(([name, actual]) => [plain(name), actual]));
  const only = outputs.length === 1 && actuals.length === 1 ? actuals[0] : undefined;
  const matched = new Map<string, Actual>();
  for (const { name } of outputs) {
    const taken = exact.get(name) ?? similar.get(plain(name)) ?? only;
    if (taken) matched.set(name, taken);
  }
  return matched;
}
