import { memo, useMemo } from 'react';
import { type FieldValue, isTable } from '../../../../../model/edit/field.ts';
import { useApp, useOpenPackage } from '../../../../../state/hooks.ts';
import type { Suggestion } from '../../../../../widgets/form-suggest/suggestions.ts';
import { useValue } from '../../../../draft-values.ts';
import type { FieldFindings } from '../../../../form/field-findings.ts';
import { ItemList } from '../../../../form/list/item-list.tsx';
import { addItem, CARTON_LISTS, type CaseList } from '../../../core/edit/steps.ts';
import { TENSOR_PREFIX } from '../../../core/paths.ts';
import { exampleReferences, tensorReferences, useMiscFiles } from '../about/references.ts';
import { CaseRow, caseSummary } from './case-row.tsx';

const NO_TENSORS: never[] = [];

/** Height of one self-test or example, in px, before it is measured. */
const ROW = 480;

/** The self-tests or the examples. */
export const Cases = memo(function Cases({ list, findings }: { list: CaseList; findings: FieldFindings }) {
  const value = useValue(list);
  const input = useValue('input');
  const output = useValue('output');
  const tensors = useApp((state) => state.draft?.shown.tensors ?? NO_TENSORS);
  const misc = useMiscFiles();
  const { can } = useOpenPackage();
  const inputs = useNames(input);
  const outputs = useNames(output);
  const references = list === 'example' ? exampleReferences(tensors, misc) : tensorReferences(tensors);
  const isExample = list === 'example';
  return (
    <ItemList
      lists={CARTON_LISTS}
      label={isExample ? 'Examples' : 'Self-tests'}
      field={list}
      value={value}
      added={(values) => addItem(values, list, isExample ? {} : { inputs: sameNamed(inputs, references) })}
      empty={
        isExample
          ? 'No examples. An example shows what goes in and what comes out: tensors, pictures, sounds.'
          : 'No self-tests. A self-test has inputs to try the model with, and the outputs to expect.'
      }
      estimate={ROW}
      summaryOf={(item) => caseSummary(item, list)}
      findings={findings}
      takesFiles={can.files !== undefined}
    >
      {(item, index, own) => <CaseRow {...{ list, index, inputs, outputs, references }} value={item} findings={own} />}
    </ItemList>
  );
});

/** References to the tensors that are named like an input, by that name. */
function sameNamed(inputs: readonly Suggestion[], references: readonly Suggestion[]): Record<string, string> {
  const known = new Set(references.map(({ value }) => value));
  const pairs = inputs.map(({ value }) => [value, `${TENSOR_PREFIX}${value}`] as const);
  return Object.fromEntries(pairs.filter(([, reference]) => known.has(reference)));
}

/** The names of one side of the schema, each once. Gives the same list as long as the names are the same. */
function useNames(specs: FieldValue | undefined): readonly Suggestion[] {
  const names = new Map<string, string | undefined>();
  for (const spec of Array.isArray(specs) ? specs : []) {
    if (!isTable(spec) || typeof spec.name !== 'string' || names.has(spec.name)) continue;
    names.set(spec.name, typeof spec.dtype === 'string' ? spec.dtype : undefined);
  }
  const key = JSON.stringify([...names]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of them.
  return useMemo(() => [...names].map(([value, note]) => ({ value, note })), [key]);
}
