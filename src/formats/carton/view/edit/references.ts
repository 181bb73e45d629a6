import { pairMemo } from '../../../../base/memo.ts';
import type { PackageFile, TensorInfo } from '../../../../model/package.ts';
import { useAppList } from '../../../../state/hooks.ts';
import { formatBytes } from '../../../../widgets/byte-size.ts';
import type { Suggestion } from '../../../../widgets/form-suggest/suggestions.ts';
import { formatShape } from '../../../../widgets/spec-shape.ts';
import { TENSOR_PREFIX } from '../../core/paths.ts';

/**
 * What self-tests, examples and the description can refer to. Made once for each list of files or tensors, which do
 * not change.
 */

const ofMisc = new WeakMap<readonly PackageFile[], readonly PackageFile[]>();
const suggested = new WeakMap<readonly PackageFile[], readonly Suggestion[]>();
const tensors = new WeakMap<readonly TensorInfo[], readonly Suggestion[]>();

/**
 * The files in `misc/`, each path once. The same list until one of these files changes: each letter that is typed
 * changes `carton.toml`, and so the list of all files.
 */
export function useMiscFiles(): readonly PackageFile[] {
  return useAppList(({ draft }) => (draft ? inMisc(draft.shown.files) : NO_FILES));
}

const NO_FILES: readonly PackageFile[] = [];

function inMisc(files: readonly PackageFile[]): readonly PackageFile[] {
  const known = ofMisc.get(files);
  if (known) return known;
  const paths = new Map<string, PackageFile>();
  for (const file of files) if (file.path.startsWith('misc/') && !file.unsafe) paths.set(file.path, file);
  const made = [...paths.values()];
  ofMisc.set(files, made);
  return made;
}

/** Files in `misc/` by their paths, as the description has them. */
export function miscSuggestions(misc: readonly PackageFile[]): readonly Suggestion[] {
  const known = suggested.get(misc);
  if (known) return known;
  const made = misc.map(({ path, size, link }) => ({
    value: path,
    note: size === undefined ? (link ? 'linked' : 'missing') : formatBytes(size),
  }));
  suggested.set(misc, made);
  return made;
}

/** References to the tensors that are not parts of nested ones, as carton.toml has them. */
export function tensorReferences(of: readonly TensorInfo[]): readonly Suggestion[] {
  const known = tensors.get(of);
  if (known) return known;
  const parts = new Set(of.flatMap(({ inner }) => inner ?? []));
  const made = of
    .filter(({ name }) => !parts.has(name))
    .map(({ name, dtype, shape, inner }) => ({
      value: `${TENSOR_PREFIX}${name}`,
      note: dtype === 'nested' ? `nested, ${inner?.length ?? 0}` : `${dtype}, ${formatShape(shape)}`,
    }));
  tensors.set(of, made);
  return made;
}

/** References that an example may hold: to tensors, and to files in `misc/`. */
export const exampleReferences = pairMemo(
  (of: readonly TensorInfo[], misc: readonly PackageFile[]): readonly Suggestion[] => [
    ...miscSuggestions(misc).map(({ value, note }) => ({ value: `@${value}`, note })),
    ...tensorReferences(of),
  ],
);
