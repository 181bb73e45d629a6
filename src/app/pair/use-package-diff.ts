import { useCallback, useMemo, useState } from 'react';
import type { FileDiffs } from '../../model/pair/file-diffs.ts';
import { parseNameRules } from '../../model/pair/name-rules.ts';
import type { PackageDiff } from '../../model/pair/package-diff.ts';
import { type TensorDiffs, tensorDiffs, withValues } from '../../model/pair/tensor-diffs.ts';
import { useActions, useApp, useWork } from '../../state/hooks.ts';
import type { Loading } from '../../state/load.ts';
import type { PairSides } from '../../state/pair-slice.ts';
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
  const [text] = useNameRules();
  const found = useApp((state) => state.pairValues.found);
  const shown = useMemo((): Loading<ShownDiff> => {
    if (loading.status !== 'ready') return loading;
    const files = read?.of === loading.value ? read.files : loading.value.files;
    const { rules } = parseNameRules(text);
    const stated = tensorDiffs(sides.before.package, sides.after.package, files, rules);
    const tensors = withValues(stated, found);
    return { status: 'ready', value: { diff: { ...loading.value, files }, tensors } };
  }, [loading, read, text, sides, found]);
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
