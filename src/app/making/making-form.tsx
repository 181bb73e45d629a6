import { ErrorNote } from '../../widgets/error-note.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { CompressionChoice } from './compression-choice.tsx';
import { type MakingProps, useMaking } from './making.ts';
import { MakingFields } from './making-fields.tsx';
import { MakingFooter } from './making-footer.tsx';
import classes from './new-package.module.css';
import { PhotoChoice } from './photo-choice.tsx';
import { PlacedFiles } from './placed-files.tsx';
import { ReadmeChoice } from './readme-choice.tsx';
import { SecretChoice } from './secret-choice.tsx';
import { TakenOver } from './taken-over.tsx';

/** What a new package is made of and how, and the button that saves it. */
export function MakingForm(props: MakingProps) {
  const making = useMaking(props);
  const { plan, fromNothing, notes, hasReadme, job } = making;
  return (
    <div className={classes.form}>
      {!plan.unpacked && <MakingFields making={making} />}
      {notes.map((note) => (
        <ToneLine key={note} tone="info">
          {note}
        </ToneLine>
      ))}
      {hasReadme && <ReadmeChoice making={making} />}
      <TakenOver making={making} />
      {!fromNothing && <SecretChoice making={making} />}
      {!fromNothing && <PlacedFiles making={making} />}
      <PhotoChoice making={making} />
      <CompressionChoice making={making} />
      {job.state.status === 'failed' && (
        <div role="status">
          <ErrorNote error={job.state.error} />
          <p className={classes.text}>Nothing was saved.</p>
        </div>
      )}
      <MakingFooter making={making} />
    </div>
  );
}
