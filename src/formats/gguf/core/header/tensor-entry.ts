import { grouped } from '../../../../base/amounts.ts';
import { MAX_RANK } from '../../../../base/limits.ts';
import type { Report } from '../../../../base/report.ts';
import { quote, shortened } from '../../../../base/text.ts';
import { MAX_COMPARED_UNITS, MAX_DIMENSIONS, MAX_NAME_UNITS, MAX_TENSORS, TOO_LONG_NAME } from '../limits.ts';
import { type Cursor, HeaderStop } from './cursor.ts';
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
  /** In the file's order. Of two with one name the first. */
  readonly entries: TensorEntry[] = [];
  readonly #cursor: Cursor;
  readonly #report: Report;
  readonly #names = new Set<string>();
  #nameUnits = 0;
  /** Entries that are not among `entries`, and those of them that are there only once. */
  #left = 0;
  #unlisted = 0;

  constructor(cursor: Cursor, report: Report) {
    this.#cursor = cursor;
    this.#report = report;
  }

  /** Every tensor of the file is among `entries`, as long as the header did not break off. */
  get hasAll(): boolean {
    return this.#left === 0;
  }

  /** Reads `count` entries. Rejects with a `HeaderStop` where the header breaks off, and as the source does. */
  async readAll(count: bigint): Promise<void> {
    for (let number = 1n; number <= count; number++) {
      if (--this.#cursor.budget.tensors < 0) this.#cursor.exceed();
      this.#cursor.part = () => `the entry of tensor ${number} of ${count}`;
      await this.#read();
    }
    if (this.#unlisted > 0) {
      const message = grouped`The header has ${this.#unlisted} tensors beyond the ${MAX_TENSORS} that are listed of a model.`;
      this.#report.add('gguf/too-many-tensors', message);
    }
  }

  async #read(): Promise<void> {
    const cursor = this.#cursor;
    const { lengthBytes } = cursor.encoding;
    const start = cursor.at;
    await cursor.need(lengthBytes);
    const length = cursor.length();
    if (length > BigInt(cursor.left)) cursor.cut();
    const name = this.#checkName(await cursor.text(Number(length), 4 * MAX_NAME_UNITS), length);
    await cursor.need(4);
    const dimensions = cursor.u32();
    if (dimensions > MAX_DIMENSIONS) {
      const message = `The tensor ${quote(name)} has ${dimensions} dimensions. llama.cpp accepts ${MAX_DIMENSIONS}.`;
      if (dimensions > MAX_RANK) throw new HeaderStop('gguf/too-many-dimensions', message);
      this.#report.add('gguf/too-many-dimensions', message);
    }
    await cursor.need(dimensions * lengthBytes + 12);
    const ne = Array.from({ length: dimensions }, () => cursor.length());
    this.#keep({ name, ne, typeId: cursor.u32(), offset: cursor.u64(), start });
    if (this.#nameUnits > MAX_COMPARED_UNITS) cursor.exceed();
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
      this.entries.push(entry);
    } else {
      this.#left++;
      this.#unlisted++;
    }
  }
}
