import { useMemo } from 'react';
import type { Binding, Package, TensorSpec } from '../../../model/package.ts';
import type { RunTensor } from '../../../model/run/run-thread.ts';
import { caseTitle } from '../../../model/tensor/tensor-use.ts';
import type { Actions } from '../../../state/app-state.ts';
import { useActions, useWork } from '../../../state/hooks.ts';
import type { Loading } from '../../../state/load.ts';
import type { Declared } from '../../../tensor/contents/fit.ts';
import type { JobOptions } from '../../../widgets/loading/job.ts';
import { convertedBy, readFor } from '../../../widgets/values/value-reading.ts';
import { blankOf, runTensorOf } from './run-values.ts';

/** Bytes of a file of an example that is read here. */
const MAX_FILE_BYTES = 64 * 2 ** 20;

/** Values to begin with: those of an example or self-test. */
export interface TryCase {
  key: string;
  title: string;
  inputs: readonly Binding[];
}

/** The examples of a package, and then its self-tests. */
export function tryCases({ examples, selfTests }: Pick<Package, 'examples' | 'selfTests'>): TryCase[] {
  return [
    ...examples.map(({ name, inputs }, at) => ({
      key: `example ${at}`,
      title: caseTitle('example', at, name),
      inputs,
    })),
    ...selfTests.map(({ name, inputs }, at) => ({
      key: `self-test ${at}`,
      title: caseTitle('self-test', at, name),
      inputs,
    })),
  ];
}

/** The inputs of a model: those that its schema declares, or else those of its first example or self-test. */
export function inputSpecs(specs: readonly TensorSpec[], [first]: readonly TryCase[]): readonly TensorSpec[] {
  if (specs.length > 0) return specs;
  return first?.inputs.map(({ name }) => ({ name })) ?? [];
}

/** The values of an example or self-test, as a model takes them. Of one that cannot be taken, nothing. */
export function useCaseInputs(
  from: TryCase | undefined,
  specs: readonly TensorSpec[],
): Loading<ReadonlyMap<string, RunTensor>> {
  const actions = useActions();
  return useWork(
    useMemo(() => (options: JobOptions) => readCase(actions, from, specs, options), [actions, from, specs]),
  );
}

async function readCase(
  actions: Actions,
  from: TryCase | undefined,
  specs: readonly TensorSpec[],
  options: JobOptions,
) {
  const values = new Map<string, RunTensor>();
  for (const spec of specs) {
    const blank = blankOf(spec);
    if (blank) values.set(blank.name, blank);
  }
  for (const { name, value } of from?.inputs ?? []) {
    const spec = specs.find((one) => one.name === name);
    const tensor =
      value.kind === 'tensor'
        ? await runTensorOf(name, (await actions.tensorContents(value.tensor, options)).contents)
        : await fileTensor(actions, name, value.path, spec ?? {}, options);
    if (tensor) values.set(name, tensor);
  }
  return values;
}

/** A picture, a sound or an array of the package as what the schema declares. Undefined where a person must decide how. */
async function fileTensor(
  actions: Actions,
  name: string,
  path: string,
  { dtype, shape }: TensorSpec,
  options: JobOptions,
) {
  const blob = await actions.readBlob(path, '', { ...options, maxBytes: MAX_FILE_BYTES });
  const declared: Declared = { dtype, shape };
  const outcome = await readFor(actions, { file: blob, name: path }, { declared }, options);
  if (outcome.kind === 'fits') return runTensorOf(name, outcome.read.contents);
  const [option] = outcome.kind === 'convert' ? outcome.options : [];
  if (outcome.kind !== 'convert' || !option) return undefined;
  return runTensorOf(name, (await convertedBy(actions, outcome.read, option, shape, options)).contents);
}
