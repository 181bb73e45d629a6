import { grouped } from '../../../../base/amounts.ts';
import { MAX_RANK } from '../../../../base/limits.ts';
import type { Report } from '../../../../base/report.ts';
import { quote, shortened } from '../../../../base/text.ts';
import { MAX_COMPARED_UNITS, MAX_DIMENSIONS, MAX_NAME_UNITS, MAX_TENSORS, TOO_LONG_NAME } from '../limits.ts';
import type { Cursor } from './cursor.ts';
import { shownText } from './key-value.ts';

/** What a header says of one tensor (format document, `gguf_tensor_info_t`). */
export interface TensorEntry {
  name: string;
  /** Sizes of its dimensions as the file has them: `ne`, the innermost first. */
  ne: readonly bigint[];
  /** Its number in `TENSOR_TYPES`. */
  typeId: number;
  /** Where its data begins, in bytes from the start of the data. */
  offset: bigint;
  /** The file's byte at which the entry begins. */
  start: number;
}

/** Reads the entries of a header's tensors, one after another, and reports what is wrong with their names. */
export class TensorEntryReader {
  readonly #cursor: Cursor;
  readonly #report: Report;
  readonly #entries: TensorEntry[] = [];
  readonly #names = new Set<string>();
  #nameUnits = 0;
  /** Entries that are not among `entries`, and those of them that are there only once. */
  #left = 0;
  #unlisted = 0;

  constructor(cursor: Cursor, report: Report) {
    this.#cursor = cursor;
    this.#report = report;
  }

  /** In the file's order. Of two with one name the first. */
  get entries(): readonly TensorEntry[] {
    return this.#entries;
  }

  /** Every tensor of the file is among `entries`, as long as the header did not break off. */
  get hasAll(): boolean {
    return this.#left === 0;
  }

  /** Reads `count` entries. False, with a finding, where the header breaks off. Rejects as the source does. */
  async readAll(count: bigint): Promise<boolean> {
    for (let index = 0n; index < count; index++) {
      if (--this.#cursor.budget.tensors < 0) return this.#cursor.exceed();
      if (await this.#read()) continue;
      if (this.#cursor.stop === 'end') {
        this.#report.add('gguf/header-cut', `The file ends in the entry of tensor ${index + 1n} of ${count}.`);
      }
      return false;
    }
    if (this.#unlisted > 0) {
      const message = grouped`The header has ${this.#unlisted} tensors beyond the ${MAX_TENSORS} that are listed of a model.`;
      this.#report.add('gguf/too-many-tensors', message);
    }
    return true;
  }

  async #read(): Promise<boolean> {
    const cursor = this.#cursor;
    const { lengthBytes } = cursor.encoding;
    const start = cursor.at;
    if (!(await cursor.need(lengthBytes))) return false;
    const length = cursor.length();
    if (length > BigInt(cursor.left)) {
      cursor.stop = 'end';
      return false;
    }
    const kept = Math.min(Number(length), 4 * MAX_NAME_UNITS);
    if (!(await cursor.need(kept))) return false;
    const name = this.#checkName(cursor.take(kept), length);
    cursor.skip(Number(length) - kept);
    if (!(await cursor.need(4))) return false;
    const dimensions = cursor.u32();
    if (dimensions > MAX_DIMENSIONS) {
      const message = `The tensor ${quote(name)} has ${dimensions} dimensions. llama.cpp accepts ${MAX_DIMENSIONS}.`;
      this.#report.add('gguf/too-many-dimensions', message);
      if (dimensions > MAX_RANK) return false;
    }
    if (!(await cursor.need(dimensions * lengthBytes + 12))) return false;
    const ne = Array.from({ length: dimensions }, () => cursor.length());
    this.#keep({ name, ne, typeId: cursor.u32(), offset: cursor.u64(), start });
    return this.#nameUnits <= MAX_COMPARED_UNITS || cursor.exceed();
  }

  #checkName(bytes: Uint8Array, length: bigint): string {
    const name = shortened(shownText(bytes), MAX_NAME_UNITS);
    if (length >= TOO_LONG_NAME) {
      const message = grouped`The name ${quote(name)} has ${length} bytes. llama.cpp accepts up to ${TOO_LONG_NAME - 1}.`;
      this.#report.add('gguf/long-name', message);
    }
    return name;
  }

  #keep(entry: TensorEntry): void {
    // ggml's names end at the first zero byte.
    const name = entry.name.split('\0', 1)[0] as string;
    if (this.#names.has(name)) {
      this.#report.add('gguf/duplicate-tensor', `Two tensors are named ${quote(name)}.`);
      this.#left++;
      return;
    }
    this.#names.add(name);
    this.#nameUnits += name.length;
    if (this.#cursor.budget.keptTensors > 0) {
      this.#cursor.budget.keptTensors--;
      this.#entries.push(entry);
    } else {
      this.#left++;
      this.#unlisted++;
    }
  }
}
