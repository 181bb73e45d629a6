import { throwIfAborted } from '../../../base/abort.ts';
import { TooLargeError } from '../../../base/errors.ts';
import { MAX_STRING_TENSOR_BYTES } from '../../../base/limits.ts';
import type { ByteSource } from '../../../source/source.ts';
import { checkElements } from '../../../tensor/reader.ts';
import type { ElementValues, TensorReader } from '../../../tensor/values.ts';
import { parseStrings } from './strings.ts';

/** Reads a string tensor whose file is parsed already. */
export class StringReader implements TensorReader {
  readonly dtype = 'string';
  readonly count: number;
  private readonly strings: readonly string[];

  constructor(strings: readonly string[]) {
    this.strings = strings;
    this.count = strings.length;
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<ElementValues> {
    throwIfAborted(signal);
    checkElements(this, start, end);
    return this.strings.slice(start, end);
  }
}

/** Reads the TOML file of a string tensor. Rejects with `tensor/bad-strings`, or `source/too-large` above the limit. */
export async function readStrings(source: ByteSource, path: string, signal?: AbortSignal): Promise<string[]> {
  if (source.size > MAX_STRING_TENSOR_BYTES)
    throw new TooLargeError('source/too-large', `${path} is larger than the string tensors that Boxcutter reads.`, {
      path,
      limit: MAX_STRING_TENSOR_BYTES,
      actual: source.size,
    });
  return parseStrings(await source.read(0, source.size, signal), path);
}
