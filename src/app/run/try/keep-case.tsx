import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { RunTensor } from '../../../model/run/run-thread.ts';
import { usePackagePart } from '../../../state/hooks.ts';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { useJob } from '../../../widgets/loading/job.ts';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import { useTensorActs } from '../../tensors/edit/use-tensor-acts.ts';
import { contentsOf } from './run-values.ts';
import classes from './try-it.module.css';

interface Props {
  inputs: readonly RunTensor[];
  outputs: readonly RunTensor[];
}

const KINDS = [
  { of: 'example', noun: 'example', tab: 'examples' },
  { of: 'self-test', noun: 'self-test', tab: 'self-tests' },
] as const;

/** Adds what went in and what came out to the draft, as an example or self-test. Nothing where that cannot be edited. */
export function KeepCase({ inputs, outputs }: Props) {
  const acts = useTensorActs();
  const examples = usePackagePart((pkg) => pkg.examples.length);
  const selfTests = usePackagePart((pkg) => pkg.selfTests.length);
  const { state, run } = useJob();
  const [added, setAdded] = useState<{ kind: (typeof KINDS)[number]; number: number }>();
  const addCase = acts?.problem === undefined ? acts?.addCase : undefined;
  if (!addCase) return null;
  const add = (kind: (typeof KINDS)[number]) =>
    void run(async (options) => {
      const named = (tensors: readonly RunTensor[]) =>
        tensors.map((tensor) => ({ name: tensor.name, contents: contentsOf(tensor) }));
      await addCase(kind.of, { inputs: named(inputs), outputs: named(outputs) }, options);
      setAdded({ kind, number: 1 + (kind.of === 'example' ? examples : selfTests) });
    });
  return (
    <>
      {KINDS.map((kind) => (
        <Button
          key={kind.of}
          size="compact-sm"
          variant="subtle"
          disabled={state.status === 'running'}
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => add(kind)}
        >
          Add as {kind.noun}
        </Button>
      ))}
      <span className={classes.added} role="status">
        {added && (
          <>
            Added to the draft:{' '}
            <PlaceLink to={{ tab: added.kind.tab, item: String(added.number) }}>
              {added.kind.noun} {added.number}
            </PlaceLink>
          </>
        )}
      </span>
      {state.status === 'failed' && <ErrorNote error={state.error} />}
    </>
  );
}
