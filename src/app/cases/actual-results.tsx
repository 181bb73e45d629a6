import { Button, CloseButton, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import type { ErrorData } from '../../base/errors.ts';
import type { Binding } from '../../model/package.ts';
import { tensorIndex } from '../../model/tensor/tensor-size.ts';
import type { ComparedTensor } from '../../state/compare-slice.ts';
import { useComparisons, usePackage } from '../../state/hooks.ts';
import type { Tolerance } from '../../tensor/compare/tolerance.ts';
import { indexAt, indexText } from '../../tensor/shape.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { useFileDrop } from '../../widgets/files/file-drop.ts';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { useFileInput } from '../opening/file-input.tsx';
import { type Beside, useBesideFiles } from '../tensors/compare/compare-state.ts';
import { shortDifference, verdictWords } from '../tensors/compare/compare-words.ts';
import { ToleranceFields } from '../tensors/compare/tolerance-fields.tsx';
import classes from './actual-results.module.css';
import { type Actual, actualsOf, matchOutputs } from './match-outputs.ts';

interface Props {
  /** The expected outputs that are tensors. */
  expected: readonly Output[];
  /** How many more expected outputs there are, which are files and are not compared. */
  others: number;
  /** Tells the inputs of several self-tests apart. */
  id: string;
}

/** An expected output that is a tensor of the package. */
export interface Output {
  name: string;
  tensor: string;
}

export function outputsOf(expected: readonly Binding[] = []): Output[] {
  return expected.flatMap(({ name, value }) => (value.kind === 'tensor' ? { name, tensor: value.tensor } : []));
}

/** Holds the expected outputs of a self-test against those that a run gave, which are files of this computer. */
export function ActualResults({ expected, others, id }: Props) {
  const beside = useBesideFiles();
  const [from, setFrom] = useState(0);
  const files = beside.files.slice(from);
  const open = async (chosen: readonly File[]) => {
    for (const file of chosen) if (!(await beside.open(file))) return;
  };
  const drop = useFileDrop((chosen) => void open(chosen));
  const { input, choose } = useFileInput(id, (chosen) => void open(chosen));
  const { state: job, cancel } = beside.job;
  return (
    <fieldset className={classes.root} aria-label="Actual result" {...drop}>
      <div className={classes.head}>
        <Button size="compact-sm" onClick={() => choose((chosen) => void open(chosen))}>
          {files.length === 0 ? 'Compare with an actual result' : 'Add files'}
        </Button>
        <p className={classes.hint}>
          {files.length === 0
            ? 'or drop the .npy files of its outputs, an .npz or a .safetensors file here'
            : fileWords(files)}
        </p>
        {files.length > 0 && (
          <CloseButton size="sm" aria-label="End the comparison" onClick={() => setFrom(beside.files.length)} />
        )}
        {input}
      </div>
      {job.status === 'running' && <RunningJob what="Opening" progress={job.progress} onCancel={cancel} />}
      {job.status === 'failed' && <ErrorNote error={job.error} />}
      {files.length > 0 && <Results expected={expected} others={others} files={files} />}
    </fieldset>
  );
}

function fileWords(files: readonly Beside[]): string {
  const [first, ...more] = files;
  return more.length === 0 ? visibleText(first?.name ?? '') : formatNumberOf(files.length, 'file');
}

/** What came of an output: a comparison, why there is none, or nothing where it has no actual result. */
interface OutputResult {
  output: Output;
  actual: Actual | undefined;
  found: ComparedTensor | ErrorData | undefined;
}

function Results({ expected, others, files }: Omit<Props, 'id'> & { files: readonly Beside[] }) {
  const actuals = actualsOf(files);
  const [own, setOwn] = useState<ReadonlyMap<string, string>>(new Map());
  const [tolerance, setTolerance] = useState<Partial<Tolerance>>();
  const matched = matchOutputs(expected, actuals);
  const outputs = expected.map((output) => {
    const chosen = own.get(output.name);
    const found = chosen === undefined ? undefined : actuals.find(({ key }) => key === chosen);
    return { output, actual: found ?? matched.get(output.name) };
  });
  const pairs = outputs.flatMap(({ output, actual }) =>
    actual ? { a: actual.target, b: { tensor: output.tensor } } : [],
  );
  const loading = useComparisons(pairs, tolerance);
  const found = loading.status === 'ready' ? loading.value.values() : undefined;
  const results = outputs.map(
    ({ output, actual }): OutputResult => ({ output, actual, found: actual && found?.next().value }),
  );
  const numbers = results.flatMap(({ found: one }) => (one && 'count' in one && one.maxAbs ? one : []))[0];
  return (
    <>
      {loading.status === 'ready' && <Verdict results={results} others={others} />}
      {loading.status === 'failed' && <ErrorNote error={loading.error} onRetry={loading.retry} />}
      <ul className={classes.outputs}>
        {results.map((result) => (
          <li key={result.output.name}>
            <OutputLine {...result} />
            {actuals.length > 1 && (
              <NativeSelect
                size="xs"
                aria-label={`Actual result of ${visibleText(result.output.name)}`}
                value={result.actual?.key ?? ''}
                onChange={({ currentTarget }) => setOwn(new Map(own).set(result.output.name, currentTarget.value))}
                data={[
                  ...(result.actual ? [] : [{ value: '', label: 'Choose its actual result' }]),
                  ...actuals.map(({ key, label }) => ({ value: key, label: visibleText(label) })),
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {numbers && (
        <div className={classes.tolerance}>
          <ToleranceFields
            of={numbers}
            onTolerance={setTolerance}
            isOwn={tolerance !== undefined}
            hint="By default by the type of each output: |actual − expected| ≤ atol + rtol × |expected|"
          />
        </div>
      )}
    </>
  );
}

function passes(found: OutputResult['found']): boolean {
  return found !== undefined && 'count' in found && found.beyond === 0;
}

/** Whether the self-test passes as a whole. */
function Verdict({ results, others }: { results: readonly OutputResult[]; others: number }) {
  const passed = results.filter(({ found }) => passes(found)).length;
  const missing = results.filter(({ actual }) => !actual).length;
  const failed = results.length - passed - missing;
  const isPass = passed === results.length && others === 0;
  const all = results.length + others;
  const of = (count: number) => `${count} of ${formatNumberOf(all, 'output')} ${count === 1 ? 'is' : 'are'}`;
  const left = [
    failed > 0 ? `${of(failed)} not as expected` : `${of(passed)} as expected`,
    ...(missing > 0 ? [`${missing} without an actual result`] : []),
    ...(others > 0 ? [`${formatNumberOf(others, 'file')} not compared`] : []),
  ];
  const words = isPass
    ? `Pass: ${all === 1 ? 'the output is' : `all ${all} outputs are`} as expected.`
    : `${failed > 0 ? 'Fail' : 'Not complete'}: ${left.join(', ')}.`;
  const tone = isPass ? 'ok' : failed > 0 ? 'error' : 'warning';
  return (
    <ToneLine tone={tone} role="status" data-result={isPass ? 'pass' : 'fail'}>
      {words}
    </ToneLine>
  );
}

function OutputLine({ output, actual, found }: OutputResult) {
  const name = <NameText mono>{output.name}</NameText>;
  if (!actual)
    return (
      <ToneLine tone="warning" as="div">
        {name}: no file or array has this name.
      </ToneLine>
    );
  if (!found) return <p className={classes.hint}>{name} …</p>;
  if (!('count' in found))
    return (
      <div data-output={output.name} data-result="error">
        <ToneLine tone="error" as="div">
          {name} cannot be compared with {visibleText(actual.label)}.
        </ToneLine>
        <ErrorNote error={found} />
      </div>
    );
  const { beyond, maxAbs, first } = found;
  return (
    <ToneLine
      tone={beyond === 0 ? 'ok' : 'error'}
      as="div"
      data-output={output.name}
      data-result={beyond === 0 ? 'pass' : 'fail'}
    >
      {name} {verdictWords(found)}
      {maxAbs && maxAbs.value > 0 && ` Largest difference ${shortDifference(maxAbs.value)}`}
      {first !== undefined && <FirstPlace tensor={output.tensor} at={first} />}
    </ToneLine>
  );
}

/** A link to the first element that is not close. */
function FirstPlace({ tensor, at }: { tensor: string; at: number }) {
  const shape = tensorIndex(usePackage().tensors).get(tensor)?.shape ?? [];
  if (shape.length === 0) return null;
  const index = indexAt(shape, at);
  return (
    <>
      {' · '}
      <PlaceLink to={{ tab: 'tensors', item: tensor, cell: index.join() }}>First at {indexText(index)}</PlaceLink>
    </>
  );
}
