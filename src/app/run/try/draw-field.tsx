import { Button, SegmentedControl } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react';
import { PixelCanvas } from '../../../widgets/lightbox/pixel-canvas.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import classes from './draw-field.module.css';
import { type Drawing, drawingOf, lineCells, type RunNumbers, withLine } from './run-values.ts';

interface Props {
  tensor: RunNumbers;
  /** What it was before anybody drew: its largest value is the ink. */
  first: RunNumbers;
  onDraw(tensor: RunNumbers): void;
  onClear(): void;
}

/** A plane of numbers to draw on: with a pointer, with fingers, or cell by cell with the keyboard. */
export function DrawField({ tensor, first, onDraw, onClear }: Props) {
  const drawing = useMemo(() => drawingOf(tensor, first), [tensor, first]);
  if (!drawing) return null;
  const { columns } = drawing;
  const draw = (from: number, to: number, value: number) => onDraw(withLine(tensor, columns, from, to, value));
  return <Field name={tensor.name} drawing={drawing} draw={draw} onClear={onClear} />;
}

interface FieldProps {
  name: string;
  drawing: Drawing;
  draw(from: number, to: number, value: number): void;
  onClear(): void;
}

/** Where arrow keys lead, in columns and rows. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function Field({ name, drawing, draw, onClear }: FieldProps) {
  const { rows, columns, values, ink } = drawing;
  const [tool, setTool] = useState<'draw' | 'erase'>('draw');
  const [cursor, setCursor] = useState(0);
  const last = useRef<number>(undefined);
  const help = useId();
  const image = useMemo(() => imageOf(drawing), [drawing]);
  const paint = tool === 'draw' ? ink : 0;
  const row = Math.floor(cursor / columns);
  const column = cursor % columns;

  function onPointer(event: PointerEvent<HTMLElement>, isFirst: boolean): void {
    if (!isFirst && last.current === undefined) return;
    const cell = cellAt(event, rows, columns);
    const from = isFirst ? cell : (last.current ?? cell);
    last.current = cell;
    // One that has it already, and leads to no other, changes nothing.
    if (lineCells(columns, from, cell).some((each) => values[each] !== paint)) draw(from, cell, paint);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step) {
      const x = Math.min(columns - 1, Math.max(0, column + step[0]));
      const y = Math.min(rows - 1, Math.max(0, row + step[1]));
      setCursor(y * columns + x);
      if (event.shiftKey) draw(cursor, y * columns + x, paint);
    } else if (event.key === ' ') draw(cursor, cursor, values[cursor] === 0 ? ink : 0);
    else return;
    event.preventDefault();
  }

  return (
    <div className={classes.root}>
      <div
        className={classes.field}
        style={{ aspectRatio: `${columns} / ${rows}`, backgroundSize: `${100 / columns}% ${100 / rows}%` }}
        role="application"
        aria-label={`Drawing of ${visibleText(name)}, ${rows} × ${columns} cells`}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is drawn on with the keyboard, which has no element of its own.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          onPointer(event, true);
        }}
        onPointerMove={(event) => onPointer(event, false)}
        onPointerUp={() => {
          last.current = undefined;
        }}
        onPointerCancel={() => {
          last.current = undefined;
        }}
      >
        <PixelCanvas image={image} label={`${visibleText(name)} as it is drawn`} className={classes.picture} />
        <span
          className={classes.cursor}
          style={{
            width: `${100 / columns}%`,
            height: `${100 / rows}%`,
            left: `${(100 * column) / columns}%`,
            top: `${(100 * row) / rows}%`,
          }}
        />
      </div>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Tool"
          value={tool}
          onChange={(to) => setTool(to as typeof tool)}
          data={[
            { value: 'draw', label: 'Draw' },
            { value: 'erase', label: 'Erase' },
          ]}
        />
        <Button size="xs" onClick={onClear}>
          Clear
        </Button>
      </div>
      <p id={help} className="visually-hidden">
        Arrow keys move between cells, Space draws or erases one, and arrow keys with Shift draw a line.
      </p>
      <p className="visually-hidden" role="status">
        Row {row + 1}, column {column + 1}: {values[cursor] === 0 ? 'empty' : 'drawn'}
      </p>
    </div>
  );
}

function cellAt(event: PointerEvent<HTMLElement>, rows: number, columns: number): number {
  const box = event.currentTarget.getBoundingClientRect();
  const at = (share: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  const x = at((event.clientX - box.left) / box.width, columns);
  return at((event.clientY - box.top) / box.height, rows) * columns + x;
}

/** 0 is black, and the ink is white. */
function imageOf({ rows, columns, values, ink }: Drawing): ImageData {
  const image = new ImageData(columns, rows);
  for (let cell = 0; cell < rows * columns; cell++)
    image.data
      .fill(Math.round((255 * (values[cell] ?? 0)) / ink), 4 * cell, 4 * cell + 3)
      .fill(255, 4 * cell + 3, 4 * cell + 4);
  return image;
}
