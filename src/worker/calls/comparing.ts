import { comparePackages, readUnread } from '../../formats/package-pair.ts';
import type { ComparedTensors } from '../../tensor/compare/compare.ts';
import { compareSample } from '../../tensor/compare/sample.ts';
import { dtypeFacts } from '../../tensor/dtype.ts';
import { comparisonOf } from '../gathering/comparing.ts';
import type { CallHandlers, PackageAsk } from '../protocol.ts';
import { openDraftPackage } from '../saving/draft-calls.ts';
import type { OpenPackages } from './open-packages.ts';
import { tensorOpener } from './opened-tensor.ts';
import type { ReadingPorts } from './reading.ts';

/** Compares open packages, and their tensors. */
export function comparingCalls(
  packages: OpenPackages,
  { openPackage, gather }: ReadingPorts,
): CallHandlers<'comparePackages' | 'readPairFiles' | 'tensorCompare'> {
  const { pairOf } = tensorOpener(packages, openPackage);
  const openOf = ({ handle, draft }: PackageAsk, signal: AbortSignal | undefined) =>
    openDraftPackage(packages.get(handle), draft, openPackage, signal);
  return {
    async comparePackages({ a, b }, { signal }) {
      return comparePackages(await openOf(a, signal), await openOf(b, signal), signal);
    },
    async readPairFiles({ a, b, files, path }, { signal, onProgress }) {
      const wanted = (one: string) => path === undefined || one === path;
      const read = files.diffs.filter((file) => file.diff === 'unread' && wanted(file.path));
      const total = read.reduce((sum, { after }) => sum + (after?.size ?? 0), 0);
      const onBytes = (done: number) => onProgress?.({ done, total });
      return readUnread(await openOf(a, signal), await openOf(b, signal), files, { wanted, signal, onBytes });
    },
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
