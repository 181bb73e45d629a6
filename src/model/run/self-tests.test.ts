import { expect, test } from 'vitest';
import { BadFileError, CancelledError } from '../../base/errors.ts';
import './findings.ts';
import {
  DEFAULT_RUN_LIMITS,
  type RunAsk,
  type RunReply,
  type RunTensor,
  type RunThread,
  tooLong,
} from './run-thread.ts';
import type { SelfTestOutcome } from './self-test-result.ts';
import { runSelfTests, type SelfTestPorts } from './self-tests.ts';

const LOADED: RunReply = { kind: 'loaded' };
const trap: RunReply = { kind: 'failed', error: { tag: 'bad-file', code: 'run/trap', message: 'It stopped.' } };

/** A tensor by which a test says what its run comes to. */
const named = (name: string): RunTensor => ({ name, shape: [], dtype: 'string', data: [name] });

/** Threads that answer by the names of the inputs, and what was done with them. */
function threads(load: () => RunReply = () => LOADED) {
  const log: string[] = [];
  let started = 0;
  const start = async (): Promise<RunThread> => {
    const at = ++started;
    log.push(`start ${at}`);
    return {
      end: () => log.push(`end ${at}`),
      async ask(ask: RunAsk) {
        log.push(`${ask.kind} ${at}`);
        if (ask.kind === 'load') return load();
        const name = ask.inputs[0]?.name;
        if (name === 'loops') throw tooLong(DEFAULT_RUN_LIMITS);
        if (name === 'canceled') throw new CancelledError();
        return name === 'traps' ? trap : { kind: 'outputs', outputs: ask.inputs, ms: 2, memory: 3 };
      },
    };
  };
  return { log, start };
}

async function outcomes(
  tests: readonly string[],
  { start }: ReturnType<typeof threads>,
  more: Partial<SelfTestPorts> = {},
) {
  const ports: SelfTestPorts = {
    start,
    model: async () => new Uint8Array(8),
    inputs: async (at) => [named(tests[at] as string)],
    judge: async (at) => [{ name: 'out', passes: tests[at] !== 'wrong' }],
    ...more,
  };
  const found: [SelfTestOutcome, string?][] = [];
  for await (const [, { outcome, error }] of runSelfTests([...tests.keys()], DEFAULT_RUN_LIMITS, ports))
    found.push(error ? [outcome, error.code] : [outcome]);
  return found;
}

test('one thread serves all tests, and each gets its result', async () => {
  const made = threads();
  expect(await outcomes(['right', 'wrong', 'traps', 'right'], made)).toEqual([
    ['pass'],
    ['fail'],
    ['error', 'run/trap'],
    ['pass'],
  ]);
  expect(made.log).toEqual(['start 1', 'load 1', 'infer 1', 'infer 1', 'infer 1', 'infer 1', 'end 1']);
});

test('after a test that was stopped, the next one gets a new thread', async () => {
  const made = threads();
  expect(await outcomes(['loops', 'right'], made)).toEqual([['stopped', 'run/too-long'], ['pass']]);
  expect(made.log).toEqual(['start 1', 'load 1', 'infer 1', 'end 1', 'start 2', 'load 2', 'infer 2', 'end 2']);
});

test('a model that does not load is loaded once', async () => {
  const made = threads(() => trap);
  expect(await outcomes(['right', 'right'], made)).toEqual([
    ['error', 'run/trap'],
    ['error', 'run/trap'],
  ]);
  expect(made.log).toEqual(['start 1', 'load 1', 'end 1']);
});

test('an input that cannot be given is the fault of its test alone', async () => {
  const made = threads();
  const inputs = async (at: number) => {
    if (at === 0) throw new BadFileError('run/bad-input', 'It is a file.');
    return [named('right')];
  };
  expect(await outcomes(['a', 'b'], made, { inputs })).toEqual([['error', 'run/bad-input'], ['pass']]);
  expect(made.log).toEqual(['start 1', 'load 1', 'infer 1', 'end 1']);
});

test('whoever cancels gets no result, and the thread is ended', async () => {
  const made = threads();
  await expect(outcomes(['canceled', 'right'], made)).rejects.toBeInstanceOf(CancelledError);
  expect(made.log.at(-1)).toBe('end 1');
});
