import type { ErrorData } from '../base/errors.ts';
import { MAX_AUTO_DOWNLOAD_BYTES } from '../base/limits.ts';
import { objectNumber } from '../base/object-number.ts';
import type { Audit, RunFacts } from '../model/run-facts.ts';
import { useApp, useLoading, useOpened, usePackage } from './hooks.ts';
import { isRemote } from './load.ts';

/** What loading the shown package would run, as far as it is known by now. */
export interface ShownRuns {
  /** Undefined where the format says nothing of it. */
  facts: RunFacts | undefined;
  /** The files are still looked through. */
  isReading: boolean;
  /** Why the files that say more could not be read. */
  error?: ErrorData;
  retry(): void;
}

/**
 * The facts that opening knows, at once, and then what looking through the files has found. While a draft changes, the
 * facts of its last state stay until the next ones have come. Of a package on a host that is verified unasked, the look
 * waits for its bytes.
 */
export function useShownRuns(): ShownRuns {
  const pkg = usePackage();
  const opened = useOpened();
  const handle = opened?.handle;
  const phase = useApp((state) => state.verification.phase);
  const hold = useApp((state) => state.verifyHold);
  const isFetched =
    opened !== undefined && isRemote(opened.descriptor) && opened.package.size <= MAX_AUTO_DOWNLOAD_BYTES;
  const isAwaited = isFetched && pkg.can.verify && hold === undefined && (phase === 'idle' || phase === 'running');
  const isHeld = isFetched && phase === 'done';
  const last = useApp(({ packageAudit }) => packageAudit);
  const loading = useLoading<Audit>(
    isAwaited ? undefined : `audit ${objectNumber(pkg)} ${isHeld}`,
    (actions, options) => actions.auditPackage({ ...options, isHeld }),
  );
  const kept = last?.handle === handle ? last : undefined;
  const isFailed = loading.status === 'failed';
  return {
    facts: kept ? kept.audit.runs : pkg.runs,
    isReading: kept?.of !== pkg && !isFailed,
    error: isFailed ? loading.error : undefined,
    retry: loading.retry,
  };
}
