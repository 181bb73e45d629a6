import { UnsupportedError } from '../../base/errors.ts';
import { dataBytes, dtypeFacts, isDecodedDtype } from '../dtype.ts';
import { isNpyDtype } from '../npy.ts';
import type { TensorReader } from '../values.ts';
import { jsonBytes } from './json.ts';
import { type Npy, npyOf } from './npy.ts';
import { partCount, type TensorPart } from './part.ts';
import { asPicture, pictureBytes, pictureReads } from './picture.ts';
import { separatedBytes } from './separated.ts';
import type { ExportOptions, TensorFile, TensorFileKind } from './tensor-file.ts';
import { isTextDtype } from './value-text.ts';
import { isSoundPart, wavOf } from './wav.ts';

/** A file that a part of a tensor becomes. */
export interface Export {
  /** Its bytes, where they are known before. */
  size?: number;
  /** Elements that are read for it. */
  elements: number;
  /** Of all of a tensor as .npy: what the file is made of. */
  pieces?: Npy['pieces'];
  bytes(options?: ExportOptions): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/**
 * A part of a tensor as a file. Throws `tensor/not-in-npy`, `tensor/not-in-wav` and `tensor/not-in-png` where it cannot
 * be one, and `tensor/not-decoded` where the values are not read; reading it rejects as `partValues`.
 */
export function exportOf(reader: TensorReader, part: TensorPart, file: TensorFile): Export {
  const elements = partCount(part);
  if (file.kind === 'npy') return { ...npyOf(reader, part), elements };
  if (!isDecodedDtype(reader.dtype))
    throw new UnsupportedError('tensor/not-decoded', `Boxcutter does not read elements of type ${reader.dtype}.`);
  switch (file.kind) {
    case 'wav':
      return { ...wavOf(reader, part, file.rate), elements };
    case 'json':
      return { elements, bytes: (options) => jsonBytes(reader, part, options) };
    case 'png':
      return {
        elements: elements * pictureReads(file.colors),
        bytes: (options) => pictureBytes(reader, part, file.colors, options),
      };
    default:
      return { elements, bytes: (options) => separatedBytes(reader, part, file, options) };
  }
}

/** What a part of a tensor of this type can be taken away as. */
export function fileKinds(dtype: string, part: TensorPart): TensorFileKind[] {
  if (!isDecodedDtype(dtype)) return [];
  return [
    ...(isNpyDtype(dtype) ? (['npy'] as const) : []),
    'csv',
    'tsv',
    'json',
    ...(isSoundPart(dtype, part) ? (['wav'] as const) : []),
    ...(!isTextDtype(dtype) && asPicture(part) ? (['png'] as const) : []),
  ];
}

/** Characters that a number of these bits takes, about, with what stands between two of them. */
const TEXT_BYTES: Readonly<Record<string, number>> = { int8: 4, int16: 6, int32: 10, int64: 12, float16: 12 };

/** Bytes that a file will have, about. Undefined where nothing is known: of strings, and of pictures. */
export function estimatedBytes(dtype: string, part: TensorPart, file: TensorFile): number | undefined {
  const facts = dtypeFacts(dtype);
  const { kind } = file;
  const count = partCount(part);
  if (kind === 'npy' || kind === 'wav') {
    const bytes = dataBytes(kind === 'wav' && facts?.kind === 'float' ? 'float32' : dtype, BigInt(count));
    return bytes === undefined ? undefined : Number(bytes);
  }
  if (kind === 'png' || dtype === 'string') return undefined;
  const width =
    facts?.kind === 'complex' ? 40 : facts?.kind === 'bool' ? 6 : (TEXT_BYTES[dtype.replace('uint', 'int')] ?? 20);
  const isIndexed = (kind === 'csv' || kind === 'tsv') && file.layout === 'index';
  return count * (width + (isIndexed ? indexBytes(part) : 0));
}

/** Characters of the index of an element, with what stands after each number, about: most have as many as the last. */
function indexBytes({ axes }: TensorPart): number {
  return axes.reduce((sum, { count, first, step }) => {
    const last = Math.max(first, first + (count - 1) * step);
    return sum + String(last).length + 1;
  }, 0);
}
