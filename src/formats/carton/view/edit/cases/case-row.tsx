import { memo, useRef } from 'react';
import type { Finding } from '../../../../../base/findings.ts';
import { type FieldValue, isTable } from '../../../../../model/edit/field.ts';
import { formatNumberOf } from '../../../../../widgets/byte-size.ts';
import type { Suggestion } from '../../../../../widgets/form-suggest/suggestions.ts';
import { BINDING_TABLES, type CaseList, type SpecSide } from '../../../core/edit/steps.ts';
import { TextRow, textOf } from '../field.tsx';
import { findingsBeside, findingsWithin } from '../field-findings.ts';
import classes from '../form.module.css';
import { useItemFiles } from '../list/item-files.ts';
import { FindingTexts } from '../notes.tsx';
import { Bindings, type FileTaker } from './bindings.tsx';

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
  const item = `${list === 'example' ? 'Example' : 'Self-test'} ${index + 1}`;
  const fields = isTable(value) ? value : {};
  const tables = BINDING_TABLES[list];
  const ofInputs = useRef<FileTaker>(null);
  useItemFiles((files) => ofInputs.current?.take(files));
  const field = (key: string) => ({
    item,
    path: [list, index, key],
    value: fields[key] as FieldValue | undefined,
    findings: findingsWithin(findings, `${list}.${index}.${key}`),
  });
  const bindings = (side: SpecSide) => ({ ...field(tables[side]), list, index, side, references });
  const beside = findingsBeside(
    findings,
    ['name', 'description', tables.input, tables.output].map((key) => `${list}.${index}.${key}`),
  );
  return (
    <>
      <FindingTexts findings={beside} />
      {isTable(value) ? (
        <div className={classes.stack}>
          <TextRow {...field('name')} label="name" isFirst />
          <TextRow {...field('description')} label="description" />
          <Bindings {...bindings('input')} ref={ofInputs} names={inputs} />
          <Bindings {...bindings('output')} names={outputs} />
        </div>
      ) : (
        <p className={classes.wrong}>{textOf(value)}</p>
      )}
    </>
  );
});

/** A self-test or example on one line: "2 inputs · 1 output". */
export function caseSummary(value: FieldValue, list: CaseList): string {
  const count = (side: SpecSide) => {
    const bindings = isTable(value) ? value[BINDING_TABLES[list][side]] : undefined;
    return isTable(bindings) ? Object.keys(bindings).length : 0;
  };
  const inputs = formatNumberOf(count('input'), 'input');
  return count('output') > 0 ? `${inputs} · ${formatNumberOf(count('output'), 'output')}` : inputs;
}
