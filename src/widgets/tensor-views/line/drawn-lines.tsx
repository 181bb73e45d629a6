import { useCallback, useMemo, useState } from 'react';
import { type Cell, cellIndex, cellPlane, sliceText } from '../../../tensor/mapping.ts';
import { indexText } from '../../../tensor/shape.ts';
import { visibleText } from '../../name-text.tsx';
import { Extremes } from '../extremes.tsx';
import { readKey, useLatest } from '../use-latest.ts';
import type { TensorViewProps } from '../view-props.ts';
import { type LineScale, tickText } from './chart.ts';
import { LineChart } from './line-chart.tsx';
import { extremesOf, type LineData, shownPart } from './line-data.ts';
import { LineFoot } from './line-foot.tsx';
import { type LinePoint, onLineKey } from './line-keys.ts';
import { LineLegend } from './line-legend.tsx';
import type { LineChoice, LineWindow } from './line-settings.ts';
import { LineTable } from './line-table.tsx';
import type { ReadLines } from './use-lines.ts';

/** The symmetrical logarithmic scale is linear below this part of the greatest magnitude. */
const SYMLOG_LINEAR = 1e-4;

interface Props extends TensorViewProps {
  read: ReadLines;
  /** Whether these are the lines of the slice that is chosen now. */
  isCurrent: boolean;
  choice: LineChoice;
  onWindow(window: LineWindow): void;
}

/** Lines that were read: their drawing, what each is, a table of what is shown, and the marked value. */
export function DrawnLines(props: Props) {
  const { name, dtype, mapping, plane, cell, onCell, access, onSettings, read, isCurrent, choice, onWindow } = props;
  const { along, hidden, isLog, window } = choice;
  const isAcross = along === 'columns';
  const points = read.plane.columns;
  const [width, setWidth] = useState(1200);
  const [hovered, setHovered] = useState<LinePoint>();

  // Places among all lines that were read: the others are hidden.
  const places = useMemo(
    () => read.lines.flatMap((line, place) => (hidden.has(line) ? [] : [place])),
    [read.lines, hidden],
  );
  const parts = useMemo(
    () => places.map((place) => shownPart(read.data[place] as LineData, window, width)),
    [read, places, window, width],
  );
  const scale = useMemo(() => scaleOf(isLog, read.data), [isLog, read]);
  const extremes = useMemo(() => extremesOf(parts, window), [parts, window]);

  const lineAt = useCallback((drawn: number) => read.lines[places[drawn] ?? 0] as number, [read, places]);
  const cellAt = ({ line, point }: LinePoint): Cell =>
    isAcross ? { row: line, column: point } : { row: point, column: line };
  const marked = markedOf(
    hovered ?? (cell && pointAt(cell, isAcross)),
    places.map((place) => read.lines[place] as number),
    points,
    window,
  );

  const at = cellAt(marked);
  const one = cellPlane(plane, at);
  // Not before its line: what ends the reading of that would leave this one.
  const key = isCurrent ? readKey(access, one) : undefined;
  const cells = useLatest(key, (signal) => access.cells(one, signal));
  const exact = key !== undefined && cells.key === key ? cells.value?.[0] : undefined;
  const value = exact === undefined ? Number.NaN : dtype === 'bool' ? Number(exact === 'true') : Number(exact);

  const indexAt = useIndices(props, along);
  const lineName = useIndices(props, isAcross ? 'rows' : 'columns');
  const index = cellIndex(mapping, at);
  const shown = { parts, places, lines: read.lines, window, indexAt, lineName };

  return (
    <>
      <LineChart
        label={`Line of ${name}`}
        title={visibleText(name)}
        isCurrent={isCurrent}
        note={`${sliceText(mapping, props.shape)} · ${visibleText(props.dimensions[mapping[along] ?? 0] ?? '')}`}
        names={read.lines.length > 1 ? places.map((place) => String(lineName(read.lines[place] as number))) : []}
        valueText={`${indexText(index)} ${exact ?? ''}`}
        points={points}
        window={window}
        onWindow={onWindow}
        parts={parts}
        places={places}
        scale={scale}
        indexAt={indexAt}
        marked={{ line: Math.max(0, places.indexOf(read.lines.indexOf(marked.line))), point: marked.point }}
        markedValue={Number.isFinite(value) ? value : undefined}
        onHover={(to) => setHovered(to && { line: lineAt(to.line), point: to.point })}
        onChoose={(to) => onCell(cellAt({ line: lineAt(to.line), point: to.point }))}
        onWidth={setWidth}
        onKeyDown={(event) => {
          const lines = places.map((place) => read.lines[place] as number);
          onLineKey(event, { marked, lines, points, window, onWindow, onPoint: (to) => onCell(cellAt(to)) });
          if (event.defaultPrevented) setHovered(undefined);
        }}
      />
      {read.lines.length > 1 && (
        <LineLegend
          lines={read.lines}
          lineName={lineName}
          hidden={hidden}
          onHidden={(lines) => onSettings({ hidden: lines.length > 0 ? lines.join() : undefined })}
        />
      )}
      <Extremes
        isCurrent={isCurrent}
        none={extremes.length > 0 ? `All finite values shown are ${extremes[0]?.value}` : 'No value shown is finite'}
        of={(extremes[0]?.value === extremes[1]?.value ? [] : extremes).map(({ line, point, value, isLargest }, at) => {
          const to = cellAt({ line: lineAt(line), point });
          return {
            name: at === 0 ? ('Lowest' as const) : ('Highest' as const),
            value: tickText(value),
            index: indexText(cellIndex(mapping, to)),
            isLargest,
            onGo() {
              setHovered(undefined);
              onCell(to);
            },
          };
        })}
      />
      <LineTable name={name} {...shown} />
      <LineFoot {...shown} scale={scale} index={index} exact={exact} dtype={dtype} />
    </>
  );
}

/** The index at each place along an axis. */
function useIndices({ mapping }: TensorViewProps, axis: 'rows' | 'columns'): (place: number) => number {
  const dimension = mapping[axis];
  const { start, step } = (dimension === undefined ? undefined : mapping.steps[dimension]) ?? { start: 0, step: 1 };
  return useCallback((place: number) => start + place * step, [start, step]);
}

function pointAt({ row, column }: Cell, isAcross: boolean): LinePoint {
  return isAcross ? { line: row, point: column } : { line: column, point: row };
}

/** The marked point: the wanted one, on a line that is shown. Of none, the first one that is shown. */
function markedOf(
  wanted: LinePoint | undefined,
  shown: readonly number[],
  points: number,
  window: LineWindow,
): LinePoint {
  const [first = 0] = shown;
  if (!wanted) return { line: first, point: Math.max(0, Math.ceil(window.from)) };
  return { line: shown.includes(wanted.line) ? wanted.line : first, point: Math.min(points - 1, wanted.point) };
}

/** The scale that fits: a logarithm has no place for 0 and below. */
function scaleOf(isLog: boolean, data: readonly LineData[]): LineScale {
  if (!isLog) return { kind: 'linear' };
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { envelope } of data) {
    for (const value of envelope.min) if (value < least) least = value;
    for (const value of envelope.max) if (value > most) most = value;
  }
  if (least > 0) return { kind: 'log' };
  const magnitude = Math.max(-least, most);
  return {
    kind: 'symlog',
    linear: magnitude > 0 && Number.isFinite(magnitude) ? 10 ** Math.floor(Math.log10(magnitude)) * SYMLOG_LINEAR : 1,
  };
}
