import { faultOfFile, InternalError, UnsupportedError } from '../base/errors.ts';
import { quote } from '../base/text.ts';
import type { Binding, TensorInfo } from '../model/package.ts';
import { type RunTensor, runTensorInfo, tooMuch } from '../model/run/run-thread.ts';
import type { JudgedOutput } from '../model/run/self-test-result.ts';
import { comparedType } from '../model/tensor/compared-type.ts';
import { tensorIndex } from '../model/tensor/tensor-size.ts';
import { memorySource } from '../source/memory.ts';
import { compareTensors } from '../tensor/compare/compare.ts';
import { alignedTensors, shapeRelation } from '../tensor/compare/shapes.ts';
import { defaultTolerance, type Tolerance } from '../tensor/compare/tolerance.ts';
import { isNumericDtype } from '../tensor/dtype.ts';
import { NumericReader } from '../tensor/reader.ts';
import { safeElementCount, shapeText } from '../tensor/shape.ts';
import type { TensorReader } from '../tensor/values.ts';
import type { OpenPackage } from './format.ts';
import '../model/run/findings.ts';

/**
 * The values of a self-test or example as a model takes them. Rejects with `run/bad-input` for anything but a tensor of
 * numbers or texts, with `run/too-large` where all of them have more than `limit` bytes, and as `OpenPackage.tensor`.
 */
export async function readInputs(
  open: OpenPackage,
  bindings: readonly Binding[],
  limit: number,
  signal?: AbortSignal,
): Promise<RunTensor[]> {
  const inputs: RunTensor[] = [];
  let bytes = 0;
  for (const { name, value } of bindings) {
    if (value.kind === 'file')
      throw badInput(`The input ${quote(name)} is the file ${quote(value.path)}. Models here take only tensors.`);
    const tensor = await readTensor(open, name, value.tensor, signal, (more) => {
      bytes += more;
      if (bytes > limit) throw tooMuch('The inputs', limit);
    });
    inputs.push(tensor);
  }
  return inputs;
}

async function readTensor(
  open: OpenPackage,
  name: string,
  stored: string,
  signal: AbortSignal | undefined,
  pay: (bytes: number) => void,
): Promise<RunTensor> {
  const info = tensorIndex(open.package.tensors).get(stored);
  if (info?.inner) throw badInput(`The input ${quote(name)} is a nested tensor. Models here take only single ones.`);
  const reader = await open.tensor(stored, signal);
  const { dtype, count, data } = reader;
  const shape = (info as TensorInfo).shape.map(Number);
  if (dtype === 'string') {
    const texts = (await reader.read(0, count, signal)) as readonly string[];
    pay(texts.reduce((sum, { length }) => sum + length, 0));
    return { name, shape, dtype, data: texts };
  }
  if (!isNumericDtype(dtype) || !data)
    throw badInput(`The input ${quote(name)} is ${dtype}, which no model here takes.`);
  pay(data.size);
  // A model may get memory that nobody else has.
  return { name, shape, dtype, data: (await data.read(0, data.size, signal)).slice() };
}

function badInput(sentence: string): UnsupportedError {
  return new UnsupportedError('run/bad-input', sentence);
}

/**
 * Each expected value of a self-test or example beside the output of its name. One passes that has the same type and shape
 * and is within the tolerance, by default that of its type, where NaN is met by NaN. Rejects when canceled, and where the
 * package's bytes do not come.
 */
export async function judgeOutputs(
  open: OpenPackage,
  expected: readonly Binding[],
  outputs: GivenTensors,
  tolerance: Partial<Tolerance> = {},
  signal?: AbortSignal,
): Promise<JudgedOutput[]> {
  const byName = tensorIndex(outputs.tensors);
  const judged: JudgedOutput[] = [];
  for (const { name, value } of expected) {
    const output = byName.get(name);
    if (!output) judged.push(failing(name, 'The model gave no output of this name.'));
    else if (value.kind === 'file') judged.push(failing(name, 'A file is expected, which is not compared.'));
    else
      judged.push(
        await judgeOutput(open, value.tensor, { ...output, read: () => outputs.tensor(name) }, tolerance, signal),
      );
  }
  return judged;
}

function failing(name: string, problem: string): JudgedOutput {
  return { name, passes: false, problem };
}

async function judgeOutput(
  open: OpenPackage,
  stored: string,
  { name, dtype, shape, read }: TensorInfo & { read(): Promise<TensorReader> },
  tolerance: Partial<Tolerance>,
  signal: AbortSignal | undefined,
): Promise<JudgedOutput> {
  const info = tensorIndex(open.package.tensors).get(stored);
  if (!info) return failing(name, `The package has no tensor ${quote(stored)}.`);
  if (info.inner) return failing(name, 'A nested tensor is expected, which is not compared.');
  if (shapeRelation(shape, info.shape) !== 'same')
    return failing(name, `Its shape is ${shapeText(shape)}, and ${shapeText(info.shape)} is expected.`);
  const type = comparedType(info);
  try {
    const expected = { shape: info.shape, reader: await open.tensor(stored, signal) };
    const pair = alignedTensors({ shape, reader: await read() }, expected);
    const close = { ...defaultTolerance({ dtype }, type), equalNan: true, ...tolerance };
    const comparison = await compareTensors(pair, close, { signal });
    if (type.dtype !== dtype) return { ...failing(name, `It is ${dtype}, and ${type.dtype} is expected.`), comparison };
    return { name, passes: comparison.beyond === 0, comparison };
  } catch (error) {
    return failing(name, faultOfFile(error).message);
  }
}

/** What a model gave, as the tensors of a package are read. */
export interface GivenTensors {
  tensors: readonly TensorInfo[];
  tensor(name: string): Promise<TensorReader>;
}

export function givenTensors(outputs: readonly RunTensor[]): GivenTensors {
  const byName = new Map(outputs.map((output) => [output.name, output]));
  return {
    tensors: outputs.map(runTensorInfo),
    async tensor(name) {
      const output = byName.get(name);
      if (!output) throw new InternalError('internal/bug', 'The model gave no tensor of this name.');
      return readerOfOutput(output);
    },
  };
}

function readerOfOutput({ name, dtype, shape, data }: RunTensor): TensorReader {
  if (dtype === 'string') return { dtype, count: data.length, read: async (start, end) => data.slice(start, end) };
  const count = safeElementCount(shape.map(BigInt)) ?? 0;
  return new NumericReader(memorySource(name, data), dtype, count);
}
