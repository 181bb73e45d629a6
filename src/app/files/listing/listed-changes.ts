import { useEffect, useState } from 'react';
import type { FileChange } from '../../../model/draft.ts';

/** A new content of a changed file is listed once no other has followed for so long, in milliseconds. */
const PAUSE_MS = 400;

/**
 * The draft's changes of files as the list of files shows them. Each letter typed into a file changes only a size in
 * the list, and rebuilding a list of 100,000 files takes a tenth of a second: it waits for a pause. Everything else is
 * listed at once.
 */
export function useListedChanges(changes: readonly FileChange[]): readonly FileChange[] {
  const [listed, setListed] = useState(changes);
  const waits = changes !== listed && sameFilesChanged(listed, changes);
  if (changes !== listed && !waits) setListed(changes);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setListed(changes), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [changes, waits]);
  return waits ? listed : changes;
}

/** Whether two lists change the same files in the same ways, whatever contents they put there. */
export function sameFilesChanged(before: readonly FileChange[], now: readonly FileChange[]): boolean {
  return (
    before.length === now.length &&
    now.every((change, at) => {
      const old = before[at];
      return old === change || (old?.kind === 'put' && change.kind === 'put' && old.path === change.path);
    })
  );
}
