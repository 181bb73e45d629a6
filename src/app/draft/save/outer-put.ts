import type { Package } from '../../../model/package.ts';
import { useLevelsState, useOpenPackage, useOuter } from '../../../state/hooks.ts';
import { putPath } from '../../../state/level/inner-put.ts';
import { openedOf } from '../../../state/load.ts';
import { visibleText } from '../../../widgets/name-text.tsx';
import { whyKept } from '../../files/changes/file-paths.ts';

/** The package around the one that is shown. */
interface OuterPut {
  name: string;
  /** Why the one that is shown cannot be put into it, in a sentence or two. Undefined where it can. */
  why: string | undefined;
}

/** The package that an edited inner one can be put into. Undefined for the outermost one. */
export function useOuterPut(): OuterPut | undefined {
  const outer = useOuter((state) => openedOf(state.load)?.package);
  const changes = useOuter((state) => state.draft?.current.files);
  const path = useLevelsState(({ shown }) => shown.inside.at(-1));
  const inner = useOpenPackage();
  if (!outer || path === undefined) return undefined;
  return { name: outer.name, why: putProblem(outer, inner, putPath(outer.files, changes ?? [], path)) };
}

/** Why the file at `path` of a package cannot have another content, made of an edited inner package. */
export function putProblem(
  { name, can: { files }, cannot }: Pick<Package, 'name' | 'can' | 'cannot'>,
  { unwrappedFrom }: Pick<Package, 'unwrappedFrom'>,
  path: string,
): string | undefined {
  if (!files) {
    const reason = cannot?.files ?? cannot?.save;
    return `The files of ${visibleText(name)} cannot be changed here.${reason === undefined ? '' : ` ${reason}`}`;
  }
  if (unwrappedFrom !== undefined)
    return `It was decompressed from ${visibleText(unwrappedFrom.name)}, and is not compressed again. Save it as a new file.`;
  return whyKept(files, path);
}
