import { useState } from 'react';
import { useActions } from '../../state/hooks.ts';
import type { LinkFetchState } from '../../state/link-slice.ts';
import { useJob } from '../job.ts';
import type { LinkSubject } from './link-acts.ts';

/** What is kept of a fetched file. */
type Kept = NonNullable<Awaited<ReturnType<ReturnType<typeof useActions>['fetchContent']>>['kept']>;

/** A file as it is fetched for the draft. */
export interface ContentFetch {
  /** How far it is, and what came of it; undefined before the first one. */
  readonly state: LinkFetchState | undefined;
  /** The file's hash, once it is known. */
  readonly sha256: string | undefined;
  /**
   * Fetches the file from the first of these URLs that has it, compares its hash, and gives it to `take` where it is
   * right. Never rejects.
   */
  run(urls: readonly string[], take: (kept: Kept | undefined) => Promise<void>): Promise<void>;
  cancel(): void;
}

/** Fetches a file for the draft, unless the page has kept its bytes. Canceled when the control goes away. */
export function useContentFetch(subject: LinkSubject, keep: boolean): ContentFetch {
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

  const run: ContentFetch['run'] = (urls, take) =>
    runJob(async ({ signal }) => {
      setFound({ phase: 'running', progress: { done: 0, total: 0 }, tried: [] });
      // The draft has a file whose hash nobody has computed yet.
      const wanted = sha256 ?? (blob && (await digestBlob(blob, { signal })).sha256) ?? '';
      setHash(wanted);
      const held = keep && isFetched ? await fetched(wanted, signal) : undefined;
      signal.throwIfAborted();
      if (held) {
        await take(held);
        return;
      }
      const {
        url,
        size: bytes = 0,
        servedFrom,
        tried,
        kept,
      } = await fetchContent(
        { path, sha256: wanted, urls, keep, size },
        {
          signal,
          onProgress: ({ done, total, url: from, tried: before = [] }) =>
            setFound({ phase: 'running', progress: { done, total }, url: from, tried: before }),
        },
      );
      signal.throwIfAborted();
      if (url !== undefined) await take(kept);
      setFound(url === undefined ? { phase: 'failed', tried } : { phase: 'done', url, size: bytes, tried, servedFrom });
    });

  if (job.status === 'failed') return { state: { phase: 'failed', tried: [], error: job.error }, sha256, run, cancel };
  if (job.status === 'idle') return { state: found && { phase: 'cancelled' }, sha256, run, cancel };
  return { state: found, sha256, run, cancel };
}
