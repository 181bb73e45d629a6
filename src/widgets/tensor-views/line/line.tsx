import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { TensorPlane } from '../../../tensor/mapping.ts';
import { ReadQuestion } from '../read-question.tsx';
import { ReadShell } from '../read-shell.tsx';
import type { TensorViewProps, ViewSettings } from '../view-props.ts';
import { DrawnLines } from './drawn-lines.tsx';
import classes from './line.module.css';
import { LineBar } from './line-bar.tsx';
import {
  type LineChoice,
  type LineWindow,
  lineChoice,
  linesPlane,
  wholeWindow,
  windowWithin,
} from './line-settings.ts';
import { useLines } from './use-lines.ts';

/** Milliseconds after which what is shown is kept, so that another tensor of the same shape is shown so too. */
const SETTLE_MS = 250;

/** A dimension of a tensor as lines: of a vector one, of a plane several of its rows or columns. */
export default function Line(props: TensorViewProps) {
  const { dtype, plane, access, settings, onSettings } = props;
  const chosen = useMemo(() => lineChoice(settings, plane), [settings, plane]);
  // What moves is this view alone, until it rests: the rest of the page would make each step slower.
  const [moved, setMoved] = useState<{ from: ViewSettings; window: LineWindow }>();
  const choice = useMemo(
    () =>
      moved?.from === settings ? { ...chosen, window: windowWithin(moved.window, pointsOf(plane, chosen)) } : chosen,
    [chosen, moved, settings, plane],
  );
  const { along, lines, window } = choice;
  const lined = useMemo(() => linesPlane(plane, along), [plane, along]);
  const names = lines.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same lines are read once, whatever else is chosen.
  const stable = useMemo(() => lines, [names]);
  const reading = useLines(lined, stable, window, access, dtype);
  const show = (to: LineWindow) => setMoved({ from: settings, window: to });
  const settle = useEffectEvent(({ from, to }: LineWindow) => {
    const whole = wholeWindow(lined.columns);
    const isWhole = from <= whole.from && to >= whole.to;
    onSettings(isWhole ? { from: undefined, to: undefined } : { from, to });
  });
  useEffect(() => {
    if (!moved) return;
    const timer = setTimeout(() => settle(moved.window), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [moved]);
  return (
    <div className={classes.root} data-own-height>
      <LineBar {...props} choice={choice} lined={lined} onWindow={show} />
      {reading.asks !== undefined ? (
        <ReadQuestion what="these lines" bytes={reading.asks} access={access} onRead={reading.agree} />
      ) : (
        <ReadShell what="the lines" reading={reading}>
          {reading.read && (
            <DrawnLines {...props} read={reading.read} isCurrent={reading.isCurrent} choice={choice} onWindow={show} />
          )}
        </ReadShell>
      )}
    </div>
  );
}

function pointsOf(plane: TensorPlane, { along }: LineChoice): number {
  return along === 'rows' ? plane.rows : plane.columns;
}
