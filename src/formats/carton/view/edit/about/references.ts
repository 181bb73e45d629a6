import { formatBytes } from '../../../../../base/amounts.ts';
import { memo, pairMemo } from '../../../../../base/memo.ts';
import type { PackageFile, TensorInfo } from '../../../../../model/package.ts';
import { useAppList } from '../../../../../state/hooks.ts';
import type { Suggestion } from '../../../../../widgets/form-suggest/suggestions.ts';
import { formatShape } from '../../../../../widgets/tensor/spec-shape.ts';
import { TENSOR_PREFIX } from '../../../core/paths.ts';

/**
 * What self-tests, examples and the description can refer to. Made once for each list of files or tensors, which do
 * not change.
 */

/**
 * The files in `misc/`, each path once. The same list until one of these files changes: each letter that is typed
 * changes `carton.toml`, and so the list of all files.
 */
export function useMiscFiles(): readonly PackageFile[] {
  return useAppList(({ draft }) => (draft ? inMisc(draft.shown.files) : NO_FILES));
}

const NO_FILES: readonly PackageFile[] = [];

const inMisc = memo((files: readonly PackageFile[]): readonly PackageFile[] => {
  const paths = new Map<string, PackageFile>();
  for (const file of files) if (file.path.startsWith('misc/') && !file.unsafe) paths.set(file.path, file);
  return [...paths.values()];
});

/** Files in `misc/` by their paths, as the description has them. */
export const miscSuggestions = memo((misc: readonly PackageFile[]): readonly Suggestion[] =>
  misc.map(({ path, size, link }) => ({
    value: path,
    note: size === undefined ? (link ? 'linked' : 'missing') : formatBytes(size),
  })),
);

/** References to the tensors that are not parts of nested ones, as carton.toml has them. */
export const tensorReferences = memo((of: readonly TensorInfo[]): readonly Suggestion[] => {
  const parts = new Set(of.flatMap(({ inner }) => inner ?? []));
  return of
    .filter(({ name }) => !parts.has(name))
    .map(({ name, dtype, shape, inner }) => ({
      value: `${TENSOR_PREFIX}${name}`,
      note: dtype === 'nested' ? `nested, ${inner?.length ?? 0}` : `${dtype}, ${formatShape(shape)}`,
    }));
});

/** References that an example may hold: to tensors, and to files in `misc/`. */
export const exampleReferences = pairMemo(
  (of: readonly TensorInfo[], misc: readonly PackageFile[]): readonly Suggestion[] => [
    ...miscSuggestions(misc).map(({ value, note }) => ({ value: `@${value}`, note })),
    ...tensorReferences(of),
  ],
);
