import { memo, useMemo } from 'react';
import { type FieldValue, isTable } from '../../../../model/field.ts';
import { addSpec, BINDING_TABLES, type SpecSide } from '../../core/steps.ts';
import type { FieldFindings } from './field-findings.ts';
import classes from './form.module.css';
import { ItemList } from './item-list.tsx';
import { NotAList } from './not-a-list.tsx';
import { SpecRow, specSummary } from './spec-row.tsx';
import { useEdit } from './use-edit.ts';
import { useValue } from './values.ts';

const NO_FINDINGS: never[] = [];
const NO_ITEMS: FieldValue[] = [];

/** Height of one input or output, in px, before it is measured. */
const ROW = 332;

/** The inputs or the outputs of the schema. */
export const Specs = memo(function Specs({ side, findings }: { side: SpecSide; findings: FieldFindings }) {
  const value = useValue(side);
  const tests = useValue('self_test');
  const examples = useValue('example');
  const edit = useEdit();
  const items = Array.isArray(value) ? value : NO_ITEMS;
  const names = useMemo(() => counted(items.map((item) => (isTable(item) ? item.name : undefined))), [items]);
  const inTests = useMemo(() => users(tests, BINDING_TABLES.self_test[side]), [tests, side]);
  const inExamples = useMemo(() => users(examples, BINDING_TABLES.example[side]), [examples, side]);
  return (
    <>
      <NotAList field={side} value={value} findings={findings.fields.get(side) ?? NO_FINDINGS} />
      {items.length > 0 && (
        <p className={classes.hint}>
          The model’s code {side === 'input' ? 'receives' : 'returns'} them by these names
          {side === 'input' && items.length > 1 ? ', in this order: moving one changes what the code receives' : ''}.
        </p>
      )}
      <ItemList
        label={side === 'input' ? 'Inputs' : 'Outputs'}
        field={side}
        items={items}
        addLabel={side === 'input' ? 'Add input' : 'Add output'}
        onAdd={() => edit((values) => addSpec(values, side))}
        empty={
          side === 'input'
            ? 'No inputs. List what the model takes, in the order in which its code receives it.'
            : 'No outputs. List what the model returns.'
        }
        estimate={ROW}
        summaryOf={specSummary}
        findings={findings.items}
      >
        {(item, index) => {
          const name = isTable(item) ? item.name : undefined;
          return (
            <SpecRow
              side={side}
              index={index}
              spec={item}
              findings={findings.items.get(`${side}.${index}`) ?? NO_FINDINGS}
              tests={inTests.get(name) ?? 0}
              examples={inExamples.get(name) ?? 0}
              isShared={(names.get(name) ?? 0) > 1}
            />
          );
        }}
      </ItemList>
    </>
  );
});

function counted(names: readonly (FieldValue | undefined)[]): Map<FieldValue | undefined, number> {
  const counts = new Map<FieldValue | undefined, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** For each name: how many of these self-tests or examples have a value for it in one of their tables. */
function users(cases: FieldValue | undefined, field: string): Map<FieldValue | undefined, number> {
  if (!Array.isArray(cases)) return new Map();
  return counted(
    cases.flatMap((item) => {
      const bindings = isTable(item) ? item[field] : undefined;
      return isTable(bindings) ? Object.keys(bindings) : [];
    }),
  );
}
