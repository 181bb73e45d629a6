import { IconFile, IconMusic, IconPhoto } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount, formatNumberOf } from '../../../../../base/amounts.ts';
import { MAX_MEDIA_BYTES } from '../../../../../base/limits.ts';
import type { TensorInfo } from '../../../../../model/package.ts';
import { tensorElements, tensorIndex } from '../../../../../model/tensor/tensor-size.ts';
import {
  useActions,
  useFileBlob,
  usePackagePart,
  usePicture,
  useTensorCells,
  useTensorsId,
} from '../../../../../state/hooks.ts';
import { isDecodedDtype, isNumericDtype } from '../../../../../tensor/dtype.ts';
import { pictureAxes } from '../../../../../tensor/picture-layout.ts';
import type { ShapeSpec } from '../../../../../tensor/shape.ts';
import { NameText, visibleText } from '../../../../../widgets/name-text.tsx';
import { Picture } from '../../../../../widgets/picture/picture.tsx';
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
  return <StoredFile path={reference.slice(1)} />;
}

/** A picture as small as two lines, or a sign of what else it is; and its path. */
function StoredFile({ path }: { path: string }) {
  const reading = usePicture(path);
  const told = reading.status === 'ready' ? reading.value : undefined;
  const picture = told?.picture && !told.picture.doubt ? told.picture : undefined;
  const loading = useFileBlob(picture && path, picture?.type ?? '', MAX_MEDIA_BYTES);
  const [failed, setFailed] = useState<string>();
  const Icon = told?.kind.kind === 'picture' ? IconPhoto : told?.kind.kind === 'sound' ? IconMusic : IconFile;
  return (
    <>
      <span className={classes.icon}>
        {picture && loading.status === 'ready' && failed !== path ? (
          <Picture
            className={classes.picture}
            blob={loading.value}
            size={picture.size}
            cost={picture.cost}
            isAsked={false}
            label={visibleText(path)}
            onFail={() => setFailed(path)}
          />
        ) : (
          <Icon size={20} stroke={1.75} aria-hidden />
        )}
      </span>
      <NameText mono>{path}</NameText>
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
