import { formatBytes, formatCount } from '../../base/amounts.ts';
import { shortened } from '../../base/text.ts';
import type { Panel, PanelRow } from '../../model/package.ts';
import type { Place } from '../../model/place.ts';
import { Card } from '../../widgets/card.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { Section } from '../../widgets/section.tsx';
import classes from './panels.module.css';

/** Tables of figures about the package. */
export function Panels({ panels }: { panels: readonly Panel[] }) {
  return panels.map((panel) => <PanelTable key={panel.title} panel={panel} />);
}

interface PanelProps {
  panel: Panel;
  /** Its title is its caption: it does not stand below a heading of its own. */
  captioned?: boolean;
  /** Where the rows that are left out can be found. */
  to?: Place;
}

/** One table. */
export function PanelTable({ panel: { title, rows, more }, captioned = false, to }: PanelProps) {
  const card = (
    <Card>
      <table className={classes.table} aria-label={title}>
        {captioned && <caption className={classes.caption}>{title}</caption>}
        <tbody>
          {rows.map((row) => (
            <Row key={row.label} row={row} />
          ))}
        </tbody>
      </table>
      {more !== undefined && (
        <p className={classes.more}>
          {to ? <PlaceLink to={to}>and {formatCount(more)} more</PlaceLink> : <>and {formatCount(more)} more</>}
        </p>
      )}
    </Card>
  );
  return captioned ? card : <Section title={title}>{card}</Section>;
}

function Row({ row: { label, stored, value, bytes, share } }: { row: PanelRow }) {
  return (
    <tr>
      <th scope="row" className={classes.label}>
        {stored ? <NameText mono>{shortened(label)}</NameText> : label}
        {share !== undefined && (
          <span className={classes.bar} aria-hidden>
            <span style={{ width: `${share * 100}%` }} />
          </span>
        )}
      </th>
      <td className={classes.value}>{value}</td>
      <td className={classes.value}>{bytes === undefined ? '' : formatBytes(bytes)}</td>
      <td className={classes.value}>{share === undefined ? '' : percent(share)}</td>
    </tr>
  );
}

/** "33%", "0.4%", "under 0.1%". Only all is "100%". */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return 'under 0.1%';
  if (share >= 0.995 && share < 1) return 'over 99%';
  return `${Number((share * 100).toPrecision(share < 0.1 ? 1 : 2))}%`;
}
