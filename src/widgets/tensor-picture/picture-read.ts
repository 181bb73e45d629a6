import { useState } from 'react';
import { objectNumber } from '../../base/object-number.ts';
import { elementBytes, type NumericDtype } from '../../tensor/dtype.ts';
import { type PicturePlan, type PictureValues, readPicture } from '../../tensor/picture-reading.ts';
import type { LoadingOf } from '../loading/loading-view.tsx';
import { type Latest, useLatest } from '../tensor-views/use-latest.ts';
import type { TensorAccess } from '../tensor-views/view-props.ts';

/** A picture of a tensor, and where its elements are read. */
export interface PictureOf {
  access: Pick<TensorAccess, 'numbers' | 'holds'>;
  dtype: NumericDtype;
  plan: PicturePlan;
}

/** A picture that is read. While the next one is, this one stays. */
export interface PictureRead {
  plan: PicturePlan;
  values: PictureValues;
}

export interface LatestPicture extends Latest<PictureRead> {
  /** In bytes, about. */
  progress: { done: number; total: number } | undefined;
}

/** Reads a picture. Undefined reads nothing. */
export function usePictureRead(of: PictureOf | undefined): LatestPicture {
  const [progress, setProgress] = useState<{ key: string; done: number }>();
  const key = of && pictureKey(of);
  const latest = useLatest(
    key,
    async (signal): Promise<PictureRead> => {
      const { access, plan } = of as PictureOf;
      const values = await readPicture(
        plan,
        (plane) => access.numbers(plane, signal),
        (done) => !signal.aborted && plan.bands.length > 1 && setProgress({ key: key as string, done }),
      );
      return { plan, values };
    },
    () => of?.plan.bands.every(({ plane }) => of.access.holds(plane)) ?? false,
  );
  const total = of ? pictureBytes(of) : 0;
  const count = of?.plan.bands.length ?? 1;
  const isOf = progress !== undefined && progress.key === key;
  return { ...latest, progress: isOf ? { done: (total * progress.done) / count, total } : undefined };
}

/** All that says which elements a picture is drawn from. */
function pictureKey({ access, plan: { rows, columns, step, channels, bands } }: PictureOf): string {
  const ends = [bands[0], bands.at(-1)].map((band) => band && Object.values(band.plane).join());
  return [objectNumber(access), rows, columns, step, channels, bands.length, ...ends].join(' ');
}

/** Bytes that drawing a picture reads, about. */
export function pictureBytes({ dtype, plan }: Pick<PictureOf, 'dtype' | 'plan'>): number {
  return plan.cost * elementBytes(dtype);
}

/** A picture as far as it is there. */
export function loadingPicture({ value, error, progress, retry }: LatestPicture): LoadingOf<PictureRead> & {
  retry(): void;
} {
  if (error) return { status: 'failed', error, retry };
  if (value) return { status: 'ready', value, retry };
  return { status: 'loading', ...(progress && { progress }), retry };
}
