import { Button } from '@mantine/core';
import { Card } from '../../../../../widgets/card.tsx';
import { ErrorNote } from '../../../../../widgets/error-note.tsx';
import { RunningJob } from '../../../../../widgets/loading-view.tsx';
import {
  coordinatesText,
  type MediaFile,
  type SortedFiles,
  uncheckedText,
} from '../../../../../widgets/media-files.ts';
import { NameText, visibleText } from '../../../../../widgets/name-text.tsx';
import { ToneLine } from '../../../../../widgets/severity.tsx';
import type { IntakeState } from './intake.tsx';
import classes from './media.module.css';

interface Props {
  state: IntakeState;
  /** Whether places and devices are cut out; undefined where the files are not added after all. */
  onAnswer(isCut: boolean | undefined): void;
  onCancel(): void;
}

/** What is said and asked of files on their way into the package. */
export function IntakeNote({ state, onAnswer, onCancel }: Props) {
  return (
    <div className={classes.note}>
      {state.at === 'asks' && <Question sorted={state.sorted} onAnswer={onAnswer} />}
      {state.at === 'reading' && <RunningJob what="Reading the files" progress={state.progress} onCancel={onCancel} />}
      {state.at === 'failed' && <ErrorNote error={state.error} />}
      <div role="status" aria-label="Added files">
        {state.at === 'idle' && <Outcome {...state} />}
      </div>
    </div>
  );
}

/** Files that are named one by one. */
const MAX_NAMED = 5;

function Outcome({ refused, added, replaced }: Extract<IntakeState, { at: 'idle' }>) {
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
      {files.length > MAX_NAMED && <ToneLine tone="warning">Nor were {files.length - MAX_NAMED} more.</ToneLine>}
      <p className={classes.hint}>Files of other kinds can be added under Files.</p>
    </>
  );
}

function Question({ sorted, onAnswer }: { sorted: SortedFiles; onAnswer: Props['onAnswer'] }) {
  const told = sorted.media.filter(({ origin }) => origin !== undefined);
  const canCut = told.some(({ origin }) => origin?.place !== undefined || origin?.device !== undefined);
  const isUnchecked = told.some((media) => uncheckedText(media) !== '');
  return (
    <Card className={classes.question} role="group" aria-label="Where photos were taken">
      <ul className={classes.list}>
        {told.slice(0, MAX_NAMED).map((media, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list does not change.
          <ToneLine key={at} as="li" tone="warning">
            <NameText mono>{media.file.name}</NameText> {originText(media)}
          </ToneLine>
        ))}
        {told.length > MAX_NAMED && <li>And {told.length - MAX_NAMED} more.</li>}
      </ul>
      {canCut && (
        <p className={classes.hint}>
          Everyone who has the package can read that. Cutting it out also removes the date and the camera’s settings.
          The picture stays as it is.
        </p>
      )}
      {isUnchecked && (
        <p className={classes.hint}>What is not checked is added as it is, and may say where the photo was taken.</p>
      )}
      <Refused files={sorted.refused} />
      <div className={classes.buttons}>
        {canCut && (
          <Button ref={focus} variant="default" onClick={() => onAnswer(true)}>
            Cut it out and add
          </Button>
        )}
        <Button ref={canCut ? undefined : focus} variant="default" onClick={() => onAnswer(false)}>
          Add as it is
        </Button>
        <Button variant="subtle" onClick={() => onAnswer(undefined)}>
          Cancel
        </Button>
      </div>
    </Card>
  );
}

/** The question comes at what somebody has just done, and waits for an answer. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}

function originText(media: MediaFile): string {
  const { place, device } = media.origin ?? {};
  const unchecked = uncheckedText(media);
  if (place === undefined && device === undefined) return `could not be checked wholly. ${unchecked}`;
  return [toldText(place, device), unchecked].filter(Boolean).join(' ');
}

type Origin = NonNullable<MediaFile['origin']>;

function toldText(place: Origin['place'], device: Origin['device']): string {
  const camera = device === undefined ? '' : `with ${visibleText(device)}`;
  if (place === undefined) return `says that it was taken ${camera}.`;
  const where = place === 'named' ? 'names the place where it was taken' : `was taken at ${coordinatesText(place)}`;
  return `${where}${camera && `, ${camera}`}.`;
}
