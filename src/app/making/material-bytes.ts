import { useCallback } from 'react';
import { useActions } from '../../state/hooks.ts';
import type { NewFileFrom } from '../../state/load.ts';

export type ReadBytes = (from: NewFileFrom, maxBytes: number, signal: AbortSignal) => Promise<Uint8Array>;

/**
 * Gives a function that reads a small file of what a new package is made of. It stays the same. It rejects as reading
 * does; of an open package, also where the file has more than `maxBytes`.
 */
export function useMaterialBytes(): ReadBytes {
  const { readBlob } = useActions();
  return useCallback(
    async (from, maxBytes, signal) => {
      const blob = 'file' in from ? from.file : await readBlob(from.path, '', { maxBytes, signal, asOpened: true });
      return new Uint8Array(await blob.arrayBuffer());
    },
    [readBlob],
  );
}
