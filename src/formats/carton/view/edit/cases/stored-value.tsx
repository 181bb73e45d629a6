import { IconFile, IconMusic, IconPhoto } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatCount, formatNumberOf } from '../../../../../base/amounts.ts';
import type { TensorInfo } from '../../../../../model/package.ts';
import { tensorElements, tensorIndex } from '../../../../../model/tensor/tensor-size.ts';
import { useActions, usePackagePart, useTensorCells, useTensorsId } from '../../../../../state/hooks.ts';
import { isDecodedDtype, isNumericDtype } from '../../../../../tensor/dtype.ts';
import { pictureAxes } from '../../../../../tensor/picture-layout.ts';
import type { ShapeSpec } from '../../../../../tensor/shape.ts';
import { NameText } from '../../../../../widgets/name-text.tsx';
import { firstPlane } from '../../../../../widgets/tensor/tensor-first.ts';
import { shortString, shortValue } from '../../../../../widgets/tensor-grid/text.ts';
import { isDrawn, TensorThumb } from '../../../../../widgets/tensor-picture/tensor-thumb.tsx';
import { MISC_PREFIX, TENSOR_PREFIX } from '../../../core/paths.ts';
import classes from './stored-value.module.css';

/** Values in a row. */
const FIRST = 3;

/** Characters of a string in a row. */
const MAX_STRING = 60;

/** The tensor that a reference names. */
export function useReferred(reference: string): TensorInfo | undefined {
  const tensors = usePackagePart((pkg) => pkg.tensors);
  if (!reference.startsWith(TENSOR_PREFIX)) return undefined;
  return tensorIndex(tensors).get(reference.slice(TENSOR_PREFIX.length));
}

/** A value in short: its picture and its first elements, or the file that it is. */
export function StoredValue({
  reference,
  role,
  stated,
}: {
  reference: string;
  role: string;
  stated?: ShapeSpec | undefined;
}) {
  const info = useReferred(reference);
  if (info) return <StoredTensor info={info} role={role} stated={stated} />;
  if (!reference.startsWith(MISC_PREFIX)) return <NameText mono>{reference}</NameText>;
  const Icon = /\.(?:png|jpe?g|webp|gif|avif|bmp|svg)$/i.test(reference)
    ? IconPhoto
    : /\.(?:wav|mp3|ogg|flac|m4a)$/i.test(reference)
      ? IconMusic
      : IconFile;
  return (
    <>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <NameText mono>{reference.slice(1)}</NameText>
    </>
  );
}

function StoredTensor({ info, role, stated }: { info: TensorInfo; role: string; stated: ShapeSpec | undefined }) {
  const { readPlane, holdsPlane } = useActions();
  const { name, dtype, shape } = info;
  const id = useTensorsId();
  // Another object once the draft may have given the tensor other elements.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read depends on the draft.
  const access = useMemo(
    () => ({
      numbers: (plane: Parameters<typeof readPlane>[1], signal: AbortSignal) => readPlane(name, plane, { signal }),
      holds: (plane: Parameters<typeof readPlane>[1]) => holdsPlane(name, plane),
    }),
    [readPlane, holdsPlane, name, id],
  );
  const axes = useMemo(() => pictureAxes(shape, stated)[0], [shape, stated]);
  if (info.inner) return <span className={classes.none}>{formatNumberOf(info.inner.length, 'tensor')}</span>;
  return (
    <>
      {isNumericDtype(dtype) && isDrawn(info, dtype, axes, role) && (
        <TensorThumb name={role} access={access} dtype={dtype} shape={shape} axes={axes} />
      )}
      <FirstElements info={info} />
    </>
  );
}

/** "0.1399 0.0916 0.0904 … 253 more". Its room is kept until they are read. */
function FirstElements({ info }: { info: TensorInfo }) {
  const { name, dtype, shape, problem } = info;
  const count = tensorElements(info) ?? 0n;
  const plane = useMemo(() => firstPlane(shape, FIRST), [shape]);
  const isRead = isDecodedDtype(dtype) && problem === undefined;
  const loading = useTensorCells(isRead ? name : undefined, plane);
  if (count === 0n) return <span className={classes.none}>no values: one dimension is 0</span>;
  if (!isRead || loading.status === 'failed') return <span className={classes.none}>cannot be read</span>;
  if (loading.status === 'loading') return <span className={classes.values}> </span>;
  const cells = loading.value.map((exact) =>
    dtype === 'string' ? `“${shortString(exact, MAX_STRING)}”` : shortValue(dtype, exact),
  );
  const left = count - BigInt(cells.length);
  return (
    <span className={classes.values}>
      <NameText>{cells.join(' ')}</NameText>
      {left > 0n && ` … ${formatCount(left)} more`}
    </span>
  );
}
