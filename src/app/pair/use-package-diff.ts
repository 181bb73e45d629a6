import { useCallback, useMemo, useState } from 'react';
import type { FileDiffs } from '../../model/pair/file-diffs.ts';
import { parseNameRules } from '../../model/pair/name-rules.ts';
import type { PackageDiff } from '../../model/pair/package-diff.ts';
import { type TensorDiffs, tensorDiffs, withValues } from '../../model/pair/tensor-diffs.ts';
import { useActions, useApp, useWork } from '../../state/hooks.ts';
import type { Loading } from '../../state/load.ts';
import { NO_VALUES, type PairSides, type PairValues } from '../../state/pair-slice.ts';
import { useJob } from '../../widgets/loading/job.ts';
import { useStoredSetting } from '../../widgets/stored-setting.ts';

/** Characters of the rules that are remembered. A rule has some tens. */
export const MAX_RULES_CHARACTERS = 10_000;

const ruleText = (stored: unknown) =>
  typeof stored === 'string' && stored.length <= MAX_RULES_CHARACTERS ? stored : '';

/** The rules by which tensors of other names are found, as they were typed. The browser remembers them. */
export function useNameRules(): [text: string, store: (text: string) => void] {
  return useStoredSetting('tensor-names', ruleText);
}

/** What comparing values of these packages has found. */
export function usePairValues(sides: PairSides): PairValues {
  return useApp(({ pairValues }) => pairValues.get(sides) ?? NO_VALUES);
}

/**
 * The tensors of both packages, with what comparing their values has found, by the rules for names that were typed.
 *
 * @param files how the files differ. Undefined where nobody has compared them
 */
export function usePairedTensors(sides: PairSides, files: FileDiffs | undefined): TensorDiffs {
  const [text] = useNameRules();
  const { found } = usePairValues(sides);
  const stated = useMemo(
    () => tensorDiffs(sides.before.package, sides.after.package, files, parseNameRules(text).rules),
    [sides, files, text],
  );
  return useMemo(() => withValues(stated, found), [stated, found]);
}

/** How a pair differs, and what was read of its files since. */
export interface ShownDiff {
  diff: PackageDiff;
  tensors: TensorDiffs;
}

/** How the packages of a pair differ, and a job that reads its unread files: the one at a path, or all. */
export function usePackageDiff(sides: PairSides) {
  const { comparePair, readPairFiles } = useActions();
  const loading = useWork(useCallback((options) => comparePair(sides, options), [comparePair, sides]));
  const [read, setRead] = useState<{ of: PackageDiff; files: FileDiffs }>();
  const stated = loading.status === 'ready' ? loading.value : undefined;
  const files = read && read.of === stated ? read.files : stated?.files;
  const tensors = usePairedTensors(sides, files);
  const shown = useMemo(
    (): Loading<ShownDiff> =>
      stated && files
        ? { status: 'ready', value: { diff: { ...stated, files }, tensors } }
        : (loading as Exclude<typeof loading, { status: 'ready' }>),
    [loading, stated, files, tensors],
  );
  const job = useJob();
  const readFiles = (path?: string) => {
    if (loading.status !== 'ready' || shown.status !== 'ready') return;
    const { files } = shown.value.diff;
    void job.run(async (options) => {
      setRead({ of: loading.value, files: await readPairFiles(sides, files, path, options) });
    });
  };
  return { shown, readFiles, job };
}
