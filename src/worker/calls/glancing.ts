import { decodeUtf8 } from '../../base/bytes.ts';
import { faultOfFile } from '../../base/errors.ts';
import { MAX_GLANCE_VERIFY_BYTES } from '../../base/limits.ts';
import type { AuditedPackage } from '../../formats/registry.ts';
import { contentHoldOf } from '../../model/content-hold.ts';
import { parseReadme, readmePath } from '../../model/readme.ts';
import { type Looked, rowOf, type ShelfRow } from '../../model/shelf-row.ts';
import type { CallHandlers, CallOptions, SourceDescriptor } from '../protocol.ts';
import { type OpenPackages, packageOf } from './open-packages.ts';
import type { openingCalls } from './opening.ts';

/** Reads the rows of lists of packages. */
export function glancingCalls(
  packages: OpenPackages,
  { open }: Pick<ReturnType<typeof openingCalls>, 'open'>,
): CallHandlers<'glance'> {
  return {
    async glance({ descriptor }, { signal }) {
      const options: Pick<CallOptions, 'signal'> = signal ? { signal } : {};
      const { handle } = await open({ descriptor }, { ...options, glances: true });
      try {
        const record = packages.get(handle);
        const pkg = packageOf(record);
        if (record.container.servedFrom !== undefined) return rowOf(pkg, {});
        return { ...rowOf(pkg, await lookedAt(record.open, options)), date: dateOf(descriptor) };
      } finally {
        packages.close(handle);
      }
    },
  };
}

/** Files of one package whose dates are compared. */
const MAX_DATED = 1_000;

/** When the newest file of a package was changed. */
function dateOf(descriptor: SourceDescriptor): number | undefined {
  if (descriptor.kind === 'url') return undefined;
  const files = descriptor.kind === 'file' ? [descriptor] : descriptor.files.slice(0, MAX_DATED);
  return Math.max(...files.map(({ file }) => file.lastModified));
}

/** Looks at a package of this machine, as far as that takes a fraction of a second. */
async function lookedAt(open: AuditedPackage, options: Pick<CallOptions, 'signal'>): Promise<Looked> {
  const { package: pkg } = open;
  const isSmall = pkg.size <= MAX_GLANCE_VERIFY_BYTES && contentHoldOf(pkg) === undefined;
  const bytes = pkg.files.reduce((sum, { size = 0 }) => sum + size, 0);
  return {
    audit: await open.audit(options),
    verification: isSmall && bytes <= MAX_GLANCE_VERIFY_BYTES ? await open.verify?.(options) : undefined,
    beside: await besideOf(open, options.signal),
  };
}

/** Most bytes of a model's configuration. Those of transformers have some thousands. */
const MAX_CONFIG_BYTES = 1_000_000;

/** What the card and the configuration beside the weights of a model say of it, as Hugging Face writes them. */
async function besideOf(open: AuditedPackage, signal: AbortSignal | undefined): Promise<Looked['beside']> {
  const paths = open.package.files.flatMap(({ path }) => (path.includes('/') ? [] : [path]));
  const card = readmePath(paths);
  if (!paths.includes('config.json')) return undefined;
  const read = async (path: string) => {
    const source = open.source(path);
    if (!source || source.size > MAX_CONFIG_BYTES) return undefined;
    return source.read(0, source.size, signal).catch((error) => {
      // What is wrong with a file beside the weights says nothing of these.
      faultOfFile(error);
      return undefined;
    });
  };
  const [readme, config] = await Promise.all([card === undefined ? undefined : read(card), read('config.json')]);
  const told = card !== undefined && readme ? await parseReadme(card, readme) : undefined;
  return { title: told?.name, license: told?.license, task: told?.task, architecture: architectureIn(config) };
}

/** The class that loads the model, or its family: `architectures` and `model_type` of a configuration. */
function architectureIn(config: Uint8Array | undefined): ShelfRow['architecture'] {
  try {
    const value: unknown = JSON.parse(decodeUtf8(config ?? new Uint8Array()) ?? '');
    const { model_type: family, architectures } = (value ?? {}) as Record<string, unknown>;
    const [first] = Array.isArray(architectures) ? architectures : [];
    return [family, first].find((name): name is string => typeof name === 'string');
  } catch {
    return undefined;
  }
}
