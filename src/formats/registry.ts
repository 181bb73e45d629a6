import { asContainer, type Container } from '../archive/container.ts';
import { throwIfAborted } from '../base/abort.ts';
import { asBoxcutterError } from '../base/errors.ts';
import type { FormatId } from '../model/package.ts';
import type { ByteSource } from '../source/source.ts';
import type { FallbackFormat, FieldGuide, Format, OpenContext, OpenPackage } from './format.ts';

/** Every format, in the order in which they are tried. */
export const FORMATS: readonly (() => Promise<{ format: Format }>)[] = [
  () => import('./carton/core/format.ts'),
  () => import('./numpy/core/format.ts'),
  () => import('./safetensors/core/format.ts'),
];

/** Opens what no other format does: any zip or folder. */
const FALLBACK: () => Promise<{ format: FallbackFormat }> = () => import('./zip/core/format.ts');

/**
 * Opens a package with the first format that knows it. A source is opened as a file. A format's code is loaded when it
 * is tried. Rejects with a BoxcutterError where nothing can be shown. Everything else that is wrong is among the
 * package's findings.
 */
export async function openPackage(
  from: Container | ByteSource,
  context: OpenContext = {},
  formats = FORMATS,
): Promise<OpenPackage> {
  try {
    const container = asContainer(from);
    const format = await formatOf(container, context, formats);
    const opened = await format.open(container, context);
    throwIfAborted(context.signal);
    return opened;
  } catch (error) {
    throw asBoxcutterError(error);
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

async function formatOf(container: Container, context: OpenContext, formats: typeof FORMATS): Promise<FallbackFormat> {
  for (const load of formats) {
    throwIfAborted(context.signal);
    const { format } = await load();
    if (await matches(format, container, context)) return format;
  }
  throwIfAborted(context.signal);
  return (await FALLBACK()).format;
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
