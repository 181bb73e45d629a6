import { memo } from 'react';
import type { FieldValue } from '../../../../../model/edit/field.ts';
import { useAppReader } from '../../../../../state/hooks.ts';
import type { ShapeSpec } from '../../../../../tensor/shape.ts';
import { suggestionsFor } from '../../../../../widgets/form-suggest/suggestions.ts';
import { MAX_FIELD_CHARACTERS, TextField } from '../../../../../widgets/form-text/text-field.tsx';
import { visibleText } from '../../../../../widgets/name-text.tsx';
import { useEdit, valuesOf } from '../../../../draft-values.ts';
import { type Read, useCommittedText } from '../../../../form/committed-text.ts';
import { aboutField } from '../../../../form/notes.tsx';
import { sameProps } from '../../../../form/same-props.ts';
import { CARTON_LISTS, type SpecSide, setWhole } from '../../../core/edit/steps.ts';
import { FieldBox, type FieldProps, ItemLabel, textOf } from '../field.tsx';
import { ShapeChipsField } from './shape-chips-field.tsx';
import { formatShapeInput, parseShapeInput, shapeAside, shapeHint, shapeWords } from './shape-input.ts';
import { symbolsInUse } from './symbols-in-use.ts';

export interface SpecFieldProps extends FieldProps {
  side: SpecSide;
  index: number;
  item: string;
}

export function isShape(value: FieldValue | undefined): value is string | (bigint | string)[] {
  if (typeof value === 'string') return true;
  return Array.isArray(value) && value.every((size) => typeof size === 'string' || typeof size === 'bigint');
}

function readShape(text: string): Read<string | (bigint | string)[]> {
  const result = parseShapeInput(text);
  if (!result.ok) return result;
  return { ok: true, value: typeof result.shape === 'string' ? result.shape : [...result.shape] };
}

/** The shape of an input or output, as chips. */
export const ShapeField = memo(function ShapeField({ side, index, item, path, value, findings }: SpecFieldProps) {
  const edit = useEdit();
  const read = useAppReader();
  const known = isShape(value) ? value : undefined;
  const text = known === undefined ? textOf(value) : formatShapeInput(known);
  const typed = useCommittedText({
    label: `${item} shape`,
    path,
    value,
    text,
    read: readShape,
    onValue: (shape, continues) =>
      edit((values) =>
        setWhole(values, path, `shape of ${CARTON_LISTS.itemName(values, side, index)}`, shape, continues),
      ),
    // A dimension is still to be written.
    isUnripe: (of) => /,\s*$/.test(of),
  });
  // Parsed at every keystroke, before it is committed.
  const typing = parseShapeInput(typed.text);
  const kept = known === undefined ? 'the previous value' : formatShapeInput(known) || 'a scalar';
  const field = {
    label: <ItemLabel item={item}>shape</ItemLabel>,
    ...typed.input,
    ...aboutField({
      findings: typed.problem === undefined ? findings : [],
      problem: typed.problem && `${typed.problem} The draft keeps ${kept}.`,
      text: typed.text,
      children: known !== undefined && typing.ok && <Words shape={typing.shape} />,
    }),
  };
  return (
    <FieldBox path={path} findings={findings}>
      {text.length > MAX_FIELD_CHARACTERS ? (
        <TextField {...field} mono />
      ) : (
        <ShapeChipsField
          {...field}
          aside={typing.ok ? shapeAside(typing.shape) : undefined}
          addLabel={`Add dimension to ${item.toLowerCase()}`}
          suggest={(query) => suggestionsFor(symbolsInUse(valuesOf(read().draft) ?? {}), query)}
        />
      )}
    </FieldBox>
  );
}, sameProps);

/** How the shape is read: for those who do not see the chips, and where something else may be meant. */
function Words({ shape }: { shape: ShapeSpec }) {
  const hint = shapeHint(shape);
  return <span className={hint === undefined ? 'visually-hidden' : undefined}>{visibleText(shapeWords(shape))}</span>;
}
