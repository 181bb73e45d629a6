import { useEffect, useLayoutEffect, useState } from 'react';
import type { ReviewedDraft } from '../../model/draft.ts';
import type { Package } from '../../model/package.ts';
import { useAppReader, useLoading, useOpened } from '../../state/hooks.ts';
import { LoadingView } from '../../widgets/loading-view.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { Dialog } from '../dialog.tsx';
import { PutNote } from './put-note.tsx';
import { SaveChoice } from './save-choice.tsx';
import { useSaveJob } from './save-hook.ts';
import type { SaveStep } from './save-job.ts';
import { SavedNote } from './saved.tsx';

interface Props {
  opened: boolean;
  onClose(): void;
  /** Called when a save begins, with a function that cancels it, and when it has ended, with undefined. */
  onSaving(end: (() => void) | undefined): void;
}

/** What saving would write, how far the unchanged files are verified, and the controls that save. */
export default function SaveDialog({ opened, onClose, onSaving }: Props) {
  const [rewritten, setRewritten] = useState<ReadonlySet<string>>(new Set());
  const read = useAppReader();
  const resealed = () => read().draft?.current.renew === 'reseal';
  const { job, step } = useSaveJob({ rewritten: () => rewritten, resealed, onSaving });
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
        <Reviewed onRewritten={setRewritten}>
          {(review) => <SaveChoice opened={current} review={review} job={job} step={step} onClose={close} />}
        </Reviewed>
      ) : null}
    </Dialog>
  );
}

function titleOf({ at }: SaveStep, pkg: Package | undefined): string {
  if (at === 'saved') return 'Saved';
  if (at === 'put' && pkg) return `Put into ${visibleText(pkg.name)}`;
  return `Save ${pkg ? pkg.words.one : 'package'}`;
}

interface ReviewedProps {
  onRewritten(paths: ReadonlySet<string>): void;
  children(review: ReviewedDraft): React.ReactNode;
}

/** Asks the worker once for the review, when the dialog opens: nothing is edited behind it. */
function Reviewed({ onRewritten, children }: ReviewedProps) {
  const review = useLoading<ReviewedDraft>('review', (actions, options) => actions.reviewDraft(options));
  const files = review.status === 'ready' ? review.value.files : undefined;
  useEffect(() => {
    if (files) onRewritten(new Set(files.map(({ path }) => path)));
  }, [files, onRewritten]);
  return (
    <LoadingView of={review} what="what saving would write">
      {children}
    </LoadingView>
  );
}
