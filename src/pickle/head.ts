import type { PickleSource } from './cursor.ts';
import { walkPickles } from './walk.ts';

/** Bytes that tell a pickle from another file. */
const HEAD_BYTES = 4096;

const heads = new WeakMap<PickleSource, Uint8Array>();

/** The first bytes of a file. They are kept: opening reads what matching has read. */
export async function headOf(source: PickleSource, signal?: AbortSignal): Promise<Uint8Array> {
  const known = heads.get(source);
  if (known) return known;
  const bytes = await source.read(0, Math.min(source.size, HEAD_BYTES), signal);
  heads.set(source, bytes);
  return bytes;
}

/** Opcodes after the mark of a protocol that are no accident. */
const MIN_OPCODES = 4;

/**
 * Whether a file begins like a pickle of protocol 2 or later, whatever its name: with the mark of its protocol and
 * opcodes that follow from each other.
 */
export async function beginsAsPickle(source: PickleSource, signal?: AbortSignal): Promise<boolean> {
  const bytes = await headOf(source, signal);
  const [first, protocol = 0] = bytes;
  if (first !== 0x80 || protocol < 2 || protocol > 5) return false;
  const { problem, opcodes } = await walkPickles({
    size: bytes.length,
    read: async (start, end) => bytes.slice(start, end),
  });
  return problem === undefined || (problem.reason === 'cut' && opcodes >= MIN_OPCODES);
}
