import { formatBytes, formatNumberOf } from '../../../src/base/amounts.ts';
import { UnsupportedError } from '../../../src/base/errors.ts';
import type { Finding } from '../../../src/base/findings.ts';
import { sha256 } from '../../../src/codec/sha256.ts';
import type { AuditedPackage } from '../../../src/formats/registry.ts';
import { givenTensors, judgeOutputs, readInputs } from '../../../src/formats/run-values.ts';
import type { SelfTest } from '../../../src/model/package.ts';
import { DEFAULT_RUN_LIMITS, type RunLimits, type RunTensor } from '../../../src/model/run/run-thread.ts';
import type { JudgedOutput, SelfTestResult } from '../../../src/model/run/self-test-result.ts';
import { runSelfTests } from '../../../src/model/run/self-tests.ts';
import { indexAt, indexText, shapeText } from '../../../src/tensor/shape.ts';
import { forTerminal, toJson } from '../json.ts';
import type { Progress } from '../output.ts';
import { UsageError } from '../usage.ts';
import { startModelThread } from './model-thread.ts';

/** How the self-tests are run, and printed. */
export interface RunOrder {
  json: boolean;
  limits: RunLimits;
}

/**
 * What `--run`, `--run-memory` and `--run-time` ask for. Undefined without the first. Throws a `UsageError` for limits
 * that are no numbers.
 */
export function runOrder(values: Record<string, unknown>, json: boolean): RunOrder | undefined {
  const limitOf = (name: string, unit: number, usual: number) => {
    const text = values[name];
    if (text === undefined) return usual;
    const value = Number(text);
    if (String(text).trim() !== '' && Number.isFinite(value) && value > 0) return value * unit;
    throw new UsageError(`--${name} must be a number above 0.`);
  };
  const { memory, time } = DEFAULT_RUN_LIMITS;
  const limits = { memory: limitOf('run-memory', 1_000_000, memory), time: limitOf('run-time', 1000, time) };
  return values.run === true ? { json, limits } : undefined;
}

/** A self-test that was run, with the name that it has or gets. */
interface Ran {
  name: string;
  test: SelfTest;
  result: SelfTestResult;
}

/**
 * Runs all self-tests of a package: what is printed, and the exit code. 1: a self-test fails, traps or is stopped. 2: one
 * could not run. Rejects with `run/other-interface` where the model does not run here, and as reading does.
 */
export async function runText(
  open: AuditedPackage,
  { json, limits }: RunOrder,
  signal: AbortSignal,
  progress: Progress | undefined,
): Promise<{ text: string; code: number }> {
  const { package: pkg, runner } = open;
  const { runsHere, selfTests } = pkg;
  if (!runner || !runsHere?.can) {
    const why = runsHere?.can === false ? runsHere.why : `${pkg.formatName} has no model that runs here.`;
    throw new UnsupportedError('run/other-interface', why);
  }
  const bindingsOf = (test: number) => selfTests[test] as SelfTest;
  let findings: readonly Finding[] = [];
  const ports = {
    start: async () => startModelThread(limits),
    async model(modelSignal?: AbortSignal) {
      const model = await runner.readModel(modelSignal);
      if (open.judgeHash) findings = open.judgeHash(runsHere.path, await sha256(model)).findings;
      return model;
    },
    inputs: (test: number) => readInputs(open, bindingsOf(test).inputs, limits.memory, signal),
    judge: (test: number, outputs: readonly RunTensor[]) =>
      judgeOutputs(open, bindingsOf(test).expected ?? [], givenTensors(outputs), {}, signal),
  };
  const ran: Ran[] = [];
  progress?.('Running', 0);
  for await (const [at, result] of runSelfTests([...selfTests.keys()], limits, ports, signal)) {
    const test = bindingsOf(at);
    ran.push({ name: test.name || `Self-test ${at + 1}`, test, result });
  }
  if (json) return { text: toJson({ results: ran.map(resultJson), findings }), code: exitCode(ran) };
  return { text: summaryOf(ran, findings), code: exitCode(ran) };
}

/** Errors that a test itself runs into. All others keep it from running. */
const OF_THE_RUN: ReadonlySet<string> = new Set(['run/trap', 'run/bad-output', 'run/too-long']);

function exitCode(ran: readonly Ran[]): number {
  if (ran.some(({ result: { error } }) => error && !OF_THE_RUN.has(error.code))) return 2;
  return ran.every(({ result }) => result.outcome === 'pass') ? 0 : 1;
}

function resultJson({ name, test, result }: Ran) {
  const { outcome, error, ms, memory, judged, outputs } = result;
  return {
    name,
    result: outcome,
    ...(error && { error: { code: error.code, message: error.message } }),
    ms,
    memory,
    expects: test.expected !== undefined,
    outputs: outputs.map(({ name: output, dtype, shape }) => {
      const found = judged.find((each) => each.name === output);
      return { name: output, dtype, shape, ...(found && judgedJson(found, shape)) };
    }),
    missing: judged.filter((each) => outputs.every((output) => output.name !== each.name)).map((each) => each.name),
  };
}

function judgedJson({ passes, problem, comparison }: JudgedOutput, shape: readonly number[]) {
  const { maxAbs, beyond, rtol, atol } = comparison ?? {};
  const at = maxAbs && maxAbs.value > 0 ? indexAt(shape.map(BigInt), maxAbs.at) : undefined;
  return { passes, problem, maxAbs: maxAbs?.value, at, beyond, rtol, atol };
}

const MARKS = { pass: '✓', fail: '✗', error: '✗', stopped: '■' } as const;

/** @param findings about the bytes that ran */
function summaryOf(ran: readonly Ran[], findings: readonly Finding[]): string {
  if (ran.length === 0) return 'There are no self-tests to run.';
  const passed = ran.filter(({ result }) => result.outcome === 'pass').length;
  const lines = ran.flatMap(({ name, test, result }) => {
    const { outcome, ms, memory, error, judged, outputs } = result;
    const figures = ms === undefined ? '' : `  ${ms.toFixed(1)} ms, ${formatBytes(memory ?? 0)}`;
    const below = error ? [error.message] : judged.map((each) => outputLine(each, outputs));
    if (!error && !test.expected) below.push('It ran. No output is expected of it.');
    return [`${MARKS[outcome]} ${name}${figures}`, ...below.map((line) => `    ${line}`)];
  });
  return [
    `${passed} of ${formatNumberOf(ran.length, 'self-test')} passed`,
    ...lines,
    ...findings.map(({ severity, message }) => `${severity}: ${message}`),
  ]
    .map(forTerminal)
    .join('\n');
}

function outputLine({ name, passes, problem, comparison }: JudgedOutput, outputs: readonly RunTensor[]): string {
  const output = outputs.find((each) => each.name === name);
  const shape = (output?.shape ?? []).map(BigInt);
  const mark = passes ? '' : 'fails: ';
  if (problem !== undefined || !comparison) return `${name}  ${mark}${problem}`;
  const { maxAbs, beyond, count, rtol, atol, first } = comparison;
  const place = maxAbs ? (maxAbs.value > 0 ? maxAbs.at : undefined) : first;
  const at = place === undefined ? '' : ` at ${indexText(indexAt(shape, place))}`;
  const largest = maxAbs ? `, largest difference ${maxAbs.value}${at}` : at;
  const wrong = beyond > 0 ? `, ${beyond} of ${count} differ by more than rtol ${rtol}, atol ${atol}` : '';
  return `${name}  ${mark}${output?.dtype} ${shapeText(shape)}${largest}${wrong}`;
}
