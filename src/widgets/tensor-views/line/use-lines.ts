import { useMemo, useState } from 'react';
import { type DecodedDtype, dtypeFacts } from '../../../tensor/dtype.ts';
import type { TensorPlane } from '../../../tensor/mapping.ts';
import type { Reading } from '../read-shell.tsx';
import { readKey, useLatest } from '../use-latest.ts';
import type { TensorAccess } from '../view-props.ts';
import { asked, type LineData, readLines } from './line-data.ts';
import type { LineWindow } from './line-settings.ts';

/** Lines that were read: their places, and their data in the same order. */
export interface ReadLines {
  lines: readonly number[];
  data: readonly LineData[];
  plane: TensorPlane;
  /** What was asked for. */
  of: string;
}

export interface Lines extends Reading {
  /** Those of another slice stay until the new ones are there. */
  read: ReadLines | undefined;
  /** Whether they are of the plane that is shown now. */
  isCurrent: boolean;
  /** Bytes that would be read, where that is more than is read without asking, and nobody has agreed. */
  asks: number | undefined;
  agree(): void;
}

/**
 * Reads lines as closely as a window of them needs.
 *
 * @param plane its rows are lines. Keep it stable
 * @param lines keep it stable
 */
export function useLines(
  plane: TensorPlane,
  lines: readonly number[],
  window: LineWindow,
  access: TensorAccess,
  dtype: DecodedDtype,
): Lines {
  const ask = useMemo(() => asked(plane, lines, window), [plane, lines, window]);
  const of = readKey(access, [plane, lines]);
  const [agreed, setAgreed] = useState<string>();
  const [progress, setProgress] = useState<{ of: string; done: number; total: number }>();
  const width = (dtypeFacts(dtype)?.bits ?? 64) / 8;
  const bytes = ask.cost * width;
  const asks = bytes > access.unaskedBytes && agreed !== of ? bytes : undefined;
  const key = asks === undefined ? JSON.stringify([of, ask.envelope]) : undefined;
  const latest = useLatest<ReadLines>(
    key,
    async (signal) => ({
      lines,
      plane,
      of: readKey(access, plane),
      data: await readLines(ask, access, signal, ({ done, total }) =>
        setProgress({ of, done: done * width, total: total * width }),
      ),
    }),
    () => !ask.envelope && ask.planes.every((each) => access.holds(each)),
  );
  const { value } = latest;
  return {
    ...latest,
    read: value?.plane.columns === plane.columns && asks === undefined ? value : undefined,
    progress: progress?.of === of && latest.isLoading ? progress : undefined,
    isCurrent: value?.of === readKey(access, plane),
    asks,
    agree: () => setAgreed(of),
    // What was agreed to is asked again.
    stop: agreed === of ? () => setAgreed(undefined) : latest.stop,
  };
}
