import type { Archive } from '../../../../archive/archive.ts';
import { grouped } from '../../../../base/amounts.ts';
import { BadFileError, type BoxcutterError, UnsupportedError } from '../../../../base/errors.ts';
import type { Finding } from '../../../../base/findings.ts';
import { Report } from '../../../../base/report.ts';
import { quote } from '../../../../base/text.ts';
import type { TensorInfo } from '../../../../model/package.ts';
import { sliceSource } from '../../../../source/slice.ts';
import { elementBytes, isNumericDtype } from '../../../../tensor/dtype.ts';
import { NumericReader } from '../../../../tensor/reader.ts';
import { safeElementCount } from '../../../../tensor/shape.ts';
import type { TensorReader } from '../../../../tensor/values.ts';
import { TENSOR_INDEX } from '../paths.ts';
import type { CartonFiles } from './files.ts';
import { readStrings, stringReader } from './string-tensor.ts';
import type { IndexTensor, TensorIndex } from './tensor-index.ts';

/** Fewest bytes of a string in its file: `"",`. The last one needs no comma, but `data = []` around them takes more. */
const STRING_BYTES = 3;

/** The bytes that a numeric tensor needs, NaN where no file can hold as many. Undefined for other tensors. */
function numericBytes({ dtype, shape }: TensorInfo): number | undefined {
  return isNumericDtype(dtype) ? (safeElementCount(shape) ?? Number.NaN) * elementBytes(dtype) : undefined;
}

/** The tensors of a carton: compares the index with the files, and opens the tensors' values. */
export class CartonTensors {
  readonly list: TensorInfo[];
  private readonly report = new Report();
  readonly findings: readonly Finding[] = this.report.findings;
  private readonly archive: Archive;
  private readonly byName: ReadonlyMap<string, TensorInfo>;
  private readonly refusals = new Map<string, BoxcutterError>();
  /**
   * The string tensor that was read last. A grid asks for the same one again and again, and each time it would be
   * parsed whole.
   */
  private strings: { name: string; values: readonly string[] } | undefined;

  constructor(archive: Archive, files: CartonFiles, index: TensorIndex | undefined) {
    this.archive = archive;
    this.list = (index?.tensors ?? []).map((tensor) => {
      const refusal = tensor.inner ? undefined : this.refusalOf(tensor, files);
      const info = this.infoOf(tensor);
      if (!refusal) return info;
      this.refusals.set(tensor.name, refusal);
      // The index has reported an unsafe path already, and a linked file is not an error.
      if (
        refusal.code === 'tensor/file-missing'
          ? !files.isLinked(tensor.file ?? '')
          : refusal.code === 'tensor/size-mismatch'
      ) {
        const place = { path: TENSOR_INDEX, also: tensor.file, ...index?.at(tensor.name) };
        this.report.add(refusal.code, refusal.message, place);
      }
      return { ...info, problem: refusal.message };
    });
    // A tensor that could not be read may name a file that seems unused, so this needs an index without findings.
    if (index?.readable && index.findings.length === 0) this.findUnused(index, files);
    this.byName = new Map(this.list.map((tensor) => [tensor.name, tensor]));
  }

  /** As `OpenPackage.tensor`. */
  async open(name: string, signal?: AbortSignal): Promise<TensorReader> {
    const tensor = this.byName.get(name);
    if (!tensor) throw new BadFileError('reference/tensor-missing', `The index has no tensor ${quote(name)}.`);
    const refusal = this.refusals.get(name);
    if (refusal) throw refusal;
    const { dtype, shape, data } = tensor;
    if (tensor.inner)
      throw new UnsupportedError(
        'tensor/nested',
        `The tensor ${quote(name)} is nested. Its values are those of the tensors in it.`,
      );
    const source = data && this.archive.open(data.path);
    const count = safeElementCount(shape);
    if (!source || data?.end === undefined || count === undefined)
      throw new BadFileError('tensor/file-missing', `The file of tensor ${quote(name)} cannot be read.`);
    if (isNumericDtype(dtype)) return new NumericReader(sliceSource(source, data.start, data.end), dtype, count);
    if (this.strings?.name !== name) {
      const values = await readStrings(source, data.path, signal);
      if (values.length !== count)
        throw new BadFileError(
          'tensor/size-mismatch',
          grouped`${quote(data.path)} has ${values.length} strings, but the tensor ${quote(name)} has ${count} elements.`,
          { path: data.path },
        );
      this.strings = { name, values };
    }
    return stringReader(this.strings.values);
  }

  /** Adds where a tensor's data is: the whole of its file, which must be as long as the shape asks for. */
  private infoOf({ file, ...tensor }: IndexTensor): TensorInfo {
    if (file === undefined) return tensor;
    const end = numericBytes(tensor) ?? this.archive.open(file)?.size;
    const data = { path: file, start: 0 };
    return { ...tensor, data: end !== undefined && Number.isSafeInteger(end) ? { ...data, end } : data };
  }

  /** Why the values cannot be read, as far as the archive's directory tells. */
  private refusalOf(tensor: IndexTensor, files: CartonFiles): BoxcutterError | undefined {
    const { name, file } = tensor;
    if (file === undefined) return new BadFileError('tensor/unsafe-path', tensor.problem ?? 'It has no file.');
    const source = this.archive.open(file);
    if (!source) {
      const why = files.isLinked(file) ? 'is linked and has not been fetched' : 'is not in the package';
      return new BadFileError('tensor/file-missing', `The file of tensor ${quote(name)}, ${quote(file)}, ${why}.`, {
        path: file,
      });
    }
    const count = safeElementCount(tensor.shape);
    const bytes = numericBytes(tensor);
    const fits = bytes === undefined ? (count ?? Infinity) * STRING_BYTES <= source.size : bytes === source.size;
    if (fits) return undefined;
    const needed = count === undefined ? 'more than any file can hold' : bytes;
    const why =
      needed === undefined
        ? `too few for the ${count} strings of the tensor ${quote(name)}`
        : `but the tensor ${quote(name)} needs ${needed}`;
    const message = grouped`${quote(file)} has ${source.size} bytes, ${why}.`;
    return new BadFileError('tensor/size-mismatch', message, { path: file });
  }

  /** Reports files of tensor_data that no tensor names. */
  private findUnused(index: TensorIndex, files: CartonFiles): void {
    const named = new Set([TENSOR_INDEX, ...index.tensors.map(({ file }) => file)]);
    for (const { path, role, unsafe, shadowed } of files.list) {
      if (role !== 'tensor' || unsafe || shadowed || named.has(path)) continue;
      this.report.add('tensor/file-unused', `No tensor in the index has its data in ${quote(path)}.`, { path });
    }
  }
}
