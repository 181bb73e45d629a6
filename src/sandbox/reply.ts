import { BadFileError, type ErrorData } from '../base/errors.ts';
import { RUN_FINDINGS } from '../model/run/findings.ts';
import type { RunAsk, RunReply, RunTensor } from '../model/run/run-thread.ts';
import { DTYPES, isNumericDtype } from '../tensor/dtype.ts';

/** More than the host lets through, so that only a host that is no longer ours is refused here. */
const MAX_OUTPUTS = 10_000;
const MAX_DIMENSIONS = 64;
/** Characters of an error. The host's own are shorter. */
const MAX_MESSAGE = 10_000;

/**
 * The answer of a thread, made anew of what it sent. The thread runs a stranger's code, which may have taken it over.
 * Throws `run/bad-output` where it is no answer to `ask`, or has more bytes than `memory`.
 */
export function checkedReply(data: unknown, ask: RunAsk, memory: number): RunReply {
  if (isRecord(data)) {
    const { kind, ms } = data;
    if (kind === 'failed') return { kind, error: checkedError(data.error) };
    if (kind === 'loaded' && ask.kind === 'load') return { kind, ms: amount(ms) };
    if (kind === 'outputs' && ask.kind === 'infer')
      return { kind, outputs: checkedOutputs(data.outputs, memory), ms: amount(ms), memory: amount(data.memory) };
  }
  throw wrong();
}

function checkedOutputs(data: unknown, memory: number): RunTensor[] {
  const outputs = list(data, MAX_OUTPUTS).map((each) => checkedTensor(each, memory));
  const total = outputs.reduce((all, output) => all + sizeOf(output), 0);
  if (total > memory) throw wrong();
  return outputs;
}

function checkedTensor(tensor: unknown, memory: number): RunTensor {
  if (!isRecord(tensor)) throw wrong();
  const name = text(tensor.name, memory);
  const shape = list(tensor.shape, MAX_DIMENSIONS).map(whole);
  const count = shape.includes(0) ? 0 : shape.reduce((all, one) => all * one, 1);
  const { dtype, data } = tensor;
  if (dtype === 'string') {
    const texts = list(data, memory).map((value) => text(value, memory));
    if (texts.length !== count) throw wrong();
    return { name, shape, dtype, data: texts };
  }
  if (typeof dtype !== 'string' || !isNumericDtype(dtype)) throw wrong();
  if (!(data instanceof Uint8Array && data.buffer instanceof ArrayBuffer)) throw wrong();
  if (data.byteLength * 8 !== count * DTYPES[dtype].bits) throw wrong();
  return { name, shape, dtype, data: data as Uint8Array<ArrayBuffer> };
}

/** Bytes, or characters of texts. */
function sizeOf({ dtype, data }: RunTensor): number {
  return dtype === 'string' ? data.reduce((all, { length }) => all + length, 0) : data.byteLength;
}

function checkedError(data: unknown): ErrorData {
  if (!isRecord(data)) throw wrong();
  const { tag } = data;
  if (tag !== 'bad-file' && tag !== 'unsupported' && tag !== 'too-large') throw wrong();
  const code = text(data.code, MAX_MESSAGE);
  if (!Object.hasOwn(RUN_FINDINGS, code)) throw wrong();
  return { tag, code: code as ErrorData['code'], message: text(data.message, MAX_MESSAGE) };
}

const isRecord = (data: unknown): data is Record<string, unknown> => typeof data === 'object' && data !== null;

/** A list without holes, of at most `most` items: one with holes may have billions. */
function list(data: unknown, most: number): unknown[] {
  if (!Array.isArray(data) || data.length > most) throw wrong();
  for (let index = 0; index < data.length; index++) if (data[index] === undefined) throw wrong();
  return data;
}

function text(data: unknown, most: number): string {
  if (typeof data !== 'string' || data.length > most) throw wrong();
  return data;
}

/** A length of a dimension. */
function whole(data: unknown): number {
  if (!Number.isSafeInteger(data) || (data as number) < 0) throw wrong();
  return data as number;
}

/** Milliseconds or bytes. */
function amount(data: unknown): number {
  if (typeof data !== 'number' || !Number.isFinite(data) || data < 0) throw wrong();
  return data;
}

const wrong = () => new BadFileError('run/bad-output', 'The model’s thread gave something that is no answer.');
