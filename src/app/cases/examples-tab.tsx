import { caseTitle } from '../../model/tensor/tensor-use.ts';
import { usePackage } from '../../state/hooks.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import type { TabProps } from '../package/tab.ts';
import { CaseList } from './case-list.tsx';
import { CaseView } from './case-view.tsx';

/** The author's examples: inputs, and the outputs that the model gave for them. */
export default function Examples({ item, onItem }: TabProps) {
  const { examples } = usePackage();
  if (examples.length === 0) {
    return (
      <EmptyState title="No examples">
        Examples show sample inputs with their outputs. To add some, declare <code>examples</code> when packing the
        model.
      </EmptyState>
    );
  }
  return (
    <CaseList of="example" label="Examples" cases={examples} item={item} onItem={onItem}>
      {({ name, description, inputs, outputs }, index, findings, chosen) => (
        <CaseView
          key={index}
          of="example"
          index={index}
          title={caseTitle('Example', index, name)}
          description={description}
          inputs={{ title: 'Inputs', side: 'input', bindings: inputs, none: 'This example has no inputs.' }}
          outputs={{ title: 'Sample outputs', side: 'output', bindings: outputs, none: 'This example has no outputs.' }}
          findings={findings}
          chosen={chosen}
        />
      )}
    </CaseList>
  );
}
