import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Scaling, ValueRange } from '../../tensor/value-range.ts';
import { shortNumber } from '../tensor-grid/text.ts';
import classes from './range-handles.module.css';

interface Props {
  /** Lays values along the track, from 0 to 1. */
  scaling: Scaling;
  range: ValueRange;
  /** A bound was moved. */
  onRange(change: Partial<ValueRange>): void;
  /** What the handles are for, as "Lowest color". */
  names: { low: string; high: string };
  isVertical?: boolean;
  /** Whether dragging beside the handles marks a new range. */
  isBrush?: boolean;
}

/** Parts of the track that a key moves a handle. */
const STEP = 0.01;
const PAGE = 0.1;

/** Digits of a bound that was moved: more than a pixel tells. */
const DIGITS = 6;

/** Two handles on a track, by pointer and by keys. */
export function RangeHandles({ scaling, range, onRange, names, isVertical = false, isBrush = false }: Props) {
  const track = useRef<HTMLDivElement>(null);
  const brushed = useRef<number>(undefined);
  const placeOf = (bound: keyof ValueRange) => Math.max(0, Math.min(1, scaling.at(range[bound])));
  const valueAt = (at: number) => Number(scaling.value(Math.max(0, Math.min(1, at))).toPrecision(DIGITS));
  const move = (bound: keyof ValueRange, at: number) => {
    const other = placeOf(bound === 'low' ? 'high' : 'low');
    onRange({ [bound]: valueAt(bound === 'low' ? Math.min(at, other) : Math.max(at, other)) });
  };
  const pointed = ({ clientX, clientY }: PointerEvent) => {
    const { left, bottom, width, height } = (track.current as HTMLElement).getBoundingClientRect();
    return isVertical ? (bottom - clientY) / height : (clientX - left) / width;
  };
  const onKeyDown = (bound: keyof ValueRange) => (event: KeyboardEvent) => {
    const at = placeOf(bound);
    const to = {
      ArrowUp: at + STEP,
      ArrowRight: at + STEP,
      ArrowDown: at - STEP,
      ArrowLeft: at - STEP,
      PageUp: at + PAGE,
      PageDown: at - PAGE,
      Home: 0,
      End: 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(bound, to);
  };
  const onTrackMove = (event: PointerEvent) => {
    const from = brushed.current;
    if (from === undefined) return;
    const to = pointed(event);
    onRange({ low: valueAt(Math.min(from, to)), high: valueAt(Math.max(from, to)) });
  };
  const handle = (bound: keyof ValueRange) => (
    <div
      role="slider"
      tabIndex={0}
      aria-label={names[bound]}
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(placeOf(bound) * 100)}
      aria-valuetext={shortNumber(range[bound])}
      className={classes.handle}
      style={{ [isVertical ? 'bottom' : 'left']: `${placeOf(bound) * 100}%` }}
      onKeyDown={onKeyDown(bound)}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && move(bound, pointed(event))}
    />
  );
  return (
    <div
      ref={track}
      className={classes.track}
      data-vertical={isVertical || undefined}
      data-brush={isBrush || undefined}
      onPointerDown={(event) => {
        if (!isBrush || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        brushed.current = pointed(event);
      }}
      onPointerMove={onTrackMove}
      onPointerUp={() => {
        brushed.current = undefined;
      }}
      onPointerCancel={() => {
        brushed.current = undefined;
      }}
    >
      {handle('low')}
      {handle('high')}
    </div>
  );
}
