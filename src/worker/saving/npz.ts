import { checkNewZip, type NewFile, type WrittenZip, writeNewZip } from '../../archive/zip/new-zip.ts';
import { MAX_NAME_BYTES } from '../../base/limits.ts';
import { unsafeReason } from '../../base/path.ts';
import { itemPacer } from '../../codec/pause.ts';
import type { AuditedPackage } from '../../formats/registry.ts';
import { fileSource } from '../../source/file.ts';
import type { ByteSource } from '../../source/source.ts';
import { streamOf } from '../../source/stream.ts';
import { npyOf } from '../../tensor/export/npy.ts';
import { wholePart } from '../../tensor/export/part.ts';
import { checkShape } from '../../tensor/reader.ts';
import { infoOf } from '../calls/opened-tensor.ts';
import type { CallOptions } from '../protocol.ts';
import type { Writing } from './byte-sink.ts';

/** Bytes of the headers of an array in an .npz, beside twice its name: for the room that is asked for before. */
const HEADER_BYTES = 256;

/**
 * How several tensors are written as one .npz file: a zip of .npy files, which are stored, so that `numpy.load` can map
 * them. Rejects with `tensor/not-in-npy` before anything is written.
 */
export async function npzWriting(
  open: AuditedPackage,
  tensors: readonly string[],
  { signal, onProgress }: CallOptions,
): Promise<{ room: number; writing: Writing<WrittenZip> }> {
  const pace = itemPacer(signal);
  const names = arrayNames(tensors);
  const files: NewFile[] = [];
  for (const [at, tensor] of tensors.entries()) {
    const { shape } = infoOf(open, tensor);
    checkShape(shape);
    const reader = await open.tensor(tensor, signal);
    const path = names[at] as string;
    const npy = npyOf(reader, wholePart(shape));
    files.push({ path, source: streamedSource(path, npy.size, (inner) => npy.bytes({ signal: inner })) });
    const pause = pace();
    if (pause) await pause;
  }
  return {
    room: files.reduce((sum, { path, source }) => sum + source.size + 2 * path.length + HEADER_BYTES, 0),
    writing: {
      write: (sink) => writeNewZip(files, sink, { compression: 'stored', signal, onProgress }),
      check: (there, written) => checkNewZip(fileSource(there, 'tensors.npz'), written, signal),
    },
  };
}

/** A source that is only read from its start to its end. */
function streamedSource(
  name: string,
  size: number,
  bytes: (signal: AbortSignal) => AsyncGenerator<Uint8Array>,
): ByteSource {
  return {
    name,
    size,
    read: () => Promise.reject(new RangeError('An array is written as a stream.')),
    stream: (_start, _end, signal) => streamOf(bytes, signal),
  };
}

/** Bytes of a name, with room for what makes it unique, and for its ending. */
const MAX_STEM = MAX_NAME_BYTES - 32;

/**
 * The names of tensors in an .npz. Characters that a path in a zip cannot have become "_", and of two that are the same
 * then, or differ in case alone, the later one gets a number: `numpy.load` finds arrays by name, and some disks ignore
 * case.
 */
export function arrayNames(tensors: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return tensors.map((tensor) => {
    const stem = safeStem(tensor);
    let name = stem;
    for (let again = seen.get(stem.toLowerCase()) ?? 1; seen.has(name.toLowerCase()); again++) {
      name = `${stem}_${again + 1}`;
      seen.set(stem.toLowerCase(), again + 1);
    }
    seen.set(name.toLowerCase(), 1);
    return `${name}.npy`;
  });
}

function safeStem(tensor: string): string {
  const whole = tensor
    .replace(/[\p{Cc}\p{Cs}\\]/gu, '_')
    .replace(/^([A-Za-z]):/, '$1_')
    .split('/')
    // A folder called as an array would be: both could not be unpacked.
    .map((part) => part.replace(/^\.{0,2}$/, '_').replace(/\.npy$/i, '$&_'))
    .join('/');
  // No character is cut in two.
  const plain = whole.slice(0, new TextEncoder().encodeInto(whole, new Uint8Array(MAX_STEM)).read);
  return unsafeReason(plain) === undefined ? plain : plain.replaceAll('/', '_');
}
