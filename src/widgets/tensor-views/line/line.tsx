import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { formatBytes, formatCount } from '../../../base/amounts.ts';
import { dtypeFacts } from '../../../tensor/dtype.ts';
import { EmptyState } from '../../empty-state.tsx';
import { ErrorNote } from '../../error-note.tsx';
import { RunningJob, useSlow } from '../../loading/loading-view.tsx';
import type { TensorViewProps } from '../view-props.ts';
import { DrawnLines } from './drawn-lines.tsx';
import classes from './line.module.css';
import { LineBar } from './line-bar.tsx';
import { type LineWindow, lineChoice, linesPlane, wholeWindow } from './line-settings.ts';
import { type Lines, useLines } from './use-lines.ts';

/** A dimension of a tensor as lines: of a vector one, of a plane several of its rows or columns. */
export default function Line(props: TensorViewProps) {
  const { dtype, plane, access, settings, onSettings } = props;
  const choice = useMemo(() => lineChoice(settings, plane), [settings, plane]);
  const { along, lines, window } = choice;
  const lined = useMemo(() => linesPlane(plane, along), [plane, along]);
  const chosen = lines.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same lines are read once, whatever else is chosen.
  const stable = useMemo(() => lines, [chosen]);
  const bits = dtypeFacts(dtype)?.bits ?? 8;
  const reading = useLines(lined, stable, window, access, bits);
  const show = (to: LineWindow) => {
    const whole = wholeWindow(lined.columns);
    const isWhole = to.from <= whole.from && to.to >= whole.to;
    onSettings(isWhole ? { from: undefined, to: undefined } : { from: to.from, to: to.to });
  };
  return (
    <div className={classes.root} data-own-height>
      <LineBar {...props} choice={choice} lined={lined} onWindow={show} />
      <Note reading={reading} bits={bits} />
      {reading.read && (
        <DrawnLines
          {...props}
          read={reading.read}
          isCurrent={reading.read.plane === lined}
          choice={choice}
          onWindow={show}
        />
      )}
    </div>
  );
}

/** What is said of lines that are not there, or not yet. */
function Note({ reading, bits }: { reading: Lines; bits: number }) {
  const isSlow = useSlow(reading.isReading);
  const { read, asks, error, progress, isReading } = reading;
  const note = asks ? (
    <EmptyState title="Much to read">
      <p className={classes.much}>
        {formatCount(asks)} values, {formatBytes(Math.ceil((asks * bits) / 8))}, are read for these lines.
      </p>
      <Button size="compact-sm" onClick={reading.agree}>
        Read them
      </Button>
    </EmptyState>
  ) : error ? (
    <ErrorNote error={error} onRetry={reading.retry} />
  ) : isReading && isSlow && (!read || progress) ? (
    <RunningJob
      what="Reading the lines"
      progress={progress && { done: (progress.done * bits) / 8, total: (progress.total * bits) / 8 }}
      onCancel={reading.cancel}
    />
  ) : null;
  return note && <div className={classes.note}>{note}</div>;
}
