import { memo, useMemo } from 'react';
import { type FieldValue, isTable } from '../../../../../model/edit/field.ts';
import { useValue } from '../../../../draft-values.ts';
import type { FieldFindings } from '../../../../form/field-findings.ts';
import classes from '../../../../form/form.module.css';
import { ItemList } from '../../../../form/list/item-list.tsx';
import { addItem, BINDING_TABLES, CARTON_LISTS, type SpecSide } from '../../../core/edit/steps.ts';
import { FromFile } from './from-file.tsx';
import { SpecRow, specSummary } from './spec-row.tsx';

/** Height of one input or output, in px, before it is measured. */
const ROW = 340;

/** The inputs or the outputs of the schema. */
export const Specs = memo(function Specs({ side, findings }: { side: SpecSide; findings: FieldFindings }) {
  const value = useValue(side);
  const tests = useValue('self_test');
  const examples = useValue('example');
  const count = Array.isArray(value) ? value.length : 0;
  const names = useMemo(
    () => counted(Array.isArray(value) ? value.map((item) => (isTable(item) ? item.name : undefined)) : []),
    [value],
  );
  const inTests = useMemo(() => users(tests, BINDING_TABLES.self_test[side]), [tests, side]);
  const inExamples = useMemo(() => users(examples, BINDING_TABLES.example[side]), [examples, side]);
  return (
    <ItemList
      lists={CARTON_LISTS}
      label={side === 'input' ? 'Inputs' : 'Outputs'}
      field={side}
      value={value}
      lead={
        count > 0 && (
          <p className={classes.hint}>
            The model’s code {side === 'input' ? 'receives' : 'returns'} them by these names
            {side === 'input' && count > 1 ? ', in this order: moving one changes what the code receives' : ''}.
          </p>
        )
      }
      added={(values) => addItem(values, side)}
      empty={
        side === 'input'
          ? 'No inputs. List what the model takes, in the order in which its code receives it.'
          : 'No outputs. List what the model returns.'
      }
      estimate={ROW}
      actions={<FromFile side={side} />}
      summaryOf={specSummary}
      hasCodeNames
      findings={findings}
    >
      {(spec, index, own) => {
        const name = isTable(spec) ? spec.name : undefined;
        return (
          <SpecRow
            {...{ side, index, spec }}
            findings={own}
            tests={inTests.get(name) ?? 0}
            examples={inExamples.get(name) ?? 0}
            isShared={(names.get(name) ?? 0) > 1}
          />
        );
      }}
    </ItemList>
  );
});

function counted(names: readonly unknown[]): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** For each name: how many of these self-tests or examples have a value for it in one of their tables. */
function users(cases: FieldValue | undefined, field: string): Map<unknown, number> {
  if (!Array.isArray(cases)) return new Map();
  return counted(
    cases.flatMap((item) => {
      const bindings = isTable(item) ? item[field] : undefined;
      return isTable(bindings) ? Object.keys(bindings) : [];
    }),
  );
}
