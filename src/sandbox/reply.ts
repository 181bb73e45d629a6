import { BadFileError, type ErrorData } from '../base/errors.ts';
import { MAX_RANK } from '../base/limits.ts';
import { RUN_FINDINGS } from '../model/run/findings.ts';
import { MAX_OUTPUTS, type RunAsk, type RunReply, type RunTensor } from '../model/run/run-thread.ts';
import { DTYPES, isNumericDtype } from '../tensor/dtype.ts';
import { safeElementCount } from '../tensor/shape.ts';

/** Characters of an error. The host's own are shorter. */
const MAX_MESSAGE = 10_000;

/**
 * A checked copy of what a thread sent. The thread runs a stranger's code, which may have taken it over.
 * Throws `run/bad-output` where it does not answer `ask`, or has more bytes than `memory`.
 */
export function checkedReply(data: unknown, ask: RunAsk, memory: number): RunReply {
  if (isRecord(data)) {
    const { kind } = data;
    if (kind === 'failed') return { kind, error: checkedError(data.error) };
    if (kind === 'loaded' && ask.kind === 'load') return { kind };
    if (kind === 'outputs' && ask.kind === 'infer')
      return { kind, outputs: checkedOutputs(data.outputs, memory), ms: amount(data.ms), memory: amount(data.memory) };
  }
  throw noAnswer();
}

function checkedOutputs(data: unknown, memory: number): RunTensor[] {
  const outputs = list(data, MAX_OUTPUTS).map((each) => checkedTensor(each, memory));
  const total = outputs.reduce((all, output) => all + sizeOf(output), 0);
  if (total > memory) throw noAnswer();
  return outputs;
}

function checkedTensor(tensor: unknown, memory: number): RunTensor {
  if (!isRecord(tensor)) throw noAnswer();
  const name = text(tensor.name, memory);
  const shape = list(tensor.shape, MAX_RANK).map(whole);
  const count = safeElementCount(shape.map(BigInt));
  if (count === undefined) throw noAnswer();
  const { dtype, data } = tensor;
  if (dtype === 'string') {
    const texts = list(data, memory).map((value) => text(value, memory));
    if (texts.length !== count) throw noAnswer();
    return { name, shape, dtype, data: texts };
  }
  if (typeof dtype !== 'string' || !isNumericDtype(dtype)) throw noAnswer();
  if (!(data instanceof Uint8Array && data.buffer instanceof ArrayBuffer)) throw noAnswer();
  if (data.byteLength * 8 !== count * DTYPES[dtype].bits) throw noAnswer();
  return { name, shape, dtype, data: data as Uint8Array<ArrayBuffer> };
}

/** Bytes, or characters of texts. */
function sizeOf({ dtype, data }: RunTensor): number {
  return dtype === 'string' ? data.reduce((all, { length }) => all + length, 0) : data.byteLength;
}

function checkedError(data: unknown): ErrorData {
  if (!isRecord(data)) throw noAnswer();
  const { tag } = data;
  if (tag !== 'bad-file' && tag !== 'unsupported' && tag !== 'too-large') throw noAnswer();
  const code = text(data.code, MAX_MESSAGE);
  if (!Object.hasOwn(RUN_FINDINGS, code)) throw noAnswer();
  return { tag, code: code as ErrorData['code'], message: text(data.message, MAX_MESSAGE) };
}

const isRecord = (data: unknown): data is Record<string, unknown> => typeof data === 'object' && data !== null;

/** A list without holes, of at most `most` items: one with holes may have billions. */
function list(data: unknown, most: number): unknown[] {
  if (!Array.isArray(data) || data.length > most) throw noAnswer();
  for (let index = 0; index < data.length; index++) if (data[index] === undefined) throw noAnswer();
  return data;
}

function text(data: unknown, most: number): string {
  if (typeof data !== 'string' || data.length > most) throw noAnswer();
  return data;
}

/** A length of a dimension. */
function whole(data: unknown): number {
  if (!Number.isSafeInteger(data) || (data as number) < 0) throw noAnswer();
  return data as number;
}

/** Milliseconds or bytes. */
function amount(data: unknown): number {
  if (typeof data !== 'number' || !Number.isFinite(data) || data < 0) throw noAnswer();
  return data;
}

/** The error of a thread that gave something else than an answer. */
export const noAnswer = () => new BadFileError('run/bad-output', 'The model’s thread gave no answer that makes sense.');
