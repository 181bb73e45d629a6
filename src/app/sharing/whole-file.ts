import { useState } from 'react';
import { formatNumberOf, grouped } from '../../base/amounts.ts';
import { fromErrorData, InternalError, NetworkError } from '../../base/errors.ts';
import { useActions, useOutermost } from '../../state/hooks.ts';
import { openedOf } from '../../state/load.ts';
import { useJob } from '../../widgets/loading/job.ts';

/**
 * Computes the SHA-256 of the whole file that the outermost package is in: of one on a host, by downloading it and
 * keeping nothing. Undefined where the package is not one file.
 */
export function useWholeFile() {
  const opened = useOutermost(({ load }) => openedOf(load));
  const { fetchContent, digestBlob } = useActions();
  const { state, run, cancel } = useJob();
  const [sha256, setHash] = useState<string>();
  if (!opened || opened.descriptor.kind === 'folder') return undefined;
  const { descriptor, package: pkg } = opened;
  const size = pkg.unwrappedFrom?.size ?? pkg.size;
  const compute = (take: (sha256: string) => void) =>
    run(async (options) => {
      if (descriptor.kind === 'file') {
        const { sha256: found } = await digestBlob(descriptor.file, options);
        setHash(found);
        take(found);
        return;
      }
      const { url } = descriptor;
      const ask = { path: pkg.name, sha256: undefined, urls: [url], keep: false } as const;
      const { sha256: found, size: came, tried } = await fetchContent(ask, options);
      options.signal.throwIfAborted();
      const [failed] = tried;
      if (failed) throw fromErrorData(failed.error);
      if (found === undefined) throw new InternalError('internal/bug', 'A file was read without its hash.');
      if (came !== size) throw new NetworkError('source/changed', changedSize(came, size), { url });
      setHash(found);
      take(found);
    });
  return {
    /** In bytes. */
    size,
    isRemote: descriptor.kind === 'url',
    /** 64 lower-case hexadecimal digits, once they are computed. */
    sha256,
    state,
    compute: (take: (sha256: string) => void = () => {}) => void compute(take),
    cancel,
  };
}

function changedSize(came: number | undefined, size: number): string {
  return grouped`The host sent ${formatNumberOf(came ?? 0, 'byte')} now, and not the ${size} bytes that were opened.`;
}
