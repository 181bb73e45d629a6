import { LEFT_OUT, type LeftOutKind } from '../../model/left-out.ts';
import { formatNumberOf } from '../../widgets/byte-size.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import type { Layout } from './material.ts';
import classes from './new-package.module.css';

interface Props {
  layout: Layout;
  /** Paths of files. */
  chosen: ReadonlySet<string>;
}

/** Names that a note gives. */
const MAX_NAMED = 3;

/** What is not chosen and why, and what is chosen although it should not be. */
export function LeftOutNotes({ layout: { files, unfit, untaken }, chosen }: Props) {
  const kinds = (Object.keys(LEFT_OUT) as LeftOutKind[]).filter((kind) =>
    files.some(({ leftOut }) => leftOut === kind),
  );
  return (
    <div className={classes.notes}>
      {kinds.map((kind) => {
        const of = files.filter(({ leftOut }) => leftOut === kind);
        const taken = of.filter(({ path }) => chosen.has(path));
        const { name, why } = LEFT_OUT[kind];
        const isTaken = taken.length > 0;
        return (
          <ToneLine key={kind} tone={isTaken && kind === 'secret' ? 'error' : 'warning'}>
            {name} {isTaken ? 'chosen' : 'left out'}:{' '}
            <NamedPaths paths={(isTaken ? taken : of).map(({ path }) => path)} />. {why}
          </ToneLine>
        );
      })}
      {unfit.length > 0 && (
        <ToneLine tone="warning">
          {formatNumberOf(unfit.length, 'file')} cannot be in a package:{' '}
          <NamedPaths paths={unfit.map(({ path }) => path)} />. The name of the first {unfit[0]?.why}.
        </ToneLine>
      )}
      {untaken.map(({ what, paths, why }) => (
        <ToneLine key={what} tone="warning">
          {what} left out: <NamedPaths paths={paths} />. {why}
        </ToneLine>
      ))}
    </div>
  );
}

/** Some paths, and how many more there are. */
export function NamedPaths({ paths }: { paths: readonly string[] }) {
  const more = paths.length - MAX_NAMED;
  return (
    <>
      {paths.slice(0, MAX_NAMED).map((path, at) => (
        <span key={path}>
          {at > 0 ? ', ' : ''}
          <NameText mono>{path}</NameText>
        </span>
      ))}
      {more > 0 ? ` and ${more} more` : ''}
    </>
  );
}
