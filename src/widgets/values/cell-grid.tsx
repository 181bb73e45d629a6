import { type ClipboardEvent, type KeyboardEvent, memo, useRef } from 'react';
import { indexAt, indexText, type Shape } from '../../tensor/shape.ts';
import classes from './cell-grid.module.css';
import { cellProblem, gridOf, pastedCells, type TypedDtype } from './typed-draft.ts';

interface Props {
  dtype: TypedDtype;
  /** Of at most `MAX_GRID_CELLS` elements. */
  shape: Shape;
  cells: readonly string[];
  /** The first cell gets the focus. */
  hasFocus: boolean;
  /** A cell that is wrong even where nothing was typed yet. */
  marked: number | undefined;
  /** The id of what says why. */
  describedBy: string;
  /** Always the same function. */
  onCell(cell: number, text: string): void;
  onPaste(pasted: readonly (readonly string[])[], at: number): void;
}

/** A field for each element. Arrow keys go from one to the next, Enter down, and a pasted block fills those around. */
export function CellGrid({ dtype, shape, cells, hasFocus, marked, describedBy, onCell, onPaste }: Props) {
  const { rows, columns } = gridOf(shape);
  const table = useRef<HTMLTableElement>(null);
  if (rows * columns === 0) return <p className={classes.none}>No values: one dimension is 0.</p>;

  function go(cell: number): boolean {
    if (cell < 0 || cell >= rows * columns) return false;
    const field = table.current?.querySelector<HTMLInputElement>(`[data-typed="cell-${cell}"]`);
    field?.focus();
    field?.select();
    return field !== undefined;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const at = cellOf(event.target);
    if (at === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const to =
      { ArrowUp: at - columns, ArrowDown: at + columns, Enter: at + columns }[event.key] ?? sideways(event, at);
    // Enter in the last row is for the form.
    if (to !== undefined && go(to)) event.preventDefault();
  }

  function onPasted(event: ClipboardEvent<HTMLElement>): void {
    const at = cellOf(event.target);
    const pasted = pastedCells(event.clipboardData.getData('text/plain'), dtype);
    if (at === undefined || (pasted.length === 1 && pasted[0]?.length === 1)) return;
    event.preventDefault();
    onPaste(pasted, at);
  }

  const isScalar = shape.length === 0;
  return (
    <div className={classes.scroll}>
      <table ref={table} className={classes.grid} onKeyDown={onKeyDown} onPaste={onPasted}>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its position.
            <tr key={row}>
              {rows > 1 && (
                <th scope="row" className={classes.index}>
                  {indexText(indexAt(shape, row * columns).slice(0, -1))}
                </th>
              )}
              {Array.from({ length: columns }, (_, column) => {
                const cell = row * columns + column;
                return (
                  <Cell
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its position.
                    key={column}
                    cell={cell}
                    label={isScalar ? 'Value' : `Value at ${indexText(indexAt(shape, cell))}`}
                    dtype={dtype}
                    text={cells[cell] ?? ''}
                    hasFocus={hasFocus && cell === 0}
                    isMarked={marked === cell}
                    describedBy={describedBy}
                    onCell={onCell}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps extends Pick<Props, 'dtype' | 'hasFocus' | 'describedBy' | 'onCell'> {
  cell: number;
  label: string;
  text: string;
  isMarked: boolean;
}

const Cell = memo(function Cell(props: CellProps) {
  const { cell, label, dtype, text, hasFocus, isMarked, describedBy, onCell } = props;
  const problem = text === '' ? undefined : cellProblem(dtype, text);
  return (
    <td>
      <input
        className={classes.cell}
        data-typed={`cell-${cell}`}
        data-undoes=""
        data-text={dtype === 'string' || undefined}
        // biome-ignore lint/a11y/noAutofocus: it was asked for by the press that opened the grid.
        autoFocus={hasFocus}
        aria-label={problem === undefined ? label : `${label}: ${problem}`}
        aria-invalid={problem !== undefined || isMarked || undefined}
        aria-describedby={isMarked ? describedBy : undefined}
        title={problem}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => onCell(cell, event.currentTarget.value)}
      />
    </td>
  );
});

function cellOf(target: EventTarget): number | undefined {
  const name = (target as HTMLElement).dataset.typed;
  return name?.startsWith('cell-') ? Number(name.slice(5)) : undefined;
}

/** The cell to the left or the right, where the caret is at that end of the text. */
function sideways({ key, target }: KeyboardEvent, at: number): number | undefined {
  const { selectionStart, selectionEnd, value } = target as HTMLInputElement;
  const isAll = selectionStart === 0 && selectionEnd === value.length;
  if (key === 'ArrowLeft' && (isAll || selectionEnd === 0)) return at - 1;
  if (key === 'ArrowRight' && (isAll || selectionStart === value.length)) return at + 1;
  return undefined;
}
