import type { ComparedTensors } from '../../tensor/compare/compare.ts';
import { compareSample } from '../../tensor/compare/sample.ts';
import { dtypeFacts } from '../../tensor/dtype.ts';
import { comparisonOf } from '../gathering/comparing.ts';
import type { CallHandlers } from '../protocol.ts';
import type { OpenPackages } from './open-packages.ts';
import { tensorOpener } from './opened-tensor.ts';
import type { ReadingPorts } from './reading.ts';

/** Compares tensors of open packages. */
export function comparingCalls(
  packages: OpenPackages,
  { openPackage, gather }: ReadingPorts,
): CallHandlers<'tensorCompare'> {
  const { pairOf } = tensorOpener(packages, openPackage);
  return {
    async tensorCompare(ask, { signal, onProgress }) {
      const pair = await pairOf(ask, ask.with, signal);
      const { relation, storageError } = pair;
      const width = elementBytes(pair);
      const told = (done: number, total: number) => onProgress?.({ done: done * width, total: total * width });
      const tolerance = { ...pair.tolerance, ...ask.tolerance };
      const options = { signal, onProgress: told };
      const found = ask.sample
        ? await compareSample(pair, tolerance, ask.sample, { ...options, inOrder: pair.isCompressed })
        : await comparisonOf(pair, tolerance, gather, options);
      return { ...found, relation, ...(storageError && { storageError }) };
    },
  };
}

/** Bytes of two elements, for progress: of a text, which has no fixed size, 8. */
function elementBytes({ a, b }: ComparedTensors): number {
  const [one, other] = [a, b].map(({ dtype }) => (dtypeFacts(dtype)?.bits ?? 64) / 8);
  return (one as number) + (other as number);
}
