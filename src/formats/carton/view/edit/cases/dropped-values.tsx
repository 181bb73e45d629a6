import { Button } from '@mantine/core';
import {
  createContext,
  type DragEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { formatNumberOf } from '../../../../../base/amounts.ts';
import { itemsOf } from '../../../../../model/edit/list-steps.ts';
import { isThereIn } from '../../../../../model/file/file-changes.ts';
import { digestedContents } from '../../../../../state/added-digests.ts';
import { useActions, useAppReader, useOpenPackage } from '../../../../../state/hooks.ts';
import { Card } from '../../../../../widgets/card.tsx';
import { ErrorNote } from '../../../../../widgets/error-note.tsx';
import { claimDrop, isDropClaimed } from '../../../../../widgets/files/drop-claim.ts';
import { useJob } from '../../../../../widgets/loading/job.ts';
import { NameText } from '../../../../../widgets/name-text.tsx';
import { useEdit, useValues } from '../../../../draft-values.ts';
import { FoldsContext } from '../../../../form/folds.ts';
import type { CasePlace } from '../../../core/edit/case-steps.ts';
import { miscPaths, withMiscFiles } from '../../../core/edit/misc-files.ts';
import { addItem, CARTON_LISTS, CASE_LISTS, type CaseList } from '../../../core/edit/steps.ts';
import { takenPaths } from '../media/intake.tsx';
import classes from './values.module.css';

/** Files that are values, and that nobody drops on a form to leave it. */
const VALUES = /\.(?:npy|npz|csv|tsv)$/i;

/** Self-tests and examples that are offered, the last ones of each. */
const MAX_CASES = 3;

interface Dropped {
  readonly files: readonly File[];
  /** The self-test or example that is to have them. */
  readonly place: CasePlace | undefined;
  set(files: readonly File[], place?: CasePlace): void;
}

const DroppedContext = createContext<Dropped>({ files: [], place: undefined, set: () => {} });

/** Takes values that are dropped on the form, but on no part of it that takes files. Others are left to the page. */
export function DroppedValues({ children }: { children: ReactNode }) {
  const [{ files, place }, setDropped] = useState<Pick<Dropped, 'files' | 'place'>>({ files: [], place: undefined });
  const dropped = useMemo(
    () => ({ files, place, set: (given: readonly File[], to?: CasePlace) => setDropped({ files: given, place: to }) }),
    [files, place],
  );
  function onDrop(event: DragEvent): void {
    const given = [...event.dataTransfer.files];
    if (isDropClaimed(event.nativeEvent) || given.length === 0 || !given.every(({ name }) => VALUES.test(name))) return;
    claimDrop(event.nativeEvent);
    dropped.set(given);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each row in it has a button that chooses files.
    <div onDrop={onDrop}>
      <DroppedContext value={dropped}>{children}</DroppedContext>
    </div>
  );
}

/** Takes the values that this self-test or example was chosen for. */
export function useDroppedValues(list: CaseList, index: number, onFiles: (files: readonly File[]) => void): void {
  const { files, place, set } = useContext(DroppedContext);
  const isFor = place?.list === list && place.index === index;
  const onGiven = useEffectEvent(() => {
    set([]);
    onFiles(files);
  });
  useEffect(() => {
    if (isFor) onGiven();
  }, [isFor]);
}

/** Asks where values belong that were dropped beside all rows. */
export function DroppedOffer() {
  const { files, place, set } = useContext(DroppedContext);
  const folds = useContext(FoldsContext);
  const values = useValues();
  const edit = useEdit();
  const job = useJob();
  const { digestBlob } = useActions();
  const read = useAppReader();
  const open = useOpenPackage();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (files.length > 0) first.current?.focus();
  }, [files]);
  if (files.length === 0 || place || !values) return null;

  function giveTo(list: CaseList, index: number): void {
    set(files, { list, index });
    folds.open([list, index]);
  }
  function giveToNew(list: CaseList): void {
    const index = itemsOf(values ?? {}, list).length;
    flushSync(() => edit((now) => addItem(now, list)));
    giveTo(list, index);
  }
  const keep = () =>
    job.run(async (options) => {
      const contents = await digestedContents(files, digestBlob, options);
      const changes = read().draft?.current.files ?? [];
      const paths = miscPaths(
        files.map(({ name }) => ({ name })),
        takenPaths(open.files, changes),
      );
      const added = contents.map((content, at) => ({ ...content, path: paths[at] as string }));
      edit(() => withMiscFiles({ edits: [] }, added, 'misc', changes, isThereIn(open.files)));
      set([]);
    });
  const [only] = files;
  return (
    <Card className={classes.dropped} role="group" aria-label="Dropped values">
      <p className={classes.droppedText}>
        {files.length === 1 && only ? <NameText mono>{only.name}</NameText> : formatNumberOf(files.length, 'file')} can
        be values of an example or a self-test.
      </p>
      <div className={classes.buttons}>
        <Button ref={first} size="xs" onClick={() => giveToNew('example')}>
          Add to a new example
        </Button>
        <Button size="xs" onClick={() => giveToNew('self_test')}>
          Add to a new self-test
        </Button>
        {CASE_LISTS.flatMap((list) =>
          itemsOf(values, list)
            .map((_, index) => index)
            .slice(-MAX_CASES)
            .map((index) => (
              <Button key={`${list} ${index}`} size="xs" onClick={() => giveTo(list, index)}>
                Use in {CARTON_LISTS.itemName(values, list, index)}
              </Button>
            )),
        )}
        {open.can.files && (
          <Button size="xs" onClick={() => void keep()}>
            Add as {files.length === 1 ? 'a file' : 'files'} in misc/
          </Button>
        )}
        <Button variant="subtle" size="xs" onClick={() => set([])}>
          Leave {files.length === 1 ? 'it' : 'them'} out
        </Button>
      </div>
      {job.state.status === 'failed' && <ErrorNote error={job.state.error} />}
    </Card>
  );
}
