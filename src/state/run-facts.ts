import { useMemo, useRef } from 'react';
import type { ErrorData } from '../base/errors.ts';
import { objectNumber } from '../base/object-number.ts';
import type { RunFacts } from '../model/run-facts.ts';
import { useApp, useLoading, useOpened, usePackage } from './hooks.ts';

/** What loading the shown package would run, as far as it is known by now. */
export interface ShownRuns {
  /** Undefined where the format says nothing of it. */
  facts: RunFacts | undefined;
  /** Why the files that say more could not be read. */
  error?: ErrorData;
  retry(): void;
}

/**
 * The facts that opening knows, at once, and then those that are read without being asked for; what somebody asked for
 * replaces both. While a draft changes, the facts of its last state stay
 * until the next ones have come, unless it is plain by then that they are others.
 */
export function useShownRuns(): ShownRuns {
  const pkg = usePackage();
  const { runs } = pkg;
  const whole = useApp(({ wholeRuns }) => (wholeRuns?.of === pkg ? wholeRuns.facts : undefined));
  const loading = useLoading<RunFacts | undefined>(
    runs?.unread ? `runs ${objectNumber(pkg)}` : undefined,
    (actions, options) => actions.readRuns(options),
  );
  const handle = useOpened()?.handle;
  const opening = useMemo(() => `${handle} ${JSON.stringify(runs)}`, [handle, runs]);
  const last = useRef<{ opening: string; facts: RunFacts | undefined }>(undefined);
  if (loading.status === 'ready') last.current = { opening, facts: loading.value };
  const kept = last.current?.opening === opening ? last.current.facts : undefined;
  return {
    facts: whole ?? (runs?.unread ? (kept ?? runs) : runs),
    ...(loading.status === 'failed' ? { error: loading.error } : {}),
    retry: loading.retry,
  };
}
