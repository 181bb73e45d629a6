import { pacer } from '../../codec/pause.ts';
import { textCell } from '../text-cell.ts';
import type { ElementValues, TensorReader } from '../values.ts';
import { type PartAxis, partCount, partValues, type TensorPart } from './part.ts';
import type { ExportOptions, TensorFile } from './tensor-file.ts';
import { TextWriter } from './text-writer.ts';
import { isTextDtype, numberText, type WriteValue } from './value-text.ts';

type SeparatedFile = Extract<TensorFile, { kind: 'csv' | 'tsv' }>;

/**
 * A part of a tensor as comma- or tab-separated values (RFC 4180), UTF-8 without a byte order mark. A row has the
 * elements along the last axis; of one axis, each element has a row of its own. With more than two axes, the indices in
 * the tensor of the others stand before them, under a head that names them. In the layout `index`, each element has a row
 * of its own after its index along every axis, under a head. Numbers are exact, as `elementText` has them. Rejects as
 * `partValues`.
 */
export async function* separatedBytes(
  reader: TensorReader,
  part: TensorPart,
  file: SeparatedFile,
  { signal, onElements }: ExportOptions = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const rows = new RowWriter(part, file, reader.dtype);
  const pace = pacer();
  for await (const values of partValues(reader, part, signal)) {
    for (let at = 0; at < values.length; ) {
      at = rows.write(values, at);
      if (rows.writer.isFull) yield rows.writer.take();
      const pause = pace();
      if (pause) await pause;
    }
    onElements?.(values.length);
  }
  if (partCount(part) === 0) while (!rows.head()) yield rows.writer.take();
  if (!rows.writer.isEmpty) yield rows.writer.take();
}

class RowWriter {
  readonly writer = new TextWriter();
  readonly #separator: number;
  readonly #columns: number;
  /** The axes whose indices stand before the elements of a row. */
  readonly #lead: readonly PartAxis[];
  /** The axis that runs along a row, if one does. */
  readonly #across: PartAxis | undefined;
  readonly #index: number[];
  readonly #write: WriteValue;
  #column = 0;
  /** Columns of the head that are written; undefined before it is begun, and the number of columns at its end. */
  #headAt: number | undefined;

  constructor({ axes }: TensorPart, { kind, layout }: SeparatedFile, dtype: string) {
    this.#separator = (kind === 'csv' ? ',' : '\t').charCodeAt(0);
    const isIndexed = layout === 'index';
    this.#across = isIndexed || axes.length < 2 ? undefined : axes.at(-1);
    this.#columns = this.#across?.count ?? 1;
    this.#lead = isIndexed ? axes : axes.length > 2 ? axes.slice(0, -1) : [];
    this.#index = this.#lead.map(() => 0);
    this.#write = isTextDtype(dtype)
      ? (writer, values, at) =>
          dtype === 'string' ? writer.text(textCell(values[at] as string)) : writer.ascii(values[at] as string)
      : numberText(dtype);
  }

  /** Writes elements from `from` on until the writer is full. Gives the first one that is not written. */
  write(values: ElementValues, from: number): number {
    const { writer } = this;
    if (!this.head()) return from;
    const columns = this.#columns;
    let column = this.#column;
    let at = from;
    for (; at < values.length && !writer.isFull; at++) {
      if (column > 0) writer.byte(this.#separator);
      else if (this.#lead.length > 0) this.#begin();
      this.#write(writer, values, at);
      if (++column === columns) {
        column = 0;
        this.#end();
      }
    }
    this.#column = column;
    return at;
  }

  /**
   * Writes the head, which names axes by their dimensions and columns by their indices in the tensor, until the writer
   * is full. Whether all of it is there.
   */
  head(): boolean {
    const { writer } = this;
    if (this.#lead.length === 0) return true;
    const separator = String.fromCharCode(this.#separator);
    if (this.#headAt === this.#columns) return true;
    if (this.#headAt === undefined)
      for (const [at, { dimension = at }] of this.#lead.entries()) writer.ascii(`dimension ${dimension}${separator}`);
    let at = this.#headAt ?? 0;
    for (; at < this.#columns && !writer.isFull; at++) {
      if (at > 0) writer.byte(this.#separator);
      if (this.#across) writer.integer(this.#across.first + at * this.#across.step);
      else writer.ascii('value');
    }
    this.#headAt = at;
    if (at < this.#columns) return false;
    this.#end();
    return true;
  }

  #begin(): void {
    const { writer } = this;
    for (const [at, { first, step }] of this.#lead.entries()) {
      writer.integer(first + (this.#index[at] as number) * step);
      writer.byte(this.#separator);
    }
    for (let at = this.#lead.length - 1; at >= 0; at--) {
      const next = (this.#index[at] as number) + 1;
      this.#index[at] = next < (this.#lead[at] as PartAxis).count ? next : 0;
      if (next < (this.#lead[at] as PartAxis).count) break;
    }
  }

  #end(): void {
    this.writer.byte(0x0d);
    this.writer.byte(0x0a);
  }
}
