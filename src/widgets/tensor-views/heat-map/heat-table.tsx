import { useMemo } from 'react';
import { cellIndex, type TensorMapping } from '../../../tensor/mapping.ts';
import { coarser, type Reduction, reduced, type ShrunkPlane } from '../../../tensor/shrink.ts';
import { visibleText } from '../../name-text.tsx';
import { shortNumber } from '../../tensor-grid/text.ts';
import { REDUCTION_LABELS } from './options.tsx';

/** Parts along a side of the table: so many that one can still listen to them. */
const PARTS = 8;

interface Props {
  name: string;
  dimensions: readonly string[];
  mapping: TensorMapping;
  shrunk: ShrunkPlane;
  reduction: Reduction;
}

/** What the heat map shows, as a small table for those who cannot see it. */
export function HeatTable({ name, dimensions, mapping, shrunk, reduction }: Props) {
  const parts = useMemo(() => {
    const by = (count: number) => Math.max(1, Math.ceil(count / PARTS));
    return coarser(shrunk, { rows: by(shrunk.rows), columns: by(shrunk.columns) });
  }, [shrunk]);
  const values = reduced(parts, reduction);
  const along = (axis: 'rows' | 'columns', at: number) => {
    const dimension = mapping[axis];
    if (dimension === undefined) return axis === 'rows' ? 'row 0' : 'column 0';
    const place = { row: at * parts.steps.rows, column: at * parts.steps.columns };
    return `${visibleText(dimensions[dimension] as string)} from ${cellIndex(mapping, place)[dimension]}`;
  };
  const count = (length: number) => Array.from({ length }, (_, at) => at);
  return (
    // A table does not take the size that hides it.
    <div className="visually-hidden">
      <table>
        <caption>
          Heat map of {visibleText(name)} in parts: {REDUCTION_LABELS[reduction].toLowerCase()} of each
        </caption>
        <thead>
          <tr>
            <td />
            {count(parts.columns).map((column) => (
              <th key={column} scope="col">
                {along('columns', column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {count(parts.rows).map((row) => (
            <tr key={row}>
              <th scope="row">{along('rows', row)}</th>
              {count(parts.columns).map((column) => {
                const bin = row * parts.columns + column;
                return (
                  <td key={column}>
                    {shortNumber(values[bin] as number)}
                    {parts.marks[bin] ? ', with NaN or infinite values' : ''}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
