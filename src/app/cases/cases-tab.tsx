import type { ReactNode } from 'react';
import { CASES, caseNumber, caseTitle } from '../../model/tensor/tensor-use.ts';
import { usePackage } from '../../state/hooks.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import type { TabProps } from '../package/tab.ts';
import { CaseList } from './case-list.tsx';
import { type CaseSide, CaseView } from './case-view.tsx';

interface CaseText {
  name?: string | undefined;
  description?: string | undefined;
}

interface Props<Case> extends TabProps {
  of: keyof typeof CASES;
  cases: readonly Case[];
  outputs: Pick<CaseSide, 'title' | 'note' | 'none'>;
  outputsOf(of: Case): CaseSide['bindings'];
  /** Shown if there are none. */
  children: ReactNode;
}

/** All examples or all self-tests. */
function Cases<Case extends CaseText & { inputs: CaseSide['bindings'] }>(props: Props<Case>) {
  const { of, cases, outputs, outputsOf, item, onItem, children } = props;
  const { noun, label } = CASES[of];
  if (cases.length === 0) return <EmptyState title={`No ${label.toLowerCase()}`}>{children}</EmptyState>;
  const noInputs = `This ${noun.toLowerCase()} has no inputs.`;
  return (
    <CaseList of={of} label={label} count={cases.length} item={item} onItem={onItem}>
      {(index, findings, chosen) => {
        const { name, description, inputs } = cases[index] as Case;
        return (
          <CaseView
            key={index}
            id={`${of}-${index + 1}`}
            number={caseNumber(of, index)}
            title={caseTitle(of, index, name)}
            description={description}
            inputs={{ title: 'Inputs', side: 'input', bindings: inputs, none: noInputs }}
            outputs={{ ...outputs, side: 'output', bindings: outputsOf(cases[index] as Case) }}
            findings={findings}
            chosen={chosen}
          />
        );
      }}
    </CaseList>
  );
}

/** The author's examples: inputs, and the outputs that the model gave for them. */
export function Examples(props: TabProps) {
  const { examples } = usePackage();
  return (
    <Cases
      {...props}
      of="example"
      cases={examples}
      outputs={{ title: 'Sample outputs', none: 'This example has no outputs.' }}
      outputsOf={({ outputs }) => outputs}
    >
      Examples show sample inputs with their outputs. To add some, declare <code>examples</code> when packing the model.
    </Cases>
  );
}

/** Tests that a loader can run to see that the model works. Boxcutter only shows them: it runs no models. */
export function SelfTests(props: TabProps) {
  const { selfTests } = usePackage();
  return (
    <Cases
      {...props}
      of="self-test"
      cases={selfTests}
      outputs={{
        title: 'Expected outputs',
        note: 'Compared with a tolerance, as np.allclose does.',
        none: 'None. The model only has to run on these inputs.',
      }}
      outputsOf={({ expected }) => expected}
    >
      Self-tests are inputs that a loader can run, with the outputs they should give. To add some, declare{' '}
      <code>self_tests</code> when packing the model.
    </Cases>
  );
}
