import type { PackageFile, TensorInfo } from '../../../../model/package.ts';
import { formatBytes } from '../../../../widgets/byte-size.ts';
import type { Suggestion } from '../../../../widgets/form-suggest/suggestions.ts';
import { formatShape } from '../../../../widgets/spec-shape.ts';
import { TENSOR_PREFIX } from '../../core/carton-fields.ts';

/**
 * What self-tests, examples and the description can refer to. Made once for each package, whose files and tensors do
 * not change.
 */

const misc = new WeakMap<readonly PackageFile[], readonly Suggestion[]>();
const tensors = new WeakMap<readonly TensorInfo[], readonly Suggestion[]>();

/** The files in `misc/`, by path. */
export function miscFiles(files: readonly PackageFile[]): readonly Suggestion[] {
  const known = misc.get(files);
  if (known) return known;
  const paths = new Map<string, Suggestion>();
  for (const { path, size, link, unsafe } of files) {
    if (!path.startsWith('misc/') || unsafe) continue;
    paths.set(path, { value: path, note: size === undefined ? (link ? 'linked' : 'missing') : formatBytes(size) });
  }
  const made = [...paths.values()];
  misc.set(files, made);
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

const both = new WeakMap<readonly PackageFile[], { of: readonly TensorInfo[]; made: readonly Suggestion[] }>();

/** References that an example may hold: to tensors, and to files in `misc/`. */
export function exampleReferences(of: readonly TensorInfo[], files: readonly PackageFile[]): readonly Suggestion[] {
  const known = both.get(files);
  if (known?.of === of) return known.made;
  const made = [...miscFiles(files).map(({ value, note }) => ({ value: `@${value}`, note })), ...tensorReferences(of)];
  both.set(files, { of, made });
  return made;
}
