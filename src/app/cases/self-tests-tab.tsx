import { caseTitle } from '../../model/tensor/tensor-use.ts';
import { usePackage } from '../../state/hooks.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import type { TabProps } from '../package/tab.ts';
import { CaseList } from './case-list.tsx';
import { CaseView } from './case-view.tsx';

/** Tests that a loader can run to see that the model works. Boxcutter only shows them: it runs no models. */
export default function SelfTests({ item, onItem }: TabProps) {
  const { selfTests } = usePackage();
  if (selfTests.length === 0) {
    return (
      <EmptyState title="No self-tests">
        Self-tests are inputs that a loader can run, with the outputs they should give. To add some, declare{' '}
        <code>self_tests</code> when packing the model.
      </EmptyState>
    );
  }
  return (
    <CaseList of="self-test" label="Self-tests" cases={selfTests} item={item} onItem={onItem}>
      {({ name, description, inputs, expected }, index, findings, chosen) => (
        <CaseView
          key={index}
          of="self-test"
          index={index}
          title={caseTitle('Self-test', index, name)}
          description={description}
          inputs={{ title: 'Inputs', side: 'input', bindings: inputs, none: 'This self-test has no inputs.' }}
          outputs={{
            title: 'Expected outputs',
            side: 'output',
            bindings: expected,
            note: 'Compared with a tolerance, as np.allclose does.',
            none: 'None. The model only has to run on these inputs.',
          }}
          findings={findings}
          chosen={chosen}
        />
      )}
    </CaseList>
  );
}
