import { useCallback, useMemo } from 'react';
import type { Finding } from '../../../base/findings.ts';
import type { HashState, PackageFile } from '../../../model/package.ts';
import { useFindings, useHashStates, useOwnFindings } from '../../../state/hooks.ts';
import type { ShownFiles } from './shown-files.ts';

/** The hash states of the shown files. A renamed file has that of the open package's file. */
export function useShownHashStates({ marks, openOf }: ShownFiles): (file: PackageFile) => HashState {
  const stateOf = useHashStates();
  return useCallback(
    (file) => {
      const open = openOf(file);
      return open && marks.get(file.path)?.kind !== 'linked' ? stateOf(open) : file.hash;
    },
    [marks, openOf, stateOf],
  );
}

/**
 * The findings of the shown files: of those that saving leaves alone the open package's, and of the others those that
 * the saved package would have.
 */
export function useFilesFindings({ marks, isRewritten }: ShownFiles): readonly Finding[] {
  const own = useOwnFindings();
  const drafted = useFindings();
  return useMemo(() => {
    const isChanged = ({ path }: Finding) => path !== undefined && (marks.has(path) || isRewritten(path));
    const [left, changed] = [own.filter((finding) => !isChanged(finding)), drafted.filter(isChanged)];
    return left.length === own.length && changed.length === 0 ? own : [...left, ...changed];
  }, [own, drafted, marks, isRewritten]);
}
