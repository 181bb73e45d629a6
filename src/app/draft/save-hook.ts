import { useEffect, useRef, useState } from 'react';
import { useAppReader } from '../../state/hooks.ts';
import { saveBlob } from '../../widgets/save-blob.ts';
import { dropPicked, pickSaveFile } from '../files/save-file.ts';
import { pushVisit } from '../opening/visit.ts';
import { SaveJob, type SaveJobPorts, type SaveStep } from './save-job.ts';

/**
 * A job that saves the draft, and its present step. Unmounting the component cancels the job. `given` may change while
 * the job runs.
 */
export function useSaveJob(given: Pick<SaveJobPorts, 'rewritten' | 'resealed' | 'onSaving'>): {
  job: SaveJob;
  step: SaveStep;
} {
  const read = useAppReader();
  const [step, show] = useState<SaveStep>({ at: 'ask' });
  const latest = useRef(given);
  latest.current = given;
  const [job] = useState(
    () =>
      new SaveJob({
        read,
        show,
        rewritten: () => latest.current.rewritten(),
        resealed: () => latest.current.resealed(),
        onSaving: (end) => latest.current.onSaving(end),
        pick: pickSaveFile,
        drop: dropPicked,
        download: saveBlob,
        onOpened: (descriptor) => pushVisit(descriptor, undefined, window.location.hash),
      }),
  );
  useEffect(() => () => job.cancel(), [job]);
  return { job, step };
}
