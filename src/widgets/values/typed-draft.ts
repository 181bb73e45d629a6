import { formatNumberOf } from '../../base/amounts.ts';
import { textProblem } from '../../tensor/contents/convert.ts';
import type { TypedFlat } from '../../tensor/contents/typed.ts';
import { indexAt, indexText, type Shape, type ShapeSpec, safeElementCount } from '../../tensor/shape.ts';
import { shapeInput, typedShape } from './typed-shape.ts';

export type TypedDtype = TypedFlat['dtype'];

export const TYPED_WAYS = ['cells', 'fill', 'range', 'random'] as const;

export type TypedWay = (typeof TYPED_WAYS)[number];

/** Elements of a tensor as they are being typed: all of it texts, so that nothing is lost on the way. */
export interface TypedDraft {
  readonly dtype: TypedDtype;
  /** As it was typed. */
  readonly shape: string;
  readonly way: TypedWay;
  /** In row-major order. Those that are missing are empty. */
  readonly cells: readonly string[];
  readonly fill: string;
  readonly start: string;
  readonly step: string;
  readonly seed: string;
  readonly random: 'uniform' | 'normal';
  /** The lower limit and the upper one, or the mean and the standard deviation. */
  readonly first: string;
  readonly second: string;
}

/** Cells that get fields. More values are filled, or come from a file. */
export const MAX_GRID_CELLS = 1024;

/** @param shape that is declared: symbols and `*` are 1 at first, or as large as elsewhere */
export function newDraft(
  dtype: TypedDtype,
  shape: ShapeSpec | undefined,
  symbols: ReadonlyMap<string, bigint> = new Map(),
): TypedDraft {
  const sizes = typeof shape === 'object' ? shape : [];
  const first = sizes.map((size) => (typeof size === 'bigint' ? size : (symbols.get(size) ?? 1n)));
  const count = safeElementCount(first) ?? 0;
  return {
    dtype,
    shape: shapeInput(first),
    way: count > MAX_GRID_CELLS ? 'fill' : 'cells',
    cells: [],
    fill: dtype === 'string' ? '' : '0',
    start: '0',
    step: '1',
    seed: '0',
    random: 'uniform',
    first: '0',
    second: '1',
  };
}

/** What is wrong with a draft, at which field. `cell` counts elements. */
export interface TypedProblem {
  readonly field: 'shape' | 'fill' | 'start' | 'step' | 'seed' | 'first' | 'second' | 'cell';
  readonly cell?: number;
  readonly message: string;
}

/** The shape of a draft. Undefined where what was typed is none. */
export function shapeOf({ shape }: TypedDraft): Shape | undefined {
  const found = typedShape(shape);
  return 'shape' in found ? found.shape : undefined;
}

/** The elements that a draft describes. Else what is wrong with it first. */
export function typedOf(draft: TypedDraft): { typed: TypedFlat } | { problem: TypedProblem } {
  const { dtype, way } = draft;
  const found = typedShape(draft.shape);
  if ('problem' in found) return { problem: { field: 'shape', message: found.problem } };
  const { shape } = found;
  const bad = (field: TypedProblem['field']): { problem: TypedProblem } | undefined => {
    const text = draft[field as 'fill'];
    const message =
      text.trim() === '' ? 'The value is missing.' : textProblem(field === 'fill' ? dtype : 'float64', text);
    return message === undefined ? undefined : { problem: { field, message } };
  };
  if (way === 'cells') return typedCells(draft, shape);
  if (way === 'fill')
    return (
      (dtype === 'string' ? undefined : bad('fill')) ?? { typed: { dtype, shape, kind: 'fill', value: draft.fill } }
    );
  if (way === 'range') {
    const { start, step } = draft;
    return bad('start') ?? bad('step') ?? { typed: { dtype, shape, kind: 'range', start, step } };
  }
  const seed = Number(draft.seed);
  if (!/^\s*\d+\s*$/.test(draft.seed) || seed >= 2 ** 32)
    return { problem: { field: 'seed', message: 'A seed is a whole number from 0 to 4294967295.' } };
  const { first, second } = draft;
  const values =
    draft.random === 'uniform'
      ? ({ kind: 'uniform', low: first, high: second } as const)
      : ({ kind: 'normal', mean: first, deviation: second } as const);
  return bad('first') ?? bad('second') ?? { typed: { dtype, shape, kind: 'random', seed, values } };
}

function typedCells({ dtype, cells }: TypedDraft, shape: Shape): ReturnType<typeof typedOf> {
  const count = safeElementCount(shape) ?? Number.POSITIVE_INFINITY;
  if (count > MAX_GRID_CELLS)
    return {
      problem: {
        field: 'shape',
        message: `Up to ${formatNumberOf(MAX_GRID_CELLS, 'value')} can be typed one by one. Fill them, or choose a file.`,
      },
    };
  const texts = Array.from({ length: count }, (_, at) => cells[at] ?? '');
  for (const [cell, text] of texts.entries()) {
    const message = cellProblem(dtype, text);
    if (message === undefined) continue;
    const place = shape.length > 0 ? `${indexText(indexAt(shape, cell))}: ` : '';
    return { problem: { field: 'cell', cell, message: place + message } };
  }
  return { typed: { dtype, shape, kind: 'cells', texts } };
}

/** Why a cell cannot be stored, in a sentence. An empty text is a string, and no number. */
export function cellProblem(dtype: TypedDtype, text: string): string | undefined {
  if (dtype === 'string') return undefined;
  return text.trim() === '' ? 'The value is missing.' : textProblem(dtype, text);
}

/** The rows and columns that a shape is typed in: the last dimension goes across. */
export function gridOf(shape: Shape): { rows: number; columns: number } {
  const columns = Number(shape.at(-1) ?? 1n);
  const count = safeElementCount(shape) ?? 0;
  return { rows: columns === 0 ? 0 : count / columns, columns };
}

/** The cells of a pasted text: rows of a spreadsheet or of separated values. Text is only cut where there are tabs. */
export function pastedCells(text: string, dtype: TypedDtype): string[][] {
  const lines = text.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/);
  if (lines.some((line) => line.includes('\t')) || dtype === 'string') return lines.map((line) => line.split('\t'));
  return lines.map((line) =>
    line
      .trim()
      .replace(/^[[(]+|[\])]+,?$/g, '')
      .trim()
      .split(/\s*[,;]\s*|\s+/),
  );
}

/**
 * A draft with pasted cells from one cell on. Where the shape is open and the first cell gets them, it becomes theirs.
 *
 * @returns the draft, and how many of the pasted values had no cell
 */
export function withPasted(
  draft: TypedDraft,
  pasted: readonly (readonly string[])[],
  at: number,
  isOpen: boolean,
): { draft: TypedDraft; left: number } {
  const columns = Math.max(...pasted.map((row) => row.length));
  const count = columns * pasted.length;
  let shape = shapeOf(draft) ?? [];
  if (isOpen && at === 0 && count > 1 && count <= MAX_GRID_CELLS)
    shape = (pasted.length === 1 ? [columns] : columns === 1 ? [pasted.length] : [pasted.length, columns]).map(BigInt);
  const grid = gridOf(shape);
  // A column goes along a row.
  const rows = grid.rows === 1 ? [pasted.flat()] : pasted;
  const cells = [...draft.cells];
  let left = 0;
  for (const [down, row] of rows.entries())
    for (const [across, text] of row.entries()) {
      const cell = at + down * grid.columns + across;
      const isIn = (at % grid.columns) + across < grid.columns && cell < grid.rows * grid.columns;
      if (isIn) cells[cell] = text.trim();
      else left++;
    }
  return { draft: { ...draft, shape: shapeInput(shape), cells: Array.from(cells, (text) => text ?? '') }, left };
}
