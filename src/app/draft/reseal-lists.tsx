import type { HashChange, Reseal } from '../../model/draft.ts';
import { useWords } from '../../state/hooks.ts';
import { formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import classes from './draft-dialog.module.css';
import { Line } from './line.tsx';

/** Files listed at first, and added by each look at more. A dialog with a hundred thousand of them is of no use. */
const MAX_LISTED = 200;

/** Files that are not what the hash list said, each with its old and its new hash. Nothing where there are none. */
export function DifferingFiles({ files }: { files: readonly HashChange[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Files with a different hash">
      {files.slice(0, MAX_LISTED).map(({ path, before, after }) => (
        <ToneLine key={path} as="li" tone="warning" data-path={path}>
          <span className={classes.hashChange}>
            <NameText mono>{path}</NameText>
            <span className={classes.digits}>old {before}</span>
            <span className={classes.digits}>new {after}</span>
          </span>
        </ToneLine>
      ))}
      <More count={files.length - MAX_LISTED} />
    </ul>
  );
}

/** The lines that resealing adds to the hash list, and those that it drops. */
export function ListedFiles({ reseal: { added, dropped } }: { reseal: Reseal }) {
  const { one, hashList } = useWords();
  return (
    <>
      {added.length > 0 && (
        <>
          <Line tone="info">
            {formatNumberOf(added.length, 'file')} newly listed in {hashList}:
          </Line>
          <Paths label="Newly listed files" paths={added} />
        </>
      )}
      {dropped.length > 0 && (
        <>
          <Line tone="warning">
            {formatNumberOf(dropped.length, 'line')} removed from {hashList}, because the {one} does not contain{' '}
            {dropped.length === 1 ? 'its file' : 'their files'}:
          </Line>
          <Paths label="Files that are no longer listed" paths={dropped} />
        </>
      )}
    </>
  );
}

/** What cannot be hashed: files that are only linked, and files that no line can name. */
export function UnhashedFiles({ reseal: { linked, unlistable } }: { reseal: Reseal }) {
  const { hashList } = useWords();
  return (
    <>
      {linked.length > 0 && (
        <>
          <Line tone="info">
            {formatNumberOf(linked.length, 'file')} only linked, so not hashed here. The old hash stays in {hashList}:
          </Line>
          <Paths label="Files that keep their hash" paths={linked} />
        </>
      )}
      {unlistable.length > 0 && (
        <>
          <Line tone="warning">
            {formatNumberOf(unlistable.length, 'file')} that {hashList} cannot list:
          </Line>
          <Paths label="Files that cannot be listed" paths={unlistable.map(({ path }) => path)} />
        </>
      )}
    </>
  );
}

function Paths({ label, paths }: { label: string; paths: readonly string[] }) {
  return (
    <ul className={classes.paths} aria-label={label}>
      {paths.slice(0, MAX_LISTED).map((path) => (
        <li key={path} data-path={path}>
          <NameText mono>{path}</NameText>
        </li>
      ))}
      <More count={paths.length - MAX_LISTED} />
    </ul>
  );
}

function More({ count }: { count: number }) {
  if (count <= 0) return null;
  return <li className={classes.quiet}>and {formatCount(count)} more, in the difference under Review</li>;
}
