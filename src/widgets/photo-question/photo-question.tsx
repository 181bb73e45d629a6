import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { canCut, type PhotoTold, toldText } from '../../picture/photo/photo-text.ts';
import { NameText } from '../name-text.tsx';
import { ToneLine } from '../severity.tsx';
import classes from './photo-question.module.css';

interface Props {
  /** Photos that say something, or could not be checked. At least one. */
  photos: readonly { name: string; told: PhotoTold }[];
  /** What is about to be done with them. */
  act: 'add' | 'replace';
  /** Whether it is cut out; undefined where nothing is to be done after all. */
  onAnswer(isCut: boolean | undefined): void;
  /** What else is said of the files. */
  children?: ReactNode;
}

/** Photos that are named one by one. */
const MAX_NAMED = 5;

const CUT = { add: 'Cut it out and add', replace: 'Cut it out and replace' };
const KEEP = { add: 'Add as it is', replace: 'Replace as it is' };

/** Says where photos were taken, and asks whether that is cut out. */
export function PhotoQuestion({ photos, act, onAnswer, children }: Props) {
  const cuts = photos.some(({ told }) => canCut(told));
  const hasExtra = photos.some(({ told }) => told.extra.length > 0);
  const isUnchecked = photos.some(({ told }) => told.unchecked.length > 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser.
    <div className={classes.root} role="group" aria-label="Where photos were taken">
      <ul className={classes.list}>
        {photos.slice(0, MAX_NAMED).map(({ name, told }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list does not change.
          <ToneLine key={at} as="li" tone="warning">
            <NameText mono>{name}</NameText> {toldText(told)}
          </ToneLine>
        ))}
        {photos.length > MAX_NAMED && <li>And {photos.length - MAX_NAMED} more.</li>}
      </ul>
      {cuts && (
        <p className={classes.hint}>
          Everyone who has the package can read that. Cutting it out also removes the date and the camera’s settings
          {hasExtra ? ', and bytes that are not part of the picture, such as a short film' : ''}. The picture stays as
          it is.
        </p>
      )}
      {isUnchecked && (
        <p className={classes.hint}>What is not checked is added as it is, and may say where the photo was taken.</p>
      )}
      {children}
      <div className={classes.buttons}>
        {cuts && (
          <Button ref={focus} data-autofocus onClick={() => onAnswer(true)}>
            {CUT[act]}
          </Button>
        )}
        <Button ref={cuts ? undefined : focus} data-autofocus={!cuts || undefined} onClick={() => onAnswer(false)}>
          {KEEP[act]}
        </Button>
        <Button variant="subtle" onClick={() => onAnswer(undefined)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** The question comes at what somebody has just done, and waits for an answer. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}
