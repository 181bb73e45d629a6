import { Anchor, Textarea, type TextareaProps, TextInput } from '@mantine/core';
import type { FocusEventHandler, KeyboardEventHandler, Ref } from 'react';
import { METADATA_TEXT } from '../../model/place.ts';
import { formatCount } from '../byte-size.ts';
import { usePlaceHref } from '../place-href.ts';
import classes from './text-field.module.css';

/**
 * Characters that a field can have. Browsers lay out a field's whole text at each letter typed: 3.6 million take nearly
 * 7 s.
 */
export const MAX_FIELD_CHARACTERS = 200_000;

/** Characters shown of a longer text. */
const SHOWN_CHARACTERS = 2_000;

interface Props extends Pick<TextareaProps, 'label' | 'description' | 'error' | 'placeholder' | 'rows'> {
  value: string;
  onText(text: string): void;
  onFocus?: FocusEventHandler<HTMLElement>;
  onBlur?: FocusEventHandler<HTMLElement>;
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
  mono?: boolean;
  /** Several lines, even if the text has only one. */
  multiline?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  areaRef?: Ref<HTMLTextAreaElement>;
  inputMode?: 'url' | 'numeric';
}

/** Order of a field's parts: descriptions and errors stand below the input. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/**
 * A field for a text of a file. A text with line ends gets several lines, since a field of one line would drop its line
 * ends.
 */
export function TextField({
  value,
  onText,
  mono = false,
  multiline = false,
  rows,
  inputRef,
  areaRef,
  inputMode,
  ...props
}: Props) {
  const placeHref = usePlaceHref();
  if (value.length > MAX_FIELD_CHARACTERS) {
    const { label, error, onFocus, onBlur } = props;
    return (
      <Textarea
        {...{ label, error, onFocus, onBlur }}
        inputWrapperOrder={ORDER}
        rows={rows ?? 3}
        readOnly
        value={`${value.slice(0, SHOWN_CHARACTERS)}…`}
        description={
          <>
            It has {formatCount(value.length)} characters, more than a field can show. This is the beginning.{' '}
            <Anchor inherit underline="always" href={placeHref(METADATA_TEXT)}>
              Edit it as text
            </Anchor>
            .
          </>
        }
      />
    );
  }
  const shared = { ...props, inputWrapperOrder: ORDER, classNames: mono ? { input: classes.mono ?? '' } : {} };
  if (multiline || /[\r\n]/.test(value)) {
    return (
      <Textarea
        {...shared}
        ref={areaRef}
        rows={rows ?? 3}
        resize="vertical"
        // The browser gives every line end as \n. With any other, React would set the value at each letter, and move
        // the caret.
        value={value.replace(/\r\n?/g, '\n')}
        onChange={(event) => onText(withLineEnds(event.currentTarget.value, value))}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      ref={inputRef}
      inputMode={inputMode}
      spellCheck={!mono}
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

/** The text with `\r\n` for every line end, if the old text had only those. */
export function withLineEnds(text: string, old: string): string {
  return /\r\n/.test(old) && !/(?<!\r)\n/.test(old) ? text.replace(/\r?\n/g, '\r\n') : text;
}
