import { Button, NativeSelect } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { TensorSpec } from '../../../model/package.ts';
import { DEFAULT_RUN_LIMITS, type RunTensor } from '../../../model/run/run-thread.ts';
import { useApp, usePackagePart } from '../../../state/hooks.ts';
import { modelKey } from '../../../state/run-slice.ts';
import { Card } from '../../../widgets/card.tsx';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { useReading } from '../../../widgets/loading/load-together.tsx';
import { useSlow } from '../../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { Section } from '../../../widgets/section.tsx';
import { Side, Sides } from '../../cases/sides.tsx';
import { Elapsed } from '../elapsed.tsx';
import { RunMemory } from '../run-memory.tsx';
import { KeepCase } from './keep-case.tsx';
import { planeOf } from './run-values.ts';
import { TryInput } from './try-input.tsx';
import { inputSpecs, type TryCase, tryCases, useCaseInputs } from './try-inputs.ts';
import classes from './try-it.module.css';
import { TryOutputs } from './try-outputs.tsx';
import { useTry } from './use-try.ts';

/** How long something runs before the page says so, in milliseconds: between strokes nothing may flicker. */
const PATIENCE_MS = 400;

/** Runs the model with inputs of an example, or with others, and shows what comes. Another model begins again. */
export default function TryIt() {
  const key = useApp(modelKey);
  return <TryModel key={key} />;
}

function TryModel() {
  const examples = usePackagePart((pkg) => pkg.examples);
  const selfTests = usePackagePart((pkg) => pkg.selfTests);
  const declared = usePackagePart((pkg) => pkg.inputs);
  const outputs = usePackagePart((pkg) => pkg.outputs);
  const cases = useMemo(() => tryCases({ examples, selfTests }), [examples, selfTests]);
  const specs = useMemo(() => inputSpecs(declared, cases), [declared, cases]);
  const [chosen, choose] = useState(0);
  return (
    <TryCaseView
      key={chosen}
      from={cases[chosen]}
      specs={specs}
      outputs={outputs}
      choice={
        cases.length > 1 && (
          <NativeSelect
            size="xs"
            label="Begin with"
            className={classes.choice ?? ''}
            value={String(chosen)}
            data={cases.map(({ title }, at) => ({ value: String(at), label: visibleText(title) }))}
            onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
          />
        )
      }
    />
  );
}

interface Props {
  from: TryCase | undefined;
  specs: readonly TensorSpec[];
  outputs: readonly TensorSpec[];
  choice: React.ReactNode;
}

function TryCaseView({ from, specs, outputs, choice }: Props) {
  const first = useCaseInputs(from, specs);
  const [own, setOwn] = useState<ReadonlyMap<string, RunTensor>>(new Map());
  useReading(first.status === 'loading');
  const { result, inputs: ranWith, error, began, isLive, run, stop } = useTry();
  const isSlow = useSlow(began !== undefined, PATIENCE_MS);
  const names = specs.flatMap(({ name }) => name ?? []);
  const begun = first.status === 'ready' ? first.value : undefined;
  const valuesWith = (values: ReadonlyMap<string, RunTensor>) =>
    names.flatMap((name) => values.get(name) ?? begun?.get(name) ?? []);
  const inputs = valuesWith(own);
  const missing = names.filter((name) => !own.has(name) && !begun?.has(name));
  const change = (tensor: RunTensor) => {
    const next = new Map(own).set(tensor.name, tensor);
    setOwn(next);
    if (isLive) run(valuesWith(next));
  };
  const isDrawn = inputs.some((input) => planeOf(input) !== undefined);
  return (
    <Section title="Try it" aside={choice || undefined}>
      <Card rows>
        <Sides
          inputs={
            <Side label="Inputs">
              {first.status === 'failed' && <ErrorNote error={first.error} />}
              {specs.map((spec) => (
                <TryInput
                  key={spec.name}
                  spec={spec}
                  value={own.get(spec.name ?? '') ?? begun?.get(spec.name ?? '')}
                  first={begun?.get(spec.name ?? '')}
                  isReading={first.status === 'loading'}
                  onValue={change}
                />
              ))}
            </Side>
          }
          outputs={
            <Side label="Outputs">
              {error && <ErrorNote error={error} />}
              {result ? (
                <TryOutputs result={result} specs={outputs}>
                  {ranWith && <KeepCase inputs={ranWith} outputs={result.outputs} />}
                </TryOutputs>
              ) : (
                !error && (
                  <p className={classes.note}>
                    {isDrawn
                      ? 'Draw, and press Run to see what the model gives.'
                      : 'Press Run to see what the model gives.'}
                  </p>
                )
              )}
            </Side>
          }
        />
        <div className={classes.bar}>
          {isSlow ? (
            <Button leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden />} onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button
              variant="filled"
              leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
              disabled={missing.length > 0}
              onClick={() => run(inputs)}
            >
              Run
            </Button>
          )}
          {isSlow && <Elapsed began={began} />}
          <p className={classes.note}>
            {isLive && isDrawn ? 'Runs again with each stroke. ' : ''}
            In a sandbox without network, files or this page’s data, for up to {DEFAULT_RUN_LIMITS.time / 1000} s and{' '}
            <RunMemory />.{!isLive && isDrawn ? ' After that, it runs again with each stroke.' : ''}
          </p>
        </div>
      </Card>
    </Section>
  );
}
