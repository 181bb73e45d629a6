import { begins } from '../base/bytes.ts';
import { headOf } from '../source/head.ts';
import type { PickleSource } from './cursor.ts';
import { maxUnaskedRead } from './limits.ts';
import { type Walk, walkPickles } from './walk.ts';

/** Opcodes after the mark of a protocol that are not an accident. */
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
  return problem === undefined || (problem.reason !== 'bad' && opcodes >= MIN_OPCODES);
}

function isNamed({ module, name }: { module: string; name: string }): boolean {
  return !/[\p{Cc}\s\ufffd]/u.test(module + name);
}

/**
 * What a pickle says that stands before an archive, in the same file. Undefined where the file begins as an archive, or
 * as no pickle. It reads as much as of any pickle: what is not read is a problem of the walk.
 */
export async function walkBefore(
  source: PickleSource & { servedFrom?: string | undefined },
  signal?: AbortSignal,
): Promise<Walk | undefined> {
  // `P`, which names an object by its id, ends a pickle that is loaded without such objects.
  if (begins(await headOf(source, signal), 'PK')) return undefined;
  const maxRead = maxUnaskedRead(source);
  const walk = await walkPickles(source, { signal, maxRead });
  const { pickles, imports, problem, opcodes } = walk;
  const isLong = problem !== undefined && problem.reason !== 'bad' && problem.reason !== 'cut';
  // A tar begins with a name, and a name of files can begin like one of a module.
  return pickles.length > 0 || (isLong && opcodes >= MIN_OPCODES) || imports.list.some(isNamed) ? walk : undefined;
}
