import { useCallback, useEffect, useState } from 'react';
import { type CheckItem, inReadingOrder } from '../../../model/checklist.ts';
import type { ShownChecklist } from '../../../state/checklist-slice.ts';
import { useActions, useApp, usePackage, useWork } from '../../../state/hooks.ts';
import { useKnown } from './known.ts';

/**
 * The checklist of the package that saving would give, once it is there, and again with each step of the draft and all
 * that is found out meanwhile.
 */
export function useChecklist() {
  const known = useKnown();
  const shown = usePackage();
  const { readChecklist } = useActions();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is made again for another package, and where it failed.
  const work = useCallback(
    ({ signal }: { signal: AbortSignal }) => readChecklist(known, { signal }),
    [readChecklist, known, shown, attempt],
  );
  const reading = useWork(work);
  const checklist = useApp((state) => state.checklist);
  return {
    items: useOrdered(checklist),
    known,
    error: reading.status === 'failed' ? reading.error : undefined,
    retry: () => setAttempt((count) => count + 1),
  };
}

export type ReadChecklist = ReturnType<typeof useChecklist>;

/** The items, which keep their places until the reader changes something: what is found out moves nothing. */
function useOrdered(checklist: ShownChecklist | undefined): readonly CheckItem[] | undefined {
  const [order, setOrder] = useState<{ of: number | undefined; checks: readonly string[] }>();
  useEffect(() => {
    if (!checklist) return;
    setOrder((last) =>
      last && last.of === checklist.of ? last : { of: checklist.of, checks: checksOf(checklist.items) },
    );
  }, [checklist]);
  if (!checklist) return undefined;
  const checks = order && order.of === checklist.of ? order.checks : checksOf(checklist.items);
  const byCheck = new Map(checklist.items.map((item) => [item.check, item]));
  return checks.flatMap((check) => byCheck.get(check) ?? []);
}

function checksOf(items: readonly CheckItem[]): string[] {
  return inReadingOrder(items).map(({ check }) => check);
}
