import type { Archive } from '../../../archive/archive.ts';
import { formatNumberOf } from '../../../base/amounts.ts';
import { BadFileError } from '../../../base/errors.ts';
import { quote } from '../../../base/text.ts';
import type { FileRange, TensorInfo } from '../../../model/package.ts';
import { memorySource } from '../../../source/memory.ts';
import { elementBytes } from '../../../tensor/dtype.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import { tensorNamed } from '../../files-package.ts';
import { type FileTensor, fileTensor } from '../../weight-file.ts';
import type { PointType } from './csv.ts';
import type { DataFile } from './data-file.ts';
import type { ReadSection } from './fields.ts';
import type { Tell } from './manifest.ts';
import { isInput } from './sections.ts';

/** A tensor, and where its points are: in the bytes of its data file, or of the parsed points of a CSV file. */
interface MldefTensor extends FileTensor {
  file: DataFile;
  range: FileRange;
}

/** The tensors of a model: each data file as a whole, and each layer's weights. */
export interface Tensors {
  byName: ReadonlyMap<string, MldefTensor>;
  /** The names of the tensors of data files and of layers, in the order of their sections. */
  ofFiles: readonly (string | undefined)[];
  ofLayers: readonly (string | undefined)[];
}

/**
 * Lists the tensors, and reports layers whose weights are not in their data file. A data file and a layer may have one
 * name: then the layer's tensor says that it is one.
 */
export function tensorsOf(files: readonly DataFile[], layers: readonly ReadSection<'layer'>[], tell: Tell): Tensors {
  const byName = new Map<string, MldefTensor>();
  const ofFiles = files.map((file) => {
    const whole = wholeFile(file);
    return whole && added(byName, whole, file.name ?? file.path ?? '');
  });
  const declared = new Map<string, DataFile>();
  for (const file of files) if (file.name !== undefined && !declared.has(file.name)) declared.set(file.name, file);
  const ofLayers = layers.map((layer) => {
    const weights = layerWeights(layer, declared, tell);
    return weights && added(byName, weights, layer.values.name ?? '', ' (layer)');
  });
  return { byName, ofFiles, ofLayers };
}

/** Adds a tensor under a name that no other has. */
function added(byName: Map<string, MldefTensor>, tensor: MldefTensor, name: string, suffix = ''): string {
  let free = name;
  if (byName.has(free)) free = `${name}${suffix}`;
  for (let number = 2; byName.has(free); number++) free = `${name}${suffix} (${byName.size + number})`;
  tensor.info.name = free;
  byName.set(free, tensor);
  return free;
}

/** The type of a data file's points, where it is known. */
function typeOf({ format, csv }: DataFile): PointType | undefined {
  return format === 'csv' ? csv?.type : format;
}

function wholeFile(file: DataFile): MldefTensor | undefined {
  const { points, csv, entry } = file;
  const dtype = typeOf(file);
  if (points === undefined || !dtype || !entry) return undefined;
  const isTable = csv?.columns !== undefined && csv.columns > 1 && csv.rows > 1;
  const shape = isTable ? [csv.rows, csv.columns as number] : [points];
  return tensorOf(file, dtype, shape, 0);
}

/** The tensor of the points from one on. */
function tensorOf(
  file: DataFile,
  dtype: PointType,
  shape: readonly number[],
  start: number,
  problem?: MldefTensor['checked']['problem'],
): MldefTensor {
  const width = elementBytes(dtype);
  const end = start + shape.reduce((product, length) => product * length, 1);
  const range = { path: file.entry?.path ?? '', start: start * width, end: end * width };
  const info: TensorInfo = { name: '', dtype, shape: shape.map(BigInt), problem: problem?.message };
  // A CSV file has its points as text, and weights beyond the end of a file are nowhere.
  if (!file.csv && !problem) info.data = range;
  return { info, checked: { entry: info, problem }, file, range };
}

function layerWeights(
  layer: ReadSection<'layer'>,
  files: ReadonlyMap<string, DataFile>,
  tell: Tell,
): MldefTensor | undefined {
  const { name = '', dataSource, startIndex: start, count } = layer.values;
  if (isInput(layer) || dataSource === undefined) return undefined;
  const file = files.get(dataSource);
  if (!file) {
    const message = `The layer ${quote(name)} takes its weights from ${quote(dataSource)}, which is not a data file.`;
    tell('mldef/source-unknown', message, layer.placeOf('dataSource'));
    return undefined;
  }
  if (file.at.at > layer.at.at) {
    const message = `The layer ${quote(name)} takes its weights from ${quote(dataSource)}, which is declared after it.`;
    tell('mldef/source-later', message, layer.placeOf('dataSource'));
  }
  const dtype = typeOf(file);
  const { points } = file;
  if (start === undefined || count === undefined || points === undefined || !dtype) return undefined;
  if (start + count <= points) {
    if (count === 0) tell('mldef/no-weights', `The layer ${quote(name)} has 0 weights.`, layer.at);
    return tensorOf(file, dtype, [count], start);
  }
  const code = 'mldef/slice-outside';
  const message = `The layer ${quote(name)} has the weights ${start} to ${start + count - 1} of ${quote(dataSource)}, which has ${formatNumberOf(points, 'data point')}.`;
  tell(code, message, layer.at);
  return tensorOf(file, dtype, [count], start, { code, message });
}

/** The values of a tensor. Throws `reference/tensor-missing`, or the code of its problem. */
export function openTensor({ byName }: Tensors, name: string, archive: Archive): TensorReader {
  const { file, range, checked, info } = tensorNamed(byName, name);
  const source = file.csv ? memorySource(range.path, file.csv.bytes) : archive.open(range.path);
  if (!source) throw new BadFileError('mldef/file-missing', `The file of ${quote(name)} is not in the package.`);
  return fileTensor({ checked, info: { ...info, data: range } }, source);
}
