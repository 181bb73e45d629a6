import type { Archive } from '../../../archive/archive.ts';
import { faultOfFile } from '../../../base/errors.ts';
import { shortened } from '../../../base/text.ts';
import { MAX_REMOTE_SOURCE_BYTES, MAX_SHOWN, MAX_SOURCE_BYTES } from './limits.ts';
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

/** An input or output of a model, as a header of its C interface declares it (TVM's `InterfaceC`). */
export interface DeclaredArgument {
  module: string;
  of: 'inputs' | 'outputs';
  /** Its name as one of C. */
  name: string;
  /** Digits. */
  bytes?: string;
}

/** `struct tvmgen_default_inputs { void* x; }`, and `#define TVMGEN_DEFAULT_X_SIZE 4`. */
const STRUCT = /\bstruct\s+tvmgen_(\w{1,200})_(inputs|outputs)\s*\{([^{}]*)\}/g;
const SIZE = /^[ \t]*#[ \t]*define[ \t]+TVMGEN_(\w{1,400})_SIZE[ \t]+(\d{1,20})[uUlL]*[ \t]*$/gm;

/** What a header declares of inputs and outputs. */
function declaredArguments(header: string): DeclaredArgument[] {
  // A comment that is not closed ends with the text: else each would be looked for to the end again.
  const text = header.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|\/\/.*/g, ' ');
  const sizes = new Map(Array.from(text.matchAll(SIZE), ([, name = '', bytes = '']) => [name, bytes]));
  return Array.from(text.matchAll(STRUCT)).flatMap(([, module = '', of, members = '']) =>
    members.split(';').flatMap((member) => {
      const name =
        member
          .trim()
          .split(/[\s*]+/)
          .at(-1) ?? '';
      if (!/^\w{1,200}$/.test(name)) return [];
      return { module, of: of as 'inputs' | 'outputs', name, bytes: sizes.get(`${module}_${name}`.toUpperCase()) };
    }),
  );
}

/**
 * Looks for functions in generated sources: where each is defined, or else where it is first named before a bracket.
 * Reads sources up to a limit together.
 *
 * @returns the functions that were found, what headers declare, and whether all text of the sources was read
 */
export async function findFunctions(
  archive: Archive,
  sources: readonly ShownSource[],
  wanted: ReadonlySet<string>,
  isRemote: boolean,
  signal?: AbortSignal,
): Promise<{ functions: ShownFunction[]; declared: DeclaredArgument[]; isWhole: boolean }> {
  const found = new Map<string, ShownFunction & { isDefined: boolean }>();
  const declared: DeclaredArgument[] = [];
  let left = isRemote ? MAX_REMOTE_SOURCE_BYTES : MAX_SOURCE_BYTES;
  let isWhole = sources.every(({ kind, path }) => kind !== 'library' && C_SOURCE.test(path));
  for (const { path, kind } of sources) {
    if (!C_SOURCE.test(path)) continue;
    const source = archive.open(path);
    if (!source || source.size > left) {
      isWhole = false;
      continue;
    }
    left -= source.size;
    try {
      const text = new TextDecoder().decode(await source.read(0, source.size, signal));
      search(text, path, wanted, found);
      if (kind === 'header') declared.push(...declaredArguments(text));
    } catch (error) {
      // What cannot be read is said where the file is shown.
      faultOfFile(error);
      isWhole = false;
    }
  }
  const functions = Array.from(found.values(), ({ isDefined: _, ...shown }) => shown);
  return { functions, declared: declared.slice(0, MAX_SHOWN), isWhole };
}

function search(
  text: string,
  path: string,
  wanted: ReadonlySet<string>,
  found: Map<string, ShownFunction & { isDefined: boolean }>,
): void {
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(/\b[A-Za-z_]\w*(?=\s{0,8}\()/g)) {
    const [name] = match;
    if (!wanted.has(name)) continue;
    const known = found.get(name);
    if (known?.isDefined) continue;
    const end = text.slice(match.index, match.index + MAX_SIGNATURE).search(/[;{]/);
    const isDefined = end >= 0 && text[match.index + end] === '{';
    if (known && !isDefined) continue;
    for (; counted < match.index; counted++) if (text.charCodeAt(counted) === 0x0a) line++;
    const signature = end < 0 ? undefined : signatureAt(text, match.index, name, match.index + end);
    found.set(name, { name, path, line, signature, isDefined });
  }
}

/** The declaration of the function whose name is at `at`, up to `end`. Undefined of a call. */
function signatureAt(text: string, at: number, name: string, end: number): ShownFunction['signature'] {
  const before = text.slice(Math.max(text.lastIndexOf('\n', at) + 1, at - MAX_TYPE), at);
  if (!RETURN_TYPE.test(before)) return undefined;
  const after = text
    .slice(at + name.length, end)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { before: before.replaceAll(/\s+/g, ' ').trim(), after: shortened(after, MAX_SHOWN_SIGNATURE) };
}

/** Words before the name of a function that is declared. */
const RETURN_TYPE = /^\s*(?!(?:return|else)\b)(?:[A-Za-z_]\w*[\s*]+)+$/;

/** Characters of a type before the name of a function, and of a signature that the page shows. */
const MAX_TYPE = 200;
const MAX_SHOWN_SIGNATURE = 500;

/** Characters in which the body of a function begins after its name. Generated functions have few arguments. */
const MAX_SIGNATURE = 4000;
