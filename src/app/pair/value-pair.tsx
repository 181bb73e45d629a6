import { type ReactNode, useMemo } from 'react';
import type { TensorInfo } from '../../model/package.ts';
import type { NumericDtype } from '../../tensor/dtype.ts';
import { firstMapping } from '../../tensor/mapping.ts';
import { type PictureAxes, pictureMapping } from '../../tensor/picture-layout.ts';
import { planPicture } from '../../tensor/picture-reading.ts';
import { type Level, pictureLevels, picturePixels, pixelText } from '../../tensor/pixels.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import type { PictureSide } from '../../widgets/picture-pair/picture-sides.tsx';
import { type PictureRead, usePictureRead } from '../../widgets/tensor-picture/picture-read.ts';
import { useTensorAccess } from '../tensors/shown-tensor.tsx';
import { PairOfSides, usePictureSide } from './file-pair-pictures.tsx';
import type { FileSide } from './file-side.ts';

/** The width of a dialog with two pictures, in px. */
export const PAIR_WIDTH = 960;

/** A tensor of the package that is shown, which is drawn as a picture: of several pictures, the first. */
export interface DrawnTensor {
  info: TensorInfo;
  /** Of its values. */
  dtype: NumericDtype;
  axes: PictureAxes;
}

/** A value that is a picture. */
export type PictureValue = { name: string } & ({ file: FileSide } | { tensor: DrawnTensor });

/** Two values that are pictures, files or tensors, each with the range of its own. Keep them stable. */
export function ValuePair({ first, second }: { first: PictureValue; second: PictureValue }) {
  return (
    <ValueSide of={first}>
      {(a) => <ValueSide of={second}>{(b) => <PairOfSides first={a} second={b} />}</ValueSide>}
    </ValueSide>
  );
}

interface SideProps<Of> {
  of: Of;
  children(side: PictureSide | undefined): ReactNode;
}

function ValueSide({ of, children }: SideProps<PictureValue>) {
  const word = visibleText(of.name);
  return 'file' in of ? (
    <FileValue of={of.file} word={word}>
      {children}
    </FileValue>
  ) : (
    <TensorValue of={of.tensor} word={word}>
      {children}
    </TensorValue>
  );
}

function FileValue({ of, word, children }: SideProps<FileSide> & { word: string }) {
  return children(usePictureSide(of, word));
}

function TensorValue({ of, word, children }: SideProps<DrawnTensor> & { word: string }) {
  return children(useTensorSide(of, useTensorPicture(of), word));
}

/** Two tensors as pictures, both with the range of the first: their difference is one of values. Keep them stable. */
export function TensorPicturePair({ first, second }: { first: DrawnTensor; second: DrawnTensor }) {
  const [a, b] = [useTensorPicture(first), useTensorPicture(second)];
  const levels = useLevels(first, a.value);
  return (
    <PairOfSides
      first={useTensorSide(first, a, visibleText(first.info.name), levels)}
      second={useTensorSide(second, b, visibleText(second.info.name), levels)}
    />
  );
}

function useTensorPicture({ info, dtype, axes }: DrawnTensor) {
  const access = useTensorAccess(info);
  const { shape } = info;
  const of = useMemo(() => {
    const plan = planPicture(pictureMapping(firstMapping(shape), shape, axes), shape, axes);
    return { access, dtype, plan };
  }, [access, dtype, shape, axes]);
  return usePictureRead(of);
}

function useLevels({ dtype }: DrawnTensor, read: PictureRead | undefined): readonly Level[] | undefined {
  return useMemo(() => read && pictureLevels(read.values, { dtype, range: 'automatic', order: 'RGB' }), [read, dtype]);
}

/** A tensor that was read as a picture. Without levels, with those of its own. */
function useTensorSide(
  of: DrawnTensor,
  { value: read, error, retry }: ReturnType<typeof useTensorPicture>,
  word: string,
  given?: readonly Level[] | undefined,
): PictureSide {
  const own = useLevels(of, read);
  const levels = given ?? own;
  const { dtype } = of;
  const source = useMemo(() => {
    if (!read || !levels) return undefined;
    const { values, plan } = read;
    const image = new ImageData(picturePixels(values, levels, 'RGB'), plan.width, plan.height);
    const valueAt = (x: number, y: number) => pixelText(values, dtype, x, y);
    return { kind: 'pixels' as const, image, step: plan.step, valueAt };
  }, [read, levels, dtype]);
  const label = `Picture of ${word}`;
  return useMemo(() => {
    if (source) return { word, label, source };
    return { word, label, note: error ? <ErrorNote error={error} onRetry={retry} /> : 'Reading…' };
  }, [source, word, label, error, retry]);
}
