import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import type { ReviewedDraft } from '../../../model/draft.ts';
import type { Package } from '../../../model/package.ts';
import { placeHref } from '../../../model/place.ts';
import { useAppReader, useLevels, useLoading, useOpened } from '../../../state/hooks.ts';
import { saveBlob } from '../../../widgets/files/save-blob.ts';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { Dialog } from '../../dialog.tsx';
import { dropPicked, pickSaveFile } from '../../files/content/save-file.ts';
import { pushVisit } from '../../opening/visit.ts';
import { pushStep } from '../../page-address.ts';
import { PutNote } from './put-note.tsx';
import { SaveChoice } from './save-choice.tsx';
import { SaveJob, type SaveStep } from './save-job.ts';
import { SavedNote } from './saved.tsx';

interface Props {
  opened: boolean;
  onClose(): void;
  /** Called when a save begins, with a function that cancels it, and when it has ended, with undefined. */
  onSaving(end: (() => void) | undefined): void;
}

/** What saving would write, how far the unchanged files are verified, and the controls that save. */
export default function SaveDialog({ opened, onClose, onSaving }: Props) {
  const { job, step } = useSaveJob(onSaving);
  const current = useOpened();
  const busy = step.at === 'checking' || step.at === 'saving';
  const isOver = step.at === 'saved' || step.at === 'put';

  // Resets on opening, not on closing: other content would take the focus while the dialog fades.
  useLayoutEffect(() => {
    if (opened) job.reset();
  }, [opened, job]);

  function close(): void {
    if (!isOver) job.reset();
    onClose();
  }

  return (
    <Dialog opened={opened} onClose={busy ? undefined : close} title={titleOf(step, current?.package)}>
      {step.at === 'saved' ? (
        <SavedNote saved={step.saved} onClose={close} />
      ) : step.at === 'put' ? (
        <PutNote put={step.put} onSave={() => job.reset()} onClose={close} />
      ) : current ? (
        <Review>
          {(review) => <SaveChoice opened={current} review={review} job={job} step={step} onClose={close} />}
        </Review>
      ) : null}
    </Dialog>
  );
}

/** A job that saves the draft, and its present step. Unmounting the component cancels the job. */
function useSaveJob(onSaving: Props['onSaving']) {
  const read = useAppReader();
  const { putIntoOuter } = useLevels();
  const [step, show] = useState<SaveStep>({ at: 'ask' });
  const [job] = useState(
    () =>
      new SaveJob({
        read,
        show,
        onSaving,
        pick: pickSaveFile,
        drop: dropPicked,
        download: saveBlob,
        putIntoOuter: (options, onPut) =>
          putIntoOuter(options, (put, inside) => {
            onPut(put);
            pushStep(placeHref({ tab: 'files', item: put.path }, inside), window.history.state);
          }),
        onOpened: (descriptor) => pushVisit(descriptor, undefined, window.location.hash),
      }),
  );
  useEffect(() => () => job.cancel(), [job]);
  return { job, step };
}

function titleOf({ at }: SaveStep, pkg: Package | undefined): string {
  if (at === 'saved') return 'Saved';
  if (at === 'put' && pkg) return `Put into ${visibleText(pkg.name)}`;
  return `Save ${pkg ? pkg.words.one : 'package'}`;
}

/** Asks the worker once for the review, when the dialog opens: nothing is edited behind it. */
function Review({ children }: { children(review: ReviewedDraft): ReactNode }) {
  const review = useLoading<ReviewedDraft>('review', (actions, options) => actions.reviewDraft(options));
  return (
    <LoadingView of={review} what="what saving would write">
      {children}
    </LoadingView>
  );
}
