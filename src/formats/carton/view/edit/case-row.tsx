import { memo, useRef } from 'react';
import type { Finding } from '../../../../base/findings.ts';
import { type FieldValue, isTable } from '../../../../model/field.ts';
import { formatNumberOf } from '../../../../widgets/byte-size.ts';
import type { Suggestion } from '../../../../widgets/form-suggest/suggestions.ts';
import { BINDING_TABLES, type CaseList } from '../../core/steps.ts';
import { Bindings, type FileTaker } from './bindings.tsx';
import { findingsBeside, findingsWithin } from './field-findings.ts';
import classes from './form.module.css';
import { useItemFiles } from './item-files.ts';
import { FindingText } from './notes.tsx';
import { TextRow, textOf } from './text-row.tsx';

interface Props {
  list: CaseList;
  index: number;
  value: FieldValue;
  findings: readonly Finding[];
  /** Names of the schema's inputs and outputs. */
  inputs: readonly Suggestion[];
  outputs: readonly Suggestion[];
  /** The references that its values can be. */
  references: readonly Suggestion[];
}

/** The fields of one self-test or example. */
export const CaseRow = memo(function CaseRow(props: Props) {
  const { list, index, value, findings, inputs, outputs, references } = props;
  const path = `${list}.${index}`;
  const item = `${list === 'example' ? 'Example' : 'Self-test'} ${index + 1}`;
  const fields = isTable(value) ? value : {};
  const tables = BINDING_TABLES[list];
  const ofInputs = useRef<FileTaker>(null);
  useItemFiles((files) => ofInputs.current?.take(files));
  const within = (field: string) => findingsWithin(findings, `${path}.${field}`);
  const beside = findingsBeside(
    findings,
    ['name', 'description', tables.input, tables.output].map((field) => `${path}.${field}`),
  );
  return (
    <>
      {beside.map((finding, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may say the same.
        <FindingText key={i} finding={finding} />
      ))}
      {isTable(value) ? (
        <div className={classes.stack}>
          <TextRow
            item={item}
            label="name"
            path={[list, index, 'name']}
            what={`name of ${item.toLowerCase()}`}
            value={fields.name}
            findings={within('name')}
            isFirst
          />
          <TextRow
            item={item}
            label="description"
            path={[list, index, 'description']}
            what={`description of ${item.toLowerCase()}`}
            value={fields.description}
            findings={within('description')}
          />
          <Bindings
            list={list}
            index={index}
            item={item}
            side="input"
            ref={ofInputs}
            value={fields[tables.input]}
            names={inputs}
            references={references}
            findings={within(tables.input)}
          />
          <Bindings
            list={list}
            index={index}
            item={item}
            side="output"
            value={fields[tables.output]}
            names={outputs}
            references={references}
            findings={within(tables.output)}
          />
        </div>
      ) : (
        <p className={classes.wrong}>{textOf(value)}</p>
      )}
    </>
  );
});

/** A self-test or example on one line: "2 inputs · 1 output". */
export function caseSummary(value: FieldValue, list: CaseList): string {
  const count = (side: 'input' | 'output') => {
    const bindings = isTable(value) ? value[BINDING_TABLES[list][side]] : undefined;
    return isTable(bindings) ? Object.keys(bindings).length : 0;
  };
  const outputs = count('output');
  return [formatNumberOf(count('input'), 'input'), ...(outputs > 0 ? [formatNumberOf(outputs, 'output')] : [])].join(
    ' · ',
  );
}
