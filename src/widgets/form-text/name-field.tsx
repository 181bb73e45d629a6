import { Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import classes from './text-field.module.css';

interface Props {
  label: ReactNode;
  /** Hides the label from sight, where a column's heading stands above. */
  isLabelHidden?: boolean;
  value: string;
  disabled?: boolean;
  /** A field of this many lines, where Enter makes a line. */
  rows?: number;
  /** Why a text cannot be the name. Undefined where it can. */
  refuse(text: string): string | undefined;
  onName(name: string): void;
}

/**
 * A field for a name that must be free, or another text that must be right. It counts as a whole: when the field is
 * left, and on Enter. A name that is refused stays in the field with the reason, and changes nothing. Escape brings the
 * name back.
 */
export function NameField({ label, isLabelHidden = false, value, disabled = false, rows, refuse, onName }: Props) {
  const [typed, setTyped] = useState<{ text: string; of: string }>();
  // What else changed the name, such as Undo, counts.
  const text = typed?.of === value ? typed.text : value;
  // A field of one line would drop the line ends of a name that has some.
  const isLine = rows === undefined && !/[\r\n]/.test(value);
  const problem = text === value ? undefined : refuse(text);
  const settle = () => {
    if (problem !== undefined) return;
    setTyped(undefined);
    if (text !== value) onName(text);
  };
  const props = {
    ...(isLabelHidden ? { 'aria-label': String(label) } : { label }),
    classNames: { input: classes.mono ?? '' },
    spellCheck: false,
    disabled,
    value: text,
    error: problem,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setTyped({ text: event.currentTarget.value, of: value }),
    onBlur: settle,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter' && rows === undefined) settle();
      const undoes = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (text !== value && (event.key === 'Escape' || undoes)) {
        event.preventDefault();
        event.stopPropagation();
        setTyped(undefined);
      }
    },
    // Tells the page that this field undoes, so that nothing else does.
    ...(text === value ? {} : { 'data-undoes': '' }),
  };
  return isLine ? <TextInput {...props} /> : <Textarea {...props} rows={rows ?? 2} resize="vertical" />;
}
