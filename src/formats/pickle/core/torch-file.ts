import type { Container } from '../../../archive/container.ts';
import { grouped } from '../../../base/amounts.ts';
import { begins } from '../../../base/bytes.ts';
import { BadFileError } from '../../../base/errors.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { maxUnaskedRead } from '../../../pickle/limits.ts';
import { itemsOf, type PickleValue } from '../../../pickle/value.ts';
import { walkPickles } from '../../../pickle/walk.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { OpenPackage } from '../../format.ts';
import { openPickled, type PickleContent, type StoragePlace } from './pickle-package.ts';
import { pickledParts, type TorchTensor } from './torch-tensor.ts';

/** `torch/serialization.py`: MAGIC_NUMBER, as a pickle of protocol 2. */
const MAGIC = '\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.';

/** The magic number, the version, the system, the object, and the keys of the storages. */
const PICKLES = 5;

/** Whether a file is one of PyTorch before 1.6, by its first bytes. */
export function isTorchFile(head: Uint8Array): boolean {
  return begins(head, MAGIC);
}

/** Opens a file as PyTorch before 1.6 wrote it: five pickles, and then the storages, which it does not read. */
export async function openTorchFile(
  container: Container,
  source: ByteSource,
  signal: AbortSignal | undefined,
): Promise<OpenPackage> {
  const { name, size } = container;
  const maxRead = maxUnaskedRead(container);
  const { trailingAt, ...walk } = await walkPickles(source, { signal, maxRead, maxPickles: PICKLES });
  const result = walk.pickles[3]?.result;
  const { places, end } = storagePlaces(
    name,
    walk.pickles[4]?.result,
    pickledParts(result).tensors,
    trailingAt ?? size,
  );
  // With fewer pickles than the format has, storages do not follow.
  const isWhole = walk.pickles.length === PICKLES;
  const report = new Report();
  if (isWhole && end !== undefined && end < size) {
    report.add('pickle/trailing', grouped`${size - end} bytes follow the last storage.`, { path: name });
  }
  const content: PickleContent = {
    ...{ kind: 'torch-file', main: name, pickles: walk.pickles.length, result, storages: name },
    formatName: 'A PyTorch file (before 1.6)',
    walks: { ...walk, trailingAt: isWhole ? undefined : trailingAt },
    placeOf: (tensor) => placeIn(places, tensor, size),
    order: isBigEndian(walk.pickles[2]?.result) ? 'big' : 'little',
  };
  // PyTorch reads no further, but a program that reads pickle after pickle does.
  return { ...openPickled(container, content, report), ...(isWhole ? { rest: end ?? trailingAt } : {}) };
}

/** `{'protocol_version': …, 'little_endian': True, 'type_sizes': …}`. */
function isBigEndian(system: PickleValue | undefined): boolean {
  if (typeof system !== 'object' || system === null || system.kind !== 'dictionary') return false;
  return system.values[system.keys.indexOf('little_endian')] === false;
}

/**
 * The place of each storage: in the order of the keys, each after the number of its elements (8 bytes). A storage of
 * unknown size hides the places of all that follow.
 */
function storagePlaces(
  path: string,
  keys: PickleValue | undefined,
  tensors: readonly TorchTensor[],
  start: number,
): { places: ReadonlyMap<string, StoragePlace>; end?: number } {
  const sizes = new Map(tensors.map(({ storage: { key, bytes } }) => [key, bytes]));
  const places = new Map<string, StoragePlace>();
  let at = start;
  for (const key of itemsOf(keys) ?? []) {
    const size = sizes.get(String(key));
    if (size === undefined) return { places };
    places.set(String(key), { path, start: at + 8, size });
    at += 8 + size;
  }
  return { places, end: at };
}

function placeIn(
  places: ReadonlyMap<string, StoragePlace>,
  { name, storage }: TorchTensor,
  size: number,
): StoragePlace {
  const place = places.get(storage.key);
  if (!place || place.start + place.size > size) {
    throw new BadFileError('tensor/size-mismatch', `The storage of the tensor ${quote(name)} is not in the file.`);
  }
  return place;
}
