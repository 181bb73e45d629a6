import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Envelope } from '../../../tensor/decimate.ts';
import { drawFigure } from '../figure.ts';
import { useFigure } from '../view-exports.tsx';
import { Chart, type LineScale } from './chart.ts';
import { type GestureActs, listen } from './gestures.ts';
import classes from './line-chart.module.css';
import { lineStyle } from './line-colors.ts';
import { drawnPoints } from './line-data.ts';
import { lineFigure } from './line-figure.ts';
import type { LineWindow } from './line-settings.ts';

/** A point of a line that is marked. */
export interface MarkedPoint {
  /** Which of the drawn lines. */
  line: number;
  point: number;
}

interface Props {
  /** For those who do not see it: what it shows, the marked point and how many there are. */
  label: string;
  /** The texts of its figure. */
  title: string;
  note: string;
  /** Whether the note says what is drawn. There is no figure otherwise. */
  isCurrent: boolean;
  /** What each drawn line is called. Empty of a single one. */
  names: readonly string[];
  valueText: string;
  points: number;
  window: LineWindow;
  onWindow(window: LineWindow): void;
  /** What is drawn of each line, and its place among all lines, which gives its color. */
  parts: readonly Envelope[];
  places: readonly number[];
  scale: LineScale;
  indexAt(point: number): number;
  marked: MarkedPoint;
  /** The marked point's value, as far as it is finite and known. */
  markedValue: number | undefined;
  onHover(marked: MarkedPoint | undefined): void;
  onChoose(marked: MarkedPoint): void;
  onKeyDown(event: KeyboardEvent): void;
  /** Told at first, and when it changes, in CSS pixels. */
  onWidth(width: number): void;
}

/** Lines over axes, with a mark at one point. The pointer zooms and moves them; the keys are the parent's. */
export function LineChart(props: Props) {
  const { label, valueText, points, window, parts, places, scale, indexAt, marked, markedValue, onKeyDown } = props;
  const scheme = useComputedColorScheme('light');
  const box = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const pointer = useRef<{ left: number; top: number }>(undefined);
  const [chart, setChart] = useState<Chart>();
  const data = useMemo(() => ({ window, ...drawnPoints(parts) }), [window, parts]);
  const styles = useMemo(() => places.map((place) => lineStyle(place, scheme)), [places, scheme]);

  const shownAt = ({ left, top }: { left: number; top: number }): MarkedPoint | undefined =>
    chart && nearest(chart, parts, window, points, left, top);
  const acts: GestureActs = {
    now: () => ({ window, points }),
    onWindow: (to) => props.onWindow(to),
    onPointer: (at) => {
      pointer.current = at;
      props.onHover(at && shownAt(at));
    },
    onChoose: (at) => {
      const found = shownAt(at);
      if (found) props.onChoose(found);
    },
  };
  const now = useEffectEvent(() => acts);
  const first = useEffectEvent(() => data);
  const onWidth = useEffectEvent(props.onWidth);

  // Another scale, other colors or another number of lines need another chart; all else moves the one that there is.
  const look = JSON.stringify([scale, styles]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` says what it is made of.
  useLayoutEffect(() => {
    const { current: element } = box;
    if (!element) return;
    const { color, borderTopColor, fontFamily } = getComputedStyle(element);
    const made = new Chart(
      element,
      { styles, scale, ink: color, grid: borderTopColor, font: `12px ${fontFamily}`, indexAt },
      first(),
    );
    setChart(made);
    const stop = listen(made, {
      now: () => now().now(),
      onWindow: (to) => now().onWindow(to),
      onPointer: (at) => now().onPointer(at),
      onChoose: (at) => now().onChoose(at),
    });
    const observer = new ResizeObserver(() => {
      made.resize(element.clientWidth, element.clientHeight);
      onWidth(made.over.clientWidth);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      stop();
      made.close();
      setChart(undefined);
    };
  }, [look, indexAt]);
  useLayoutEffect(() => chart?.show(data), [chart, data]);
  const point = useEffectEvent(() => {
    if (pointer.current && chart) acts.onPointer(pointer.current);
  });
  // Another point is under a pointer that rests.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when what is shown changes.
  useEffect(() => point(), [chart, data]);

  useEffect(() => {
    const { current: element } = mark;
    if (!element || !chart) return;
    const { over } = chart;
    const { left, top } = chart.placeOf(marked.point, markedValue ?? 0);
    const isShown = left >= 0 && left <= over.clientWidth;
    element.hidden = !isShown;
    element.style.left = `${over.offsetLeft + left}px`;
    element.style.top = `${over.offsetTop}px`;
    element.style.height = `${over.clientHeight}px`;
    element.style.setProperty('--dot', markedValue === undefined ? '-100px' : `${top}px`);
  });

  useFigure(
    chart && props.isCurrent
      ? (canvas) => {
          if (box.current)
            drawFigure(canvas, lineFigure(props, { canvas: chart.canvas, element: box.current, styles }));
        }
      : undefined,
  );

  return (
    <div
      className={classes.root}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={points - 1}
      aria-valuenow={marked.point}
      aria-valuetext={valueText}
      onKeyDown={(event) => {
        onKeyDown(event);
        // What the keys choose is marked, not what a pointer that rests was over.
        if (event.defaultPrevented) pointer.current = undefined;
      }}
    >
      <div ref={box} className={classes.chart} />
      <div ref={mark} className={classes.mark} style={{ color: styles[marked.line]?.color }} hidden />
    </div>
  );
}

/**
 * The point that is nearest to a place: of the stretch under it, the extreme of any line that is nearest in height, so
 * that an outlier can be found.
 */
function nearest(
  chart: Chart,
  parts: readonly Envelope[],
  { from, to }: LineWindow,
  points: number,
  left: number,
  top: number,
): MarkedPoint {
  const [least, most] = [Math.max(0, Math.ceil(from)), Math.min(points - 1, Math.floor(to))];
  const point = Math.min(most, Math.max(least, Math.round(chart.pointAt(left))));
  let best = { line: 0, point, away: Number.POSITIVE_INFINITY };
  for (const [line, { start, size, min, max, minAt, maxAt }] of parts.entries()) {
    const bin = Math.floor((point - start) / size);
    for (const [value, at] of [
      [min[bin], minAt[bin]],
      [max[bin], maxAt[bin]],
    ]) {
      if (value === undefined || at === undefined || Number.isNaN(value)) continue;
      const away = Math.abs(chart.placeOf(at, value).top - top);
      if (away < best.away) best = { line, point: at, away };
    }
  }
  return { line: best.line, point: best.point };
}
