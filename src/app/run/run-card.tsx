import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { Package } from '../../model/package.ts';
import { DEFAULT_RUN_LIMITS } from '../../model/run/run-thread.ts';
import { caseTitle } from '../../model/tensor/tensor-use.ts';
import { useActions, useApp, useAppList, usePackage } from '../../state/hooks.ts';
import { type SelfTestRun, shownRun } from '../../state/run-slice.ts';
import { Card } from '../../widgets/card.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { ToneLine, ToneMark } from '../../widgets/severity.tsx';
import { Elapsed } from './elapsed.tsx';
import { ModelInterface } from './model-interface.tsx';
import classes from './run-card.module.css';
import { RunMemory } from './run-memory.tsx';
import { RunsElsewhere } from './runs-elsewhere.tsx';
import { OUTCOMES } from './self-test-run.tsx';

/** Whether the model of a package runs here, and what runs its self-tests. Nothing where its format says nothing of it. */
export function RunCard() {
  const { runsHere, selfTests } = usePackage();
  if (!runsHere) return null;
  return (
    <Card rows className={classes.card} aria-label="Run" role="region">
      {runsHere.can ? <RunsInPage selfTests={selfTests} path={runsHere.path} /> : <RunsElsewhere runs={runsHere} />}
      {runsHere.can && <ModelInterface />}
    </Card>
  );
}

function RunsInPage({ selfTests, path }: Pick<Package, 'selfTests'> & { path: string }) {
  const { runSelfTests, stopRun } = useActions();
  const runs = useAppList((state) => selfTests.map((_, index) => shownRun(state, index)));
  const isOther = useApp(({ verdicts, draft }) => !draft && verdicts.get(path) === 'mismatch');
  const isBusy = runs.some((run) => run && run.phase !== 'done');
  return (
    <div className={classes.root}>
      <ToneMark tone="ok" Icon={IconPlayerPlay} />
      <div className={classes.words}>
        <p className={classes.title}>This model can run here, in your browser</p>
        <p className={classes.note}>
          In a sandbox without network, files or this page’s data. It stops after {DEFAULT_RUN_LIMITS.time / 1000} s or{' '}
          <RunMemory />.
        </p>
        {isOther && (
          <ToneLine tone="error">{path} does not match its hash: these are not the bytes that were packed.</ToneLine>
        )}
      </div>
      <div className={classes.act}>
        <Status selfTests={selfTests} runs={runs} />
        {isBusy ? (
          <Button leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden />} onClick={stopRun}>
            Stop
          </Button>
        ) : (
          selfTests.length > 0 && (
            <Button
              variant="filled"
              leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
              onClick={() => void runSelfTests([...selfTests.keys()])}
            >
              {runWords(selfTests.length)}
            </Button>
          )
        )}
      </div>
    </div>
  );
}

function runWords(count: number): string {
  if (count === 1) return 'Run self-test';
  return count === 2 ? 'Run both self-tests' : `Run all ${count} self-tests`;
}

type Runs = readonly (SelfTestRun | undefined)[];

/** Which self-test runs, or how many pass. */
function Status({ selfTests, runs }: Pick<Package, 'selfTests'> & { runs: Runs }) {
  const at = runs.findIndex((run) => run?.phase === 'running');
  const running = runs[at];
  const outcomes = runs.flatMap((run) => (run?.phase === 'done' ? run.result.outcome : []));
  const counts = Object.entries(OUTCOMES).flatMap(([outcome, { one, many }]) => {
    const count = outcomes.filter((each) => each === outcome).length;
    return count === 0 ? [] : `${count} ${count === 1 ? one : many}`;
  });
  return (
    <>
      <span className={classes.status} role="status">
        {running
          ? `Running ${visibleText(caseTitle('self-test', at, selfTests[at]?.name))}`
          : selfTests.length > 1 && counts.join(', ')}
      </span>
      {running?.phase === 'running' && <Elapsed began={running.began} />}
    </>
  );
}
