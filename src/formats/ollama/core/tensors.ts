import { grouped } from '../../../base/amounts.ts';
import type { FindingCode } from '../../../base/findings.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { dataBytes } from '../../../tensor/dtype.ts';
import { elementCount } from '../../../tensor/shape.ts';
import type { FileTensor } from '../../weight-file.ts';
import type { Layer } from './layer.ts';
import type { Model } from './model.ts';
import type { Store } from './store.ts';
import '../../../tensor/findings.ts';

/** Types by their names in safetensors, which Ollama's own tensors have, and here in NumPy or ml_dtypes. */
const DTYPES: ReadonlyMap<string, string> = new Map([
  ['BOOL', 'bool'],
  ['U8', 'uint8'],
  ['I8', 'int8'],
  ['F8_E5M2', 'float8_e5m2'],
  ['F8_E4M3', 'float8_e4m3fn'],
  ['I16', 'int16'],
  ['U16', 'uint16'],
  ['F16', 'float16'],
  ['BF16', 'bfloat16'],
  ['I32', 'int32'],
  ['U32', 'uint32'],
  ['F32', 'float32'],
  ['F64', 'float64'],
  ['I64', 'int64'],
  ['U64', 'uint64'],
]);

/**
 * The tensors that are layers of their own and say type and shape. Of a tensor without these only the layer is shown:
 * its blob is a safetensors file, which has them.
 */
export function layerTensors(models: readonly Model[], store: Store, report: Report): Map<string, FileTensor> {
  const tensors = new Map<string, FileTensor>();
  const titles = new Set<string>();
  for (const { layers, title, file } of models) {
    // Two models may have tensors of the same names, and files that Ollama does not list the same titles.
    const owner = titles.has(title) ? file.path : title;
    titles.add(owner);
    const prefix = models.length > 1 ? `${owner}/` : '';
    for (const layer of layers) {
      const { type, name, dtype, shape } = layer;
      if (type.kind !== 'tensor' || dtype === undefined) continue;
      if (!DTYPES.has(dtype)) {
        const message = `The tensor ${quote(name ?? '')} has the type ${quote(dtype)}.`;
        report.add('ollama/unknown-dtype', message, { path: file.path });
      }
      if (!name || shape === undefined || tensors.has(prefix + name)) continue;
      tensors.set(prefix + name, layerTensor(prefix + name, dtype, shape, layer, store));
    }
  }
  return tensors;
}

function layerTensor(
  name: string,
  written: string,
  shape: NonNullable<Layer['shape']>,
  { sha256 }: Layer,
  { blobs }: Store,
): FileTensor {
  const dtype = DTYPES.get(written) ?? written;
  const info: TensorInfo = { name, dtype, shape };
  const blob = sha256 === undefined ? undefined : blobs.get(sha256);
  const count = elementCount(shape);
  const needed = dataBytes(dtype, count);
  const fail = (code: FindingCode, message: string): FileTensor => ({
    info: { ...info, problem: message },
    checked: { entry: info, problem: { code, message } },
  });
  if (!blob) return fail('ollama/blob-missing', `The blob of the tensor ${quote(name)} is not here.`);
  info.data = { path: blob.path, start: 0, end: blob.size };
  if (needed === undefined || needed === BigInt(blob.size))
    return { info, checked: { entry: info, problem: undefined } };
  const message = grouped`The tensor ${quote(name)} needs ${needed} bytes, and its blob has ${blob.size}. It may be a safetensors file.`;
  return fail('tensor/size-mismatch', message);
}
