import { memo } from 'react';
import { formatNumberOf } from '../../../../../base/amounts.ts';
import type { Finding } from '../../../../../base/findings.ts';
import { type FieldValue, isTable } from '../../../../../model/edit/field.ts';
import type { Suggestion } from '../../../../../widgets/form-suggest/suggestions.ts';
import classes from '../../../../form/form.module.css';
import { BINDING_TABLES, type CaseList, type SpecSide } from '../../../core/edit/steps.ts';
import { fieldsOf, ItemBody, TextRow } from '../field.tsx';
import { findingsWithin } from '../field-findings.ts';
import { CaseValues } from './case-values.tsx';

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
  const place = { path: [list, index], value, findings } as const;
  const field = fieldsOf(value, place.path, (path) => findingsWithin(findings, path));
  return (
    <ItemBody {...place} className={classes.stack}>
      <TextRow {...field('name')} item={item} label="name" isFirst />
      <TextRow {...field('description')} item={item} label="description" />
      <CaseValues {...{ list, index, item, value, findings, inputs, outputs, references }} />
    </ItemBody>
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
