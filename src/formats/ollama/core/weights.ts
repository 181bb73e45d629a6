import { faultOfFile } from '../../../base/errors.ts';
import { aboutPackage } from '../../../model/conversion.ts';
import type { Package, TensorInfo } from '../../../model/package.ts';
import type { OpenContext, OpenPackage } from '../../format.ts';
import type { Model } from './model.ts';
import type { Store } from './store.ts';

/** The weights of a model, as the package that their blob is. */
export interface Weights {
  tensors: readonly TensorInfo[];
  /** What that package says of itself. */
  about: Pick<Package, 'inShort' | 'figures' | 'panels' | 'model' | 'conversion'>;
  tensor: OpenPackage['tensor'];
}

/** "GGUF". */
const MAGIC = [0x47, 0x47, 0x55, 0x46];

/**
 * Opens the blob with all weights of a model, where its header costs little: of a GGUF file on this machine, and not
 * compressed. Undefined of any other, and of a broken one: the layer leads to it, and it says what is wrong. Rejects
 * where the bytes do not come.
 */
export async function openWeights(
  { layers }: Model,
  { archive, blobs }: Store,
  { openInner, signal }: OpenContext,
): Promise<Weights | undefined> {
  const [layer, ...others] = layers.filter(({ type }) => type.kind === 'model');
  const path = others.length > 0 ? undefined : blobs.get(layer?.sha256 ?? '')?.path;
  if (path === undefined || !archive || !openInner || archive.resolve(path)?.compressed) return undefined;
  const source = archive.open(path);
  if (!source || source.servedFrom !== undefined || source.size < MAGIC.length) return undefined;
  try {
    const magic = await source.read(0, MAGIC.length, signal);
    if (!MAGIC.every((byte, at) => magic[at] === byte)) return undefined;
    const opened = await openInner(source, signal);
    const { tensors, inShort, figures, panels, model } = opened.package;
    if (tensors.length === 0) return undefined;
    return {
      tensors: tensors.map((info) => (info.data ? { ...info, data: { ...info.data, path } } : info)),
      about: { inShort, figures, panels, model, conversion: aboutPackage(opened.package) },
      tensor: (name, asked) => opened.tensor(name, asked),
    };
  } catch (error) {
    faultOfFile(error);
    return undefined;
  }
}
