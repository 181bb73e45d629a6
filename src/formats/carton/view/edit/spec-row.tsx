import { NativeSelect } from '@mantine/core';
import { memo } from 'react';
import type { Finding } from '../../../../base/findings.ts';
import { type FieldValue, isTable } from '../../../../model/field.ts';
import { useAppReader } from '../../../../state/hooks.ts';
import { formatNumberOf } from '../../../../widgets/byte-size.ts';
import { TextField } from '../../../../widgets/form-text/text-field.tsx';
import { visibleText } from '../../../../widgets/name-text.tsx';
import { CARTON_DTYPES, isCartonDtype } from '../../core/dtypes.ts';
import { itemName, renameSpec, type SpecSide, setField, setWhole } from '../../core/steps.ts';
import { findingsBeside, findingsWithin } from './field-findings.ts';
import { Fixes } from './fixes.tsx';
import classes from './form.module.css';
import { ItemLabel } from './labels.tsx';
import { aboutField, FindingText } from './notes.tsx';
import { sameProps } from './same-props.ts';
import { formatShapeInput, parseShapeInput } from './shape-input.ts';
import { shapeWords } from './shape-words.ts';
import { markFirst, TextRow, textOf } from './text-row.tsx';
import { type Read, useTyped, useTypedName } from './typed.ts';
import { useEdit } from './use-edit.ts';
import { valuesOf } from './values.ts';

interface Props {
  side: SpecSide;
  index: number;
  spec: FieldValue;
  findings: readonly Finding[];
  /** Numbers of self-tests and examples whose keys follow when it is renamed. */
  tests: number;
  examples: number;
  /** Whether another input or output of the same side has its name. */
  isShared: boolean;
}

/** The fields of one input or output. */
export const SpecRow = memo(function SpecRow(props: Props) {
  const { side, index, spec, findings } = props;
  const path = `${side}.${index}`;
  const item = `${side === 'input' ? 'Input' : 'Output'} ${index + 1}`;
  const fields = isTable(spec) ? spec : {};
  const { name } = fields;
  const of = `${side} ${typeof name === 'string' && name ? name : index + 1}`;
  const within = (field: string) => findingsWithin(findings, `${path}.${field}`);
  const beside = findingsBeside(
    findings,
    ['name', 'dtype', 'shape', 'description', 'internal_name'].map((field) => `${path}.${field}`),
  );
  return (
    <>
      {beside.map((finding, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may say the same.
        <FindingText key={i} finding={finding} />
      ))}
      {isTable(spec) ? (
        <div className={classes.specFields}>
          <NameField
            side={side}
            index={index}
            item={item}
            value={name}
            findings={within('name')}
            tests={props.tests}
            examples={props.examples}
            isShared={props.isShared}
          />
          <DtypeField side={side} index={index} item={item} value={fields.dtype} findings={within('dtype')} />
          <ShapeField side={side} index={index} item={item} value={fields.shape} findings={within('shape')} />
          <TextRow
            item={item}
            label="internal name"
            path={[side, index, 'internal_name']}
            what={`internal name of ${of}`}
            value={fields.internal_name}
            findings={within('internal_name')}
            mono
          />
          <div className={classes.wide}>
            <TextRow
              item={item}
              label="description"
              path={[side, index, 'description']}
              what={`description of ${of}`}
              value={fields.description}
              findings={within('description')}
            />
          </div>
        </div>
      ) : (
        <p className={classes.wrong}>{textOf(spec)}</p>
      )}
    </>
  );
});

interface FieldProps {
  side: SpecSide;
  index: number;
  item: string;
  value: FieldValue | undefined;
  findings: readonly Finding[];
}

const NameField = memo(function NameField(props: FieldProps & Pick<Props, 'tests' | 'examples' | 'isShared'>) {
  const { side, index, item, value, findings, tests, examples, isShared } = props;
  const edit = useEdit();
  const read = useAppReader();
  const name = textOf(value);
  const typed = useTypedName({
    label: `${item} name`,
    path: [side, index],
    name,
    refuse: (text) => (text === '' ? `A name is required: the model’s code finds the ${side} by it.` : undefined),
    onName: (to) => edit((values) => renameSpec(values, side, index, to)),
    // The name of another one. With it, keys of self-tests and examples could not be told apart any more.
    isUnripe: (text) => {
      const specs = valuesOf(read().draft)?.[side];
      return Array.isArray(specs) && specs.some((spec, i) => i !== index && isTable(spec) && spec.name === text);
    },
  });
  const users = [
    ...(tests > 0 ? [formatNumberOf(tests, 'self-test')] : []),
    ...(examples > 0 ? [formatNumberOf(examples, 'example')] : []),
  ];
  return (
    <div data-field={`${side}.${index}.name`}>
      <TextField
        label={<ItemLabel item={item}>name</ItemLabel>}
        mono
        inputRef={markFirst}
        value={typed.text}
        {...typed.input}
        {...aboutField({
          findings,
          problem: typed.said ?? (value === '' ? 'A name is required.' : undefined),
          text: typed.text,
          children:
            users.length === 0
              ? undefined
              : isShared
                ? `Another ${side} has the same name, so renaming does not change ${users.join(' and ')}.`
                : `Renaming also updates ${users.join(' and ')}.`,
        })}
      />
      <Fixes findings={findings} />
    </div>
  );
}, sameProps);

const DtypeField = memo(function DtypeField({ side, index, item, value, findings }: FieldProps) {
  const edit = useEdit();
  const now = textOf(value);
  const isKnown = typeof value === 'string' && isCartonDtype(value);
  return (
    <div data-field={`${side}.${index}.dtype`}>
      <NativeSelect
        label={<ItemLabel item={item}>dtype</ItemLabel>}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={isKnown ? now : ''}
        onChange={(event) => {
          const dtype = event.currentTarget.value;
          edit((values) => {
            const { key: _, ...step } = setField(
              values,
              [side, index, 'dtype'],
              `dtype of ${itemName(values, side, index)}`,
              dtype,
            );
            return step;
          });
        }}
        {...aboutField({ findings })}
      >
        {!isKnown && (
          <option value="" disabled>
            {value === undefined ? 'Choose one' : `${now.slice(0, 40)} (not in the format)`}
          </option>
        )}
        {CARTON_DTYPES.map((dtype) => (
          <option key={dtype} value={dtype}>
            {dtype}
          </option>
        ))}
      </NativeSelect>
      <Fixes findings={findings} />
    </div>
  );
}, sameProps);

function isShape(value: FieldValue | undefined): value is string | (bigint | string)[] {
  if (typeof value === 'string') return true;
  return Array.isArray(value) && value.every((size) => typeof size === 'string' || typeof size === 'bigint');
}

/** An input or output on one line: "string · scalar". */
export function specSummary(spec: FieldValue): string {
  const { dtype, shape } = isTable(spec) ? spec : {};
  const size = !isShape(shape) ? undefined : shape === '*' ? 'any shape' : formatShapeInput(shape) || 'scalar';
  return [typeof dtype === 'string' ? dtype : undefined, size].filter((part) => part !== undefined).join(' · ');
}

function readShape(text: string): Read<Exclude<FieldValue, number | boolean | bigint>> {
  const result = parseShapeInput(text);
  if (!result.ok) return result;
  return { ok: true, value: typeof result.shape === 'string' ? result.shape : [...result.shape] };
}

const ShapeField = memo(function ShapeField({ side, index, item, value, findings }: FieldProps) {
  const edit = useEdit();
  const known = isShape(value) ? value : undefined;
  const path = [side, index, 'shape'];
  const typed = useTyped({
    label: `${item} shape`,
    path,
    value,
    text: known === undefined ? textOf(value) : formatShapeInput(known),
    read: readShape,
    onValue: (shape, continues) =>
      edit((values) => setWhole(values, path, `shape of ${itemName(values, side, index)}`, shape, continues)),
  });
  // What is typed is read at every letter, before it counts.
  const typing = parseShapeInput(typed.text);
  const kept = known === undefined ? 'the previous value' : formatShapeInput(known) || 'a scalar';
  return (
    <div data-field={`${side}.${index}.shape`}>
      <TextField
        label={<ItemLabel item={item}>shape</ItemLabel>}
        mono
        placeholder="batch, 3, 512, 512"
        value={typed.text}
        {...typed.input}
        {...aboutField({
          findings: typed.problem === undefined ? findings : [],
          problem: typed.problem === undefined ? undefined : `${typed.problem} The draft keeps ${kept}.`,
          text: typed.text,
          children: known === undefined || !typing.ok ? undefined : visibleText(shapeWords(typing.shape)),
        })}
      />
      <Fixes findings={findings} />
    </div>
  );
}, sameProps);
