import { asContainer, type Container } from '../archive/container.ts';
import { throwIfAborted } from '../base/abort.ts';
import { asBoxcutterError, BadFileError, type BoxcutterError } from '../base/errors.ts';
import { SNIFF_BYTES } from '../base/limits.ts';
import { lookOf } from '../model/look.ts';
import type { PackageMaker } from '../model/maker.ts';
import type { FormatId } from '../model/package.ts';
import type { ByteSource } from '../source/source.ts';
import { type AuditedPackage, audited } from './audited.ts';
import type { FallbackFormat, FieldGuide, Format, OpenContext } from './format.ts';

/** Every format, in the order in which they are tried. */
export const FORMATS: readonly (() => Promise<{ format: Format }>)[] = [
  () => import('./carton/core/format.ts'),
  () => import('./numpy/core/format.ts'),
  () => import('./safetensors/core/format.ts'),
  () => import('./gguf/core/format.ts'),
  // Before what looks for manifests of another kind: that one may be named so, too.
  () => import('./mldef/core/format.ts'),
  () => import('./ollama/core/format.ts'),
  () => import('./pickle/core/format.ts'),
  () => import('./mlf/core/format.ts'),
  () => import('./tar/core/format.ts'),
];

/** Opens what no other format does and is an archive, or claims to be one. */
const ARCHIVE: () => Promise<{ format: FallbackFormat }> = () => import('./zip/core/format.ts');

/** Opens any other file. */
const FILE: () => Promise<{ format: FallbackFormat }> = () => import('./file/core/format.ts');

/** Names of archives that no other format claims. */
const ARCHIVE_NAME = /\.zip$/i;

/**
 * Opens a package with the first format that knows it. A source is opened as a file. A format's code is loaded when it
 * is tried. Rejects with a BoxcutterError where nothing can be shown. Everything else that is wrong is among the
 * package's findings.
 */
export async function openPackage(
  from: Container | ByteSource,
  context: OpenContext = {},
  formats = FORMATS,
): Promise<AuditedPackage> {
  const container = asContainer(from);
  try {
    const format = await formatOf(container, context, formats);
    const opened = await format.open(container, context);
    throwIfAborted(context.signal);
    return audited(opened, container);
  } catch (error) {
    throw await lookedAt(asBoxcutterError(error), container, context);
  }
}

/** The fields of each format whose metadata file can be edited by keys, by the format's id. */
export async function fieldGuides(): Promise<ReadonlyMap<FormatId, FieldGuide>> {
  const guides = new Map<FormatId, FieldGuide>();
  for (const load of FORMATS) {
    const { format } = await load();
    if (format.fields) guides.set(format.id, await format.fields());
  }
  return guides;
}

/** What makes new packages of a format. Undefined where the format has none. */
export async function packageMaker(id: FormatId, formats = FORMATS): Promise<PackageMaker | undefined> {
  for (const load of formats) {
    const { format } = await load();
    if (format.id === id) return format.maker?.();
  }
  return undefined;
}

/** Codes for a file of another kind, and not for one that is broken. */
const NOT_ONE = /\/not-/;

/** Says of a file that is not of the format that its name claims what it looks like instead: a web page, a pointer. */
async function lookedAt(
  error: BoxcutterError,
  { source }: Container,
  { signal }: OpenContext,
): Promise<BoxcutterError> {
  if (!(error instanceof BadFileError) || !source) return error;
  try {
    const look = lookOf(await source.read(0, Math.min(source.size, SNIFF_BYTES), signal));
    if (!look || (look.kind === 'binary' && !NOT_ONE.test(error.code))) return error;
    // A format that knows the look itself has said it.
    if (error.message.includes(look.what)) return error;
    return new BadFileError(error.code, `${error.message} It looks like ${look.what}.`, error.fields);
  } catch {
    return error;
  }
}

async function formatOf(container: Container, context: OpenContext, formats: typeof FORMATS): Promise<FallbackFormat> {
  if (context.asBytes && container.source) return (await FILE()).format;
  for (const load of formats) {
    throwIfAborted(context.signal);
    const { format } = await load();
    if (await matches(format, container, context)) return format;
  }
  throwIfAborted(context.signal);
  const isArchive = ARCHIVE_NAME.test(container.name) || (await container.archive(context.signal)) !== undefined;
  return (await (isArchive ? ARCHIVE() : FILE())).format;
}

async function matches(format: Format, container: Container, context: OpenContext): Promise<boolean> {
  try {
    return await format.match(container, context);
  } catch (error) {
    const { tag } = asBoxcutterError(error);
    // The format that opens the file reports what is wrong with it.
    if (tag === 'bad-file' || tag === 'unsupported' || tag === 'too-large') return false;
    throw error;
  }
}
