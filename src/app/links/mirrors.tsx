import { Button } from '@mantine/core';
import { IconLoader } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import type { ErrorData } from '../../base/errors.ts';
import { hostText } from '../../base/host.ts';
import { MAX_LINK_ATTEMPTS } from '../../base/limits.ts';
import { hostOf } from '../../model/link/linked-content.ts';
import { compareMirrors, type MirrorAnswer, type MirrorVerdict } from '../../model/link/mirrors.ts';
import type { PackageFile } from '../../model/package.ts';
import { useActions } from '../../state/hooks.ts';
import type { LinkProgress } from '../../state/link-slice.ts';
import { AddressText } from '../../widgets/address-text.tsx';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { useJob } from '../../widgets/loading/job.ts';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { hostInPage } from '../private-host.ts';
import classes from './link-form.module.css';

/** What came of trying a URL. */
interface Tried extends MirrorAnswer {
  /** The host that redirects led to, where it is another one. */
  servedFrom?: string | undefined;
  error?: ErrorData | undefined;
}

/** What is known of the file that the URLs are to send. */
interface Wanted {
  /** Where nobody knows it, whatever a URL sends is the file. */
  sha256: string | undefined;
  size: number | undefined;
}

/** The URLs of a file as they are tried. */
export type Mirrors = ReturnType<typeof useMirrors>;

/**
 * Tries URLs of a file one after the other: downloads it from each, and keeps nothing but its size and SHA-256.
 * Canceled when the control goes away.
 *
 * @param path names the file in errors
 */
export function useMirrors(path: string) {
  const { fetchContent } = useActions();
  const { state: job, run, cancel } = useJob();
  const [tried, setTried] = useState<ReadonlyMap<string, Tried>>(new Map());
  const [now, setNow] = useState<{ url: string; progress: LinkProgress }>();

  /**
   * Tries each URL, and gives what came of comparing them to `take`. Never rejects.
   *
   * @param find gives what is known of the file, which may have to be computed
   */
  const ask = (
    urls: readonly string[],
    find: (signal: AbortSignal) => Promise<Wanted>,
    take?: (verdict: MirrorVerdict) => Promise<void>,
  ) =>
    run(async ({ signal }) => {
      const answers: Tried[] = [];
      setTried((before) => new Map([...before].filter(([url]) => !urls.includes(url))));
      const { sha256, size } = await find(signal);
      for (const url of urls) {
        setNow({ url, progress: { done: 0, total: 0 } });
        const found = await fetchContent(
          { path, sha256, urls: [url], keep: false, ...(size !== undefined && { size }) },
          { signal, onProgress: ({ done, total }) => setNow({ url, progress: { done, total } }) },
        );
        signal.throwIfAborted();
        const hash = found.sha256 ?? sha256;
        const isSent = found.url !== undefined && hash !== undefined && found.size !== undefined;
        const answer: Tried = {
          url,
          sent: isSent ? { sha256: hash, size: found.size as number } : undefined,
          servedFrom: found.servedFrom,
          error: found.tried[0]?.error,
        };
        answers.push(answer);
        setTried((before) => new Map([...before, [url, answer]]));
      }
      setNow(undefined);
      await take?.(compareMirrors(answers));
    });

  const isRunning = job.status === 'running';
  return {
    ask,
    cancel,
    isRunning,
    /** The URL that is being read. */
    now: isRunning ? now : undefined,
    error: job.status === 'failed' ? job.error : undefined,
    /** What came of each URL that was tried. */
    tried,
    /** Whether each of these was tried, and sent the file of this hash; where it is undefined, they did not. */
    haveSent: (urls: readonly string[], sha256: string | undefined) =>
      urls.length > 0 && sha256 !== undefined && urls.every((url) => tried.get(url)?.sent?.sha256 === sha256),
    /** What comes of comparing these, once all of them were tried. */
    verdictOf(urls: readonly string[]): MirrorVerdict | undefined {
      const answers = urls.map((url) => tried.get(url));
      return isRunning || answers.length === 0 || answers.includes(undefined)
        ? undefined
        : compareMirrors(answers as Tried[]);
    },
  };
}

/** What came of a URL: the size and hash of what it sent, or why it did not. Nothing before it was tried. */
export function MirrorLine({ mirrors, url, isRight }: { mirrors: Mirrors; url: string; isRight?: string }) {
  const answer = mirrors.tried.get(url);
  if (mirrors.now?.url === url)
    return (
      <ToneLine tone="quiet" Icon={IconLoader} className={classes.problem}>
        Being read
      </ToneLine>
    );
  if (!answer) return null;
  const { sent, servedFrom, error } = answer;
  if (!sent)
    return (
      <ToneLine tone="error" className={classes.problem} data-code={error?.code}>
        {error ? visibleText(error.message) : 'This URL does not have the file.'}
      </ToneLine>
    );
  const led = servedFrom === undefined ? '' : `, by a redirect to ${hostInPage(servedFrom)}`;
  return (
    <ToneLine tone={isRight === undefined ? 'info' : 'ok'} role="status" className={classes.problem}>
      {isRight ?? 'It sends'}
      {isRight === undefined ? ' ' : '. '}
      {formatBytes(sent.size)}, SHA-256 <code className={classes.digits}>{sent.sha256}</code>
      {led}
    </ToneLine>
  );
}

/** How far trying the URLs is, and whether all of them send the same file. */
export function MirrorState({ mirrors, urls }: { mirrors: Mirrors; urls: readonly string[] }) {
  const { now, error, cancel, isRunning } = mirrors;
  const verdict = mirrors.verdictOf(urls);
  const host = hostText(hostOf(now?.url ?? '') ?? '');
  return (
    <div className={classes.state}>
      {isRunning && (
        <RunningJob
          what={host === '' ? 'Fetching' : `Fetching from ${host}`}
          progress={now?.progress}
          onCancel={cancel}
        />
      )}
      <div role="status" aria-label="Comparison" data-mirrors={verdict?.kind}>
        {error && <ErrorNote error={error} />}
        {verdict && urls.length > 1 && (
          <ToneLine tone={verdict.kind === 'same' ? 'ok' : 'error'}>{verdict.text}</ToneLine>
        )}
      </div>
    </div>
  );
}

/** Compares all URLs of a linked file with its hash: fetching it stops at the first one that has it. */
export function MirrorCheck({ file: { path, sha256, size, link } }: { file: PackageFile }) {
  const mirrors = useMirrors(path);
  const urls = link?.urls.slice(0, MAX_LINK_ATTEMPTS) ?? [];
  if (urls.length < 2) return null;
  const answered = urls.filter((url) => mirrors.tried.has(url) || mirrors.now?.url === url);
  return (
    <div className={classes.state}>
      <div>
        <Button
          size="compact-sm"
          disabled={mirrors.isRunning}
          onClick={() => void mirrors.ask(urls, async () => ({ sha256, size }))}
        >
          {mirrorsAct(urls.length, '')}
        </Button>
      </div>
      <MirrorState mirrors={mirrors} urls={urls} />
      {answered.length > 0 && (
        <ol className={classes.list} aria-label="Answers of the URLs">
          {answered.map((url) => (
            <li key={url}>
              <AddressText>{url}</AddressText>
              <MirrorLine mirrors={mirrors} url={url} isRight="This URL has the file" />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** "Compare 3 URLs", or what is done with one alone. */
export function mirrorsAct(count: number, one: string): string {
  return count > 1 ? `Compare ${formatNumberOf(count, 'URL', 'URLs')}` : one;
}
