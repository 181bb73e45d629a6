import { formatNumberOf } from '../../../base/amounts.ts';
import type { ChangedFile, Reseal, ReviewedDraft } from '../../../model/draft.ts';
import { useWords } from '../../../state/hooks.ts';
import classes from '../draft-dialog.module.css';
import { Line, NamedPaths } from '../line.tsx';
import { ListedFiles } from './reseal-lists.tsx';

/** Files that are named one by one. */
const MAX_NAMED = 12;

/** What saving writes, and what becomes of other files. */
export function Written({ review: { files, changes = [] }, hasOthers }: { review: ReviewedDraft; hasOthers: boolean }) {
  const of = (kind: string) => changes.flatMap((change) => (change.kind === kind ? change.path : []));
  const written = (kind: ChangedFile['kind']) => files.flatMap((file) => (file.kind === kind ? file.path : []));
  const added = new Set([...written('added'), ...of('added')]);
  const changed = new Set([...written('changed'), ...of('replaced')]);
  if (files.length + changes.length === 0) return 'No changes. The saved file is identical.';
  return (
    <>
      <Named what="Changed" paths={[...changed].filter((path) => !added.has(path))} />
      <Named what="Added" paths={[...added]} />
      <Named what="Renamed" paths={of('renamed')} />
      <Named what="Only linked" paths={of('linked')} />
      <Named what="Left out" paths={of('removed')} />
      {hasOthers ? 'All other files are' : 'Everything else is'} copied unchanged.
    </>
  );
}

function Named({ what, paths }: { what: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <span className={classes.kind}>
      {what}: <NamedPaths paths={paths} max={MAX_NAMED} />.{' '}
    </span>
  );
}

/** In the place of the check, which compares with the old hashes. */
export function Hashed({ reseal }: { reseal: Reseal }) {
  const { hashList } = useWords();
  return (
    <>
      <Line tone="ok">
        {formatNumberOf(reseal.files, 'file')} hashed. {hashList} gets these hashes.
      </Line>
      <ListedFiles reseal={reseal} />
    </>
  );
}
