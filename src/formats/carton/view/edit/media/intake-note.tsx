import { Card } from '../../../../../widgets/card.tsx';
import { ErrorNote } from '../../../../../widgets/error-note.tsx';
import type { MediaFile, SortedFiles } from '../../../../../widgets/files/media-files.ts';
import type { JobState } from '../../../../../widgets/loading/job.ts';
import { RunningJob } from '../../../../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../../../../widgets/name-text.tsx';
import { PhotoQuestion } from '../../../../../widgets/photo-question/photo-question.tsx';
import { ToneLine } from '../../../../../widgets/severity.tsx';
import shared from '../../../../form/form.module.css';
import type { MiscFile } from '../../../core/edit/misc-files.ts';
import classes from './media.module.css';

/** A picture or sound that goes into `misc/`. */
export interface NewMedia extends MiscFile {
  readonly kind: MediaFile['kind'];
  /** The camera that it names. */
  readonly device?: string | undefined;
}

/** What became of the files that were given. */
export interface IntakeOutcome {
  /** Photos say where they were taken, or may: whether that is cut out is asked. */
  asks?: SortedFiles;
  refused: SortedFiles['refused'];
  added: readonly NewMedia[];
  /** The file that one of them replaced, and that is no longer in the package. */
  replaced?: string | undefined;
}

interface Props {
  state: JobState;
  outcome: IntakeOutcome;
  /** Whether places and devices are cut out; undefined where the files are not added after all. */
  onAnswer(isCut: boolean | undefined): void;
  onCancel(): void;
}

/** What is said and asked of files on their way into the package. */
export function IntakeNote({ state, outcome, onAnswer, onCancel }: Props) {
  const isRunning = state.status === 'running';
  return (
    <div className={classes.note}>
      {outcome.asks && !isRunning && <Question sorted={outcome.asks} onAnswer={onAnswer} />}
      {isRunning && <RunningJob what="Reading the files" progress={state.progress} onCancel={onCancel} />}
      {state.status === 'failed' && <ErrorNote error={state.error} />}
      <div role="status" aria-label="Added files">
        {!isRunning && <Outcome {...outcome} />}
      </div>
    </div>
  );
}

/** Files that are named one by one. */
const MAX_NAMED = 5;

function Outcome({ refused, added, replaced }: IntakeOutcome) {
  return (
    <>
      {added.slice(0, MAX_NAMED).map(({ path, device }) => (
        <ToneLine key={path} tone="ok">
          Added <NameText mono>{path}</NameText>
          {device === undefined ? '.' : `. It names the camera: ${visibleText(device)}.`}
        </ToneLine>
      ))}
      {added.length > MAX_NAMED && <ToneLine tone="ok">And {added.length - MAX_NAMED} more.</ToneLine>}
      {replaced !== undefined && (
        <ToneLine tone="info">
          Removed <NameText mono>{replaced}</NameText>, because nothing refers to it anymore. Undo brings it back.
        </ToneLine>
      )}
      <Refused files={refused} />
    </>
  );
}

function Refused({ files }: { files: SortedFiles['refused'] }) {
  if (files.length === 0) return null;
  return (
    <>
      {files.slice(0, MAX_NAMED).map(({ name, why }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list does not change.
        <ToneLine key={at} tone="warning">
          <NameText mono>{name}</NameText> was not added: it {why}.
        </ToneLine>
      ))}
      {files.length > MAX_NAMED && (
        <ToneLine tone="warning">{files.length - MAX_NAMED} more were not added either.</ToneLine>
      )}
      <p className={shared.hint}>Files of other kinds can be added under Files.</p>
    </>
  );
}

function Question({ sorted, onAnswer }: { sorted: SortedFiles; onAnswer: Props['onAnswer'] }) {
  const photos = sorted.media.flatMap(({ file: { name }, origin }) => (origin ? { name, told: origin } : []));
  return (
    <Card className={classes.question}>
      <PhotoQuestion photos={photos} act="add" onAnswer={onAnswer}>
        <Refused files={sorted.refused} />
      </PhotoQuestion>
    </Card>
  );
}
