import { Anchor, Textarea, type TextareaProps, TextInput } from '@mantine/core';
import type { FocusEventHandler, KeyboardEventHandler, Ref } from 'react';
import { EDIT_TEXT, placeHref } from '../../model/place.ts';
import { formatCount } from '../byte-size.ts';
import classes from './text-field.module.css';

/** Characters of a field. A browser lays its text out as a whole, 3.6 million in nearly seven seconds, and again for each letter. */
export const MAX_FIELD_CHARACTERS = 200_000;

/** What is shown of a longer one. */
const SHOWN_CHARACTERS = 2_000;

interface Props extends Pick<TextareaProps, 'label' | 'description' | 'error' | 'placeholder' | 'rows'> {
  value: string;
  onText(text: string): void;
  onFocus?: FocusEventHandler<HTMLElement>;
  onBlur?: FocusEventHandler<HTMLElement>;
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
  mono?: boolean;
  /** Several lines, also where the text has one. */
  multiline?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  areaRef?: Ref<HTMLTextAreaElement>;
  inputMode?: 'url' | 'numeric';
}

/** Order of what stands around a field: what is to be said about it stands below. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** A text as it stands in a file. A field of one line would drop the line ends of a text that has them; such a text gets several. */
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
            It has {formatCount(value.length)} characters, more than a field shows. Its beginning stands here;{' '}
            <Anchor inherit underline="always" href={placeHref({ tab: 'edit', item: EDIT_TEXT })}>
              edit it as text
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
        {...(areaRef ? { ref: areaRef } : {})}
        rows={rows ?? 3}
        resize="vertical"
        // The browser shows every line end as \n; told others, React would set the value, and the caret with it, at each letter.
        value={value.replace(/\r\n?/g, '\n')}
        onChange={(event) => onText(withLineEnds(event.currentTarget.value, value))}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      {...(inputRef ? { ref: inputRef } : {})}
      {...(inputMode ? { inputMode } : {})}
      spellCheck={!mono}
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

/** The text with the line ends of the old one, where those were all `\r\n`. */
export function withLineEnds(text: string, old: string): string {
  return /\r\n/.test(old) && !/(?<!\r)\n/.test(old) ? text.replace(/\r?\n/g, '\r\n') : text;
}
