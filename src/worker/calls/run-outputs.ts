import { sourceContainer } from '../../archive/container.ts';
import { givenTensors } from '../../formats/run-values.ts';
import { memorySource } from '../../source/memory.ts';
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
      const { tensors, tensor } = givenTensors(outputs);
      const open = { ...empty, package: { ...empty.package, tensors: [...tensors] }, tensor };
      const descriptor = { kind: 'file' as const, file: new File([], NAME) };
      const { handle } = packages.add({ descriptor }, { container, release() {} }, open);
      return { handle, tensors };
    },
  };
}
