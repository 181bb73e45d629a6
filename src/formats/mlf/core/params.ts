import { formatNumberOf, grouped } from '../../../base/amounts.ts';
import { decodeUtf8, viewOf } from '../../../base/bytes.ts';
import { BadFileError, faultOfFile } from '../../../base/errors.ts';
import type { FindingCode } from '../../../base/findings.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { ForwardReader } from '../../../source/forward.ts';
import { deviceText } from './device.ts';
import { MAX_NAME_BYTES, MAX_PARAMS } from './limits.ts';

/** One array of a .params file (`NDArray::Save` of TVM). */
export interface ParamsArray {
  name: string;
  /** A name of NumPy or ml_dtypes, or TVM's own. */
  dtype: string;
  shape: readonly bigint[];
  /** The kind of device of DLPack (`DLDeviceType`) in whose memory it was. */
  device: number;
  /** Its data in the file, half-open. */
  start: number;
  end: number;
}

export interface Params {
  arrays: readonly ParamsArray[];
  /** Arrays that the file states, also those that were not read. */
  count: number;
  /** All of them were read. */
  isRead: boolean;
}

/** The first eight bytes of the list and of each array (tvm `kTVMNDArrayListMagic`, `kTVMNDArrayMagic`). */
const LIST_MAGIC = 0xf7e58d4f05049cb7n;
const ARRAY_MAGIC = 0xdd5e40f096b4a13fn;

/** What TVM requires of each array (tvm `NDArray::Load`). */
const CPU = 1;

/** Bytes of an array's header before its shape: magic, reserved, device, dimensions, type. */
const ARRAY_HEAD = 32;

/**
 * Reads the names and headers of a .params file (`tvm.relay._save_params`), but no data. Reports what is
 * wrong, and gives the arrays before it.
 */
export async function readParams(
  reader: ForwardReader,
  size: number,
  path: string,
  report: Report,
  signal?: AbortSignal,
): Promise<Params> {
  const arrays: ParamsArray[] = [];
  const walk = new ParamsWalk(reader, size, path, signal);
  let count = 0;
  try {
    const names = await walk.names();
    count = names.length;
    const seen = new Set<string>();
    for (const name of names) {
      if (reader.isSpent) return { arrays, count, isRead: false };
      const array = await walk.array(name);
      if (array.device !== CPU) {
        const message = `${quote(path)}: the array ${quote(name)} is of ${deviceText(String(array.device))}.`;
        report.add('mlf/params-device', message, { path });
      }
      if (seen.has(name))
        report.add('mlf/params-name', `${quote(path)} has two arrays named ${quote(name)}.`, { path });
      else arrays.push(array);
      seen.add(name);
    }
    if (walk.at < size) {
      report.add('mlf/params-trailing', grouped`${size - walk.at} bytes follow the last array of ${quote(path)}.`, {
        path,
      });
    }
  } catch (error) {
    const { code, message } = faultOfFile(error);
    report.add(code, message, { path });
    return { arrays, count, isRead: false };
  }
  return { arrays, count, isRead: true };
}

class ParamsWalk {
  readonly #reader: ForwardReader;
  readonly #size: number;
  readonly #path: string;
  readonly #signal: AbortSignal | undefined;
  at = 0;

  constructor(reader: ForwardReader, size: number, path: string, signal: AbortSignal | undefined) {
    this.#reader = reader;
    this.#size = size;
    this.#path = path;
    this.#signal = signal;
  }

  /** The names of all arrays. */
  async names(): Promise<string[]> {
    const head = await this.#view(24, 'its head');
    if (head.getBigUint64(0, true) !== LIST_MAGIC) {
      this.#fail('mlf/params-magic', 'it does not begin as a list of parameters of TVM');
    }
    const count = this.#nameCount(head.getBigUint64(16, true));
    const names: string[] = [];
    for (let index = 0; index < count; index++) {
      const length = (await this.#view(8, 'a name')).getBigUint64(0, true);
      if (length > BigInt(MAX_NAME_BYTES)) {
        this.#fail('mlf/params-cut', grouped`the name of array ${index + 1} states ${length} bytes`);
      }
      const bytes = await this.#take(Number(length), 'a name');
      names.push(decodeUtf8(bytes) ?? new TextDecoder().decode(bytes));
    }
    const arrays = (await this.#view(8, 'the number of arrays')).getBigUint64(0, true);
    if (arrays !== BigInt(count)) {
      this.#fail('mlf/params-count', `it has ${formatNumberOf(count, 'name')} and ${formatNumberOf(arrays, 'array')}`);
    }
    return names;
  }

  /** The next array. Passes over its data. */
  async array(name: string): Promise<ParamsArray> {
    const what = `the array ${quote(name)}`;
    const head = await this.#view(ARRAY_HEAD, what);
    if (head.getBigUint64(0, true) !== ARRAY_MAGIC) {
      this.#fail('mlf/params-magic', `${what} does not begin as an array of TVM`);
    }
    const rank = head.getInt32(24, true);
    if (rank < 0 || rank > MAX_RANK) this.#fail('mlf/params-array', `${what} has ${rank} dimensions`);
    const device = head.getInt32(16, true);
    const code = head.getUint8(28);
    const bits = head.getUint8(29);
    const lanes = head.getUint16(30, true);
    const rest = await this.#view(8 * rank + 8, what);
    const shape = Array.from({ length: rank }, (_, axis) => rest.getBigInt64(8 * axis, true));
    if (shape.some((length) => length < 0n)) this.#fail('mlf/params-array', `${what} has a negative shape`);
    const stated = rest.getBigInt64(8 * rank, true);
    const needed = shape.reduce((product, length) => product * length, 1n) * BigInt(Math.ceil((bits * lanes) / 8));
    if (stated !== needed) {
      this.#fail('mlf/params-size', grouped`${what} states ${stated} bytes; its shape and type need ${needed}`);
    }
    if (stated > BigInt(this.#size - this.at)) {
      this.#fail('mlf/params-cut', grouped`${what} needs ${stated} bytes, and ${this.#size - this.at} are left`);
    }
    const start = this.at;
    this.at += Number(stated);
    // Elements of several lanes are short vectors: the lanes are one more axis.
    const isVector = lanes > 1 && bits % 8 === 0;
    const dtype = isVector || lanes === 1 ? dtypeOf(code, bits) : `${dtypeOf(code, bits)}x${lanes}`;
    return { name, dtype, device, shape: isVector ? [...shape, BigInt(lanes)] : shape, start, end: this.at };
  }

  /** The stated number of names, each of which takes at least its length of 8 bytes. */
  #nameCount(stated: bigint): number {
    const left = this.#size - this.at;
    if (stated > BigInt(Math.floor(left / 8)))
      this.#fail('mlf/params-cut', grouped`it states ${stated} names, and only ${left} bytes are left`);
    if (stated > BigInt(MAX_PARAMS))
      this.#fail('mlf/params-array', `it states ${stated} names, and Boxcutter reads ${MAX_PARAMS}`);
    return Number(stated);
  }

  /** The rest of the file cannot be read. */
  #fail(code: FindingCode, what: string): never {
    throw new BadFileError(code, `${quote(this.#path)}: ${what}.`);
  }

  async #take(length: number, what: string): Promise<Uint8Array> {
    const end = this.at + length;
    if (end > this.#size) this.#fail('mlf/params-cut', `it ends within ${what}`);
    const bytes = await this.#reader.read(this.at, end, this.#signal);
    this.at = end;
    return bytes;
  }

  async #view(length: number, what: string): Promise<DataView> {
    return viewOf(await this.#take(length, what));
  }
}

/** The kinds of DLPack (`DLDataTypeCode`), by number. */
const KINDS = ['int', 'uint', 'float', 'handle', 'bfloat', 'complex'];

function dtypeOf(code: number, bits: number): string {
  // TVM has bools as unsigned integers of one bit, each in a byte of its own.
  if (code === 1 && bits === 1) return 'bool';
  return `${KINDS[code] ?? `type ${code} `}${bits}`;
}
