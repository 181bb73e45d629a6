import { useEffect, useRef, useState } from 'react';
import { placeHref } from '../../model/place.ts';
import { useAppReader, useLevels } from '../../state/hooks.ts';
import { saveBlob } from '../../widgets/save-blob.ts';
import { dropPicked, pickSaveFile } from '../files/save-file.ts';
import { pushVisit } from '../opening/visit.ts';
import { pushStep } from '../page-address.ts';
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
  const { putIntoOuter } = useLevels();
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
