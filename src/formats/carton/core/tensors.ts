import type { Archive } from '../../../archive/archive.ts';
import { BadFileError, type BoxcutterError, UnsupportedError } from '../../../base/errors.ts';
import type { Finding } from '../../../base/findings.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { elementBytes, isNumericDtype } from '../../../tensor/dtype.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import type { CartonFiles } from './files.ts';
import { countOf, NumericReader, readStrings, StringReader } from './tensor.ts';
import { TENSOR_INDEX, type TensorIndex } from './tensor-index.ts';

/** `data = []` around the strings, and for each at least `"",`. */
const STRING_BYTES = 3;

/** The tensors of a carton: the index held against the files, and the way to their values. */
export class CartonTensors {
  readonly list: TensorInfo[];
  private readonly report = new Report();
  readonly findings: readonly Finding[] = this.report.findings;
  private readonly archive: Archive;
  private readonly byName: ReadonlyMap<string, TensorInfo>;
  private readonly refusals = new Map<string, BoxcutterError>();
  /** The string tensor that was read last: a grid asks for one again and again, and each time it would be parsed whole. */
  private strings: { name: string; values: readonly string[] } | undefined;

  constructor(archive: Archive, files: CartonFiles, index: TensorIndex | undefined) {
    this.archive = archive;
    this.list = (index?.tensors ?? []).map((tensor) => {
      const refusal = tensor.dtype === 'nested' ? undefined : this.refusalOf(tensor, files);
      if (!refusal) return tensor;
      this.refusals.set(tensor.name, refusal);
      // The index has told of an unsafe path already, and a link is not wrong.
      if (
        refusal.code === 'tensor/file-missing'
          ? !files.isLinked(tensor.file ?? '')
          : refusal.code === 'tensor/size-mismatch'
      ) {
        const also = tensor.file === undefined ? {} : { also: tensor.file };
        const place = { path: TENSOR_INDEX, ...also, ...index?.at(tensor.name) };
        this.report.add(refusal.code, refusal.message, place);
      }
      return { ...tensor, problem: refusal.message };
    });
    // A tensor that could not be read would name its file.
    if (index?.readable && index.findings.length === 0) this.findUnused(files);
    this.byName = new Map(this.list.map((tensor) => [tensor.name, tensor]));
  }

  /** As `OpenPackage.tensor`. */
  async open(name: string, signal?: AbortSignal): Promise<TensorReader> {
    const tensor = this.byName.get(name);
    if (!tensor) throw new BadFileError('reference/tensor-missing', `The index has no tensor ${quote(name)}.`);
    const refusal = this.refusals.get(name);
    if (refusal) throw refusal;
    const { dtype, shape, file } = tensor;
    if (dtype === 'nested')
      throw new UnsupportedError(
        'tensor/nested',
        `Tensor ${quote(name)} is nested; its values are those of the tensors in it.`,
      );
    const source = file === undefined ? undefined : this.archive.open(file);
    const count = countOf(shape);
    if (!source || file === undefined || count === undefined)
      throw new BadFileError('tensor/file-missing', `The file of tensor ${quote(name)} cannot be read.`);
    if (isNumericDtype(dtype)) return new NumericReader(source, dtype, count);
    if (this.strings?.name !== name) {
      const values = await readStrings(source, file, signal);
      if (values.length !== count)
        throw new BadFileError(
          'tensor/size-mismatch',
          `${quote(file)} holds ${values.length} strings, but tensor ${quote(name)} has ${count} elements.`,
          { path: file },
        );
      this.strings = { name, values };
    }
    return new StringReader(this.strings.values);
  }

  /** Why the values cannot be read, as far as the directory tells. */
  private refusalOf(tensor: TensorInfo, files: CartonFiles): BoxcutterError | undefined {
    const { name, dtype, shape, file } = tensor;
    if (file === undefined) return new BadFileError('tensor/unsafe-path', tensor.problem ?? 'It has no file.');
    const source = this.archive.open(file);
    if (!source) {
      const why = files.isLinked(file) ? 'is linked and has not been fetched' : 'is not in the package';
      return new BadFileError('tensor/file-missing', `The file of tensor ${quote(name)}, ${quote(file)}, ${why}.`, {
        path: file,
      });
    }
    const count = countOf(shape);
    const isNumeric = isNumericDtype(dtype);
    const fits = isNumeric
      ? count !== undefined && count * elementBytes(dtype) === source.size
      : count !== undefined && count * STRING_BYTES <= source.size;
    if (fits) return undefined;
    const asked =
      count === undefined ? 'more than any file holds' : isNumeric ? `${count * elementBytes(dtype)}` : undefined;
    return new BadFileError(
      'tensor/size-mismatch',
      asked === undefined
        ? `${quote(file)} has ${source.size} bytes, too few for the ${count} strings of tensor ${quote(name)}.`
        : `${quote(file)} has ${source.size} bytes, but tensor ${quote(name)} asks for ${asked}.`,
      { path: file },
    );
  }

  /** Files of tensor_data that no tensor names. */
  private findUnused(files: CartonFiles): void {
    const named = new Set([TENSOR_INDEX, ...this.list.map(({ file }) => file)]);
    for (const { path, role, unsafe, shadowed } of files.list) {
      if (role !== 'tensor' || unsafe || shadowed || named.has(path)) continue;
      this.report.add('tensor/file-unused', `No tensor of the index has its data in ${quote(path)}.`, { path });
    }
  }
}
