import { Textarea, type TextareaProps } from '@mantine/core';
import type { FocusEventHandler, KeyboardEventHandler, Ref } from 'react';
import { formatCount } from '../../base/amounts.ts';
import { METADATA_TEXT } from '../../model/place.ts';
import { PlaceLink } from '../place-link.tsx';
import classes from './text-field.module.css';

/**
 * Characters that a field can have. Browsers lay out a field's whole text at each letter typed: 3.6 million take nearly
 * 7 s.
 */
export const MAX_FIELD_CHARACTERS = 200_000;

/** Characters shown of a longer text. */
const SHOWN_CHARACTERS = 2_000;

/** Lines up to which a field grows with its text. */
const MAX_ROWS = 12;

interface Props extends Pick<TextareaProps, 'label' | 'description' | 'error' | 'placeholder' | 'rows'> {
  value: string;
  onText(text: string): void;
  onFocus?: FocusEventHandler<HTMLElement>;
  onBlur?: FocusEventHandler<HTMLElement>;
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
  mono?: boolean;
  /** Enter makes a line, even if the text has only one. */
  multiline?: boolean;
  areaRef?: Ref<HTMLTextAreaElement>;
  inputMode?: 'url' | 'numeric';
}

/**
 * A field for a text of a file. It is a `<textarea>` even for a single line: an `<input>` makes spaces of the line ends
 * of a text that is pasted or dropped.
 */
export function TextField({ value, onText, mono = false, multiline = false, rows, areaRef, ...props }: Props) {
  if (value.length > MAX_FIELD_CHARACTERS) {
    const { label, error, onFocus, onBlur } = props;
    return (
      <Textarea
        {...{ label, error, onFocus, onBlur }}
        rows={rows ?? 3}
        readOnly
        value={`${value.slice(0, SHOWN_CHARACTERS)}…`}
        description={
          <>
            It has {formatCount(value.length)} characters, more than a field can show. This is the beginning.{' '}
            <PlaceLink to={METADATA_TEXT}>Edit it as text</PlaceLink>.
          </>
        }
      />
    );
  }
  // The browser gives every line end as \n. With any other, React would set the value at each letter, and move the
  // caret.
  const shown = value.replace(/\r\n?/g, '\n');
  const isLine = !multiline && !shown.includes('\n');
  return (
    <Textarea
      {...props}
      classNames={{
        input: `${mono ? classes.mono : ''} ${isLine ? classes.line : rows === undefined ? classes.grows : ''}`,
      }}
      ref={areaRef}
      rows={rows ?? Math.min(shown.split('\n').length, MAX_ROWS)}
      resize={isLine ? 'none' : 'vertical'}
      spellCheck={!mono || !isLine}
      value={shown}
      onChange={({ currentTarget: { value: typed } }) => {
        // A line that is pasted with the end that it was copied with stays a line.
        onText(isLine ? typed.replace(/^(.*)\n$/, '$1') : withLineEnds(typed, value));
      }}
      onKeyDown={(event) => {
        props.onKeyDown?.(event);
        if (isLine && event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
      }}
      onBlur={(event) => {
        props.onBlur?.(event);
        if (isLine) event.currentTarget.scrollLeft = 0;
      }}
    />
  );
}

/** The text with `\r\n` for every line end, if the old text had only those. */
export function withLineEnds(text: string, old: string): string {
  return /\r\n/.test(old) && !/(?<!\r)\n/.test(old) ? text.replace(/\r?\n/g, '\r\n') : text;
}
