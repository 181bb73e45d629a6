import { useMemo } from 'react';
import { MAX_INLINE_PICTURE_BYTES } from '../../base/limits.ts';
import type { Binding, Package, TensorInfo } from '../../model/package.ts';
import { tensorIndex } from '../../model/tensor/tensor-size.ts';
import { companionBindings, statedShape } from '../../model/tensor/tensor-use.ts';
import { valueDtype } from '../../model/tensor/value-dtype.ts';
import { useActions, useFileChanges, usePackage } from '../../state/hooks.ts';
import { isDecodedDtype } from '../../tensor/dtype.ts';
import type { TensorAccess, TensorCompanion } from '../../widgets/tensor-views/view-props.ts';

type FileReads = Pick<ReturnType<typeof useActions>, 'readPicture' | 'readBlob'>;
type AccessOf = (info: TensorInfo) => TensorAccess;

/**
 * What is shown together with a tensor: the other values of the examples and self-tests that it is a value of.
 *
 * @param accessOf gives the reads of a tensor. Keep it stable
 */
export function useCompanions(tensor: string, accessOf: AccessOf): readonly TensorCompanion[] {
  const pkg = usePackage();
  const { readPicture, readBlob } = useActions();
  // A draft may put another file at a path.
  const changes = useFileChanges();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` says which files are read.
  return useMemo(
    () =>
      companionBindings(pkg, tensor).flatMap(
        (binding) => companionOf(pkg, binding, accessOf, { readPicture, readBlob }) ?? [],
      ),
    [pkg, tensor, accessOf, readPicture, readBlob, changes],
  );
}

function companionOf(
  pkg: Package,
  { name: label, value }: Binding,
  accessOf: AccessOf,
  reads: FileReads,
): TensorCompanion | undefined {
  if (value.kind === 'file') {
    const { path } = value;
    return { kind: 'file', key: `file ${path}`, label, draw: (...size) => drawFile(reads, path, ...size) };
  }
  const info = tensorIndex(pkg.tensors).get(value.tensor);
  const dtype = info && valueDtype(info);
  if (!info || info.inner || info.problem !== undefined || !dtype || !isDecodedDtype(dtype)) return undefined;
  const { name, shape } = info;
  const access = accessOf(info);
  return { kind: 'tensor', key: `tensor ${name}`, label, dtype, shape, stated: statedShape(pkg, name), access };
}

/**
 * The pixels of a picture file in a size: RGBA, row by row. Undefined where it is not a picture that is drawn without
 * asking. Rejects with `source/too-large`.
 */
async function drawFile(
  { readPicture, readBlob }: FileReads,
  path: string,
  width: number,
  height: number,
  signal: AbortSignal,
): Promise<Uint8ClampedArray<ArrayBuffer> | undefined> {
  const { picture } = await readPicture(path, { signal });
  // Browsers make no bitmap of a drawing.
  if (!picture || picture.doubt || picture.type === 'image/svg+xml') return undefined;
  const blob = await readBlob(path, picture.type, { signal, maxBytes: MAX_INLINE_PICTURE_BYTES });
  const bitmap = await createImageBitmap(blob, { resizeWidth: width, resizeHeight: height }).catch(() => undefined);
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!bitmap || !context) return undefined;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, width, height).data as Uint8ClampedArray<ArrayBuffer>;
}
