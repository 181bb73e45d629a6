import { memo, type ReactNode } from 'react';
import type { Finding } from '../../../../base/findings.ts';
import type { FieldPath, FieldValue } from '../../../../model/field.ts';
import { valueText } from '../../../../toml/value-text.ts';
import { TextField } from '../../../../widgets/form-text/text-field.tsx';
import { setText } from '../../core/steps.ts';
import { Fixes } from './fixes.tsx';
import { ItemLabel } from './labels.tsx';
import { aboutField } from './notes.tsx';
import { sameProps } from './same-props.ts';
import { useEdit } from './use-edit.ts';

interface Props {
  label: string;
  /** The item that it is a field of: "Input 1". */
  item?: string;
  path: FieldPath;
  /** The field in the words of Undo: "license". */
  what: string;
  value: FieldValue | undefined;
  findings: readonly Finding[];
  required?: boolean;
  mono?: boolean;
  inputMode?: 'url';
  /** Whether it is the first field of an item: see `markFirst`. */
  isFirst?: boolean;
  children?: ReactNode;
}

/** Marks the first field of an item. It gets the focus when the item is added, or takes the place of a removed one. */
export function markFirst(input: HTMLElement | null): void {
  if (input) input.dataset.focus = 'first';
}

/** The text that a field shows for a value. A value of another type is written as in TOML. */
export function textOf(value: FieldValue | undefined): string {
  return value === undefined ? '' : typeof value === 'string' ? value : valueText(value);
}

/** A string of carton.toml, typed into the draft letter by letter. */
export const TextRow = memo(function TextRow({
  label,
  item,
  path,
  what,
  value,
  findings,
  required = false,
  isFirst = false,
  children,
  ...field
}: Props) {
  const edit = useEdit();
  const text = textOf(value);
  return (
    <div data-field={path.join('.')}>
      <TextField
        {...field}
        {...(isFirst ? { inputRef: markFirst } : {})}
        label={item === undefined ? label : <ItemLabel item={item}>{label}</ItemLabel>}
        value={text}
        onText={(typed) => edit((values) => setText(values, path, what, typed, required))}
        {...aboutField({ findings, text, children })}
      />
      <Fixes findings={findings} />
    </div>
  );
}, sameProps);
