import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconPlayerPlay,
  IconPlayerStop,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { formatBytes } from '../../base/amounts.ts';
import type { Binding } from '../../model/package.ts';
import type { JudgedOutput, SelfTestOutcome } from '../../model/run/self-test-result.ts';
import { useActions, useApp, usePackage } from '../../state/hooks.ts';
import { type OpenedOutputs, type SelfTestRun, shownRun } from '../../state/run-slice.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { formatSeconds } from '../../widgets/loading/loading-view.tsx';
import type { Tone } from '../../widgets/severity.tsx';
import { ComparedOutputs, type OutputResult } from '../cases/compared-outputs.tsx';
import { actualsOf } from '../cases/match-outputs.ts';
import { Elapsed } from './elapsed.tsx';
import { SaveOutputs } from './save-outputs.tsx';
import classes from './self-test-run.module.css';

/** What can come of a self-test, as it is said of one and of several. */
export const OUTCOMES: Readonly<Record<SelfTestOutcome, { one: string; many: string; tone: Tone; Icon: TablerIcon }>> =
  {
    pass: { one: 'passes', many: 'pass', tone: 'ok', Icon: IconCheck },
    fail: { one: 'fails', many: 'fail', tone: 'error', Icon: IconX },
    error: { one: 'cannot run', many: 'cannot run', tone: 'error', Icon: IconAlertTriangle },
    stopped: { one: 'stopped', many: 'stopped', tone: 'warning', Icon: IconPlayerStop },
  };

/** What came of a self-test that is shown. */
function useSelfTestRun(index: number): SelfTestRun | undefined {
  return useApp((state) => shownRun(state, index));
}

/** Beside the title of a self-test: what came of it. */
export function RunMark({ index }: { index: number }) {
  const run = useSelfTestRun(index);
  if (run?.phase !== 'done') return null;
  const { one, tone, Icon } = OUTCOMES[run.result.outcome];
  return (
    <span className={classes.mark} data-tone={tone} data-result={run.result.outcome}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {one}
    </span>
  );
}

/** At the end of the title's line: time and memory of the last run, and the button that runs it. */
export function RunOne({ index, title }: { index: number; title: string }) {
  const { runsHere } = usePackage();
  const run = useSelfTestRun(index);
  const isBusy = useApp(({ runs }) => [...runs.values()].some(({ phase }) => phase !== 'done'));
  const { runSelfTests, stopRun } = useActions();
  if (!runsHere?.can) return null;
  const { ms, memory } = run?.phase === 'done' ? run.result : {};
  return (
    <div className={classes.act}>
      {ms !== undefined && <span className={classes.figures}>{figuresText(ms, memory ?? 0)}</span>}
      {run?.phase === 'waiting' && <span className={classes.figures}>waiting</span>}
      {run?.phase === 'running' ? (
        <>
          <Elapsed began={run.began} />
          <Button size="compact-sm" onClick={stopRun} aria-label={`Stop ${title}`}>
            Stop
          </Button>
        </>
      ) : (
        <Button
          size="compact-sm"
          disabled={isBusy}
          aria-label={`Run ${title}`}
          leftSection={<IconPlayerPlay size={14} stroke={1.75} aria-hidden />}
          onClick={() => void runSelfTests([index])}
        >
          Run
        </Button>
      )}
    </div>
  );
}

/** What a run took: "2.4 ms · 18 MB". */
export function figuresText(ms: number, memory: number): string {
  const time = ms >= 1000 ? formatSeconds(ms / 1000) : `${ms < 9.95 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${time} · ${formatBytes(memory)}`;
}

/** Expected outputs beside those that came, and what else came. Nothing before a run. */
export function RunResult({ index, expected }: { index: number; expected: readonly Binding[] }) {
  const run = useSelfTestRun(index);
  const { judgeRun } = useActions();
  if (run?.phase !== 'done') return null;
  const { opened, tolerance } = run;
  const { error, judged, outcome } = run.result;
  if (!opened)
    return (
      <div className={classes.said}>
        {error ? <ErrorNote error={error} /> : outcome === 'stopped' && <p className={classes.note}>It was stopped.</p>}
      </div>
    );
  return (
    <div>
      {expected.length === 0 && (
        <p className={classes.said}>It ran. That is all this self-test asks for: it expects no outputs.</p>
      )}
      <ComparedOutputs
        results={resultsOf(expected, opened, judged)}
        onTolerance={(to) => void judgeRun(index, to)}
        isOwn={tolerance !== undefined}
      >
        <SaveOutputs tensors={opened.tensors} open={async () => opened} />
      </ComparedOutputs>
    </div>
  );
}

/** The expected outputs, each with the one of its name, and then the others. */
function resultsOf(expected: readonly Binding[], { handle, tensors }: OpenedOutputs, judged: readonly JudgedOutput[]) {
  const opened = actualsOf([{ handle, name: 'outputs', tensors }]);
  const actuals = new Map(opened.map((actual) => [actual.info.name, actual]));
  const results = expected.map(({ name, value }): OutputResult => {
    const { comparison: found, problem } = judged.find((each) => each.name === name) ?? {};
    const actual = actuals.get(name);
    actuals.delete(name);
    const output = value.kind === 'tensor' ? { name, tensor: value.tensor } : { name, isFile: true };
    return { output, actual, found, problem };
  });
  const others = [...actuals.values()].map((actual): OutputResult => ({ output: { name: actual.info.name }, actual }));
  return [...results, ...others];
}
