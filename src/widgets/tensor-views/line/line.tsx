import { useMemo } from 'react';
import { ErrorNote } from '../../error-note.tsx';
import { RunningJob, useSlow } from '../../loading/loading-view.tsx';
import { ReadQuestion } from '../read-question.tsx';
import type { TensorAccess, TensorViewProps } from '../view-props.ts';
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
  const reading = useLines(lined, stable, window, access, dtype);
  const show = (to: LineWindow) => {
    const whole = wholeWindow(lined.columns);
    const isWhole = to.from <= whole.from && to.to >= whole.to;
    onSettings(isWhole ? { from: undefined, to: undefined } : { from: to.from, to: to.to });
  };
  return (
    <div className={classes.root} data-own-height>
      <LineBar {...props} choice={choice} lined={lined} onWindow={show} />
      <Note reading={reading} access={access} />
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
function Note({ reading, access }: { reading: Lines; access: TensorAccess }) {
  const isSlow = useSlow(reading.isReading);
  const { read, asks, error, progress, isReading } = reading;
  const note = asks ? (
    <ReadQuestion what="these lines" bytes={asks} access={access} onRead={reading.agree} />
  ) : error ? (
    <ErrorNote error={error} onRetry={reading.retry} />
  ) : isReading && isSlow && (!read || progress) ? (
    <RunningJob what="Reading the lines" progress={progress} onCancel={reading.cancel} />
  ) : null;
  return note && <div className={classes.note}>{note}</div>;
}
