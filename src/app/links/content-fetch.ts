import { useState } from 'react';
import { useActions } from '../../state/hooks.ts';
import type { LinkFetchState } from '../../state/link-slice.ts';
import { useJob } from '../../widgets/loading/job.ts';
import type { LinkSubject } from './link-acts.ts';

/** What is kept of a fetched file. */
type Kept = NonNullable<Awaited<ReturnType<ReturnType<typeof useActions>['fetchContent']>>['kept']>;

/** A file as it is fetched for the draft. */
export type ContentFetch = ReturnType<typeof useContentFetch>;

/** Fetches a file for the draft, unless the page has kept its bytes. Canceled when the control goes away. */
export function useContentFetch(subject: LinkSubject, keep: boolean) {
  const { path, sha256: known, size, blob, isFetched } = subject;
  const { fetchContent, digestBlob, readBlob } = useActions();
  const { state: job, run: runJob, cancel } = useJob();
  const [found, setFound] = useState<LinkFetchState>();
  const [sha256, setHash] = useState(known);

  /** The bytes that the page has already, if they are those of the file. */
  async function fetched(wanted: string, signal: AbortSignal): Promise<Kept | undefined> {
    const held = await readBlob(path, '', { signal });
    const digest = await digestBlob(held, { signal });
    return digest.sha256 === wanted.toLowerCase() ? { blob: held, digest } : undefined;
  }

  /**
   * Fetches the file from the first of these URLs that has it, compares its hash, and gives it to `take` where it is
   * right. Never rejects.
   */
  const run = (urls: readonly string[], take: (kept: Kept | undefined) => Promise<void>) =>
    runJob(async ({ signal }) => {
      setFound({ phase: 'running', progress: { done: 0, total: 0 }, tried: [] });
      // The draft has a file whose hash nobody has computed yet.
      const wanted = sha256 ?? (blob && (await digestBlob(blob, { signal })).sha256);
      setHash(wanted);
      const held = keep && isFetched && wanted !== undefined ? await fetched(wanted, signal) : undefined;
      signal.throwIfAborted();
      if (held) {
        await take(held);
        return;
      }
      const { url, kept, ...sent } = await fetchContent(
        { path, sha256: wanted, urls, keep, size },
        {
          signal,
          onProgress: ({ done, total, url: from, tried: before = [] }) =>
            setFound({ phase: 'running', progress: { done, total }, url: from, tried: before }),
        },
      );
      signal.throwIfAborted();
      if (url !== undefined) await take(kept);
      const { size: bytes = 0, tried } = sent;
      setFound(url === undefined ? { phase: 'failed', tried } : { ...sent, phase: 'done', url, size: bytes });
    });

  const failed: LinkFetchState | false = job.status === 'failed' && { phase: 'failed', tried: [], error: job.error };
  const cancelled: LinkFetchState | undefined | false = job.status === 'idle' && found && { phase: 'cancelled' };
  return {
    /** How far it is, and what came of it; undefined before the first one. */
    state: failed || cancelled || found,
    /** The file's hash, once it is known. */
    sha256,
    run,
    cancel,
  };
}
