import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../base/amounts.ts';
import type { ErrorData } from '../../base/errors.ts';
import type { FitOption } from '../../tensor/contents/fit.ts';
import type { ContentsPreview } from '../../tensor/contents/preview.ts';
import type { ValueChoice } from '../../tensor/import/value-choice.ts';
import type { ShapeSpec } from '../../tensor/shape.ts';
import { ErrorNote } from '../error-note.tsx';
import { NameText, visibleText } from '../name-text.tsx';
import { ToneLine } from '../severity.tsx';
import { formatShape } from '../tensor/spec-shape.ts';
import classes from './value-question.module.css';
import type { Outcome } from './value-reading.ts';

/** Arrays of one file that are listed. */
const MAX_CHOICES = 200;

interface Props {
  /** What was given, as `x.npy`. */
  name: string;
  of: Outcome | { kind: 'failed'; error: ErrorData };
  declared: { dtype?: string | undefined; shape?: ShapeSpec | undefined };
  onChoose(key: string): void;
  /** Takes the values: converted, or as they are. */
  onTake(option?: FitOption): void;
  /** Keeps a picture or a sound as it is. Undefined where that is not a value. */
  onKeep?: (() => void) | undefined;
  onClose(): void;
}

/** What must be decided of values before they can be taken: which of a file, and what may be converted. */
export function ValueQuestion({ name, of, declared, onChoose, onTake, onKeep, onClose }: Props) {
  return (
    <fieldset className={classes.question} aria-label={`Values of ${visibleText(name)}`}>
      <div role="status">
        <Said name={name} of={of} declared={declared} />
      </div>
      <ul className={classes.options}>
        {onKeep && (
          <Option onClick={onKeep} note="It stays as it is.">
            Keep it as a file
          </Option>
        )}
        {of.kind === 'choose' &&
          of.choices.slice(0, MAX_CHOICES).map((choice) => (
            <Option
              key={choice.key}
              onClick={() => onChoose(choice.key)}
              note={choice.notes.map((note) => visibleText(note)).join(' ')}
            >
              <NameText mono>{choice.label}</NameText> <span className={classes.type}>{choiceType(choice)}</span>
            </Option>
          ))}
        {of.kind === 'choose' && of.choices.length > MAX_CHOICES && (
          <li className={classes.note}>
            and {formatCount(of.choices.length - MAX_CHOICES)} more, which cannot be chosen here
          </li>
        )}
        {of.kind === 'fits' && (
          <Option onClick={() => onTake()} note={of.notes.map((note) => visibleText(note)).join(' ')}>
            Use its values <span className={classes.type}>{previewType(of.read.preview)}</span>
          </Option>
        )}
        {of.kind === 'convert' &&
          of.options.map((option, at) => (
            <Option
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change.
              key={at}
              onClick={() => onTake(option)}
              note={lossText(option)}
              isLossy={option.conversions.some(({ losses }) => losses.length > 0)}
            >
              {optionText(option)}
            </Option>
          ))}
      </ul>
      <Button variant="subtle" size="compact-sm" className={classes.close ?? ''} onClick={onClose}>
        {of.kind === 'failed' || of.kind === 'misfit' ? 'Close' : 'Leave it out'}
      </Button>
    </fieldset>
  );
}

function Said({ name, of, declared }: Pick<Props, 'name' | 'of' | 'declared'>) {
  const what = <NameText mono>{name}</NameText>;
  switch (of.kind) {
    case 'failed':
      return (
        <>
          <p className={classes.name}>{what}</p>
          <ErrorNote error={of.error} />
        </>
      );
    case 'misfit':
      return (
        <ToneLine tone="error">
          {what} does not fit. {visibleText(of.message)}
        </ToneLine>
      );
    case 'choose':
      return (
        <ToneLine tone="info">
          {what} has several {of.choices.some(({ key, label }) => key === label) ? 'tensors' : 'readings'}. Choose one.
        </ToneLine>
      );
    case 'fits':
      return <ToneLine tone="info">{what} can be kept as it is, or its values can be used.</ToneLine>;
    case 'convert':
      return (
        <ToneLine tone="warning">
          {what} is {previewType(of.read.preview)}, and {typeText(declared.dtype, declared.shape)} is declared.
          Converted, it fits.
        </ToneLine>
      );
  }
}

interface OptionProps {
  onClick(): void;
  note: string;
  isLossy?: boolean;
  children: ReactNode;
}

function Option({ onClick, note, isLossy = false, children }: OptionProps) {
  return (
    <li>
      <button type="button" className={classes.option} onClick={onClick}>
        <span>{children}</span>
        {note !== '' && (
          <span className={classes.note} data-tone={isLossy ? 'warning' : undefined}>
            {note}
          </span>
        )}
      </button>
    </li>
  );
}

/** "float32 1 × 16 × 16". What is not stated is left out. */
export function typeText(dtype: string | undefined, shape: ShapeSpec | undefined): string {
  const said = [dtype, shape === undefined ? undefined : formatShape(shape)].filter((part) => part !== undefined);
  return said.length === 0 ? 'another type' : visibleText(said.join(', '));
}

function previewType({ dtype, shape, inner }: ContentsPreview): string {
  return inner ? `nested, of ${inner.length}` : typeText(dtype, shape);
}

function choiceType({ dtype, shape }: ValueChoice): string {
  return dtype === 'nested' ? 'nested' : typeText(dtype, shape);
}

export function optionText({ conversions }: FitOption): string {
  return conversions.map(({ words }, at) => (at === 0 ? words : lowered(words))).join(', then ');
}

function lowered(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function lossText({ conversions }: FitOption): string {
  const losses = conversions.flatMap((each) => each.losses);
  return losses.length === 0 ? 'Nothing is lost.' : `It ${losses.map(({ words }) => words).join('. It ')}.`;
}
