import { InternalError } from '../../base/errors.ts';
import type { ModelRunner } from '../../formats/format.ts';
import { judgeOutputs, readInputs } from '../../formats/run-values.ts';
import type { CallHandlers, PackageAsk } from '../protocol.ts';
import { openDraftPackage } from '../saving/draft-calls.ts';
import type { OpenPackages } from './open-packages.ts';
import type { ReadingPorts } from './reading.ts';

/** What running a model of an open package needs of it. The model itself runs elsewhere. */
export function runningCalls(
  packages: OpenPackages,
  { openPackage }: Pick<ReadingPorts, 'openPackage'>,
): CallHandlers<'runInterface' | 'runInputs' | 'judgeOutputs'> {
  const openOf = ({ handle, draft }: PackageAsk, signal: AbortSignal | undefined) =>
    openDraftPackage(packages.get(handle), draft, openPackage, signal);
  const runnerOf = async (ask: PackageAsk, signal: AbortSignal | undefined): Promise<ModelRunner> => {
    const { runner } = await openOf(ask, signal);
    if (!runner) throw new InternalError('internal/bug', 'The package has no model of a kind that runs here.');
    return runner;
  };
  return {
    runInterface: async (ask, { signal }) => (await runnerOf(ask, signal)).readInterface(signal),
    runInputs: async (ask, { signal }) => readInputs(await openOf(ask, signal), ask.bindings, ask.limit, signal),
    async judgeOutputs(ask, { signal }) {
      const { package: given, tensor } = packages.get(ask.outputs).open;
      const outputs = { tensors: given.tensors, tensor };
      return judgeOutputs(await openOf(ask, signal), ask.expected, outputs, ask.tolerance, signal);
    },
  };
}
