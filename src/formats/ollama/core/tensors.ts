import { grouped } from '../../../base/amounts.ts';
import { faultOfFile } from '../../../base/errors.ts';
import type { FindingCode } from '../../../base/findings.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { dataBytes } from '../../../tensor/dtype.ts';
import { elementCount } from '../../../tensor/shape.ts';
import type { FileTensor } from '../../weight-file.ts';
import type { Layer } from './layer.ts';
import { MAX_REMOTE_TENSOR_HEADS, MAX_TENSOR_HEADS } from './limits.ts';
import type { Model } from './model.ts';
import { type Blob, eachAtOnce, type Store } from './store.ts';
import type { Texts } from './texts.ts';
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
 * its blob is a safetensors file, which has them. Reports blobs that are neither that nor of the right size.
 */
export async function layerTensors(
  models: readonly Model[],
  store: Store,
  { pointers }: Texts,
  isRemote: boolean,
  report: Report,
  signal?: AbortSignal,
): Promise<Map<string, FileTensor>> {
  const tensors = new Map<string, FileTensor>();
  const odd = new Map<string, OddBlob>();
  const titles = new Set<string>();
  for (const { layers, title, file } of models) {
    // Two models may have tensors of the same names, and files that Ollama does not list the same titles.
    const owner = titles.has(title) ? file.path : title;
    titles.add(owner);
    const prefix = models.length > 1 ? `${owner}/` : '';
    for (const layer of layers) {
      const { type, name, dtype, shape } = layer;
      if (type.kind !== 'tensor') continue;
      const blob = pointers.has(layer.sha256 ?? '') ? undefined : store.blobs.get(layer.sha256 ?? '');
      if (dtype !== undefined && !DTYPES.has(dtype)) {
        const message = `The tensor ${quote(name ?? '')} has the type ${quote(dtype)}.`;
        report.add('ollama/unknown-dtype', message, { path: file.path });
      }
      if (dtype === undefined || shape === undefined) {
        const message = `The blob of the tensor ${quote(name ?? '')} does not begin as a safetensors file.`;
        const saysNothing = dtype === undefined && shape === undefined;
        if (blob && saysNothing) odd.set(blob.sha256, { blob, also: file.path, code: 'ollama/tensor-blob', message });
      } else if (name && !tensors.has(prefix + name)) {
        const tensor = layerTensor(prefix + name, dtype, shape, layer, store);
        tensors.set(prefix + name, tensor);
        const { problem } = tensor.checked;
        if (blob && problem) odd.set(blob.sha256, { blob, also: file.path, ...problem, info: tensor.info });
      }
    }
  }
  await reportOdd([...odd.values()], store, isRemote, report, signal);
  return tensors;
}

/** A blob that has to be a safetensors file, and what is wrong where it is not one. */
interface OddBlob {
  blob: Blob;
  /** The manifest. */
  also: string;
  code: FindingCode;
  message: string;
  /** The tensor, whose size its layer says as well. */
  info?: TensorInfo;
}

/** Reports the blobs that do not begin as a safetensors file, in their order. */
async function reportOdd(
  odd: readonly OddBlob[],
  { archive }: Store,
  isRemote: boolean,
  report: Report,
  signal?: AbortSignal,
): Promise<void> {
  const looked = odd.slice(0, isRemote ? MAX_REMOTE_TENSOR_HEADS : MAX_TENSOR_HEADS);
  if (looked.length < odd.length) {
    report.add('ollama/tensors-unread', `${odd.length - looked.length} blobs of tensors were not looked at.`);
  }
  const wrong: (OddBlob | undefined)[] = [];
  await eachAtOnce(looked, async (item, at) => {
    const { path } = item.blob;
    try {
      const source = archive?.open(path);
      if (!source) return;
      const head = await source.read(0, Math.min(source.size, SAFETENSORS_START), signal);
      if (!beginsSafetensors(head, source.size)) wrong[at] = item;
      else if (item.info) item.info.problem = `${item.message} It is a safetensors file: open it to see the values.`;
    } catch (error) {
      wrong[at] = { ...item, ...faultOfFile(error) };
    }
  });
  for (const { blob, also, code, message } of wrong.filter((item) => item !== undefined)) {
    report.add(code, message, { path: blob.path, also });
  }
}

/** The length of a safetensors header, and the brace with which one begins. */
const SAFETENSORS_START = 9;

function beginsSafetensors(head: Uint8Array, size: number): boolean {
  if (head.length < SAFETENSORS_START) return false;
  const length = new DataView(head.buffer, head.byteOffset).getBigUint64(0, true);
  return length >= 2n && length <= BigInt(size - 8) && head[8] === 0x7b;
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
  const message = grouped`The tensor ${quote(name)} needs ${needed} bytes, and its blob has ${blob.size}.`;
  return fail('tensor/size-mismatch', message);
}
