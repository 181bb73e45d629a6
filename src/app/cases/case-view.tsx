import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../base/amounts.ts';
import type { BindingPlace, Finding } from '../../base/findings.ts';
import type { Binding, Example, SelfTest } from '../../model/package.ts';
import { CASES, caseNumber, caseTitle } from '../../model/tensor/tensor-use.ts';
import { Card } from '../../widgets/card.tsx';
import { WithPictureRole } from '../../widgets/lightbox/picture-role.tsx';
import { useReading } from '../../widgets/loading/load-together.tsx';
import { useNear } from '../../widgets/loading/near.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { ProseText } from '../../widgets/tensor/spec-prose.tsx';
import { RunMark, RunOne, RunResult } from '../run/self-test-run.tsx';
import { ActualResults } from './actual-results.tsx';
import { BindingView } from './binding-view.tsx';
import { CasePictures } from './case-pictures.tsx';
import classes from './case-view.module.css';
import { outputsOf } from './match-outputs.ts';
import { Side, Sides } from './sides.tsx';

/** Values listed on each side. A button shows the rest. */
const FIRST_VALUES = 24;

/** How near to the screen values begin to load. */
const AHEAD = 400;

/** What is said of a side: above its values, and where it has none. */
interface SideWords {
  title: string;
  none: string;
  note?: string;
}

const OUTPUTS: Readonly<Record<BindingPlace['of'], SideWords>> = {
  example: { title: 'Sample outputs', none: 'This example has no outputs.' },
  'self-test': {
    title: 'Expected outputs',
    none: 'None. The model only has to run on these inputs.',
    note: 'Compared with a tolerance, as np.allclose does.',
  },
};

const NONE: readonly Binding[] = [];

interface Props {
  of: BindingPlace['of'];
  /** Its place among its kind, from 0. */
  index: number;
  shown: Example | SelfTest;
  /** Those about this case, each with its `binding`. */
  findings: readonly Finding[];
  /** Whether the address names this case. It is then marked and scrolled into view. */
  chosen: boolean;
}

/** An example or self-test: inputs and outputs, side by side. Its values load when they come near the screen. */
export function CaseView({ of, index, shown, findings, chosen }: Props) {
  const { name, description, inputs } = shown;
  const outputs = 'outputs' in shown ? shown.outputs : shown.expected;
  const id = `${of}-${index + 1}`;
  const number = caseNumber(of, index);
  const title = caseTitle(of, index, name);
  const inputWords = { title: 'Inputs', none: `This ${CASES[of].noun.toLowerCase()} has no inputs.` };
  const root = useRef<HTMLDivElement>(null);
  const { ref, isNear } = useNear(AHEAD);
  useEffect(() => {
    if (chosen) root.current?.scrollIntoView({ block: 'start' });
  }, [chosen]);
  // Until it is known whether its values are wanted.
  useReading(isNear === undefined);
  const isTest = of === 'self-test';
  const tested = isTest ? outputsOf(outputs) : [];
  const side = (words: SideWords, at: BindingPlace['side'], bindings: readonly Binding[] = []) => (
    <SideView words={words} bindings={bindings} findings={findings.filter(({ binding }) => binding?.side === at)}>
      {at === 'output' && tested.length > 0 && (
        <ActualResults expected={tested} others={bindings.length - tested.length} id={`actual-${index + 1}`} />
      )}
    </SideView>
  );
  return (
    <Card as="article" rows ref={root} className={classes.root} aria-labelledby={id} data-chosen={chosen || undefined}>
      <div className={classes.head}>
        <div className={classes.names}>
          <h2 id={id} className={classes.title}>
            <NameText>{title}</NameText>
          </h2>
          {isTest && <RunMark index={index} />}
          {title === number ? null : <span className={classes.number}>{number}</span>}
          {isTest && <RunOne index={index} title={title === number ? number : title} />}
        </div>
        {description?.trim() ? (
          <p className={classes.description}>
            <ProseText>{description}</ProseText>
          </p>
        ) : null}
      </div>
      {isTest && <RunResult index={index} expected={outputs ?? NONE} />}
      <div ref={ref} className={classes.sides} data-waiting={!isNear || undefined}>
        {isNear && (
          <WithPictureRole role={title}>
            <Sides inputs={side(inputWords, 'input', inputs)} outputs={side(OUTPUTS[of], 'output', outputs)} />
            <CasePictures title={title} inputs={inputs} outputs={outputs ?? NONE} />
          </WithPictureRole>
        )}
      </div>
    </Card>
  );
}

interface SideProps {
  words: SideWords;
  bindings: readonly Binding[];
  /** Those about values of this side. */
  findings: readonly Finding[];
  /** Below the values. */
  children?: ReactNode;
}

function SideView({ words: { title, none, note }, bindings, findings, children }: SideProps) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? bindings : bindings.slice(0, FIRST_VALUES);
  return (
    <Side>
      <div className={classes.caption}>
        <h3 className={classes.heading}>{title}</h3>
        {note && bindings.length > 0 ? <p className={classes.note}>{note}</p> : null}
      </div>
      {bindings.length === 0 ? <p className={classes.note}>{none}</p> : null}
      {shown.map((binding) => (
        <BindingView
          key={binding.name}
          binding={binding}
          findings={findings.filter(({ binding: at }) => at?.name === binding.name)}
        />
      ))}
      {shown.length < bindings.length && (
        <button type="button" className={classes.more} onClick={() => setWhole(true)}>
          Show all {formatCount(bindings.length)}
        </button>
      )}
      {children}
    </Side>
  );
}
