import { expect, test } from 'vitest';
import { BadFileError, CancelledError } from '../base/errors.ts';
import type { RunAsk, RunReply, RunTensor, RunThread } from '../model/run/run-thread.ts';
import { fakePackage, fakeWorker } from '../testing/fake-worker.ts';
import { shownRun } from './run-slice.ts';
import { createAppStore } from './store.ts';

const OUTPUT: RunTensor = { name: 'y', dtype: 'float32', shape: [1], data: new Uint8Array(4) };
const selfTest = (name: string) => ({
  name,
  inputs: [{ name: 'x', value: { kind: 'tensor' as const, tensor: `${name} in` } }],
  expected: [{ name: 'y', value: { kind: 'tensor' as const, tensor: `${name} out` } }],
});
const PACKAGE = fakePackage({
  selfTests: [selfTest('a'), selfTest('b')],
  runsHere: { can: true, path: 'model/m' },
});

/** A thread that answers as a test says, or never. */
class FakeThread implements RunThread {
  readonly asks: RunAsk['kind'][] = [];
  hasEnded = false;
  readonly #answers: (ask: RunAsk) => RunReply | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor(answers: (ask: RunAsk) => RunReply | undefined) {
    this.#answers = answers;
  }

  ask(ask: RunAsk, signal?: AbortSignal): Promise<RunReply> {
    this.asks.push(ask.kind);
    const reply = this.#answers(ask);
    signal?.addEventListener('abort', () => this.end());
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (reply) resolve(reply);
    });
  }

  end(): void {
    this.hasEnded = true;
    this.#reject?.(new CancelledError());
  }
}

const outputs = (): RunReply => ({ kind: 'outputs', outputs: [OUTPUT], ms: 2, memory: 65_536 });
const honest = (ask: RunAsk): RunReply => (ask.kind === 'load' ? { kind: 'loaded' } : outputs());

async function opened(answers: (ask: RunAsk) => RunReply | undefined = honest) {
  const { client, calls, die } = fakeWorker();
  const threads: FakeThread[] = [];
  let onHide = () => {};
  const store = createAppStore(client, {
    drafts: { onHide: (listener) => (onHide = listener) },
    startRunThread: async () => {
      const thread = new FakeThread(answers);
      threads.push(thread);
      return thread;
    },
  });
  const open = async (handle: number, pkg = PACKAGE) => {
    const opening = store.getState().open({ kind: 'file', file: new File(['x'], 'a.carton') });
    calls.findLast(({ name }) => name === 'open')?.resolve({ handle, package: pkg });
    await opening;
  };
  await open(1);
  let next = 100;
  const given: Record<string, (ask: { expected?: readonly { name: string }[]; tolerance?: object }) => unknown> = {
    read: () => new Uint8Array(8),
    runInputs: () => [],
    openOutputs: () => ({ handle: next++, tensors: [{ name: 'y', dtype: 'float32', shape: [1n] }] }),
    judgeOutputs: ({ expected = [] }) => expected.map(({ name }) => ({ name, passes: true })),
  };
  /** Answers all calls until nothing more is asked. */
  const settle = async () => {
    for (let round = 0; round < 50; round++) {
      for (const call of calls.splice(0)) {
        const answer = given[call.name];
        try {
          if (answer) call.resolve(answer(call.ask as object));
        } catch (error) {
          call.reject(error);
        }
        if (answer) continue;
        if (call.name === 'close') closed.push((call.ask as { handle: number }).handle);
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  const closed: number[] = [];
  const state = () => store.getState();
  const phases = () => [0, 1].map((index) => shownRun(state(), index)?.phase);
  return { state, threads, open, settle, phases, closed, given, die, hide: () => onHide() };
}

test('self-tests run in one thread, one after the other, and it ends with them', async () => {
  const { state, threads, settle, phases, closed } = await opened();
  expect(phases()).toEqual([undefined, undefined]);
  expect(threads).toEqual([]);
  void state().runSelfTests([0, 1]);
  expect(phases()).toEqual(['running', 'waiting']);
  await settle();
  expect(phases()).toEqual(['done', 'done']);
  expect(shownRun(state(), 0)).toMatchObject({
    result: { outcome: 'pass', ms: 2, memory: 65_536 },
    opened: { handle: 100 },
  });
  expect(threads.map(({ asks, hasEnded }) => [asks, hasEnded])).toEqual([[['load', 'infer', 'infer'], true]]);
  // Another run takes the place of what came before.
  void state().runSelfTests([0]);
  await settle();
  expect(closed).toEqual([100]);
  expect(shownRun(state(), 0)).toMatchObject({ opened: { handle: 102 } });
});

test('outputs that cannot be compared are closed, and the error is what is shown', async () => {
  const { state, settle, closed, given } = await opened();
  given.judgeOutputs = () => {
    throw new BadFileError('tensor/size-mismatch', 'It has too few bytes.');
  };
  void state().runSelfTests([0]);
  await settle();
  expect(shownRun(state(), 0)).toMatchObject({
    result: { outcome: 'error', error: { code: 'tensor/size-mismatch' } },
    opened: undefined,
  });
  expect(closed).toEqual([100]);
});

test('Stop ends the thread, and what waited did not run', async () => {
  const { state, threads, settle, phases } = await opened((ask) => (ask.kind === 'load' ? honest(ask) : undefined));
  void state().runSelfTests([0, 1]);
  await settle();
  expect(phases()).toEqual(['running', 'waiting']);
  state().stopRun();
  await settle();
  expect(threads[0]?.hasEnded).toBe(true);
  expect(shownRun(state(), 0)).toMatchObject({ phase: 'done', result: { outcome: 'stopped' } });
  expect(phases()[1]).toBeUndefined();
});

test('another package has no results, and what ran is ended and closed', async () => {
  const endless = await opened((ask) => (ask.kind === 'load' ? honest(ask) : undefined));
  void endless.state().runSelfTests([0]);
  await endless.settle();
  await endless.open(2);
  expect(endless.threads[0]?.hasEnded).toBe(true);
  expect(endless.state().runs.size).toBe(0);

  const { state, settle, open, closed } = await opened();
  void state().runSelfTests([0]);
  await settle();
  await open(2);
  await settle();
  expect(state().runs.size).toBe(0);
  expect(closed).toContain(100);
});

test('another tolerance is another verdict of the same outputs', async () => {
  const { state, settle, given, threads } = await opened();
  given.judgeOutputs = ({ expected = [], tolerance }) =>
    expected.map(({ name }) => ({ name, passes: tolerance !== undefined }));
  void state().runSelfTests([0]);
  await settle();
  expect(shownRun(state(), 0)).toMatchObject({ result: { outcome: 'fail' } });
  void state().judgeRun(0, { atol: 1 });
  await settle();
  expect(shownRun(state(), 0)).toMatchObject({ result: { outcome: 'pass' }, tolerance: { atol: 1 } });
  expect(threads).toHaveLength(1);
});

test('what is tried keeps its model until it is hidden, and loads it again then', async () => {
  const { state, threads, settle, hide } = await opened();
  const run = async () => {
    const running = state().tryModel([]);
    await settle();
    return running;
  };
  await run();
  const second = await run();
  expect(threads.map(({ asks }) => asks)).toEqual([['load', 'infer', 'infer']]);
  expect(second.outputs).toEqual([OUTPUT]);
  const opening = state().openTried(second);
  await settle();
  expect(await opening).toMatchObject({ handle: 100 });
  expect(state().openTried(second)).toBe(opening);
  hide();
  expect(threads[0]?.hasEnded).toBe(true);
  await run();
  expect(threads).toHaveLength(2);
  state().endTry();
  expect(threads[1]?.hasEnded).toBe(true);
});

test('what a model does wrong is told, and the next run begins again', async () => {
  const error = { tag: 'bad-file', code: 'run/trap', message: 'It stopped.' } as const;
  let isBroken = true;
  const { state, settle, threads } = await opened((ask) =>
    ask.kind === 'infer' && isBroken ? { kind: 'failed', error } : honest(ask),
  );
  void state().runSelfTests([0]);
  const running = state().tryModel([]);
  const failing = expect(running).rejects.toMatchObject({ code: 'run/trap' });
  await settle();
  await failing;
  expect(shownRun(state(), 0)).toMatchObject({ result: { outcome: 'error', error }, opened: undefined });
  isBroken = false;
  const next = state().tryModel([]);
  await settle();
  expect((await next).outputs).toEqual([OUTPUT]);
  expect(threads).toHaveLength(2);
});
