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
      const told = (done: number, total: number) => onProgress?.({ done, total });
      const tolerance = { ...pair.tolerance, ...ask.tolerance };
      const found = await comparisonOf(pair, tolerance, gather, { signal, onProgress: told });
      return { ...found, relation: pair.relation };
    },
  };
}
