import { NativeSelect } from '@mantine/core';
import { memo } from 'react';
import { formatNumberOf } from '../../../../../base/amounts.ts';
import type { Finding } from '../../../../../base/findings.ts';
import { capitalized } from '../../../../../base/text.ts';
import { type FieldValue, isTable } from '../../../../../model/edit/field.ts';
import { useAppReader } from '../../../../../state/hooks.ts';
import { TextField } from '../../../../../widgets/form-text/text-field.tsx';
import { useEdit, valuesOf } from '../../../../draft-values.ts';
import { useCommittedName } from '../../../../form/committed-text.ts';
import { markFirst } from '../../../../form/field-in-view.ts';
import classes from '../../../../form/form.module.css';
import { aboutField } from '../../../../form/notes.tsx';
import { sameProps } from '../../../../form/same-props.ts';
import { CARTON_LISTS, renameSpec, type SpecSide, setChosen } from '../../../core/edit/steps.ts';
import { CARTON_DTYPES, isCartonDtype } from '../../../core/read/dtypes.ts';
import { FieldBox, fieldsOf, ItemBody, ItemLabel, TextRow, textOf } from '../field.tsx';
import { findingsWithin } from '../field-findings.ts';
import { isShape, ShapeField, type SpecFieldProps } from './shape-field.tsx';
import { formatShapeInput } from './shape-input.ts';

interface Users {
  /** How many self-tests and examples have keys that follow a rename. */
  tests: number;
  examples: number;
  /** Whether another input or output of the same side has its name. */
  isShared: boolean;
}

interface Props extends Users {
  side: SpecSide;
  index: number;
  spec: FieldValue;
  findings: readonly Finding[];
}

/** The fields of one input or output. */
export const SpecRow = memo(function SpecRow({ side, index, spec, findings, ...users }: Props) {
  const place = { side, index, item: `${capitalized(side)} ${index + 1}` };
  const item = { path: [side, index], value: spec, findings } as const;
  const fieldOf = fieldsOf(spec, item.path, (path) => findingsWithin(findings, path));
  const field = (key: string) => ({ ...place, ...fieldOf(key) });
  const { value: name } = fieldOf('name');
  const of = `${side} ${typeof name === 'string' && name ? name : index + 1}`;
  return (
    <ItemBody {...item} className={classes.specFields}>
      <NameField {...field('name')} {...users} />
      <DtypeField {...field('dtype')} />
      <div className={classes.wide}>
        <ShapeField {...field('shape')} />
      </div>
      <div className={classes.wide}>
        <TextRow {...field('description')} label="description" what={`description of ${of}`} />
      </div>
      <TextRow {...field('internal_name')} label="internal name" what={`internal name of ${of}`} mono />
    </ItemBody>
  );
});

const NameField = memo(function NameField(props: SpecFieldProps & Users) {
  const { side, index, item, path, value, findings, tests, examples, isShared } = props;
  const edit = useEdit();
  const read = useAppReader();
  const typed = useCommittedName({
    label: `${item} name`,
    path: [side, index],
    name: textOf(value),
    refuse: (text) => (text === '' ? `A name is required: the model’s code finds the ${side} by it.` : undefined),
    onName: (to) => edit((values) => renameSpec(values, side, index, to)),
    // Another input or output has this name already. Sharing it would mix up the keys of self-tests and examples.
    isUnripe: (text) => {
      const specs = valuesOf(read().draft)?.[side];
      return Array.isArray(specs) && specs.some((spec, i) => i !== index && isTable(spec) && spec.name === text);
    },
  });
  const users = [
    ...(tests > 0 ? [formatNumberOf(tests, 'self-test')] : []),
    ...(examples > 0 ? [formatNumberOf(examples, 'example')] : []),
  ].join(' and ');
  return (
    <FieldBox path={path} findings={findings}>
      <TextField
        label={<ItemLabel item={item}>name</ItemLabel>}
        mono
        areaRef={markFirst}
        {...typed.input}
        {...aboutField({
          findings,
          problem: typed.said ?? (value === '' ? 'A name is required.' : undefined),
          text: typed.text,
          children:
            users &&
            (isShared
              ? `Another ${side} has the same name, so renaming does not change ${users}.`
              : `Renaming also updates ${users}.`),
        })}
      />
    </FieldBox>
  );
}, sameProps);

const DtypeField = memo(function DtypeField({ side, index, item, path, value, findings }: SpecFieldProps) {
  const edit = useEdit();
  const now = textOf(value);
  const isKnown = typeof value === 'string' && isCartonDtype(value);
  const unknown = value === undefined ? 'Choose one' : `${now.slice(0, 40)} (not in the format)`;
  return (
    <FieldBox path={path} findings={findings}>
      <NativeSelect
        label="Type"
        aria-label={`${item} dtype`}
        classNames={{ input: classes.mono ?? '' }}
        value={isKnown ? now : ''}
        onChange={(event) => {
          const dtype = event.currentTarget.value;
          edit((values) => setChosen(values, path, `dtype of ${CARTON_LISTS.itemName(values, side, index)}`, dtype));
        }}
        data={isKnown ? [...CARTON_DTYPES] : [{ value: '', label: unknown, disabled: true }, ...CARTON_DTYPES]}
        {...aboutField({ findings })}
      />
    </FieldBox>
  );
}, sameProps);

/** An input or output on one line: "string · scalar". */
export function specSummary(spec: FieldValue): string {
  const { dtype, shape } = isTable(spec) ? spec : {};
  const size = !isShape(shape) ? undefined : shape === '*' ? 'any shape' : formatShapeInput(shape) || 'scalar';
  return [typeof dtype === 'string' ? dtype : undefined, size].filter((part) => part !== undefined).join(' · ');
}
