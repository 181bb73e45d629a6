import type { Archive } from '../../../archive/archive.ts';
import { faultOfFile } from '../../../base/errors.ts';
import { MAX_REMOTE_SOURCE_BYTES, MAX_SOURCE_BYTES } from './limits.ts';
import type { ShownFunction, ShownSource } from './own.ts';

/** A file below `codegen`: `<target>/(src|lib|include)/<name>.<format>`. */
const GENERATED = /^codegen\/.+\.(?:(c|cc|cpp|cu|cl|ll|s|S)|(h|hpp)|(o|a|so|obj|bin))$/;

/** Text in which functions are searched. */
const C_SOURCE = /\.(?:c|cc|cpp|h|hpp)$/;

/** The files of generated code, in the order of the archive. */
export function findSources({ entries }: Archive): ShownSource[] {
  return entries.flatMap(({ path, size, unsafe, shadowed }) => {
    const match = unsafe || shadowed ? null : GENERATED.exec(path);
    if (!match) return [];
    return [{ path, size, kind: match[1] ? 'source' : match[2] ? 'header' : 'library' } as const];
  });
}

/**
 * Looks for functions in generated sources: where each is defined, or else where it is first named before a bracket.
 * Reads sources up to a limit together.
 *
 * @returns the functions that were found, and whether all text of the sources was read
 */
export async function findFunctions(
  archive: Archive,
  sources: readonly ShownSource[],
  wanted: ReadonlySet<string>,
  isRemote: boolean,
  signal?: AbortSignal,
): Promise<{ functions: ShownFunction[]; isWhole: boolean }> {
  const found = new Map<string, ShownFunction & { isDefined: boolean }>();
  let left = isRemote ? MAX_REMOTE_SOURCE_BYTES : MAX_SOURCE_BYTES;
  let isWhole = sources.every(({ kind, path }) => kind !== 'library' && C_SOURCE.test(path));
  for (const { path } of sources) {
    if (!C_SOURCE.test(path)) continue;
    const source = archive.open(path);
    if (!source || source.size > left) {
      isWhole = false;
      continue;
    }
    left -= source.size;
    try {
      search(new TextDecoder().decode(await source.read(0, source.size, signal)), path, wanted, found);
    } catch (error) {
      // What cannot be read is said where the file is shown.
      faultOfFile(error);
      isWhole = false;
    }
  }
  return { functions: Array.from(found.values(), ({ name, path, line }) => ({ name, path, line })), isWhole };
}

function search(
  text: string,
  path: string,
  wanted: ReadonlySet<string>,
  found: Map<string, ShownFunction & { isDefined: boolean }>,
): void {
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(/[A-Za-z_]\w*(?=\s{0,8}\()/g)) {
    const [name] = match;
    if (!wanted.has(name)) continue;
    const known = found.get(name);
    if (known?.isDefined) continue;
    const end = text.slice(match.index, match.index + MAX_SIGNATURE).search(/[;{]/);
    const isDefined = end >= 0 && text[match.index + end] === '{';
    if (known && !isDefined) continue;
    for (; counted < match.index; counted++) if (text.charCodeAt(counted) === 0x0a) line++;
    found.set(name, { name, path, line, isDefined });
  }
}

/** Characters in which the body of a function begins after its name. Generated functions have few arguments. */
const MAX_SIGNATURE = 4000;
