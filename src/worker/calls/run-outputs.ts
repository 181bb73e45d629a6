import { sourceContainer } from '../../archive/container.ts';
import type { TensorInfo } from '../../model/package.ts';
import type { RunTensor } from '../../model/run/run-thread.ts';
import { memorySource } from '../../source/memory.ts';
import { NumericReader } from '../../tensor/reader.ts';
import { safeElementCount } from '../../tensor/shape.ts';
import type { TensorReader } from '../../tensor/values.ts';
import type { CallHandlers } from '../protocol.ts';
import type { PackageOpener } from '../saving/draft-calls.ts';
import type { OpenPackages } from './open-packages.ts';

/** What the outputs of a run are called where a package has the name of its file. */
const NAME = 'outputs';

/** Opens what a model gave as a package of these tensors alone, so that they are read, compared and saved as any others. */
export function runOutputCalls(
  packages: OpenPackages,
  { openPackage }: { openPackage: PackageOpener },
): CallHandlers<'openOutputs'> {
  return {
    async openOutputs({ outputs }, { signal }) {
      const container = sourceContainer(memorySource(NAME, new Uint8Array(0)));
      const empty = await openPackage(container, { asBytes: true, ...(signal && { signal }) });
      const tensors = outputs.map(infoOf);
      const readers = new Map(outputs.map((output) => [output.name, () => readerOf(output)]));
      const open = {
        ...empty,
        package: { ...empty.package, tensors },
        tensor: async (name: string) => (readers.get(name) ?? (() => empty.tensor(name)))(),
      };
      const descriptor = { kind: 'file' as const, file: new File([], NAME) };
      const { handle } = packages.add({ descriptor }, { container, release() {} }, open);
      return { handle, tensors };
    },
  };
}

function infoOf({ name, dtype, shape }: RunTensor): TensorInfo {
  return { name, dtype, shape: shape.map(BigInt) };
}

function readerOf(output: RunTensor): TensorReader {
  const count = safeElementCount(output.shape.map(BigInt)) ?? 0;
  if (output.dtype !== 'string') return new NumericReader(memorySource(output.name, output.data), output.dtype, count);
  const { data } = output;
  return { dtype: 'string', count, read: async (start, end) => data.slice(start, end) };
}
