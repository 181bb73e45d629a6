import type { ReactNode } from 'react';
import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import type { HashChange, Reseal } from '../../../model/draft.ts';
import { useWords } from '../../../state/hooks.ts';
import { NameText } from '../../../widgets/name-text.tsx';
import { type Tone, ToneLine } from '../../../widgets/severity.tsx';
import classes from '../draft-dialog.module.css';
import { Line, ShortList } from '../line.tsx';

/** Files listed at first, and added by each look at more. A dialog with a hundred thousand of them is of no use. */
const MAX_LISTED = 200;

const MORE = (count: number) => `${formatCount(count)} more, in the difference under Review`;

/** Files that are not what the hash list said, each with its old and its new hash. Nothing where there are none. */
export function DifferingFiles({ files }: { files: readonly HashChange[] }) {
  if (files.length === 0) return null;
  return (
    <ShortList label="Files with a different hash" items={files} max={MAX_LISTED} more={MORE}>
      {({ path, before, after }) => (
        <ToneLine key={path} as="li" tone="warning" data-path={path}>
          <span className={classes.hashChange}>
            <NameText mono>{path}</NameText>
            <span className={classes.digits}>old {before}</span>
            <span className={classes.digits}>new {after}</span>
          </span>
        </ToneLine>
      )}
    </ShortList>
  );
}

/** The lines that resealing adds to the hash list, and those that it drops. */
export function ListedFiles({ reseal: { added, dropped } }: { reseal: Reseal }) {
  const { one, hashList } = useWords();
  const whose = dropped.length === 1 ? 'its file' : 'their files';
  return (
    <>
      <Paths label="Newly listed files" paths={added} tone="info">
        {formatNumberOf(added.length, 'file')} newly listed in {hashList}:
      </Paths>
      <Paths label="Files that are no longer listed" paths={dropped} tone="warning">
        {formatNumberOf(dropped.length, 'line')} removed from {hashList}, because the {one} does not contain {whose}:
      </Paths>
    </>
  );
}

/** What cannot be hashed: files that are only linked, and files that no line can name. */
export function UnhashedFiles({ reseal: { linked, unlistable } }: { reseal: Reseal }) {
  const { hashList } = useWords();
  return (
    <>
      <Paths label="Files that keep their hash" paths={linked} tone="info">
        {formatNumberOf(linked.length, 'file')} only linked, so not hashed here. The old hash stays in {hashList}:
      </Paths>
      <Paths label="Files that cannot be listed" paths={unlistable.map(({ path }) => path)} tone="warning">
        {formatNumberOf(unlistable.length, 'file')} that {hashList} cannot list:
      </Paths>
    </>
  );
}

interface PathsProps {
  label: string;
  paths: readonly string[];
  tone: Tone;
  children: ReactNode;
}

/** Paths below a sentence. Nothing where there are none. */
function Paths({ label, paths, tone, children }: PathsProps) {
  if (paths.length === 0) return null;
  return (
    <>
      <Line tone={tone}>{children}</Line>
      <ShortList label={label} items={paths} max={MAX_LISTED} more={MORE} className={classes.paths}>
        {(path) => (
          <li key={path} data-path={path}>
            <NameText mono>{path}</NameText>
          </li>
        )}
      </ShortList>
    </>
  );
}
