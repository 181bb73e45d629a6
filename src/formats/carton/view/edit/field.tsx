import { memo, type ReactNode } from 'react';
import type { Finding } from '../../../../base/findings.ts';
import { type FieldPath, type FieldValue, type FieldValues, isTable } from '../../../../model/edit/field.ts';
import { valueText } from '../../../../toml/value-text.ts';
import { SuggestInput } from '../../../../widgets/form-suggest/suggest-input.tsx';
import type { Suggestions } from '../../../../widgets/form-suggest/suggestions.ts';
import { TextField } from '../../../../widgets/form-text/text-field.tsx';
import { useEdit } from '../../../draft-values.ts';
import { markFirst } from '../../../form/field-in-view.ts';
import classes from '../../../form/form.module.css';
import { aboutField, FindingTexts } from '../../../form/notes.tsx';
import { sameProps } from '../../../form/same-props.ts';
import { type ItemList, setText } from '../../core/edit/steps.ts';
import { CARTON_TOML_ORDER } from '../../core/read/key-order.ts';
import { findingsBeside } from './field-findings.ts';
import { Fixes } from './fixes.tsx';

/** Props of every field. */
export interface FieldProps {
  path: FieldPath;
  value: FieldValue | undefined;
  findings: readonly Finding[];
}

/** The text that a field shows for a value. A value of another type is written as in TOML. */
export function textOf(value: FieldValue | undefined): string {
  return value === undefined ? '' : typeof value === 'string' ? value : valueText(value);
}

/**
 * A field's label within an item. A screen reader says "Input 1 name"; the page shows only "Name", below the item's
 * heading.
 */
export function ItemLabel({ item, children }: { item: string; children: string }) {
  return (
    <>
      <span className="visually-hidden">{item} </span>
      <span className={classes.capital}>{children}</span>
    </>
  );
}

/** A field with the buttons that fix its problems. Links find it by its path. */
export function FieldBox({ path, findings, children }: Omit<FieldProps, 'value'> & { children: ReactNode }) {
  return (
    <div data-field={path.join('.')}>
      {children}
      <Fixes findings={findings} />
    </div>
  );
}

interface ItemProps {
  /** The path of the item: `['input', 0]`. */
  path: readonly [list: ItemList, index: number];
  value: FieldValue;
  findings: readonly Finding[];
}

/**
 * The fields of a table, by their keys.
 *
 * @param findingsAt the findings about a field, by its path: `input.0.shape`
 */
export function fieldsOf(
  table: FieldValue | FieldValues | undefined,
  path: FieldPath,
  findingsAt: (path: string) => readonly Finding[],
): (key: string) => FieldProps {
  const values: { [key: string]: unknown } = isTable(table) ? table : {};
  return (key) => ({
    path: [...path, key],
    value: values[key] as FieldValue | undefined,
    findings: findingsAt([...path, key].join('.')),
  });
}

/**
 * The content of an item: findings that are not about one of its fields, then its fields, or what the file has instead.
 */
export function ItemBody({ path, value, findings, className, children }: ItemProps & Part) {
  const fields = CARTON_TOML_ORDER.keys(path).map((key) => `${path.join('.')}.${key}`);
  return (
    <>
      <FindingTexts findings={findingsBeside(findings, fields)} />
      {isTable(value) ? <div className={className}>{children}</div> : <p className={classes.wrong}>{textOf(value)}</p>}
    </>
  );
}

interface Part {
  className: string | undefined;
  children: ReactNode;
}

interface TextRowProps extends FieldProps {
  label: string;
  /** The item that it is a field of: "Input 1". */
  item?: string;
  /** The field in the words of Undo, where the label and the item do not say it: "license". */
  what?: string;
  required?: boolean;
  mono?: boolean;
  inputMode?: 'url';
  /** Whether it is the first field of an item: see `markFirst`. */
  isFirst?: boolean;
  /** Makes it a field with suggestions. Always the same function. */
  suggest?: (typed: string) => Suggestions;
  children?: ReactNode;
}

/** A string of carton.toml, typed into the draft letter by letter. */
export const TextRow = memo(function TextRow(props: TextRowProps) {
  const { label, item, path, value, findings, required, mono, inputMode, isFirst, suggest, children } = props;
  const { what = item === undefined ? label.toLowerCase() : `${label} of ${item.toLowerCase()}` } = props;
  const edit = useEdit();
  const text = textOf(value);
  const onText = (typed: string) => edit((values) => setText(values, path, what, typed, required));
  const field = {
    ...{ mono, inputMode, onText },
    label: item === undefined ? label : <ItemLabel item={item}>{label}</ItemLabel>,
    value: text,
    ...aboutField({ findings, text, children }),
  };
  return (
    <FieldBox path={path} findings={findings}>
      {suggest ? (
        <SuggestInput {...field} suggest={suggest} onPick={onText} />
      ) : (
        <TextField {...field} areaRef={isFirst ? markFirst : undefined} />
      )}
    </FieldBox>
  );
}, sameProps);
