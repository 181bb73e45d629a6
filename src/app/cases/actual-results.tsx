import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import { useComparisons } from '../../state/hooks.ts';
import type { Tolerance } from '../../tensor/compare/tolerance.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { useFileDrop } from '../../widgets/files/file-drop.ts';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { useFileInput } from '../opening/file-input.tsx';
import { type Beside, useBesideFiles } from '../tensors/compare/compare-state.ts';
import classes from './actual-results.module.css';
import { ComparedOutputs, type OutputResult, passes } from './compared-outputs.tsx';
import { actualsOf, matchOutputs, type Output } from './match-outputs.ts';

interface Props {
  /** The expected outputs that are tensors. */
  expected: readonly Output[];
  /** How many more expected outputs there are, which are files and are not compared. */
  others: number;
  /** Tells the inputs of several self-tests apart. */
  id: string;
}

// A fieldset lays out nothing of a table that asks how wide it is, in Chromium 156.
const GROUP = { role: 'group', 'aria-label': 'Actual result' };

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
    <div className={classes.root} {...GROUP} {...drop}>
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
    </div>
  );
}

function fileWords(files: readonly Beside[]): string {
  const [first, ...more] = files;
  return more.length === 0 ? visibleText(first?.name ?? '') : formatNumberOf(files.length, 'file');
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
  const results = outputs.map(({ output, actual }): OutputResult => {
    const choose = (key: string) => setOwn(new Map(own).set(output.name, key));
    const choice = actuals.length > 1 ? { of: actuals, choose } : undefined;
    const one = actual && found?.next().value;
    return { output, actual, choice, ...(one && ('count' in one ? { found: one } : { problem: one })) };
  });
  return (
    <>
      {loading.status === 'ready' && <Verdict results={results} others={others} />}
      {loading.status === 'failed' && <ErrorNote error={loading.error} onRetry={loading.retry} />}
      <ComparedOutputs results={results} onTolerance={setTolerance} isOwn={tolerance !== undefined} />
    </>
  );
}

/** Whether the self-test passes as a whole. */
function Verdict({ results, others }: { results: readonly OutputResult[]; others: number }) {
  const passed = results.filter(passes).length;
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
