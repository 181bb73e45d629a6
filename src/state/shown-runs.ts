import type { ErrorData } from '../base/errors.ts';
import { objectNumber } from '../base/object-number.ts';
import type { Audit, RunFacts } from '../model/run-facts.ts';
import { useApp, useLoading, useOpened, usePackage } from './hooks.ts';

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
 * facts of its last state stay until the next ones have come.
 */
export function useShownRuns(): ShownRuns {
  const pkg = usePackage();
  const handle = useOpened()?.handle;
  const last = useApp(({ packageAudit }) => packageAudit);
  const loading = useLoading<Audit>(`audit ${objectNumber(pkg)}`, (actions, options) => actions.auditPackage(options));
  const kept = last?.handle === handle ? last : undefined;
  const isFailed = loading.status === 'failed';
  return {
    facts: kept ? kept.audit.runs : pkg.runs,
    isReading: kept?.of !== pkg && !isFailed,
    ...(isFailed ? { error: loading.error } : {}),
    retry: loading.retry,
  };
}
