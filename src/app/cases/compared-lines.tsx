import type { ReactNode } from 'react';
import { MAX_ENVELOPE_BINS } from '../../base/limits.ts';
import { tensorElements, tensorIndex } from '../../model/tensor/tensor-size.ts';
import { useLoading, usePackage, useTensorsId } from '../../state/hooks.ts';
import type { Envelope } from '../../tensor/decimate.ts';
import { isNumericDtype } from '../../tensor/dtype.ts';
import type { Shape } from '../../tensor/shape.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import classes from './compared-lines.module.css';
import { LinePlot, type LinePoints } from './line-plot.tsx';
import type { Actual, Output } from './match-outputs.ts';

/** Points of a line that say more than the numbers beside each other. */
const MIN_POINTS = 8;

/** Stretches of a line: about one for two pixels. */
const STRETCHES = Math.min(400, MAX_ENVELOPE_BINS);

interface Props {
  output: Output;
  actual: Actual;
  /** What is said of it. */
  children: ReactNode;
}

/** An output that is one line in effect, drawn over the expected one. */
export function ComparedLines({ output, actual, children }: Props) {
  const info = tensorIndex(usePackage().tensors).get(output.tensor);
  const count = info && isNumericDtype(info.dtype) && isLine(info.shape) ? Number(tensorElements(info)) : 0;
  const isDrawn = count >= MIN_POINTS && isLine(actual.info.shape);
  const id = useTensorsId();
  const { tensor, handle } = actual.target;
  const key = `lines ${id} ${handle} ${JSON.stringify([tensor, output.tensor])}`;
  const lines = useLoading<Envelope[]>(isDrawn ? key : undefined, async ({ readEnvelopes }, options) => {
    const plane = { rows: 1, columns: count, start: 0, rowStride: 0, columnStride: 1 };
    const ask = { start: 0, end: count, size: Math.ceil(count / STRETCHES) };
    const read = (of: string | { tensor: string; handle: number }) => readEnvelopes(of, plane, ask, options);
    return [...(await read(handle === undefined ? tensor : { tensor, handle })), ...(await read(output.tensor))];
  });
  const [got, wanted] = lines.status === 'ready' ? lines.value : [];
  return (
    <figure className={classes.root}>
      {isDrawn && (
        <LinePlot
          label={`Actual and expected values of ${visibleText(output.name)} as lines`}
          count={count}
          line={got && pointsOf(got)}
          expected={wanted && pointsOf(wanted)}
        />
      )}
      <figcaption className={classes.caption}>
        {isDrawn && (
          <span className={classes.legend}>
            <span>actual</span>
            <span className={classes.expected}>expected</span>
          </span>
        )}
        <span className={classes.words}>{children}</span>
      </figcaption>
    </figure>
  );
}

/** Whether a tensor has one dimension in effect. */
function isLine(shape: Shape): boolean {
  return shape.filter((size) => size !== 1n).length === 1;
}

/** The least and the greatest value of each stretch, in the order in which they are. */
function pointsOf({ min, max, minAt, maxAt }: Envelope): LinePoints {
  return Array.from(min).flatMap((low, bin) => {
    const first: [number, number] = [minAt[bin] as number, low];
    const second: [number, number] = [maxAt[bin] as number, max[bin] as number];
    if (first[0] === second[0]) return [first];
    return first[0] < second[0] ? [first, second] : [second, first];
  });
}
