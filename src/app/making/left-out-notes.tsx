import { formatNumberOf } from '../../base/amounts.ts';
import { LEFT_OUT, type LeftOutKind } from '../../model/left-out.ts';
import type { LeftBehind } from '../../model/package.ts';
import { ToneLine } from '../../widgets/severity.tsx';
import { NamedPaths } from '../draft/line.tsx';
import type { Layout } from './material.ts';
import classes from './new-package.module.css';

interface Props {
  layout: Layout;
  /** Paths of files. */
  chosen: ReadonlySet<string>;
}

/**
 * What is not chosen and why, in one line that can be opened, so that the files stay in view; and what is chosen
 * although it should not be.
 */
export function LeftOutNotes({ layout: { files, unfit, untaken }, chosen }: Props) {
  const kinds = (Object.keys(LEFT_OUT) as LeftOutKind[]).map((kind) => {
    const of = files.filter(({ leftOut }) => leftOut === kind);
    const paths = (isTaken: boolean) => of.flatMap(({ path }) => (chosen.has(path) === isTaken ? path : []));
    return { kind, ...LEFT_OUT[kind], taken: paths(true), left: paths(false) };
  });
  const left: LeftBehind[] = kinds.map(({ name, why, left: names }) => ({ what: name, names, why }));
  left.push({
    what: 'Names that no package can have',
    names: unfit.map(({ path }) => path),
    why: `The first one ${unfit[0]?.why}.`,
  });
  left.push(...untaken);
  return (
    <div className={classes.notes}>
      {kinds.map(({ kind, name, why, taken }) =>
        // Each of them is asked about.
        kind === 'secret' || taken.length === 0 ? null : (
          <ToneLine key={kind} tone="warning">
            {name} chosen: <NamedPaths paths={taken} />. {why}
          </ToneLine>
        ),
      )}
      <LeftOut of={left.filter(({ names }) => names.length > 0)} />
    </div>
  );
}

function LeftOut({ of }: { of: readonly LeftBehind[] }) {
  if (of.length === 0) return null;
  const count = of.reduce((sum, { names }) => sum + names.length, 0);
  const whats = of.map(({ what }) => what.charAt(0).toLowerCase() + what.slice(1)).join(', ');
  return (
    <details>
      <summary className={classes.summary}>
        <ToneLine as="span" tone="warning">
          {formatNumberOf(count, 'file')} left out: {whats}
        </ToneLine>
      </summary>
      <ul className={classes.left}>
        {of.map(({ what, names, why }) => (
          <li key={what}>
            {what} left out: <NamedPaths paths={names} />. {why}
          </li>
        ))}
      </ul>
    </details>
  );
}
