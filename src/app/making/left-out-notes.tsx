import { formatNumberOf } from '../../base/amounts.ts';
import { LEFT_OUT, type LeftOutKind } from '../../model/left-out.ts';
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
  const left: Left[] = kinds.map(({ name, why, left: paths }) => ({ what: name, paths, why }));
  left.push({
    what: 'Names that no package can have',
    paths: unfit.map(({ path }) => path),
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
      <LeftOut of={left.filter(({ paths }) => paths.length > 0)} />
    </div>
  );
}

/** Files that stay out, and why. */
interface Left {
  /** What they are, as the beginning of a sentence. */
  what: string;
  paths: readonly string[];
  /** A sentence. */
  why: string;
}

function LeftOut({ of }: { of: readonly Left[] }) {
  if (of.length === 0) return null;
  const count = of.reduce((sum, { paths }) => sum + paths.length, 0);
  const whats = of.map(({ what }) => what.charAt(0).toLowerCase() + what.slice(1)).join(', ');
  return (
    <details>
      <summary className={classes.summary}>
        <ToneLine as="span" tone="warning">
          {formatNumberOf(count, 'file')} left out: {whats}
        </ToneLine>
      </summary>
      <ul className={classes.left}>
        {of.map(({ what, paths, why }) => (
          <li key={what}>
            {what} left out: <NamedPaths paths={paths} />. {why}
          </li>
        ))}
      </ul>
    </details>
  );
}
