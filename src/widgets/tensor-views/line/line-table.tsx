import { useState } from 'react';
import { formatCount } from '../../../base/amounts.ts';
import { coarser, type Envelope } from '../../../tensor/decimate.ts';
import type { LineWindow } from './line-settings.ts';
import classes from './line-table.module.css';

/** Rows of the table. More would be a list of numbers, which Numbers shows better. */
const MAX_ROWS = 100;

/** What is drawn, as the parts of a view say it. */
export interface ShownLines {
  /** Of each line that is drawn, with the same stretches. */
  parts: readonly Envelope[];
  /** Their places among `lines`. */
  places: readonly number[];
  lines: readonly number[];
  window: LineWindow;
  indexAt(point: number): number;
  lineName(line: number): number;
}

/** What is drawn, as a table for those who cannot see it: values, or the least and the greatest of many. */
export function LineTable({ name, ...shown }: ShownLines & { name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.root} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>As a table</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys.
        <section className={classes.box} tabIndex={0} aria-label="Table of the lines">
          <Rows name={name} {...shown} />
        </section>
      )}
    </details>
  );
}

function Rows({ name, parts, places, lines, window, indexAt, lineName }: ShownLines & { name: string }) {
  const [from, to] = [Math.ceil(window.from), Math.floor(window.to)];
  const { size = 1 } = parts[0] ?? {};
  const times = Math.max(1, Math.ceil((to - from + 1) / size / MAX_ROWS));
  const coarse = parts.map((part) => coarser(part, from, to + 1, times));
  const [first] = coarse;
  if (!first) return null;
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{`Lines of ${name}`}</caption>
      <thead>
        <tr>
          <th scope="col">index</th>
          {places.map((place) => (
            <th key={place} scope="col">
              {lines.length > 1 ? lineName(lines[place] as number) : first.size > 1 ? 'least to greatest' : 'value'}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from(first.min, (_, row) => {
          const start = first.start + row * first.size;
          const end = Math.min(first.end, start + first.size) - 1;
          return (
            <tr key={start}>
              <th scope="row">
                {formatCount(indexAt(start))}
                {end > start && ` to ${formatCount(indexAt(end))}`}
              </th>
              {coarse.map((part, at) => (
                <td key={places[at]}>{stretchText(part, row)}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** "0.5", "-1 to 2", "NaN". */
function stretchText({ min, max, nan, positiveInfinite }: Envelope, at: number): string {
  const [least, most] = [min[at] as number, max[at] as number];
  if (Number.isNaN(least)) return nan[at] ? 'NaN' : positiveInfinite[at] ? 'Infinity' : '-Infinity';
  const text = (value: number) => String(Number(value.toPrecision(9)));
  return least === most ? text(least) : `${text(least)} to ${text(most)}`;
}
