import { formatBytes } from '../../base/amounts.ts';
import { TooLargeError, UnsupportedError } from '../../base/errors.ts';
import { quote } from '../../base/text.ts';
import type { Binding, TensorInfo } from '../../model/package.ts';
import type { RunTensor } from '../../model/run/run-thread.ts';
import { tensorIndex } from '../../model/tensor/tensor-size.ts';
import { isNumericDtype } from '../../tensor/dtype.ts';
import type { OpenPackage } from '../format.ts';

/**
 * The values of a self-test or example as a model takes them. Rejects with `run/bad-input` for what is no tensor of
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
      if (bytes <= limit) return;
      throw new TooLargeError('run/too-large', `The inputs take more than ${formatBytes(limit)}, the limit of a run.`);
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
